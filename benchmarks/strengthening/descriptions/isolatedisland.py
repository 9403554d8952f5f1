from hypothesis import strategies as st

from shapes import Rng, places, write


def island(seed):
    """A convex polygon and chords of it, or a rectangle with lines across."""
    rng = Rng(seed)
    most = rng.choice((3, 8, 30, 1000))
    n = rng.between(3, most)
    if n > 5 and rng.below(3) == 0:
        rows = rng.between(1, n - 5)
        columns = n - 4 - rows
        far = rng.choice((max(rows, columns) + 1, 10**6))
        lines = [(0, 0, far, 0), (0, 0, 0, far), (far, 0, far, far), (0, far, far, far)]
        lines += [(0, y, far, y) for y in rng.sample(rows, 1, far - 1)]
        lines += [(x, 0, x, far) for x in rng.sample(columns, 1, far - 1)]
    else:
        corners = rng.between(3, n)
        points = places.convex(corners)
        lines = [(*points[i - 1], *points[i]) for i in range(corners)]
        ends = [(i, j) for i in range(corners) for j in range(i + 2, corners)]
        chords = [(i, j) for i, j in ends if j - i < corners - 1]
        picked = rng.shuffled(chords)[: n - corners]
        lines += [(*points[i], *points[j]) for i, j in picked]
    lines = rng.shuffled(
        [line if rng.below(2) else line[2:] + line[:2] for line in lines]
    )
    return f"{len(lines)}\n" + write.rows(lines)


inputs = st.integers(0, 10**9).map(island)
