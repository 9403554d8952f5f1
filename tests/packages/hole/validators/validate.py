import re
import sys

match = re.fullmatch(r"([1-9]\d{0,2}) ([1-9]\d{0,2})\n", sys.stdin.read())
sys.exit(42 if match and max(map(int, match.groups())) <= 100 else 43)
