"""Inputs for `judge hack`: a few books on short shelves."""

from hypothesis import strategies as st


@st.composite
def books(draw):
    """Draw the length of a shelf, then books that fit on it."""
    length = draw(st.integers(1, 12))
    widths = draw(st.lists(st.integers(1, length), min_size=1, max_size=8))
    return f"{len(widths)} {length}\n{' '.join(map(str, widths))}\n"


inputs = books()
