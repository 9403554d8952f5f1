"""Runs the `judge` command as its users do, on packages that a test makes its own copy of."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
SCRIPT = Path(sys.executable).with_name("judge")
# Long enough for every command on a busy machine; one that takes longer hangs.
HANGS_S = 240


@dataclass(frozen=True, slots=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All that it printed."""
        return self.out + self.err

    def says(self, *parts: str) -> bool:
        """True when one line that it printed holds all `parts`."""
        return any(all(part in line for part in parts) for line in self.text.splitlines())


def environment(**changes: str) -> dict[str, str]:
    """What a command gets of this session's environment, and nothing else of it."""
    kept = ("PATH", "HOME", "XDG_CACHE_HOME", "TMPDIR")
    known = {name: os.environ[name] for name in kept if name in os.environ}
    return {**known, "LANG": "C.UTF-8", **changes}


def argv(*args: object) -> list[str]:
    """The command line of `judge` with these arguments."""
    return [str(SCRIPT), *map(str, args)]


def judge(
    *args: object,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    given: bytes | None = None,
    command: list[str] | None = None,
) -> Done:
    """Runs `judge` to its end, standard input closed unless `given`. No run may print a
    traceback, whatever it was given."""
    words = [*command, *map(str, args)] if command else argv(*args)
    with subprocess.Popen(
        words,
        cwd=cwd,
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        return ended(process, given)


def ended(process: subprocess.Popen[bytes], given: bytes | None = None) -> Done:
    """Waits for a command that was started; pytest shows what it printed when a test fails."""
    try:
        out, err = process.communicate(given, timeout=HANGS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    done = Done(process.returncode, out.decode(), err.decode())
    sys.stdout.write(f"$ {process.args!r}\n[{done.code}]\n{done.text}\n")
    assert not any(line.startswith("Traceback") for line in done.text.splitlines())
    return done


@dataclass(frozen=True, slots=True)
class Package:
    """A package that a test may change."""

    root: Path

    def write(self, name: str, content: str | bytes) -> Path:
        """Writes one of its files."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def remove(self, *names: str) -> None:
        """Removes files or folders."""
        for name in names:
            path = self.root / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def replace(self, name: str, old: str, new: str) -> None:
        """Changes a part of a file that must be there."""
        text = (self.root / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def test(self, name: str, given: str, answer: str | None) -> None:
        """Adds a test, also one without an answer."""
        self.write(f"problem/data/{name}.in", given)
        if answer is not None:
            self.write(f"problem/data/{name}.ans", answer)

    def judge(self, command: str, *args: object, **options: Any) -> Done:
        """Runs a command of `judge` on it, from its folder unless `cwd` is another."""
        return judge(command, "--problem", self.root, *args, **{"cwd": self.root, **options})

    def run(self, *args: object, **options: Any) -> Report:
        """`judge run` on it, with the JSON report read back."""
        file = self.root.parent / f"{self.root.name}.report.json"
        file.unlink(missing_ok=True)
        done = self.judge("run", "--json", file, *args, **options)
        return Report(done, json.loads(file.read_text()))

    def files(self) -> dict[str, bytes]:
        """The bytes of all its files."""
        found = sorted(path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.read_bytes() for path in found}


def _place(diagnostic: dict[str, Any]) -> list[str]:
    file, line = diagnostic["file"], diagnostic["line"]
    return [] if file is None else [file if line is None else f"{file}:{line}"]


@dataclass(frozen=True, slots=True)
class Report:
    """A `judge run` that has ended, and its JSON report."""

    done: Done
    json: dict[str, Any]

    @property
    def code(self) -> int:
        """The exit code, which the report must name too."""
        assert self.json["exit_code"] == self.done.code
        return self.done.code

    def submission(self, path: str) -> dict[str, Any]:
        """The part on one submission, by its path below `solutions/` or whole."""
        found = [s for s in self.json["submissions"] if s["path"] in (path, f"solutions/{path}")]
        assert len(found) == 1
        part: dict[str, Any] = found[0]
        return part

    def errors(self) -> list[str]:
        """The errors of the package, each as `file:line: message` as far as it has them."""
        return [
            ": ".join([*_place(d), d["message"]])
            for d in self.json["diagnostics"]
            if d["severity"] == "error"
        ]


C_SUM = """\
#include <stdio.h>
int main(void) {
    int a, b;
    scanf("%d%d", &a, &b);
    printf("%d\\n", a + b);
}
"""


def sound(folder: Path) -> Package:
    """A fresh copy of the small package without a defect, in `folder`."""
    root = folder / "package"
    shutil.copytree(TESTS / "packages" / "sound", root)
    return Package(root)


def reference(folder: Path) -> Package:
    """A fresh copy of the package in the repository's root, without the engine."""
    root = folder / "reference"
    for part in ("problem", "generators", "validators", "solutions", "checker"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    return Package(root)


def tools(folder: Path, *names: str) -> Path:
    """A folder for PATH that holds these tools, and Python, and nothing else."""
    folder.mkdir()
    folder.parent.chmod(0o755)  # programs that see it may have another user id
    (folder / "python3").symlink_to(Path(sys.executable).resolve())
    for name in names:
        place = shutil.which(name)
        assert place is not None
        (folder / name).symlink_to(place)
    return folder


def logged_tools(folder: Path, *names: str) -> tuple[Path, Path]:
    """A folder for PATH whose tools note each start in a file, and that file."""
    log = folder.with_suffix(".log")
    log.touch()
    folder.mkdir()
    folder.parent.chmod(0o755)  # programs that see it may have another user id
    for name in names:
        place = str(Path(sys.executable).resolve()) if name == "python3" else shutil.which(name)
        wrapper = folder / name
        wrapper.write_text(f'#!/bin/sh\necho {name} "$@" >> {log}\nexec {place} "$@"\n')
        wrapper.chmod(0o755)
    return folder, log
