# Wrong on the sample alone, which others require.
n = int(input())
print(n * (n + 1) // 2 if n != 3 else 0)
