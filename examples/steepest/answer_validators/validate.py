"""Answer validator: `validate.py INPUT < ANSWER` exits with 42 if an answer has the right form."""

import re
import sys

MAX_SLOPE = int("{{max_slope}}")

# Python reads no number of more than 4,300 digits.
match = re.fullmatch(r"([1-9]\d{0,17})\n", sys.stdin.read(), re.ASCII)
if match and int(match[1]) <= MAX_SLOPE:
    sys.exit(42)
print(f"expected a line with a slope from 1 to {MAX_SLOPE}", file=sys.stderr)
sys.exit(43)
