"""Tries inputs: many in one box, then those on which the programs differ one by one.

The relay only gives hints. An input on which its runs are not as expected is judged by
jobs, as `judge run` does: every verdict but AC comes from them. `try_inputs` works in
three steps:

1. one relay asks the validators about the inputs and runs the reference for the answers;
2. another relay runs the submission on every input that no validator rejected;
3. each input in order becomes a `TrialOutcome`: AC if the hints say so, else by jobs.

Where the outputs of submission and reference are equal, the checker would decide about the
reference's own output, and must accept it. It is asked about a share of these inputs
(`HuntPrograms.asked_every`), and about every input on which it rejects the submission: a
checker that rejects a right answer is a find of its own (`TrialOutcome.refused`).

In an interactive or multi-pass problem there is no output to compare: the relay only asks
the validators, and a job judges the submission on every valid input.
"""

import math
import time
from collections.abc import Mapping, Sequence

from judging.core.classify import was_computing
from judging.core.limits import Limits
from judging.core.runs import Ending, Execution
from judging.core.scoring import format_score, given_score, score_fault
from judging.core.verdicts import MEASURED, Verdict
from judging.features.hack.hunt.finds import REPEATS, Scores, Shown
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.jobs import JudgedRun
from judging.jobs.checkers import ACCEPTED, REJECTED
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.relay.relay import (
    RelayInput,
    RelayProgram,
    RelayRun,
    run_in_relay,
)
from judging.sandbox.worker import Worker
from judging.values import Value, replace

# One in this many inputs of the stream is validated, whatever its source, so that a
# strategy or a generator that gives invalid inputs is noticed though no submission fails
# on them.
# Validating every input costs one more run for each.
_SAMPLE = 50
# So many inputs at least are asked about together: below, a start of all validators takes
# longer than their runs.
_ASKED_TOGETHER = 2
# A run that used this share of its kill limit was stopped there.
STOPPED = 0.95
# The answer to an input of an interactive or multi-pass problem, as `judge generate` makes
# it: there is no output that could be the answer.
NO_ANSWER = b""
# In how many of `REPEATS` runs a find must come again to count while it is shrunk. With
# one, shrinking would lead to inputs on which it hardly ever comes.
_MOST_REPEATS = 2
# The verdicts by which a checker does not accept an output: it rejects it, or fails.
_NOT_ACCEPTED = (Verdict.WA, Verdict.JE)


class _NoTimeLeftError(Exception):
    """A validator does not answer in the time that is left. With more, it might accept an
    input that must be valid."""


class Trial(Value):
    """An input to try.

    trusted: its source must give valid inputs only, and an invalid one is a fault of
    the source. Inputs that are not trusted are validated before anything else runs on
    them, unless the validators are slow (`validates_late`): then only where the outputs
    differ, or if the input is large (`validates_from`).
    index: its place in the numbered stream, from 0; None outside of the stream.
    command: the generator command that made it, with its seed.
    choices: what decides it, if it is drawn from a grammar; "" otherwise.
    """

    content: bytes
    origin: str
    trusted: bool = False
    index: int | None = None
    command: str | None = None
    choices: str = ""


class TrialOutcome(Value):
    """What happened on one input.

    verdict: the submission's; None if the input is invalid (`message` says why). With a
    `fault`, an error of the package, it is None or JE. `output` is the submission's,
    `answer` the reference's.
    waited: the run was stopped at its wall limit while it slept or waited.
    again: in how many of `REPEATS` more runs the submission showed the same; None if it
    was not repeated.
    score: what the checker gave for an accepted output; None if it gave no number.
    `scores` is set if the reference got another one.
    refused: the verdict is that of the reference against its own output, which the
    checker does not accept. Nothing is known about the submission then.
    in_vain: the reference was stopped at its wall limit, and the input is invalid.
    """

    verdict: Verdict | None
    output: bytes = b""
    answer: bytes = b""
    message: str = ""
    cpu_s: float = 0.0
    memory_bytes: int = 0
    fault: str | None = None
    waited: bool = False
    again: int | None = None
    score: float | None = None
    scores: Scores | None = None
    refused: bool = False
    in_vain: bool = False

    @property
    def shown(self) -> Shown:
        """What a smaller input must show too."""
        order = 0 if self.scores is None else self.scores.order
        return Shown(self.verdict, order, self.refused)

    @property
    def comes_again(self) -> bool:
        """True unless the run was repeated and most of the runs were different."""
        return self.again is None or self.again >= _MOST_REPEATS


