import sys

lines = sys.stdin.read().split("\n")
h, w, q = map(int, lines[0].split())
grid = [list(lines[1 + i]) for i in range(h)]
on = [row.count("#") for row in grid]
for line in lines[1 + h : 1 + h + q]:
    words = line.split()
    r = int(words[1]) - 1
    if words[0] == "count":
        print(on[r])
    else:
        c = int(words[2]) - 1
        if grid[r][c] == "#":
            grid[r][c] = "."
            on[r] -= 1
        else:
            grid[r][c] = "#"
            on[r] += 1
