"""What `judge generate` says about the data that generators.yaml describes."""

from __future__ import annotations

from dataclasses import dataclass

from judging.core.diagnostics import first_of
from judging.package.groups.manifest import Difference
from judging.reports.wording import counted


@dataclass(frozen=True, slots=True)
class WrongFile:
    """A file that `judge generate` would write, and how it differs from its `source`, which is
    generators.yaml or the manifest, or empty."""

    path: str
    difference: Difference
    source: str


@dataclass(frozen=True, slots=True)
class DataCheck:
    """How the data in `folder` compares with generators.yaml, which describes `total` files.

    `handmade` are the tests that generators.yaml does not describe; `pinned`: the package has a
    manifest.
    """

    folder: str
    total: int
    wrong: tuple[WrongFile, ...]
    handmade: tuple[str, ...]
    pinned: bool


def render_check(check: DataCheck) -> str:
    """Return one line for each wrong file, one for all handmade tests, and the conclusion."""
    lines = [f"{wrong.path}: {_words(wrong)}" for wrong in check.wrong]
    if check.handmade:
        message = "no recipe in generators.yaml; the existing file is used"
        lines.append(f"{check.folder}: {message}: {first_of(check.handmade)}")
    if check.wrong:
        lines.append("run `judge generate` to write these files")
    else:
        pinned = ", all as recorded in the manifest" if check.pinned else ""
        lines.append(f"{counted(check.total, 'file')} up to date{pinned}")
    return "\n".join(lines) + "\n"


def render_written(total: int, written: int) -> str:
    """Return the last line after files were written."""
    return f"{counted(total, 'file')} up to date, {written} just written\n"


def _words(wrong: WrongFile) -> str:
    if wrong.difference is Difference.MISSING:
        return f"missing, but in {wrong.source}" if wrong.source else "missing"
    if wrong.difference is Difference.EXTRA:
        return f"not in {wrong.source}"
    return f"differs from {wrong.source}"
