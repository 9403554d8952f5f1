"""Package formats: load a directory as a `Problem`, with all faults of the package.

A format is a module with `NAME`, `matches(directory)` and `load(directory)`. To add one,
write the module and list it in `FORMATS`. Formats of the 2025-09 family share
`loading.load`.
"""

import os
import shlex
from pathlib import Path
from typing import Protocol

from judging.core.diagnostics import error, first_of
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.package import kattis, native
from judging.package.files.links import surroundings
from judging.package.submissions.selection import (
    outside_submissions as outside_submissions,
)
from judging.package.submissions.selection import select as select


class Format(Protocol):
    NAME: str

    def matches(self, directory: Path) -> bool:
        """Return True if `directory` looks like a package of this format."""

    def load(self, directory: Path, within: Path | None = None) -> Problem:
        """Load the package at `directory`; raise PackageError if it cannot be read.
        `within` is `links_within` of its `Paths`.
        """


# In order of precedence.
FORMATS: dict[str, Format] = {native.NAME: native, kattis.NAME: kattis}


def load(
    directory: Path, links_within: Path | None = None, contest: Path | None = None
) -> Problem:
    """Load the package at `directory`, in any format.

    Its `diagnostics` hold the faults. `links_within` and `contest` are as in
    `surroundings`. Raise PackageError if there is no package or if too little of it can
    be read.
    """
    for package_format in FORMATS.values():
        if package_format.matches(directory):
            within = surroundings(directory, links_within, contest)
            return package_format.load(directory, within)
    advice = "`judge new NAME` makes a package"
    below = _packages_below(directory)
    if below:
        advice = f"it has packages below: {first_of(below)}; name one of them"
    expected = f"expected it or {native.LAYOUT.config} in {directory}"
    message = f"no problem.yaml: {expected}; {advice}"
    if (directory / "problem.xml").is_file():
        command = f"judge import {shlex.quote(str(directory))} NEW"
        message = f"{directory} is a Polygon package: `{command}`"
    if (directory / "info.toml").is_file():
        command = f"judge import {shlex.quote(str(directory))} NEW"
        message = f"{directory} is a problem of Library Checker: `{command}`"
    raise PackageError([error(message)])


def _packages_below(directory: Path) -> list[str]:
    """Return the names of the folders directly below that are packages, sorted."""
    if not directory.is_dir():
        return []
    return sorted(path.name for path in directory.iterdir() if is_package(path))


def is_package(directory: Path) -> bool:
    return any(known.matches(directory) for known in FORMATS.values())


def find_root(path: Path) -> Path | None:
    """Return the nearest package folder at or above `path`, else None."""
    place = Path(os.path.abspath(path))
    return next(filter(is_package, (place, *place.parents)), None)
