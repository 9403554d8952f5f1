"""Read a problem's name from its statements, and check their languages and encoding."""

import os
import re
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, warning
from judging.core.problem import Paths
from judging.package.files.statement_files import encoding_fault
from judging.package.yaml.documents import Document

# The comment is for names that LaTeX cannot print as plain text.
_NAMES = (
    re.compile(r"^%%\s*plainproblemname:\s*(.+)", re.MULTILINE),
    re.compile(r"\\problemname\{((?:[^{}]|\{[^{}]*\})+)\}"),
)
_MOST_BYTES = 2**20  # the name stands at the head of a statement


def name(paths: Paths, pattern: str) -> str | None:
    """Return the problem's name from a LaTeX statement, an English one if possible.

    `pattern` is the glob of the statements. Source: legacy, "Problem statements".
    """
    statements = sorted(paths.root.glob(pattern), key=_english_first)
    for path in statements:
        if path.suffix != ".tex" or not _lies_in_package(path, paths):
            continue
        if not os.access(path, os.R_OK):
            continue  # `check_encoding` names it
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
        for expression in _NAMES:
            match = expression.search(text)
            if match and match[1].strip():
                return match[1].strip()
    return None


def _lies_in_package(path: Path, paths: Paths) -> bool:
    """Return True for a file of the package. A link out of it is not read; one that is
    broken, or leads back to itself, is no file."""
    return path.is_file() and path.resolve().is_relative_to(paths.root)


def _english_first(path: Path) -> tuple[bool, str]:
    return ".en." not in path.name, path.name


def check_encoding(paths: Paths, pattern: str, report: DiagnosticSink) -> None:
    """Warn of statements that are not UTF-8: they would be printed with wrong letters."""
    for path in sorted(paths.root.glob(pattern)):
        if not _lies_in_package(path, paths):
            continue
        fault = encoding_fault(path, paths)
        if fault is not None:
            report(fault)


def check_languages(
    paths: Paths, pattern: str, document: Document, report: DiagnosticSink
) -> None:
    """Warn if the languages of `name` and of the statements differ.

    Source: 2025-09, "Problem name": the two sets must match.
    """
    names = document.data.get("name")
    written = {}
    for path in sorted(paths.root.glob(pattern)):
        parts = path.name.split(".")
        # `problem.en.tex`; `problem.tex` has no language.
        if len(parts) == 3:
            written[parts[1]] = path
    if not isinstance(names, dict) or not written:
        return
    for language in names:
        if language not in written:
            place = document.location(("name", language))
            report(place.warning(f"no statement in '{language}'"))
    for language, path in written.items():
        if language not in names:
            message = f"no name in '{language}' in {document.file}"
            report(warning(message, paths.relative_path(path)))
