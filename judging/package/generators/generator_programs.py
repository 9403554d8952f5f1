"""Find the programs that generators.yaml may name: declared ones and files beside it."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from judging.core.diagnostics import closest, did_you_mean, first_of
from judging.core.problem import Source
from judging.languages import contents_of
from judging.package.files.layout import hidden
from judging.package.files.sources import (
    NOT_PROGRAMS,
    PackageFiles,
    entry_exists,
    inside,
    is_header,
    readable_files,
)
from judging.package.generators.shapes import with_shapes
from judging.package.yaml.tables import Table
from judging.values import replace

# A file in the same folder; testlib.h is often in the other kind of brackets.
# The folder of the submissions that may make answers, in every format.
_ACCEPTED = "accepted"
_INCLUDE = re.compile(
    rb'^[ \t]*+#[ \t]*+include[ \t]*+["<]([^">/\n]++)[">]', re.MULTILINE
)
_SIDE_BY_SIDE = "all files of a generator lie side by side when it runs"


def declared(table: Table, files: PackageFiles) -> dict[str, Source]:
    """Return the programs under `generators`, by the name that commands use."""
    found: dict[str, Source] = {}
    programs = table.table("generators")
    if programs is None:
        return found
    for name in programs.values:
        parts = _files(programs, name, files)
        if parts:
            found[name] = with_shapes(_declared_source(name, parts, files), files)
    return found


def _declared_source(name: str, listed: dict[str, Path], files: PackageFiles) -> Source:
    place = files.paths.generators / name
    parts = dict(files.without_leftovers(place, tuple(listed.items())))
    # The first file of the list is the one to run.
    first, *others = parts
    place = files.paths.generators / name if others else parts[first]
    return Source(
        files.paths.relative_path(place),
        tuple((part, files.paths.content(path)) for part, path in parts.items()),
        entrypoint=first if others else None,
        constants=files.constants,
    )


def in_folder(name: str, files: PackageFiles) -> Source | None:
    """Return the program `name`, relative to the generators folder, or None."""
    folder = files.paths.generators
    place = files.program_place(folder, name)
    if place is None or not place.is_relative_to(folder):
        return None
    # The folder itself is no program, and neither is a README in it.
    if place == folder or place.name not in candidates(place.parent):
        return None
    source = files.program(place)
    if source is None:
        return None
    if not files.is_folder(place):
        source = _with_headers(source, place.parent, files)
    return with_shapes(source, files)


def _with_headers(source: Source, folder: Path, files: PackageFiles) -> Source:
    """Return a program of one file with the headers beside it that it includes, directly
    or through others. Those that it does not include change nothing about its tests."""
    found = dict(source.files)
    waiting = [source]
    while waiting:
        try:
            contents = contents_of(waiting.pop())
        except OSError:
            continue  # whoever builds it says that it cannot be read
        for _, content in contents:
            for match in _INCLUDE.finditer(content):
                name = match[1].decode("utf-8", "replace")
                place = files.program_place(folder, name)
                if name in found or place is None or not is_header(name):
                    continue
                header = files.program(place) if name in candidates(folder) else None
                if header is not None:
                    found[name] = files.paths.content(place)
                    waiting.append(header)
    return replace(source, files=tuple(found.items()))


def solution(
    table: Table, files: PackageFiles, generators: dict[str, Source]
) -> str | None:
    """Return the program under `solution`, as in `Recipe`; add it to `generators`."""
    if table.values["solution"] is None:
        return ""  # nothing makes the answers
    name = table.text("solution")
    if name is None:
        return None
    if not name.startswith("/"):
        table.error("solution", f"expected a path from the package root, as in /{name}")
        return None
    paths = files.paths
    place = inside(paths.root, paths.root, name.strip().lstrip("/"))
    if place is None or place == paths.root:
        table.error("solution", f"no such file: {name}{_meant_solution(name, files)}")
        return None
    source = files.program(place)
    if source is None:
        table.error("solution", f"no program in {name}")
        return None
    generators[f"/{source.name}"] = source
    return f"/{source.name}"


def _meant_solution(name: str, files: PackageFiles) -> str:
    """Return which accepted submission may be meant; others make no answers."""
    folder = files.paths.submissions / _ACCEPTED
    accepted = candidates(folder)
    place = f"/{files.paths.relative_path(folder)}"
    close = closest(name.rpartition("/")[2], accepted)
    if close:
        return f"; did you mean '{place}/{close}'?"
    if not accepted:
        return ""
    return f"; accepted are {first_of([f'{place}/{each}' for each in accepted])}"


def candidates(folder: Path) -> list[str]:
    """Return the names in `folder` that may be programs."""
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return []
    return [name for name in names if _may_be_program(name)]


def why_missing(name: str, known: Iterable[str], files: PackageFiles) -> str:
    """Return `: broken symbolic link`, or which known name is meant, or ""."""
    place = files.paths.generators / name
    if entry_exists(place) and not place.exists():
        return ": broken symbolic link"
    return did_you_mean(name, known)


def _may_be_program(name: str) -> bool:
    return not (name in NOT_PROGRAMS or name.endswith(".yaml") or hidden(name))


def _files(programs: Table, name: str, package: PackageFiles) -> dict[str, Path]:
    """Return the files of the program `name` by their own names; {} after a report."""
    generators = package.paths.generators
    found: dict[str, Path] = {}
    for item in programs.texts(name) or ():
        place = package.program_place(generators, item)
        if place is None or package.is_folder(place) or not place.is_file():
            programs.error(name, _why_no_file(item, place, package))
            return {}
        # The program runs with all its files in one folder.
        if place.name in found:
            programs.error(name, f"two files named {place.name}")
            return {}
        found[place.name] = place
    if not found:
        programs.error(name, "expected a list of files, with the one to run first")
    _warn_of_lost_folders(programs, name, found, package)
    return found


def _why_no_file(item: str, place: Path | None, package: PackageFiles) -> str:
    """Return what is wrong with an item in the list of a generator's files, which is at
    `place` if it exists."""
    generators = package.paths.generators
    folder = package.paths.relative_path(generators)
    if place is None or not package.is_folder(place):
        hint = why_missing(item, candidates(generators), package)
        return f"no such file: {folder}/{item}{hint}"
    message = f"{folder}/{item} is a folder: name its files"
    files = [path for _, path in readable_files(place, package.paths)]
    if not files or place == generators:
        return message
    names = [path.relative_to(generators).as_posix() for path in files]
    return f"{message} ({first_of(names)}); {_SIDE_BY_SIDE}"


def _warn_of_lost_folders(
    programs: Table, name: str, found: Mapping[str, Path], package: PackageFiles
) -> None:
    """Warn of files that the program looks for in the folder in which generators.yaml
    names them: a program that does not find them says no more than that."""
    try:
        texts = [_read(package.paths.content(path)) for path in found.values()]
    except OSError:
        return  # whoever builds it says that it cannot be read
    beside = {file.partition(".")[0] for file in found}
    for file, place in found.items():
        if place.parent == package.paths.generators:
            continue
        folder = place.parent.name
        if folder not in beside and _is_looked_for(folder, texts):
            message = f"the program looks into a folder '{folder}', but {_SIDE_BY_SIDE}"
            programs.warning(name, f"{message}: use {file} without the folder")
            return


def _is_looked_for(folder: str, texts: Iterable[bytes]) -> bool:
    """Return True if a program imports from a folder, or names a path in it in quotes."""
    name = re.escape(folder.encode())
    imported = rb"^[ \t]*+(?:from|import)[ \t]++" + name + rb"\b"
    quoted = rb"[\"'<](?:\./)?" + name + rb"/"
    pattern = re.compile(imported + rb"|" + quoted, re.MULTILINE)
    return any(pattern.search(text) for text in texts)


def _read(content: Path | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()