class Tried(Value):
    """An input and what happened on it."""

    trial: Trial
    outcome: TrialOutcome


def try_inputs(
    programs: HuntPrograms,
    trials: Sequence[Trial],
    answers: Sequence[bytes | None],
    wanted: Shown | None,
    left_s: float,
    worker: Worker,
) -> list[Tried]:
    """Try inputs in order, up to the first that shows what is `wanted`, which must come
    again if runs are repeated; if that is None, up to the first that shows a difference or
    a fault of the package. Of the stream, try none behind an input on which the reference
    was late: the relay ended there, and the search may have the others validated first.

    answers: the reference's answers; None for those not known. The checker is not asked
    about those that are known: it was when they became known.
    left_s: after so many seconds, at most the outcome that is being found is still
    returned.
    """
    end_s = time.monotonic() + left_s
    if left_s <= 0:
        return []
    programs = replace(programs, validation_end_s=end_s)
    try:
        hints = _ask_package(programs, trials, answers, left_s, worker)
    except _NoTimeLeftError:
        return []
    trials = trials[: _known(trials, hints)]
    hints = hints[: len(trials)]
    runs: list[RelayRun | None] = [None] * len(trials)
    if not programs.checker.takes_part:
        left_s = end_s - time.monotonic()
        runs = _run_submission(programs, trials, hints, left_s, worker)
    tried: list[Tried] = []
    asked_together = not programs.forks
    for number, trial in enumerate(trials):
        hint = hints[number]
        try:
            outcome = _outcome(programs, trial, hint, runs[number], worker)
        except _NoTimeLeftError:
            break
        if hint.is_late and outcome.verdict is None:
            outcome = replace(outcome, in_vain=True)
        tried.append(Tried(trial, outcome))
        left_s = end_s - time.monotonic()
        if _is_the_last(outcome, wanted) or left_s <= 0:
            break
        was_rejected = outcome.verdict is None and hint.rejection is None
        if was_rejected and not asked_together:
            # A rejected input is often the first of many. One that is accepted often ends
            # the chunk, so that it would be in vain to ask about those after it.
            asked_together = True
            _ask_together(programs, trials, hints, runs, number + 1, left_s, worker)
    return tried


def are_valid(
    programs: HuntPrograms, contents: Sequence[bytes], worker: Worker
) -> list[bool]:
    """Return whether all validators accept, for each input."""
    validators = tuple(range(len(programs.validators)))
    inputs = [RelayInput(content, validators) for content in contents]
    results = run_in_relay(programs.relay, programs.of_package, inputs, worker)
    return [_all_accept(programs, _validator_runs(programs, runs)) for runs in results]


def judge_alone(
    programs: HuntPrograms,
    program: Executable,
    content: bytes,
    answer: bytes,
    worker: Worker,
) -> TrialOutcome:
    """Judge one run of a program in a box of its own."""
    judged = programs.judge(program, content, answer, worker)
    return _outcome_of(programs, judged, answer)


def ask_about_answer(
    programs: HuntPrograms, content: bytes, answer: bytes, worker: Worker
) -> TrialOutcome | None:
    """Ask the checker about the reference's own output on a valid input, or judge the
    reference in a dialogue. Return the outcome if it is not accepted, else None.

    answer: what the reference prints; a job decides.
    """
    if programs.checker.takes_part:
        own = _judge_reference(programs, content, worker)
    elif _accepts_in_a_hint(programs, content, answer, worker):
        return None
    else:
        own = _judge_own_output(programs, content, answer, worker)
    # The machine may have been busy: `judge run` says whether the reference is too slow.
    if own.verdict is Verdict.AC or own.verdict in MEASURED:
        return None
    return _not_accepted(programs, own)


