"""Checkers: the default comparison, or a problem's own output validator."""

from judging.jobs.checkers.checker import Checker
from judging.jobs.checkers.validator import (
    ACCEPTED,
    FEEDBACK,
    REJECTED,
    OutputValidator,
    limits_key,
    validation_limits,
    writing_limits,
)

__all__ = [
    "ACCEPTED",
    "FEEDBACK",
    "REJECTED",
    "Checker",
    "OutputValidator",
    "limits_key",
    "validation_limits",
    "writing_limits",
]
