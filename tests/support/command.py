"""Run the `judge` command on copies of packages."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from judging.cli import main

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
SCRIPT = Path(sys.executable).with_name("judge")
# Long enough for every command on a busy machine; one that takes longer hangs.
HANGS_S = 600


@dataclass(frozen=True, slots=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """Everything that it printed."""
        return self.out + self.err

    def says(self, *parts: str) -> bool:
        """Return whether one printed line contains all `parts`."""
        return any(
            all(part in line for part in parts) for line in self.text.splitlines()
        )


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a command: a few variables of this session, and `changes`."""
    kept = (
        "PATH",
        "HOME",
        "XDG_CACHE_HOME",
        "TMPDIR",
        "RUSTUP_HOME",
        "CARGO_HOME",
        "JUDGE_DESCRIBE",
    )
    known = {name: os.environ[name] for name in kept if name in os.environ}
    return {**known, "LANG": "C.UTF-8", **changes}


def argv(*args: object) -> list[str]:
    """Return the command line of `judge` with these arguments."""
    return [str(SCRIPT), *map(str, args)]


def judge(
    *args: object,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    given: bytes | None = None,
    process: bool = False,
) -> Done:
    """Run `judge` to its end.

    The command runs in the process of the test, which saves a third of a second of imports. With
    `process`, or when standard input is `given`, it runs in a new process, as for its users.
    """
    if process or given is not None:
        return spawn(argv(*args), cwd, env, given or b"")
    stdout, stderr = _writer("surrogateescape"), _writer("backslashreplace")
    with _process_restored(), pytest.MonkeyPatch.context() as patch:
        if cwd is not None:
            patch.chdir(cwd)
        known = environment(**(env or {}))
        for name in set(os.environ) - set(known):
            patch.delenv(name)
        for name, value in known.items():
            patch.setenv(name, value)
        patch.setattr(tempfile, "tempdir", None)
        patch.setattr(sys, "argv", argv(*args))
        patch.setattr(
            sys.modules["__main__"], "__package__", None
        )  # else help names pytest
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        patch.setattr(sys, "stdout", stdout)
        patch.setattr(sys, "stderr", stderr)
        with pytest.raises(SystemExit) as exit:
            main()
    assert isinstance(exit.value.code, int)
    return _done(["judge", *args], exit.value.code, _written(stdout), _written(stderr))


def _writer(errors: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", errors)


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


@contextlib.contextmanager
def _process_restored() -> Iterator[None]:
    """Undo what the command does to its process; a command that hangs fails the test."""

    def hangs(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"the command did not end within {HANGS_S} s")

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    before = [(number, signal.getsignal(number)) for number in numbers]
    threshold = gc.get_threshold()
    signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANGS_S)
    try:
        yield
    finally:
        signal.alarm(0)
        for number, handler in before:
            signal.signal(number, handler)
        gc.set_threshold(*threshold)


def spawn(
    command: Sequence[object],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    given: bytes = b"",
) -> Done:
    """Run a command to its end in a new process, in the environment of `judge`."""
    with subprocess.Popen(
        [*map(str, command)],
        cwd=cwd,
        env=environment(**(env or {})),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        return ended(process, given)


def ended(process: subprocess.Popen[bytes], given: bytes | None = None) -> Done:
    """Wait for a command that was started. If the test fails, pytest shows what it printed."""
    try:
        out, err = process.communicate(given, timeout=HANGS_S)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return _done(process.args, process.returncode, out, err)


def _done(command: object, code: int, out: bytes, err: bytes) -> Done:
    """Print what a command printed, for pytest to show. No command may print a traceback."""
    done = Done(code, out.decode(), err.decode())
    sys.stdout.write(f"$ {command!r}\n[{done.code}]\n{done.text}\n")
    assert not any(line.startswith("Traceback") for line in done.text.splitlines())
    return done


@dataclass(frozen=True, slots=True)
class Package:
    """A package that a test may change."""

    root: Path

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def remove(self, *names: str) -> None:
        """Remove files or folders."""
        for name in names:
            path = self.root / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def replace(self, name: str, old: str, new: str) -> None:
        """Replace a part of a file, which must contain it."""
        text = (self.root / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def test(self, name: str, given: str, answer: str | None) -> None:
        """Add a test, with an answer unless that is None."""
        self.write(f"problem/data/{name}.in", given)
        if answer is not None:
            self.write(f"problem/data/{name}.ans", answer)

    def judge(self, command: str, *args: object, **options: Any) -> Done:
        """Run a command of `judge` on it, in its folder unless `cwd` is another one."""
        return judge(
            command, "--problem", self.root, *args, **{"cwd": self.root, **options}
        )

    def run(self, *args: object, **options: Any) -> Report:
        """Run `judge run` on it; return it with its JSON report."""
        file = self.root.parent / f"{self.root.name}.report.json"
        file.unlink(missing_ok=True)
        done = self.judge("run", "--json", file, *args, **options)
        return Report(done, json.loads(file.read_text()))

    def files(self) -> dict[str, bytes]:
        """Return the bytes of all its files by name."""
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
        """The exit code, which must be the one in the report."""
        assert self.json["exit_code"] == self.done.code
        return self.done.code

    def submission(self, path: str) -> dict[str, Any]:
        """Return the part about one submission; its path may omit `solutions/`."""
        found = [
            s
            for s in self.json["submissions"]
            if s["path"] in (path, f"solutions/{path}")
        ]
        assert len(found) == 1
        part: dict[str, Any] = found[0]
        return part

    def errors(self) -> list[str]:
        """Return the errors of the package as `file:line: message`, as far as these are known."""
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
    """Copy the small package without a defect into `folder`."""
    root = folder / "package"
    shutil.copytree(TESTS / "packages" / "sound", root)
    return Package(root)


def reference(folder: Path) -> Package:
    """Copy the package in the repository's root into `folder`, without the engine."""
    root = folder / "reference"
    for part in ("problem", "generators", "validators", "solutions", "checker"):
        shutil.copytree(
            ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    return Package(root)


def tools(folder: Path, *names: str) -> Path:
    """Make a folder for PATH that has only these tools and Python."""
    folder.mkdir()
    folder.parent.chmod(0o755)  # programs that see it may have another user id
    (folder / "python3").symlink_to(Path(sys.executable).resolve())
    for name in names:
        place = shutil.which(name)
        assert place is not None
        (folder / name).symlink_to(place)
    return folder


def logged_tools(folder: Path, *names: str) -> tuple[Path, Path]:
    """Make a folder for PATH whose tools log each start; return it and the log."""
    log = folder.with_suffix(".log")
    log.touch()
    folder.mkdir()
    folder.parent.chmod(0o755)  # programs that see it may have another user id
    for name in names:
        place = (
            str(Path(sys.executable).resolve())
            if name == "python3"
            else shutil.which(name)
        )
        wrapper = folder / name
        wrapper.write_text(f'#!/bin/sh\necho {name} "$@" >> {log}\nexec {place} "$@"\n')
        wrapper.chmod(0o755)
    return folder, log
