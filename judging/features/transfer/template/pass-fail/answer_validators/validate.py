"""Answer validator: `validate.py INPUT < ANSWER` exits with 42 if the answer has the right form, else with 43."""

import re
import sys

# Edit: what an answer looks like. Whether it is right is not checked here: solutions say so.
if re.fullmatch(r"(0|-?[1-9]\d*)\n", sys.stdin.read(), re.ASCII):
    sys.exit(42)
print("expected a line with the sum", file=sys.stderr)
sys.exit(43)
