"""lake N DEEPEST SEED: print a lake of N places whose deepest place is number DEEPEST."""

import random
import sys

count, deepest = map(int, sys.argv[1:3])
random.seed(" ".join(sys.argv[1:]))
depths = sorted(random.sample(range(1, 10**9), count))
# The deepest one, and those left of it, drawn from the others.
top = depths.pop()
left = sorted(random.sample(range(count - 1), deepest - 1))
is_left = set(left)
right = [depth for index, depth in enumerate(depths) if index not in is_left]
print(count)
print(*(depths[index] for index in left), top, *reversed(right))
