"""From source to something that runs: detect the language, compile in the sandbox, once.

    Source --plan--> Plan --build--> Executable     kept in the store under the plan's key
               |         \\---------> Rejected       the author's fault: a compile error
               \\-------------------> Unavailable    the machine's: no toolchain

The key of a plan covers the sources, the command lines and the compiler's path and version, so a
program is compiled again exactly when one of them changes.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from judging.core.classify import ending_words
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import Source
from judging.core.results import Ending, Execution
from judging.core.templates import substituted_bytes
from judging.languages import (
    JudgedElsewhere,
    Language,
    Toolchain,
    UnclearSource,
    added_files,
    find,
    language_of,
    languages,
    mainfile_of,
)
from judging.sandbox import SYSTEM, Command, ResourceLimits, streams
from judging.sandbox.worker import Worker
from judging.store import Kind, Store, key_of

RUN_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
BINARY = "program"  # what a compiler is told to call the program
_MESSAGE_BYTES = 64 * 1024
_QUOTED_LINES, _QUOTED_CHARACTERS = 10, 200
_MOST_STACK_MIB = 1024  # a runtime that is told of a larger stack does not start


@dataclass(frozen=True, slots=True)
class Executable:
    """A program that can be run; small and picklable. `key` names its folder in the store, and
    `read_only` are the files outside it that it needs. `args` are its first arguments, and
    `working_files` the keys of trees in the store that are copied to where it starts."""

    name: str
    language: str
    key: str
    run: tuple[str, ...]
    read_only: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    working_files: tuple[str, ...] = ()

    def on_test(self, args: Sequence[str], tree: str | None) -> Executable:
        """The program as it runs on a test with these arguments and this tree of files."""
        trees = (tree,) if tree else ()
        return replace(self, args=(*self.args, *args), working_files=(*self.working_files, *trees))

    @property
    def takes_arguments(self) -> bool:
        """False for a grammar, which is given standard input and nothing else."""
        return languages()[self.language].arguments

    def seen(self, store: Store, *more: Path) -> tuple[Path, ...]:
        """All that a run of it may read: itself, what it needs, and `more`."""
        return (self._folder(store), *map(Path, self.read_only), *more)

    def _folder(self, store: Store) -> Path:
        return store.folder(Kind.PROGRAM, self.key)

    def argv(self, store: Store, memory_bytes: int, *args: str) -> tuple[str, ...]:
        """The command line; its first word is an absolute path."""
        path = self._folder(store)
        memory = memory_bytes // MIB
        words = {"path": str(path), "binary": f"{path}/{BINARY}", "memlim": str(memory)}
        words["stacklim"] = str(min(memory, _MOST_STACK_MIB))
        return (*(_filled(word, words) for word in self.run), *self.args, *args)

    def limits(self, limits: Limits) -> ResourceLimits:
        """What the sandbox enforces for this program under a problem's limits."""
        language = languages()[self.language]
        backstop = 2 * limits.memory_bytes + language.overhead_bytes
        return ResourceLimits(
            cpu_s=limits.kill_s,
            wall_s=limits.wall_s,
            memory_bytes=self.resident_limit(limits.memory_bytes),
            address_space_bytes=backstop if language.memory == "address_space" else None,
            data_bytes=backstop if language.memory == "data" else None,
            stack_bytes=limits.memory_bytes,
            file_bytes=max(limits.output_bytes, MIB),
            output_bytes=limits.output_bytes,
        )

    def resident_limit(self, memory_bytes: int) -> int:
        """The resident memory that counts as over the limit: a runtime whose heap is bounded by
        its command line is allowed what the runtime itself needs on top."""
        language = languages()[self.language]
        return memory_bytes + (language.overhead_bytes if language.memory == "heap" else 0)

    def environment(self, box: Path) -> tuple[tuple[str, str], ...]:
        """The whole environment of a run in `box`."""
        return _environment(languages()[self.language], box, RUN_PATH)

    def quoted(self, stderr: bytes, store: Store) -> str:
        """The beginning and the end of what it wrote to stderr, its files by their own names."""
        most = _QUOTED_LINES * _QUOTED_CHARACTERS
        text = stderr[:most] + (b"\n" + stderr[-most:] if len(stderr) > most else b"")
        names = text.decode("utf-8", "replace").replace(f"{self._folder(store)}/", "")
        lines = [line[:_QUOTED_CHARACTERS] for line in names.splitlines() if line.strip()]
        half = _QUOTED_LINES // 2
        return "\n".join(
            lines if len(lines) <= 2 * half else [*lines[:half], "...", *lines[-half:]]
        )

    def ran_out_of_memory(self, stderr: bytes) -> str | None:
        """The line of stderr in which the runtime says that memory ran out, or None."""
        pattern = languages()[self.language].out_of_memory
        text = stderr.decode("utf-8", "replace")
        match = re.search(pattern, text, re.MULTILINE) if pattern else None
        if match is None:
            return None
        line = text[text.rfind("\n", 0, match.start()) + 1 :].split("\n", 1)[0].strip()
        return f"it said '{line[:100]}'"


