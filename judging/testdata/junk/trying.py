"""Try junk on the input validators and on the checker, and report every wrong decision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from judging.core.diagnostics import Diagnostic, error
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.jobs.checkers import REJECTED, Checker, input_args
from judging.package.files.sources import severity_for
from judging.session import Findings, Session
from judging.testdata.constraints import OPTION, read_bounds
from judging.testdata.generation.prepared import PreparedTest
from judging.testdata.junk.input_shape import InputShape, learn_shape
from judging.testdata.junk.inputs import LARGE_BYTES, PER_LARGE_TEST, PER_TEST
from judging.testdata.junk.steps import JunkResult, Misjudged, TryAnswers, TryInputs


def try_junk(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> list[str]:
    """Report every wrong decision on junk, and return a few lines on what was tried."""
    notes = _try_inputs(problem, tests, session, findings)
    if problem.answers_are_outputs:
        notes.append(_try_answers(tests, checker, session, findings))
    return notes


def _try_inputs(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> list[str]:
    validators = session.builder.tools(problem.input_validators, findings)
    if not validators:
        return []
    texts = {test.name: session.store.blob(test.input).read_bytes() for test in tests}
    shape = learn_shape(texts, read_bounds(problem, tests, session, findings))
    steps = {
        test.name: TryInputs(
            validators,
            test.name,
            test.input,
            tuple(input_args(validator, test.testcase) for validator in validators),
            shape,
            problem.limits,
        )
        for test in tests
    }
    results = session.once("junk", steps)
    names = " and ".join(validator.name for validator in validators)
    verb = "accepts" if len(validators) == 1 else "all accept"
    severity = severity_for(problem.paths)

    def false_accept(junk: Misjudged, quoted: str) -> Diagnostic:
        return error(f"{verb} an input with {quoted}; expected exit code {REJECTED}", names)

    def protocol_fault(junk: Misjudged, quoted: str) -> Diagnostic:
        message = f"fails on an input with {quoted}: {junk.message}; expected exit code {REJECTED}"
        return Diagnostic(severity, message, junk.program)

    accepted = {test: result.misjudged for test, result in results.items()}
    _report(accepted, false_accept, findings)
    faults = {test: result.protocol_faults for test, result in results.items()}
    _report(faults, protocol_fault, findings)
    return _describe_inputs(shape, names, results)


def _describe_inputs(
    shape: InputShape, validators: str, results: Mapping[str, JunkResult]
) -> list[str]:
    tried = sum(result.count for result in results.values())
    accepted = sum(len(result.misjudged) for result in results.values())
    notes = [
        f"Almost valid inputs: {validators} rejected {tried - accepted} of {tried}.",
        f"  At most {PER_TEST} per test ({PER_LARGE_TEST} if it is larger than "
        f"{LARGE_BYTES // MIB} MiB), chosen by the test's name as the seed.",
    ]
    if not shape.bounds:
        notes.append(
            "  No value outside its bounds was tried: no input validator writes bounds that match "
            f"the tests ({OPTION})."
        )
    if shape.quirks:
        quirks = ", ".join(sorted(quirk.value[0] for quirk in shape.quirks))
        notes.append(f"  Not tried, because a valid input has it: {quirks}.")
    return notes


def _try_answers(
    tests: Sequence[PreparedTest], checker: Checker, session: Session, findings: Findings
) -> str:
    steps = {
        test.name: TryAnswers(checker, test.input, test.answer, test.testcase.output_validator_args)
        for test in tests
        if test.answer is not None
    }
    results = session.once("junk answers", steps)

    def false_reject(junk: Misjudged, quoted: str) -> Diagnostic:
        message = f"the checker must accept an answer with {quoted}, but rejects it"
        return error(f"{message}: {junk.message}".rstrip(": "), checker.name)

    rejected = {test: result.misjudged for test, result in results.items()}
    _report(rejected, false_reject, findings)
    tried = sum(result.count for result in results.values())
    accepted = tried - sum(map(len, rejected.values()))
    return (
        f"Answers reformatted (spaces, case, numbers): the checker accepted {accepted} of {tried}."
    )


def _report(
    misjudged: Mapping[str, Sequence[Misjudged]],
    describe: Callable[[Misjudged, str], Diagnostic],
    findings: Findings,
) -> None:
    """Report one finding for each program and kind of junk: the shortest, and how many more.

    misjudged: by testcase name.
    describe: makes a finding of junk and of its kind, its bytes and its test in words.
    """
    kinds: dict[tuple[str, str], list[tuple[Misjudged, str]]] = defaultdict(list)
    for test, found in misjudged.items():
        for junk in found:
            kinds[junk.program, junk.kind].append((junk, test))
    for key in sorted(kinds):
        junk, test = min(kinds[key], key=lambda pair: (pair[0].size, pair[0].excerpt, pair[1]))
        finding = describe(junk, f"{junk.kind} ({junk.excerpt}, made from test {test})")
        more = len(kinds[key]) - 1
        message = f"{finding.message}; {more} more like this" if more else finding.message
        findings.report(Diagnostic(finding.severity, message, finding.file))
