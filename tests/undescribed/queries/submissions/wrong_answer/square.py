import sys

lines = sys.stdin.read().split("\n")
h, w, q = map(int, lines[0].split())
on = {(r, c) for r in range(h) for c in range(min(h, w)) if lines[1 + r][c] == "#"}
count = [sum((r, c) in on for c in range(w)) for r in range(h)]
for line in lines[1 + h : 1 + h + q]:
    words = line.split()
    r = int(words[1]) - 1
    if words[0] == "count":
        print(count[r])
    else:
        place = (r, int(words[2]) - 1)
        count[r] += -1 if place in on else 1
        on ^= {place}
