# The sum the mover gets, two moves at a time, bottom-up with two rows of memory.
#
# F(i, j) = max(v[i] + min(F(i+2, j), F(i+1, j-1)), v[j] + min(F(i+1, j-1), F(i, j-2)))
# All four calls are on intervals that are shorter by two coins, so only lengths of the same parity
# as N are ever needed: from 0 (nothing) or from 1 (the coin itself). best[i] is F on the interval
# of the current length that starts at i. O(N^2) time, O(N) memory.

n = int(input())
v = list(map(int, input().split()))

best = v if n % 2 == 1 else [0] * (n + 1)
for length in range(2 + n % 2, n + 1, 2):
    longer = []
    for i in range(n - length + 1):
        j = i + length - 1
        one_each = best[i + 1]
        take_left = v[i] + min(best[i + 2], one_each)
        take_right = v[j] + min(one_each, best[i])
        longer.append(max(take_left, take_right))
    best = longer
print(best[0])
