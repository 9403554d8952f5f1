# Opens standard input by its name, and reads it line by line.
#
# expect: AC
with open("/dev/stdin", encoding="utf-8") as lines:
    n = int(next(lines))
    values = [int(word) for line in lines for word in line.split()]
assert len(values) == n
print(sum(values))
