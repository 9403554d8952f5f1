"""Inputs for `judge hack`: a number of stones, mostly a small one."""

from hypothesis import strategies as st

MAX_N = int("{{max_n}}")

numbers = st.one_of(st.integers(1, 30), st.integers(1, MAX_N))
inputs = numbers.map(lambda number: f"{number}\n")
