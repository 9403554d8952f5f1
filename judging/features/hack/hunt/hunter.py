"""Hunts one submission after another on one package."""

import math
import time
from collections.abc import Sequence
from concurrent.futures import Future

from judging.core.errors import MachineError, PackageError
from judging.core.events import HuntFound, HuntProgress, PhaseStarted, StepDone
from judging.core.problem import Expectation, Problem, Submission
from judging.core.verdicts import MEASURED, Verdict, is_in
from judging.drawing import formats
from judging.features.describe.using import with_learnt_format
from judging.features.hack.hunt.effort import Effort, share_until
from judging.features.hack.hunt.finds import (
    AllTried,
    Find,
    Hunt,
    HuntReport,
    OtherVerdict,
    Refusal,
    must_fail,
)
from judging.features.hack.hunt.inputs.stream import DRAWS_GROWTH, Stream
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.features.hack.hunt.running.trials import (
    Trial,
    TrialOutcome,
    Tried,
    ask_about_answer,
    describe_failure,
    judge_alone,
    record_dialogue,
    try_inputs,
)
from judging.features.hack.hunt.search import Search
from judging.features.hack.hunt.setup import prepare_hunt
from judging.features.hack.hunt.shrinking.oracle import (
    ShrinkBounds,
    ShrunkFind,
    shrink_find,
)
from judging.features.hack.hunt.shrinking.text import count_tokens, parse
from judging.jobs.checkers.default import compare
from judging.programs import Built, Executable, Rejected, Sanitizers
from judging.session import Findings, Session
from judging.values import Value, replace


class _StreamKey(Value):
    """What determines a stream of inputs, for one package."""

    seed: int
    tests: bool
    draws_growth: int


class AnsweredInput(Value):
    """A valid input with the output of the model solution."""

    trial: Trial
    answer: bytes


class Hunter:
    """Hunts submissions on one package. All hunts share the stream of inputs, the
    reference's answers and the programs of the package.

    A fault of the package (a strategy that raises, accepted submissions that disagree)
    is reported as an error and ends the hunt without a find. Raise NothingToJudge if
    the package lacks an accepted submission or an input validator, PackageError if it
    is broken, MachineError if this machine cannot build its programs.
    """

    def __init__(
        self,
        problem: Problem,
        session: Session,
        findings: Findings,
        end_s: float = math.inf,
    ) -> None:
        """end_s: when all hunts must have ended, on the monotonic clock."""
        self.session = session
        self.findings = findings
        self.setup = prepare_hunt(problem, session, findings)
        end_of_learning = _end_of_learning(end_s)
        tests = self.setup.prepared
        in_use = with_learnt_format(problem, session, end_of_learning, tests)
        learnt = in_use.learnt
        self._mostly_invalid = learnt is not None and not learnt.is_mostly_valid
        self.problem = formats.with_program(in_use.problem)
        # By the key of the program that gave them: a hunt of the reference has another
        # reference.
        self._answers: dict[str, dict[int, bytes]] = {}
        self._streams: dict[_StreamKey, Stream] = {}
        self._current: _OneHunt | None = None

    def hunt(self, submission: Submission, effort: Effort | None = None) -> Hunt:
        """Search for an input on which `submission` is not AC, and shrink it.

        With the same seed, package and `tries`, a find with a WA or RTE is the same for
        every number of jobs. After a KeyboardInterrupt, `interrupted_hunt` has the find
        so far.
        """
        self._current = None
        started = time.monotonic()
        nothing = Hunt(submission.path, None, expectation=submission.expectation)
        program = self._build(submission, effort or Effort())
        if isinstance(program, Rejected):
            reason = f"does not compile: {program.message.strip().splitlines()[0]}"
            return replace(nothing, verdict=Verdict.CE, reason=reason)
        if not isinstance(program, Executable):
            return replace(nothing, verdict=None, reason=program.reason)
        steered = _with_steering(effort or Effort(), submission.expectation)
        programs = self.setup.programs_for(
            program,
            compares_scores=steered.agree and self.problem.scoring,
            asks_always=steered.agree,
        )
        self._current = _OneHunt(self, programs, steered, submission, started)
        hunt = self._current.run()
        self._current = None
        return hunt

    def ask_about_answers(
        self, answered: Sequence[AnsweredInput], effort: Effort
    ) -> Refusal | None:
        """Ask the checker about the answers of the model solution to valid inputs. Return
        the find against it, shrunk, if it does not accept one of them, the first in order.

        Report an error if the model solution fails, or is not accepted in a dialogue.
        """
        programs = self.setup.programs_of_model(self.problem)
        if programs is None or not answered:
            return None
        spread = self.session.executor.spread
        runs: list[Future[TrialOutcome | None]] = []
        for each in answered:
            content = each.trial.content
            runs.append(
                spread(
                    programs.all, (), ask_about_answer, programs, content, each.answer
                )
            )
        outcomes = [run.result() for run in runs]
        for each, outcome in zip(answered, outcomes, strict=True):
            if outcome is None:
                continue
            model = self.problem.model_solution
            assert model is not None
            hunt = _OneHunt(self, programs, effort, model, time.monotonic())
            if outcome.fault is not None:
                hunt.search.report_fault(outcome.fault, each.trial.content)
                return None
            return hunt.end_with_refusal(Tried(each.trial, outcome)).refusal
        return None

    def interrupted_hunt(self) -> Hunt | None:
        """Return the hunt that an interrupt has ended, with the smallest find so far. Return
        None if it had no find yet. Run nothing: the executor may be closed."""
        if self._current is None:
            return None
        return self._current.as_interrupted()

    def _build(self, submission: Submission, effort: Effort) -> Built:
        builder = self.session.builder
        sources = [submission.source]
        if effort.sanitize:
            built = builder.build_sanitized(sources, Sanitizers.HALTING)
        else:
            built = builder.build(sources, self.problem.limits.code_bytes)
        return built[submission.path]

    def answers_of(self, reference: Executable) -> dict[int, bytes]:
        """Return the known answers of a program, by the hash of their input; its hunts
        share and extend them."""
        return self._answers.setdefault(reference.key, {})

    def stream(self, effort: Effort, draws_growth: int = DRAWS_GROWTH) -> Stream:
        """Return the stream of inputs for an effort; hunts of one seed share it."""
        key = _StreamKey(effort.seed, effort.tests, draws_growth)
        if key not in self._streams:
            self._streams[key] = Stream(
                self.problem,
                self.session,
                self.findings,
                seed=effort.seed,
                tests=effort.tests,
                trusted=self.setup.tests,
                draws_growth=draws_growth,
                mostly_invalid=self._mostly_invalid,
            )
        return self._streams[key]


