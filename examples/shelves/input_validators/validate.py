"""Input validator: exits with 42 if stdin is a valid input, else with 43 and a reason on stderr.

With --constraints_file FILE it also writes the bounds of each quantity and whether they are reached,
for `judge strength`.
"""

import re
import sys

MAX_N = int("{{max_n}}")
MAX_WIDTH = int("{{max_width}}")
NUMBER = r"[1-9]\d{0,9}"


def fault(text: str) -> str:
    """Return what is wrong with the input; an empty string if it is valid."""
    form = rf"({NUMBER}) ({NUMBER})\n({NUMBER}( {NUMBER})*)\n"
    match = re.fullmatch(form, text, re.ASCII)
    if not match:
        return "expected a line with n and s, and a line with positive widths"
    count, length = int(match[1]), int(match[2])
    widths = list(map(int, match[3].split(" ")))
    if count > MAX_N or length > MAX_WIDTH:
        return f"n or s is too large: {count} {length}"
    if len(widths) != count:
        return f"n is {count}, but there are {len(widths)} widths"
    if max(widths) > length:
        return (
            f"a book of width {max(widths)} does not fit on a shelf of length {length}"
        )
    return ""


def constraint(name: str, values: list[int], low: int, high: int) -> str:
    """Return the line of the constraints file for one quantity."""
    least = min(values)
    most = max(values)
    reached = f"{int(least == low)} {int(most == high)}"
    return f"validate.py:{name} {name} {reached} {least} {most} {low} {high}\n"


text = sys.stdin.buffer.read().decode("ascii", "replace")
reason = fault(text)
if reason:
    print(reason, file=sys.stderr)
    sys.exit(43)
if sys.argv[-2:-1] == ["--constraints_file"]:
    count, length, *widths = map(int, text.split())
    with open(sys.argv[-1], "w") as file:
        file.write(constraint("n", [count], 1, MAX_N))
        file.write(constraint("s", [length], 1, MAX_WIDTH))
        file.write(constraint("w", widths, 1, MAX_WIDTH))
sys.exit(42)
