"""Inputs for `judge hack`: `inputs` is a Hypothesis strategy for valid inputs, as text.

`shape` draws small graphs number by number, so that a find shrinks, and others from a seed.
"""

from shapes import graphs, write
from shapes.strategies import shape

MOST = min(300, int("{{max_n}}"))  # larger ones take long to draw


def network(n, more, rng):
    return graphs.connected(n, min(n - 1 + more, n * (n - 1) // 2), rng)


# Edit: what is drawn, from which sizes, and how it is printed.
inputs = shape(network, (2, MOST), (0, MOST)).map(write.network)
