"""number N [LESS]: print N - LESS."""

import sys

number = int(sys.argv[1])
if len(sys.argv) > 2:
    number -= int(sys.argv[2])
print(number)
