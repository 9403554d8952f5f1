"""What a validation looked at, in a few lines for people. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from judging.core.problem import Problem, Source


def notes(problem: Problem, tests: int) -> list[str]:
    """Which files were read by which programs of the package, `tests` tests among them."""
    readers = _names(problem.input_validators)
    lines = [f"Inputs: {tests}, read by {readers or 'no input validator'}."]
    if problem.answer_validators:
        lines.append(f"Answers: {tests}, read by {_names(problem.answer_validators)}.")
    if problem.invalid_inputs and readers:
        lines.append(f"Inputs that must be refused: {len(problem.invalid_inputs)}.")
    checkers = _names(problem.output_validators)
    if (kind := without_output(problem)) is not None:
        lines.append(f"Answers were not put through {checkers}: the problem is {kind}.")
        return lines
    if checkers:
        lines.append(f"Answers: {tests}, put through {checkers}.")
    right, wrong = len(problem.valid_outputs), len(problem.invalid_outputs)
    if right or wrong:
        by = checkers or "the default comparison"
        lines.append(f"Outputs that must pass {by}: {right}; that must not: {wrong}.")
    return lines


def without_output(problem: Problem) -> str | None:
    """The kind of problem whose answers are no outputs; None where they are."""
    if problem.interactive:
        return "interactive"
    return "multi-pass" if problem.multi_pass else None


def _names(sources: Sequence[Source]) -> str:
    return " and ".join(source.name for source in sources)
