import re
import sys

text = sys.stdin.read()
match = re.fullmatch(r"(\d+) (\d+)\n", text)
if not match:
    print("line 1, column 1: expected two numbers")
    sys.exit(43)
for group in (1, 2):
    if int(match[group]) > 100:
        print(
            f"line 1, column {match.start(group) + 1}: expected at most 100, found {match[group]}"
        )
        sys.exit(43)
sys.exit(42)
