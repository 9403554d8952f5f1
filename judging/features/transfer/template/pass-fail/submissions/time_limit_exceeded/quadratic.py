"""Adds up every prefix again: right, but quadratic."""

import sys

count, *numbers = map(int, sys.stdin.read().split())
total = 0
for end in range(1, len(numbers) + 1):
    total = sum(numbers[:end])
print(total)
