import sys

data = list(map(int, sys.stdin.buffer.read().split()))
n = data[0]
far = [0] * (n + 1)
for i in range(n - 1):
    u, v, w = data[1 + 3 * i : 4 + 3 * i]
    far[v] = far[u] + w
print(max(far))
