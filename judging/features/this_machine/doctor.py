"""Examines this machine: tries out every language, and finds the sandbox tier, cores and memory."""

import os
from typing import Annotated

from judging.core.classify import describe_ending
from judging.core.limits import MIB, ProblemLimits
from judging.core.machines import SandboxInfo
from judging.core.problem import Source
from judging.core.verdicts import Verdict
from judging.jobs import execute
from judging.jobs.checkers.default import compare
from judging.languages import Language, find, languages
from judging.programs import build_own
from judging.sandbox import TIERS, missing
from judging.sandbox.worker import Worker
from judging.session import WorkExecutor
from judging.store import Store
from judging.values import Value, means, replace

# Every language has a program that reads a name and greets
# it: that shows its input and output.
_NAME = b"judge\n"
_GREETING = b"Hello judge\n"
# More than any runtime needs to start, so that only a broken
# one fails.
_LIMITS = ProblemLimits(time_s=10.0, memory_bytes=256 * MIB)
_QUOTED_BYTES = 60  # of a wrong greeting, in a message


class LanguageCheck(Value):
    """What this machine can do with one language."""

    id: Annotated[str, means("The id of the language.")]
    name: Annotated[str, means("The name of the language.")]
    version: Annotated[str, means("The version line of its compiler or interpreter.")]
    problem: Annotated[
        str | None, means("Why no program of it can be judged; null: it can.")
    ]
    install: Annotated[str, means("How to get its toolchain.")]
    wall_s: Annotated[float | None, means("Wall time of a program that greets.")] = None
    memory_bytes: Annotated[int | None, means("Memory of that program.")] = None


class Health(Value):
    """The report of `judge doctor`."""

    languages: Annotated[tuple[LanguageCheck, ...], means("Every known language.")]
    sandbox: Annotated[SandboxInfo, means("The tier in use.")]
    tiers: Annotated[
        tuple[tuple[str, str | None], ...],
        means("Each sandbox tier, strongest first, and why it is missing or null."),
    ]
    cores: Annotated[int, means("How many cores this process may use.")]
    physical_cores: Annotated[
        int | None, means("Cores of the machine, without hyper-threads.")
    ]
    memory_bytes: Annotated[int, means("The memory of the machine.")]
    cache: Annotated[str, means("The folder of the cache.")]
    cache_bytes: Annotated[int, means("The size of what is in it.")]


def examine(executor: WorkExecutor, store: Store) -> Health:
    """Examine the machine with the sandbox tier of the executor."""
    import psutil

    # All are started before the first is waited for: they are tried out side by side.
    started = [executor.start(_check, language) for language in languages().values()]
    checks = [each.result() for each in started]
    return Health(
        languages=tuple(sorted(checks, key=lambda check: check.name)),
        sandbox=TIERS[executor.tier].info,
        tiers=tuple((name, missing(name, store)) for name in TIERS),
        cores=len(os.sched_getaffinity(0)),
        physical_cores=psutil.cpu_count(logical=False),
        memory_bytes=psutil.virtual_memory().total,
        cache=str(store.root),
        cache_bytes=store.size(),
    )


def _check(language: Language, worker: Worker) -> LanguageCheck:
    """Build and run the greeting program of a language."""
    # Fresh: who asks the doctor may just have installed something.
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
        first_line = built.splitlines()[0]
        return replace(check, problem=f"its greeting does not compile: {first_line}")
    run = execute(built, _NAME, _LIMITS.of_run(), worker)
    if not run.succeeded:
        words = run.stderr.decode("utf-8", "replace").strip().splitlines()
        how = " ".join([describe_ending(run.execution), *words[:1]])
        return replace(check, problem=f"its greeting does not run: {how}")
    if compare(run.stdout, _GREETING).verdict is not Verdict.AC:
        return replace(
            check, problem=f"its greeting printed {run.stdout[:_QUOTED_BYTES]!r}"
        )
    return replace(
        check, wall_s=run.execution.wall_s, memory_bytes=run.execution.memory_bytes
    )
