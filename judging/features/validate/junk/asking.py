"""Ask programs about variants of the tests' files: one kind of step, whatever is asked.

What is made of a test, and who is asked about it, are two choices. `families.py` has the
pairs that are tried.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import ClassVar, Protocol

from judging.core.limits import ProblemLimits
from judging.core.problem import Testcase
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest
from judging.features.validate.junk.answers import reformatted_answers
from judging.features.validate.junk.changes import inputs_outside_bounds, junk_inputs
from judging.features.validate.junk.input_shape import InputShape
from judging.features.validate.junk.outcomes import Outcome, Tried, decision_of
from judging.features.validate.junk.outputs import is_blank, output_attacks
from judging.features.validate.junk.sampling import this_second, wait_for_another_second
from judging.features.validate.junk.variants import Aim, Variant, quote_change
from judging.jobs.checkers import Checker, limits_key
from judging.jobs.checkers.validator import answer_args, input_args
from judging.jobs.validating import ValidatorAnswer, ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import MOST_STOPS, Question, Session
from judging.store import Store, key_of
from judging.values import Value

# Of the variants and their words: change it to forget the results in the store.
_VERSION = "7"


class Variants(Protocol):
    """What is made of a file of a test."""

    def key(self, test: PreparedTest) -> str:
        """A digest of everything that the variants are made of."""

    def original(self, test: PreparedTest, store: Store) -> bytes:
        """Return the file that is changed."""

    def of(self, original: bytes, test: PreparedTest, store: Store) -> Iterable[Variant]:
        """Return the variants of one test, always the same."""


class AlmostValidInputs(Value):
    """Inputs that are not valid, but nearly so; the test's name is their seed."""

    shape: InputShape

    def key(self, test: PreparedTest) -> str:
        return key_of("inputs", test.name, test.input, self.shape.key)

    def original(self, test: PreparedTest, store: Store) -> bytes:
        return store.blob(test.input).read_bytes()

    def of(self, original: bytes, test: PreparedTest, store: Store) -> list[Variant]:
        return junk_inputs(original, self.shape, test.name)


class InputsOutsideBounds(Value):
    """Inputs with a value outside a bound of the shape; the test's name is their seed."""

    shape: InputShape

    def key(self, test: PreparedTest) -> str:
        return key_of("outside", test.name, test.input, self.shape.key)

    def original(self, test: PreparedTest, store: Store) -> bytes:
        return store.blob(test.input).read_bytes()

    def of(self, original: bytes, test: PreparedTest, store: Store) -> list[Variant]:
        return inputs_outside_bounds(original, self.shape, test.name)


class ReformattedAnswers(Value):
    """The answer, written otherwise.

    default: for the default comparison, which must forgive more than a program of the
        package.
    """

    default: bool

    def key(self, test: PreparedTest) -> str:
        args = test.testcase.output_validator_args
        return key_of("reformatted", str(self.default), test.answer or "", *args)

    def original(self, test: PreparedTest, store: Store) -> bytes:
        return _answer_of(test, store)

    def of(self, original: bytes, test: PreparedTest, store: Store) -> list[Variant]:
        args = test.testcase.output_validator_args
        return reformatted_answers(original, args, default=self.default)


class AttackingOutputs(Value):
    """The answer itself, and outputs that attack a checker.

    neighbours: the digest of another test's answer, by the name of the test; a test is not
        in it if all answers are the same.
    output_bytes: the output limit.
    """

    neighbours: Mapping[str, str]
    output_bytes: int

    @classmethod
    def among(
        cls, tests: Sequence[PreparedTest], output_bytes: int
    ) -> "AttackingOutputs":
        """Return the attacks with the answer of the next test that has another answer."""
        found = {}
        for place, test in enumerate(tests):
            for other in (*tests[place + 1 :], *tests[:place]):
                if other.answer is not None and other.answer != test.answer:
                    found[test.name] = other.answer
                    break
        return cls(found, output_bytes)

    def key(self, test: PreparedTest) -> str:
        neighbour = self.neighbours.get(test.name, "")
        return key_of("attacks", test.answer or "", neighbour, str(self.output_bytes))

    def original(self, test: PreparedTest, store: Store) -> bytes:
        return _answer_of(test, store)

    def of(self, original: bytes, test: PreparedTest, store: Store) -> Iterable[Variant]:
        # A program that is random may decide in two ways about the answer itself.
        yield Variant("the answer itself", Aim.ANSWER, original)
        neighbour = None
        if test.name in self.neighbours:
            neighbour = store.blob(self.neighbours[test.name]).read_bytes()
        yield from output_attacks(original, neighbour, self.output_bytes)


