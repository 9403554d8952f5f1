"""people N D LOW HIGH [SEED]: print N people with heights from LOW to HIGH, and the difference D."""

import random
import sys

count, difference, low, high = map(int, sys.argv[1:5])
random.seed(" ".join(sys.argv[1:]))
print(count, difference)
print(*(random.randint(low, high) for _ in range(count)))
