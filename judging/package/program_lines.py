"""Programs as lines of JSON in one file: what `judge grade` judges.

Such a file may hold more than fits into memory. So it is read twice: once to check every
line, and again, some lines at a time, when its programs are judged.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judging.core.diagnostics import did_you_mean
from judging.core.errors import NothingToJudge, UsageError
from judging.core.problem import Source, Submission
from judging.languages import is_source, languages, source_name
from judging.package import find_root
from judging.values import Value

# One wrong export of a dataset makes a fault of every line.
_MOST_FAULTS = 5
# A plain name: a source is written into a folder of its own.
_FILE_NAME = re.compile(r"\w[\w.+-]{0,200}")


class ProgramLine(Value):
    """A line that is sound, without its program.

    number: of the line in the file, from 1.
    offset: where the line begins, in bytes.
    package: as the line states it, "" if it does not.
    root: the folder of the package.
    """

    number: int
    offset: int
    package: str
    root: Path


class Program(Value):
    """A program to grade. `id` is what the line calls it, if it does."""

    line: ProgramLine
    id: str | int | None
    submission: Submission


class _Fault(ValueError):
    """What is wrong with a line, and what was expected."""


def check_lines(file: Path, problem: Path | None) -> list[ProgramLine]:
    """Return the lines of a file that have a program; each is checked.

    problem: the package of lines that state none. A package that a line states is
        relative to the folder of the file.

    Raise UsageError for faulty lines, with the first ones, and NothingToJudge if no line
    has a program.
    """
    if file.exists() and not (file.is_file() or file.is_dir()):
        raise UsageError(f"{file}: expected a regular file, because it is read twice")
    found = []
    faults = []
    packages = _Packages(file, problem)
    for number, offset, line in _filled_lines(file):
        try:
            package = _text(_checked(line), "package", default="")
            root = packages.root(package)
        except _Fault as fault:
            faults.append(f"{file}:{number}: {fault}")
        else:
            found.append(ProgramLine(number, offset, package, root))
    if faults:
        raise UsageError("\n".join(_first(faults)))
    if not found:
        raise NothingToJudge(f"{file}: no line has a program")
    return found


def read_programs(file: Path, lines: Iterable[ProgramLine]) -> Iterator[Program]:
    """Read the programs of lines that were checked."""
    with file.open("rb") as content:
        for line in lines:
            content.seek(line.offset)
            try:
                value = _checked(content.readline())
            except _Fault as fault:
                message = f"{file}:{line.number}: changed while it was read: {fault}"
                raise UsageError(message) from fault
            yield Program(line, _id(value), _submission(file, line, value))


def _filled_lines(file: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield each line that is not blank: its number, where it begins, and the line."""
    offset = 0
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, offset, line
                offset += len(line)
    except OSError as failure:
        raise UsageError(f"{file}: cannot be read: {failure.strerror}") from failure


def _first(faults: list[str]) -> list[str]:
    shown = faults[:_MOST_FAULTS]
    if len(faults) > len(shown):
        shown.append(f"{len(faults) - len(shown):,} more lines have faults")
    return shown


@dataclass(slots=True)
class _Packages:
    """Finds the packages that lines state, each once."""

    file: Path
    problem: Path | None
    _known: dict[str, Path] = field(default_factory=dict)

    def root(self, package: str) -> Path:
        if package not in self._known:
            self._known[package] = self._found(package)
        return self._known[package]

    def _found(self, package: str) -> Path:
        if package:
            folder = self.file.parent / package
        elif self.problem is not None:
            folder = self.problem
        else:
            raise _Fault("no package: expected the key 'package', or --problem DIR")
        # Not a folder above it: that would be another problem than the line means.
        root = find_root(folder)
        if root != Path(os.path.abspath(folder)):
            raise _Fault(f"package: no problem package in {folder}")
        return root


def _checked(line: bytes) -> Mapping[str, object]:
    """Return the object of a line in which all keys that are read are sound."""
    try:
        value = json.loads(line)
    except ValueError as fault:
        raise _Fault(f"not JSON: {fault}") from None
    except RecursionError:
        raise _Fault("not JSON that can be read: it is nested too deeply") from None
    if not isinstance(value, dict):
        raise _Fault('expected an object: {"package": ..., "source": ...}')
    _check_source(value)
    _check_name(value)
    given = value.get("id")
    if given is not None and (
        isinstance(given, bool) or not isinstance(given, str | int)
    ):
        raise _Fault("id: expected a text or a whole number")
    return value


def _check_source(value: Mapping[str, object]) -> None:
    source = _text(value, "source")
    try:
        source.encode()
    except UnicodeEncodeError:
        raise _Fault("source: half of a surrogate pair, which no file holds") from None


def _check_name(value: Mapping[str, object]) -> None:
    """Raise _Fault unless the language or the file name says how to build the program."""
    language = _text(value, "language", default="")
    name = _text(value, "file", default="")
    known = [id for id, entry in languages().items() if entry.submissions]
    if language and language not in known:
        hint = did_you_mean(language, known) or f"; known: {', '.join(known)}"
        raise _Fault(f"language: unknown '{language}'{hint}")
    if name and not _FILE_NAME.fullmatch(name):
        raise _Fault(f"file: expected a name without a folder, found '{name}'")
    if not language and not name:
        raise _Fault("no language: expected the key 'language' or 'file'")
    if not language and not is_source(Path(name)):
        raise _Fault(f"file: no known language for '{name}'; state 'language'")


def _text(value: Mapping[str, object], key: str, default: str | None = None) -> str:
    found = value.get(key)
    if found is None:
        if default is None:
            raise _Fault(f"no {key}: expected a text")
        return default
    if not isinstance(found, str):
        raise _Fault(f"{key}: expected a text, found {json.dumps(found)[:40]}")
    return found


def _id(value: Mapping[str, object]) -> str | int | None:
    found = value.get("id")
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, str | int):
        raise _Fault("id: expected a text or a whole number")
    return found


def _submission(
    file: Path, line: ProgramLine, value: Mapping[str, object]
) -> Submission:
    """Return the program of a sound line, named by its place in the file."""
    source = _text(value, "source")
    stated = _text(value, "language", default="") or None
    name = _text(value, "file", default="")
    if not name:
        assert stated is not None
        name = source_name(languages()[stated], source)
    files = ((name, source.encode()),)
    return Submission(Source(f"{file.name}:{line.number}", files, stated), None)
