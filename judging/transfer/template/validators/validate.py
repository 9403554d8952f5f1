"""Input validator: exits with 42 if stdin is a valid input, else with 43 and a reason on stderr.

With --constraints_file FILE it also writes one line for each quantity: location, name, whether the
lower and the upper bound are reached (0 or 1), smallest and largest value, lower and upper bound.
`judge strength` and `judge validate --junk` use this file.
"""

import re
import sys

MAX_COUNT = 100_000
MAX_VALUE = 10**9


def fault(text: str) -> str:
    """Return what is wrong with the input; an empty string if it is valid."""
    match = re.fullmatch(r"(?P<count>[1-9]\d*)\n(?P<values>\S+( \S+)*)\n", text, re.ASCII)
    if not match:
        return "expected a line with n and a line with the integers, separated by single spaces"
    values = match["values"].split(" ")
    if len(match["count"]) > 6 or int(match["count"]) > MAX_COUNT:
        return f"n is {match['count']}, expected at most {MAX_COUNT}"
    if int(match["count"]) != len(values):
        return f"n is {match['count']}, but the next line has {len(values)} integers"
    for value in values:
        if not re.fullmatch(r"0|-?[1-9]\d{0,9}", value, re.ASCII) or abs(int(value)) > MAX_VALUE:
            return f"{value} is not an integer from {-MAX_VALUE} to {MAX_VALUE}"
    return ""


def constraints(text: str) -> str:
    """Return the lines of the constraints file for a valid input."""
    count, *values = map(int, text.split())
    lines = []
    for name, seen, low, high in (
        ("n", [count], 1, MAX_COUNT),
        ("a", values, -MAX_VALUE, MAX_VALUE),
    ):
        least, greatest = min(seen), max(seen)
        reached = f"{int(least == low)} {int(greatest == high)}"
        lines.append(f"validate.py:{name} {name} {reached} {least} {greatest} {low} {high}\n")
    return "".join(lines)


text = sys.stdin.buffer.read().decode("ascii", "replace")
reason = fault(text)
if reason:
    print(reason, file=sys.stderr)
elif sys.argv[1:2] == ["--constraints_file"]:
    with open(sys.argv[2], "w") as file:
        file.write(constraints(text))
sys.exit(43 if reason else 42)
