"""Tries inputs: the submission against the reference, many inputs in one box, what differs alone.

What the relay says is a hint. A run that is not as it should be is repeated in a fresh box, under
the problem's limits, and judged as `judge run` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judging.core.classify import classify, describe_ending, explain
from judging.core.limits import Limits, ProblemLimits
from judging.core.results import CheckResult, Ending
from judging.core.verdicts import Verdict
from judging.hunt.running.relay import Errand, Leg, Relayed, run_errands, sound
from judging.jobs import execute
from judging.jobs.checkers import ACCEPTED, REJECTED, Checker, validation_limits
from judging.programs import Executable
from judging.sandbox.worker import Worker

_SAMPLE = 50  # of the inputs that a trusted source gave, one in so many is validated


@dataclass(frozen=True, slots=True)
class Trial:
    """An input to try. `trusted`: its source is to give valid inputs only, and when it does not
    that is a fault of the source; others are validated before anything runs on them. `index` is
    its place in the numbered stream."""

    content: bytes
    origin: str
    trusted: bool = False
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Arena:
    """The programs of a hunt. `validates_late`: the validator is slow next to the other programs,
    so that it runs only on what they differ on. The arguments are those of the package's tests;
    `validator_args` has them for each validator."""

    submission: Executable
    reference: Executable
    validators: tuple[Executable, ...]
    checker: Checker
    relay: Executable
    limits: Limits
    problem_limits: ProblemLimits
    validator_args: tuple[tuple[str, ...], ...]
    checker_args: tuple[str, ...] = ()
    validates_late: bool = False

    @property
    def gates(self) -> tuple[tuple[Executable, tuple[str, ...]], ...]:
        """The validators, each with its arguments."""
        return tuple(zip(self.validators, self.validator_args, strict=True))

    def legs(self) -> tuple[Leg, ...]:
        """What the relay runs on an input: the validators, the reference, the submission."""
        strict = validation_limits(self.problem_limits)
        return (
            *(Leg(program, strict, args, gate=True) for program, args in self.gates),
            Leg(self.reference, self.limits),
            Leg(self.submission, self.limits),
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one input. `verdict` None: the input is not valid, `message` says what the
    validator said. `fault` is what is wrong with the package instead. `alone`: the verdict is from
    a run of its own."""

    verdict: Verdict | None
    output: bytes = b""
    answer: bytes = b""
    message: str = ""
    cpu_s: float = 0.0
    memory_bytes: int = 0
    fault: str | None = None
    alone: bool = False


def try_inputs(
    arena: Arena,
    trials: Sequence[Trial],
    answers: Sequence[bytes | None],
    wanted: Verdict | None,
    worker: Worker,
) -> list[Outcome]:
    """The outcome of each input in order, up to the first that is not AC, or where `wanted` is
    given has that verdict, or shows a fault. `answers` are the reference's where they are known."""
    return _Tries(arena, trials, answers, worker).go(wanted)


def are_valid(arena: Arena, contents: Sequence[bytes], worker: Worker) -> list[bool]:
    """Which of the inputs every validator accepts."""
    gates = range(len(arena.gates))
    errands = [Errand(content, tuple(gates)) for content in contents]
    found = run_errands(arena.relay, arena.legs(), errands, worker)
    return [all(gate in runs and runs[gate].code == ACCEPTED for gate in gates) for runs in found]


