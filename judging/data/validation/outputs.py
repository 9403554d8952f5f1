"""Run the checker on answers and example outputs: accept the right ones, reject the wrong ones."""

from collections.abc import Collection, Sequence
from typing import ClassVar

from judging.core.diagnostics import Diagnostic, Severity
from judging.core.problem import Problem, Testcase
from judging.core.runs import CheckResult
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import (
    locate_file,
    locate_setting,
    report_alike,
    report_given_up,
)
from judging.jobs.checkers import Checker
from judging.jobs.checkers.default import parse_args, repeated_tolerance
from judging.package import standard_checkers
from judging.sandbox.worker import Worker
from judging.session import Findings, Question, Session, any_unsteady
from judging.store import Store, key_of

_SETTING = "output_validator_args"
# With one of these files beside a sample's answer, the statement shows that file instead.
_SHOWN_INSTEAD = (".ans.statement", ".ans.download", ".out", ".interaction")


class OutputCheck(Question[CheckResult]):
    """Run the checker on an answer (`.ans`) or output (`.out`) of a test. `output` is
    its digest; `valid` tells whether the checker must accept it."""

    kind: ClassVar[str] = "checked"
    result: ClassVar[type] = CheckResult
    checker: Checker
    test: PreparedTest
    extension: str
    output: str
    valid: bool = True

    @property
    def _args(self) -> tuple[str, ...]:
        return self.test.testcase.output_validator_args

    @property
    def key(self) -> str:
        files = (self.test.input, self.test.answer or "", self.output)
        return key_of(self.checker.key, *files, *self._args)

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.checker.programs)

    def stopped_programs(self, result: CheckResult) -> tuple[str, ...]:
        return self.asks if result.stopped else ()

    def run(self, worker: Worker) -> CheckResult:
        blob = worker.store.blob
        input = blob(self.test.input)
        answer = blob(self.test.answer or "")
        output = blob(self.output)
        return self.checker.decide(input, answer, output, self._args, worker)

    def may_keep(self, result: CheckResult) -> bool:
        """Keep no result of a checker that failed."""
        return result.verdict is not Verdict.JE

    def from_json(self, value: object, store: Store) -> CheckResult | None:
        if any_unsteady(self.asks, store):
            return None
        return super().from_json(value, store)


def check_outputs(
    problem: Problem,
    tests: Sequence[PreparedTest],
    outputs: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> Collection[str]:
    """Report every file on which the checker decides wrongly.

    Check the answers and outputs of `tests`, and the valid and invalid outputs of `outputs`.
    Return the files that it decided about, by the names of their tests and extensions.
    """
    checks: dict[str, OutputCheck] = {}
    # The default comparison accepts every answer as an output: only programs are asked.
    if checker.programs:
        for test in tests:
            if test.answer is not None:
                check = OutputCheck(checker, test, ".ans", test.answer)
                checks[f"{test.name}.ans"] = check
    invalid = {case.name for case in problem.invalid_outputs}
    for test in (*tests, *outputs):
        if test.answer is not None and test.output is not None:
            valid = test.name not in invalid
            check = OutputCheck(checker, test, ".out", test.output, valid)
            checks[f"{test.name}.out"] = check
    results = session.ask("check answers", checks)
    wrong = []
    for name, result in results.items():
        finding = _compare(problem, checks[name], result)
        if finding is not None:
            wrong.append(finding)
    report_alike(wrong, problem.paths.relative_path(problem.paths.data), findings)
    not_asked = len(checks) - len(results)
    consequence = "more answers and outputs were not checked"
    report_given_up(checker.name or "", not_asked, consequence, findings)
    return [name for name, result in results.items() if result.verdict is not Verdict.JE]


def check_answers_as_outputs(
    problem: Problem,
    tests: Sequence[PreparedTest],
    session: Session,
    findings: Findings,
) -> None:
    """Report every answer of `tests` that the package's own checker does not accept as an
    output, as `check_outputs` does.

    A checker that cannot be built is a warning: the answers are right or wrong without it.
    """
    if not (problem.output_validators and problem.answers_are_outputs):
        return
    attempt = Findings()
    checker = session.builder.checker(problem, attempt)
    findings.report_as_warnings(attempt)
    if checker is not None:
        check_outputs(problem, tests, (), checker, session, findings)


def _compare(
    problem: Problem, check: OutputCheck, result: CheckResult
) -> Diagnostic | None:
    """Return a finding if the checker decided wrongly."""
    case = check.test.testcase
    location = locate_file(problem, case, check.extension)
    if result.verdict is Verdict.JE:
        return location.error(result.message)
    if (result.verdict is Verdict.AC) == check.valid:
        return None
    severity = Severity.ERROR
    if check.extension == ".ans":
        decision = "rejects this answer"
        severity = _answer_severity(problem, case)
    elif check.valid:
        decision = "rejects this output"
    else:
        decision = "accepts this invalid output"
    name = check.checker.name or "the default comparison"
    message = f"{name} {decision}: {result.message}".rstrip(": ")
    return location.diagnostic(severity, message)


def _answer_severity(problem: Problem, case: Testcase) -> Severity:
    """Return the severity of an answer that the checker rejects.

    In the Kattis formats an answer file may hold anything that the checker needs; since
    2025-09 not if a sample shows it as the output.
    """
    if not problem.paths.foreign:
        return Severity.ERROR
    if case.answer is None or not case.name.startswith("sample/"):
        return Severity.WARNING
    stem = case.answer.name.removesuffix(".ans")
    shown_instead = [case.answer.with_name(stem + end) for end in _SHOWN_INSTEAD]
    is_shown = not any(file.exists() for file in shown_instead)
    if is_shown and not _is_legacy(problem):
        return Severity.ERROR
    return Severity.WARNING


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
            message = f"{fault}{standard_checkers.advice(args)}"
            found.append(locate_setting(problem, case, _SETTING).error(message))
            continue
        word = repeated_tolerance(args)
        if word is None:
            continue
        location = locate_setting(problem, case, _SETTING)
        message = f"'{word}' sets a tolerance that is already set"
        if _is_legacy(problem):
            found.append(location.warning(f"{message}; the last one applies"))
        else:
            found.append(location.error(message))
    return list(dict.fromkeys(found))
