import sys

words = sys.stdin.read().split()[1:]
print(len(set(words)))
