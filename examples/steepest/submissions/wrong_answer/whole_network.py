"""Joins all huts, not only the first and the last one."""

import sys


def main() -> None:
    """Read the network and print the slope of the last path that is needed."""
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    huts = numbers[0]
    paths = [numbers[place : place + 3] for place in range(2, len(numbers), 3)]
    root = list(range(huts + 1))

    def find(hut: int) -> int:
        while root[hut] != hut:
            root[hut] = root[root[hut]]
            hut = root[hut]
        return hut

    steepest = 0
    for u, v, slope in sorted(paths, key=lambda path: path[2]):
        if find(u) != find(v):
            root[find(u)] = find(v)
            steepest = slope
    print(steepest)


main()
