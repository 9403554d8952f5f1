"""uniform N LOW HIGH SEED: N independent values from LOW..HIGH."""

import sys

from rows import Random, write

count, low, high, seed = map(int, sys.argv[1:])
write(Random(seed).row(count, low, high))
