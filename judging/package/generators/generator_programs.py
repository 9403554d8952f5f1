"""Find the programs that generators.yaml may name: declared ones, and those in its folder."""

from pathlib import Path

from judging.core.diagnostics import did_you_mean
from judging.core.problem import Source
from judging.package.files.layout import hidden
from judging.package.files.sources import NOT_PROGRAMS, PackageFiles, inside
from judging.package.generators.shapes import with_shapes
from judging.package.yaml.tables import Table


def declared(table: Table, files: PackageFiles) -> dict[str, Source]:
    """Return the programs under `generators`, by name; each runs with its files in one folder."""
    found: dict[str, Source] = {}
    programs = table.table("generators")
    if programs is None:
        return found
    for name in programs.values:
        if parts := _files(programs, name, files):
            place = (
                next(iter(parts.values()))
                if len(parts) == 1
                else files.paths.generators / name
            )
            source = Source(
                files.paths.relative_path(place),
                tuple((n, files.paths.content(path)) for n, path in parts.items()),
                entrypoint=next(iter(parts)) if len(parts) > 1 else None,
                constants=files.constants,
            )
            found[name] = with_shapes(source, files)
    return found


def in_folder(name: str, files: PackageFiles) -> Source | None:
    """Return the program `name`, relative to the generators folder; None if there is none."""
    folder = files.paths.generators
    place = files.program_place(folder, name)
    if place is None or not place.is_relative_to(folder):
        return None
    if place == folder or place.name not in candidates(place.parent):
        return None
    source = files.program(place)
    return with_shapes(source, files) if source else None


def solution(
    table: Table, files: PackageFiles, generators: dict[str, Source]
) -> str | None:
    """Return the program under the key `solution`, as in `Recipe`, and add it to `generators`."""
    if table.values["solution"] is None:
        return ""  # nothing makes the answers
    name = table.text("solution")
    if name is None:
        return None
    paths = files.paths
    place = inside(paths.root, paths.root, name.strip().lstrip("/"))
    if not name.startswith("/"):
        table.error("solution", f"expected a path from the package root, as in /{name}")
    elif place is None or place == paths.root:
        submissions = [
            f"/{paths.relative_path(p)}" for p in sorted(paths.submissions.glob("*/*"))
        ]
        table.error("solution", f"no such file: {name}{did_you_mean(name, submissions)}")
    else:
        if (source := files.program(place)) is not None:
            generators[f"/{source.name}"] = source
            return f"/{source.name}"
        table.error("solution", f"no program in {name}")
    return None


def candidates(folder: Path) -> list[str]:
    """Return the names in `folder` that may be programs."""
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return []
    return [
        n
        for n in names
        if n not in NOT_PROGRAMS and not n.endswith(".yaml") and not hidden(n)
    ]


def _files(programs: Table, name: str, package: PackageFiles) -> dict[str, Path]:
    paths, files = package.paths, dict[str, Path]()
    for item in programs.texts(name) or ():
        place = package.program_place(paths.generators, item)
        if place is None or package.is_folder(place) or not place.is_file():
            hint = did_you_mean(item, candidates(paths.generators))
            folder = paths.relative_path(paths.generators)
            programs.error(name, f"no such file: {folder}/{item}{hint}")
            return {}
        if place.name in files:
            programs.error(name, f"two files named {place.name}")
            return {}
        files[place.name] = place
    if not files:
        programs.error(name, "expected a list of files, with the one to run first")
    return files
