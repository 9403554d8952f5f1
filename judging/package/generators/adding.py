"""Add one test to a package: to its generators.yaml or, without one, to its data folder."""

from pathlib import Path

from judging.core.errors import UsageError
from judging.core.problem import Paths, Problem
from judging.package.files.sources import FILE_NAME
from judging.package.yaml.inserting import insert_test

_INLINE_BYTES = 400
_GROUP = "secret"


def place_of(problem: Problem, name: str, option: str = "--save") -> tuple[str, ...]:
    """Return the folders and name of a new test; `secret` holds a name without a folder.

    Raise UsageError, which names the `option`, for a name that is taken or that no test may have.
    """
    parts = tuple(name.removesuffix(".in").split("/"))
    whole = (
        parts if parts[0] in ("sample", _GROUP) and len(parts) > 1 else (_GROUP, *parts)
    )
    if not all(FILE_NAME.fullmatch(part) for part in whole):
        raise UsageError(
            f"{option} {name}: cannot be the name of a test; use letters, digits and _ . - only"
        )
    taken = {case.name for case in problem.testcases}
    if (
        "/".join(whole) in taken
        or (problem.paths.generators / f"{whole[-1]}.in").exists()
    ):
        raise UsageError(f"{option} {name}: the test {'/'.join(whole)} exists already")
    return whole


def add_test(
    paths: Paths,
    place: tuple[str, ...],
    content: bytes | str,
    answer: bytes | None,
    comment: str,
) -> list[Path]:
    """Write the recipe of a fixed test or, without generators.yaml, its files; return the paths.
    Without an `answer`, write only the input. A `content` that is a text is a generator command.

    Raise PackageError if generators.yaml cannot be edited.
    """
    if isinstance(content, bytes) and not paths.generators_yaml.is_file():
        folder = paths.data.joinpath(*place[:-1])
        folder.mkdir(parents=True, exist_ok=True)
        contents = {".in": content} | ({} if answer is None else {".ans": answer})
        files = {
            folder / f"{place[-1]}{extension}": data
            for extension, data in contents.items()
        }
        for file, data in files.items():
            file.write_bytes(data)
        return list(files)
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
    rules = paths.generators_yaml
    name = paths.relative_path(rules)
    rules.write_bytes(insert_test(rules.read_bytes(), name, place, recipe, comment))
    return [*written, rules]


def _fits_inline(content: bytes) -> bool:
    """Return True for a short text of whole lines, which a YAML string reproduces exactly."""
    printable = content.isascii() and content.decode().replace("\n", "").isprintable()
    return printable and content.endswith(b"\n") and len(content) <= _INLINE_BYTES
