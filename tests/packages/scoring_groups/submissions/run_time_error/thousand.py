n = int(input())
assert n <= 1000
print(n * (n + 1) // 2)