class _Tries:
    """Some inputs on their way through the relay."""

    def __init__(
        self,
        arena: Arena,
        trials: Sequence[Trial],
        answers: Sequence[bytes | None],
        worker: Worker,
    ) -> None:
        self.arena = arena
        self.trials = trials
        self.worker = worker
        self.answers = list(answers)
        self.refused: dict[int, str] = {}
        self.checked: set[int] = set()
        self.runs: dict[int, Relayed] = {}

    def go(self, wanted: Verdict | None) -> list[Outcome]:
        """Stops at an outcome that is `wanted`, and at a fault."""
        self._relay()
        outcomes: list[Outcome] = []
        for place in range(len(self.trials)):
            outcome = self._outcome(place)
            outcomes.append(outcome)
            hit = outcome.verdict not in (None, Verdict.AC)
            if outcome.fault or (hit and wanted in (None, outcome.verdict)):
                break
        return outcomes

    def _relay(self) -> None:
        legs = self.arena.legs()
        gates, reference, submission = range(len(legs) - 2), len(legs) - 2, len(legs) - 1
        errands = []
        for trial, answer in zip(self.trials, self.answers, strict=True):
            unknown = (reference,) if answer is None else ()
            checks = gates if self._validates(trial) else ()
            errands.append(Errand(trial.content, (*checks, *unknown, submission)))
        for place, runs in enumerate(run_errands(self.arena.relay, legs, errands, self.worker)):
            asked = [runs[gate].code for gate in gates if gate in runs]
            if asked == [ACCEPTED] * len(gates):
                self.checked.add(place)
            for number, code in enumerate(asked):
                if code == REJECTED and not self.trials[place].trusted:
                    self.refused[place] = self.arena.validators[number].name
                elif code != ACCEPTED:
                    self._ask(place, *self.arena.gates[number])
            answered = runs.get(reference)
            if answered is not None and answered.ok:
                self.answers[place] = answered.output
            if submission in runs:
                self.runs[place] = runs[submission]

    def _validates(self, trial: Trial) -> bool:
        """Whether an input is validated before anything runs on it."""
        sampled = trial.index is not None and trial.index % _SAMPLE == 0
        return sampled or not (trial.trusted or self.arena.validates_late)

    def _validate(self, place: int) -> None:
        if place not in self.checked:
            for validator, args in self.arena.gates:
                if place not in self.refused:
                    self._ask(place, validator, args)
            self.checked.add(place)

    def _ask(self, place: int, validator: Executable, args: tuple[str, ...]) -> None:
        """One validator on one input, alone."""
        limits = validation_limits(self.arena.problem_limits)
        run = execute(validator, self.trials[place].content, limits, self.worker, *args)
        execution = run.execution
        sound(execution)
        if execution.ending is Ending.EXITED and execution.exit_code == ACCEPTED:
            return
        lines = (run.stdout.strip() or run.stderr.strip()).decode("utf-8", "replace").splitlines()
        said = lines[0][:200] if lines else describe_ending(execution)
        if execution.exit_code != REJECTED:
            said = f"{describe_ending(execution)}, expected exit code {ACCEPTED} or {REJECTED}"
        self.refused[place] = f"{validator.name}: {said}"

    def _outcome(self, place: int) -> Outcome:
        if place not in self.refused:
            run, answer = self.runs.get(place), self.answers[place]
            if run is not None and run.ok and answer is not None and run.output == answer:
                return Outcome(
                    Verdict.AC, answer, answer, cpu_s=run.cpu_s, memory_bytes=run.memory_bytes
                )
            self._validate(place)
        if place in self.refused:
            return self._invalid(place)
        return self._alone(place)

    def _invalid(self, place: int) -> Outcome:
        trial, said = self.trials[place], self.refused[place]
        fault = f"{trial.origin} gave an invalid input: {said}" if trial.trusted else None
        return Outcome(None, message=said, fault=fault)

    def _alone(self, place: int) -> Outcome:
        content = self.trials[place].content
        answer = self.answers[place]
        if answer is None:
            answer, fault = answer_alone(self.arena, self.arena.reference, content, self.worker)
            if fault:
                return Outcome(None, fault=fault)
            self.answers[place] = answer
        return judge_alone(self.arena, self.arena.submission, content, answer, self.worker)


def answer_alone(
    arena: Arena, program: Executable, content: bytes, worker: Worker
) -> tuple[bytes, str | None]:
    """What an accepted submission writes on a valid input, or what is wrong with it."""
    run = execute(program, content, arena.limits, worker)
    sound(run.execution)
    limits = replace(arena.limits, memory_bytes=program.resident_limit(arena.limits.memory_bytes))
    right = CheckResult(Verdict.AC)
    if classify(run.execution, limits, right) is Verdict.AC:
        return run.stdout, None
    why = explain(run.execution, limits, right)
    return b"", f"{program.name} is accepted, but not on a valid input that was drawn: {why}"


def judge_alone(
    arena: Arena, program: Executable, content: bytes, answer: bytes, worker: Worker
) -> Outcome:
    """One run of its own in a fresh box, judged under the problem's limits."""
    run = execute(program, content, arena.limits, worker)
    sound(run.execution)
    limits = replace(arena.limits, memory_bytes=program.resident_limit(arena.limits.memory_bytes))
    check = None
    if run.succeeded:
        check = check_output(arena, content, run.stdout, answer, worker)
    verdict = classify(run.execution, limits, check)
    message = explain(run.execution, limits, check)
    fault = message if verdict is Verdict.JE else None
    return Outcome(
        verdict,
        run.stdout,
        answer,
        message,
        run.execution.cpu_s,
        run.execution.memory_bytes,
        fault,
        alone=True,
    )


def check_output(
    arena: Arena, content: bytes, output: bytes, answer: bytes, worker: Worker
) -> CheckResult:
    """Is an output right? What equals the answer byte by byte is, and nothing is started for it."""
    if output == answer:
        return CheckResult(Verdict.AC)
    files = [worker.store.blob(worker.store.add_bytes(data)) for data in (content, answer)]
    return arena.checker.decide(files[0], files[1], output, arena.checker_args, worker)
