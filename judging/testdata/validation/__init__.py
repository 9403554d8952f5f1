"""Is the data what it claims to be? Input validators over every test, answers through the checker,
invalid data refused where its sidecar says, files as the manifest pins them.

What was found valid once is remembered by content, so nothing is validated twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from judging.core.diagnostics import Diagnostic, error
from judging.core.problem import Problem
from judging.jobs.checkers import Checker
from judging.package.groups import manifest
from judging.session import Findings, Session
from judging.testdata.generation import PreparedTest, prepare_tests
from judging.testdata.validation.findings import report_alike
from judging.testdata.validation.form import check_form
from judging.testdata.validation.inputs import (
    unread_names,
    validate_answers,
    validate_inputs,
    validate_invalid,
)
from judging.testdata.validation.notes import notes, without_output
from judging.testdata.validation.outputs import unread_args, validate_outputs

__all__ = ["against_manifest", "check_form", "notes", "unread_args", "validate"]

_WORDS = {
    "changed": "differs from the manifest",
    "missing": "is in the manifest but not in the package",
    "extra": "is not in the manifest",
}


def validate(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
) -> None:
    """Report every finding. Without a checker, outputs are not checked."""
    data = problem.paths.relative_path(problem.paths.data)
    report_alike(against_manifest(problem), data, findings)
    report_alike([*unread_args(problem), *unread_names(problem)], data, findings)
    validators = session.builder.tools(problem.input_validators, findings)
    outputs = prepare_tests(
        problem, (*problem.valid_outputs, *problem.invalid_outputs), session, findings
    )
    validate_inputs(problem, [*tests, *outputs], validators, session, findings)
    validate_invalid(
        problem,
        prepare_tests(problem, problem.invalid_inputs, session, findings),
        validators,
        session,
        findings,
    )
    validate_answers(
        problem,
        tests,
        session.builder.tools(problem.answer_validators, findings),
        session,
        findings,
    )
    if checker is not None and without_output(problem) is None:
        validate_outputs(problem, tests, outputs, checker, session, findings)


def against_manifest(problem: Problem) -> list[Diagnostic]:
    """An error for every data file that is not as the manifest pins it."""
    if problem.manifest is None:
        return []
    data = problem.paths.relative_path(problem.paths.data)
    remedy = "`judge generate` writes what generators.yaml says and the manifest"
    return [
        error(f"{_WORDS[kind]}: {remedy}", f"{data}/{name}")
        for name, kind in manifest.differences(
            problem.manifest, manifest.digests(problem.paths.data)
        )
    ]
