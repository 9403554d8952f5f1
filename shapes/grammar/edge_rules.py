"""What `#@ tree u v` and `#@ graph u v` demand of edges, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field

from .demands import Edges


@dataclass
class EdgeRules:
    """The edges that one loop has read so far.

    first: the first end of the edge that is being read.
    parts: by vertex, another one in the same part; a part has one that has itself.
    """

    edges: Edges
    first: int = 0
    parts: dict[int, int] = field(default_factory=dict)
    _known: set[frozenset[int]] = field(default_factory=set)
    _joined: int = 0

    def permits(self, second: int, vertices: int, *, is_last: bool) -> bool:
        """Add the edge to a second end; return whether the edges may be those of the graph.

        vertices: how many the graph has, if it is not a tree.
        is_last: no other edge follows.
        """
        edge = frozenset((self.first, second))
        if len(edge) == 1 or edge in self._known:
            return False
        self._known.add(edge)
        one = self._part(self.first)
        other = self._part(second)
        if one != other:
            self.parts[one] = other
            self._joined += 1
        if self.edges.is_tree:
            # As many edges as joins, so there is no cycle. In one part at the end.
            is_acyclic = self._joined == len(self._known)
            is_whole = len(self.parts) == self._joined + 1
            return is_acyclic and (is_whole or not is_last)
        if self.edges.connected and is_last:
            return self._joined == vertices - 1
        return True

    def _part(self, vertex: int) -> int:
        self.parts.setdefault(vertex, vertex)
        while self.parts[vertex] != vertex:
            vertex = self.parts[vertex]
        return vertex


def in_words(first: str, edges: Edges) -> str:
    """Return what the edges are, as a limit of a level.

    first: the name of the variable of their first ends.
    """
    assert edges.partner.target is not None
    ends = f"{first}, {edges.partner.target.value}"
    if edges.is_tree:
        return f"edges {ends} of a tree"
    if edges.connected:
        return f"edges {ends} of a connected graph, between different pairs"
    return f"edges {ends} between different pairs"
