import sys

data = sys.stdin.buffer.read().split()
at = 1
for _ in range(int(data[0])):
    n = int(data[at])
    a = data[at + 1 : at + 1 + n]
    at += 1 + n
    pairs = 0
    run = 1
    for i in range(1, n):
        run = run + 1 if a[i] == a[i - 1] else 1
        pairs += run - 1
    print(pairs)
