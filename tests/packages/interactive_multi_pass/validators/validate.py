import re, sys

sys.exit(42 if re.fullmatch(r"[1-9][0-9]{0,2}\n", sys.stdin.read()) else 43)
