"""Compiles plans in the sandbox, each only once."""

import errno
import functools
import os
import shutil
from pathlib import Path

from judging.core.classify import describe_ending
from judging.core.errors import MachineError
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Source
from judging.core.runs import Ending, Execution
from judging.core.timings import Purpose
from judging.languages import Language, languages
from judging.programs.dependencies import (
    HEADERS,
    RECORD,
    searched_first,
    state_of,
    take_record,
)
from judging.programs.executable import (
    BINARY,
    RUN_PATH,
    Executable,
    Recipe,
    environment,
    fill,
)
from judging.programs.planning import Plan, Rejected, Unavailable, plan
from judging.programs.surroundings import system
from judging.sandbox import Command, ResourceLimits, streams
from judging.sandbox.worker import Worker
from judging.store import Kind, Store, key_of
from judging.values import replace

# What a compiler may say. A program of a few lines can make it print gigabytes
# (tests/sandbox/escapes, compile/error_flood.c).
_MESSAGE_BYTES = 64 * 1024
# The least room for what a compiler writes, in a box in memory.
_LEAST_BOX_BYTES = 1024 * MIB
# The folders of a workspace.
_SOURCES = "sources"
_BUILT = "program"
# Less than this left on the disk explains a compiler that says "no space left on device".
_DISK_FULL_BYTES = 256 * MIB


def recall(
    plan: Plan, limits: ProblemLimits, tier: str, store: Store
) -> Executable | Rejected | None:
    """Return the result of an earlier build under the same limits on the same sandbox
    tier, or None if there is none, or if the compiler would read something else now."""
    key = _key_under(plan, limits, tier)
    program = _program(plan, limits, _with_headers(plan, key, store))
    if store.find(Kind.PROGRAM, program.key):
        return program
    message = store.recall("rejected", _key_of_failure(key))
    if message is None:
        return None
    return Rejected(program.name, program.language, message)


def _key_under(plan: Plan, limits: ProblemLimits, tier: str) -> str:
    """Return a key of a plan for these limits and this tier: a compiler may fail under
    one package's limits only, and do harm in a weak sandbox only."""
    key = plan.program.key
    if plan.compile:
        key = key_of(key, tier, *key_parts(limits))
    return key


def _with_headers(plan: Plan, key: str, store: Store) -> str:
    """Return the key of a built program: that of its plan, with the contents of the
    headers that the last build read."""
    if not languages()[plan.program.language].records:
        return key
    headers = store.recall(HEADERS, key)
    if headers is None:
        # Not built yet, or by a compiler that writes no record.
        return key_of(key, system())
    return key_of(key, state_of(headers, store))


def _key_of_failure(key: str) -> str:
    """A header that was missing may have been installed since."""
    return key_of(key, system(), searched_first())


def _program(plan: Plan, limits: ProblemLimits, key: str) -> Executable:
    alone = replace(plan, header=None, compiled_header=None)
    recipe = Recipe(plan.files, functools.partial(_build_as, key, alone, limits))
    return replace(plan.program, key=key, recipe=recipe)


def key_parts(limits: ProblemLimits) -> tuple[str, str]:
    """Return the limits of a compilation as parts of a key: under others it may fail."""
    return str(limits.compilation_s), str(limits.compilation_memory_bytes)


def named(built: Executable | Rejected, plan: Plan) -> Executable | Rejected:
    """Return the result of building an equal plan as the result of this one."""
    if isinstance(built, Executable):
        return replace(plan.program, key=built.key, recipe=built.recipe)
    return replace(built, name=plan.program.name)


def build(plan: Plan, limits: ProblemLimits, worker: Worker) -> Executable | Rejected:
    """Compile in the sandbox, or return the result of an earlier build.

    Raise MachineError if the sandbox fails, and OSError if the disk is full.
    """
    store = worker.store
    tier = worker.sandbox.info.tier
    earlier = recall(plan, limits, tier, store)
    if earlier is not None:
        return earlier
    key = _key_under(plan, limits, tier)
    headers = None
    if plan.compiled_header is not None:
        headers = store.find(Kind.HEADER, plan.compiled_header)
    with store.workspace() as workspace:
        fault = compile_in_box(plan, workspace, limits, worker, headers)
        if fault is None:
            read = _headers_read(workspace, plan, headers, store)
            if read is not None:
                store.remember(HEADERS, key, read)
            program = _program(plan, limits, _with_headers(plan, key, store))
            _adopt(plan, program.key, workspace, store)
            return program
    if headers is not None:
        # The verdict and its message must be those of a build without the compiled header.
        return build(replace(plan, compiled_header=None), limits, worker)
    if fault.lasting:
        store.remember("rejected", _key_of_failure(key), fault.message)
    return fault


def _headers_read(
    workspace: Path, plan: Plan, compiled: Path | None, store: Store
) -> list[str] | None:
    """Return the headers that a build read; None if the compiler did not record them.

    compiled: the folder of the compiled header that it was built with. In its place stand
        the headers that it was made of.
    """
    read = take_record(workspace / _BUILT)
    if read is None or compiled is None or plan.compiled_header is None:
        return read
    inside = store.recall(HEADERS, plan.compiled_header)
    if inside is None:
        return None
    within = f"{os.path.realpath(compiled)}/"
    return sorted({*inside, *(file for file in read if not file.startswith(within))})


