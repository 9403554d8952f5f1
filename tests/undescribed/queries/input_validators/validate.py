import re
import sys

first = sys.stdin.readline()
match = re.fullmatch(r"(\d+) (\d+) (\d+)\n", first)
assert match
h, w, q = map(int, match.groups())
assert first == f"{h} {w} {q}\n"
assert 1 <= h <= 1000 and 1 <= w <= 1000 and h * w <= 100000
assert 1 <= q <= 50000
for _ in range(h):
    row = sys.stdin.readline()
    assert re.fullmatch(r"[.#]+\n", row) and len(row) == w + 1
for _ in range(q):
    line = sys.stdin.readline()
    words = line.split()
    assert line == " ".join(words) + "\n"
    if words[0] == "flip":
        assert len(words) == 3
        r, c = int(words[1]), int(words[2])
        assert line == f"flip {r} {c}\n"
        assert 1 <= r <= h and 1 <= c <= w
    else:
        assert words[0] == "count"
        assert len(words) == 2
        r = int(words[1])
        assert line == f"count {r}\n"
        assert 1 <= r <= h
assert sys.stdin.read() == ""
sys.exit(42)
