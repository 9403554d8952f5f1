"""Are the validators as strict, and the checker as forgiving, as they must be? Both are tried on
junk: inputs that are almost valid, and answers written otherwise.

Each test's junk is drawn from a seed that is its name, so that every machine tries the same; what
was tried on a program is remembered by content.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from judging.core.diagnostics import Diagnostic, Severity
from judging.core.problem import Problem
from judging.jobs.checkers import REJECTED, Checker, input_args
from judging.programs import Executable
from judging.session import Findings, Session
from judging.testdata.constraints import OPTION, read_bounds
from judging.testdata.generation import PreparedTest
from judging.testdata.junk.form import Form, learn
from judging.testdata.junk.inputs import LARGE_BYTES, PER_LARGE_TEST, PER_TEST
from judging.testdata.junk.trials import AnswerJunk, InputJunk, Slip, Tried, shortest

__all__ = ["try_junk"]

_NATIVE = "native"


def try_junk(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> list[str]:
    """Try junk on the input validators and on the checker. Report every finding, and return a few
    lines on what was tried."""
    validators = session.builder.tools(problem.input_validators, findings)
    notes = _try_inputs(problem, tests, validators, session, findings) if validators else []
    return notes + (
        _try_answers(problem, tests, checker, session, findings)
        if problem.answers_are_outputs
        else []
    )


def _try_inputs(
    problem: Problem,
    tests: Sequence[PreparedTest],
    validators: tuple[Executable, ...],
    session: Session,
    findings: Findings,
) -> list[str]:
    texts = {test.name: session.store.blob(test.input).read_bytes() for test in tests}
    form = learn(texts, read_bounds(problem, tests, session, findings))
    work = {
        test.name: InputJunk(
            validators,
            test.name,
            test.input,
            tuple(input_args(validator, test.testcase) for validator in validators),
            form,
            problem.limits,
        )
        for test in tests
    }
    tried = session.once("junk", work)
    who = " and ".join(validator.name for validator in validators)
    takes = "takes" if len(validators) == 1 else "take"
    _report(
        [(slip, test) for test, each in tried.items() for slip in each.slips],
        lambda slip: Diagnostic(Severity.ERROR, f"{takes} an input with {slip.kind}", who),
        findings,
    )
    strict = Severity.ERROR if problem.format == _NATIVE else Severity.WARNING
    _report(
        [(slip, test) for test, each in tried.items() for slip in each.broken],
        lambda slip: Diagnostic(
            strict,
            f"refuses an input with {slip.kind} by {slip.said}; expected exit code {REJECTED}",
            slip.program,
        ),
        findings,
    )
    return _input_notes(form, tried)


def _input_notes(form: Form, tried: Mapping[str, Tried]) -> list[str]:
    total = sum(each.count for each in tried.values())
    taken = sum(len(each.slips) for each in tried.values())
    notes = [
        f"Junk: {total} inputs that are almost valid, {total - taken} of them refused.",
        f"  At most {PER_TEST} are made of a test ({PER_LARGE_TEST} of one past "
        f"{LARGE_BYTES // 2**20} MiB), its name the seed.",
    ]
    if not form.bounds:
        notes.append(
            "  No value past a bound: no input validator names bounds that the tests confirm "
            f"({OPTION})."
        )
    if form.odd:
        notes.append(f"  Not tried, since a valid test has it too: {', '.join(sorted(form.odd))}.")
    return notes


def _try_answers(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> list[str]:
    args = {case.name: case.output_validator_args for case in problem.testcases}
    work = {
        test.name: AnswerJunk(checker, test.input, test.answer, args[test.name])
        for test in tests
        if test.answer is not None
    }
    tried = session.once("junk answers", work)
    _report(
        [(slip, test) for test, each in tried.items() for slip in each.slips],
        lambda slip: Diagnostic(
            Severity.ERROR,
            f"the checker rejects an answer with {slip.kind}"
            + (f" ({slip.said})" if slip.said else ""),
            checker.name,
        ),
        findings,
    )
    total = sum(each.count for each in tried.values())
    failed = sum(len(each.slips) for each in tried.values())
    return [f"Answers written otherwise: {total}, {total - failed} of them passed."]


def _report(
    slips: Sequence[tuple[Slip, str]],
    finding: Callable[[Slip], Diagnostic],
    findings: Findings,
) -> None:
    """One finding for each program and kind of junk: the shortest, and how many there are."""
    kinds: dict[tuple[str, str], list[tuple[Slip, str]]] = {}
    for slip, test in slips:
        kinds.setdefault((slip.program, slip.kind), []).append((slip, test))
    for key in sorted(kinds):
        slip, test = shortest(kinds[key])
        found = finding(slip)
        more = len(kinds[key]) - 1
        others = f"; {more} more like it" if more else ""
        message = f"{found.message}: {slip.shown}, made of {test}{others}"
        findings.report(Diagnostic(found.severity, message, found.file))
