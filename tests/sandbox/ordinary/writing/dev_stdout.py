# open("/dev/stdout", "w"), open(1, "w") and print(file=...) to the name of the error stream.
#
# expect: AC
# smoke: yes
import sys

n = int(input())
values = [int(word) for word in input().split()]
with open("/dev/stderr", "w") as debug:
    print(n, values, file=debug)
with open("/dev/stdout", "w") as out:
    out.write(f"{sum(values)}\n")
with open(1, "a", closefd=False) as out:
    out.write("\n")
sys.stdout.flush()
