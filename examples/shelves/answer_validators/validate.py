"""Answer validator: `validate.py INPUT < ANSWER` exits with 42 if an answer has the right form."""

import re
import sys

with open(sys.argv[1]) as file:
    books = int(file.readline().split()[0])
# Python reads no number of more than 4,300 digits.
match = re.fullmatch(r"([1-9]\d{0,17})\n", sys.stdin.read(), re.ASCII)
if match and int(match[1]) <= books:
    sys.exit(42)
print(f"expected a line with a number from 1 to {books}", file=sys.stderr)
sys.exit(43)
