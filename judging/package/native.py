"""The native format: a 2025-09 package with speaking folder names, MLE and OLE, and a manifest.

The one module that knows those folder names.
"""

from __future__ import annotations

from pathlib import Path

from judging.core.problem import Problem
from judging.package import package
from judging.package.files.layout import Layout
from judging.package.files.sources import is_named
from judging.package.groups import testdata
from judging.package.package import Dialect
from judging.package.problem_yaml import config
from judging.package.submissions import conventions

NAME = "native"
LAYOUT = Layout(
    config="problem/problem.yaml",
    statement="problem/statement.*",
    data="problem/data",
    submissions="solutions",
    input_validators="validators",
    output_validator="checker",
)
_DIALECT = Dialect(NAME, LAYOUT, conventions.NATIVE, config.read_native, testdata.CURRENT)


def matches(directory: Path) -> bool:
    """True when `directory` holds `problem/problem.yaml` and that is no Kattis package itself."""
    config = directory / LAYOUT.config
    return is_named(config) and not (config.parent / "submissions").is_dir()


def load(directory: Path) -> Problem:
    """The package at `directory`. Raises PackageError where it cannot be read."""
    return package.load(directory, _DIALECT)
