"""cycle N V...: the values V..., over and over, until there are N."""

import sys

from rows import write

count, *values = map(int, sys.argv[1:])
write([values[i % len(values)] for i in range(count)])
