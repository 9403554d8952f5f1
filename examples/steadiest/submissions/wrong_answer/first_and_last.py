"""Compares the last day of a stretch with its first day alone."""

n, k = map(int, input().split())
balances = list(map(int, input().split()))
best = begin = 0
for end, balance in enumerate(balances):
    while abs(balance - balances[begin]) > k:
        begin += 1
    best = max(best, end - begin + 1)
print(best)
