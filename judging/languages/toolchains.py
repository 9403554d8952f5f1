"""The tools of a language on this machine: their real paths and their version."""

import functools
import glob
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from judging.languages.registry import Language
from judging.languages.wrappers import parts_of
from judging.store import Store, key_of
from judging.values import Value

_PROBE_S = 60  # a compiler that takes longer to name itself hangs
# The file with which an administrator changes what GCC does; most machines have none.
_SPECS = "specs"
_SYSTEM = ("/usr/", "/bin/", "/sbin/", "/etc/alternatives/")


class Toolchain(Value):
    """The tools of one language. `problem` says why they cannot be used, or is None.

    `paths` maps each tool's name to its executable; `version` is one line; `globs` match
    the other files that the tools need. `linked` are files on which every compiled
    program depends, or is None if they are not known. `parts` are the files that the tools
    consist of, as far as it can be known.
    """

    paths: Mapping[str, str] = {}
    version: str = ""
    problem: str | None = None
    globs: tuple[str, ...] = ()
    linked: tuple[str, ...] | None = None
    parts: tuple[str, ...] = ()

    @property
    def read_only(self) -> tuple[str, ...]:
        """The paths outside the system's folders that the tools need.

        These are the tools' own folders, and those of every link to them. A whole home
        folder is never among them: it holds the user's keys.
        """
        found: dict[str, None] = {}
        for pattern in self.globs:
            found |= dict.fromkeys(sorted(glob.glob(pattern)))
        for path in self.paths.values():
            for hop in _hops(path):
                folder = os.path.dirname(hop)
                if not f"{folder}/".startswith(_SYSTEM):
                    found[_installation(folder)] = None
        return tuple(found)


def _installation(folder: str) -> str:
    """Return the folder around a `bin`, with its libraries; else the folder itself."""
    home = Path(os.path.realpath(os.path.expanduser("~")))
    prefix, name = os.path.split(folder)
    if name == "bin" and prefix != "/" and not home.is_relative_to(prefix):
        return prefix
    return folder


def find(language: Language, store: Store, fresh: bool = False) -> Toolchain:
    """Return the toolchain of a language.

    The store remembers it while the executables stay the same, so that a later judge
    need not start compilers to ask for versions; `fresh` ignores the store.
    """
    paths: dict[str, str] = {}
    missing = []
    for tool in language.tools:
        path = shutil.which(tool)
        if path is None:
            missing.append(tool)
        else:
            paths[tool] = path
    if missing:
        names = " or ".join(missing)
        return Toolchain(problem=f"no {names} on PATH; to install: {language.install}")
    parts = _parts(language, paths)
    # The paths before links are resolved count as well: other users may not be able to
    # follow them.
    key = key_of(repr(language), *paths.values(), *map(stamp, parts))
    known = None if fresh else store.recall("toolchain", key)
    if known is not None:
        linked = known["linked"] and tuple(known["linked"])
        if known["stamps"] == _stamps(known["paths"], linked):
            return Toolchain(
                known["paths"],
                known["version"],
                globs=language.read_only,
                linked=linked,
                parts=_parts(language, known["paths"]),
            )
    toolchain = _probe(language, paths)
    if toolchain.problem is None:
        value = {
            "paths": toolchain.paths,
            "version": toolchain.version,
            "linked": toolchain.linked,
            "stamps": _stamps(toolchain.paths, toolchain.linked),
        }
        store.remember("toolchain", key, value)
    return toolchain


def _parts(language: Language, paths: Mapping[str, str]) -> tuple[str, ...]:
    """Return the files that the tools consist of."""
    started = dict(paths)
    launched: tuple[str, ...] = ()
    if language.resolve:
        # Its launcher is asked for the tool that builds start, and has no part in them.
        launched = (os.path.realpath(started.pop(language.resolve[0])),)
    return (*launched, *parts_of(tuple(started.values())))


def _stamps(paths: Mapping[str, str], linked: tuple[str, ...] | None) -> list[str]:
    """Return what shows that a toolchain may have changed: the dates of its executables,
    and of the folders in which the compiler found other files, where a new file may hide
    one of these."""
    folders = {os.path.dirname(file) for file in linked or ()}
    return [stamp(path) for path in (*paths.values(), *sorted(folders))]


def _probe(language: Language, paths: dict[str, str]) -> Toolchain:
    """Ask the tools where they really are, and for their version."""
    if language.resolve:
        # A launcher, such as rustup's, stands for the tool that it would start.
        tool, *arguments = language.resolve
        answer = _ask((paths[tool], *arguments))
        if answer.problem is not None:
            return Toolchain(problem=f"{tool} does not work: {answer.problem}")
        resolved = language.resolved.format(output=answer.line)
        if os.access(resolved, os.X_OK):
            paths = {**paths, tool: resolved}
    asked, *arguments = language.version
    answer = _ask((paths.get(asked, asked), *arguments))
    if answer.problem is not None:
        return Toolchain(problem=f"{asked} does not work: {answer.problem}")
    linked = _linked(language, paths)
    return Toolchain(
        paths,
        answer.line,
        globs=language.read_only,
        linked=linked,
        parts=_parts(language, paths),
    )


def _linked(language: Language, paths: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return the files that the compiler names; None if one of them is missing, because
    then the judge does not know this compiler well enough."""
    if not language.linked:
        return None
    compiler = paths[language.compile[0]]
    files = []
    for option in language.linked:
        answer = _ask((compiler, option), _compiler_environment())
        if answer.line == _SPECS:
            continue  # it has no such file, and uses what is built in
        # A program that the compiler would look for on PATH has a name without a folder.
        found = shutil.which(answer.line) or answer.line
        if answer.problem is not None or not os.path.isfile(found):
            return None
        files.append(os.path.realpath(found))
    return tuple(files)


def _compiler_environment() -> dict[str, str]:
    """Return the environment of a build: variables such as COMPILER_PATH would change
    the compiler's answers."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}


@functools.cache
def libraries_of(compiler: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a compiler prints for options that ask for the path of a library: the
    path, or only the name of a library that it does not have."""
    env = _compiler_environment()
    return tuple(_ask((compiler, option), env).line for option in options)


class _Answer(Value):
    """The first line that a tool printed; `problem` says what went wrong, or is None."""

    line: str = ""
    problem: str | None = None


def _ask(argv: tuple[str, ...], env: Mapping[str, str] | None = None) -> _Answer:
    try:
        done = subprocess.run(
            argv,
            capture_output=True,
            # A tool that reads instead of answering ends at once.
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            timeout=_PROBE_S,
            # Not the working folder: an interpreter could import a file from there.
            cwd="/",
            env=env,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return _Answer(problem=str(problem))
    lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
    first = lines[0].strip() if lines else ""
    if done.returncode != 0:
        return _Answer(problem=first or f"exit code {done.returncode}")
    return _Answer(first)


def _hops(path: str) -> list[str]:
    """Return `path`, the target of each link on the way, and the real path."""
    hops = [path]
    # A circle of links has no end.
    while os.path.islink(hops[-1]) and len(hops) < 20:
        target = os.readlink(hops[-1])
        hops.append(os.path.normpath(os.path.join(os.path.dirname(hops[-1]), target)))
    return [*hops, os.path.realpath(path)]


def stamp(path: str) -> str:
    """Return a text that changes when the file at `path` changes."""
    try:
        status = os.stat(path)
    except OSError:
        return f"{path}: gone"
    # The second date changes even if somebody restores the first one, as `cp -p` does.
    dates = f"{status.st_mtime_ns} {status.st_ctime_ns}"
    return f"{path} {status.st_size} {status.st_ino} {dates}"
