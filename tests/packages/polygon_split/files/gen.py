import random
import sys

least, most = int(sys.argv[1]), int(sys.argv[2])
print(random.Random(" ".join(sys.argv[1:])).randint(least, most))
