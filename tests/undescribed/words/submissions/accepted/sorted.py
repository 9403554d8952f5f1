import sys

words = sys.stdin.read().split()[1:]
print(len({"".join(sorted(word)) for word in words}))
