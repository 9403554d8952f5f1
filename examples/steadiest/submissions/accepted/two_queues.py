"""Two queues: the days that may still be the richest and the poorest of the stretch."""

from collections import deque

n, k = map(int, input().split())
balances = list(map(int, input().split()))
richest, poorest = deque(), deque()
best = begin = 0
for end, now in enumerate(balances):
    while richest and balances[richest[-1]] <= now:
        richest.pop()
    richest.append(end)
    while poorest and balances[poorest[-1]] >= now:
        poorest.pop()
    poorest.append(end)
    while balances[richest[0]] - balances[poorest[0]] > k:
        begin += 1
        if richest[0] < begin:
            richest.popleft()
        if poorest[0] < begin:
            poorest.popleft()
    best = max(best, end - begin + 1)
print(best)
