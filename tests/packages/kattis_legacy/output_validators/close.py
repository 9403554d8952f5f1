import sys

answer = float(open(sys.argv[2]).read())
sys.exit(42 if abs(float(sys.stdin.read()) - answer) <= float(sys.argv[4]) else 43)
