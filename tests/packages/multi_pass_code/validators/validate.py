import re, sys

text = sys.stdin.read()
match = re.fullmatch(r"encode (0|[1-9][0-9]*)\n", text)
sys.exit(42 if match and int(match[1]) <= 255 else 43)
