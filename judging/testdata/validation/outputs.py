"""Answers and example outputs through the checker: what is right must pass, what is wrong not."""

from __future__ import annotations

from collections.abc import Sequence

from judging.core.diagnostics import Diagnostic, Severity, error
from judging.core.problem import Problem, Testcase
from judging.core.results import CheckResult
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker, parse_args, stated_twice
from judging.session import Findings, Session
from judging.testdata.generation import PreparedTest
from judging.testdata.validation.checks import OutputCheck
from judging.testdata.validation.findings import place, report_alike, stated_at

_ARGS = ("output_validator_args", "output_validator_flags", "validator_flags")
# A file beside a sample's answer that is shown in its stead.
_SHOWN_INSTEAD = (".ans.statement", ".ans.download", ".out", ".interaction")


def validate_outputs(
    problem: Problem,
    tests: Sequence[PreparedTest],
    outputs: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> None:
    """Looks at the answers of `tests` and at `outputs`, whose tests are there to try the checker.
    Reports what the checker should have decided otherwise."""
    checks: dict[str, tuple[Testcase, str, OutputCheck]] = {}
    for test in tests:
        case, args = test.testcase, test.testcase.output_validator_args
        if test.answer is None:
            continue
        # By the default comparison an answer is right for itself.
        if checker.programs:
            check = OutputCheck(checker, test.input, test.answer, test.answer, args)
            checks[f"{case.name}.ans"] = case, ".ans", check
    for test in (*tests, *outputs):
        if test.answer is not None and test.output is not None:
            args = test.testcase.output_validator_args
            check = OutputCheck(checker, test.input, test.answer, test.output, args)
            checks[test.name] = test.testcase, ".out", check
    results = session.once("check answers", {name: check for name, (*_, check) in checks.items()})
    wrong = {case.name for case in problem.invalid_outputs}
    found = []
    for name, result in results.items():
        case, extension, _ = checks[name]
        found.append(_finding(problem, case, extension, result, must_pass=name not in wrong))
    report_alike(filter(None, found), problem.paths.relative_path(problem.paths.data), findings)


def _finding(
    problem: Problem, case: Testcase, extension: str, result: CheckResult, *, must_pass: bool
) -> Diagnostic | None:
    where = place(problem, case, extension)
    if result.verdict is Verdict.JE:
        return error(result.message, *where)
    if (result.verdict is Verdict.AC) == must_pass:
        return None
    what = "rejects the answer file" if extension == ".ans" else "rejects this output"
    what = what if must_pass else "accepts an output that must be wrong"
    message = f"the checker {what}: {result.message}".rstrip(": ")
    severity = _severity(problem, case) if extension == ".ans" else Severity.ERROR
    return Diagnostic(severity, message, *where)


def _severity(problem: Problem, case: Testcase) -> Severity:
    """An answer that the checker rejects: the Kattis formats let an answer file hold whatever the
    checker needs, except where it is shown as the output of a sample, since 2025-09."""
    if not problem.paths.foreign:
        return Severity.ERROR
    if case.answer is None or not case.name.startswith("sample/"):
        return Severity.WARNING
    stem = case.answer.name.removesuffix(".ans")
    hidden = any(case.answer.with_name(stem + other).exists() for other in _SHOWN_INSTEAD)
    return Severity.WARNING if hidden or _older(problem) else Severity.ERROR


def _older(problem: Problem) -> bool:
    return problem.format.startswith("legacy")


def unread_args(problem: Problem) -> list[Diagnostic]:
    """Arguments that the default comparison does not understand."""
    findings: list[Diagnostic] = []
    if problem.output_validators:
        return findings
    for case in (*problem.testcases, *problem.valid_outputs, *problem.invalid_outputs):
        args = case.output_validator_args
        try:
            parse_args(args)
        except ValueError as fault:
            findings.append(error(str(fault), *stated_at(problem, case, _ARGS)))
            continue
        if (word := stated_twice(args)) is not None:
            severity = Severity.WARNING if _older(problem) else Severity.ERROR
            message = f"'{word}' states a tolerance that was stated before"
            message += "; the last one holds" if _older(problem) else ""
            findings.append(Diagnostic(severity, message, *stated_at(problem, case, _ARGS)))
    return list(dict.fromkeys(findings))
