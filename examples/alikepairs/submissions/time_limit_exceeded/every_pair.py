"""Looks at every pair: right, but quadratic. The first group has few people."""

import sys

count, difference, *heights = map(int, sys.stdin.read().split())
pairs = 0
for index in range(count):
    for other in range(index):
        if abs(heights[index] - heights[other]) <= difference:
            pairs += 1
print(pairs)
