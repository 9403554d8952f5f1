n = int(input())
p = [0] + list(map(int, input().split()))
fixed = sum(p[i] == i for i in range(1, n + 1))
print(fixed + (n - fixed) // 2)
