"""ramp N FIRST STEP [TURN STEP2]: N values from FIRST by STEP, from place TURN on by STEP2."""

import sys

from rows import write

count, value, step, *turn = map(int, sys.argv[1:])
row = []
for place in range(count):
    row.append(value)
    if turn and place + 1 == turn[0]:
        step = turn[1]
    value += step
write(row)