def _end_of_learning(end_s: float) -> float:
    """Return when a format must be learnt, so that the hunts that must end at `end_s` have
    most of the time."""
    if end_s == math.inf:
        return math.inf
    now = time.monotonic()
    return now + _LEARNING_SHARE * max(0.0, end_s - now)


def _first_like_reference(others: Sequence[OtherVerdict], find: Tried) -> str | None:
    """Return the first of the other submissions that is accepted, with the score of the
    reference if scores are the find."""
    scores = find.outcome.scores
    for other in others:
        same_score = scores is None or other.score == scores.reference
        if other.verdict is Verdict.AC and same_score:
            return other.path
    return None


def _with_steering(effort: Effort, rule: Expectation | None) -> Effort:
    """Return the effort without the steered search unless a slow or large run would be
    a find: only then does it pay off, and it has a share only if the time is
    bounded."""
    wanted = not must_fail(rule) or any(
        is_in(verdict, rule.required) for verdict in MEASURED
    )
    bounded = effort.time_s is not None
    steer = effort.steer and bounded and wanted and not effort.sanitize
    return replace(effort, steer=steer)


# Of the time of all hunts, from when the programs are built: so long is an input format learnt
# at most. docs/hunting.md promises it.
_LEARNING_SHARE = 1 / 3
# Of the time of a hunt: so long may shrinking go on without a smaller find.
_STEP_PART = 3
# Why nothing is known of a submission.
_BROKEN = "the package is broken"
_REFUSED = "nothing is known of it: the checker does not accept a right answer"
_NOT_HUNTED = "not hunted: the checker does not accept a right answer"
_NO_TIME_LEFT = "not hunted: no time was left; give more --time"


class _Disagreement(Exception):
    """Accepted submissions disagree about an input, which has been reported."""


