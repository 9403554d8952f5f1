"""Begins a new stretch with the day that ends the last one, as if the two could not overlap."""

n, k = map(int, input().split())
balances = list(map(int, input().split()))
low = high = balances[0]
best = length = 0
for balance in balances:
    low, high = min(low, balance), max(high, balance)
    length += 1
    if high - low > k:
        low = high = balance
        length = 1
    best = max(best, length)
print(best)
