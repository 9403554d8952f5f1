"""Run the checker on answers and example outputs: accept the right ones, reject the wrong ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from judging.core.diagnostics import Diagnostic, Severity
from judging.core.problem import Problem, Testcase
from judging.core.results import CheckResult
from judging.core.verdicts import Verdict
from judging.data.generation.files import PreparedTest
from judging.data.reporting import locate_file, locate_setting, report_alike
from judging.jobs.checkers import Checker
from judging.jobs.checkers.default import parse_args, repeated_tolerance
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.store import Store, key_of

_SETTING = "output_validator_args"
# With one of these files beside a sample's answer, the statement shows that file instead.
_SHOWN_INSTEAD = (".ans.statement", ".ans.download", ".out", ".interaction")


@dataclass(frozen=True, slots=True)
class _OutputCheck:
    """Run the checker on an answer (`.ans`) or output (`.out`) of a test. `output` is its digest;
    `valid` tells whether the checker must accept it."""

    kind: ClassVar[str] = "checked"
    checker: Checker
    test: PreparedTest
    extension: str
    output: str
    valid: bool = True

    @property
    def _files(self) -> tuple[str, str, str]:
        return self.test.input, self.test.answer or "", self.output

    @property
    def _args(self) -> tuple[str, ...]:
        return self.test.testcase.output_validator_args

    @property
    def key(self) -> str:
        return key_of(self.checker.key, *self._files, *self._args)

    def run(self, worker: Worker) -> CheckResult:
        input, answer, output = map(worker.store.blob, self._files)
        return self.checker.decide(
            input, answer, output.read_bytes(), self._args, worker
        )

    def to_json(self, result: CheckResult) -> list[str] | None:
        """Keep no result of a checker that failed."""
        return None if result.verdict is Verdict.JE else [result.verdict, result.message]

    def from_json(self, value: list[str], store: Store) -> CheckResult:
        return CheckResult(Verdict(value[0]), value[1])


def check_outputs(
    problem: Problem,
    tests: Sequence[PreparedTest],
    outputs: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> None:
    """Report every file on which the checker decides wrongly.

    Check the answers and outputs of `tests`, and the valid and invalid outputs of `outputs`.
    """
    invalid = {case.name for case in problem.invalid_outputs}
    # The default comparison accepts every answer as an output.
    answers = [
        _OutputCheck(checker, test, ".ans", test.answer)
        for test in tests
        if checker.programs and test.answer is not None
    ]
    stated = [
        _OutputCheck(checker, test, ".out", test.output, test.name not in invalid)
        for test in (*tests, *outputs)
        if test.answer is not None and test.output is not None
    ]
    checks = {
        f"{check.test.name}{check.extension}": check for check in (*answers, *stated)
    }
    results = session.once("check answers", checks)
    found = [_compare(problem, checks[name], result) for name, result in results.items()]
    report_alike(
        filter(None, found), problem.paths.relative_path(problem.paths.data), findings
    )


def _compare(
    problem: Problem, check: _OutputCheck, result: CheckResult
) -> Diagnostic | None:
    """Return a finding if the checker decided wrongly."""
    case = check.test.testcase
    location = locate_file(problem, case, check.extension)
    if result.verdict is Verdict.JE:
        return location.error(result.message)
    if (result.verdict is Verdict.AC) == check.valid:
        return None
    kind = "answer" if check.extension == ".ans" else "output"
    decision = f"rejects this {kind}" if check.valid else "accepts this invalid output"
    name = check.checker.name or "the default comparison"
    message = f"{name} {decision}: {result.message}".rstrip(": ")
    severity = (
        _answer_severity(problem, case) if check.extension == ".ans" else Severity.ERROR
    )
    return location.diagnostic(severity, message)


def _answer_severity(problem: Problem, case: Testcase) -> Severity:
    """Return the severity of an answer that the checker rejects.

    In the Kattis formats an answer file may hold anything that the checker needs; since 2025-09 not
    if a sample shows it as the output.
    """
    if not problem.paths.foreign:
        return Severity.ERROR
    if case.answer is None or not case.name.startswith("sample/"):
        return Severity.WARNING
    stem = case.answer.name.removesuffix(".ans")
    hidden = any(
        case.answer.with_name(stem + other).exists() for other in _SHOWN_INSTEAD
    )
    return Severity.WARNING if hidden or _is_legacy(problem) else Severity.ERROR


def _is_legacy(problem: Problem) -> bool:
    return problem.format.startswith("legacy")


def invalid_comparison_args(problem: Problem) -> list[Diagnostic]:
    """Return a finding for all arguments that the default comparison does not understand."""
    found: list[Diagnostic] = []
    if problem.output_validators:
        return found
    for case in (*problem.testcases, *problem.valid_outputs, *problem.invalid_outputs):
        args = case.output_validator_args
        try:
            parse_args(args)
        except ValueError as fault:
            found.append(locate_setting(problem, case, _SETTING).error(str(fault)))
            continue
        if (word := repeated_tolerance(args)) is not None:
            severity = Severity.WARNING if _is_legacy(problem) else Severity.ERROR
            message = f"'{word}' sets a tolerance that is already set"
            message += "; the last one applies" if _is_legacy(problem) else ""
            found.append(
                locate_setting(problem, case, _SETTING).diagnostic(severity, message)
            )
    return list(dict.fromkeys(found))
