"""row SHAPE INTEGER... [breaks WRONG...] [spares WRONG...]

Prints the first row of the shape on which every wrong program after `breaks` is wrong and every one
after `spares` is right. Where a name stands for several programs, all of them are. If there is no
such row among the first TRIES, that is an error: a test must do what its line says. shapes.py has
the shapes, wrong.py the wrong programs."""

import sys
from itertools import islice

from shapes import SHAPES
from wrong import answer, named

TRIES = 1000


def read(words):
    """The rows, and a list of (wrong program, whether it must be right)."""
    shape, *words = words
    numbers, fates, spared = [], [], None
    for word in words:
        if word in ("breaks", "spares"):
            spared = word == "spares"
        elif spared is None:
            numbers.append(int(word))
        else:
            fates += [(program, spared) for program in named(word)]
    return SHAPES[shape](*numbers), fates


try:
    rows, fates = read(sys.argv[1:])
except (KeyError, TypeError, ValueError) as fault:
    sys.exit(f"row {' '.join(sys.argv[1:])}: {fault}; expected {__doc__.splitlines()[0]}")

tried = 0
for row in islice(rows, TRIES):
    tried += 1
    right = answer(row)
    if all((program(row) == right) == spared for program, spared in fates):
        print(len(row))
        print(*row)
        sys.exit()
sys.exit(f"row {' '.join(sys.argv[1:])}: no such row, tried {tried}")
