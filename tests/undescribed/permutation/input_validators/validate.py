import sys

lines = sys.stdin.read().split("\n")
assert len(lines) == 3 and lines[2] == ""
n = int(lines[0])
assert str(n) == lines[0]
assert 1 <= n <= 100000
p = [int(word) for word in lines[1].split(" ")]
assert " ".join(map(str, p)) == lines[1]
assert len(p) == n
assert sorted(p) == list(range(1, n + 1))
sys.exit(42)
