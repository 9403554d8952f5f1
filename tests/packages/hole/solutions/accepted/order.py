a, b = map(int, input().split())
if a <= b:
    print("yes")
else:
    print("no")
