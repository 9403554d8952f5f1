"""random_numbers N LOW HIGH [SEED]: print a test with N random integers from LOW to HIGH."""

import random
import sys

# Edit: print an input. Take sizes from the command: a new bound then changes the tests that name it.
count, low, high = map(int, sys.argv[1:4])
random.seed(" ".join(sys.argv[1:]))
print(count)
print(*(random.randint(low, high) for _ in range(count)))
