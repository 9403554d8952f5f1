"""Computes which weights a pile of the first stones can have: right, but too much work."""

n = int(input())
total = n * (n + 1) // 2
if total % 2:
    print("impossible")
else:
    # smallest[w]: the last stone of the first pile of weight w that was found.
    smallest = {0: 0}
    for stone in range(1, n + 1):
        for weight in sorted(smallest, reverse=True):
            smallest.setdefault(weight + stone, stone)
    weight = total // 2
    pile = []
    while weight:
        pile.append(smallest[weight])
        weight -= smallest[weight]
    print(len(pile))
    print(*pile)
