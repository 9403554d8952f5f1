"""Checkers: the default comparison, or a problem's own output validator."""

from judging.jobs.checkers.checker import Checker
from judging.jobs.checkers.validator import (
    ACCEPTED,
    FEEDBACK,
    REJECTED,
    OutputValidator,
    validation_limits,
)

__all__ = [
    "ACCEPTED",
    "FEEDBACK",
    "REJECTED",
    "Checker",
    "OutputValidator",
    "validation_limits",
]
