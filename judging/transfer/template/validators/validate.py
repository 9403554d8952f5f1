"""Input validator: exit code 42 for a valid input on stdin, 43 and a reason for any other.

With --constraints_file FILE it also writes what it saw and what it allows, a line per quantity:
location, name, lower and upper bound reached (0 or 1), least and greatest value, the two bounds.
`judge strength` and `judge validate --junk` ask for that.
"""

import re
import sys

MAX_COUNT = 100_000
MAX_VALUE = 10**9


def fault(text: str) -> str:
    """What is wrong with the input; the empty string when nothing is."""
    form = re.fullmatch(r"(?P<count>[1-9]\d*)\n(?P<values>\S+( \S+)*)\n", text, re.ASCII)
    if not form:
        return "expected a line with n and a line with the integers, one space between them"
    values = form["values"].split(" ")
    if len(form["count"]) > 6 or int(form["count"]) > MAX_COUNT:
        return f"n is {form['count']}, more than {MAX_COUNT}"
    if int(form["count"]) != len(values):
        return f"n is {form['count']}, but {len(values)} integers follow"
    for value in values:
        if not re.fullmatch(r"0|-?[1-9]\d{0,9}", value, re.ASCII) or abs(int(value)) > MAX_VALUE:
            return f"{value} is not an integer from {-MAX_VALUE} to {MAX_VALUE}"
    return ""


def constraints(text: str) -> str:
    """The lines of the constraints file for a valid input."""
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
