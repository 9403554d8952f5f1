"""Sorts the heights and looks up how many are alike to each person, and not smaller."""

import sys
from bisect import bisect_right

count, difference, *heights = map(int, sys.stdin.read().split())
heights.sort()
pairs = 0
for index, height in enumerate(heights):
    pairs += bisect_right(heights, height + difference) - index - 1
print(pairs)