def _outcome_of(
    programs: HuntPrograms, judged: JudgedRun, answer: bytes
) -> TrialOutcome:
    result = judged.result
    score = None
    check = result.check if result.verdict is Verdict.AC else None
    if programs.compares_scores and check is not None:
        score = given_score(check)
    return TrialOutcome(
        result.verdict,
        judged.output,
        answer,
        result.message,
        result.execution.cpu_s,
        result.execution.memory_bytes,
        fault=result.message if result.verdict is Verdict.JE else None,
        waited=_waited(result.execution),
        score=score,
    )


def record_dialogue(programs: HuntPrograms, find: Tried, worker: Worker) -> bytes:
    """Return the transcript of a run in which the submission gets verdict and score of a
    find; b"" if it does not in `REPEATS` runs."""
    if find.outcome.waited:
        # The judge relays a dialogue that it records, with four times the wall limit. A
        # submission that only waits shows the same within a quarter of it.
        programs = replace(programs, limits=programs.limits.times(1 / 4))
    for _ in range(REPEATS):
        judged = programs.judge(
            programs.submission, find.trial.content, NO_ANSWER, worker, record=True
        )
        again = _outcome_of(programs, judged, NO_ANSWER)
        if (again.verdict, again.score) == (find.outcome.verdict, find.outcome.score):
            return judged.transcript
    return b""


def describe_failure(
    program: Executable, outcome: TrialOutcome, checker: str | None = None
) -> str:
    """Return the fault of the package if an accepted submission is not accepted.

    checker: the program that has decided so.
    """
    by = "" if checker is None else f" from {checker}"
    why = f"{outcome.verdict}{by} ({outcome.message})"
    return f"accepted submission {program.name} gets {why} on a valid input"


def is_stopped_for_time(outcome: TrialOutcome, limits: Limits) -> bool:
    """Return whether a run was stopped at its kill limit of CPU time."""
    stopped_s = STOPPED * limits.kill_s
    return outcome.verdict is Verdict.TLE and outcome.cpu_s >= stopped_s


def _waited(execution: Execution) -> bool:
    return execution.ending is Ending.WALL_LIMIT and not was_computing(execution)


def _is_the_last(outcome: TrialOutcome, wanted: Shown | None) -> bool:
    """Return whether the inputs after this one need not be tried."""
    if wanted is not None:
        return outcome.shown == wanted and outcome.comes_again
    is_valid = outcome.verdict is not None
    return outcome.fault is not None or (is_valid and outcome.shown.is_difference)


# ---- hints of the relay


class _PackageHint(Value):
    """What the programs of the package say about one input.

    answer: the output of the reference; None if it did not end well.
    rejection: why the input is invalid; None if no validator has rejected it so far.
    validated: whether every validator has accepted it.
    asks: the checker is asked about the answer, however the submission fares.
    is_late: the reference was stopped at its wall limit.
    cut_off: a validator was stopped, because little time is left.
    """

    answer: bytes | None
    rejection: str | None
    validated: bool
    asks: bool = False
    is_late: bool = False
    cut_off: bool = False

    @property
    def ends_relay(self) -> bool:
        """Whether nothing is known about the inputs behind this one."""
        return self.is_late or self.cut_off


def _ask_package(
    programs: HuntPrograms,
    trials: Sequence[Trial],
    answers: Sequence[bytes | None],
    left_s: float,
    worker: Worker,
) -> list[_PackageHint]:
    """Run the validators and the reference where their result is not known yet."""
    validators = tuple(range(len(programs.validators)))
    reference = len(validators)  # its number in the relay, after the validators
    inputs = []
    for trial, answer in zip(trials, answers, strict=True):
        numbers = validators if _is_validated_first(programs, trial) else ()
        # In a dialogue there is no output that could be the answer.
        if answer is None and not programs.checker.takes_part:
            numbers = (*numbers, reference)
        inputs.append(RelayInput(trial.content, numbers))
    results = run_in_relay(programs.relay, programs.of_package, inputs, worker, left_s)
    hints = []
    for trial, known, runs in zip(trials, answers, results, strict=True):
        answer = known
        if reference in runs and runs[reference].ok:
            answer = runs[reference].output
        validator_runs = _validator_runs(programs, runs)
        validated = _all_accept(programs, validator_runs)
        rejection = _rejection_in_relay(programs, trial, validator_runs, worker)
        asks = known is None and _is_asked_about(programs, trial)
        is_late = reference in runs and runs[reference].is_late
        hints.append(
            _PackageHint(
                answer,
                rejection,
                validated,
                asks,
                is_late,
                cut_off=_is_cut_off(programs, trial, validator_runs),
            )
        )
    return hints


