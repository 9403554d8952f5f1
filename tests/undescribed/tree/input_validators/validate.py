import re
import sys

MAX_N = 200_000
line = sys.stdin.readline()
assert re.fullmatch(r"[1-9][0-9]*\n", line)
n = int(line)
assert 2 <= n <= MAX_N
near = [[] for _ in range(n + 1)]
for _ in range(n - 1):
    line = sys.stdin.readline()
    assert re.fullmatch(r"[1-9][0-9]* [1-9][0-9]* [0-9]+\n", line)
    u, v, w = map(int, line.split())
    assert 1 <= u <= n and 1 <= v <= n
    assert 0 <= w <= 10**9
    assert u != v
    near[u].append(v)
    near[v].append(u)
assert sys.stdin.readline() == ""
seen = {1}
stack = [1]
while stack:
    for v in near[stack.pop()]:
        if v not in seen:
            seen.add(v)
            stack.append(v)
assert len(seen) == n
sys.exit(42)
