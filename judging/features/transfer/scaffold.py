"""`judge new`: write small complete packages that `judge run` passes, for setters to change."""

import json
import re
import uuid
from collections.abc import Mapping
from pathlib import Path

import yaml

from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.core.json_schema import whole
from judging.features.transfer.filesystem import check_free, new_folder, write_file
from judging.features.transfer.kattis import current
from judging.files import Below
from judging.package import load, native
from judging.package.files.layout import (
    KATTIS_2025_09,
    SCHEMAS,
    Layout,
    visible_files,
)
from judging.package.files.sources import FILE_NAME
from judging.package.groups import manifest
from judging.package.groups.data_folder import split
from judging.package.schemas import FILES
from judging.package.yaml import documents
from judging.values import Value

TEMPLATE = Path(__file__).parent / "template"
# The folders of the template that make a package of a type; a later one replaces files.
TYPES = {
    "pass-fail": ("pass-fail",),
    "checker": ("base", "checker"),
    "interactive": ("base", "interactive"),
    "scoring": ("pass-fail", "scoring"),
    "graph": ("base", "graph"),
}
# The template has the names of the first; `_place_in` moves its files to those of the other.
LAYOUTS: dict[str, Layout] = {"2025-09": KATTIS_2025_09, native.NAME: native.LAYOUT}
DEFAULT_LAYOUT = "2025-09"
_NOT_IN_NAME = re.compile("[^a-z0-9]")
_TO_EDIT = "to_edit.yaml"  # of the template
_STATEMENT_FOLDER = "statement"  # of the template
_WITH_PLACEHOLDERS = ("problem.yaml", "generators.yaml", "submissions.yaml")
# Schemas that come with a package, also for files that only its setter may add.
_SCHEMAS = ("problem", "generators", "submissions", "test_group")


class PlaceToEdit(Value):
    """A file of a new package, or a folder, and what its setter states there.

    name: relative to the package; that of a folder ends with /.
    """

    name: str
    what: str


def create_package(
    folder: Path, name: str, kind: str = "pass-fail", layout: str = DEFAULT_LAYOUT
) -> list[Path]:
    """Write a package for the problem `name` to the new `folder` and return its files.

    kind: one of `TYPES`.
    layout: the names of its folders, one of `LAYOUTS`.

    Its data are what its generators.yaml makes, with a manifest. Raises UsageError if
    `folder` is not empty, no package may have the name, or the type or layout is unknown.
    """
    check_plan(name, kind, layout)
    names = LAYOUTS[layout]
    values = {
        "name": name,
        "uuid": str(uuid.uuid4()),
        "data": names.data,
        "submissions": names.submissions,
    }
    with new_folder(folder) as place:
        written = set()
        for part in TYPES[kind]:
            written.update(_write_layer(TEMPLATE / part, place, names, values))
        # Under another name in the template, where it would hide the template's files.
        ignored = _fill((TEMPLATE / "gitignore").read_bytes(), values)
        write_file(place / ".gitignore", ignored)
        written.add(".gitignore")
        written.update(_write_schemas(place))
        written.add(_write_manifest(place, folder, names))
    return sorted(folder / name for name in written)


def _write_layer(
    layer: Path, folder: Below, names: Layout, values: Mapping[str, str]
) -> list[str]:
    """Write the files of one folder of the template; return their paths in `folder`."""
    written = []
    for source in visible_files(layer):
        content = source.read_bytes()
        place = _place_in(names, source.relative_to(layer).as_posix())
        if source.name in _WITH_PLACEHOLDERS:
            # Editors look for a schema from the folder of the file.
            way_up = "../" * place.count("/")
            content = _fill(content, {**values, "schemas": f"{way_up}{SCHEMAS}"})
        write_file(folder / place, content)
        written.append(place)
    return written


