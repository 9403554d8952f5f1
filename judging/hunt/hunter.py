"""Hunts one submission after another on one package."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from judging.core.diagnostics import error
from judging.core.errors import MachineError, PackageError
from judging.core.events import HuntProgress
from judging.core.problem import Problem, Submission
from judging.core.verdicts import Verdict, is_in
from judging.hunt import setup
from judging.hunt.inputs.stream import Stream
from judging.hunt.report import Effort, Find, Hunt, HuntReport, must_fail
from judging.hunt.running.trials import Arena, Outcome, judge_alone
from judging.hunt.search import MEASURED, Answers, Met, Search
from judging.hunt.shrinking import passes
from judging.hunt.shrinking.oracle import Reduced, reduce_find
from judging.programs import Executable, Rejected
from judging.session import Findings, Session

_QUOTED_LINES = 20
_QUOTED_BYTES = 2000


class Hunter:
    """Everything that hunts on one package share: the numbered stream of inputs, the reference and
    its answers, the validators. A fault of the package (a strategy that raises, accepted
    submissions that disagree) is reported as an error, and ends the hunt without a find.

    Raises PackageError where nothing can be hunted at all: no accepted submission, no input
    validator; MachineError where the machine cannot.
    """

    def __init__(self, problem: Problem, session: Session, findings: Findings) -> None:
        self.problem = problem
        self.session, self.findings = session, findings
        self.party = setup.gather(problem, session, findings)
        self._streams: dict[tuple[int, bool], Stream] = {}
        self.answers = Answers()

    @property
    def reference(self) -> str:
        """The path of the accepted submission that gives the answers: the fastest."""
        return self.party.reference.name

    def hunt(self, submission: Submission, effort: Effort | None = None) -> Hunt:
        """Looks for an input on which `submission` is not AC, and reduces it. With the same seed,
        package and `tries`, a WA or RTE find is the same at every number of jobs."""
        started = time.monotonic()
        effort = effort or Effort()
        nothing = Hunt(submission.path, None, expectation=submission.expectation)
        built = self.session.builder.build([submission.source], self.problem.limits.code_bytes)
        program = built[submission.path]
        if isinstance(program, Rejected):
            reason = f"does not compile: {program.message.strip().splitlines()[0]}"
            return replace(nothing, verdict=Verdict.CE, reason=reason)
        if not isinstance(program, Executable):
            return replace(nothing, verdict=None, reason=program.reason)
        arena = self.party.against(program)
        # Steering looks for slow and large runs: only where one would be news.
        steer = effort.steer and effort.time_s is not None and _may_be_slow(submission)
        chase = _Chase(self, arena, replace(effort, steer=steer), submission)
        find = chase.find()
        search = chase.search
        gone_wrong = self.findings.broken
        return replace(
            nothing,
            find=find,
            verdict=None if gone_wrong else find.verdict if find else Verdict.AC,
            reason="the package is broken" if gone_wrong else None,
            tried=search.tried,
            search_s=chase.search_s,
            seconds=time.monotonic() - started,
            by_origin=tuple(sorted(search.by_origin.items())),
        )

    def stream(self, effort: Effort) -> Stream:
        """The inputs for an effort's seed, drawn once for all hunts."""
        key = (effort.seed, effort.tests)
        if key not in self._streams:
            self._streams[key] = Stream(
                self.problem, self.session, self.findings, effort.seed, effort.tests
            )
        return self._streams[key]


