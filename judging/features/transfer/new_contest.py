"""`judge new --contest`: new packages in a folder, and the list that names them."""

import contextlib
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from string import ascii_uppercase

from judging.core.diagnostics import Diagnostic
from judging.core.errors import PackageError, UsageError
from judging.features.transfer.filesystem import new_folder, read_file, write_file
from judging.features.transfer.scaffold import DEFAULT_LAYOUT, check_plan, create_package
from judging.files import Below, remove_tree
from judging.package import is_package
from judging.package.files.layout import CONTEST_FILES
from judging.package.yaml import documents
from judging.package.yaml.inserting import append_item
from judging.values import Value

DEFAULT_COUNT = 8  # of the packages in a new contest
_HEAD = (
    "# The problems in their order; id is the folder. DOMjudge and BAPCtools read this "
    "file too.\n"
)


class NewProblem(Value):
    """A package of a contest that is to be created.

    name: of its folder.
    kind: its type, one of `scaffold.TYPES`.
    label: its letter, or "" in a contest whose problems have none.
    layout: the names of its folders, one of `scaffold.LAYOUTS`.
    """

    name: str
    kind: str
    label: str = ""
    layout: str = DEFAULT_LAYOUT


class _ContestList(Value):
    """The list of a contest's problems, as it is.

    file: its name in the contest's folder.
    content: its text; b"" if it is not written yet.
    items: what it lists.
    """

    file: str
    content: bytes
    items: Sequence[object]

    @property
    def labels(self) -> dict[str, str]:
        """The label of each listed folder; "" without one."""
        found = {}
        for item in self.items:
            if isinstance(item, dict):
                label = item.get("label", item.get("letter"))
                name = item.get("id", item.get("short-name"))
                found[str(name)] = "" if label is None else str(label)
            else:
                found[str(item)] = ""
        return found


# What a new contest begins with.
_NEW_LIST = _ContestList(CONTEST_FILES[0], _HEAD.encode(), [])


def plan_problems(
    folder: Path,
    names: Sequence[str],
    count: int | None,
    kinds: Sequence[str],
    layout: str = DEFAULT_LAYOUT,
) -> list[NewProblem]:
    """Return the problems that `judge new --contest` adds to the contest in `folder`,
    which may not exist yet.

    names: of the packages; without one, they are called after their labels.
    count: how many packages; None: as many as there are names, or types, or
        `DEFAULT_COUNT`.
    kinds: one type for each package, or one for all.
    layout: the names of the packages' folders.

    Raises UsageError if these contradict each other or the contest, PackageError if its
    list cannot be read.
    """
    if is_package(folder):
        raise UsageError(f"--contest {folder}: is a single package: name a contest")
    contest = _read_list(folder)
    number = _number_of_problems(folder, contest, names, count, kinds)
    every_kind = list(kinds) * number if len(kinds) == 1 else kinds
    listed = (contest or _NEW_LIST).labels
    # A problem that is listed already and has no folder yet keeps its label.
    waiting = [name for name in names if name in listed]
    labels = _next_labels(listed.values(), number - len(waiting))
    every_name = names or [f"problem{label.lower()}" for label in labels]
    _check_names(folder, every_name)
    next_label = iter(labels)
    labelled = _has_labels(folder, contest)
    problems = []
    for name, kind in zip(every_name, every_kind, strict=True):
        check_plan(name, kind, layout)
        label = listed[name] if name in listed else next(next_label)
        if not labelled:
            label = ""
        problems.append(NewProblem(name, kind, label, layout))
    return problems


def _has_labels(folder: Path, contest: _ContestList | None) -> bool:
    """Return whether problems of the contest have labels; those of a new one have."""
    if contest is None:
        return not _has_packages(folder)
    return not contest.items or any(contest.labels.values())


def _number_of_problems(
    folder: Path,
    contest: _ContestList | None,
    names: Sequence[str],
    count: int | None,
    kinds: Sequence[str],
) -> int:
    most = len(ascii_uppercase)
    if names and count is not None:
        raise UsageError("-n counts packages without a name: give names or -n, not both")
    if count is not None and not 1 <= count <= most:
        raise UsageError(f"-n {count}: expected 1 to {most} problems")
    if not names and count is None and len(kinds) == 1 and contest is not None:
        raise UsageError(
            f"{folder} is a contest already ({contest.file}): name the package to add, "
            f"as in `judge new --contest {folder} NAME`, or give -n"
        )
    if count is not None:
        number = count
    elif names or len(kinds) > 1:
        number = len(names) or len(kinds)
    else:
        number = DEFAULT_COUNT
    if len(kinds) not in (1, number):
        raise UsageError(differing_types(len(kinds), number))
    return number


