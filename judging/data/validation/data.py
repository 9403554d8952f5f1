"""Run every check of the data that needs programs or the manifest; describe what was checked."""

from collections.abc import Sequence

from judging.core.diagnostics import Diagnostic, error
from judging.core.problem import Problem, Source
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.data.reporting import report_alike
from judging.data.validation.inputs import (
    check_answers,
    check_inputs,
    check_invalid_inputs,
    unknown_validators,
)
from judging.data.validation.outputs import check_outputs, invalid_comparison_args
from judging.jobs.checkers import Checker
from judging.package.groups import manifest
from judging.session import Findings, Session

# What is wrong, and what `judge generate` does about it.
_REMEDIES = {
    manifest.Difference.CHANGED: (
        "differs from manifest.json: "
        "`judge generate` restores a generated file and records any other"
    ),
    manifest.Difference.MISSING: (
        "is gone, but in manifest.json: "
        "`judge generate` makes it again if it has a recipe, and else removes it from the list"
    ),
    manifest.Difference.EXTRA: "is new: `judge generate` records it in manifest.json",
}


def validate(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
) -> None:
    """Report everything that is wrong with the data. Without a checker, skip the outputs."""
    data = problem.paths.relative_path(problem.paths.data)
    report_alike(_manifest_faults(problem, data), data, findings)
    args = [*invalid_comparison_args(problem), *unknown_validators(problem)]
    report_alike(args, data, findings)
    cases = (*problem.valid_outputs, *problem.invalid_outputs)
    # Example outputs come with inputs of their own, which must be valid too.
    outputs = prepare_tests(problem, cases, session, findings)
    check_inputs(problem, [*tests, *outputs], session, findings)
    invalid = prepare_tests(problem, problem.invalid_inputs, session, findings)
    check_invalid_inputs(problem, invalid, session, findings)
    check_answers(problem, tests, session, findings)
    if checker is not None and problem.answers_are_outputs:
        check_outputs(problem, tests, outputs, checker, session, findings)


def _manifest_faults(problem: Problem, data: str) -> list[Diagnostic]:
    if problem.manifest is None:
        return []
    actual = manifest.digests(problem.paths.data)
    found = []
    for name, difference in manifest.differences(problem.manifest, actual):
        remedy = _REMEDIES[difference]
        if difference is manifest.Difference.EXTRA and _can_be_added(name):
            remedy += "; for a recipe, move it elsewhere, then `judge generate --add` it"
        found.append(error(remedy, f"{data}/{name}"))
    return found


def _can_be_added(name: str) -> bool:
    """Return whether `judge generate --add` takes the file: it adds secret inputs."""
    return name.startswith("secret/") and name.endswith(".in")


def describe_checks(problem: Problem, tests: int) -> list[str]:
    """Return one line for each kind of file that was checked; `tests` is the number of tests."""
    validators = _names(problem.input_validators)
    if validators:
        lines = [f"Inputs: {tests} checked by {validators}."]
        invalid = len(problem.invalid_inputs)
        if invalid:
            lines.append(
                f"Invalid inputs, which must be rejected: {invalid} checked by {validators}."
            )
    else:
        lines = [f"Inputs: {tests}, none checked: there is no input validator."]
    if problem.answer_validators:
        lines.append(f"Answers: {tests} checked by {_names(problem.answer_validators)}.")
    checkers = _names(problem.output_validators)
    if not problem.answers_are_outputs:
        kind = "multi-pass"
        if problem.interactive:
            kind = "interactive"
        lines.append(
            f"Answers as outputs: not checked by {checkers}: the problem is {kind}."
        )
        return lines
    if checkers:
        lines.append(f"Answers as outputs: {tests} checked by {checkers}.")
    checkers = checkers or "the default comparison"
    valid = len(problem.valid_outputs)
    if valid:
        lines.append(
            f"Valid outputs, which must be accepted: {valid} checked by {checkers}."
        )
    invalid = len(problem.invalid_outputs)
    if invalid:
        lines.append(
            f"Invalid outputs, which must be rejected: {invalid} checked by {checkers}."
        )
    return lines


def _names(sources: Sequence[Source]) -> str:
    return " and ".join(source.name for source in sources)
