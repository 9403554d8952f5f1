# The advantage of the player to move, top-down with a dict for a memo.
# Wrong: each coin is two calls deeper, and it leaves the interpreter's limit of 1000 frames as it
# is. Rows of more than about 500 coins end in a RecursionError, shorter ones are right. O(N^2)
# otherwise.

memo = {}


def lead(v, l, r):
    if l > r:
        return 0
    if (l, r) not in memo:
        memo[l, r] = better(v, l, r)
    return memo[l, r]


def better(v, l, r):
    return max(v[l] - lead(v, l + 1, r), v[r] - lead(v, l, r - 1))


def main():
    n = int(input())
    v = list(map(int, input().split()))
    d = lead(v, 0, n - 1)
    print((sum(v) - d) // 2 + d)


main()
