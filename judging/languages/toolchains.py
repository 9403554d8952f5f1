"""The tools of a language on this machine: their real paths and their version."""

import glob
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judging.languages.registry import Language
from judging.store import Store, key_of

_PROBE_S = 60
_SYSTEM = ("/usr/", "/bin/", "/sbin/", "/etc/alternatives/")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The tools of one language. `problem` says why they cannot be used, or is None.

    `paths` maps each tool's name to its executable; `version` is one line; `globs` match the other
    files that the tools need.
    """

    paths: Mapping[str, str] = field(default_factory=dict)
    version: str = ""
    problem: str | None = None
    globs: tuple[str, ...] = ()

    @property
    def read_only(self) -> tuple[str, ...]:
        """The paths outside the system's folders that the tools need: their own folders, and those
        of every link to them. A whole home folder is never among them."""
        found = {
            path: None for pattern in self.globs for path in sorted(glob.glob(pattern))
        }
        home = Path(os.path.realpath(os.path.expanduser("~")))
        for path in self.paths.values():
            for hop in _hops(path):
                folder = os.path.dirname(hop)
                if f"{folder}/".startswith(_SYSTEM):
                    continue
                prefix, name = os.path.split(folder)
                whole = (
                    name == "bin" and prefix != "/" and not home.is_relative_to(prefix)
                )
                found[prefix if whole else folder] = None
        return tuple(found)


def find(language: Language, store: Store, fresh: bool = False) -> Toolchain:
    """The toolchain of a language. The store remembers it while the executables stay the same, so
    that a later judge need not start compilers to ask for versions; `fresh` ignores the store."""
    paths = {
        tool: path for tool in language.tools if (path := shutil.which(tool)) is not None
    }
    if missing := [tool for tool in language.tools if tool not in paths]:
        names = " or ".join(missing)
        return Toolchain(problem=f"no {names} on PATH; to install: {language.install}")
    # The paths before links are resolved count as well: other users may not be able to follow them.
    key = key_of(
        repr(language),
        *paths.values(),
        *map(stamp, map(os.path.realpath, paths.values())),
    )
    known = None if fresh else store.recall("toolchain", key)
    if known is not None and known["stamps"] == [
        stamp(path) for path in known["paths"].values()
    ]:
        return Toolchain(known["paths"], known["version"], globs=language.read_only)
    toolchain = _probe(language, paths)
    if toolchain.problem is None:
        stamps = [stamp(path) for path in toolchain.paths.values()]
        value = {
            "paths": toolchain.paths,
            "version": toolchain.version,
            "stamps": stamps,
        }
        store.remember("toolchain", key, value)
    return toolchain


def _probe(language: Language, paths: dict[str, str]) -> Toolchain:
    if language.resolve:
        tool = language.resolve[0]
        output, problem = _ask((paths[tool], *language.resolve[1:]))
        if problem:
            return Toolchain(problem=f"{tool} does not work: {problem}")
        resolved = language.resolved.format(output=output)
        if os.access(resolved, os.X_OK):
            paths = {**paths, tool: resolved}
    asked = language.version[0]
    version, problem = _ask((paths.get(asked, asked), *language.version[1:]))
    if problem:
        return Toolchain(problem=f"{asked} does not work: {problem}")
    return Toolchain(paths, version, globs=language.read_only)


def _ask(argv: tuple[str, ...]) -> tuple[str, str | None]:
    """(first line of output, None), or ("", what went wrong)."""
    try:
        done = subprocess.run(
            argv,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            timeout=_PROBE_S,
            cwd="/",
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return "", str(problem)
    lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
    first = lines[0].strip() if lines else ""
    return (
        (first, None)
        if done.returncode == 0
        else ("", first or f"exit code {done.returncode}")
    )


def _hops(path: str) -> list[str]:
    """`path`, the target of each link on the way, and the real path."""
    hops = [path]
    while os.path.islink(hops[-1]) and len(hops) < 20:
        target = os.readlink(hops[-1])
        hops.append(os.path.normpath(os.path.join(os.path.dirname(hops[-1]), target)))
    return [*hops, os.path.realpath(path)]


def stamp(path: str) -> str:
    """A text that changes when the file at `path` changes."""
    try:
        status = os.stat(path)
    except OSError:
        return f"{path}: gone"
    return f"{path} {status.st_size} {status.st_mtime_ns} {status.st_ino}"
