"""Is an output right? By the default comparison, or by the problem's own checker."""

from judging.jobs.checkers.checker import Checker
from judging.jobs.checkers.default import compare, parse_args, stated_twice
from judging.jobs.checkers.difference import difference
from judging.jobs.checkers.validator import (
    ACCEPTED,
    REJECTED,
    OutputValidator,
    answer_args,
    input_args,
    validation_limits,
)

__all__ = [
    "ACCEPTED",
    "REJECTED",
    "Checker",
    "OutputValidator",
    "answer_args",
    "compare",
    "difference",
    "input_args",
    "parse_args",
    "stated_twice",
    "validation_limits",
]
