"""Finds two piles only if the number of stones is a multiple of 4."""

n = int(input())
if n % 4:
    print("impossible")
else:
    pile = []
    for first in range(1, n, 4):
        pile += [first, first + 3]
    print(len(pile))
    print(*pile)