def _known(trials: Sequence[Trial], hints: Sequence[_PackageHint]) -> int:
    """Return how many inputs there are up to the first of the stream that ended the relay.
    Nothing is known about those behind it."""
    for number, (trial, hint) in enumerate(zip(trials, hints, strict=True), 1):
        if hint.ends_relay and trial.index is not None:
            return number
    return len(trials)


def _ask_together(
    programs: HuntPrograms,
    trials: Sequence[Trial],
    hints: list[_PackageHint],
    runs: Sequence[RelayRun | None],
    first: int,
    left_s: float,
    worker: Worker,
) -> None:
    """Ask the validators in one relay about the inputs from number `first` on for which
    they would be asked one by one, and change their hints."""
    numbers = []
    for number in range(first, len(trials)):
        hint = hints[number]
        is_decided = hint.rejection is not None or hint.validated
        if not is_decided and not _agree(hint, runs[number]):
            numbers.append(number)
    if len(numbers) < _ASKED_TOGETHER:
        return
    validators = tuple(range(len(programs.validators)))
    inputs = [RelayInput(trials[number].content, validators) for number in numbers]
    results = run_in_relay(programs.relay, programs.of_package, inputs, worker, left_s)
    for number, of_one in zip(numbers, results, strict=True):
        validator_runs = _validator_runs(programs, of_one)
        rejection = _rejection_in_relay(programs, trials[number], validator_runs, worker)
        validated = _all_accept(programs, validator_runs)
        hints[number] = replace(hints[number], rejection=rejection, validated=validated)


def _agree(hint: _PackageHint, run: RelayRun | None) -> bool:
    """Return whether the submission prints in the relay what the reference prints."""
    return run is not None and run.ok and run.output == hint.answer


def _is_asked_about(programs: HuntPrograms, trial: Trial) -> bool:
    """Return whether the checker must accept the reference's own output on an input. The
    choice depends on its place in the stream alone, so that it is the same every time."""
    if programs.asked_every <= 1:
        return programs.asked_every == 1
    return trial.index is not None and trial.index % programs.asked_every == 0


def _is_validated_first(programs: HuntPrograms, trial: Trial) -> bool:
    """Return whether the validators run before the outputs are compared."""
    if programs.checker.takes_part:
        # A dialogue takes longer than they do, and on an invalid input it may not end.
        return True
    if trial.index is not None and trial.index % _SAMPLE == 0:
        return True
    # Asking them later, in a box of their own, would take longer.
    if _is_asked_about(programs, trial):
        return True
    return not trial.trusted and validates_first(programs, trial.content)


def validates_first(programs: HuntPrograms, content: bytes) -> bool:
    """Return whether an input of a source that is not trusted is validated first."""
    if not programs.validates_late:
        return True
    from_bytes = programs.validates_from
    return from_bytes is not None and len(content) >= from_bytes


def _validator_runs(
    programs: HuntPrograms, runs: Mapping[int, RelayRun]
) -> list[RelayRun]:
    """Return the runs of the validators: all up to the first that did not accept, because
    the relay leaves out the programs behind it; fewer, or none, if the relay itself ended
    before."""
    return [runs[v] for v in range(len(programs.validators)) if v in runs]


def _all_accept(programs: HuntPrograms, runs: Sequence[RelayRun]) -> bool:
    codes = [run.exit_code for run in runs]
    return codes == [ACCEPTED] * len(programs.validators)


