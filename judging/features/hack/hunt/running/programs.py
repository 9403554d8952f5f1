"""The programs of a hunt: many inputs in one relay, or one job in its own box."""

import math
import time

from judging.core.limits import Limits, ProblemLimits
from judging.core.scoring import TestScoring
from judging.jobs import Job, JudgedRun, judge_run
from judging.jobs.checkers import Checker, validation_limits
from judging.jobs.validating import require_judged
from judging.languages import languages
from judging.programs import Executable
from judging.relay.relay import RelayProgram
from judging.sandbox.worker import Worker
from judging.values import Value, replace

# A validator may use so much of the time that is left on one input: then one that loops on
# some inputs leaves time for others. So many seconds it has in any case. Chosen, not measured.
_VALIDATION_SHARE = 1 / 2
_LEAST_VALIDATION_S = 0.2


class HuntPrograms(Value):
    """A submission, and the programs of the package that take part in its hunt.

    reference: the accepted submission whose outputs are the answers.
    second: the accepted submission that confirms the answer to a find; None if there is
    no other. All but checker and relay have the arguments and files of the package's
    tests.
    checker_args: the checker's arguments on these tests.
    limits: of a submission in a language without a factor; `problem_limits` bound the
    validators.
    validates_late: the validators are slow, so they run only if the other two programs
    differ.
    validates_from: with slow validators, inputs of so many bytes are validated before any
    other program runs on them; None: the size makes no difference.
    repeats: how often a run that is neither AC nor measured is repeated, because the
    output validator may draw random numbers; see `TrialOutcome.again`.
    compares_scores: another score than that of the reference is a find too.
    asked_every: of the numbered inputs, the checker is asked about the reference's own
    output on one in so many; 1: on all inputs; 0: on none, because the package has no
    checker of its own, or because its answers are no outputs.
    scoring: the rules by which its scores are checked then; None: they are not.
    validation_end_s: when validators must have answered, on the monotonic clock of the worker
    that asks them: one that loops must not hold up a hunt that should end.
    """

    submission: Executable
    reference: Executable
    second: Executable | None
    validators: tuple[Executable, ...]
    checker: Checker
    relay: Executable
    limits: Limits
    problem_limits: ProblemLimits
    checker_args: tuple[str, ...] = ()
    validates_late: bool = False
    validates_from: int | None = None
    repeats: int = 0
    compares_scores: bool = False
    asked_every: int = 0
    scoring: TestScoring | None = None
    validation_end_s: float = math.inf

    @property
    def all(self) -> tuple[Executable, ...]:
        """Every program that takes part."""
        return (
            self.submission,
            self.reference,
            self.relay,
            *self.validators,
            *self.checker.programs,
        )

    @property
    def forks(self) -> bool:
        """Whether some validator takes much less time for each of many inputs in a relay
        than for one alone."""
        return any(languages()[each.language].forks for each in self.validators)

    @property
    def of_package(self) -> tuple[RelayProgram, ...]:
        """The validators and then the reference, in the order in which they run, so
        that the reference never runs on an invalid input. The submission does not share
        a box with them: it could run the reference itself."""
        strict = validation_limits(self.limits_of_validators)
        programs = [RelayProgram(v, strict, is_validator=True) for v in self.validators]
        programs.append(RelayProgram(self.reference, self.limits_of(self.reference)))
        return tuple(programs)

    @property
    def limits_of_validators(self) -> ProblemLimits:
        """The limits with which a validator is asked about one input now."""
        left_s = self.validation_end_s - time.monotonic()
        limit_s = max(_LEAST_VALIDATION_S, _VALIDATION_SHARE * left_s)
        if limit_s >= self.problem_limits.validation_s:
            return self.problem_limits
        return replace(self.problem_limits, validation_s=limit_s)

    @property
    def against_checker(self) -> "HuntPrograms":
        """The programs for inputs on which the checker does not accept the output of the
        reference: nothing is asked about another submission."""
        # A fault that draws random numbers counts as soon as it shows: no run is repeated.
        return replace(self, submission=self.reference, asked_every=1, repeats=0)

    def limits_of(self, program: Executable) -> Limits:
        """Return the limits of a submission, by its language and its sanitizers."""
        factor = self.problem_limits.language_factor(program.language)
        return self.limits.times(factor * program.slowdown)

    def judge(
        self,
        program: Executable,
        content: bytes,
        answer: bytes | None,
        worker: Worker,
        *,
        record: bool = False,
        scoring: TestScoring | None = None,
    ) -> JudgedRun:
        """Judge one run of a program in a box of its own, as `judge run` does.

        answer: None accepts any output.
        record: record what submission and output validator write to each other.
        scoring: rules that the score of the output must keep; None: any score does.
        Raise MachineError if the sandbox fails.
        """
        store = worker.store
        job = Job(
            submission=program.name,
            testcase="hunt",
            program=program,
            input=store.add_bytes(content),
            answer=None if answer is None else store.add_bytes(answer),
            limits=self.limits_of(program),
            checker=replace(self.checker, record=record),
            checker_args=self.checker_args,
            scoring=scoring,
        )
        judged = judge_run(job, worker)
        require_judged(judged.result)
        return judged
