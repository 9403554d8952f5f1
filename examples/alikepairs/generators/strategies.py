"""Inputs for `judge hack`: a few people of few heights."""

from hypothesis import strategies as st


def as_text(drawn):
    """Return a drawn difference and heights as an input."""
    difference, heights = drawn
    return f"{len(heights)} {difference}\n{' '.join(map(str, heights))}\n"


inputs = st.tuples(
    st.integers(0, 4), st.lists(st.integers(1, 9), min_size=1, max_size=8)
).map(as_text)
