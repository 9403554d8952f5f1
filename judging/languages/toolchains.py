"""Which tools of a language this machine has, where they really lie, and their version."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
from dataclasses import dataclass

from judging.languages.registry import Language
from judging.store import Store, key_of

_PROBE_S = 60
_SYSTEM = ("/usr/", "/bin/", "/sbin/", "/etc/alternatives/")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The tools of one language. `problem` says why it cannot be used; else it is None.

    `paths` maps each tool's name to the executable to run; `version` is one line; `globs`
    match what else they need.
    """

    language: str
    paths: tuple[tuple[str, str], ...] = ()
    version: str = ""
    problem: str | None = None
    globs: tuple[str, ...] = ()

    @property
    def read_only(self) -> tuple[str, ...]:
        """Folders outside the system's own that its tools need: where they are installed, along
        every link that leads there. Never a home folder as a whole."""
        found = {path: None for pattern in self.globs for path in sorted(glob.glob(pattern))}
        for _, path in self.paths:
            for hop in _hops(path):
                folder = os.path.dirname(hop)
                if f"{folder}/".startswith(_SYSTEM):
                    continue
                prefix, name = os.path.split(folder)
                whole = name == "bin" and prefix != "/" and not _holds_home(prefix)
                found[prefix if whole else folder] = None
        return tuple(found)

    def path(self, tool: str) -> str:
        """The absolute path of a tool of this toolchain."""
        return dict(self.paths)[tool]


def find(language: Language, store: Store, fresh: bool = False) -> Toolchain:
    """The toolchain of a language. What was found once is remembered for as long as the files
    stay the same, so a second judge starts no compiler to ask for its version; `fresh` asks."""
    found = [(tool, shutil.which(tool)) for tool in language.tools]
    missing = [tool for tool, path in found if path is None]
    if missing:
        names = " and ".join(missing)
        return Toolchain(language.id, problem=f"no {names} on PATH: {language.install}")
    paths = {tool: os.path.realpath(path) for tool, path in found if path is not None}
    # Also by the way that leads there: others may not be able to go it.
    ways = (path for _, path in found if path is not None)
    key = key_of(repr(language), *ways, *(_stamp(path) for path in paths.values()))
    known = None if fresh else store.recall("toolchain", key)
    if known is not None and known["stamps"] == [_stamp(path) for path in known["paths"].values()]:
        return Toolchain(
            language.id,
            tuple(known["paths"].items()),
            known["version"],
            globs=language.read_only,
        )
    toolchain = _probe(language, {tool: path for tool, path in found if path is not None})
    if toolchain.problem is None:
        stamps = [_stamp(path) for _, path in toolchain.paths]
        value = {"paths": dict(toolchain.paths), "version": toolchain.version, "stamps": stamps}
        store.remember("toolchain", key, value)
    return toolchain


def _probe(language: Language, paths: dict[str, str]) -> Toolchain:
    if language.resolve:
        tool = language.resolve[0]
        output, problem = _ask((paths[tool], *language.resolve[1:]))
        if problem:
            return Toolchain(language.id, problem=f"{tool} does not work: {problem}")
        resolved = language.resolved.format(output=output)
        if os.access(resolved, os.X_OK):
            paths = {**paths, tool: resolved}
    asked = language.version[0]
    version, problem = _ask((paths.get(asked, asked), *language.version[1:]))
    if problem:
        return Toolchain(language.id, problem=f"{asked} does not work: {problem}")
    return Toolchain(language.id, tuple(paths.items()), version, globs=language.read_only)


def _ask(argv: tuple[str, ...]) -> tuple[str, str | None]:
    """(first line of output, None), or ("", why not)."""
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
    said = (done.stdout.strip() or done.stderr.strip()).splitlines()
    first = said[0].strip() if said else ""
    return (first, None) if done.returncode == 0 else ("", first or f"exit code {done.returncode}")


def _hops(path: str) -> list[str]:
    """`path` and what each link on the way from it points to."""
    hops = [path]
    while os.path.islink(hops[-1]) and len(hops) < 20:
        target = os.readlink(hops[-1])
        hops.append(os.path.normpath(os.path.join(os.path.dirname(hops[-1]), target)))
    return [*hops, os.path.realpath(path)]


def _holds_home(folder: str) -> bool:
    home = os.path.realpath(os.path.expanduser("~"))
    return home == folder or home.startswith(folder.rstrip("/") + "/")


def _stamp(path: str) -> str:
    """What changes when the file at `path` does."""
    try:
        status = os.stat(path)
    except OSError:
        return f"{path}: gone"
    return f"{path} {status.st_size} {status.st_mtime_ns} {status.st_ino}"
