"""Describe what a validation checked, and with which programs, in a few lines. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from judging.core.problem import Problem, Source


def describe_checks(problem: Problem, tests: int) -> list[str]:
    """Return one line for each kind of file that was checked; `tests` is the number of tests."""
    validators = _names(problem.input_validators)
    if validators:
        lines = [f"Inputs: {tests} checked by {validators}."]
        if invalid := len(problem.invalid_inputs):
            lines.append(f"Invalid inputs, each to be rejected: {invalid} checked by {validators}.")
    else:
        lines = [f"Inputs: {tests}, none checked: there is no input validator."]
    if problem.answer_validators:
        lines.append(f"Answers: {tests} checked by {_names(problem.answer_validators)}.")
    checkers = _names(problem.output_validators)
    if not problem.answers_are_outputs:
        kind = "interactive" if problem.interactive else "multi-pass"
        lines.append(f"Answers as outputs: not checked by {checkers}: the problem is {kind}.")
        return lines
    if checkers:
        lines.append(f"Answers as outputs: {tests} checked by {checkers}.")
    checkers = checkers or "the default comparison"
    if valid := len(problem.valid_outputs):
        lines.append(f"Valid outputs, each to be accepted: {valid} checked by {checkers}.")
    if invalid := len(problem.invalid_outputs):
        lines.append(f"Invalid outputs, each to be rejected: {invalid} checked by {checkers}.")
    return lines


def _names(sources: Sequence[Source]) -> str:
    return " and ".join(source.name for source in sources)
