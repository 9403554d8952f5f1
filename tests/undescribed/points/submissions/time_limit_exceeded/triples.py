n = int(input())
p = [tuple(map(int, input().split())) for _ in range(n)]
print(max((a - c) ** 2 + (b - d) ** 2 for a, b in p for c, d in p))
