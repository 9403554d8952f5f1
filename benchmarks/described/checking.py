"""Whether inputs fit a grammar, as checktestdata says."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_CHECKS = Path(__file__).with_name("forked_checks.py")
_SECONDS = 60
_AT_ONCE = 500  # names of files in one command


@dataclass(frozen=True, slots=True)
class Check:
    """`fits` is None if checktestdata gives no answer in a minute. `log` has the extreme
    values of each read, "" unless the input fits and logs are asked for."""

    fits: bool | None
    log: str


def checked(
    grammar: str, inputs: Sequence[bytes], *, logging: bool = False
) -> Sequence[Check]:
    """Check each input. Raise ValueError if checktestdata cannot read the grammar."""
    checks: list[Check] = []
    with tempfile.TemporaryDirectory() as folder:
        program = convert(grammar, Path(folder, "program"))
        for begin in range(0, len(inputs), _AT_ONCE):
            files = []
            for number, content in enumerate(inputs[begin : begin + _AT_ONCE]):
                file = Path(folder, str(number))
                file.write_bytes(content)
                files.append(file)
            checks += _checked(program, files, logging)
    return checks


def convert(grammar: str, program: Path) -> Path:
    """Write a program in Python that accepts what a grammar does."""
    source = program.with_name(f"{program.name}.ctd")
    source.write_text(grammar)
    words = ["-I", "-m", "checktestdata", source, "--convert", program]
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    source.unlink()
    if not program.is_file():
        raise ValueError(done.stderr.strip() or "checktestdata converts nothing")
    return program


def _checked(program: Path, files: Sequence[Path], logging: bool) -> Sequence[Check]:
    words = ["-I", _CHECKS, program, _SECONDS, "log" if logging else "none", *files]
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    checks = []
    for file, answer in zip(files, done.stdout.split(), strict=True):
        log = file.with_name(f"{file.name}.log")
        text = log.read_text() if answer == "42" and log.is_file() else ""
        log.unlink(missing_ok=True)
        checks.append(Check(None if answer == "?" else answer == "42", text))
    return checks
