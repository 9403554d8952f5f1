"""mountains TREE N M SLOPE SEED: print a connected network of N huts and, if M is more, M paths.

TREE is the family of a spanning tree, such as tree.path: docs/shapes.md lists them. The slopes are
drawn from 1 to SLOPE.
"""

import sys

from shapes import Rng, graphs, make

family = sys.argv[1]
huts, paths, slope = map(int, sys.argv[2:5])
rng = Rng(*sys.argv[1:])
graph = graphs.connected(huts, max(paths, huts - 1), rng, make(family, huts, rng))
# Vertices 0 and n - 1 stay: in a path, these are the ends.
network = graphs.relabel(graph, rng, keep=[0, huts - 1])
print(network.n, len(network.edges))
for u, v in network.edges:
    print(u + 1, v + 1, rng.between(1, slope))
