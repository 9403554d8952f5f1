"""Inputs for `judge hack`: `inputs` is a Hypothesis strategy of valid inputs, as text.

Draw the row first and let n follow from it: then whatever is made smaller is still an input. Mix
short rows of small numbers, on which a wrong idea is easy to read, with rows whose length is drawn
first, since plain lists hardly ever get long. Every row needs a limit on its size.
"""

from hypothesis import strategies as st

MAX_COUNT = 100_000
MAX_VALUE = 10**9

small = st.lists(st.integers(-5, 5), min_size=1, max_size=8)
large = st.lists(st.integers(-MAX_VALUE, MAX_VALUE), min_size=1, max_size=20)


@st.composite
def long(draw):
    """A row of a drawn length that repeats one value, with a few others in it."""
    count = draw(st.sampled_from([99, 100, 101, 1000, MAX_COUNT]))
    row = [draw(st.integers(-MAX_VALUE, MAX_VALUE))] * count
    for place in draw(st.lists(st.integers(0, count - 1), max_size=4)):
        row[place] = draw(st.integers(-MAX_VALUE, MAX_VALUE))
    return row


# Long rows take long to try: one in eight is enough.
rows = st.one_of(small, small, small, small, large, large, large, long())
inputs = rows.map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
