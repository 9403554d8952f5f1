"""Read the pages of the documentation, and do what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support.command import ROOT, SCRIPT, Done, environment, spawn

PAGES = sorted(
    path
    for folder in (
        ROOT,
        ROOT / "docs",
        ROOT / "docs" / "decisions",
        ROOT / "tests",
        ROOT / "benchmarks",
        ROOT / "examples",
        *sorted((ROOT / "examples").iterdir()),
    )
    for path in folder.glob("*.md")
)
_MEASURED = re.compile(r"[\d.]+ (s|MiB|inputs|per second)\b")


@dataclass(frozen=True, slots=True)
class Command:
    """A line of an indented block, and the lines that the page shows below it as its output."""

    line: str
    shown: tuple[str, ...] = ()

    @property
    def code(self) -> int:
        """The exit code that its comment or the shown output names, else 0."""
        found = re.search(r"[Ee]xit code (\d+)", "\n".join([self.line, *self.shown]))
        return int(found[1]) if found else 0


@dataclass(frozen=True, slots=True)
class File:
    """A fenced block whose first line names a language and a file."""

    name: str
    text: str


def steps(page: str) -> Iterator[Command | File]:
    """Yield what a reader of the page does, in its order."""
    blocks = re.finditer(r"^```(.*)\n((?:.*\n)*?)```$|^    (\S.*)$", page, re.MULTILINE)
    command: Command | None = None
    for block in blocks:
        about, text, line = block.groups()
        if about and " " in about:
            yield from [command] if command else []
            command = None
            yield File(about.split()[1], text)
        elif about is not None:
            assert command, f"output without a command: {text}"
            yield Command(command.line, tuple(text.splitlines()))
            command = None
        else:
            yield from [command] if command else []
            command = Command(line)
    yield from [command] if command else []


def follow(page: str, folder: Path) -> list[Done]:
    """Do what the page says, in `folder`; each command must print what the page shows."""
    place, done = folder, []
    path = f"{SCRIPT.parent}:{environment()['PATH']}"
    for step in steps(page):
        if isinstance(step, File):
            (place / step.name).write_text(step.text)
        elif step.line.startswith("cd "):
            place = (place / step.line[3:]).resolve(strict=True)
        else:
            ended = spawn(["bash", "-c", step.line], place, {"PATH": path})
            assert ended.code == step.code
            printed = {_lasting(line) for line in ended.text.splitlines()}
            missing = [
                line for line in step.shown if _lasting(line) not in printed | {"..."}
            ]
            assert not missing
            done.append(ended)
    return done


def _lasting(line: str) -> str:
    """Return a line without times, sizes and the width of columns."""
    return " ".join(_MEASURED.sub("N", line).split())
