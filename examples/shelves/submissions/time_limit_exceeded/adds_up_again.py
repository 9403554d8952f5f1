"""Adds up all books of the current shelf again for each book: right, but quadratic."""

import sys

count, length, *widths = map(int, sys.stdin.read().split())
shelves = 1
first = 0
for end in range(1, count + 1):
    if sum(widths[first:end]) > length:
        shelves += 1
        first = end - 1
print(shelves)
