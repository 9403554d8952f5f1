n = int(input())
total = sum(map(int, input().split()))
assert total % n == 0
print(total // n)
