import re
import sys

words = sys.argv[1:]
least = 0
if words and words[0] == "--negative":
    least, words = int("{{least}}"), words[1:]
lines = sys.stdin.read()
fine = re.fullmatch(r"(-?[0-9]+ )*-?[0-9]+\n", lines) and len(words) <= 1
extra = open("extra.txt").read().strip() if words == ["3"] else "0"
numbers = [*map(int, lines.split()), int(extra)] if fine else []
sys.exit(42 if fine and all(least <= n <= int("{{most}}") for n in numbers) else 43)
