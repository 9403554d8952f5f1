# Prints many short lines one after the other, and once a list as a long one.
#
# expect: AC
import sys

n = int(input())
print(sum(map(int, input().split())))
for _ in range(100_000):
    print()
sys.stdout.write(" " * 5_000_000)
print(file=sys.stderr)
