"""Show that the programs which check data and outputs reject something.

A validator or a checker that accepts everything is green on every test. So each gets a few
wrong files, made from one small test, until it rejects one. Only who accepts all of them is
reported: a single one may be right after all, in some format. `judge validate --junk` tries
much more, and says what is wrong with each.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from judging.core.diagnostics import Diagnostic, first_of, warning
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest
from judging.jobs.checkers import Checker, limits_key
from judging.jobs.checkers.validator import input_args
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Question, Session, any_unsteady
from judging.store import Store, key_of
from judging.values import Value, replace

_VERSION = "2"  # of the wrong files: change it to forget the results in the store
# A program that waits for more than there is in a wrong file must not hold up everything.
_MOST_S = 1.0
_NO_TEXT = bytes(range(0x80, 0x100))
_LONG_NUMBER = b"9" * 1000
_NOTHING = "nothing shows that it rejects anything"


class _Wrong(Value):
    """A wrong file, with a noun phrase that says how it was made."""

    kind: str
    text: bytes


def _wrong_files(right: bytes) -> Iterator[_Wrong]:
    """Yield files that are wrong in place of the right one, in nearly every format."""
    made = (
        _Wrong("nothing", b""),
        _Wrong("bytes that are no text", _NO_TEXT),
        _Wrong("NUL bytes", b"\0" * 100 + b"\n"),
        _Wrong("one word", b"x\n"),
        _Wrong("one number of 1000 digits", _LONG_NUMBER + b"\n"),
        _Wrong("the right one and three words after it", right + b"\na b c\n"),
        _Wrong("half of the right one", right[: len(right) // 2]),
    )
    for wrong in made:
        if wrong.text.split() != right.split():
            yield wrong


class _Answer(Value):
    """Whether the programs accepted a wrong file, and whether one of them decided nothing:
    a limit of time stopped it, or it failed, perhaps because an interrupt ended it."""

    accepted: bool
    undecided: bool = False


class _Accepted(Value):
    """The kinds of the wrong files if all were accepted, else none."""

    kinds: tuple[str, ...] = ()
    undecided: bool = False


class _Step(Question[_Accepted]):
    """Ask about wrong files until one is rejected."""

    kind: ClassVar[str] = "rejecting"
    result: ClassVar[type] = _Accepted
    test: PreparedTest

    @property
    def right(self) -> str:
        """The digest of the file that the wrong ones are made from."""
        raise NotImplementedError

    def ask(self, text: bytes, worker: Worker) -> _Answer:
        """Ask all programs about this text."""
        raise NotImplementedError

    def stopped_programs(self, result: _Accepted) -> tuple[str, ...]:
        # That a program does not end on a wrong file says nothing of the package's files.
        return ()

    def run(self, worker: Worker) -> _Accepted:
        right = worker.store.blob(self.right).read_bytes()
        kinds = []
        for wrong in _wrong_files(right):
            answer = self.ask(wrong.text, worker)
            if not answer.accepted:
                return _Accepted(undecided=answer.undecided)
            kinds.append(wrong.kind)
        return _Accepted(tuple(kinds))

    def may_keep(self, result: _Accepted) -> bool:
        """Keep no result of a program that decided nothing."""
        return not result.undecided

    def from_json(self, value: object, store: Store) -> _Accepted | None:
        if any_unsteady(self.asks, store):
            return None
        return super().from_json(value, store)


class _WrongInputs(_Step):
    """Ask the input validators; one of them should reject."""

    validators: tuple[Executable, ...]
    limits: ProblemLimits

    @property
    def right(self) -> str:
        return self.test.input

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(validator.key for validator in self.validators)

    @property
    def key(self) -> str:
        args = [input_args(program, self.test.testcase) for program in self.validators]
        files = (self.test.input, self.test.working_files or "")
        limits = limits_key(self.limits)
        return key_of(_VERSION, limits, *files, *self.asks, repr(args))

    def ask(self, text: bytes, worker: Worker) -> _Answer:
        for validator in self.validators:
            program = validator.on_test((), self.test.working_files)
            args = input_args(validator, self.test.testcase)
            answer = ask_validator(program, text, args, self.limits, worker)
            if not answer.accepted:
                return _Answer(accepted=False, undecided=answer.stopped)
        return _Answer(accepted=True)


class _WrongOutputs(_Step):
    """Ask the output validators. An output that scores nothing is not accepted."""

    checker: Checker

    @property
    def right(self) -> str:
        return self.test.answer or ""

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.checker.programs)

    @property
    def _args(self) -> tuple[str, ...]:
        return self.test.testcase.output_validator_args

    @property
    def key(self) -> str:
        files = (self.test.input, self.right)
        return key_of(_VERSION, self.checker.key, *files, *self._args)

    def ask(self, text: bytes, worker: Worker) -> _Answer:
        input = worker.store.blob(self.test.input)
        answer = worker.store.blob(self.right)
        result = self.checker.decide(input, answer, text, self._args, worker)
        accepted = result.verdict is Verdict.AC and not result.scores_nothing
        return _Answer(accepted, undecided=result.verdict is Verdict.JE)


def check_rejecting(
    problem: Problem,
    tests: Sequence[PreparedTest],
    checker: Checker | None,
    session: Session,
    findings: Findings,
) -> None:
    """Warn of input validators, and of a checker, that accept everything.

    Nothing is tried where the package has a file that must be rejected: whether it is, is
    checked elsewhere.
    """
    limits = _with_short_limit(problem.limits)
    data = problem.paths.relative_path(problem.paths.data)
    validators = session.builder.tools(problem.input_validators, findings)
    if validators and not problem.invalid_inputs:
        test = _smallest(tests, lambda test: test.input, session.store)
        if test is not None:
            step = _WrongInputs(test, tuple(validators), limits)
            names = " and ".join(validator.name for validator in validators)
            _ask(step, names, "inputs", f"{data}/invalid_input", session, findings)
    if checker is None or not checker.programs or problem.invalid_outputs:
        return
    # Interactors have no outputs to read: `judge validate` lets programs talk to them.
    if problem.answers_are_outputs:
        answered = [test for test in tests if test.answer is not None]
        test = _smallest(answered, lambda test: test.answer or "", session.store)
        if test is not None:
            outputs = _WrongOutputs(test, replace(checker, limits=limits))
            name = checker.name or ""
            _ask(outputs, name, "outputs", f"{data}/invalid_output", session, findings)


def _with_short_limit(limits: ProblemLimits) -> ProblemLimits:
    return replace(limits, validation_s=min(limits.validation_s, _MOST_S))


def _smallest(
    tests: Sequence[PreparedTest],
    digest_of: Callable[[PreparedTest], str],
    store: Store,
) -> PreparedTest | None:
    """Return the test with the smallest file that is not empty; None without such a test."""
    sizes = []
    for test in tests:
        size = store.blob(digest_of(test)).stat().st_size
        if size:
            sizes.append((size, test.name, test))
    return min(sizes)[2] if sizes else None


def _ask(
    step: _WrongInputs | _WrongOutputs,
    program: str,
    files: str,
    folder: str,
    session: Session,
    findings: Findings,
) -> None:
    results = session.ask("validate", {f"wrong {files}": step})
    for accepted in results.values():
        if accepted.kinds:
            message = accepts_everything(program, files, accepted.kinds, folder)
            findings.report(message)


def accepts_everything(
    program: str, tried: str, kinds: Sequence[str], folder: str = ""
) -> Diagnostic:
    """Return the warning about a program that accepted all that was tried.

    tried: in words, such as `inputs`.
    folder: the folder for files that must be rejected, if the format has one.
    """
    shown = f"; tests in {folder} say what it must reject" if folder else ""
    message = (
        f"accepts all {len(kinds)} wrong {tried} that were tried ({first_of(kinds)}): "
        f"{_NOTHING}{shown}; `judge validate --junk` tries more"
    )
    return warning(message, program)
