"""Input validator: exits with 42 if stdin is a valid input, else with 43 and a reason on stderr.

The arguments of a group are its bounds on n and d. With --constraints_file FILE it also writes the
bounds of each quantity and whether they are reached, for `judge strength`.
"""

import re
import sys

MAX_N = int("{{max_n}}")
MAX_VALUE = int("{{max_value}}")
largest_n = MAX_N
largest_d = MAX_VALUE
if len(sys.argv) > 2 and sys.argv[1].isdigit():
    largest_n = int(sys.argv[1])
    largest_d = int(sys.argv[2])
NUMBER = r"0|[1-9]\d{0,9}"


def fault(text: str) -> str:
    """Return what is wrong with the input; an empty string if it is valid."""
    form = rf"({NUMBER}) ({NUMBER})\n((?:{NUMBER})(?: (?:{NUMBER}))*)\n"
    match = re.fullmatch(form, text, re.ASCII)
    if not match:
        return "expected a line with n and d, and a line with heights"
    count, difference = int(match[1]), int(match[2])
    heights = list(map(int, match[3].split(" ")))
    if count > largest_n or difference > largest_d:
        return f"n or d is too large: {count} {difference}"
    if len(heights) != count:
        return f"n is {count}, but there are {len(heights)} heights"
    if min(heights) < 1 or max(heights) > MAX_VALUE:
        return f"expected heights from 1 to {MAX_VALUE}"
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
    count, difference, *heights = map(int, text.split())
    with open(sys.argv[-1], "w") as file:
        file.write(constraint("n", [count], 1, MAX_N))
        file.write(constraint("d", [difference], 0, MAX_VALUE))
        file.write(constraint("height", heights, 1, MAX_VALUE))
sys.exit(42)
