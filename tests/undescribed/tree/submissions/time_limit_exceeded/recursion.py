import sys

sys.setrecursionlimit(10**6)
data = list(map(int, sys.stdin.buffer.read().split()))
n = data[0]
edges = [data[1 + 3 * i : 4 + 3 * i] for i in range(n - 1)]
far = [-1] * (n + 1)
far[1] = 0
changed = True
while changed:
    changed = False
    for u, v, w in edges:
        if far[u] >= 0 > far[v]:
            far[v] = far[u] + w
            changed = True
        if far[v] >= 0 > far[u]:
            far[u] = far[v] + w
            changed = True
print(max(far))
