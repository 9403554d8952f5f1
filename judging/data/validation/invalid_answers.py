"""Check that invalid answers are rejected: by an answer validator, or else by the checker.

Source: 2025-09, "Invalid Test Cases", and BAPCtools, which both ask an output validator
about the answer as if a submission had printed it.
"""

from collections.abc import Collection, Sequence

from judging.core.problem import Problem
from judging.core.verdicts import Verdict
from judging.data.file_checks import FileCheck
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import locate_file
from judging.data.validation.outputs import OutputCheck
from judging.jobs.checkers import Checker
from judging.jobs.checkers.validator import answer_args
from judging.session import Findings, Session


def check_invalid_answers(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
) -> Collection[str]:
    """Report every answer of `tests` that no program rejects.

    Return the names of the tests about which every program decided.
    """
    if not tests:
        return []
    accepted = _ask_validators(problem, tests, session, findings)
    if checker is not None and checker.programs and problem.answers_are_outputs:
        by_checker = _ask_checker(tests, checker, session)
        for name, verdicts in accepted.items():
            verdicts.append(by_checker.get(name))
    decided = []
    for test in tests:
        verdicts = accepted[test.name]
        # What was not asked, or failed, is reported where the valid data are checked.
        if None in verdicts:
            continue
        decided.append(test.name)
        if all(verdicts):
            location = locate_file(problem, test.testcase, ".ans")
            message = "no program rejects this invalid answer"
            if not verdicts:
                message += ": there is no answer validator and no output validator"
            findings.report(location.error(message))
    return decided


def _ask_validators(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> dict[str, list[bool | None]]:
    """Return for each test whether each answer validator accepts the answer; None stands
    for one that did not decide."""
    validators = session.builder.tools(problem.answer_validators, findings)
    checks = {}
    for test in tests:
        for validator in validators:
            args = answer_args(validator, test.testcase)
            answer = test.answer or ""
            check = FileCheck(validator, answer, args, problem.limits, test.input)
            checks[f"{test.name}: {validator.name}"] = check
    answers = session.ask("validate", checks)
    missing = len(problem.answer_validators) - len(validators)
    accepted: dict[str, list[bool | None]] = {}
    for test in tests:
        accepted[test.name] = [None] * missing
        for validator in validators:
            given = answers.get(f"{test.name}: {validator.name}")
            decided = given is not None and given.in_protocol
            accepted[test.name].append(
                given.accepted if given is not None and decided else None
            )
    return accepted


def _ask_checker(
    tests: Sequence[PreparedTest], checker: Checker, session: Session
) -> dict[str, bool]:
    """Return for each test whether the checker accepts its answer as an output; without
    those about which it did not decide."""
    checks = {
        test.name: OutputCheck(checker, test, ".ans", test.answer or "", valid=False)
        for test in tests
    }
    accepted = {}
    for name, result in session.ask("check answers", checks).items():
        if result.verdict is not Verdict.JE:
            accepted[name] = result.verdict is Verdict.AC
    return accepted
