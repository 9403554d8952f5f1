import sys
from collections import Counter

data = sys.stdin.buffer.read().split()
at = 1
for _ in range(int(data[0])):
    n = int(data[at])
    count = Counter(data[at + 1 : at + 1 + n])
    at += 1 + n
    print(sum(c * (c - 1) // 2 for c in count.values()))
