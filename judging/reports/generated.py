"""What `judge generate` says about the data that generators.yaml describes."""

from dataclasses import dataclass

from judging.core.diagnostics import first_of
from judging.package.groups.manifest import Difference
from judging.reports.wording import counted


@dataclass(frozen=True, slots=True)
class DataCheck:
    """How the data in `folder` compares with generators.yaml, which describes `total` files.

    wrong: how each file differs that does, from `difference_in_words`.
    handmade: the tests that generators.yaml does not describe.
    pinned: the package has a manifest.
    """

    folder: str
    total: int
    wrong: tuple[str, ...]
    handmade: tuple[str, ...]
    pinned: bool


def render_check(check: DataCheck) -> str:
    """Return one line for each wrong file, one for all handmade tests, and the conclusion."""
    lines = list(check.wrong)
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


def difference_in_words(path: str, difference: Difference, source: str) -> str:
    """Return how a file differs from its `source`: generators.yaml or the manifest, or empty."""
    if difference is Difference.MISSING:
        return f"{path}: missing, but in {source}" if source else f"{path}: missing"
    if difference is Difference.EXTRA:
        return f"{path}: not in {source}"
    return f"{path}: differs from {source}"
