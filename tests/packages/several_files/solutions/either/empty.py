n = int(input())
numbers = list(map(int, input().split()))
print(numbers[0] if numbers[0] else 1 // numbers[0])
