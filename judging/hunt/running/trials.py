"""Tries inputs: many in one box, then those on which the programs differ one by one.

The relay only gives hints. An input on which its runs are not as expected is judged by jobs, as
`judge run` does: every verdict but AC comes from them.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from judging.core.verdicts import Verdict
from judging.hunt.running.programs import HuntPrograms
from judging.hunt.running.relay import RelayInput, RelayProgram, RelayRun, run_in_relay
from judging.jobs.checkers import ACCEPTED, REJECTED
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker

_SAMPLE = 50  # one in this many inputs of trusted sources is validated


@dataclass(frozen=True, slots=True)
class Trial:
    """An input to try.

    trusted: its source must give valid inputs only, and an invalid one is a fault of the source.
    Inputs that are not trusted are validated before anything else runs on them.
    index: its place in the numbered stream, from 0; None outside of the stream.
    command: the generator command that made it, with its seed.
    """

    content: bytes
    origin: str
    trusted: bool = False
    index: int | None = None
    command: str | None = None


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    """What happened on one input.

    verdict: the submission's; None if the input is invalid (`message` says why) or if there is a
    `fault`, an error of the package. `output` is the submission's, `answer` the reference's.
    """

    verdict: Verdict | None
    output: bytes = b""
    answer: bytes = b""
    message: str = ""
    cpu_s: float = 0.0
    memory_bytes: int = 0
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """An input and what happened on it."""

    trial: Trial
    outcome: TrialOutcome


def try_inputs(
    programs: HuntPrograms,
    trials: Sequence[Trial],
    answers: Sequence[bytes | None],
    wanted: Verdict | None,
    left_s: float,
    worker: Worker,
) -> list[Tried]:
    """Try inputs in order, up to the first with the verdict `wanted`; if that is None, up to the
    first that is not AC or shows a fault of the package.

    answers: the reference's answers; None for those not known.
    left_s: try at most one more input after so many seconds.
    """
    end_s = time.monotonic() + left_s
    if left_s <= 0:
        return []
    batch = _Batch(programs, trials, list(answers), worker)
    tried: list[Tried] = []
    for number, trial in enumerate(trials):
        outcome = batch.outcome(number)
        tried.append(Tried(trial, outcome))
        failed = outcome.fault is not None or outcome.verdict not in (None, Verdict.AC)
        if (
            outcome.verdict is wanted if wanted else failed
        ) or time.monotonic() >= end_s:
            break
    return tried


def are_valid(
    programs: HuntPrograms, contents: Sequence[bytes], worker: Worker
) -> list[bool]:
    """Return whether all validators accept, for each input."""
    validators = range(len(programs.validators))
    inputs = [RelayInput(content, tuple(validators)) for content in contents]
    return [
        all(
            number in runs and runs[number].exit_code == ACCEPTED
            for number in validators
        )
        for runs in run_in_relay(programs.relay, programs.of_package, inputs, worker)
    ]


def judge_alone(
    programs: HuntPrograms,
    program: Executable,
    content: bytes,
    answer: bytes,
    worker: Worker,
) -> TrialOutcome:
    """Judge one run of a program in a box of its own."""
    judged = programs.judge(program, content, answer, worker)
    result = judged.result
    return TrialOutcome(
        result.verdict,
        judged.output,
        answer,
        result.message,
        result.execution.cpu_s,
        result.execution.memory_bytes,
        fault=result.message if result.verdict is Verdict.JE else None,
    )


@dataclass(slots=True)
class _Batch:
    """Inputs that go through the relay together, by their number.

    rejections: who rejects an input, and why. `validated`: inputs that all validators were asked
    about. `runs`: the submission's runs in the relay.
    """

    programs: HuntPrograms
    trials: Sequence[Trial]
    answers: list[bytes | None]
    worker: Worker
    rejections: dict[int, str] = field(default_factory=dict)
    validated: set[int] = field(default_factory=set)
    runs: dict[int, RelayRun] = field(default_factory=dict)

    def __post_init__(self) -> None:
        validators = self.programs.validators
        reference = len(validators)
        inputs = []
        for trial, answer in zip(self.trials, self.answers, strict=True):
            checks = range(len(validators)) if self._is_validated_first(trial) else ()
            answering = (reference,) if answer is None else ()
            inputs.append(RelayInput(trial.content, (*checks, *answering)))
        relay, worker = self.programs.relay, self.worker
        for number, runs in enumerate(
            run_in_relay(relay, self.programs.of_package, inputs, worker)
        ):
            codes = [runs[v].exit_code for v in range(len(validators)) if v in runs]
            if codes == [ACCEPTED] * len(validators):
                self.validated.add(number)
            for validator, code in zip(validators, codes, strict=False):
                if code == REJECTED and not self.trials[number].trusted:
                    self.rejections[number] = f"{validator.name} rejects it"
                elif code != ACCEPTED:
                    self._ask(number, validator)
            if reference in runs and runs[reference].ok:
                self.answers[number] = runs[reference].output
        submission = RelayProgram(self.programs.submission, self.programs.limits)
        left = [number for number in range(len(inputs)) if number not in self.rejections]
        inputs = [RelayInput(self.trials[number].content, (0,)) for number in left]
        runs_on_left = run_in_relay(relay, (submission,), inputs, worker)
        self.runs |= {
            n: runs[0] for n, runs in zip(left, runs_on_left, strict=True) if runs
        }

    def outcome(self, number: int) -> TrialOutcome:
        """Return what happened on an input. Judge it alone unless both outputs are the same."""
        if number not in self.rejections:
            run, answer = self.runs.get(number), self.answers[number]
            if (
                run is not None
                and run.ok
                and answer is not None
                and run.output == answer
            ):
                return TrialOutcome(
                    Verdict.AC,
                    answer,
                    answer,
                    cpu_s=run.cpu_s,
                    memory_bytes=run.memory_bytes,
                )
            if number not in self.validated:
                self._validate(number)
        if number in self.rejections:
            trial, message = self.trials[number], self.rejections[number]
            fault = (
                f"{trial.origin} gave an invalid input: {message}"
                if trial.trusted
                else None
            )
            return TrialOutcome(None, message=message, fault=fault)
        return self._judge(number)

    def _is_validated_first(self, trial: Trial) -> bool:
        sampled = trial.index is not None and trial.index % _SAMPLE == 0
        return sampled or not (trial.trusted or self.programs.validates_late)

    def _validate(self, number: int) -> None:
        for validator in self.programs.validators:
            if number not in self.rejections:
                self._ask(number, validator)

    def _ask(self, number: int, validator: Executable) -> None:
        limits, content = self.programs.problem_limits, self.trials[number].content
        answer = ask_validator(validator, content, (), limits, self.worker)
        if answer.rejected:
            reason = f": {answer.message}" if answer.message else ""
            self.rejections[number] = f"{validator.name} rejects it{reason}"
        elif not answer.accepted:
            self.rejections[number] = f"{validator.name}: {answer.fault}"

    def _judge(self, number: int) -> TrialOutcome:
        """Judge the submission on a valid input. Unless that gives AC, the answer comes from a run
        of the reference in a box of its own too."""
        programs, content, hint = (
            self.programs,
            self.trials[number].content,
            self.answers[number],
        )
        outcome = None
        if hint is not None:
            outcome = judge_alone(
                programs, programs.submission, content, hint, self.worker
            )
            if outcome.verdict is Verdict.AC:
                return outcome
        reference = programs.judge(programs.reference, content, None, self.worker)
        result = reference.result
        if result.verdict is not Verdict.AC:
            name, why = programs.reference.name, f"{result.verdict} ({result.message})"
            return TrialOutcome(
                None, fault=f"accepted submission {name} gets {why} on a valid input"
            )
        if outcome is None or reference.output != hint:
            answer = reference.output
            outcome = judge_alone(
                programs, programs.submission, content, answer, self.worker
            )
        return outcome
