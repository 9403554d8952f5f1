"""Of four stones in a row, the outer two weigh as much as the inner two."""

n = int(input())
if n % 4 in (1, 2):
    print("impossible")
else:
    # Of the stones 1, 2 and 3 that are left over, 3 weighs as much as the others.
    pile = [3] if n % 4 == 3 else []
    for first in range(n % 4 + 1, n, 4):
        pile += [first, first + 3]
    print(len(pile))
    print(*pile)
