from mean import mean

input()
print(f"{mean(list(map(int, input().split()))):.9f}")
