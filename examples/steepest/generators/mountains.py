"""mountains TREE N M SLOPE SEED: print a connected network of N huts and, if M is more, M paths.

TREE is a spanning tree: path, star, caterpillar or random. The slopes are drawn from 1 to SLOPE.
"""

import random
import sys

tree = sys.argv[1]
huts, paths, slope = map(int, sys.argv[2:5])
random.seed(" ".join(sys.argv[1:]))


def parent(hut: int) -> int:
    """Return the hut that a later one is joined to in the tree."""
    if tree == "path":
        return hut - 1
    if tree == "star":
        return 1
    if tree == "caterpillar":
        # The even huts are the spine, and an odd one hangs at the hut before it.
        return max(1, hut - 1 - (hut % 2 == 0))
    return random.randint(1, hut - 1)


ends = {(parent(hut), hut) for hut in range(2, huts + 1)}
while len(ends) < paths:
    first, second = sorted(random.sample(range(1, huts + 1), 2))
    ends.add((first, second))

# The huts 1 and n keep their numbers: in a path, these are the ends.
middle = list(range(2, huts))
random.shuffle(middle)
number = [0, 1, *middle, huts]
print(huts, len(ends))
# Sorted first: the order of a set is not the same everywhere.
for first, second in random.sample(sorted(ends), len(ends)):
    print(number[first], number[second], random.randint(1, slope))
