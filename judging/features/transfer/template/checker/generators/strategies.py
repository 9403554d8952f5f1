"""Inputs for `judge hack`: `inputs` is a Hypothesis strategy for valid inputs, as text.

Without this file it draws from the format that `judge describe` learns from the validator.

Mostly short rows of small numbers: they have many pairs, and a find is easy to read.
"""

from hypothesis import strategies as st

# The value of the constant in problem.yaml.
MAX_VALUE = int("{{max_value}}")

small = st.tuples(st.integers(-9, 9), st.lists(st.integers(-5, 5), min_size=2, max_size=8))
values = st.integers(-MAX_VALUE, MAX_VALUE)
large = st.tuples(values, st.lists(values, min_size=2, max_size=50))
# Edit: print a drawn value as the input that the statement describes.
inputs = st.one_of(small, small, small, large).map(
    lambda drawn: f"{len(drawn[1])} {drawn[0]}\n{' '.join(map(str, drawn[1]))}\n"
)
