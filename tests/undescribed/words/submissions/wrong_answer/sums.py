import sys

words = sys.stdin.read().split()[1:]
print(len({(len(word), sum(map(ord, word))) for word in words}))
