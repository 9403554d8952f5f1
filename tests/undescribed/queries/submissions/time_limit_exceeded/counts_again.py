import sys

lines = sys.stdin.read().split("\n")
h, w, q = map(int, lines[0].split())
grid = [list(lines[1 + i]) for i in range(h)]
for line in lines[1 + h : 1 + h + q]:
    words = line.split()
    r = int(words[1]) - 1
    if words[0] == "count":
        print(sum(cell == "#" for cell in grid[r]))
    else:
        c = int(words[2]) - 1
        grid[r][c] = "." if grid[r][c] == "#" else "#"
