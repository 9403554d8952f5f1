import os
import sys

from scale import scaled

factor = int(sys.argv[1]) if len(sys.argv) > 1 else 1
extra = int(open("extra.txt").read()) if os.path.exists("extra.txt") else 0
assert open("unit.txt").read().strip() == "{{most}}"
print(scaled(sum(map(int, input().split())) + extra, factor))
