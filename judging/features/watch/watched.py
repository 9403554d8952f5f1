"""The command that `judge watch` repeats, and what a round may be limited to."""

from collections.abc import Callable, Sequence
from glob import escape
from pathlib import Path

from judging.core.errors import PackageError
from judging.core.exit_codes import ExitCode
from judging.features.run import command as run
from judging.features.run.options import Run
from judging.reports.run.wording import SubmissionOutcome, outcome
from judging.terminal import opening, timings
from judging.terminal.kinds import Command, InSandbox
from judging.values import replace


class Watched:
    """A command that is executed as it was given, in every round.

    Choices have no effect here; a subclass whose rounds may be limited takes them up.

    selects: rounds may be limited to what failed last, and to one test.
    """

    selects = False

    def __init__(
        self, command: InSandbox, execute: Callable[[Command], ExitCode]
    ) -> None:
        self._command = command
        self._execute = execute

    def work(self) -> ExitCode:
        return self._execute(self._command)

    def choose_everything(self) -> None:
        """In the next round, do what the command line asks for."""

    def choose_failed(self) -> None:
        """In the next round, judge what failed last."""

    def choose_test(self, name: str) -> None:
        """In the next round, judge what is chosen, on one test only."""

    @property
    def failed(self) -> Sequence[Path]:
        """The submissions that failed last and still exist."""
        return ()

    def tests_like(self, query: str) -> list[str]:
        """Return tests whose names have the characters of `query` in order.

        The closest come first."""
        return []


class WatchedRun(Watched):
    """`judge run` on one package. What failed last is judged first."""

    selects = True

    def __init__(
        self, given: Run, root: Path, execute: Callable[[Command], ExitCode]
    ) -> None:
        super().__init__(given, execute)
        self._given = given
        self._chosen = given
        self._root = root
        self._tests: Sequence[str] = ()
        # By the path of each submission judged so far, whether it failed when it was
        # judged last, be it on one test only.
        self._failed: dict[str, bool] = {}

    def work(self) -> ExitCode:
        problem = None
        try:
            problem = opening.load(self._root, self._chosen.links_within)
            self._tests = [case.name for case in problem.testcases]
        except PackageError:
            # Reports say what is wrong as well; without any, one line on the terminal
            # is enough.
            if not self._chosen.reports:
                raise
        first = [path for path, failed in self._failed.items() if failed]
        report = timings.with_timings(
            self._chosen, lambda chosen: run.judge_package(chosen, first, problem)
        )
        for result in report.submissions:
            failed = outcome(result, report) in (
                SubmissionOutcome.UNMET,
                SubmissionOutcome.ERROR,
            )
            self._failed[result.path] = failed
        return report.exit_code

    def choose_everything(self) -> None:
        self._chosen = self._given

    def choose_failed(self) -> None:
        self._chosen = replace(self._given, paths=list(self.failed))

    def choose_test(self, name: str) -> None:
        self._chosen = replace(self._chosen, tests=[escape(name)])

    @property
    def failed(self) -> Sequence[Path]:
        found = []
        for name, failed in sorted(self._failed.items()):
            path = self._root / name
            if failed and path.exists():
                found.append(path)
        return found

    def tests_like(self, query: str) -> list[str]:
        lengths = {}
        for name in self._tests:
            shortest = _shortest_spread(query.lower(), name.lower())
            if shortest is not None:
                lengths[name] = shortest
        return sorted(lengths, key=lambda name: lengths[name])


def _shortest_spread(query: str, name: str) -> int | None:
    """Return the length of the shortest part of `name` with the characters of `query` in
    order, None if there is none."""
    # For each number of first characters of the query: the last place where a part that
    # has them can begin.
    begins = [-1] * (len(query) + 1)
    shortest = None
    for place, character in enumerate(name):
        begins[0] = place
        for index in reversed(range(len(query))):
            if character == query[index]:
                begins[index + 1] = begins[index]
        if begins[-1] >= 0:
            length = place + 1 - begins[-1]
            shortest = length if shortest is None else min(shortest, length)
    return shortest
