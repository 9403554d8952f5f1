import sys

from lines import lines_of

sys.exit(42 if lines_of(sys.stdin) == 1 else 43)
