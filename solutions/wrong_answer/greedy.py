# Both players take the larger of the two ends. O(N).
# Wrong: the larger coin may uncover a still larger one for the opponent. With an odd number of
# coins it can also print too much, since its opponent plays no better.
# Shown by: 5 / 1 3 5 2 9 -> right 14, prints 15

from collections import deque

input()
row = deque(map(int, input().split()))
sums = [0, 0]
mover = 0
while row:
    sums[mover] += row.popleft() if row[0] > row[-1] else row.pop()
    mover = 1 - mover
print(sums[0])
