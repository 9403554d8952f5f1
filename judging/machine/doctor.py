"""Examines this machine: tries out every language, and finds the sandbox tier, cores and memory."""

import os
from dataclasses import dataclass, replace

from judging.core.classify import describe_ending
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.core.results import SandboxInfo
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.jobs.checkers.default import compare
from judging.languages import Language, find, languages
from judging.programs import build_own
from judging.sandbox import TIERS, missing
from judging.sandbox.worker import Worker
from judging.session import WorkExecutor
from judging.store import Store

_NAME = b"judge\n"
_GREETING = b"Hello judge\n"
_LIMITS = ProblemLimits(time_s=10.0, memory_bytes=256 * MIB)


@dataclass(frozen=True, slots=True)
class LanguageCheck:
    """One language: its version, or its `problem` and how to `install` it. `wall_s` is the time of
    one run of its greeting program, including the start of the process."""

    id: str
    name: str
    version: str
    problem: str | None
    install: str
    wall_s: float | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """The result of `judge doctor`. `tiers` pairs each sandbox tier with why it is missing, or
    None."""

    languages: tuple[LanguageCheck, ...]
    sandbox: SandboxInfo
    tiers: tuple[tuple[str, str | None], ...]
    cores: int
    physical_cores: int | None
    memory_bytes: int
    cache: str
    cache_bytes: int


def examine(executor: WorkExecutor, store: Store) -> Health:
    """Examine the machine with the sandbox tier of the executor."""
    import psutil

    checks = [executor.start(_check, language) for language in languages().values()]
    return Health(
        languages=tuple(
            sorted((c.result() for c in checks), key=lambda check: check.name)
        ),
        sandbox=TIERS[executor.tier].info,
        tiers=tuple((name, missing(name, store)) for name in TIERS),
        cores=len(os.sched_getaffinity(0)),
        physical_cores=psutil.cpu_count(logical=False),
        memory_bytes=psutil.virtual_memory().total,
        cache=str(store.root),
        cache_bytes=store.size(),
    )


def _check(language: Language, worker: Worker) -> LanguageCheck:
    toolchain = find(language, worker.store, fresh=True)
    check = LanguageCheck(
        language.id,
        language.name,
        toolchain.version,
        toolchain.problem,
        language.install,
    )
    if toolchain.problem is not None or not language.hello:
        return check
    files = tuple((name, text.encode()) for name, text in language.hello)
    source = Source(f"hello in {language.name}", files, language=language.id)
    built = build_own(source, _LIMITS, worker)
    if isinstance(built, str):
        return replace(
            check, problem=f"its greeting does not compile: {built.splitlines()[0]}"
        )
    run = execute(built, _NAME, _LIMITS.of_run(), worker)
    if not run.succeeded:
        first_line = run.stderr.decode("utf-8", "replace").strip().splitlines()[:1]
        how = " ".join([describe_ending(run.execution), *first_line])
        return replace(check, problem=f"its greeting does not run: {how}")
    if compare(run.stdout, _GREETING).verdict is not Verdict.AC:
        return replace(check, problem=f"its greeting printed {run.stdout[:60]!r}")
    return replace(
        check, wall_s=run.execution.wall_s, memory_bytes=run.execution.memory_bytes
    )
