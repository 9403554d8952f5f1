# The first player takes the larger end, the left one of two equals; the opponent plays perfectly.
# O(N^2): first[l] and second[l] are the first player's sums on the interval of the current length
# that starts at l, with the first or the second player to move.
# Wrong: a lower bound only, the first player has to look ahead as well.
# Shown by: 4 / 20 30 2 2 -> right 32, prints 22

n = int(input())
v = list(map(int, input().split()))

first, second = v, [0] * n
for length in range(2, n + 1):
    starts = range(n - length + 1)
    first, second = (
        [
            v[l] + second[l + 1] if v[l] >= v[l + length - 1] else v[l + length - 1] + second[l]
            for l in starts
        ],
        [min(first[l + 1], first[l]) for l in starts],
    )
print(first[0])
