"""What a package's validators say about many inputs: accepted or not, and the bounds that
the inputs reach.

The validators run in the sandbox. Bounds come from what three libraries can log: testlib
which variables are at a bound, `validation.h` and checktestdata the extreme values.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import judging
from benchmarks.described.checking import checked
from benchmarks.described.listed import GRAMMAR, DescribedPackage
from benchmarks.harness import opened_session
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.jobs.checkers import validation_limits
from judging.jobs.running import execute
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Session

_ACCEPTED = 42
_TO_STDOUT = "/dev/stdout"

#: Before a validator that includes `validation.h`, so that its log has places. GCC has the
#: experimental class, and the header's comparison of two places is not found for it.
_PLACES = b"""#define use_source_location
#include <experimental/source_location>
namespace std::experimental::inline fundamentals_v2 {
inline bool operator<(const source_location &a, const source_location &b) {
    return a.line() < b.line();
}
}
"""


class NotMeasurable(Exception):
    """The validators of a package cannot be asked. The text says why."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many bounds of values there are, and how many of them some input reaches."""

    reached: int
    known: int


def accepted(package: Path, inputs: Sequence[bytes]) -> Sequence[bool]:
    """Return for each input whether all input validators accept it."""
    problem = judging.load(package)
    with _opened(problem) as (session, programs):
        asked = []
        for content in inputs:
            answers = []
            for program in programs.values():
                words = (program, content, _arguments(problem), problem.limits)
                answers.append(session.executor.start(_accepts, *words))
            asked.append(answers)
        return [all(answer.result() for answer in answers) for answers in asked]


def _arguments(problem: Problem) -> Sequence[str]:
    """Return the arguments that validators get for the first test, a sample. Drawn inputs
    are in no group of their own."""
    if not problem.testcases:
        return ()
    args = problem.testcases[0].input_validator_args
    return args if isinstance(args, tuple) else ()


def _accepts(
    program: Executable,
    content: bytes,
    args: Sequence[str],
    limits: ProblemLimits,
    worker: Worker,
) -> bool:
    return ask_validator(program, content, args, limits, worker).accepted


def reached_bounds(
    package: DescribedPackage,
    root: Path,
    grammars: Sequence[str],
    inputs: Sequence[bytes],
) -> Bounds | None:
    """Return the bounds that accepted inputs reach, or None if the validator logs none."""
    if package.validator == GRAMMAR:
        return _sum(_extremes(_logs_of_grammars(grammars, inputs)))
    if package.validator == "testlib":
        logs = _logs(root, inputs, "--testOverviewLogFileName", lambda problem: None)
        return _sum(_hits(logs))
    if package.validator == "validation.h":
        logs = _logs(root, inputs, "--constraints_file", _add_places)
        return _sum(_extremes(logs))
    return None


def _logs(
    root: Path,
    inputs: Sequence[bytes],
    option: str,
    change: Callable[[Path], None],
) -> Sequence[str]:
    """Return what validators log about each input that they accept."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, root.name)
        shutil.copytree(root, copy)
        change(copy)
        problem = judging.load(copy)
        found = []
        with _opened(problem) as (session, programs):
            runs = []
            for content in inputs:
                for program in programs.values():
                    words = (program, content, option, problem.limits)
                    runs.append(session.executor.start(_logged, *words))
            for run in runs:
                if (log := run.result()) is not None:
                    found.append(log)
    return found


def _logged(
    program: Executable,
    content: bytes,
    option: str,
    limits: ProblemLimits,
    worker: Worker,
) -> str | None:
    """Return what a validator logs, or None if it does not accept the input."""
    words = (option, _TO_STDOUT)
    run = execute(program, content, validation_limits(limits), worker, *words)
    if run.execution.exit_code != _ACCEPTED:
        return None
    return run.stdout.decode(errors="replace")


def _add_places(package: Path) -> None:
    for source in (package / "input_validators").rglob("*.c*"):
        source.write_bytes(_PLACES + source.read_bytes())


def _logs_of_grammars(grammars: Sequence[str], inputs: Sequence[bytes]) -> Iterator[str]:
    for grammar in grammars:
        for check in checked(grammar, inputs, logging=True):
            yield check.log


#: Whether the low and the high bound of a variable are reached, by its name or place.
_Reached = Mapping[str, tuple[bool, bool]]


def _hits(logs: Iterable[str]) -> _Reached:
    """Read the logs of testlib: `"n": min-value-hit max-value-hit`."""
    reached: dict[str, tuple[bool, bool]] = {}
    for log in logs:
        for line in log.splitlines():
            name, quote, found = line.rpartition('":')
            if quote:
                low, high = reached.get(name, (False, False))
                low = low or "min-value-hit" in found
                high = high or "max-value-hit" in found
                reached[name] = low, high
    return reached


def _extremes(logs: Iterable[str]) -> _Reached:
    """Read logs of `PLACE NAME LOW? HIGH? LEAST MOST LOW HIGH`, a line for each read."""
    reached: dict[str, tuple[bool, bool]] = {}
    for log in logs:
        for line in log.splitlines():
            words = line.split()
            if len(words) < 4:
                continue
            place = " ".join(words[:2])
            low, high = reached.get(place, (False, False))
            reached[place] = low or words[2] == "1", high or words[3] == "1"
    return reached


def _sum(reached: _Reached) -> Bounds | None:
    if not reached:
        return None
    count = sum(low + high for low, high in reached.values())
    return Bounds(count, 2 * len(reached))


@contextmanager
def _opened(problem: Problem) -> Iterator[tuple[Session, Mapping[str, Executable]]]:
    """Open a session with the built input validators."""
    with (
        tempfile.TemporaryDirectory() as cache,
        opened_session(problem.limits, cache=Path(cache)) as session,
    ):
        programs = {}
        for name, built in session.builder.build(problem.input_validators).items():
            if not isinstance(built, Executable):
                raise NotMeasurable(f"{name} is not built")
            programs[name] = built
        if not programs:
            raise NotMeasurable("no input validator")
        yield session, programs
