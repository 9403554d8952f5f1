"""random_numbers N LIMIT SEED: print a test with N random integers from -LIMIT to LIMIT."""

import random
import sys

count, limit, seed = map(int, sys.argv[1:])
random.seed(seed)
print(count)
print(*(random.randint(-limit, limit) for _ in range(count)))
