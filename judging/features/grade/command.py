"""`judge grade`: judge programs that are lines of a file, and write a line for each."""

import os
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judging import package, pipeline
from judging.core.diagnostics import count_many
from judging.core.errors import PackageError
from judging.core.events import Event, SubmissionDone
from judging.core.exit_codes import ExitCode, gravest
from judging.core.options import Options
from judging.core.problem import Problem
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.verdicts import Verdict
from judging.features.grade.options import Grade
from judging.features.grade.report import Graded, render_line, summary
from judging.package.program_lines import (
    Program,
    ProgramLine,
    check_lines,
    read_programs,
)
from judging.terminal import interrupts, opening, output
from judging.terminal.opening import Workers
from judging.terminal.screen import Screen
from judging.terminal.settings import judging_options, with_time_factor

# So many programs are built before their runs, which nothing is built beside. Chosen:
# a batch costs some 10 ms by itself, and an interrupt loses the builds of one batch.
_BATCH = 64
# Of a program without a result: the messages that say why come before its line.
_NO_RESULT = "not judged: see the messages on standard error"


def grade(request: Grade) -> ExitCode:
    """Judge every program, package by package; print a line for each as it ends."""
    options = judging_options(request)
    lines = check_lines(request.programs, request.problem)
    grading = _Grading(request, len(lines))
    tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    with opening.workers(
        tier, request.jobs, request.tally, request.executor, request.any_node
    ) as workers:
        options = with_time_factor(options, request.time_factor, workers.executor)
        for root, own in _by_package(lines).items():
            grading.grade_package(root, own, options, workers)
            if grading.interrupted:
                break
    output.say(summary(grading.verdicts, len(lines)), sys.stderr)
    if grading.interrupted:
        message = "interrupted: the same command goes on, because results are kept"
        output.say(message, sys.stderr)
    return grading.exit_code


def _by_package(lines: Sequence[ProgramLine]) -> dict[Path, list[ProgramLine]]:
    """Return the lines of each package, in the order of the file."""
    found: dict[Path, list[ProgramLine]] = {}
    for line in lines:
        found.setdefault(line.root, []).append(line)
    return found


@dataclass(slots=True)
class _Grading:
    """What is known of the programs so far.

    verdicts: how many programs got which; None counts those without one.
    said: the messages that were printed; several batches may have the same.
    """

    request: Grade
    total: int
    verdicts: Counter[Verdict | None] = field(default_factory=Counter)
    codes: set[ExitCode] = field(default_factory=set)
    said: set[str] = field(default_factory=set)

    @property
    def interrupted(self) -> bool:
        return ExitCode.INTERRUPTED in self.codes

    @property
    def exit_code(self) -> ExitCode:
        codes = self.codes
        # A batch in which nothing could be judged says nothing about the others.
        if self.verdicts.total() > self.verdicts[None]:
            codes = codes - {ExitCode.NOTHING_JUDGED}
        return gravest(codes)

    def grade_package(
        self,
        root: Path,
        lines: Sequence[ProgramLine],
        options: Options,
        workers: Workers,
    ) -> None:
        try:
            problem = package.load(root, self.request.links_within)
        except PackageError as broken:
            report = RunReport.unread(root.name, broken)
            for batch in self._batches(lines):
                with Screen() as screen:
                    self._take(report, root, _Lines(batch, screen, self.verdicts))
            return
        for batch in self._batches(lines):
            self._grade_batch(problem, batch, options, workers)
            if self.interrupted:
                return
            # Ten thousand programs may be more than the cache has room for.
            workers.store.trim_if_due()

    def _batches(self, lines: Sequence[ProgramLine]) -> Iterator[Sequence[Program]]:
        for start in range(0, len(lines), _BATCH):
            part = lines[start : start + _BATCH]
            yield list(read_programs(self.request.programs, part))

    def _grade_batch(
        self,
        problem: Problem,
        programs: Sequence[Program],
        options: Options,
        workers: Workers,
    ) -> None:
        submissions = [program.submission for program in programs]
        done = self.verdicts.total()
        with Screen(f"{done:,} of {self.total:,}, {problem.name} ") as screen:
            lines = _Lines(programs, screen, self.verdicts)
            session = workers.session(problem.limits, lines, fresh=self.request.fresh)
            report = pipeline.run(problem, submissions, session, options)
            self._take(report, problem.paths.root, lines)

    def _take(self, report: RunReport, root: Path, lines: "_Lines") -> None:
        """Print the messages of a report, then the lines that its events did not bring."""
        folder = os.path.relpath(root)
        messages = [str(found.below(folder)) for found in count_many(report.diagnostics)]
        messages += [f"error: {message}" for message in report.machine_errors]
        for message in messages:
            if message not in self.said:
                self.said.add(message)
                output.say(message, sys.stderr)
        self.codes.add(report.exit_code)
        if not report.interrupted:
            lines.write_rest(report)


class _Lines:
    """A listener that prints the line of each program of a batch: as soon as it and all
    before it in the file have ended, so that the lines have one order for any --jobs."""

    def __init__(
        self,
        programs: Sequence[Program],
        screen: Screen,
        verdicts: Counter[Verdict | None],
    ) -> None:
        self._waiting = deque(programs)
        self._screen = screen
        self._verdicts = verdicts
        self._results: dict[str, SubmissionResult] = {}

    def __call__(self, event: Event) -> None:
        self._screen(event)
        if isinstance(event, SubmissionDone):
            self._results[event.result.path] = event.result
            while self._waiting and self._waiting[0].submission.path in self._results:
                self._write_next()

    def write_rest(self, report: RunReport) -> None:
        """Print the lines that are left, also of programs without a result."""
        for result in report.submissions:
            self._results.setdefault(result.path, result)
        while self._waiting:
            self._write_next()

    def _write_next(self) -> None:
        # A program counts as graded if and only if its line is printed.
        with interrupts.delayed():
            program = self._waiting.popleft()
            result = self._results.get(program.submission.path) or _no_result(program)
            line = program.line
            graded = Graded(line.number, line.package, program.id, result)
            self._screen.say(render_line(graded), sys.stdout)
            self._verdicts[result.verdict] += 1


def _no_result(program: Program) -> SubmissionResult:
    source = program.submission.source
    return SubmissionResult(
        path=source.name,
        language=source.language,
        status=Status.NOT_JUDGED,
        verdict=None,
        met=None,
        reason=_NO_RESULT,
    )
