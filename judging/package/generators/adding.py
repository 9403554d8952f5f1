"""Add a test to a package: to its generators.yaml or, without one, to its data."""

from pathlib import Path

from judging.core.errors import UsageError
from judging.core.problem import Paths, Problem
from judging.files import write_whole
from judging.package.files.sources import FILE_NAME
from judging.package.yaml.inserting import insert_test

# Longer inputs get a file of their own, so that generators.yaml stays readable. Chosen,
# not measured.
_INLINE_BYTES = 400
_GROUP = "secret"


def place_of(problem: Problem, name: str, option: str = "--save") -> tuple[str, ...]:
    """Return the folders and name of a new test; by default it goes to `secret`.

    Raise UsageError, which names the `option`, for a name that is taken or that no test
    may have.
    """
    place = tuple(name.removesuffix(".in").split("/"))
    if len(place) == 1 or place[0] not in ("sample", _GROUP):
        place = (_GROUP, *place)
    if not all(FILE_NAME.fullmatch(part) for part in place):
        fault = "cannot be the name of a test; use letters, digits and _ . - only"
        raise UsageError(f"{option} {name}: {fault}")
    test = "/".join(place)
    taken = {case.name for case in problem.testcases}
    # `add_test` may write this file.
    copied = problem.paths.generators / f"{place[-1]}.in"
    if test in taken or copied.exists():
        raise UsageError(f"{option} {name}: the test {test} exists already")
    return place


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
        return _write_files(paths, place, content, answer)
    written = []
    if isinstance(content, str):
        recipe = {"generate": content}
    elif _fits_inline(content):
        recipe = {"in": content.decode()}
    else:
        copied = paths.generators / f"{place[-1]}.in"
        copied.write_bytes(content)
        written.append(copied)
        recipe = {"copy": place[-1]}
    recipes = paths.generators_yaml
    name = paths.relative_path(recipes)
    edited = insert_test(recipes.read_bytes(), name, place, recipe, comment)
    write_whole(recipes, edited)
    return [*written, recipes]


def _write_files(
    paths: Paths, place: tuple[str, ...], content: bytes, answer: bytes | None
) -> list[Path]:
    folder = paths.data.joinpath(*place[:-1])
    folder.mkdir(parents=True, exist_ok=True)
    input = folder / f"{place[-1]}.in"
    input.write_bytes(content)
    if answer is None:
        return [input]
    answer_file = folder / f"{place[-1]}.ans"
    answer_file.write_bytes(answer)
    return [input, answer_file]


def _fits_inline(content: bytes) -> bool:
    """Return True for a short text of whole lines, which YAML reproduces exactly."""
    printable = content.isascii() and content.decode().replace("\n", "").isprintable()
    return printable and content.endswith(b"\n") and len(content) <= _INLINE_BYTES
