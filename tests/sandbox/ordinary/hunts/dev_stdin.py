# A right submission that opens its input and its output by name.
#
# expect: AC
with open("/dev/stdin") as given, open("/dev/stdout", "w") as out:
    n, *values = map(int, given.read().split())
    print(sum(values[:n]), file=out)
