"""Checkers: the default comparison, or a problem's own output validator."""

from judging.jobs.checkers.checker import Checker
from judging.jobs.checkers.validator import (
    ACCEPTED,
    REJECTED,
    OutputValidator,
    validation_limits,
)

__all__ = ["ACCEPTED", "REJECTED", "Checker", "OutputValidator", "validation_limits"]
