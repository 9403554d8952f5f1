n = int(input())
p = list(map(int, input().split()))
falls = sum(p[i] > p[i + 1] for i in range(n - 1))
print(n - falls)
