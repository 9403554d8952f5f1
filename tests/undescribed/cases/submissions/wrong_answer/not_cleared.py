import sys
from collections import Counter

data = sys.stdin.buffer.read().split()
at = 1
count = Counter()
for _ in range(int(data[0])):
    n = int(data[at])
    own = data[at + 1 : at + 1 + n]
    pairs = 0
    for value in own:
        pairs += count[value]
        count[value] += 1
    at += 1 + n
    print(pairs)
