"""Input validator: exits with 42 if stdin is a valid input, else with 43 and a reason on stderr.

With --constraints_file FILE it also writes one line for each quantity: location, name, whether the
lower and the upper bound are reached (0 or 1), smallest and largest value, lower and upper bound.
`judge strength` and `judge validate --junk` use this file.
"""

import re
import sys

# The constants of problem.yaml. Edit the bounds there, and below what an input consists of.
MAX_N = int("{{max_n}}")
MAX_VALUE = int("{{max_value}}")
# In a group of tests with a smaller bound on n, that is the argument.
LARGEST_N = MAX_N
if sys.argv[1:] and sys.argv[1].isdigit():
    LARGEST_N = int(sys.argv[1])


def fault(text: str) -> str:
    """Return what is wrong with the input; an empty string if it is valid."""
    match = re.fullmatch(r"(?P<count>[1-9]\d*)\n(?P<values>\S+( \S+)*)\n", text, re.ASCII)
    if not match:
        return "expected a line with n and a line with the integers, separated by single spaces"
    values = match["values"].split(" ")
    if len(match["count"]) > 9 or int(match["count"]) > LARGEST_N:
        return f"n is {match['count']}, expected at most {LARGEST_N}"
    if int(match["count"]) != len(values):
        return f"n is {match['count']}, but the next line has {len(values)} integers"
    for value in values:
        if not re.fullmatch(r"0|-?[1-9]\d{0,17}", value, re.ASCII) or abs(int(value)) > MAX_VALUE:
            return f"{value} is not an integer from {-MAX_VALUE} to {MAX_VALUE}"
    return ""


def constraints(text: str) -> str:
    """Return the lines of the constraints file for a valid input."""
    count, *values = map(int, text.split())
    lines = []
    for name, seen, low, high in (
        ("n", [count], 1, MAX_N),
        ("a", values, -MAX_VALUE, MAX_VALUE),
    ):
        least = min(seen)
        greatest = max(seen)
        reached = f"{int(least == low)} {int(greatest == high)}"
        lines.append(f"validate.py:{name} {name} {reached} {least} {greatest} {low} {high}\n")
    return "".join(lines)


text = sys.stdin.buffer.read().decode("ascii", "replace")
reason = fault(text)
if reason:
    print(reason, file=sys.stderr)
elif sys.argv[-2:-1] == ["--constraints_file"]:
    with open(sys.argv[-1], "w") as file:
        file.write(constraints(text))
sys.exit(43 if reason else 42)