def _answer_of(test: PreparedTest, store: Store) -> bytes:
    return store.blob(test.answer or "").read_bytes()


class Decision(Value):
    """What programs decided about one variant.

    verdict: AC if all accept, JE if one fails.
    message: what the program said that did not accept.
    program: the name of the validator that failed.
    stopped: the keys of the programs that a limit of time stopped.
    """

    verdict: Verdict
    message: str = ""
    program: str = ""
    stopped: tuple[str, ...] = ()


class Asked(Protocol):
    """The programs that decide about a variant, all of them together.

    keeps_failures: whether it is kept that one fails. Otherwise perhaps the machine did.
    """

    keeps_failures: ClassVar[bool]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the programs."""

    def key(self, testcase: Testcase) -> str:
        """A digest of everything that the decision depends on, but the files."""

    def decide(self, variant: Variant, test: PreparedTest, worker: Worker) -> Decision:
        """Ask the programs, until one does not accept."""


class AskedChecker(Value):
    """The output validators, or the default comparison."""

    keeps_failures: ClassVar[bool] = False
    checker: Checker

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.checker.programs)

    def key(self, testcase: Testcase) -> str:
        return key_of(self.checker.key, *testcase.output_validator_args)

    def decide(self, variant: Variant, test: PreparedTest, worker: Worker) -> Decision:
        args = test.testcase.output_validator_args
        input = worker.store.blob(test.input)
        answer = worker.store.blob(test.answer or "")
        result = self.checker.decide(input, answer, variant.text, args, worker)
        verdict = decision_of(result)
        # The answer itself may score nothing, and so may its other forms.
        if variant.aim is Aim.REFORMATTED:
            verdict = result.verdict
        stopped: tuple[str, ...] = ()
        if result.stopped:
            stopped = self.keys
        return Decision(verdict, result.message, stopped=stopped)


class _Validators(Value):
    """Validators, each of which is asked about a text in place of a file of a test."""

    programs: tuple[Executable, ...]
    limits: ProblemLimits

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.programs)

    def key(self, testcase: Testcase) -> str:
        args = [self.args(program, testcase) for program in self.programs]
        return key_of(limits_key(self.limits), *self.keys, repr(args))

    def decide(self, variant: Variant, test: PreparedTest, worker: Worker) -> Decision:
        for program in self.programs:
            answer = ask_validator(
                program,
                variant.text,
                self.args(program, test.testcase),
                self.limits,
                worker,
                named=self.named(test, worker.store),
            )
            if not answer.in_protocol:
                stopped: tuple[str, ...] = ()
                if answer.stopped:
                    stopped = (program.key,)
                fault = self.fault(program, answer)
                return Decision(Verdict.JE, fault, program.name, stopped)
            if answer.rejected:
                return Decision(Verdict.WA)
        return Decision(Verdict.AC)

    def args(self, program: Executable, testcase: Testcase) -> tuple[str, ...]:
        """Return the arguments of a validator for one test."""
        raise NotImplementedError

    def named(self, test: PreparedTest, store: Store) -> list[Path]:
        """Return the files of the test that the validators may read."""
        raise NotImplementedError

    def fault(self, program: Executable, answer: ValidatorAnswer) -> str:
        """Return how a validator broke its protocol, in words."""
        raise NotImplementedError


class AskedInputValidators(_Validators):
    """The input validators, about a text in place of the input."""

    # Many validators fail on every wrong input, such as those in Python that assert.
    keeps_failures: ClassVar[bool] = True

    def args(self, program: Executable, testcase: Testcase) -> tuple[str, ...]:
        return input_args(program, testcase)

    def named(self, test: PreparedTest, store: Store) -> list[Path]:
        return []

    def fault(self, program: Executable, answer: ValidatorAnswer) -> str:
        return answer.message


class AskedAnswerValidators(_Validators):
    """The answer validators, about a text in place of the answer."""

    keeps_failures: ClassVar[bool] = False

    def args(self, program: Executable, testcase: Testcase) -> tuple[str, ...]:
        return answer_args(program, testcase)

    def named(self, test: PreparedTest, store: Store) -> list[Path]:
        return [store.blob(test.input)]

    def fault(self, program: Executable, answer: ValidatorAnswer) -> str:
        return f"{program.name} failed: {answer.fault}"


class _Outcomes(Value):
    """The outcomes in the order of the variants, and the key of a program once for each
    time that a limit of time stopped it."""

    outcomes: tuple[Outcome, ...]
    stopped: tuple[str, ...] = ()


class _AskStep(Question[_Outcomes]):
    """Ask programs about every variant of one test.

    again_after: None in the first round. The second round waits until this second is over.
    """

    kind: ClassVar[str] = "junk"
    result: ClassVar[type] = _Outcomes
    test: PreparedTest
    variants: Variants
    asked: Asked
    again_after: int | None = None

    @property
    def asks(self) -> tuple[str, ...]:
        return self.asked.keys

    def stopped_programs(self, result: _Outcomes) -> tuple[str, ...]:
        return result.stopped

    @property
    def key(self) -> str:
        return key_of(
            _VERSION,
            str(self.again_after is not None),
            self.test.input,
            self.test.answer or "",
            self.variants.key(self.test),
            self.asked.key(self.test.testcase),
        )

    def run(self, worker: Worker) -> _Outcomes:
        if self.again_after is not None:
            wait_for_another_second(self.again_after)
        original = self.variants.original(self.test, worker.store)
        outcomes: list[Outcome] = []
        stopped: list[str] = []
        stops = 0
        for variant in self.variants.of(original, self.test, worker.store):
            if stops >= MOST_STOPS:
                break
            decision = self.asked.decide(variant, self.test, worker)
            outcomes.append(_outcome(variant, original, decision))
            stopped += decision.stopped
            stops += bool(decision.stopped)
        return _Outcomes(tuple(outcomes), tuple(stopped))

    def may_keep(self, result: _Outcomes) -> bool:
        """Keep no result of a program that a limit of time stopped, nor most failures."""
        if result.stopped:
            return False
        failed = any(outcome.verdict is Verdict.JE for outcome in result.outcomes)
        return self.asked.keeps_failures or not failed


def _outcome(variant: Variant, original: bytes, decision: Decision) -> Outcome:
    return Outcome(
        variant.kind,
        variant.aim,
        decision.verdict,
        quote_change(variant.text, original),
        len(variant.text),
        decision.message,
        decision.program,
    )


def ask(
    phase: str,
    tests: Sequence[PreparedTest],
    variants: Variants,
    asked: Asked,
    session: Session,
    again: Sequence[PreparedTest] = (),
) -> list[Tried]:
    """Return what the programs decided about the variants of each test.

    phase: how progress names it.
    again: the tests whose variants they are asked about once more, in another second. It
        shows whether the programs are random.
    """
    first = {test.name: _AskStep(test, variants, asked) for test in tests}
    outcomes = session.ask(phase, first)
    outcomes_again: Mapping[str, _Outcomes] = {}
    if again:
        then = this_second()
        second = {test.name: _AskStep(test, variants, asked, then) for test in again}
        outcomes_again = session.ask(phase, second)
    tried = []
    for test in tests:
        tried += _join(
            test,
            outcomes.get(test.name, _Outcomes(())),
            outcomes_again.get(test.name, _Outcomes(())),
            session.store,
        )
    return tried


def _join(
    test: PreparedTest, first: _Outcomes, second: _Outcomes, store: Store
) -> list[Tried]:
    """Return the outcomes of the first round, each with the verdict of the second one."""
    has_answer = test.answer is not None and not is_blank(_answer_of(test, store))
    source = f"made from test {test.name}"
    tried = []
    # Both rounds have the same variants in the same order; one may have ended earlier.
    for outcome, repeated in zip_longest(first.outcomes, second.outcomes):
        if outcome is None:
            break
        again = None
        if repeated is not None:
            again = repeated.verdict
        tried.append(Tried(outcome, test.name, source, has_answer, again))
    return tried
