import sys

words = sys.stdin.read().split()[1:]
found = []
for word in words:
    key = sorted(word)
    if key not in found:
        found.append(key)
print(len(found))
