"""Results kept by content, so that no run is made twice: one record per program.

A record has a line for each run. Its key is all that a run depends on: the program with
what it loads, arguments and files, input and answer, checker, limits but for time,
sandbox tier, machine, and the judge's own code. A line holds how the run ended and what
the checker decided, never a verdict: the current limits decide.

Each node of a cluster has records of its own, unless it is this machine.

Never kept: what the judge could not judge, runs whose time was close to a limit, runs
for which others had the program's core so long that it may have mattered
(`classify.delay_matters`), and runs of programs that are known to be unsteady.
"""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from judging.core.classify import delay_matters, holds_under
from judging.core.diagnostics import Diagnostic, warning
from judging.core.runs import CheckResult, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.jobs import Job, rejudge
from judging.jobs.checkers import Checker
from judging.programs import Executable, surroundings
from judging.sandbox import machine_facts
from judging.session.executors.contract import WorkExecutor
from judging.session.own_code import code_digest
from judging.store import Store, key_of
from judging.values import Value, as_json, asdict, read_as, replace

_KIND = "results"
_UNSTEADY = "unsteady"
# Runs in one record; the oldest go first. A record is read whole, so its size is the
# time that a command takes before its first result: a hundred versions of a large
# data set.
_MOST_RUNS = 20_000


class _Texts(Value, omit_defaults=True):
    """What a run has for people, and the digest of its output."""

    diff: str = ""
    dialogue: str = ""
    stderr: str = ""
    in_pass: int = 0
    note: str = ""
    output: str = ""


class _Line(Value, array_like=True):
    """A line of a record: a run under its key. Fields with their default are omitted."""

    key: str
    execution: Execution
    check: CheckResult | None
    texts: _Texts

    @classmethod
    def of(cls, key: str, result: TestcaseResult) -> Self:
        texts = {name: getattr(result, name) for name in _Texts.__struct_fields__}
        # A reading of the clock says nothing in another run.
        ended = replace(result.execution, ended_at_s=0.0)
        return cls(key, ended, result.check, _Texts(**texts))

    @property
    def result(self) -> TestcaseResult:
        # `rejudge` gives it the name and the verdict.
        return TestcaseResult(
            "", Verdict.JE, self.execution, self.check, **asdict(self.texts)
        )


class EndedRun(Value):
    """A run that has ended, and its result."""

    job: Job
    result: TestcaseResult


class _RunKey(Value):
    """The key of the record that keeps a run, and the key of the run in that record."""

    record: str
    run: str


class _CheckerKey(Value):
    """The key of a checker on a machine. A command has one checker, so the last key is kept."""

    checker: Checker
    machine: str
    key: str


