task, value = input().split()
if task == "encode":
    print(f"{int(value):b}".translate(str.maketrans("01", "ab")))
else:
    print(int(value[::-1].translate(str.maketrans("ab", "01")), 2))
