n = int(input())
p = sorted(tuple(map(int, input().split())) for _ in range(n))
print((p[0][0] - p[-1][0]) ** 2 + (p[0][1] - p[-1][1]) ** 2)
