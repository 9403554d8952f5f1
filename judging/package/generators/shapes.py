"""The library `shapes`: it is put beside each generator, and beside strategies, that import it.

So it is a part of such a program: its content is in the keys of what the program makes, and nothing
else of the judge is shown to the program.
"""

import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from judging.core.problem import Source
from judging.languages import contents_of
from judging.package.files.sources import PackageFiles

_NAME = "shapes"
_LIBRARY = Path(__file__).parents[2] / _NAME
_IMPORT = re.compile(rb"^[ \t]*(from|import([ \t].*,)?)[ \t]+shapes\b", re.MULTILINE)


def missing(contents: Collection[tuple[str, bytes]]) -> tuple[tuple[str, bytes], ...]:
    """Return the files of the library if these files import it and have no copy, else nothing."""
    has_own = any(
        name.partition("/")[0] in (_NAME, f"{_NAME}.py") for name, _ in contents
    )
    if has_own or not any(_IMPORT.search(content) for _, content in contents):
        return ()
    files = sorted(_LIBRARY.rglob("*.py"))
    return tuple(
        (str(file.relative_to(_LIBRARY.parent)), file.read_bytes()) for file in files
    )


def with_shapes(source: Source, files: PackageFiles) -> Source:
    """Return a generator with the library if it imports it: with the package's copy, else ours."""
    try:
        added = missing(contents_of(source))
        own = files.paths.generators / _NAME
        if added and files.is_folder(own) and (copy := files.program(own)):
            added = tuple(
                (f"{_NAME}/{name}", content) for name, content in contents_of(copy)
            )
    except OSError:
        return source  # whoever builds it says that it cannot be read
    return replace(source, include={"default": added}) if added else source
