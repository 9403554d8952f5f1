"""Try junk on validators and the checker, and report every wrong decision."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from judging.core.diagnostics import Diagnostic, error
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Problem
from judging.core.verdicts import Verdict
from judging.data.constraints import OPTION, read_bounds
from judging.data.generation.prepared import PreparedTest
from judging.features.validate.junk.answers import reformatted_answers
from judging.features.validate.junk.changes import (
    LARGE_BYTES,
    PER_LARGE_TEST,
    PER_TEST,
    junk_inputs,
)
from judging.features.validate.junk.checker_attacks import (
    answer_aims,
    attack_answer_validators,
    attack_checker,
    valid_aims,
)
from judging.features.validate.junk.generators import repeat_generators
from judging.features.validate.junk.input_shape import InputShape, learn_shape
from judging.features.validate.junk.outcomes import (
    describe_attacks,
    report_doubts,
    report_outcomes,
)
from judging.features.validate.junk.quoting import quote_change
from judging.features.validate.junk.submissions import try_submissions
from judging.features.validate.junk.talkers import attack_interactor
from judging.jobs.checkers import Checker, limits_key
from judging.jobs.checkers.validator import REJECTED, input_args
from judging.jobs.validating import ValidatorAnswer, ask_validator
from judging.package import testlib
from judging.package.files.sources import severity_for
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import MOST_STOPS, Findings, Session
from judging.store import Store, key_of
from judging.values import Value, astuple, replace

_VERSION = "6"  # of the junk and its words: change it to forget the results in the store


class _Misjudged(Value):
    """One piece of junk on which a program decided wrongly.

    `kind` is what was changed, `excerpt` the bytes around the change, `size` the length
    of the junk in bytes, `message` what the program said. `program` is a validator that
    broke its protocol; it is empty if the validators accepted an input, or if the
    checker rejected an answer.
    """

    kind: str
    excerpt: str
    size: int
    message: str = ""
    program: str = ""


class _JunkResult(Value):
    """How much junk of one test was tried, and on what the decision was wrong.

    stopped: the key of a program once for each time that a limit of time stopped it.
    failed: the checker failed, perhaps because an interrupt ended it.
    """

    count: int
    misjudged: tuple[_Misjudged, ...]
    stopped: tuple[str, ...] = ()
    failed: bool = False


class _JunkStep(Value):
    def stopped_programs(self, result: _JunkResult) -> tuple[str, ...]:
        return result.stopped

    def to_json(self, result: _JunkResult) -> Any:
        """Keep no result of a program that failed or that a limit of time stopped."""
        if result.stopped or result.failed:
            return None
        return [result.count, [astuple(junk) for junk in result.misjudged]]

    def from_json(self, value: Any, store: Store) -> _JunkResult:
        count, misjudged = value
        return _JunkResult(count, tuple(_Misjudged(*junk) for junk in misjudged))


class _TryInputs(_JunkStep):
    """Make junk of one input, with the test's name as the seed, and ask the input
    validators; one of them must reject it."""

    kind: ClassVar[str] = "junk"
    validators: tuple[Executable, ...]
    test: PreparedTest
    shape: InputShape
    limits: ProblemLimits

    @property
    def asks(self) -> list[str]:
        return [validator.key for validator in self.validators]

    @property
    def _args(self) -> list[tuple[str, ...]]:
        return [
            input_args(validator, self.test.testcase) for validator in self.validators
        ]

    @property
    def key(self) -> str:
        # The test's name is the seed of the junk.
        return key_of(
            _VERSION,
            self.test.name,
            self.test.input,
            self.shape.key,
            limits_key(self.limits),
            *self.asks,
            repr(self._args),
        )

    def run(self, worker: Worker) -> _JunkResult:
        text = worker.store.blob(self.test.input).read_bytes()
        made = junk_inputs(text, self.shape, self.test.name)
        misjudged: list[_Misjudged] = []
        stopped: list[str] = []
        tried = 0
        for junk in made:
            if len(stopped) >= MOST_STOPS:
                break
            tried += 1
            excerpt = quote_change(junk.text, text)
            accepted = _Misjudged(junk.kind, excerpt, len(junk.text))
            refusal = self._refusal(junk.text, worker)
            if refusal is None:
                misjudged.append(accepted)
                continue
            validator, answer = refusal
            if not answer.in_protocol:
                misjudged.append(
                    replace(accepted, message=answer.message, program=validator.name)
                )
            if answer.stopped:
                stopped.append(validator.key)
        return _JunkResult(tried, tuple(misjudged), tuple(stopped))

    def _refusal(
        self, junk: bytes, worker: Worker
    ) -> tuple[Executable, ValidatorAnswer] | None:
        """Return the first validator that does not accept a piece of junk, and its
        answer; None if all accept it."""
        for validator, args in zip(self.validators, self._args, strict=True):
            answer = ask_validator(validator, junk, args, self.limits, worker)
            if not answer.accepted:
                return validator, answer
        return None


class _TryAnswers(_JunkStep):
    """Reformat one answer and ask the checker, which must accept every form."""

    kind: ClassVar[str] = "forgiven"
    checker: Checker
    test: PreparedTest

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.checker.programs)

    @property
    def key(self) -> str:
        args = self.test.testcase.output_validator_args
        return key_of(
            _VERSION, self.checker.key, self.test.input, self.test.answer or "", *args
        )

    def run(self, worker: Worker) -> _JunkResult:
        args = self.test.testcase.output_validator_args
        input = worker.store.blob(self.test.input)
        file = worker.store.blob(self.test.answer or "")
        answer = file.read_bytes()
        # The default comparison must forgive more than a program of the package.
        made = reformatted_answers(answer, args, default=not self.checker.programs)
        rejected = []
        stopped: list[str] = []
        failed = False
        tried = 0
        for junk in made:
            if len(stopped) >= MOST_STOPS:
                break
            tried += 1
            result = self.checker.decide(input, file, junk.text, args, worker)
            if result.verdict is not Verdict.AC:
                excerpt = quote_change(junk.text, answer)
                rejected.append(
                    _Misjudged(junk.kind, excerpt, len(junk.text), result.message)
                )
            if result.verdict is Verdict.JE:
                failed = True
            if result.stopped:
                stopped += self.asks
        return _JunkResult(tried, tuple(rejected), tuple(stopped), failed)


def try_junk(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
) -> list[str]:
    """Report every wrong decision on junk, and return a few lines on what was tried.

    checker: None if it does not build.
    """
    if not tests:
        return [
            "Almost valid inputs and reformatted answers: not tried: there is no test."
        ]
    notes = _try_inputs(problem, tests, session, findings)
    notes += repeat_generators(problem, session, findings)
    notes += _attack_answer_validators(problem, tests, session, findings)
    if checker is None:
        notes.append(
            "Answers reformatted: not tried, because the checker does not build."
        )
        return notes
    if problem.answers_are_outputs:
        notes.append(_try_answers(tests, checker, session, findings))
    return notes + _attack_checker(problem, tests, checker, session, findings)


def _try_inputs(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> list[str]:
    validators = session.builder.tools(problem.input_validators, findings)
    # One that is left out might be the one that rejects the junk.
    if len(validators) < len(problem.input_validators):
        return ["Almost valid inputs: not tried: an input validator cannot be built."]
    if not validators:
        return ["Almost valid inputs: not tried: there is no input validator."]
    # The shape is learned from all tests: a single one shows too little.
    texts = {test.name: session.store.blob(test.input).read_bytes() for test in tests}
    shape = learn_shape(texts, read_bounds(problem, tests, session, findings))
    steps = {
        test.name: _TryInputs(validators, test, shape, problem.limits) for test in tests
    }
    results = session.ask("junk", steps)
    names = " and ".join(validator.name for validator in validators)
    verb = "accepts" if len(validators) == 1 else "all accept"

    def describe(junk: _Misjudged, quoted: str) -> Diagnostic:
        expected = f"expected exit code {REJECTED}"
        if not junk.program:
            return error(f"{verb} an input with {quoted}; {expected}", names)
        message = f"fails on an input with {quoted}: {junk.message}; {expected}"
        return Diagnostic(severity_for(problem.paths), message, junk.program)

    _report(results, describe, findings)
    # What testlib reads with bounds, it also checks against them.
    for_testlib = all(map(testlib.validates, problem.input_validators))
    return _describe_inputs(shape, names, results, for_testlib)


def _describe_inputs(
    shape: InputShape,
    validators: str,
    results: Mapping[str, _JunkResult],
    for_testlib: bool,
) -> list[str]:
    tried = 0
    accepted = 0
    for result in results.values():
        tried += result.count
        for junk in result.misjudged:
            if not junk.program:  # all validators accepted it
                accepted += 1
    notes = [
        f"Almost valid inputs: {validators} rejected {tried - accepted} of {tried}.",
        f"  At most {PER_TEST} per test ({PER_LARGE_TEST} if it is larger than "
        f"{LARGE_BYTES // MIB} MiB), chosen by the test's name as the seed.",
    ]
    if not shape.bounds:
        why = f"no input validator writes bounds that match the tests ({OPTION})"
        if for_testlib:
            why = "testlib itself rejects them"
        notes.append(f"  Values outside their bounds were not tried: {why}.")
    if shape.quirks:
        quirks = ", ".join(sorted(quirk.value[0] for quirk in shape.quirks))
        notes.append(f"  Not tried, because some valid input has it: {quirks}.")
    return notes


def _try_answers(
    tests: Sequence[PreparedTest], checker: Checker, session: Session, findings: Findings
) -> str:
    answered = [test for test in tests if test.answer is not None]
    steps = {test.name: _TryAnswers(checker, test) for test in answered}
    results = session.ask("junk answers", steps)

    def false_reject(junk: _Misjudged, quoted: str) -> Diagnostic:
        message = f"the checker must accept an answer with {quoted}, but rejects it"
        return error(f"{message}: {junk.message}".rstrip(": "), checker.name)

    _report(results, false_reject, findings)
    tried = sum(result.count for result in results.values())
    accepted = tried - sum(len(result.misjudged) for result in results.values())
    return (
        "Answers reformatted (spaces, case, numbers): "
        f"the checker accepted {accepted} of {tried}."
    )


def _attack_answer_validators(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> list[str]:
    validators = session.builder.tools(problem.answer_validators, findings)
    # One that is left out might be the one that rejects.
    if not validators or len(validators) < len(problem.answer_validators):
        return []
    names = " and ".join(validator.name for validator in validators)
    tried = attack_answer_validators(problem, tests, validators, session)
    accepted = report_outcomes(
        names,
        tried,
        findings,
        excused=answer_aims(tests, session),
        failing=severity_for(problem.paths),
    )
    return describe_attacks("Wrong answers", names, tried, accepted)


def _attack_checker(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker,
    session: Session,
    findings: Findings,
) -> list[str]:
    """Attack the output validator, and run programs twice that must do the same again."""
    name = checker.name or ""
    if problem.answers_are_outputs:
        kind = "Wrong outputs"
        remedy = ", unless the folder valid_output has such an output"
        attacks = attack_checker(problem, tests, checker, session)
        excused = valid_aims(problem, session)
        report_doubts(name, attacks, findings)
    else:
        kind = "Attacking programs"
        remedy = ""
        attacks = attack_interactor(problem, tests, checker, session)
        excused = frozenset()
    submissions = try_submissions(problem, tests, checker, session, findings)
    excused |= submissions.excused
    tried = [*attacks, *submissions.outcomes]
    if any(each.is_unsteady for each in tried):
        session.kept.forget(checker.programs)
    accepted = report_outcomes(name, tried, findings, excused=excused, remedy=remedy)
    notes = []
    if attacks:
        notes = describe_attacks(kind, name, attacks, accepted)
    return [*notes, *submissions.notes]


def _report(
    results: Mapping[str, _JunkResult],
    describe: Callable[[_Misjudged, str], Diagnostic],
    findings: Findings,
) -> None:
    """Report one finding for each program and kind of junk: the shortest, and how many more.

    describe: makes a finding of junk and of its kind, its bytes and its test in words.
    """
    kinds: dict[tuple[str, str], list[tuple[_Misjudged, str]]] = defaultdict(list)
    for test, result in results.items():
        for junk in result.misjudged:
            kinds[junk.program, junk.kind].append((junk, test))
    for _program_and_kind, alike in sorted(kinds.items(), key=lambda item: item[0]):
        junk, test = min(alike, key=_by_size)
        finding = describe(junk, f"{junk.kind} ({junk.excerpt}, made from test {test})")
        message = finding.message
        if len(alike) > 1:
            message += f"; {len(alike) - 1} more like this"
        findings.report(Diagnostic(finding.severity, message, finding.file))


def _by_size(entry: tuple[_Misjudged, str]) -> tuple[int, str, str]:
    """Order junk, given with its test: the shortest first, then by what makes the order stable."""
    junk, test = entry
    return junk.size, junk.excerpt, test
