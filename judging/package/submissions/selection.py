"""Select the submissions that a command line names: in the package, or outside of it."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from judging.core.diagnostics import did_you_mean
from judging.core.errors import NothingToJudge, UsageError
from judging.core.expectations import FOLDERS
from judging.core.problem import Problem, Source, Submission
from judging.languages import is_source
from judging.package.files.layout import hidden, visible_files
from judging.package.files.sources import NOT_PROGRAMS


def select(problem: Problem, paths: Sequence[Path]) -> tuple[Submission, ...]:
    """Return the submissions that `paths` name, each once, sorted by path; all without paths.

    A path is relative to the working directory or else to the package root. It names the package,
    its submissions folder, an expectation folder or a submission; `outside_submissions` reads
    other paths. Raise UsageError for a path that does not exist or is no submission, and
    NothingToJudge if no submission is left.
    """
    chosen = [s for path in paths for s in _selected(problem, path)]
    found = {s.path: s for s in (chosen if paths else problem.submissions)}
    if not found:
        named = ", ".join(map(str, paths)) or problem.paths.relative_path(
            problem.paths.submissions
        )
        raise NothingToJudge(f"no submission in {named}")
    return tuple(found[name] for name in sorted(found))


def outside_submissions(paths: Sequence[Path]) -> tuple[Submission, ...]:
    """Return programs outside any package as submissions without expectation, named as given.

    A file is a submission. So is each entry of an expectation folder, and each file at any depth
    of another folder. In folders, only files in a known language count. Raise UsageError for a path
    that does not exist.
    """
    found: list[Submission] = []
    for path in paths:
        if not path.exists():
            raise UsageError(f"no such file or folder: {path}")
        for place in _programs(path) if path.is_dir() else [path]:
            folder = place if place.is_dir() else place.parent
            inside = visible_files(place) if place.is_dir() else [place]
            files = tuple(
                (file.relative_to(folder).as_posix(), file.absolute()) for file in inside
            )
            if files:
                found.append(Submission(Source(str(place), files), None))
    return tuple(found)


def _selected(problem: Problem, path: Path) -> list[Submission]:
    place = _located(problem, path)
    folder = problem.paths.submissions
    if place == problem.paths.root:
        return list(problem.submissions)
    if not place.is_relative_to(folder):
        found = outside_submissions([path if path.exists() else place])
        return [
            replace(s, source=replace(s.source, include=problem.include)) for s in found
        ]
    name = problem.paths.relative_path(place)
    inside = [s for s in problem.submissions if Path(s.path).is_relative_to(name)]
    around = [s.path for s in problem.submissions if Path(name).is_relative_to(s.path)]
    if not inside and around:
        raise UsageError(
            f"{path} is part of the submission {around[0]}: name the submission"
        )
    if not inside and not place.is_dir():
        raise UsageError(f"{path} is not a submission")
    return inside


def _located(problem: Problem, path: Path) -> Path:
    for base in (Path.cwd(), problem.paths.root):
        place = Path(os.path.normpath(base / path))
        # Resolve the parent, as for the package root; a linked submission keeps its name.
        place = place.parent.resolve() / place.name if place.name else place
        if place.exists():
            return place
    names = [submission.path for submission in problem.submissions]
    tails = {name.rpartition("/")[2]: name for name in names}
    hint = did_you_mean(str(path), names) or did_you_mean(path.name, tails)
    raise UsageError(f"no such file or folder: {path}{hint}")


def _programs(folder: Path) -> list[Path]:
    entries = sorted(e for e in folder.iterdir() if not hidden(e.name))
    entries = [e for e in entries if e.name not in NOT_PROGRAMS]
    if folder.resolve().name in FOLDERS:
        return [e for e in entries if e.is_dir() or is_source(e)]
    found: list[Path] = []
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            found += _programs(entry)
        elif entry.is_file() and is_source(entry):
            found.append(entry)
    return found
