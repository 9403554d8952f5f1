"""Results kept by content, so that no run is made twice: one record per program.

A record has a line for each run. Its key is all that a run depends on: the program with what it
loads, arguments and files, input and answer, checker, limits but for time, sandbox tier, machine,
and the judge's own code. A line holds how the run ended and what the checker decided, never a
verdict: the limits of the day decide.

Each node of a cluster has records of its own, unless it is this machine.

Never kept: what the judge could not judge, runs whose time was close to a limit, and runs on an
overloaded machine, where others had the program's core (`classify.was_delayed`).
"""

import contextlib
import functools
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from judging.core.classify import holds_under, was_delayed
from judging.core.diagnostics import Diagnostic, warning
from judging.core.results import CheckResult, Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.jobs import Job, rejudge
from judging.jobs.checkers import Checker
from judging.programs import Executable, surroundings
from judging.sandbox import machine_facts
from judging.session.executors.contract import WorkExecutor
from judging.store import Store, key_of

_KIND = "results"
_CODE = (
    "core",
    "jobs",
    "languages",
    "programs",
    "sandbox",
    "session",
    "store.py",
    "files.py",
)
_MOST_RUNS = 20_000  # in one record; the oldest go first
_TEXTS = ("diff", "dialogue", "stderr", "in_pass", "note")
_SUFFIXES = {".py", ".yaml", ".c", ".h"}


@dataclass(frozen=True, slots=True)
class _Run:
    """A run that was kept, and the CPU seconds at which it would have been stopped."""

    result: TestcaseResult
    kill_s: float


@dataclass(slots=True)
class KeptResults:
    """The results that earlier judges have kept for the sandbox tier of the executor on this
    machine, or for the nodes of its cluster.

    fresh: recall nothing, and compare what is run with what was kept.
    unsteady: warnings about runs that differ from a kept one although nothing has changed.
    A `machine` is the identity of a node, or empty for this machine.
    """

    store: Store
    executor: WorkExecutor
    fresh: bool
    unsteady: list[Diagnostic] = field(default_factory=list)
    _records: dict[str, dict[str, _Run]] = field(default_factory=dict)
    _programs: dict[tuple[str, str], str] = field(default_factory=dict)
    _checker: tuple[Checker, str, str] | None = None

    def recall(self, jobs: Sequence[Job]) -> dict[int, TestcaseResult]:
        """Return the kept results that hold for `jobs`, by the place of the job."""
        found: dict[int, TestcaseResult] = {}
        wanted = (
            [] if self.fresh else [p for p, job in enumerate(jobs) if job.keep is None]
        )
        for machine in sorted(
            {node.identity for node in self.executor.nodes.values()} or {""}
        ):
            for place in wanted:
                if place not in found and (result := self._find(jobs[place], machine)):
                    found[place] = replace(result, recalled=True)
        return found

    def keep(self, job: Job, result: TestcaseResult) -> None:
        """Keep the result of a run, unless the machine or chance may have a part in it."""
        if not _is_certain(job, result) or job.checker.record:
            return
        node = self.executor.nodes.get(result.node)
        machine = node.identity if node is not None else ""
        before = self._find(job, machine) if self.fresh else None
        if before is not None and before.verdict is not result.verdict:
            message = (
                f"{before.verdict} in an earlier run on {job.testcase}, {result.verdict} in this "
                "one, and nothing has changed: is the submission or the checker random?"
            )
            self.unsteady.append(warning(message, job.submission))
        record, key = (
            self._program_key(job.program, machine),
            self._run_key(job, machine),
        )
        run = _Run(result, job.limits.kill_s)
        self._runs(record)[key] = run
        with contextlib.suppress(
            OSError
        ):  # a full disk: the run is made again next time
            self.store.append(_KIND, record, _line(key, run))

    def _find(self, job: Job, machine: str) -> TestcaseResult | None:
        if job.checker.record:
            return None
        record = self._runs(self._program_key(job.program, machine))
        run = record.get(self._run_key(job, machine))
        if run is None or not holds_under(run.result.execution, run.kill_s, job.limits):
            return None
        result = rejudge(run.result, job)
        return result if result.verdict is not Verdict.JE else None

    def _runs(self, record: str) -> dict[str, _Run]:
        if record not in self._records:
            values = self.store.listed(_KIND, record)
            latest = {value[0]: value for value in values[-_MOST_RUNS:]}
            if len(values) > 2 * len(latest) + 100:
                self.store.remember(_KIND, record, *latest.values())
            self._records[record] = {
                value[0]: _run_of(value) for value in latest.values()
            }
        return self._records[record]

    def _program_key(self, program: Executable, machine: str) -> str:
        name = machine, program.key
        if name not in self._programs:
            around = surroundings(program, self.store)
            parts = (
                machine or repr(machine_facts()),
                self.executor.tier,
                code_digest(),
                around,
            )
            self._programs[name] = key_of(program.key, *parts)
        return self._programs[name]

    def _run_key(self, job: Job, machine: str) -> str:
        known = self._checker
        if known is None or known[0] is not job.checker or known[1] != machine:
            key = self._checker_key(job.checker, machine)
            self._checker = known = job.checker, machine, key
        program, limits = job.program, job.limits
        return key_of(
            known[2],
            job.input,
            job.answer or "",
            repr((limits.memory_bytes, limits.output_bytes, job.checker_args)),
            repr((program.args, program.working_files)),
        )

    def _checker_key(self, checker: Checker, machine: str) -> str:
        limits = replace(checker.limits, time_s=None)
        programs = checker.programs
        keys = [
            (self._program_key(p, machine), p.args, p.working_files) for p in programs
        ]
        return key_of(repr((checker.interactive, checker.multi_pass, limits, keys)))


def _is_certain(job: Job, result: TestcaseResult) -> bool:
    """Return whether the run says the same on this machine every time."""
    if result.verdict is Verdict.JE or result.reruns or was_delayed(result.execution):
        return False
    return holds_under(result.execution, job.limits.kill_s, job.limits)


@functools.cache
def code_digest() -> str:
    """Return a digest of the judge's own code that decides how programs run and are judged."""
    engine = Path(__file__).parents[1]
    files = (
        path for name in _CODE for path in (engine / name, *(engine / name).rglob("*"))
    )
    code = sorted(path for path in files if path.suffix in _SUFFIXES)
    names = (str(path.relative_to(engine)) for path in code)
    return key_of(*names, *(path.read_bytes() for path in code))


def _line(key: str, run: _Run) -> list[Any]:
    """Return a run as JSON values; what has its default is left out."""
    result = run.result
    check = None if result.check is None else _changed(result.check)
    texts = {name: value for name in _TEXTS if (value := getattr(result, name))}
    ended = replace(result.execution, ended_at_s=0.0)
    return [key, run.kill_s, _changed(ended), check, texts]


def _changed(value: Execution | CheckResult) -> dict[str, Any]:
    pairs = ((each, getattr(value, each.name)) for each in fields(value))
    return {each.name: item for each, item in pairs if item != each.default}


def _run_of(line: Sequence[Any]) -> _Run:
    _, kill_s, execution, check, texts = line
    ended = Execution(**{**execution, "ending": Ending(execution["ending"])})
    checked = check and CheckResult(**{**check, "verdict": Verdict(check["verdict"])})
    return _Run(TestcaseResult("", Verdict.JE, ended, checked or None, **texts), kill_s)
