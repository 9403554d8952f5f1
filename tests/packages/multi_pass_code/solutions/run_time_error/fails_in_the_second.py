task, value = input().split()
print(f"{int(value):b}".translate(str.maketrans("01", "ab")))
