"""Takes every other stone: the weights differ by half of the number of stones."""

n = int(input())
if n * (n + 1) // 2 % 2:
    print("impossible")
else:
    pile = range(n, 0, -2)
    print(len(pile))
    print(*pile)
