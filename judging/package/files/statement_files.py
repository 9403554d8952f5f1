"""Find the files of a package's statements, in any format, and check their encoding."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from judging.core.diagnostics import Diagnostic, warning
from judging.core.problem import Paths
from judging.package.files.sources import readable_files
from judging.package.yaml.syntax_faults import not_utf8

# Both names in every format: a legacy package may carry a newer statement, and the
# reverse.
_FOLDERS = ("statement", "problem_statement")
# `statement.tex` or `statement.en.tex` of the native format.
_NATIVE_NAME = re.compile(r"^statement(?=[.])")
_SOURCES = (".tex", ".md", ".typ")
# Statements have some KiB, and every load of a package reads them.
_MOST_BYTES = 2**20


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


def encoding_fault(source: Path, paths: Paths) -> Diagnostic | None:
    """Return a warning for the source of a statement that is not UTF-8, else None."""
    if source.suffix not in _SOURCES:
        return None
    try:
        with source.open("rb") as file:
            content = file.read(_MOST_BYTES)
    except OSError as failure:
        # No verdict depends on a statement.
        reason = f"cannot be read: {failure.strerror}"
        return warning(reason, paths.relative_path(source))
    # A character that the limit cuts in two is no fault.
    is_whole = len(content) < _MOST_BYTES
    try:
        codecs.utf_8_decode(content, "strict", is_whole)
    except UnicodeDecodeError as failure:
        fault = not_utf8(content, failure)
        return warning(fault.message, paths.relative_path(source), fault.line)
    return None
