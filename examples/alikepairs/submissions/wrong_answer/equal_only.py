"""Counts people of the same height: right only in the second group, where d is 0."""

import sys
from collections import Counter

count, difference, *heights = map(int, sys.stdin.read().split())
print(sum(people * (people - 1) // 2 for people in Counter(heights).values()))