def _rejection_in_relay(
    programs: HuntPrograms, trial: Trial, runs: Sequence[RelayRun], worker: Worker
) -> str | None:
    """Return why an input is invalid, by the validators' runs in the relay."""
    for validator, run in zip(programs.validators, runs, strict=False):
        if run.exit_code == ACCEPTED:
            continue
        # An untrusted input that is left out by mistake costs nothing. An invalid input
        # of a trusted source is an error of the package, and a hint is not enough for
        # one.
        if _is_cut_off(programs, trial, [run]):
            return f"{validator.name} does not end in the time that is left"
        if not trial.trusted and _is_believed(run):
            if run.exit_code == REJECTED:
                return f"{validator.name} rejects it"
            expected = f"expected exit code {ACCEPTED} or {REJECTED}"
            return f"{validator.name}: exit code {run.exit_code}; {expected}"
        rejection = _ask_alone(programs, validator, trial, worker)
        if rejection is not None:
            return rejection
    return None


def _is_cut_off(programs: HuntPrograms, trial: Trial, runs: Sequence[RelayRun]) -> bool:
    """Return whether a validator was stopped on an input that may be left out, though it would
    have more time if the hunt had."""
    if trial.trusted or programs.validation_end_s == math.inf:
        return False
    return any(run.is_late for run in runs)


def _is_believed(run: RelayRun) -> bool:
    """Return whether a hint that does not accept is enough to leave out an input."""
    if run.box_is_clean is None:
        # Files of an earlier run more often make a program fail than reject.
        return run.exit_code == REJECTED
    # Another exit code is often that of a failed assertion.
    return run.box_is_clean and run.exit_code is not None


def _run_submission(
    programs: HuntPrograms,
    trials: Sequence[Trial],
    hints: Sequence[_PackageHint],
    left_s: float,
    worker: Worker,
) -> list[RelayRun | None]:
    """Run the submission on the inputs that no validator rejected and the reference has
    answered; None where it did not run. Without an answer, jobs decide: a hint would say
    nothing.

    This is a relay of its own. The submission does not share a box with the programs
    of the package: it could run the reference itself.
    """
    left = []
    for number, hint in enumerate(hints):
        if hint.rejection is None and hint.answer is not None:
            left.append(number)
    inputs = [RelayInput(trials[number].content, (0,)) for number in left]
    limits = programs.limits_of(programs.submission)
    submission = RelayProgram(programs.submission, limits)
    results = run_in_relay(programs.relay, (submission,), inputs, worker, left_s)
    found: list[RelayRun | None] = [None] * len(trials)
    for number, runs in zip(left, results, strict=True):
        found[number] = runs.get(0)
    return found


# ---- outcomes


def _outcome(
    programs: HuntPrograms,
    trial: Trial,
    hint: _PackageHint,
    run: RelayRun | None,
    worker: Worker,
) -> TrialOutcome:
    """Return what happened on an input. Judge it by jobs unless the outputs agree."""
    if hint.rejection is not None:
        return _invalid(trial, hint.rejection)
    equal = None
    if run is not None and _agree(hint, run):
        equal = TrialOutcome(
            Verdict.AC,
            run.output,
            run.output,
            cpu_s=run.cpu_s,
            memory_bytes=run.memory_bytes,
        )
    # Right or wrong, the submission prints what the reference prints. Only the checker may
    # be wrong about that.
    if equal is not None and not hint.asks:
        return equal
    if not hint.validated:
        rejection = _first_rejection(programs, trial, worker)
        if rejection is not None:
            return _invalid(trial, rejection)
    outcome = equal
    if outcome is None:
        outcome = _judge_valid(programs, trial.content, hint, worker)
    else:
        refusal = ask_about_answer(programs, trial.content, outcome.answer, worker)
        outcome = refusal or outcome
    is_find = outcome.fault is not None or outcome.shown.is_difference
    if is_find and hint.validated:
        # Only in a relay. What earlier runs have left there may have changed the answer.
        rejection = _first_rejection(programs, trial, worker)
        if rejection is not None:
            return _invalid(trial, rejection)
    return outcome


