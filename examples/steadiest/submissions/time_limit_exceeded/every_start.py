"""Right, but walks through the stretch of each day again: quadratic where the stretches are long."""

n, k = map(int, input().split())
balances = list(map(int, input().split()))
best = 0
for begin in range(n):
    low = high = balances[begin]
    end = begin
    while end < n:
        low = min(low, balances[end])
        high = max(high, balances[end])
        if high - low > k:
            break
        end += 1
    best = max(best, end - begin)
print(best)
