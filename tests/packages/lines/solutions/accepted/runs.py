import itertools, sys

_, *row = map(int, sys.stdin.read().split())
print(max(len(list(run)) for _, run in itertools.groupby(row)))
