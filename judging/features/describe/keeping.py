"""Write a learnt format into the package, where it is the setter's from then on."""

from pathlib import Path

from judging.core.problem import Problem
from judging.features.describe.learnt import LearntFormat
from judging.features.describe.objects import DescribeObject
from judging.features.describe.report import render_text
from judging.files import below
from judging.package.generators.described_format import NAME
from judging.values import told

LEARNT = "learnt"


def shown_format(
    problem: Problem, found: LearntFormat, origin: str = LEARNT
) -> DescribeObject:
    """Return a format as reports show it. origin: the file that it is from, or `LEARNT`."""
    return told(
        DescribeObject,
        found,
        problem=problem.name,
        known_from=origin,
        grammar=found.grammar or None,
    )


def keep_format(problem: Problem, found: LearntFormat) -> Path:
    """Write a learnt format into the folder of generators, behind what is known of it; return
    its path."""
    place = problem.paths.generators / NAME
    text = render_text(shown_format(problem, found))
    below(problem.paths.root, place).write(text.encode("latin-1"))
    return place
