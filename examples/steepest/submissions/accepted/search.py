"""Goes on along the flattest path from the huts that are reached, until hut n is one of them."""

import heapq
import sys


def main() -> None:
    """Read the network and print the slope."""
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    huts = numbers[0]
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(huts + 1)]
    for place in range(2, len(numbers), 3):
        u, v, slope = numbers[place : place + 3]
        neighbours[u].append((slope, v))
        neighbours[v].append((slope, u))
    reached = [False] * (huts + 1)
    steepest = 0
    paths = [(0, 1)]
    while not reached[huts]:
        slope, hut = heapq.heappop(paths)
        if reached[hut]:
            continue
        reached[hut] = True
        steepest = max(steepest, slope)
        for path in neighbours[hut]:
            heapq.heappush(paths, path)
    print(steepest)


main()
