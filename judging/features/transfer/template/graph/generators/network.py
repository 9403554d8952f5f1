"""network TREE N M SEED: print a connected graph of N vertices and, if M is more, M edges.

TREE is the family of a spanning tree, such as tree.path: the judge's docs/shapes.md lists them.
The judge puts `shapes` beside this program. For other tools, `judge generate --copy-shapes`
copies it to generators/shapes.
"""

import sys

from shapes import Rng, graphs, make, write  # to copy it: judge generate --copy-shapes

family = sys.argv[1]
n = int(sys.argv[2])
m = int(sys.argv[3])
rng = Rng(*sys.argv[1:])
graph = graphs.connected(n, max(m, n - 1), rng, make(family, n, rng))
# Edit: print an input. Vertices 0 and n - 1 stay: in a path, these are the ends.
print(write.network(graphs.relabel(graph, rng, keep=[0, n - 1])), end="")
