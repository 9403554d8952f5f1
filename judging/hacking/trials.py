"""Tries inputs: the submission against the reference, many inputs in one box, what differs alone.

The relay runs a program on one input after another in one box, which costs a tenth of a box for
each. What it says is a hint: a run that is not as it should be is repeated alone in a fresh box,
under the problem's limits, and judged as `judge run` does.
"""

from __future__ import annotations

import importlib.resources
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from judging import programs
from judging.checkers import ACCEPTED, REJECTED, OutputValidator, compare, validation_limits
from judging.classify import classify, ending_words, explain
from judging.errors import MachineError
from judging.jobs import execute
from judging.limits import MIB, Limits, ProblemLimits
from judging.problem import Source
from judging.programs import Executable
from judging.results import CheckResult, Ending, Execution
from judging.sandbox import Command, streams
from judging.sandbox.worker import Worker
from judging.verdicts import Verdict

_HEAD = struct.Struct("=2I3Q")
_LENGTH = struct.Struct("=I")
_EXITED = 0
_RELAYED_BYTES = 256 * MIB
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
    so that it runs only on what they differ on. The arguments are those of the package's tests."""

    submission: Executable
    reference: Executable
    validators: tuple[Executable, ...]
    checker: Executable | None
    relay: Executable
    limits: Limits
    problem_limits: ProblemLimits
    validator_args: tuple[str, ...] = ()
    checker_args: tuple[str, ...] = ()
    validates_late: bool = False


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


@dataclass(frozen=True, slots=True)
class Relayed:
    """One run by the relay; `ok`: it exited with 0."""

    ok: bool
    code: int | None
    output: bytes
    cpu_s: float
    memory_bytes: int


def build_relay(limits: ProblemLimits, worker: Worker) -> Executable:
    """The relay's executable; MachineError where it cannot be built."""
    code = importlib.resources.files("judging.hacking").joinpath("relay.c")
    with importlib.resources.as_file(code) as path:
        plan = programs.plan(Source("relay", ((path.name, Path(path)),)), worker.store)
        built = programs.build(plan, limits, worker) if isinstance(plan, programs.Plan) else plan
    if isinstance(built, Executable):
        return built
    why = built.message if isinstance(built, programs.Rejected) else built.reason
    raise MachineError(f"the relay, which runs inputs in a row, cannot be built: {why}")


def relay(
    arena: Arena,
    program: Executable,
    inputs: Sequence[bytes],
    limits: Limits,
    worker: Worker,
    *args: str,
) -> list[Relayed]:
    """Runs `program` on each input; fewer results than inputs where one was late or took all down
    with it."""
    milliseconds = max(int(1000 * limits.time_s), 1)
    given = b"".join(_LENGTH.pack(len(content)) + content for content in inputs)
    count = len(inputs)
    with streams(given) as (stdin, stdout, stderr), worker.sandbox.box() as box:
        held = program.limits(limits)
        execution = worker.sandbox.run(
            Command(
                argv=(
                    *arena.relay.argv(worker.store, limits.memory_bytes, str(milliseconds)),
                    *program.argv(worker.store, limits.memory_bytes, *args),
                ),
                box=box,
                stdin=stdin.fd,
                stdout=stdout.fd,
                stderr=stderr.fd,
                limits=replace(
                    held,
                    cpu_s=limits.kill_s * count,
                    wall_s=limits.wall_s * count,
                    output_bytes=_RELAYED_BYTES,
                ),
                env=program.environment(box),
                reads=(*arena.relay.seen(worker.store), *program.seen(worker.store)),
            )
        )
        _sound(execution)
        return _relayed(stdout.read(), limits.output_bytes)


def _relayed(data: bytes, output_bytes: int) -> list[Relayed]:
    found = []
    place = 0
    while place + _HEAD.size <= len(data):
        how, code, cpu_ns, memory, size = _HEAD.unpack_from(data, place)
        place += _HEAD.size
        if place + size > len(data):
            break
        exited = how == _EXITED
        fits = size <= output_bytes
        output = data[place : place + size]
        place += size
        found.append(
            Relayed(
                exited and code == 0 and fits,
                code if exited else None,
                output,
                cpu_ns / 1e9,
                memory,
            )
        )
    return found


