"""Input validator: exits with 42 if stdin is a valid input; a failed assertion exits with 1."""

import re
import sys

NUMBER = r"(0|-?[1-9]\d*)"

first = sys.stdin.readline()
assert re.fullmatch(rf"{NUMBER} {NUMBER}\n", first)
n, k = map(int, first.split())
assert 1 <= n <= 200_000
assert 0 <= k <= 10**9

second = sys.stdin.readline()
assert re.fullmatch(rf"{NUMBER}( {NUMBER})*\n", second)
balances = list(map(int, second.split()))
assert len(balances) == n
for balance in balances:
    assert -2 * 10**9 <= balance <= 2 * 10**9

assert sys.stdin.readline() == ""
sys.exit(42)
