"""Select the submissions that a command line names: in the package, or outside of it."""

import os
from collections.abc import Sequence
from pathlib import Path

from judging.core.diagnostics import closest, did_you_mean
from judging.core.errors import NothingToJudge, UsageError
from judging.core.expectations import FOLDERS
from judging.core.problem import Problem, Source, Submission
from judging.languages import is_output_folder, is_source, leftovers_of
from judging.package.files.layout import hidden, visible_files
from judging.package.files.sources import NOT_PROGRAMS
from judging.values import replace


def select(problem: Problem, paths: Sequence[Path]) -> tuple[Submission, ...]:
    """Return the submissions that `paths` name, or all without paths; sorted by path.

    A path is relative to the working directory or else to the package root. It names the
    package, its submissions folder, an expectation folder or a submission;
    `outside_submissions` reads other paths. Raise UsageError for a path that does not
    exist or is no submission, and NothingToJudge if no submission is left.
    """
    found: dict[str, Submission] = {}
    if not paths:
        found = {submission.path: submission for submission in problem.submissions}
    for path in paths:
        for submission in _selected(problem, path):
            found[submission.path] = submission
    if not found:
        named = ", ".join(map(str, paths))
        if not named:
            named = problem.paths.relative_path(problem.paths.submissions)
        raise NothingToJudge(f"no submission in {named}")
    return tuple(found[name] for name in sorted(found))


def outside_submissions(paths: Sequence[Path]) -> tuple[Submission, ...]:
    """Return programs outside any package as submissions without expectation.

    Each is named by its path as given. A file is a submission. So is each entry of an
    expectation folder, and each file at any depth of another folder. In folders, only
    files in a known language count. Raise UsageError for a path that does not exist.
    """
    found: list[Submission] = []
    for path in paths:
        if not path.exists():
            raise UsageError(f"no such file or folder: {path}")
        places = [path]
        if path.is_dir():
            places = _programs(path)
        for place in places:
            files = _files_of(place)
            if files:
                found.append(Submission(Source(str(place), files), None))
    return tuple(found)


def _files_of(place: Path) -> tuple[tuple[str, Path], ...]:
    """Return the files of the program at `place`, a file or a folder, as in `Source`."""
    if not place.is_dir():
        return ((place.name, place.absolute()),)
    files = _files_below(place)
    try:
        left = leftovers_of(files)
    except OSError:
        left = {}  # whoever builds it says that it cannot be read
    return tuple((name, file) for name, file in files if name not in left)


def _files_below(folder: Path) -> list[tuple[str, Path]]:
    found = []
    for file in visible_files(folder):
        found.append((file.relative_to(folder).as_posix(), file.absolute()))
    return found


def _is_output(folder: Path) -> bool:
    """Return True for a folder that a compiler wrote among the submissions."""
    try:
        return is_output_folder(folder.name, _files_below(folder))
    except OSError:
        return False  # whoever builds it says that it cannot be read


def _selected(problem: Problem, path: Path) -> list[Submission]:
    place = _located(problem, path)
    if place == problem.paths.root:
        return list(problem.submissions)
    if not place.is_relative_to(problem.paths.submissions):
        return _from_outside(problem, path if path.exists() else place)
    name = problem.paths.relative_path(place)
    inside = [s for s in problem.submissions if Path(s.path).is_relative_to(name)]
    if inside:
        return inside
    around = [s.path for s in problem.submissions if Path(name).is_relative_to(s.path)]
    if around:
        submission = around[0]
        raise UsageError(
            f"{path} is part of the submission {submission}: name the submission"
        )
    if not place.is_dir():
        raise UsageError(f"{path} is not a submission")
    return []


def _from_outside(problem: Problem, path: Path) -> list[Submission]:
    """Return the programs at `path`, with the package's files for submissions."""
    found = []
    for submission in outside_submissions([path]):
        source = replace(
            submission.source,
            include=problem.include,
            first_is_main=problem.first_is_main,
        )
        found.append(replace(submission, source=source))
    return found


def _located(problem: Problem, path: Path) -> Path:
    """Return the file or folder that `path` names. Raise UsageError if there is none."""
    for base in (Path.cwd(), problem.paths.root):
        place = Path(os.path.normpath(base / path))
        # Resolve the parent, as for the package root; a linked submission keeps its
        # name.
        if place.name:
            place = place.parent.resolve() / place.name
        if place.exists():
            return place
    names = [submission.path for submission in problem.submissions]
    tails = {name.rpartition("/")[2]: name for name in names}
    hint = did_you_mean(str(path), names)
    close = closest(path.name, tails)
    if close and not hint:
        hint = f"; did you mean '{tails[close]}'?"
    raise UsageError(f"no such file or folder: {path}{hint}")


def _programs(folder: Path) -> list[Path]:
    """Return the programs in a folder outside the package."""
    # By the real name, so that `.` works in an expectation folder.
    is_expectation_folder = folder.resolve().name in FOLDERS
    found: list[Path] = []
    for entry in sorted(folder.iterdir()):
        if hidden(entry.name) or entry.name in NOT_PROGRAMS:
            continue
        if is_expectation_folder:
            if is_source(entry) or (entry.is_dir() and not _is_output(entry)):
                found.append(entry)
        elif entry.is_dir() and not entry.is_symlink():
            found += _programs(entry)
        elif entry.is_file() and is_source(entry):
            found.append(entry)
    return found
