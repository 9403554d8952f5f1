"""Find the files of a package's statements, in any format."""

import re
from collections.abc import Iterator
from pathlib import Path

from judging.core.problem import Paths
from judging.package.files.sources import readable_files

# Both names in every format: a legacy package may carry a newer statement, and the
# reverse.
_FOLDERS = ("statement", "problem_statement")
# `statement.tex` or `statement.en.tex` of the native format.
_NATIVE_NAME = re.compile(r"^statement(?=[.])")


def statement_files(paths: Paths) -> Iterator[tuple[Path, str]]:
    """Yield every file of the statements, and its path beside `problem.*`."""
    statement_folder = paths.config.parent
    if statement_folder == paths.root:
        for folder in _FOLDERS:
            for inner, source in readable_files(paths.root / folder, paths):
                yield source, inner
        return
    # The native format keeps the statement beside problem.yaml and the data folder.
    for inner, source in readable_files(statement_folder, paths):
        if source == paths.config or source.is_relative_to(paths.data):
            continue
        yield source, _NATIVE_NAME.sub("problem", inner)
