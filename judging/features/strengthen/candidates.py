"""Inputs from outside of the package, for `judge strengthen --candidates`: the files of a
folder, or what a command writes.

The command is the caller's own, so it runs outside of the sandbox. No shell reads it: its words
are split as a shell does, and that is all.
"""

import math
import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from judging.core.errors import UsageError
from judging.features.hack.hunt.running.trials import Trial
from judging.features.strengthen.search.budget import Budget, Step

FOLDER = "{dir}"
SEED = "{seed}"
# A command with a seed runs for so many seeds.
SEEDS = 20
# Where a folder has such files, the others are answers and notes.
_INPUTS = "*.in"


def read_candidates(places: Sequence[str], budget: Budget) -> list[Trial]:
    """Return the inputs of folders and commands, which must end within the budget.

    Raise UsageError for a place that has none, and for a command that fails.
    """
    found: list[Trial] = []
    for place in places:
        folder = Path(place)
        if folder.is_dir():
            inputs = list(_inputs_in(folder))
        else:
            inputs = list(_inputs_of_command(place, budget))
        if not inputs:
            raise UsageError(f"--candidates: no inputs in {place}")
        found += [Trial(content, place) for content in inputs]
    return found


def _inputs_in(folder: Path) -> Iterator[bytes]:
    """Yield the contents of the *.in below a folder, or of all files if there is none."""
    files = sorted(folder.rglob(_INPUTS)) or sorted(folder.rglob("*"))
    for file in files:
        if file.is_file():
            yield _content_of(file)


def _content_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as problem:
        raise UsageError(f"--candidates: {file}: {problem.strerror}") from problem


def _inputs_of_command(command: str, budget: Budget) -> Iterator[bytes]:
    """Yield what a command writes: the files in {dir}, or its standard output."""
    seeds = range(1, SEEDS + 1) if SEED in command else range(1, 2)
    for seed in seeds:
        with tempfile.TemporaryDirectory(prefix="judge-") as folder:
            stated = command.replace(SEED, str(seed)).replace(
                FOLDER, shlex.quote(folder)
            )
            printed = _run(stated, budget)
            if FOLDER in command:
                yield from _inputs_in(Path(folder))
            elif printed:
                yield printed


def _run(command: str, budget: Budget) -> bytes:
    """Run a command; return what it prints. Raise UsageError if it fails."""
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise UsageError(f"--candidates: {command}: {problem}") from problem
    left_s = budget.left_s(Step.INPUTS)
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=None if math.isinf(left_s) else max(0.0, left_s),
            check=False,
        )
    except FileNotFoundError as problem:
        what = words[0] if words else ""
        raise UsageError(
            f"--candidates: expected a folder or a command, found neither: '{what}'"
        ) from problem
    except OSError as problem:
        raise UsageError(f"--candidates: {command}: {problem.strerror}") from problem
    except subprocess.TimeoutExpired as problem:
        raise UsageError(
            f"--candidates: {command}: stopped, because the part of --time for inputs is "
            "used up"
        ) from problem
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        why = f": {lines[-1]}" if lines else ""
        raise UsageError(
            f"--candidates: {command}: ended with exit code {done.returncode}{why}"
        )
    return done.stdout
