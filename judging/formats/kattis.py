"""Kattis and ICPC packages, recognised here and not read yet by this version."""

from __future__ import annotations

from pathlib import Path

from judging.diagnostics import error
from judging.errors import PackageError
from judging.formats import native
from judging.formats.layout import KATTIS_2025_09
from judging.formats.sources import is_named
from judging.problem import Problem

NAME = "kattis"


def matches(directory: Path) -> bool:
    """True when `directory` has problem.yaml beside data/ or submissions/."""
    if not is_named(directory / KATTIS_2025_09.config):
        return False
    if (directory / KATTIS_2025_09.submissions).is_dir():
        return True
    # The problem folder of a native package looks alike.
    return (directory / KATTIS_2025_09.data).is_dir() and not native.matches(directory.parent)


def load(directory: Path) -> Problem:
    """Raises PackageError: this format is not read yet."""
    message = (
        f"{directory} is a Kattis or ICPC package: this format is not read yet by this version, "
        f"which reads packages with {native.LAYOUT.config}"
    )
    raise PackageError([error(message, KATTIS_2025_09.config)])
