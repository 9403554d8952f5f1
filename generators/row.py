"""row SHAPE INTEGER... [breaks WRONG...] [spares WRONG...]

Print the first row of this shape on which every wrong program after `breaks` is wrong and every one
after `spares` is right. A name may stand for several programs; the condition holds for all of them.
If the first TRIES rows contain no such row, exit with an error: a test must do what its line says.
The shapes are in rows.py, the wrong programs in wrong.py."""

import sys
from itertools import islice

from rows import SHAPES
from wrong import answer, named

TRIES = 1000


def read(words):
    """Return the rows, and a list of (wrong program, whether it must be right)."""
    shape, *words = words
    numbers, demands, must_be_right = [], [], None
    for word in words:
        if word in ("breaks", "spares"):
            must_be_right = word == "spares"
        elif must_be_right is None:
            numbers.append(int(word))
        else:
            demands += [(program, must_be_right) for program in named(word)]
    return SHAPES[shape](*numbers), demands


try:
    rows, demands = read(sys.argv[1:])
except (KeyError, TypeError, ValueError) as fault:
    sys.exit(
        f"row {' '.join(sys.argv[1:])}: {fault}; expected {__doc__.splitlines()[0]}"
    )

tried = 0
for row in islice(rows, TRIES):
    tried += 1
    right = answer(row)
    if all((program(row) == right) == wanted for program, wanted in demands):
        print(len(row))
        print(*row)
        sys.exit()
sys.exit(f"row {' '.join(sys.argv[1:])}: no such row, tried {tried}")
