"""Add a test to a package: to its generators.yaml or, without one, to its data."""

from collections.abc import Mapping
from pathlib import Path

from judging.core.errors import PackageError, UsageError
from judging.core.problem import Paths, Problem
from judging.files import below
from judging.package.files.sources import FILE_NAME
from judging.package.yaml.inserting import insert_test

# Longer inputs get a file of their own, so that generators.yaml stays readable.
_INLINE_BYTES = 400
_GROUP = "secret"


def place_of(
    problem: Problem, name: str, option: str = "--save", group: str | None = None
) -> tuple[str, ...]:
    """Return the folders and name of a new test.

    It goes to the `group` or, without one, to `secret`; if the groups in `secret` give
    points, to the only one of them.

    Raise UsageError, which names the `option`, for a name that is taken or that no test
    may have, for an unknown group, and if there are several groups to choose from. Raise
    PackageError if a link is where the test is to be written.
    """
    place = tuple(name.removesuffix(".in").split("/"))
    has_folders = len(place) > 1 and place[0] in ("sample", _GROUP)
    if group is not None:
        if has_folders:
            both = f"{option} {name} names a folder, and so does --group {group}"
            raise UsageError(f"{both}: use one of them")
        place = (*_group_folders(problem, group), *place)
    elif not has_folders:
        place = (_GROUP, *place)
    if not all(FILE_NAME.fullmatch(part) for part in place):
        fault = "cannot be the name of a test; use letters, digits and _ . - only"
        raise UsageError(f"{option} {name}: {fault}")
    place = _in_scored_group(problem, place, option)
    test = "/".join(place)
    taken = {case.name for case in problem.testcases}
    # `add_test` may write this file.
    copied = problem.paths.generators / f"{place[-1]}.in"
    if test in taken or copied.exists():
        raise UsageError(f"{option} {name}: the test {test} exists already")
    for path in (
        problem.paths.generators_yaml,
        copied,
        *_data_files(problem.paths, place),
    ):
        below(problem.paths.root, path).check()
    return place


def scored_groups(problem: Problem) -> list[str]:
    """Return the groups in `secret` of a scoring problem, where its tests belong.

    A test beside them counts for no points (2025-09) or changes the full score (legacy).
    """
    return _groups_in_secret(problem) if problem.scoring else []


def _groups_in_secret(problem: Problem) -> list[str]:
    # In the legacy format every folder is a group, also inside another one.
    return [
        name
        for name in problem.groups
        if name.startswith(f"{_GROUP}/") and name.count("/") == 1
    ]


def _group_folders(problem: Problem, group: str) -> list[str]:
    """Return the folders of the group called `group`."""
    groups = _groups_in_secret(problem)
    # A problem without groups has its tests in `secret` itself.
    allowed = [*(groups or [_GROUP]), "sample"]
    if group not in allowed:
        raise UsageError(f"--group {group}: expected one of {', '.join(allowed)}")
    return group.split("/")


def _in_scored_group(
    problem: Problem, place: tuple[str, ...], option: str
) -> tuple[str, ...]:
    """Return the place of a test so that it counts; raise UsageError if there are several."""
    groups = scored_groups(problem)
    in_group = len(place) > 2 and "/".join(place[:2]) in groups
    if not groups or place[0] != _GROUP or in_group:
        return place
    if len(groups) == 1 and len(place) == 2:
        return (*groups[0].split("/"), place[-1])
    name = "/".join(place[1:])
    wanted = "only tests in a group give points: add --group GROUP, one of"
    raise UsageError(f"{option} {name}: {wanted} {', '.join(groups)}")


def add_test(
    paths: Paths,
    place: tuple[str, ...],
    content: bytes | str,
    answer: bytes | None,
    comment: str,
) -> list[Path]:
    """Write a test's recipe or, without generators.yaml, its files; return the paths.

    Without an `answer`, write only the input. A `content` that is a text is a generator
    command. Raise PackageError if generators.yaml cannot be edited.
    """
    if isinstance(content, bytes) and not paths.generators_yaml.is_file():
        input, answer_file = _data_files(paths, place)
        contents = {input: content}
        if answer is not None:
            contents[answer_file] = answer
        return _write_files(paths.root, contents)
    copied: dict[Path, bytes] = {}
    if isinstance(content, str):
        recipe = {"generate": content}
    elif _fits_inline(content):
        recipe = {"in": content.decode()}
    else:
        copied[paths.generators / f"{place[-1]}.in"] = content
        recipe = {"copy": place[-1]}
    recipes = paths.generators_yaml
    name = paths.relative_path(recipes)
    # This may be refused, and must leave no file behind then.
    edited = insert_test(recipes.read_bytes(), name, place, recipe, comment)
    return _write_files(paths.root, {**copied, recipes: edited})


def _data_files(paths: Paths, place: tuple[str, ...]) -> tuple[Path, Path]:
    """Return the input and the answer of a test."""
    folder = paths.data.joinpath(*place[:-1])
    return folder / f"{place[-1]}.in", folder / f"{place[-1]}.ans"


def _write_files(root: Path, contents: Mapping[Path, bytes]) -> list[Path]:
    """Write files below `root`, the last of which may be there already; return their
    paths. If one cannot be written, the new ones before it are removed again."""
    written: list[Path] = []
    try:
        for path, content in contents.items():
            below(root, path).write(content)
            written.append(path)
    except (OSError, PackageError):
        for path in written:
            below(root, path).remove()
        raise
    return written


def _fits_inline(content: bytes) -> bool:
    """Return True for a short text of whole lines, which YAML reproduces exactly."""
    printable = content.isascii() and content.decode().replace("\n", "").isprintable()
    return printable and content.endswith(b"\n") and len(content) <= _INLINE_BYTES
