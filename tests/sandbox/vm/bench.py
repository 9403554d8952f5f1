"""A sandbox of the tier, the program that all checks run, and the groups that are there."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judging.core.runs import Ending, Execution
from judging.sandbox import Command, ResourceLimits, Sandbox, open_sandbox, streams
from judging.store import Store
from judging.values import replace

JUDGE = Path(__file__).resolve().parents[3]
CHECKS = Path(__file__).with_name("checks.py")
SOURCE = Path(__file__).with_name("program.c")
MIB = 2**20
TIER = "cgroup2"
TOP = Path("/sys/fs/cgroup")


@dataclass(frozen=True, slots=True)
class Outcome:
    execution: Execution
    stdout: bytes

    @property
    def ending(self) -> Ending:
        return self.execution.ending

    @property
    def short(self) -> str:
        e = self.execution
        end = {Ending.EXITED: f" {e.exit_code}", Ending.SIGNALED: f" {e.signal}"}.get(
            e.ending, ""
        )
        message = f", wrote {self.stdout[:40]!r}" if self.stdout else ""
        error = f", {e.error}" if e.error else ""
        return (
            f"{e.ending}{end}, cpu {e.cpu_s * 1000:.0f} ms, wall {e.wall_s * 1000:.0f} ms, "
            f"{e.memory_bytes / MIB:.2f} MiB{message}{error}"
        )


class Failure(Exception):
    """What a check found wrong."""


def expect(holds: object, message: str) -> None:
    if not holds:
        raise Failure(message)


class Bench:
    """A sandbox of the tier and the one program of all checks."""

    def __init__(self, core: int | None = None, number: int = 0) -> None:
        self.program = compiled()
        self.store = Store()
        self.sandbox: Sandbox = open_sandbox(TIER, self.store, number, core)

    def close(self) -> None:
        self.sandbox.close()
        self.store.close()

    @contextlib.contextmanager
    def command(
        self, *words: object, stdin: bytes = b"", **limits: float | int
    ) -> Iterator[Command]:
        base = ResourceLimits(
            cpu_s=20, wall_s=60, memory_bytes=256 * MIB, output_bytes=64 * MIB
        )
        with streams(stdin) as (given, out, err), self.sandbox.box() as box:
            yield Command(
                (str(self.program), *map(str, words)),
                box,
                given.fd,
                out.fd,
                err.fd,
                replace(base, **limits),
                read_only=(self.program,),
            )
            self.stdout = out.read()

    def run(self, *words: object, stdin: bytes = b"", **limits: float | int) -> Outcome:
        with self.command(*words, stdin=stdin, **limits) as command:
            execution = self.sandbox.run(command)
        return Outcome(execution, self.stdout)


def compiled() -> Path:
    folder = Path(tempfile.gettempdir(), f"checks-{os.geteuid()}")
    program = folder / "program"
    if not program.exists():
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        argv = ["gcc", "-O1", "-w", "-static", "-o", str(program), str(SOURCE)]
        subprocess.run(argv, check=True)
    return program


@contextlib.contextmanager
def bench(core: int | None = None) -> Iterator[Bench]:
    opened = Bench(core)
    try:
        yield opened
    finally:
        opened.close()


def groups() -> list[Path]:
    """Every group that a judge made."""
    return sorted(TOP.rglob("judge-*"))


def judge(*words: str, folder: Path | None = None) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(JUDGE / "judge.py"), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=folder,
    )
    return done.returncode, done.stdout + done.stderr


def processes() -> list[int]:
    return [int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit()]


def command_line(pid: int) -> str:
    try:
        text = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
        return text if "/program" in text else ""
    except OSError:
        return ""
