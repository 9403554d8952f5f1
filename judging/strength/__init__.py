"""How strong a set of tests is: the kill matrix and its measures. Pure."""

from judging.strength.bounds import Bound, merge, parse
from judging.strength.cover import Cover, smallest_cover
from judging.strength.matrix import KillMatrix, Role, Row, Test, family_of, role_of
from judging.strength.measures import EqualAnswers, OneFamily, Rate, Strength, Subset, measure
from judging.strength.rank import rank

__all__ = [
    "Bound",
    "Cover",
    "EqualAnswers",
    "KillMatrix",
    "OneFamily",
    "Rate",
    "Role",
    "Row",
    "Strength",
    "Subset",
    "Test",
    "family_of",
    "measure",
    "merge",
    "parse",
    "rank",
    "role_of",
    "smallest_cover",
]
