"""`judge new`: write a small complete package that `judge run` passes, for setters to change."""

import uuid
from pathlib import Path

from judging.core.errors import UsageError
from judging.package import native
from judging.package.files.layout import hidden
from judging.package.files.sources import FILE_NAME
from judging.package.groups import manifest
from judging.transfer.filesystem import new_folder, write_file

TEMPLATE = Path(__file__).parent / "template"
_WITH_PLACEHOLDERS = ("problem.yaml", "generators.yaml")


def create_package(folder: Path, name: str) -> list[Path]:
    """Write a native package for the problem `name` to the new `folder` and return its files.

    Its data are what its generators.yaml makes, with a manifest. Raises UsageError if `folder` is
    not empty or no package may have the name.
    """
    if not FILE_NAME.fullmatch(name):
        allowed = "expected letters, digits and _ . -, not starting with . or -"
        raise UsageError(f"'{name}' cannot be the name of a package: {allowed}")
    with new_folder(folder):
        paths = native.LAYOUT.paths(folder)
        written = [paths.manifest]
        for source in sorted(TEMPLATE.rglob("*")):
            inner = source.relative_to(TEMPLATE)
            if source.is_file() and not any(map(hidden, inner.parts)):
                content = source.read_bytes()
                if source.name in _WITH_PLACEHOLDERS:
                    content = content.replace(b"{name}", name.encode())
                    content = content.replace(b"{uuid}", str(uuid.uuid4()).encode())
                write_file(folder / inner, content)
                written.append(folder / inner)
        write_file(paths.manifest, manifest.render(manifest.digests(paths.data)).encode())
    return sorted(written)