def _adopt(plan: Plan, key: str, workspace: Path, store: Store) -> None:
    # What is not compiled runs as it was written.
    built = _BUILT if plan.compile else _SOURCES
    store.adopt(Kind.PROGRAM, key, workspace / built)


def build_own(source: Source, limits: ProblemLimits, worker: Worker) -> Executable | str:
    """Build a program that comes with the judge; if it cannot be built, return why."""
    planned = plan(source, worker.store)
    if isinstance(planned, Unavailable):
        return planned.reason
    if isinstance(planned, Rejected):
        return planned.message
    built = build(planned, limits, worker)
    if isinstance(built, Rejected):
        return built.message
    return built


def _build_as(
    key: str, plan: Plan, limits: ProblemLimits, worker: Worker
) -> Rejected | None:
    """Build a program under a key that another machine has given it."""
    with worker.store.workspace() as workspace:
        fault = compile_in_box(plan, workspace, limits, worker)
        if fault is None:
            take_record(workspace / _BUILT)
            _adopt(plan, key, workspace, worker.store)
        return fault


def _write_sources(plan: Plan, folder: Path, store: Store) -> None:
    for name, digest in plan.files:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(store.blob(digest), target)
    # Scripts start each other. In the tier `landlock` no program can make a file executable,
    # and zip files and some file systems lose the mode.
    starts_files = bool(languages()[plan.program.language].scripts)
    # The compiler may run under another user id, and the judge's umask may be strict.
    for path in (folder, *folder.rglob("*")):
        executable = path.is_dir() or starts_files
        path.chmod(0o755 if executable else 0o644)


def compile_in_box(
    plan: Plan,
    workspace: Path,
    limits: ProblemLimits,
    worker: Worker,
    headers: Path | None = None,
) -> Rejected | None:
    """Write the sources to the folder `sources` of a workspace, compile them in a box,
    and copy the whole box to the folder `program`.

    headers: the folder of a compiled header, if the program is to be built with one.
    """
    sources = workspace / _SOURCES
    built = workspace / _BUILT
    _write_sources(plan, sources, worker.store)
    if not plan.compile:
        return None
    built.mkdir()
    built.chmod(0o777)  # the compiler may run under another user id
    language = languages()[plan.program.language]
    bounds = _bounds(limits)
    with streams() as (stdin, stdout, stderr), worker.sandbox.box() as box:
        values = {"path": str(box), "binary": str(box / BINARY), "headers": str(headers)}
        words = plan.compile
        readable = [Path(path) for path in plan.compile_paths]
        if headers is not None:
            words = plan.compile_with
            readable.append(headers)
        command = Command(
            argv=tuple(fill(word, values) for word in words),
            box=box,
            stdin=stdin.fd,
            stdout=stdout.fd,
            stderr=stderr.fd,
            limits=bounds,
            read_only=tuple(readable),
            copy_in=(sources,),
            copy_out=((".", built),),
            copy_out_bytes=bounds.box_bytes,
            tool=True,
            purpose=Purpose.COMPILE,
            env=_compile_environment(language, box),
        )
        execution = worker.sandbox.run(command)
        written = (stderr.read() + stdout.read())[:_MESSAGE_BYTES]
        output = written.decode("utf-8", "replace")
        # A full disk of the judge is not the author's fault; a full box is.
        says_full = os.strerror(errno.ENOSPC) in output
        if says_full and shutil.disk_usage(built).free < _DISK_FULL_BYTES:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(workspace))
    return _compile_error(plan, execution, output.strip(), limits)


def _compile_environment(language: Language, box: Path) -> tuple[tuple[str, str], ...]:
    common = environment(language, box, os.environ.get("PATH", RUN_PATH))
    if not language.records:
        return common
    return (*common, (language.records, RECORD))


def _bounds(limits: ProblemLimits) -> ResourceLimits:
    # The box is in memory: what a build writes counts as memory that it uses. A program
    # with large initialised arrays needs their size twice, in its object file and in the
    # program itself.
    room = max(_LEAST_BOX_BYTES, limits.compilation_memory_bytes)
    return ResourceLimits(
        cpu_s=limits.compilation_s,
        wall_s=2 * limits.compilation_s,
        memory_bytes=limits.compilation_memory_bytes,
        output_bytes=_MESSAGE_BYTES,
        file_bytes=room,
        box_bytes=room,
    )


def _compile_error(
    plan: Plan, execution: Execution, output: str, limits: ProblemLimits
) -> Rejected | None:
    name = plan.program.name
    language = plan.program.language
    if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
        problem = execution.error or "cancelled"
        if os.strerror(errno.ENOSPC) in problem:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        raise MachineError(f"{name} could not be compiled: {problem}")
    if execution.stopped:
        took = f"compilation took more than {limits.compilation_s:g} s"
        return Rejected(name, language, f"{took}\n{output}".strip(), lasting=False)
    if execution.ending is Ending.MEMORY_LIMIT:
        size = limits.compilation_memory_bytes // MIB
        used = f"compilation used more than {size} MiB of memory"
        return Rejected(name, language, f"{used}\n{output}".strip(), lasting=False)
    if execution.exit_code == 0:
        return None
    silent = f"the compiler ended with {describe_ending(execution)} and printed nothing"
    return Rejected(name, language, output or silent)