class _FindSoFar(Value):
    """The smallest find of a hunt at one moment.

    first: the find of the search; `steps` steps of shrinking led from it to `smallest`.
    confirmed_by: the accepted submission that agrees on `smallest`; None if none has
    answered.
    """

    first: Tried
    smallest: Tried
    steps: int = 0
    confirmed_by: str | None = None


class _OneHunt:
    """The steps of one hunt: search an input, shrink it, confirm the expected output."""

    def __init__(
        self,
        hunter: Hunter,
        programs: HuntPrograms,
        effort: Effort,
        submission: Submission,
        started: float,
    ) -> None:
        self._hunter = hunter
        self._submission = submission
        self._started = started
        # Seconds of the search; None before its end.
        self._search_s: float | None = None
        # None before the search has ended with a find.
        self._so_far: _FindSoFar | None = None
        self._session = hunter.session
        self._programs = programs
        self._effort = effort
        self._path = submission.path
        rule = submission.expectation
        expected = frozenset(Verdict)
        if must_fail(rule):
            expected = rule.permitted | rule.required
        self.search = Search(
            session=hunter.session,
            findings=hunter.findings,
            programs=self._programs,
            effort=effort,
            answers=hunter.answers_of(self._programs.reference),
            on_progress=self._report_search,
            expected=expected,
            may_score_less=self._may_score_less(submission),
        )

    def _may_score_less(self, submission: Submission) -> bool:
        """Return whether less of the score is expected of it than of the reference."""
        by_path = {each.path: each for each in self._hunter.problem.submissions}
        reference = by_path[self._programs.reference.name]
        return submission.most_score < reference.most_score

    def run(self) -> Hunt:
        """Hunt from the beginning to the end."""
        first = self._search_input()
        self._search_s = self._seconds_of_search()
        if first is not None and first.outcome.refused:
            return self.end_with_refusal(first)
        find = None
        if first is not None:
            find = self._shrink_and_confirm(first)
        unstable = None
        if find is None and self.search.unstable:
            once = self.search.unstable[0]
            unstable = self._describe(once, self._record(once))
        all_tried = self._all_tried() if first is None else None
        hunt = self._hunt_with(find)
        if self._hunter.findings.broken:
            return replace(hunt, verdict=None, reason=_BROKEN)
        return replace(hunt, unstable=unstable, all_tried=all_tried)

    def end_with_refusal(self, first: Tried) -> Hunt:
        """Shrink an input on which the checker does not accept a right answer, and return
        the hunt, which ends with it.

        In a dialogue, the accepted submission may be as wrong as the output validator:
        that is reported as an error.
        """
        self._programs = self._programs.against_checker
        self._so_far = _FindSoFar(first, first)
        shrunk = self._shrink_with(first, self._programs)
        found = _FindSoFar(first, shrunk.find, shrunk.steps)
        smallest = found.smallest
        if self._programs.checker.takes_part:
            fault = describe_failure(
                self._programs.reference, smallest.outcome, self._programs.checker.name
            )
            self.search.report_fault(fault, smallest.trial.content)
            return replace(self._hunt_with(None), verdict=None, reason=_BROKEN)
        found = replace(found, confirmed_by=self._printed_by(smallest))
        self._so_far = found
        return self._hunt_with_refusal(found)

    def _printed_by(self, found: Tried) -> str | None:
        """Return the name of the second accepted submission if it prints the same."""
        second = self._programs.second
        if second is None:
            return None
        answer = found.outcome.answer
        run: Future[TrialOutcome] = self._session.executor.start(
            judge_alone, self._programs, second, found.trial.content, answer
        )
        same = compare(run.result().output, answer).verdict is Verdict.AC
        return second.name if same else None

    def _hunt_with_refusal(self, found: _FindSoFar) -> Hunt:
        """Return the hunt with a find against the checker."""
        refusal = Refusal(
            checker=self._programs.checker.name or "",
            find=self._describe_so_far(found, None),
            reference=self._programs.reference.name,
        )
        hunt = self._hunt_with(None)
        return replace(hunt, verdict=None, reason=_REFUSED, refusal=refusal)

    def as_interrupted(self) -> Hunt | None:
        """Return the hunt with the smallest find so far; None if there is none. Run
        nothing."""
        if self._hunter.findings.broken:
            return None
        so_far = self._so_far
        if so_far is None:
            first = self.search.find_so_far
            if first is None:
                return None
            so_far = _FindSoFar(first, first)
        takes_part = self._programs.checker.takes_part
        if so_far.first.outcome.refused:
            if takes_part:
                return None
            return replace(self._hunt_with_refusal(so_far), interrupted=True)
        find = self._describe_so_far(so_far, b"" if takes_part else None)
        return replace(self._hunt_with(find), interrupted=True)

    def _hunt_with(self, find: Find | None) -> Hunt:
        """Return the hunt with its find, and with what it has cost until now."""
        search = self.search
        search_s = self._search_s
        if search_s is None:
            search_s = self._seconds_of_search()
        return Hunt(
            self._path,
            find,
            expectation=self._submission.expectation,
            may_score_less=search.may_score_less,
            verdict=find.verdict if find is not None else Verdict.AC,
            tried=search.tried,
            invalid=search.invalid,
            search_s=search_s,
            seconds=time.monotonic() - self._started,
            by_origin=tuple(sorted(search.by_origin.items())),
        )

    def _seconds_of_search(self) -> float:
        return time.monotonic() - self.search.started

    def _search_input(self) -> Tried | None:
        """Return the first input on which the submission is not AC, if any, or a
        smaller one near it in the stream if that one is large. A TLE or MLE that is not
        among the expected verdicts, and less of the score where that is expected, are
        returned only if nothing else is found."""
        stream = self._hunter.stream(self._effort)
        first = self.search.search_stream(stream.trials(self.search.end_s))
        if first is not None:
            return self.search.search_smaller(first, stream)
        if self._effort.steer:
            first = self.search.search_steered()
        return first or self.search.unexpected or self.search.lesser

    def _all_tried(self) -> AllTried | None:
        """Return within which limits the search has left out no input."""
        stream = self._hunter.stream(self._effort)
        was_valid = self.search.was_valid
        tried = stream.all_tried(lambda content: was_valid.get(hash(content)))
        # A single validator is the grammar, which accepts all small inputs. Of several, slow
        # ones are asked only where outputs differ, and may reject some of the others.
        programs = self._programs
        if tried and programs.validates_late and len(programs.validators) > 1:
            return replace(tried, inputs=None)
        return tried

    def _shrink_and_confirm(self, first: Tried) -> Find | None:
        """Return the find, shrunk and confirmed. Return None if the accepted
        submissions disagree on it."""
        found = _FindSoFar(first, first)
        self._so_far = found
        try:
            # Before shrinking too: if the accepted submissions disagree, shrinking is
            # in vain, unless that is what is hunted.
            if not self._effort.agree:
                found = replace(found, confirmed_by=self._confirm(first))
                self._so_far = found
            shrunk = self._shrink(found)
            if shrunk.steps:
                found = _FindSoFar(first, shrunk.find, shrunk.steps)
                self._so_far = found
            if shrunk.steps and not self._effort.agree:
                found = replace(found, confirmed_by=self._confirm(shrunk.find))
                self._so_far = found
        except _Disagreement:
            return None
        others: tuple[OtherVerdict, ...] = ()
        if self._effort.agree:
            others = self._ask_others(found.smallest)
            confirmed_by = _first_like_reference(others, found.smallest)
            found = replace(found, confirmed_by=confirmed_by)
        find = self._describe_so_far(found, self._record(found.smallest))
        return replace(find, others=others)

    def _record(self, found: Tried) -> bytes | None:
        """Return the transcript of an input; None if there is no dialogue."""
        if not self._programs.checker.takes_part:
            return None
        recorded: Future[bytes] = self._session.executor.start(
            record_dialogue, self._programs, found
        )
        return recorded.result()

    def _describe_so_far(self, found: _FindSoFar, transcript: bytes | None) -> Find:
        """Return the smallest find, with where it came from."""
        first = found.first.trial
        return replace(
            self._describe(found.smallest, transcript),
            origin=first.origin,
            index=first.index,
            first=first.content,
            shrinks=found.steps,
            confirmed_by=found.confirmed_by,
        )

    def _describe(self, found: Tried, transcript: bytes | None) -> Find:
        """Return an input as a find that was neither shrunk nor confirmed."""
        outcome = found.outcome
        return Find(
            input=found.trial.content,
            expected=outcome.answer,
            got=outcome.output,
            verdict=outcome.verdict or Verdict.JE,
            message=outcome.message,
            origin=found.trial.origin,
            index=found.trial.index,
            first=found.trial.content,
            shrinks=0,
            confirmed_by=None,
            transcript=transcript,
            again=outcome.again,
            scores=outcome.scores,
        )

    def _shrink(self, found: _FindSoFar) -> ShrunkFind:
        """Shrink a find, with more runs for each step if they may differ.

        One run decides each step of a find that came again in every run. If the smallest
        input does not, shrinking starts again.
        """
        first = found.first
        if self._is_stable(first) and not self.search.unstable:
            shrunk = self._shrink_with(first, replace(self._programs, repeats=0))
            find = self._repeat(shrunk.find)
            if self._is_stable(find) and find.outcome.shown == first.outcome.shown:
                return ShrunkFind(find, shrunk.steps)
            self._so_far = found
        return self._shrink_with(first, self._programs)

    def _is_stable(self, find: Tried) -> bool:
        """Return whether a find came again in all runs, or was not repeated."""
        return find.outcome.again in (None, self._programs.repeats)

    def _repeat(self, find: Tried) -> Tried:
        """Return what happens if a find whose runs may differ is tried and repeated."""
        if not self._programs.repeats or find.outcome.verdict in MEASURED:
            return find
        run: Future[list[Tried]] = self._session.executor.start(
            try_inputs, self._programs, [find.trial], [None], None, math.inf
        )
        [tried] = run.result()
        return tried

    def _shrink_with(self, first: Tried, programs: HuntPrograms) -> ShrunkFind:
        """Shrink as long as each step comes within a third of the seconds of the hunt, and
        the hunt ends in time."""
        measured = first.outcome.verdict in MEASURED
        time_s = self._effort.time_s
        end_s = self.search.hunt_end_s
        if measured:
            # The runs after shrinking take about as long as this one each.
            one_run_s = first.outcome.cpu_s
            if first.outcome.waited:
                one_run_s = programs.limits_of(programs.submission).wall_s
            end_s -= (self.search.runs_alone(first) + 2) * one_run_s
        bounds = ShrinkBounds(
            cpu_s=self._effort.shrink_s,
            step_s=math.inf if time_s is None else time_s / _STEP_PART,
            end_s=end_s,
        )
        shrunk = shrink_find(self._session, programs, first, bounds, self._take_step)
        # One run decided each step; more, with no other run beside them, decide the find.
        if shrunk.steps and measured and not self.search.repeats(shrunk.find):
            return ShrunkFind(first, 0)
        return shrunk

    def _confirm(self, find: Tried) -> str | None:
        """Return the name of the second accepted submission if it is accepted with the
        reference's answer, None if there is none or it is too slow. Raise
        _Disagreement."""
        second = self._programs.second
        if second is None:
            return None
        content = find.trial.content
        run: Future[TrialOutcome] = self._session.executor.start(
            judge_alone, self._programs, second, content, find.outcome.answer
        )
        outcome = run.result()
        if outcome.verdict is Verdict.AC:
            return second.name
        if outcome.verdict in MEASURED:
            return None  # too slow for this input, so it gives no other answer
        fault = (
            f"accepted submissions disagree: {second.name}, judged against the output of "
            f"{self._programs.reference.name}, gets {outcome.verdict} ({outcome.message})"
        )
        if self._programs.checker.takes_part:
            fault = describe_failure(second, outcome)
        self.search.report_fault(fault, content)
        raise _Disagreement

    def _ask_others(self, find: Tried) -> tuple[OtherVerdict, ...]:
        """Return the verdicts of all other accepted submissions, against the reference's
        answer."""
        hunted = {self._path, self._programs.reference.name}
        others = []
        for program in self._hunter.setup.accepted:
            if program.name in hunted:
                continue
            run: Future[TrialOutcome] = self._session.executor.start(
                judge_alone,
                self._programs,
                program,
                find.trial.content,
                find.outcome.answer,
            )
            outcome = run.result()
            verdict = outcome.verdict or Verdict.JE
            others.append(OtherVerdict(program.name, verdict, outcome.score))
        return tuple(others)

    def _report_search(self, tried: int, seconds: float, share: float) -> None:
        rate = tried / max(seconds, 1e-3)
        best = ""
        if share >= 0.01:
            best = f"heaviest run: {share:.0%} of the time or memory limit"
        self._session.on_event(HuntProgress(self._path, "hunt", tried, rate, best))

    def _take_step(self, smaller: Tried) -> None:
        """Keep and announce a step of shrinking."""
        so_far = self._so_far
        assert so_far is not None
        # A TLE or MLE counts only after more runs, which come when shrinking has ended.
        if smaller.outcome.verdict not in MEASURED:
            self._so_far = _FindSoFar(so_far.first, smaller, so_far.steps + 1)
        content = smaller.trial.content
        best = f"{count_tokens(parse(content))} tokens, {len(content)} bytes"
        self._session.on_event(
            HuntProgress(self._path, "shrink", self.search.tried, 0.0, best, content)
        )


