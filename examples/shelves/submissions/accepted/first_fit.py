"""Puts each book on the current shelf if it fits there, else on a new one."""

import sys

count, length, *widths = map(int, sys.stdin.read().split())
shelves = 1
free = length
for width in widths:
    if width > free:
        shelves += 1
        free = length
    free -= width
print(shelves)
