"""numbers STEP N LIMIT T SEED: print the sum T and N multiples of STEP, among them -LIMIT and LIMIT."""

import random
import sys

# Edit: print an input. Take sizes from the command: a new bound then changes the tests that name it.
step, count, limit, target = map(int, sys.argv[1:5])
random.seed(" ".join(sys.argv[1:]))
numbers = [step * random.randint(-limit // step + 1, limit // step) for _ in range(count - 2)]
numbers += [-limit, limit]
random.shuffle(numbers)
print(count, target)
print(*numbers)
