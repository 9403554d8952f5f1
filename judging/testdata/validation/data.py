"""All checks of the data that run programs, and the check against the manifest."""

from __future__ import annotations

from collections.abc import Sequence

from judging.core.diagnostics import Diagnostic, error
from judging.core.problem import Problem
from judging.jobs.checkers import Checker
from judging.package.groups import manifest
from judging.session import Findings, Session
from judging.testdata.generation import PreparedTest, prepare_tests
from judging.testdata.reporting import report_alike
from judging.testdata.validation.inputs import (
    check_answers,
    check_inputs,
    check_invalid_inputs,
    unknown_validators,
)
from judging.testdata.validation.outputs import check_outputs, invalid_comparison_args

_DIFFERENCES = {
    manifest.Difference.CHANGED: "differs from the manifest",
    manifest.Difference.MISSING: "is in the manifest but not in the package",
    manifest.Difference.EXTRA: "is not in the manifest",
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
    outputs = prepare_tests(problem, cases, session, findings)
    check_inputs(problem, [*tests, *outputs], session, findings)
    invalid = prepare_tests(problem, problem.invalid_inputs, session, findings)
    check_invalid_inputs(problem, invalid, session, findings)
    check_answers(problem, tests, session, findings)
    if checker is not None and problem.answers_are_outputs:
        check_outputs(problem, tests, outputs, checker, session, findings)


def _manifest_faults(problem: Problem, data: str) -> list[Diagnostic]:
    """Return an error for every data file that differs from the manifest."""
    if problem.manifest is None:
        return []
    remedy = "`judge generate` writes the files of generators.yaml and the manifest"
    actual = manifest.digests(problem.paths.data)
    return [
        error(f"{_DIFFERENCES[kind]}: {remedy}", f"{data}/{name}")
        for name, kind in manifest.differences(problem.manifest, actual)
    ]