def _sound(execution: Execution) -> None:
    if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
        raise MachineError(execution.error or "the run was cancelled")


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

    def go(self, wanted: Verdict | None) -> list[Outcome]:
        self._validate_some()
        places = [i for i in range(len(self.trials)) if i not in self.refused]
        self._answer([i for i in places if self.answers[i] is None])
        runs = self._run(self.arena.submission, places)
        outcomes: list[Outcome] = []
        for place in range(len(self.trials)):
            outcome = self._outcome(place, runs)
            outcomes.append(outcome)
            hit = outcome.verdict not in (None, Verdict.AC)
            if outcome.fault or (hit and wanted in (None, outcome.verdict)):
                break
        return outcomes

    def _run(self, program: Executable, places: Sequence[int]) -> dict[int, Relayed]:
        inputs = [self.trials[i].content for i in places]
        arena = self.arena
        runs = relay(arena, program, inputs, arena.limits, self.worker) if inputs else []
        return dict(zip(places, runs, strict=False))

    def _answer(self, places: Sequence[int]) -> None:
        for place, run in self._run(self.arena.reference, places).items():
            if run.ok:
                self.answers[place] = run.output

    def _validate_some(self) -> None:
        late = self.arena.validates_late
        places = [
            i
            for i, trial in enumerate(self.trials)
            if (trial.index is not None and trial.index % _SAMPLE == 0)
            or not (trial.trusted or late)
        ]
        limits = validation_limits(self.arena.problem_limits)
        for validator in self.arena.validators:
            inputs = [self.trials[i].content for i in places]
            args = self.arena.validator_args
            runs = relay(self.arena, validator, inputs, limits, self.worker, *args)
            for place, run in zip(places, runs, strict=False):
                if run.code != ACCEPTED:
                    self._ask(place, validator)
            self.checked.update(places[: len(runs)])
            places = [i for i in places if i not in self.refused]

    def _validate(self, place: int) -> None:
        if place not in self.checked:
            for validator in self.arena.validators:
                if place not in self.refused:
                    self._ask(place, validator)
            self.checked.add(place)

    def _ask(self, place: int, validator: Executable) -> None:
        """One validator on one input, alone."""
        limits = validation_limits(self.arena.problem_limits)
        execution, output, stderr = execute(
            validator,
            self.trials[place].content,
            limits,
            self.worker,
            *self.arena.validator_args,
        )
        _sound(execution)
        if execution.ending is Ending.EXITED and execution.exit_code == ACCEPTED:
            return
        lines = (output.strip() or stderr.strip()).decode("utf-8", "replace").splitlines()
        said = lines[0][:200] if lines else ending_words(execution)
        if execution.exit_code != REJECTED:
            said = f"{ending_words(execution)}, expected exit code {ACCEPTED} or {REJECTED}"
        self.refused[place] = f"{validator.name}: {said}"

    def _outcome(self, place: int, runs: dict[int, Relayed]) -> Outcome:
        if place not in self.refused:
            run, answer = runs.get(place), self.answers[place]
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
    execution, output, _ = execute(program, content, arena.limits, worker)
    _sound(execution)
    limits = replace(arena.limits, memory_bytes=program.resident_limit(arena.limits.memory_bytes))
    right = CheckResult(Verdict.AC)
    if classify(execution, limits, right) is Verdict.AC:
        return output, None
    why = explain(execution, limits, right)
    return b"", f"{program.name} is accepted, but not on a valid input that was drawn: {why}"


def judge_alone(
    arena: Arena, program: Executable, content: bytes, answer: bytes, worker: Worker
) -> Outcome:
    """One run of its own in a fresh box, judged under the problem's limits."""
    execution, output, _ = execute(program, content, arena.limits, worker)
    _sound(execution)
    limits = replace(arena.limits, memory_bytes=program.resident_limit(arena.limits.memory_bytes))
    check = None
    if execution.ending is Ending.EXITED and execution.exit_code == 0:
        check = check_output(arena, content, output, answer, worker)
    verdict = classify(execution, limits, check)
    message = explain(execution, limits, check)
    fault = message if verdict is Verdict.JE else None
    return Outcome(
        verdict,
        output,
        answer,
        message,
        execution.cpu_s,
        execution.memory_bytes,
        fault,
        alone=True,
    )


def check_output(
    arena: Arena, content: bytes, output: bytes, answer: bytes, worker: Worker
) -> CheckResult:
    """Is an output right? What equals the answer byte by byte is, and nothing is started for it."""
    if output == answer:
        return CheckResult(Verdict.AC)
    if arena.checker is None:
        return compare(output, answer, arena.checker_args)
    files = [worker.store.blob(worker.store.add_bytes(data)) for data in (content, answer)]
    validator = OutputValidator(arena.checker, arena.problem_limits, worker)
    return validator.decide(files[0], files[1], output, arena.checker_args)
