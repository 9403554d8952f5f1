"""What every export takes from a package: its files, its statements and its output validator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judging.core.diagnostics import Diagnostic
from judging.core.problem import Paths, Problem, Source
from judging.core.templates import substitute_bytes
from judging.package.files.sources import PackageFiles
from judging.transfer.filesystem import read_file
from judging.transfer.new_package import NewPackage

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".eps")
_STATEMENT_FOLDERS = ("statement", "problem_statement")
_STATEMENT_TEXTS = (".tex", ".md", ".html", ".txt")


def files_below(folder: Path, paths: Paths) -> Iterator[Path]:
    """Yield every file below `folder` that a package may hold."""
    # Only a package that loaded without errors is written: there is nothing left to report.
    ignored: list[Diagnostic] = []
    return PackageFiles(paths, ignored.append).files_under(folder)


def read_filled(path: Path, constants: Mapping[str, str]) -> bytes:
    """Return the content of a file with the package's constants replaced by their values."""
    return substitute_bytes(read_file(path), constants)


def fill_constants(path: Path, constants: Mapping[str, str]) -> bytes | Path:
    """Return what `read_filled` does, or `path` itself if no constant occurs in the file."""
    content = read_file(path)
    filled = substitute_bytes(content, constants)
    return path if filled == content else filled


def statement_files(paths: Paths) -> Iterator[tuple[Path, str]]:
    """Yield every file of the statements with the path it has next to a statement `problem.*`."""
    if paths.config.parent != paths.root:
        for source in files_below(paths.config.parent, paths):
            if source != paths.config and not source.is_relative_to(paths.data):
                inner = source.relative_to(paths.config.parent).as_posix()
                yield source, re.sub(r"^statement(?=[.])", "problem", inner)
        return
    for folder in _STATEMENT_FOLDERS:
        for source in files_below(paths.root / folder, paths):
            yield source, source.relative_to(paths.root / folder).as_posix()


def statement_content(problem: Problem, source: Path) -> bytes | Path:
    """Return a file of the statements, the constants of a text replaced."""
    text = source.suffix in _STATEMENT_TEXTS
    return fill_constants(source, problem.constants) if text else source


def report_missing_tests(problem: Problem, new: NewPackage) -> None:
    """Report the tests whose files are not in the package."""
    data = problem.paths.relative_path(problem.paths.data)
    tests = (*problem.testcases, *problem.invalid_inputs)
    for test in (*tests, *problem.invalid_outputs, *problem.valid_outputs):
        needs_answer = test not in problem.invalid_inputs
        if test.input is None or (needs_answer and test.answer is None):
            why = "no files yet: run `judge generate`, then export again"
            new.ask_to_fix(f"{data}/{test.name}", why)


def single_output_validator(problem: Problem, system: str, new: NewPackage) -> Source:
    """Return the first output validator and report the others; there must be one."""
    first, *others = problem.output_validators
    for other in others:
        new.drop(other.name, f"{system} has one output validator: {first.name} is kept")
    return first
