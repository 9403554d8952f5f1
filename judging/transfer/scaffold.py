"""`judge new`: a small whole package that judges green, to be changed into another problem."""

from __future__ import annotations

import uuid
from pathlib import Path

from judging.core.errors import UsageError
from judging.package import native
from judging.package.files.sources import FILE_NAME, hidden
from judging.package.groups import manifest
from judging.transfer.filesystem import claim_folder, write_file

TEMPLATE = Path(__file__).parent / "template"
_FILLED = ("problem.yaml", "generators.yaml")


def create_package(directory: Path, name: str) -> list[Path]:
    """Writes a native package for the problem `name` into `directory`; gives the files written.

    Its data files are those of its generators.yaml, pinned by a manifest. Raises UsageError for
    a folder that is not empty and for a name that no package may have.
    """
    if not FILE_NAME.fullmatch(name):
        allowed = "letters, digits and _ . -, not starting with . or -"
        raise UsageError(f"'{name}' cannot be the name of a package: expected {allowed}")
    claim_folder(directory)
    written = []
    for source in sorted(TEMPLATE.rglob("*")):
        inner = source.relative_to(TEMPLATE)
        if source.is_file() and not any(map(hidden, inner.parts)):
            write_file(directory / inner, _content(source, name))
            written.append(directory / inner)
    paths = native.LAYOUT.paths(directory)
    pinned = manifest.render(manifest.digests(paths.data))
    write_file(paths.manifest, pinned.encode())
    return sorted([*written, paths.manifest])


def _content(source: Path, name: str) -> bytes:
    content = source.read_bytes()
    if source.name not in _FILLED:
        return content
    filled = content.replace(b"{name}", name.encode())
    return filled.replace(b"{uuid}", str(uuid.uuid4()).encode())
