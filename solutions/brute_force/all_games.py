# Plays out every game: the definition of the answer, written down.
# Too slow: O(2^N) time, over at about 20 coins. Recursion N deep: at 999 and 1000 coins the
# interpreter's limit of 1000 frames ends it first.


def play(row, mine, mover):
    """The first player's sum if both play perfectly from here, `mine` of it already taken."""
    if not row:
        return mine
    taken = [(row[0], row[1:]), (row[-1], row[:-1])]
    if mover == 0:
        return max(play(rest, mine + coin, 1) for coin, rest in taken)
    return min(play(rest, mine, 0) for coin, rest in taken)


input()
print(play(tuple(map(int, input().split())), 0, 0))
