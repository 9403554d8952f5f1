# Both players look 2 moves ahead: each takes the end that is best for the lead when the game is
# cut off after that many moves, the left one if both are. O(N).
# Wrong: what lies deeper is not seen.
# Shown by: 4 / 2 3 1 1 -> right 4, prints 3

DEPTH = 2

n = int(input())
v = list(map(int, input().split()))


def lead(l, r, depth):
    """The mover's lead on coins l..r if the game ends after `depth` more moves."""
    if l > r or depth == 0:
        return 0
    return max(v[l] - lead(l + 1, r, depth - 1), v[r] - lead(l, r - 1, depth - 1))


l, r = 0, n - 1
sums = [0, 0]
mover = 0
while l <= r:
    if v[l] - lead(l + 1, r, DEPTH - 1) >= v[r] - lead(l, r - 1, DEPTH - 1):
        sums[mover] += v[l]
        l += 1
    else:
        sums[mover] += v[r]
        r -= 1
    mover = 1 - mover
print(sums[0])
