import re, sys

text = sys.stdin.read()
lines = text.split("\n")
number = re.compile(r"0|[1-9][0-9]{0,6}")
valid = (
    len(lines) > 2
    and lines[-1] == ""
    and all(number.fullmatch(line) for line in lines[:-1])
    and 1 <= int(lines[0]) <= 1000
    and int(lines[0]) == len(lines) - 2
    and all(int(line) <= 10**6 for line in lines[1:-1])
)
sys.exit(42 if valid else 43)
