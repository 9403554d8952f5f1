import sys

data = list(map(int, sys.stdin.buffer.read().split()))
n = data[0]
near = [[] for _ in range(n + 1)]
for i in range(n - 1):
    u, v, w = data[1 + 3 * i : 4 + 3 * i]
    near[u].append((v, w))
    near[v].append((u, w))
far = [-1] * (n + 1)
far[1] = 0
stack = [1]
while stack:
    u = stack.pop()
    for v, w in near[u]:
        if far[v] < 0:
            far[v] = far[u] + w
            stack.append(v)
print(max(far))