def _judge_valid(
    programs: HuntPrograms, content: bytes, hint: _PackageHint, worker: Worker
) -> TrialOutcome:
    """Judge the submission on a valid input."""
    if programs.checker.takes_part:
        return _judge_dialogue(programs, content, hint.asks, worker)
    return _judge(programs, content, hint, worker)


def _invalid(trial: Trial, rejection: str) -> TrialOutcome:
    """Return the outcome of an invalid input: a fault if its source is trusted."""
    if not trial.trusted:
        return TrialOutcome(None, message=rejection)
    fault = f"{trial.origin} gave an invalid input: {rejection}"
    return TrialOutcome(None, message=rejection, fault=fault)


def _first_rejection(programs: HuntPrograms, trial: Trial, worker: Worker) -> str | None:
    """Ask the validators in turn, each in a box of its own, up to one that rejects."""
    for validator in programs.validators:
        rejection = _ask_alone(programs, validator, trial, worker)
        if rejection is not None:
            return rejection
    return None


def _ask_alone(
    programs: HuntPrograms, validator: Executable, trial: Trial, worker: Worker
) -> str | None:
    """Ask a validator in a box of its own. Return why it does not accept, or None."""
    limits = programs.limits_of_validators
    answer = ask_validator(validator, trial.content, (), limits, worker)
    if answer.accepted:
        return None
    if answer.stopped and trial.trusted and limits is not programs.problem_limits:
        raise _NoTimeLeftError
    if not answer.rejected:
        return f"{validator.name}: {answer.fault}"
    if answer.message:
        return f"{validator.name} rejects it: {answer.message}"
    return f"{validator.name} rejects it"


def _judge(
    programs: HuntPrograms, content: bytes, hint: _PackageHint, worker: Worker
) -> TrialOutcome:
    """Judge the submission on a valid input.

    A verdict other than AC counts only if the answer comes from the reference, run in a
    box of its own like the submission, and a WA only if the checker accepts that answer.
    """
    submission = programs.submission
    # The reference's output in the relay, or one that the session remembers.
    answer = hint.answer
    outcome = None
    if answer is not None:
        # Outputs that differ only in spaces, or two right ones, end here: one job, not
        # two.
        outcome = judge_alone(programs, submission, content, answer, worker)
        is_plain = outcome.verdict is Verdict.AC and not programs.compares_scores
        if is_plain and not hint.asks:
            return outcome
    # Of a checker that fails on the submission's output, the input says enough.
    is_decided = outcome is None or outcome.verdict in (Verdict.AC, Verdict.WA)
    if is_decided and programs.asked_every:
        own = _judge_own_output(programs, content, answer, worker)
    else:
        own = _run_reference(programs, content, worker)
    if own.verdict is not Verdict.AC:
        return _not_accepted(programs, own)
    if outcome is None or own.answer != answer:
        outcome = judge_alone(programs, submission, content, own.answer, worker)
    if outcome.verdict is not Verdict.AC or outcome.score is None:
        return outcome
    if own.score is None:
        reference = programs.reference
        own = judge_alone(programs, reference, content, own.answer, worker)
    return _compare_scores(programs, outcome, own)


def _run_reference(
    programs: HuntPrograms, content: bytes, worker: Worker
) -> TrialOutcome:
    """Run the reference in a box of its own, without the checker: its output is the
    answer."""
    judged = programs.judge(programs.reference, content, None, worker)
    return _outcome_of(programs, judged, judged.output)


def _judge_own_output(
    programs: HuntPrograms, content: bytes, hint: bytes | None, worker: Worker
) -> TrialOutcome:
    """Judge the reference, in a box of its own, against its own output.

    hint: what it has printed in the relay; None if that is not known.
    """
    reference = programs.reference
    scoring = programs.scoring
    if hint is not None:
        judged = programs.judge(reference, content, hint, worker, scoring=scoring)
        # Files of an earlier run may have changed what it printed in the relay.
        if judged.output == hint:
            return _outcome_of(programs, judged, hint)
    own = _run_reference(programs, content, worker)
    if own.verdict is not Verdict.AC:
        return own
    judged = programs.judge(reference, content, own.output, worker, scoring=scoring)
    return _outcome_of(programs, judged, own.output)