@dataclass(frozen=True, slots=True)
class Rejected:
    """Source code that does not compile, or is none. `message` is for its author."""

    name: str
    language: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Unavailable:
    """A program that cannot be built or run here. `reason` says why; `language` may be another."""

    name: str
    language: str | None
    reason: str


Built = Executable | Rejected | Unavailable


@dataclass(frozen=True, slots=True)
class Plan:
    """How a program is to be built. `files` maps names inside the program to their digests;
    `fingerprint` is a command that prints what tells the built program from others."""

    name: str
    language: str
    key: str
    files: tuple[tuple[str, str], ...]
    compile: tuple[str, ...]
    run: tuple[str, ...]
    compile_paths: tuple[str, ...]
    run_paths: tuple[str, ...]
    fingerprint: tuple[str, ...] = ()
    working_files: tuple[str, ...] = ()

    def executable(self) -> Executable:
        """The program, once the store has it."""
        return Executable(
            self.name,
            self.language,
            self.key,
            self.run,
            self.run_paths,
            working_files=self.working_files,
        )


def plan(
    source: Source, store: Store, code_bytes: int | None = None
) -> Plan | Rejected | Unavailable:
    """Reads a source and finds out how to build it; starts nothing that is known already. Its
    files together may have `code_bytes`."""
    try:
        files = tuple((name, path.read_bytes()) for name, path in source.files)
    except OSError as problem:
        return Rejected(source.name, None, f"cannot be read: {problem.strerror}")
    if flaw := _flaw(files, code_bytes):
        return Rejected(source.name, None, flaw)
    try:
        language = language_of(source, files)
    except JudgedElsewhere as elsewhere:
        return Unavailable(source.name, None, str(elsewhere))
    except UnclearSource as unclear:
        return Rejected(source.name, None, str(unclear))
    toolchain = find(language, store)
    if toolchain.problem is not None:
        return Unavailable(source.name, language.id, toolchain.problem)
    added = added_files(language, source.include)
    own = {name: substituted_bytes(content, source.constants) for name, content in files}
    files = tuple({**own, **added}.items())
    try:
        mainfile = mainfile_of(source, language, files)
    except UnclearSource as unclear:
        return Rejected(source.name, language.id, str(unclear))
    made = _plan(source.name, language, toolchain, files, mainfile, store)
    data = [(name, content) for name, content in added.items() if not language.claims(name)]
    return replace(made, working_files=(store.add_tree(data),)) if data else made


def known(plan: Plan, store: Store) -> Executable | Rejected | None:
    """What came of the plan earlier; None when it was never built."""
    if store.find(Kind.PROGRAM, plan.key):
        return plan.executable()
    message = store.recall("rejected", plan.key)
    return Rejected(plan.name, plan.language, message) if message is not None else None


def build(plan: Plan, limits: ProblemLimits, worker: Worker) -> Executable | Rejected:
    """Compiles in the sandbox, or finds what was compiled before."""
    if (before := known(plan, worker.store)) is not None:
        return before
    with worker.store.workspace() as workspace:
        sources, made = workspace / "sources", workspace / "program"
        for name, digest in plan.files:
            target = sources / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(worker.store.blob(digest), target)
        # Whatever the judge's umask: who compiles may have another user id.
        for path in (sources, *sources.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        made.mkdir()
        made.chmod(0o777)  # who copies into it may have another user id
        message = _compile(plan, sources, made, limits, worker) if plan.compile else None
        if message is None:
            worker.store.adopt(Kind.PROGRAM, plan.key, made if plan.compile else sources)
            return plan.executable()
    worker.store.remember("rejected", plan.key, message)
    return Rejected(plan.name, plan.language, message)


class BuildFailed(Exception):
    """The sandbox failed while compiling: it says nothing about the program."""


def _compile(
    plan: Plan, sources: Path, made: Path, limits: ProblemLimits, worker: Worker
) -> str | None:
    """Compiles in a box that holds the sources, and copies the whole box to `made`. None when it
    compiled, else the message for the author."""
    language = languages()[plan.language]
    with streams() as (stdin, stdout, stderr), worker.sandbox.box() as box:
        words = {"path": str(box), "binary": str(box / BINARY)}
        command = Command(
            argv=tuple(_filled(word, words) for word in plan.compile),
            box=box,
            stdin=stdin.fd,
            stdout=stdout.fd,
            stderr=stderr.fd,
            limits=ResourceLimits(
                cpu_s=limits.compilation_s,
                wall_s=2 * limits.compilation_s,
                memory_bytes=limits.compilation_memory_bytes,
                output_bytes=_MESSAGE_BYTES,
                file_bytes=2**30,
                box_bytes=2**30,
            ),
            read_only=tuple(map(Path, plan.compile_paths)),
            copy_in=(sources,),
            copy_out=((".", made),),
            tool=True,
            env=_environment(language, box, os.environ.get("PATH", RUN_PATH)),
        )
        execution = worker.sandbox.run(command)
        said = (stderr.read() + stdout.read())[:_MESSAGE_BYTES].decode("utf-8", "replace")
        if os.strerror(errno.ENOSPC) in said and shutil.disk_usage(made).free < 256 * MIB:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(made.parent))
    return _compile_message(execution, said.strip(), limits)


