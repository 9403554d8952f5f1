import re
import sys

n = sys.stdin.readline()
assert re.fullmatch("[1-9][0-9]{0,4}\n", n)
n = int(n)
assert n <= 10000
for _ in range(n):
    word = sys.stdin.readline()
    assert re.match("^[a-z]{1,50}\n$", word)
assert len(sys.stdin.read()) == 0
sys.exit(42)
