"""The first steps of most commands: the package, the sandbox tier, the workers."""

import contextlib
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TextIO

from judging import package, pipeline
from judging.core.diagnostics import count_many, warning
from judging.core.errors import UsageError
from judging.core.events import Listener, ignore
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.core.timings import Tally
from judging.package.files.layout import CONTEST_FILES
from judging.sandbox import choose
from judging.session import Findings, Session, WorkExecutor
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store
from judging.terminal import interrupts, output
from judging.terminal.kinds import OnCluster
from judging.values import Value, replace

# Each job takes a thread, a folder and several open files, and far more jobs than
# cores only slow each other down.
_MOST_JOBS = 512


class Workers(Value):
    """An open executor, and the store with its programs and results."""

    executor: WorkExecutor
    store: Store

    def session(
        self, limits: ProblemLimits, listener: Listener = ignore, *, fresh: bool = False
    ) -> Session:
        return Session(self.executor, self.store, limits, listener, fresh)


def find_package(problem: Path | None, paths: Sequence[Path]) -> Path:
    """Return the folder of the package: the given one, or the one around the paths, or
    the one around the working folder. Raise UsageError if the paths are in several
    packages."""
    if problem is not None:
        return _stated_package(problem)
    roots = set()
    for path in paths:
        root = package.find_root(path.absolute()) if path.exists() else None
        if root is not None:
            roots.add(root)
    if len(roots) > 1:
        found = " and ".join(sorted(map(str, roots)))
        raise UsageError(
            f"the paths are in several packages ({found}): choose one with --problem"
        )
    root = roots.pop() if roots else package.find_root(Path.cwd())
    if root is None:
        raise UsageError(_no_package(paths))
    return root


def _no_package(paths: Sequence[Path]) -> str:
    """Return why no package was found, and what to do."""
    here = Path.cwd()
    missing = [path for path in paths if not path.exists()]
    if missing:
        return f"no such file or folder: {missing[0]}, and no problem package in {here}"
    for path in paths:
        if path.suffix.lower() == ".zip":
            command = f"--problem {shlex.quote(str(path))}"
            return f"{path}: no submission; for the package in a zip file: {command}"
    advice = "give --problem DIR, or create one with `judge new NAME`"
    if any((here / name).is_file() for name in CONTEST_FILES):
        advice = "it is a contest: give --contest . for all packages, or --problem DIR"
    return f"no problem package in {here} or above it: {advice}"


def _stated_package(problem: Path) -> Path:
    if problem.is_dir():
        return package.find_root(problem) or problem.absolute()
    if problem.exists():
        raise UsageError(f"--problem {problem}: is a file, expected a folder")
    raise UsageError(f"--problem {problem}: no such folder")


def load(
    problem: Path | None, links_within: Path | None, paths: Sequence[Path] = ()
) -> Problem:
    return package.load(find_package(problem, paths), links_within)


def sandbox_tier(wanted: str, required: str | None = None) -> str:
    """Return the tier to use; raise MachineError if it is weaker than `required`."""
    # The probe builds the launcher and opens sandboxes, which an interrupt could leave
    # half made.
    with contextlib.closing(Store()) as store, interrupts.delayed():
        return choose(wanted, store, required)


def job_count(jobs: int | None) -> int:
    """Return how many programs run at once: `jobs`, by default one per core."""
    if jobs is None:
        return len(os.sched_getaffinity(0))
    if not 1 <= jobs <= _MOST_JOBS:
        raise UsageError(f"--jobs {jobs}: expected a number from 1 to {_MOST_JOBS}")
    return jobs


@contextlib.contextmanager
def workers(
    tier: str,
    jobs: int | None,
    tally: Tally,
    kind: str = "threads",
    any_node: bool = False,
) -> Iterator[Workers]:
    """Open an executor and the store; at the end, close both and trim the cache if it
    is due. `tally` gets the runs of this machine's workers."""
    count = job_count(jobs)
    tally.opened(count, elsewhere=kind != "threads")
    with contextlib.closing(Store()) as store:
        spec = ExecutorSpec(count, tier, store, any_node=any_node, tally=tally)
        with contextlib.ExitStack() as stack:
            # What a cluster starts here must not be lost before the stack knows of it.
            with interrupts.delayed():
                executor = open_executor(spec, kind)
                stack.enter_context(_ended(executor))
            executor.connect()
            yield Workers(executor, store)
        store.trim_if_due()


@contextlib.contextmanager
def _ended(executor: WorkExecutor) -> Iterator[None]:
    """Close an executor at the end, or kill it if the block raises."""
    try:
        yield
    except BaseException:
        executor.kill()
        raise
    finally:
        for node in executor.nodes.values():
            if node.refused:
                output.say(f"judge: {node.refused}", sys.stderr)
        with interrupts.delayed():
            executor.close()


def cluster(tier: str, request: OnCluster) -> AbstractContextManager[Workers]:
    """Open the executor that a command asks for, and the store."""
    return workers(tier, request.jobs, request.tally, request.executor, request.any_node)


@contextlib.contextmanager
def told_when_interrupted(
    session: Session, findings: Findings, say: Callable[[str, TextIO], None]
) -> Iterator[None]:
    """If the block is interrupted, `say` what was found until then and what was running.

    For commands without a report that could have it.
    """
    try:
        yield
    except KeyboardInterrupt:
        # The first signal makes the judge ignore the others, so this is printed whole.
        running = session.end_interrupted(findings)
        for found in count_many(findings.diagnostics):
            say(str(found), sys.stderr)
        if running:
            say(f"judge: running when interrupted: {running}", sys.stderr)
        raise


def timed(
    problem: Problem, session: Session, say: Callable[[str, TextIO], None] = output.say
) -> Problem:
    """Return the problem with a time limit; `say` an inferred one on standard error."""
    with told_when_interrupted(session, Findings(), say):
        problem, inferred = pipeline.with_time_limit(problem, session)
    if inferred is not None:
        say(f"judge: time limit {inferred}", sys.stderr)
    return problem


def with_measured_limit(problem: Problem, session: Session) -> Problem:
    """Return the problem with a time limit that an earlier command inferred, if it
    states none; print a warning that others do not know this limit."""
    if problem.limits.time_s is not None:
        return problem
    file = problem.paths.relative_path(problem.paths.config)
    remedy = "`judge limits --write` states it"
    limit = pipeline.measured_limit(problem, session)
    if limit is None:
        output.say(warning(f"no time limit: it is inferred; {remedy}", file))
        return problem
    stated = f"no time limit: {limit.limit_s:g} s, as inferred on this machine"
    output.say(warning(f"{stated}; {remedy}", file))
    return replace(problem, limits=replace(problem.limits, time_s=limit.limit_s))