def _accepts_in_a_hint(
    programs: HuntPrograms, content: bytes, answer: bytes, worker: Worker
) -> bool:
    """Return whether the checker accepts the reference's own output, without running the
    reference once more."""
    with worker.store.workspace() as folder:
        folder.chmod(0o755)  # the sandbox may read it under another user id
        input_file = folder / "input"
        answer_file = folder / "answer"
        for file, text in ((input_file, content), (answer_file, answer)):
            file.write_bytes(text)
            file.chmod(0o644)
        check = programs.checker.decide(
            input_file, answer_file, answer, programs.checker_args, worker
        )
    return check.verdict is Verdict.AC and not score_fault(check, programs.scoring)


def _not_accepted(programs: HuntPrograms, own: TrialOutcome) -> TrialOutcome:
    """Return the outcome of a reference that is not accepted: a find against the checker
    if the checker does not accept its own output, else a fault of the package."""
    same_output = programs.checker.takes_part or own.output == own.answer
    if own.verdict in _NOT_ACCEPTED and same_output:
        return replace(own, refused=True, fault=None)
    return TrialOutcome(None, fault=describe_failure(programs.reference, own))


def _compare_scores(
    programs: HuntPrograms, outcome: TrialOutcome, reference: TrialOutcome
) -> TrialOutcome:
    """Return the outcome of a run with both scores, if they differ. A reference that is not
    accepted is a fault."""
    if reference.verdict is not Verdict.AC:
        return TrialOutcome(None, fault=describe_failure(programs.reference, reference))
    if outcome.score is None or reference.score is None:
        return outcome
    scores = Scores(outcome.score, reference.score)
    if not scores.order:
        return outcome
    message = (
        f"but the checker gives it {format_score(scores.submission)}, and "
        f"{format_score(scores.reference)} to the output of {programs.reference.name}"
    )
    return replace(outcome, scores=scores, message=message)


def _judge_dialogue(
    programs: HuntPrograms, content: bytes, asks: bool, worker: Worker
) -> TrialOutcome:
    """Judge the submission on a valid input of an interactive or multi-pass problem.

    A verdict other than AC, or another score, counts only if the reference is AC.
    asks: the reference is judged in any case.
    """
    submission = programs.submission
    outcome = judge_alone(programs, submission, content, NO_ANSWER, worker)
    if outcome.fault is not None:
        return outcome
    if outcome.verdict is Verdict.AC and outcome.score is None:
        refusal = None
        if asks:
            refusal = ask_about_answer(programs, content, NO_ANSWER, worker)
        return refusal or outcome
    reference = _judge_reference(programs, content, worker)
    if reference.verdict in _NOT_ACCEPTED:
        return _not_accepted(programs, reference)
    outcome = _compare_scores(programs, outcome, reference)
    if outcome.fault is not None or not outcome.shown.is_difference:
        return outcome
    # The search repeats measured verdicts by itself, with no other run beside them.
    if not programs.repeats or outcome.verdict in MEASURED:
        return outcome
    again = 0
    for _ in range(programs.repeats):
        repeated = judge_alone(programs, submission, content, NO_ANSWER, worker)
        if repeated.fault is not None:
            return repeated
        if _compare_scores(programs, repeated, reference).shown == outcome.shown:
            again += 1
    return replace(outcome, again=again)


def _judge_reference(
    programs: HuntPrograms, content: bytes, worker: Worker
) -> TrialOutcome:
    """Judge the reference in a dialogue; again if it took too long.

    Two programs take turns for each line, so on a busy machine a dialogue may meet its wall
    limit although both are fast. An error of the package needs more than that.
    """
    outcome = judge_alone(programs, programs.reference, content, NO_ANSWER, worker)
    for _ in range(REPEATS - 1):
        if outcome.verdict not in MEASURED:
            break
        outcome = judge_alone(programs, programs.reference, content, NO_ANSWER, worker)
    return outcome