def _compile_message(execution: Execution, said: str, limits: ProblemLimits) -> str | None:
    if execution.ending in (Ending.SANDBOX_ERROR, Ending.CANCELLED):
        no_room = os.strerror(errno.ENOSPC)
        if execution.error and no_room in execution.error:
            raise OSError(errno.ENOSPC, no_room)
        raise BuildFailed(execution.error or "cancelled")
    if execution.stopped:
        return f"compilation took more than {limits.compilation_s:g} s\n{said}".strip()
    if execution.ending is Ending.MEMORY_LIMIT:
        size = limits.compilation_memory_bytes // MIB
        return f"compilation took more than {size} MiB of memory\n{said}".strip()
    if execution.exit_code == 0:
        return None
    return said or f"the compiler ended with {ending_words(execution)} and said nothing"


def _flaw(files: Sequence[tuple[str, bytes]], code_bytes: int | None) -> str:
    if not files:
        return "the folder holds no file"
    if not any(content.strip() for _, content in files):
        return "is empty"
    for name, content in files:
        if content[:4] == b"\x7fELF" or b"\0" in content:
            return f"{name} is a binary, not source code"
    total = sum(len(content) for _, content in files)
    if code_bytes is not None and total > code_bytes:
        return f"has {total} bytes of code, the limit is {code_bytes}"
    return ""


def _plan(
    name: str,
    language: Language,
    toolchain: Toolchain,
    files: Sequence[tuple[str, bytes]],
    mainfile: str,
    store: Store,
) -> Plan:
    stem = mainfile.rpartition("/")[2].rpartition(".")[0]
    words = {
        "mainfile": mainfile,
        "mainclass": stem,
        "Mainclass": stem[:1].upper() + stem[1:],
    }
    claimed = [name for name, _ in files if language.claims(name.rpartition("/")[2])]
    compile_words = _command(language.compile, words, claimed, toolchain)
    run_words = _command(
        language.run, {**words, "mainfile": "{path}/" + mainfile}, claimed, toolchain
    )
    digests = tuple((name, store.add_bytes(content)) for name, content in files)
    key = key_of(
        language.id,
        toolchain.version,
        *toolchain.read_only,
        repr(language.env),
        *compile_words,
        "",
        *run_words,
        "",
        *(part for pair in sorted(digests) for part in pair),
    )
    placed = [f"{{path}}/{name}" for name in claimed]
    fingerprint = _command(language.fingerprint, words, placed, toolchain)
    needed = (*map(str, SYSTEM), *toolchain.read_only)
    run_paths = needed if language.system else ()
    return Plan(
        name, language.id, key, digests, compile_words, run_words, needed, run_paths, fingerprint
    )


def _command(
    template: Sequence[str], words: Mapping[str, str], files: Sequence[str], toolchain: Toolchain
) -> tuple[str, ...]:
    done: list[str] = []
    for index, word in enumerate(template):
        if word == "{files}":
            done += files
        elif index == 0 and not word.startswith("{"):
            done.append(toolchain.path(word))
        else:
            done.append(_filled(word, words))
    return tuple(done)


def _filled(word: str, words: Mapping[str, str]) -> str:
    """`word` with every {name} of `words` replaced; other braces stay as they are."""
    return re.sub(r"\{(\w+)\}", lambda match: words.get(match[1], match[0]), word)


def _environment(language: Language, box: Path, path: str) -> tuple[tuple[str, str], ...]:
    common = {"PATH": path, "HOME": str(box), "TMPDIR": str(box), "LANG": "C.UTF-8"}
    return tuple({**common, **dict(language.env)}.items())
