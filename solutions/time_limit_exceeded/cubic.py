# The sum form bottom-up, with the sum of each interval added up anew.
# Too slow: O(N^3) time, 1.7 * 10^8 additions for a full row. Short rows pass.

n = int(input())
v = list(map(int, input().split()))

best = [[0] * n for _ in range(n)]
for i in range(n - 1, -1, -1):
    best[i][i] = v[i]
    for j in range(i + 1, n):
        total = 0
        for k in range(i, j + 1):
            total += v[k]
        best[i][j] = total - min(best[i + 1][j], best[i][j - 1])
print(best[0][n - 1])
