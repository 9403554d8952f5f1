"""Give a package that says nothing of its input format the format that is learnt."""

import os
from collections.abc import Sequence

from judging.core.events import FormatLearnt
from judging.core.problem import Problem
from judging.data.generation.prepared import PreparedTest
from judging.drawing import formats, strategies
from judging.drawing.sources import strategy_files
from judging.features.describe.learnt import (
    LearntFormat,
    learn_format,
    material_of,
    sentence,
)
from judging.programs import Executable
from judging.session import Session
from judging.values import replace

# `off` in this variable of the environment: nothing is learnt.
_SWITCH = "JUDGE_DESCRIBE"
# Of draws that are valid. Below it, variants of tests find more than draws do.
_USABLE = 0.05


def with_learnt_format(
    problem: Problem,
    validators: Sequence[Executable],
    tests: Sequence[PreparedTest],
    session: Session,
) -> Problem:
    """Return the package with its learnt format, and tell the listener what it was learnt
    from. A package with a grammar, with strategies or without tests stays as it is.

    validators, tests: as for `material_of`.
    """
    if not tests or not _needs_format(problem):
        return problem
    learnt = learn_format(material_of(problem, validators, tests, session), session)
    if not _is_usable(learnt):
        session.on_event(FormatLearnt(_not_learnt(learnt)))
        return problem
    session.on_event(FormatLearnt(f"{sentence(learnt)}; judge describe shows it"))
    return replace(problem, input_format=learnt.program)


def _not_learnt(learnt: LearntFormat) -> str:
    """Return why a format is of no use, and what to do."""
    reason = learnt.notes[0] if learnt.notes else "few of its draws are valid"
    return (
        f"the input format could not be learnt: {reason}; `judge describe` says more, and "
        f"generators/{strategies.NAME} or a grammar can say it"
    )


def _needs_format(problem: Problem) -> bool:
    if problem.broken or strategy_files(problem) or os.environ.get(_SWITCH) == "off":
        return False
    return formats.grammar_of(problem) is None


def _is_usable(learnt: LearntFormat) -> bool:
    if not learnt.grammar:
        return False
    return not learnt.validators or learnt.valid_share >= _USABLE
