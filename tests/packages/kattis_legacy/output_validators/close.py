import sys

answer = float(open(sys.argv[2]).read())
try:
    given = float(sys.stdin.read())
except ValueError:
    sys.exit(43)
sys.exit(42 if abs(given - answer) <= float(sys.argv[4]) else 43)
