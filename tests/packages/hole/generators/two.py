import random
import sys

random.seed(sys.argv[2])
print(random.randint(1, int(sys.argv[1])), random.randint(1, int(sys.argv[1])))