def differing_types(types: int, packages: int) -> str:
    return (
        f"--type names {types} types, but the number of packages is {packages}: "
        "name one type for each package, or one for all"
    )


def _next_labels(used: Collection[str], number: int) -> list[str]:
    """Return the letters, or in a contest of numbers the numbers, after the last one."""
    if used and all(label.isdecimal() for label in used):
        last_number = max(map(int, used))
        return [str(last_number + 1 + index) for index in range(number)]
    letters = [label for label in used if len(label) == 1 and label in ascii_uppercase]
    last = max(letters, default="")
    free = ascii_uppercase[ascii_uppercase.find(last) + 1 :] if last else ascii_uppercase
    if number > len(free):
        raise UsageError(
            f"{number} new packages need labels, and after {last} there are "
            f"{len(free)}: write the list by hand"
        )
    return list(free[:number])


def _check_names(folder: Path, names: Sequence[str]) -> None:
    for name in names:
        if list(names).count(name) > 1:
            raise UsageError(f"{name} is named twice: packages need different names")
        if os.path.lexists(folder / name):
            raise UsageError(f"{folder / name} exists already: name a new package")


def create_in_contest(folder: Path, problems: Sequence[NewProblem]) -> str | None:
    """Write the packages to `folder` and list them there; return the name of the list.

    None: the folder has packages and no list, so its packages are taken in order of
    their folders. Raises UsageError if the folder has other files and no package.
    Whatever goes wrong, nothing is left behind.
    """
    contest = _read_list(folder)
    if contest is None and not _has_packages(folder):
        with new_folder(folder) as place:
            _create(folder, problems)
            write_file(place / _NEW_LIST.file, _with_problems(_NEW_LIST, problems))
        return _NEW_LIST.file
    with _removed_on_failure([folder / problem.name for problem in problems]):
        if contest is None:
            _create(folder, problems)
            return None
        list_file = Below(folder) / contest.file
        list_file.check()
        listed = _with_problems(contest, problems)
        _create(folder, problems)
        write_file(list_file, listed)
        return contest.file


def _has_packages(folder: Path) -> bool:
    return folder.is_dir() and any(is_package(inner) for inner in folder.iterdir())


def _create(folder: Path, problems: Sequence[NewProblem]) -> None:
    for problem in problems:
        create_package(folder / problem.name, problem.name, problem.kind, problem.layout)


def _with_problems(contest: _ContestList, problems: Sequence[NewProblem]) -> bytes:
    """Return the text of the list with the problems that it does not name yet."""
    content = contest.content
    for problem in problems:
        if problem.name in contest.labels:
            continue
        item: dict[str, str] | str = problem.name
        if problem.label:
            item = {"id": problem.name, "label": problem.label}
        content = append_item(content, contest.file, "problems", item)
    return content


@contextlib.contextmanager
def _removed_on_failure(folders: Collection[Path]) -> Iterator[None]:
    """Remove the folders, which do not exist yet, if the block raises."""
    try:
        yield
    except BaseException:
        for folder in folders:
            if folder.exists():
                remove_tree(folder)
        raise


def _read_list(folder: Path) -> _ContestList | None:
    """Return the list of the contest in `folder`; None if it has none.

    As in `contest_folder.read`, the first file with a list counts. Raises PackageError if
    one cannot be read.
    """
    empty: _ContestList | None = None
    for file in CONTEST_FILES:
        if not (folder / file).is_file():
            continue
        faults: list[Diagnostic] = []
        content = read_file(folder / file)
        document = documents.parse(
            content, file, faults.append, listed="problems", empty=True
        )
        if document is None:
            raise PackageError(faults)
        items = document.data.get("problems")
        if isinstance(items, list):
            return _ContestList(file, content, items)
        if empty is None and not document.data:
            empty = _ContestList(file, content, [])
    return empty