@dataclass(slots=True)
class KeptResults:
    """The results that earlier judges have kept for the sandbox tier of the executor on
    this machine, or for the nodes of its cluster.

    fresh: recall nothing, and compare what is run with what was kept.
    unsteady: warnings about runs that differ from a kept one although nothing has
    changed. A `machine` is the identity of a node, or empty for this machine.
    """

    store: Store
    executor: WorkExecutor
    fresh: bool
    unsteady: list[Diagnostic] = field(default_factory=list)
    _records: dict[str, dict[str, TestcaseResult]] = field(default_factory=dict)
    _programs: dict[tuple[str, str], str] = field(default_factory=dict)
    _last_checker: _CheckerKey | None = None
    _is_unsteady: dict[str, bool] = field(default_factory=dict)

    def recall(
        self,
        jobs: Sequence[Job],
        enough: Callable[[Sequence[TestcaseResult]], bool] | None = None,
    ) -> dict[int, TestcaseResult]:
        """Return the kept results that hold for `jobs`, by the place of the job.

        enough: asked with the results of the first jobs, as long as none is missing. No
            more are recalled once it says True.
        """
        found: dict[int, TestcaseResult] = {}
        if self.fresh:
            return found
        nodes = {node.identity for node in self.executor.nodes.values()}
        machines = sorted(nodes or {""})
        first_results: list[TestcaseResult] = []
        for place, job in enumerate(jobs):
            result = self._recall_one(job, machines)
            if result is None:
                continue
            found[place] = result
            # After a gap a run is needed, and may change what follows.
            if enough is None or len(first_results) < place:
                continue
            first_results.append(result)
            if enough(first_results):
                break
        return found

    def _recall_one(self, job: Job, machines: Iterable[str]) -> TestcaseResult | None:
        # A job that keeps its files has to run: results have none.
        if job.keep is not None:
            return None
        for machine in machines:
            result = self._find(job, machine)
            if result is not None:
                return replace(result, recalled=True)
        return None

    def keep(self, runs: Sequence[EndedRun]) -> None:
        """Keep the results of runs, unless the machine or chance may have influenced them."""
        lines: dict[str, list[Any]] = {}
        for ended in runs:
            job = ended.job
            if not _is_certain(job, ended.result) or job.checker.record:
                continue
            if self._depends_on_unsteady(job):
                continue
            key = self._key_of(job, self._machine_of(ended.result))
            if self.fresh:
                self._compare_with_earlier(ended, key)
            if ended.result.stopped_early:
                key = replace(key, run=_early(key.run))
            self._runs(key.record)[key.run] = ended.result
            line = _Line.of(key.run, ended.result)
            lines.setdefault(key.record, []).append(as_json(line))
        for record, values in lines.items():
            # If the disk is full, they are run again next time.
            with contextlib.suppress(OSError):
                self.store.append(_KIND, record, *values)

    def _machine_of(self, result: TestcaseResult) -> str:
        node = self.executor.nodes.get(result.node)
        return "" if node is None else node.identity

    def _compare_with_earlier(self, ended: EndedRun, key: _RunKey) -> None:
        """Note a warning if an earlier run of the same job got another verdict."""
        job = ended.job
        before = self._find_at(key, job)
        if before is None or before.verdict is ended.result.verdict:
            return
        message = (
            f"{before.verdict} in an earlier run on {job.testcase}, {ended.result.verdict} in "
            "this one, and nothing has changed: is the submission or the checker random?"
        )
        self.unsteady.append(warning(message, job.submission))

    def forget(self, programs: Sequence[Executable]) -> None:
        """From now on, recall and keep no result of these submissions or checkers, in this
        command and in later ones: they are unsteady."""
        keys = [program.key for program in programs]
        note_unsteady(keys, self.store)
        for key in keys:
            self._is_unsteady[key] = True

    def _depends_on_unsteady(self, job: Job) -> bool:
        for program in (job.program, *job.checker.programs):
            if program.key not in self._is_unsteady:
                unsteady = any_unsteady([program.key], self.store)
                self._is_unsteady[program.key] = unsteady
            if self._is_unsteady[program.key]:
                return True
        return False

    def _find(self, job: Job, machine: str) -> TestcaseResult | None:
        if job.checker.record or self._depends_on_unsteady(job):
            return None
        return self._find_at(self._key_of(job, machine), job)

    def _find_at(self, key: _RunKey, job: Job) -> TestcaseResult | None:
        """Return the result that is kept under a key, if it holds for the job."""
        runs = self._runs(key.record)
        keys = [key.run]
        if job.limits.early_stop_s is not None:
            keys.append(_early(key.run))
        for each in keys:
            run = runs.get(each)
            if run is None or not _tells(run, job):
                continue
            result = rejudge(run, job)
            if result.verdict is not Verdict.JE:
                return result
        return None

    def _runs(self, record: str) -> dict[str, TestcaseResult]:
        if record not in self._records:
            self._records[record] = self._read(record)
        return self._records[record]

    def _read(self, record: str) -> dict[str, TestcaseResult]:
        """Read the runs of a record by their keys; of several with one key the latest counts."""
        lines = self.store.listed(_KIND, record)
        latest = {line[0]: line for line in lines[-_MOST_RUNS:]}
        # Lines are only ever appended. Once most of them are outdated, the record is
        # written again.
        if len(lines) > 2 * len(latest) + 100:
            self.store.remember(_KIND, record, *latest.values())
        return {key: read_as(_Line, line).result for key, line in latest.items()}

    def _key_of(self, job: Job, machine: str) -> _RunKey:
        return _RunKey(
            self._program_key(job.program, machine), self._run_key(job, machine)
        )

    def _program_key(self, program: Executable, machine: str) -> str:
        name = (machine, program.key)
        if name not in self._programs:
            self._programs[name] = key_of(
                program.key,
                machine or repr(machine_facts()),
                self.executor.tier,
                code_digest(self.store),
                surroundings(program, self.store),
            )
        return self._programs[name]

    def _run_key(self, job: Job, machine: str) -> str:
        return key_of(
            self._checker_key(job.checker, machine),
            job.input,
            job.answer or "",
            repr((job.limits.memory_bytes, job.limits.output_bytes, job.checker_args)),
            repr((job.program.args, job.program.working_files)),
        )

    def _checker_key(self, checker: Checker, machine: str) -> str:
        last = self._last_checker
        if last is not None and last.checker is checker and last.machine == machine:
            return last.key
        # Neither the time limit nor factors of it: a run is judged again under the
        # current limit of its language.
        limits = replace(checker.limits, time_s=None, language_factors={})
        programs = []
        for program in checker.programs:
            key = self._program_key(program, machine)
            programs.append((key, program.args, program.working_files))
        facts = (checker.interactive, checker.multi_pass, limits, programs)
        key = key_of(repr(facts))
        self._last_checker = _CheckerKey(checker, machine, key)
        return key


def _early(key: str) -> str:
    """Return the key of a run that was stopped early. It has one of its own, so that it does
    not replace a run that shows more."""
    return f"{key} early"


def _is_certain(job: Job, result: TestcaseResult) -> bool:
    """Return whether the run has the same result on this machine every time."""
    if result.verdict is Verdict.JE or result.reruns:
        return False
    return _tells(result, job)


def _tells(result: TestcaseResult, job: Job) -> bool:
    """Return whether a run shows what another one would show under the limits of `job`."""
    execution = result.execution
    if delay_matters(execution, job.limits):
        return False
    return holds_under(execution, job.limits)


def note_unsteady(keys: Iterable[str], store: Store) -> None:
    """Note that the programs with these keys decided or wrote something else when they ran
    again on the same input.

    What they did once says nothing about the next time. So no result that depends on them
    is recalled or kept, until their source changes and with it their key.
    """
    for key in keys:
        store.remember(_UNSTEADY, key, True)


def any_unsteady(keys: Iterable[str], store: Store) -> bool:
    """Return whether one of the programs with these keys is known to be unsteady."""
    return any(store.recall(_UNSTEADY, key) is not None for key in keys)
