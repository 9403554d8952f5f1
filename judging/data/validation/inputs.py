"""Run input validators on every input and answer validators on every answer."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized

from judging.core.diagnostics import Diagnostic, did_you_mean
from judging.core.problem import Problem, Testcase
from judging.data.file_checks import FileCheck, describe_refusal, input_check
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import (
    locate_file,
    locate_setting,
    report_alike,
    report_given_up,
)
from judging.data.text_faults import likely_cause
from judging.jobs.checkers.validator import answer_args
from judging.jobs.validating import ValidatorAnswer
from judging.package.files.sources import severity_for
from judging.programs import Executable
from judging.session import Findings, Session

_FILE_WORDS = {".in": "input", ".ans": "answer"}


def check_inputs(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> Collection[str]:
    """Report every test input that an input validator does not accept.

    Return the names of the tests that every validator decided about.
    """
    validators = session.builder.tools(problem.input_validators, findings)
    checks = []
    for test in tests:
        for validator in validators:
            checks.append((test.testcase, _input_check(validator, test, problem)))
    asked = _require_accepted(problem, checks, ".in", session, findings)
    return _decided_by_all(asked, problem.input_validators)


def _input_check(
    validator: Executable, test: PreparedTest, problem: Problem
) -> FileCheck:
    return input_check(validator, problem, test.testcase, test.input, test.working_files)


def check_answers(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> Collection[str]:
    """Report every answer that an answer validator does not accept.

    Return the names of the tests that every validator decided about.
    """
    validators = session.builder.tools(problem.answer_validators, findings)
    checks = []
    for test in tests:
        if test.answer is None:
            continue
        for validator in validators:
            args = answer_args(validator, test.testcase)
            check = FileCheck(validator, test.answer, args, problem.limits, test.input)
            checks.append((test.testcase, check))
    asked = _require_accepted(problem, checks, ".ans", session, findings)
    return _decided_by_all(asked, problem.answer_validators)


def _decided_by_all(asked: Iterable[str], validators: Sized) -> Collection[str]:
    """Return the tests that occur in `asked` once for each validator of the package. One
    that does not compile, or was given up, is missing there."""
    counts = Counter(asked)
    return [name for name, count in counts.items() if count == len(validators)]


def _require_accepted(
    problem: Problem,
    checks: Sequence[tuple[Testcase, FileCheck]],
    extension: str,
    session: Session,
    findings: Findings,
) -> list[str]:
    """Report the files that are not accepted. Return the test of each decision."""
    # All at once, so that the workers are busy; the store answers for files it has seen.
    steps = {f"{case.name}: {check.program.name}": check for case, check in checks}
    answers = session.ask("validate", steps)
    refused = []
    asked = []
    not_asked = Counter[str]()
    for (case, check), name in zip(checks, steps, strict=True):
        answer = answers.get(name)
        if answer is None:
            not_asked[check.program.name] += 1
            continue
        if answer.in_protocol:
            asked.append(case.name)
        if answer.accepted:
            continue
        message = describe_refusal(check, answer)
        if extension == ".in":
            message += likely_cause(session.store.blob(check.file))
        refused.append(locate_file(problem, case, extension).error(message))
    report_alike(refused, problem.paths.relative_path(problem.paths.data), findings)
    for program, count in sorted(not_asked.items()):
        consequence = f"more {_FILE_WORDS[extension]}s were not checked"
        report_given_up(program, count, consequence, findings)
    return asked


def check_invalid_inputs(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> Collection[str]:
    """Report invalid inputs that no input validator rejects, or none at the stated place.

    Return the names of those that every validator decided about.
    """
    validators = session.builder.tools(problem.input_validators, findings)
    asked: list[str] = []
    if not problem.input_validators:
        # 2025-09: an invalid input "must be rejected by at least one input validator".
        why = "no input validator rejects this invalid input: the package has none"
        unchecked = [locate_file(problem, test.testcase).error(why) for test in tests]
        folder = problem.paths.relative_path(problem.paths.data)
        report_alike(unchecked, folder, findings)
    if not validators:
        return asked
    checks = {}
    for test in tests:
        for validator in validators:
            check = _input_check(validator, test, problem)
            checks[f"{test.name}: {validator.name}"] = check
    answers = session.ask("validate", checks)
    not_asked = Counter(checks[name].program.name for name in checks.keys() - answers)
    for program, count in sorted(not_asked.items()):
        report_given_up(program, count, "more invalid inputs were not checked", findings)
    for test in tests:
        by_validator: dict[str, ValidatorAnswer] = {}
        for validator in validators:
            answer = answers.get(f"{test.name}: {validator.name}")
            if answer is not None:
                by_validator[validator.name] = answer
        asked += [test.name for answer in by_validator.values() if answer.in_protocol]
        # A validator that was not asked might have rejected it.
        if len(by_validator) == len(validators):
            _judge_invalid(problem, test.testcase, by_validator, findings)
    return _decided_by_all(asked, problem.input_validators)


def _judge_invalid(
    problem: Problem,
    case: Testcase,
    answers: Mapping[str, ValidatorAnswer],
    findings: Findings,
) -> None:
    location = locate_file(problem, case)
    for name, answer in answers.items():
        if not answer.in_protocol:
            fault = f"{name}: {answer.fault}"
            findings.report(location.diagnostic(severity_for(problem.paths), fault))
    if all(answer.accepted for answer in answers.values()):
        findings.report(location.error("no input validator rejects this invalid input"))
        return
    messages = [answer.message for answer in answers.values() if answer.rejected]
    # Programs name a place in words of their own; a checktestdata grammar's messages
    # begin with `line:column`.
    if messages and case.rejected_at:
        line, column = case.rejected_at
        pattern = rf"\bline {line}\b\D{{0,3}}\bcolumn {column}\b|^{line}:{column}\b"
        if not any(re.search(pattern, message) for message in messages):
            place = f"line {line}, column {column} (rejected_at)"
            message = f"rejected, but not at {place}: {'; '.join(messages)}"
            findings.report(location.error(message.rstrip(": ")))


def unknown_validators(problem: Problem) -> list[Diagnostic]:
    """Return a finding for every set of arguments for an input validator that does not exist."""
    known = [source.name.rpartition("/")[2] for source in problem.input_validators]
    accepted = set(known)
    if problem.paths.foreign:
        # Other tools name a validator without its extension.
        accepted |= {name.partition(".")[0] for name in known}
    found = []
    for case in (*problem.testcases, *problem.invalid_inputs):
        args = case.input_validator_args
        if not isinstance(args, Mapping):
            continue  # one list of arguments, for every validator
        for name in args:
            if name not in accepted:
                message = f"unknown input validator '{name}'{did_you_mean(name, known)}"
                location = locate_setting(problem, case, "input_validator_args")
                found.append(location.diagnostic(severity_for(problem.paths), message))
    return list(dict.fromkeys(found))