class _Chase:
    """One hunt: search, reduce, confirm."""

    def __init__(
        self, hunter: Hunter, arena: Arena, effort: Effort, submission: Submission
    ) -> None:
        self._hunter = hunter
        self._session, self._findings = hunter.session, hunter.findings
        self._arena = arena
        self._effort = effort
        self._path = submission.path
        self.search_s = 0.0
        self.search = Search(
            hunter.session,
            hunter.findings,
            arena,
            effort,
            hunter.answers,
            self._progress,
            _named(submission),
        )

    def find(self) -> Find | None:
        """The find, reduced and confirmed; None where there is none, or the accepted submissions
        do not agree on it."""
        met = self.search.along(self._hunter.stream(self._effort).trials())
        if met is None and self._effort.steer:
            met = self.search.steered()
        met = met or self.search.other
        self.search_s = time.monotonic() - self.search.started
        if met is None:
            return None
        trial, outcome = met
        confirmed, fault = self._confirmed(trial.content, outcome)
        reduced = Reduced(trial.content, outcome, 0)
        if fault is None:
            reduced = self._reduced(met)
            if reduced.shrinks:
                confirmed, fault = self._confirmed(reduced.content, reduced.outcome)
        if fault is not None:
            self._findings.report(error(f"{fault}\n{_quoted(reduced.content)}"))
            return None
        return Find(
            input=reduced.content,
            expected=reduced.outcome.answer,
            got=reduced.outcome.output,
            verdict=reduced.outcome.verdict or Verdict.JE,
            message=reduced.outcome.message,
            origin=trial.origin,
            index=trial.index,
            first=trial.content,
            shrinks=reduced.shrinks,
            confirmed_by=confirmed,
        )

    def _reduced(self, met: Met) -> Reduced:
        trial, outcome = met
        seconds = self._effort.reduce_s
        content = trial.content
        reduced = reduce_find(self._session, self._arena, content, outcome, seconds, self._step)
        measured = outcome.verdict in MEASURED
        if measured and not self.search.holds(reduced.content, reduced.outcome):
            return Reduced(content, outcome, 0)
        return reduced

    def _confirmed(self, content: bytes, outcome: Outcome) -> tuple[str | None, str | None]:
        """Who agrees with the answer, or what the disagreement is."""
        second = self._hunter.party.confirming(self._arena)
        if second is None:
            return None, None
        run = self._session.executor.start(
            judge_alone, self._arena, second, content, outcome.answer
        )
        said: Outcome = run.result()
        if said.verdict is Verdict.AC:
            return second.name, None
        if said.verdict in MEASURED:  # too slow for this input: that is no other answer
            return None, None
        reference = self._arena.reference.name
        return None, (
            f"accepted submissions disagree: against the output of {reference}, {second.name} is "
            f"{said.verdict} ({said.message}) on this valid input:"
        )

    def _progress(self, tried: int, seconds: float, share: float) -> None:
        rate = tried / max(seconds, 1e-3)
        best = f"heaviest run: {share:.0%} of the time or memory limit" if share >= 0.01 else ""
        self._session.on_event(HuntProgress(self._path, "hunt", tried, rate, best))

    def _step(self, content: bytes) -> None:
        size = sum(map(len, passes.parse(content)))
        best = f"{size} tokens, {len(content)} bytes"
        self._session.on_event(HuntProgress(self._path, "reduce", self.search.tried, 0.0, best))


def _named(submission: Submission) -> frozenset[Verdict]:
    """The verdicts that would be no surprise; of one that need not fail, all."""
    expectation = submission.expectation
    if expectation is None or not must_fail(expectation):
        return frozenset(Verdict)
    return expectation.permitted | expectation.required


def _may_be_slow(submission: Submission) -> bool:
    if submission.expectation is None or not must_fail(submission.expectation):
        return True
    return any(is_in(verdict, submission.expectation.required) for verdict in MEASURED)


def _quoted(content: bytes) -> str:
    text = content[:_QUOTED_BYTES].decode("utf-8", "backslashreplace").rstrip("\n")
    return "\n".join(f"  | {line}" for line in text.split("\n")[:_QUOTED_LINES])


def hack(
    problem: Problem,
    submissions: Sequence[Submission],
    session: Session,
    effort: Effort,
    allow_missing: bool = False,
) -> HuntReport:
    """Hunt each of the submissions in order. What goes wrong is in the report."""
    findings = Findings(session.on_event)
    report = HuntReport(problem.name, effort.seed, allow_missing=allow_missing)
    hunts: list[Hunt] = []
    try:
        findings.report(*problem.diagnostics)
        hunter = Hunter(problem, session, findings)
        report = replace(report, reference=hunter.reference)
        for submission in submissions:
            hunts.append(hunter.hunt(submission, effort))
            if findings.broken:
                break
    except KeyboardInterrupt:
        session.executor.kill()
        report = replace(report, interrupted=True)
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
