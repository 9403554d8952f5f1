"""books N LENGTH LOW HIGH [SEED]: print N books with random widths from LOW to HIGH."""

import random
import sys

count, length, low, high = map(int, sys.argv[1:5])
random.seed(" ".join(sys.argv[1:]))
print(count, length)
print(*(random.randint(low, high) for _ in range(count)))
