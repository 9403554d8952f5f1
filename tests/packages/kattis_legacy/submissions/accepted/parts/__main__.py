from mean import mean

print(mean(list(map(int, input().split()))))
