"""How a built program runs: its command line, limits and environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from judging.core.limits import MIB, Limits
from judging.languages import Language, SanitizedBuild, languages
from judging.sandbox import ResourceLimits
from judging.store import Kind, Store
from judging.values import Value, replace

RUN_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
BINARY = "program"  # the file name of a compiled program
# What a message quotes of stderr: a traceback's first lines, and its last, which name the fault.
_QUOTED_LINES = 10
_QUOTED_CHARACTERS = 200
_BRACE = "brace"  # stands for the brace that begins a placeholder
_MAX_STACK_MIB = 1024  # some runtimes do not start with a larger stack option


class Recipe(Value):
    """`build(worker)` builds a program of these files (names and digests) under its key,
    or returns why it does not compile."""

    files: tuple[tuple[str, str], ...]
    build: Callable[..., object]


class Sanitizers(Enum):
    """What a program does about its faults.

    OFF: it is built without sanitizers.
    REPORTING: it reports them to stderr, and goes on where it can.
    HALTING: it ends with exit code 1 after the first report.
    """

    OFF = "off"
    REPORTING = "reporting"
    HALTING = "halting"


@dataclass(frozen=True, slots=True)
class Executable:
    """A program that is ready to run. It is small and picklable.

    key: names the program's folder in the store.
    read_only: paths outside that folder that the program needs.
    args: the program's first arguments.
    working_files: keys of trees in the store that are copied to its working directory.
    recipe: builds it on a machine whose store lacks it.
    place: the last parts of the path by which the program is started, `generators/NAME`;
    "" if any path will do. Some programs look at it: the library `validation.h` of
    BAPCtools makes a generator of a validator below a folder `generators`.
    sanitizers: what the program does about its faults. With them it gets more memory, and
        it should get `slowdown` times as much time.
    """

    name: str
    language: str
    key: str
    run: tuple[str, ...]
    read_only: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    working_files: tuple[str, ...] = ()
    recipe: Recipe | None = field(default=None, repr=False, compare=False)
    place: str = ""
    sanitizers: Sanitizers = Sanitizers.OFF

    @property
    def slowdown(self) -> float:
        """How many times as much time the program needs as it would without sanitizers."""
        build = self._sanitized_build
        return 1.0 if build is None else build.slowdown

    @property
    def _sanitized_build(self) -> SanitizedBuild | None:
        if self.sanitizers is Sanitizers.OFF:
            return None
        return languages()[self.language].sanitize

    def on_test(self, args: Sequence[str], tree: str | None) -> Executable:
        """Return the program with a test's arguments and working files added."""
        if not args and tree is None:
            return self  # as on most tests
        working_files = self.working_files
        if tree is not None:
            working_files = (*working_files, tree)
        return replace(self, args=(*self.args, *args), working_files=working_files)

    @property
    def takes_arguments(self) -> bool:
        """False for a grammar, which gets standard input only."""
        return languages()[self.language].arguments

    def folder(self, store: Store) -> Path:
        return store.folder(Kind.PROGRAM, self.key)

    def own_files(self, store: Store) -> frozenset[str]:
        """Return the names of the program's files, relative to its folder."""
        folder = self.folder(store)
        files = [path for path in folder.rglob("*") if path.is_file()]
        return frozenset(path.relative_to(folder).as_posix() for path in files)

    def readable_paths(self, store: Store, *more: Path) -> tuple[Path, ...]:
        """Return every path that a run may read: the program, what it needs, and `more`."""
        paths = [self.folder(store), *map(Path, self.read_only), *more]
        if self.place:
            paths.append(store.named(self.folder(store), self.place))
        return tuple(paths)

    def argv(self, store: Store, memory_bytes: int, *args: str) -> tuple[str, ...]:
        """Return the command line; its first word is an absolute path."""
        path = self.folder(store)
        if self.place:
            path = store.named(path, self.place) / self.place
        memory = memory_bytes // MIB
        values = {"path": str(path), "binary": f"{path}/{BINARY}", "memlim": str(memory)}
        values["stacklim"] = str(min(memory, _MAX_STACK_MIB))
        return (*(fill(word, values) for word in self.run), *self.args, *args)

    def limits(self, limits: Limits) -> ResourceLimits:
        """Return what the sandbox enforces for this program under a problem's limits."""
        return ResourceLimits(
            cpu_s=limits.stop_s,
            wall_s=limits.wall_s,
            memory_bytes=self.resident_limit(limits.memory_bytes),
            stack_bytes=self._stack_limit(limits.memory_bytes),
            file_bytes=max(limits.output_bytes, MIB),
            output_bytes=limits.output_bytes,
        )

    def resident_limit(self, memory_bytes: int) -> int:
        """Return the limit on resident memory: the memory limit, plus the runtime's own
        need if the command line bounds the heap."""
        build = self._sanitized_build
        if build is not None:
            return build.memory_factor * memory_bytes + build.overhead_bytes
        return memory_bytes + languages()[self.language].overhead_bytes

    def _stack_limit(self, memory_bytes: int) -> int:
        """Return the limit on the stack: the frames of a sanitized program are larger."""
        build = self._sanitized_build
        factor = 1 if build is None else build.memory_factor
        return factor * memory_bytes

    def environment(self, box: Path) -> tuple[tuple[str, str], ...]:
        """Return the whole environment of a run in `box`."""
        common = environment(languages()[self.language], box, RUN_PATH)
        build = self._sanitized_build
        if build is None:
            return common
        variables = {**dict(common), **dict(build.env)}
        if self.sanitizers is Sanitizers.HALTING:
            variables.update(build.halting)
        return tuple(variables.items())

    def quote_stderr(self, stderr: bytes, store: Store) -> str:
        """Return the first and last lines of stderr, with the program's files as
        relative paths."""
        most = _QUOTED_LINES * _QUOTED_CHARACTERS
        ends = stderr[:most]
        if len(stderr) > most:
            ends += b"\n" + stderr[-most:]
        text = ends.decode("utf-8", "replace").replace(f"{self.folder(store)}/", "")
        lines = [line[:_QUOTED_CHARACTERS] for line in text.splitlines() if line.strip()]
        if len(lines) > _QUOTED_LINES:
            half = _QUOTED_LINES // 2
            lines = [*lines[:half], "...", *lines[-half:]]
        return "\n".join(lines)

    def out_of_memory(self, stderr: bytes) -> str | None:
        """Return a quote of the line in which the runtime reports that memory ran out, or None."""
        pattern = languages()[self.language].out_of_memory
        if not pattern:
            return None
        text = stderr.decode("utf-8", "replace")
        match = re.search(pattern, text, re.MULTILINE)
        if match is None:
            return None
        line = text[text.rfind("\n", 0, match.start()) + 1 :].split("\n", 1)[0].strip()
        return f"stderr says '{line[:100]}'"


def fill(word: str, values: Mapping[str, str]) -> str:
    """Replace each {name} in `values`, and what `literal` has made; other braces stay as
    they are."""
    known = {**values, _BRACE: "{"}
    return re.sub(r"\{(\w+)\}", lambda match: known.get(match[1], match[0]), word)


def literal(name: str) -> str:
    """Return a file name in a form that `fill` turns into the name: one called `{path}.py`
    is no placeholder."""
    return name.replace("{", f"{{{_BRACE}}}")


def environment(language: Language, box: Path, path: str) -> tuple[tuple[str, str], ...]:
    """Return the environment of a program of this language that starts in `box`."""
    common = {"PATH": path, "HOME": str(box), "TMPDIR": str(box), "LANG": "C.UTF-8"}
    return tuple({**common, **dict(language.env)}.items())
