"""Attack output validators and answer validators with what is made of a few tests' answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, ClassVar

from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.core.runs import CheckResult
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest, prepare_tests
from judging.features.validate.junk.outcomes import Outcome, Tried, decision_of
from judging.features.validate.junk.outputs import (
    Aim,
    Attack,
    aims_of,
    is_blank,
    output_attacks,
)
from judging.features.validate.junk.quoting import quote_change
from judging.features.validate.junk.sampling import (
    sample_of_groups,
    this_second,
    wait_for_another_second,
)
from judging.jobs.checkers import Checker, limits_key
from judging.jobs.checkers.validator import answer_args
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import MOST_STOPS, Findings, Session
from judging.store import Store, key_of
from judging.values import Value, astuple, replace

_VERSION = (
    "1"  # of the attacks and their words: change it to forget the results in the store
)


class _Material(Value):
    """What attacks on one test are made of.

    neighbour: the digest of another test's answer; None if all are the same.
    output_bytes: the output limit.
    again_after: None in the first round. The second round waits until this second is over.
    """

    test: PreparedTest
    neighbour: str | None
    output_bytes: int
    again_after: int | None = None

    @property
    def key(self) -> str:
        files = (self.test.input, self.test.answer or "", self.neighbour or "")
        is_again = str(self.again_after is not None)
        return key_of(_VERSION, is_again, *files, str(self.output_bytes))

    def attacks(self, answer: bytes, store: Store) -> Iterator[Attack]:
        # A program that is random may decide in two ways about the answer itself.
        yield Attack("the answer itself", Aim.ANSWER, answer)
        neighbour = None
        if self.neighbour is not None:
            neighbour = store.blob(self.neighbour).read_bytes()
        yield from output_attacks(answer, neighbour, self.output_bytes)


class _AttackResult(Value):
    """The outcomes in the order of the attacks, and the key of a program once for each time
    that a limit of time stopped it."""

    outcomes: tuple[Outcome, ...]
    stopped: tuple[str, ...] = ()


class _AttackStep(Value):
    """Ask programs about everything that is made of the answer of one test."""

    material: _Material

    @property
    def asks(self) -> tuple[str, ...]:
        raise NotImplementedError

    def decide(self, text: bytes, worker: Worker) -> CheckResult:
        """Return what the programs decide: AC if all accept; JE if one fails."""
        raise NotImplementedError

    def stopped_programs(self, result: _AttackResult) -> tuple[str, ...]:
        return result.stopped

    def run(self, worker: Worker) -> _AttackResult:
        material = self.material
        if material.again_after is not None:
            wait_for_another_second(material.again_after)
        answer = worker.store.blob(material.test.answer or "").read_bytes()
        outcomes: list[Outcome] = []
        stops = 0
        for attack in material.attacks(answer, worker.store):
            if stops >= MOST_STOPS:
                break
            result = self.decide(attack.text, worker)
            outcomes.append(_outcome(attack, answer, result))
            stops += result.stopped
        return _AttackResult(tuple(outcomes), self.asks * stops)

    def to_json(self, result: _AttackResult) -> Any:
        """Keep no result of a program that failed: perhaps the machine did."""
        if any(outcome.verdict is Verdict.JE for outcome in result.outcomes):
            return None
        return [astuple(outcome) for outcome in result.outcomes]

    def from_json(self, value: Any, store: Store) -> _AttackResult:
        outcomes = []
        for kind, aim, verdict, *rest in value:
            outcomes.append(Outcome(kind, Aim(aim), Verdict(verdict), *rest))
        return _AttackResult(tuple(outcomes))


class _AttackChecker(_AttackStep):
    """Attack the output validators."""

    kind: ClassVar[str] = "attacked"
    checker: Checker

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(program.key for program in self.checker.programs)

    @property
    def _args(self) -> tuple[str, ...]:
        return self.material.test.testcase.output_validator_args

    @property
    def key(self) -> str:
        return key_of(self.checker.key, self.material.key, *self._args)

    def decide(self, text: bytes, worker: Worker) -> CheckResult:
        test = self.material.test
        input = worker.store.blob(test.input)
        answer = worker.store.blob(test.answer or "")
        return self.checker.decide(input, answer, text, self._args, worker)


class _AttackAnswerValidators(_AttackStep):
    """Attack the answer validators, with what attacks output validators too."""

    kind: ClassVar[str] = "attacked answers"
    validators: tuple[Executable, ...]
    material: _Material
    limits: ProblemLimits

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(validator.key for validator in self.validators)

    def _args(self, validator: Executable) -> tuple[str, ...]:
        return answer_args(validator, self.material.test.testcase)

    @property
    def key(self) -> str:
        args = [self._args(validator) for validator in self.validators]
        limits = limits_key(self.limits)
        return key_of(self.material.key, limits, *self.asks, repr(args))

    def decide(self, text: bytes, worker: Worker) -> CheckResult:
        named: list[Path] = [worker.store.blob(self.material.test.input)]
        for validator in self.validators:
            args = self._args(validator)
            answer = ask_validator(
                validator, text, args, self.limits, worker, named=named
            )
            if not answer.in_protocol:
                message = f"{validator.name} failed: {answer.fault}"
                return CheckResult(Verdict.JE, message, stopped=answer.stopped)
            if answer.rejected:
                return CheckResult(Verdict.WA)
        return CheckResult(Verdict.AC)


def _outcome(attack: Attack, answer: bytes, result: CheckResult) -> Outcome:
    verdict = decision_of(result)
    excerpt = quote_change(attack.text, answer)
    message = ""
    if verdict is Verdict.JE:
        message = result.message
    return Outcome(attack.kind, attack.aim, verdict, excerpt, len(attack.text), message)


def attack_checker(
    problem: Problem, tests: Sequence[PreparedTest], checker: Checker, session: Session
) -> list[Tried]:
    """Return what the output validators decided about every output that attacks them. The
    default comparison needs no attack: it reads bytes of any kind."""
    if not checker.programs:
        return []

    def step(material: _Material) -> _AttackChecker:
        return _AttackChecker(material, checker)

    return _attack("attack", problem, tests, step, session)


def attack_answer_validators(
    problem: Problem,
    tests: Sequence[PreparedTest],
    validators: Sequence[Executable],
    session: Session,
) -> list[Tried]:
    """Return what the answer validators decided about the same in place of the answers."""

    def step(material: _Material) -> _AttackAnswerValidators:
        return _AttackAnswerValidators(material, tuple(validators), problem.limits)

    tried = _attack("attack answers", problem, tests, step, session)
    return [_as_answer(each) for each in tried]


def _as_answer(each: Tried) -> Tried:
    """Return the same with "an empty answer" in place of "an empty output"."""
    kind = each.outcome.kind.replace("output", "answer")
    return replace(each, outcome=replace(each.outcome, kind=kind))


def _attack(
    phase: str,
    problem: Problem,
    tests: Sequence[PreparedTest],
    step: Callable[[_Material], _AttackChecker | _AttackAnswerValidators],
    session: Session,
) -> list[Tried]:
    """Attack in two rounds. The second one, on the smallest test of each folder, is to show
    whether the programs are random."""
    answered = [test for test in tests if test.answer is not None]
    groups = sample_of_groups(answered, session.store)
    attacked = [test for group in groups for test in group]
    smallest = [group[0] for group in groups]
    neighbours = _neighbours(answered)
    output_bytes = problem.limits.output_bytes
    rounds: list[Mapping[str, _AttackResult]] = []
    again_after: int | None = None
    for chosen in (attacked, smallest):
        steps = {}
        for test in chosen:
            neighbour = neighbours.get(test.name)
            steps[test.name] = step(
                _Material(test, neighbour, output_bytes, again_after)
            )
        rounds.append(session.ask(phase, steps))
        again_after = this_second()
    return _join_rounds(rounds, attacked, session.store)


def _neighbours(tests: Sequence[PreparedTest]) -> dict[str, str]:
    """Return for each test the answer of the next one that has another answer."""
    found = {}
    for place, test in enumerate(tests):
        for other in (*tests[place + 1 :], *tests[:place]):
            if other.answer is not None and other.answer != test.answer:
                found[test.name] = other.answer
                break
    return found


def _join_rounds(
    rounds: Sequence[Mapping[str, _AttackResult]],
    tests: Sequence[PreparedTest],
    store: Store,
) -> list[Tried]:
    """Return the outcomes of the first round, each with the verdict of the second one."""
    first, second = rounds
    tried = []
    for test in tests:
        has_answer = not is_blank(store.blob(test.answer or "").read_bytes())
        # Both rounds have the same outputs in the same order; one may have ended earlier.
        nothing = _AttackResult(())
        pairs = zip_longest(
            first.get(test.name, nothing).outcomes,
            second.get(test.name, nothing).outcomes,
        )
        for outcome, repeated in pairs:
            if outcome is None:
                break
            again = None
            if repeated is not None:
                again = repeated.verdict
            source = f"made from test {test.name}"
            tried.append(Tried(outcome, test.name, source, has_answer, again))
    return tried


def valid_aims(problem: Problem, session: Session) -> frozenset[Aim]:
    """Return which hollow outputs are among the valid outputs of the package."""
    # Files that cannot be made are reported where the data are checked.
    outputs = prepare_tests(problem, problem.valid_outputs, session, Findings())
    pairs = []
    for test in outputs:
        if test.output is not None and test.answer is not None:
            output = session.store.blob(test.output).read_bytes()
            answer = session.store.blob(test.answer).read_bytes()
            pairs.append((output, answer))
    return aims_of(pairs)


def answer_aims(tests: Sequence[PreparedTest], session: Session) -> frozenset[Aim]:
    """Return which hollow texts are among the answers: validators must accept these somewhere."""
    pairs = []
    for test in tests:
        if test.answer is not None:
            pairs.append((session.store.blob(test.answer).read_bytes(), b"0"))
    return aims_of(pairs)
