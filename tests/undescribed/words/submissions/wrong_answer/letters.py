import sys

words = sys.stdin.read().split()[1:]
print(len({"".join(sorted(set(word))) for word in words}))
