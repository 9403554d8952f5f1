"""Inputs for `judge hack`: `inputs` is a Hypothesis strategy for valid inputs, as text.

Without this file it draws from the format that `judge describe` learns from the validator.

Draw the row first and compute n from it, so that a shrunk row still gives a valid input. Mix short
rows of small numbers, which make a counterexample easy to read, with rows whose length is drawn
first, because plain lists rarely get long. Limit the size of every row.
"""

from hypothesis import strategies as st

# The values of the constants in problem.yaml.
MAX_N = int("{{max_n}}")
MAX_VALUE = int("{{max_value}}")

small = st.lists(st.integers(-5, 5), min_size=1, max_size=8)
large = st.lists(st.integers(-MAX_VALUE, MAX_VALUE), min_size=1, max_size=20)


@st.composite
def long(draw):
    """Draw a row that repeats one value, with up to four other values in it."""
    count = draw(st.sampled_from([99, 100, 101, 1000, MAX_N]))
    row = [draw(st.integers(-MAX_VALUE, MAX_VALUE))] * count
    for index in draw(st.lists(st.integers(0, count - 1), max_size=4)):
        row[index] = draw(st.integers(-MAX_VALUE, MAX_VALUE))
    return row


# Long rows take long to run: one in eight is enough.
rows = st.one_of(small, small, small, small, large, large, large, long())
# Edit: print a drawn row as the input that the statement describes.
inputs = rows.map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
