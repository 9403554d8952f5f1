n = int(input())
p = [tuple(map(int, input().split())) for _ in range(n)]


def beyond(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0


# Points at a corner of the hull: some line through them has all others on one side.
corners = []
for a in p:
    for b in p:
        if a != b and not any(beyond(a, b, c) for c in p):
            corners.append(a)
print(max((a - c) ** 2 + (b - d) ** 2 for a, b in corners for c, d in corners))
