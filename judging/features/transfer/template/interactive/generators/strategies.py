"""Inputs for `judge hack`: `inputs` is a Hypothesis strategy for valid inputs, as text.

Without this file it draws from the format that `judge describe` learns from the validator.

The judge runs a dialogue for each of them, so a hunt tries some dozens in a second: small
numbers and those at the bounds come often.
"""

from hypothesis import strategies as st

# The value of the constant in problem.yaml.
MAX_N = int("{{max_n}}")

# Edit: print a drawn value as the input that the interactor reads.
numbers = st.one_of(
    st.integers(1, 30),
    st.integers(MAX_N - 30, MAX_N),
    st.integers(1, MAX_N),
)
inputs = numbers.map(lambda number: f"{number}\n")
