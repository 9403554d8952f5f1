# The short form of many Python programs: open(0).
#
# expect: AC
n, *values = map(int, open(0).read().split())
print(sum(values[:n]))
