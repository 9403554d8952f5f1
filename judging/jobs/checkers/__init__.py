"""Checkers: the default comparison, or a problem's own output validator."""

from judging.jobs.checkers.checker import Checker
from judging.jobs.checkers.default import compare, parse_args, repeated_tolerance
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
    "repeated_tolerance",
    "validation_limits",
]
