"""Shapes of test data, for generators and strategies. docs/shapes.md lists them.

    from shapes import Rng, graphs, make, write

    rng = Rng(*sys.argv)
    tree = make("tree.caterpillar", 1000, rng)
    print(write.network(graphs.relabel(tree, rng)), end="")

It needs Python 3.8 and nothing else, and makes the same bytes on every version.
"""

from . import graphs, places, points, sequences, write
from .catalogue import TAGS, make, names
from .graphs import Graph
from .rng import Rng

__all__ = [
    "TAGS",
    "Graph",
    "Rng",
    "graphs",
    "make",
    "names",
    "places",
    "points",
    "sequences",
    "write",
]
