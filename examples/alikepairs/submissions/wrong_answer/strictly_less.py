"""Takes "at most d" for "less than d"."""

import sys
from bisect import bisect_left

count, difference, *heights = map(int, sys.stdin.read().split())
heights.sort()
pairs = 0
for index, height in enumerate(heights):
    pairs += max(0, bisect_left(heights, height + difference) - index - 1)
print(pairs)