def _not_hunted(submissions: Sequence[Submission], reason: str) -> list[Hunt]:
    """Return the submissions that are not hunted."""
    hunts = []
    for each in submissions:
        nothing = Hunt(each.path, None, verdict=None, reason=reason)
        hunts.append(replace(nothing, expectation=each.expectation))
    return hunts


def _hunt_in_order(
    hunter: Hunter,
    submissions: Sequence[Submission],
    effort: Effort,
    end_s: float,
    hunts: list[Hunt],
) -> None:
    """Hunt submissions, and announce each find; add each hunt to `hunts` as it ends. End
    with an error of the package, or a find against its checker.

    end_s: when the last hunt must end, on the monotonic clock. Each hunt has a fair share
    of the time that is left when it begins.
    """
    on_event = hunter.session.on_event
    for number, submission in enumerate(submissions):
        share = share_until(end_s, effort, len(submissions) - number)
        if share.is_used_up:
            hunts += _not_hunted(submissions[number:], _NO_TIME_LEFT)
            return
        hunt = hunter.hunt(submission, share)
        hunts.append(hunt)
        on_event(StepDone("hunt", submission.path))
        find = hunt.find
        if find is not None and len(submissions) > 1:
            found = HuntFound(
                submission.path,
                find.verdict,
                find.input,
                scores_differ=find.scores is not None,
            )
            on_event(found)
        if hunter.findings.broken:
            return
        if hunt.refusal is not None:
            # Their hunts rest on the checker too, and would meet the same input.
            hunts += _not_hunted(submissions[len(hunts) :], _NOT_HUNTED)
            return


