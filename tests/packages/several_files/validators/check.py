import re
import sys

n, numbers = sys.stdin.read().split("\n")[:2]
good = re.fullmatch("[1-9][0-9]?", n) and len(numbers.split(" ")) == int(n)
sys.exit(42 if good else 43)