def places_to_edit(kind: str, layout: str = DEFAULT_LAYOUT) -> list[PlaceToEdit]:
    """Return what the setter of a new package changes first, in order.

    kind: one of `TYPES`.
    layout: one of `LAYOUTS`.
    """
    there: set[str] = set()
    for part in TYPES[kind]:
        layer = TEMPLATE / part
        for file in visible_files(layer):
            inner = file.relative_to(layer)
            there.update(str(place) for place in (inner, *inner.parents))
    found = []
    listed = yaml.load((TEMPLATE / _TO_EDIT).read_bytes(), documents.LOADER)
    for place, what in listed.items():
        if place.rstrip("/") in there:
            found.append(PlaceToEdit(_place_in(LAYOUTS[layout], place), what))
    return found


def _fill(content: bytes, values: Mapping[str, str]) -> bytes:
    """Return a text of the template with its placeholders replaced."""
    for name, value in values.items():
        # Constants of the package look alike: {{name}}. The template has none of these names.
        content = content.replace(f"{{{name}}}".encode(), value.encode())
    return content


def _place_in(names: Layout, inner: str) -> str:
    """Return where a file of the template, which has the names of 2025-09, belongs."""
    if inner == KATTIS_2025_09.config:
        return names.config
    first, _, rest = inner.partition("/")
    moved = {
        KATTIS_2025_09.data: names.data,
        KATTIS_2025_09.submissions: names.submissions,
        KATTIS_2025_09.input_validators: names.input_validators,
        KATTIS_2025_09.output_validator: names.output_validator,
    }
    if first in moved:
        return f"{moved[first]}/{rest}"
    if first == _STATEMENT_FOLDER:
        return current.statement_place(rest, names)
    return inner


def _write_schemas(folder: Below) -> list[str]:
    """Write the schemas that files of the package name; return their paths in `folder`."""
    written = []
    for name in _SCHEMAS:
        text = json.dumps(whole(name, FILES[name]), indent=1, ensure_ascii=False)
        file = f"{SCHEMAS}/{name}.json"
        write_file(folder / file, f"{text}\n".encode())
        written.append(file)
    return written


def _write_manifest(place: Below, folder: Path, names: Layout) -> str:
    """Record the data of a new package, which is at `place`; return the path in it."""
    paths = names.paths(folder)
    digests = manifest.digests(paths.data)
    # Marked, `judge generate --prune` removes them when their recipe goes.
    recipes = load(folder).recipes
    made = [file for file in digests if split(file)[0] in recipes]
    file = paths.relative_path(paths.manifest)
    write_file(place / file, manifest.render(digests, made).encode())
    return file


def check_package(folder: Path, kind: str, layout: str) -> None:
    """Raise UsageError if `create_package` would refuse the folder, type or layout."""
    check_plan(folder.resolve().name, kind, layout)
    check_free(folder)


def name_for_2025_09(name: str, layout: str) -> str:
    """Return the name that the folder of a 2025-09 package should have; "" if it has it.

    A note, not an error: `judge` and BAPCtools read a package under every name.
    """
    if LAYOUTS[layout] is not KATTIS_2025_09 or current.FOLDER_NAME.fullmatch(name):
        return ""
    return _plain_name(name)


def _plain_name(name: str) -> str:
    """Return a name that every tool takes, close to `name`."""
    return _NOT_IN_NAME.sub("", name.lower()) or "problem"


def check_plan(name: str, kind: str, layout: str = DEFAULT_LAYOUT) -> None:
    """Raise UsageError if no package may have the name, or the type or layout is unknown."""
    if not FILE_NAME.fullmatch(name):
        allowed = "expected letters, digits and _ . -, not starting with . or -"
        better = _plain_name(name)
        raise UsageError(
            f"'{name}' cannot be the name of a package: {allowed}; '{better}' can"
        )
    if kind not in TYPES:
        raise UsageError(
            f"--type {kind}: expected {', '.join(TYPES)}{did_you_mean(kind, TYPES)}"
        )
    if layout not in LAYOUTS:
        raise UsageError(
            f"--layout {layout}: expected {' or '.join(LAYOUTS)}"
            f"{did_you_mean(layout, LAYOUTS)}"
        )