def hunt_submissions(
    problem: Problem,
    submissions: Sequence[Submission],
    session: Session,
    effort: Effort,
    allow_missing: bool = False,
    end_s: float = math.inf,
) -> HuntReport:
    """Hunt the submissions in order. Errors are in the report. So is, after an interrupt,
    the hunt that it ended, if it had a find.

    end_s: when all hunts must have ended, on the monotonic clock; they share the time fairly.

    With `effort.agree` the reference is hunted only alone: else it gives the answers, and
    the others are compared with it.
    """
    findings = Findings(session.on_event)
    report = HuntReport(
        problem=problem.name,
        seed=effort.seed,
        allow_missing=allow_missing,
        sanitized=effort.sanitize,
        agree=effort.agree,
    )
    hunts: list[Hunt] = []
    hunter: Hunter | None = None
    try:
        findings.report(*problem.diagnostics)
        hunter = Hunter(problem, session, findings, end_s)
        reference = hunter.setup.programs.reference.name
        report = replace(report, reference=reference)
        if effort.agree and len(submissions) > 1:
            submissions = [each for each in submissions if each.path != reference]
        session.on_event(PhaseStarted("hunt", len(submissions)))
        _hunt_in_order(hunter, submissions, effort, end_s, hunts)
    except KeyboardInterrupt:
        running = session.end_interrupted(findings)
        report = replace(report, interrupted=True, running=running)
        if hunter is not None:
            unfinished = hunter.interrupted_hunt()
            if unfinished is not None:
                hunts.append(unfinished)
    except PackageError as broken:
        findings.report(*broken.diagnostics)
    except MachineError as lacking:
        findings.report_machine(str(lacking).splitlines())
    return replace(
        report,
        hunts=tuple(hunts),
        diagnostics=tuple(findings.diagnostics),
        machine_errors=tuple(findings.machine_errors),
    )
