"""The native format: 2025-09 with plain folder names, MLE and OLE, and a manifest.

No other module knows these folder names.
"""

from pathlib import Path

from judging.core.problem import Problem
from judging.package import loading
from judging.package.files.layout import Layout
from judging.package.files.sources import entry_exists
from judging.package.groups import data_folder
from judging.package.loading import Dialect
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
    manifest_in_data=True,
)
_DIALECT = Dialect(
    NAME, LAYOUT, conventions.NATIVE, config.read_native, data_folder.CURRENT
)


def matches(directory: Path) -> bool:
    """Return True for a folder with `problem/`, which is no Kattis package itself."""
    config = directory / LAYOUT.config
    # A Kattis package may lie in a folder called `problem`.
    return entry_exists(config) and not (config.parent / "submissions").is_dir()


def load(directory: Path, within: Path | None = None) -> Problem:
    return loading.load(
        directory, LAYOUT.config, lambda document: _DIALECT, within, foreign=False
    )
