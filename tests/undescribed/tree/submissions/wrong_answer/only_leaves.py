import sys

data = list(map(int, sys.stdin.buffer.read().split()))
n = data[0]
near = [[] for _ in range(n + 1)]
for i in range(n - 1):
    u, v, w = data[1 + 3 * i : 4 + 3 * i]
    near[u].append((v, w))
    near[v].append((u, w))
best = 0
stack = [(1, 0, 0)]
while stack:
    u, p, d = stack.pop()
    if len(near[u]) == 1 and d > best and u < n:
        best = d
    for v, w in near[u]:
        if v != p:
            stack.append((v, u, d + w))
print(best)
