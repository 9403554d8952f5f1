"""A number from 1 to n: n-th parts of the score, the number itself, or no word of a score."""

import sys
from pathlib import Path

n = int(Path(sys.argv[1]).read_text())
feedback = Path(sys.argv[3])
how = sys.argv[4:]
try:
    given = int(sys.stdin.read())
except ValueError:
    sys.exit(43)
if not 1 <= given <= n:
    sys.exit(43)
if how == ["part"]:
    (feedback / "score_multiplier.txt").write_text(f"{given / n}")
elif how != ["any"]:
    (feedback / "score.txt").write_text(f"{given}")
sys.exit(42)
