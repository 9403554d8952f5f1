# fileinput without arguments reads standard input; a descriptor may be copied before.
#
# expect: AC
import fileinput
import os

again = os.dup(0)
lines = [line.strip() for line in fileinput.input()]
os.lseek(again, 0, os.SEEK_SET)
with open(again) as copy:
    assert [line.strip() for line in copy] == lines
print(sum(map(int, lines[1].split())))
