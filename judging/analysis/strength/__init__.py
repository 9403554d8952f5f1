"""Measure how strong a set of tests is, from the kill matrix. Pure."""

from judging.analysis.strength.cover import smallest_cover
from judging.analysis.strength.matrix import KillMatrix, Role, Row, Test, family_of, role_of
from judging.analysis.strength.measures import KilledByOneTest, Rate, Strength, Subset, measure
from judging.analysis.strength.rank import rank

__all__ = [
    "KillMatrix",
    "KilledByOneTest",
    "Rate",
    "Role",
    "Row",
    "Strength",
    "Subset",
    "Test",
    "family_of",
    "measure",
    "rank",
    "role_of",
    "smallest_cover",
]
