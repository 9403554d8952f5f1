"""The library `shapes`: it is put beside each generator, and beside strategies, that import it.

So it is a part of such a program: its content is in the keys of what the program makes,
and nothing else of the judge is shown to the program.
"""

import re
from collections.abc import Collection
from pathlib import Path

from judging.core.problem import Source
from judging.languages import contents_of
from judging.package.files.sources import PackageFiles
from judging.values import replace

NAME = "shapes"
# A link to shapes/ in a checkout, a folder in an installed judge.
_LIBRARY = Path(__file__).parents[2] / NAME
# The library's own tests stand beside it in a checkout. A change of these is no change
# of the data.
_TESTS = _LIBRARY / "tests"
_IMPORT = re.compile(rb"^[ \t]*(from|import([ \t].*,)?)[ \t]+shapes\b", re.MULTILINE)


def missing(contents: Collection[tuple[str, bytes]]) -> tuple[tuple[str, bytes], ...]:
    """Return the files of the library if these files import it and have no copy, else
    nothing."""
    for name, _ in contents:
        if name.partition("/")[0] in (NAME, f"{NAME}.py"):
            return ()
    if not any(_IMPORT.search(content) for _, content in contents):
        return ()
    return _library()


def _library() -> tuple[tuple[str, bytes], ...]:
    found = []
    for file in sorted(_LIBRARY.rglob("*.py")):
        if _TESTS not in file.parents:
            found.append((str(file.relative_to(_LIBRARY.parent)), file.read_bytes()))
    return tuple(found)


def with_shapes(source: Source, files: PackageFiles) -> Source:
    """Return a generator with the library if it imports it: with the package's copy,
    else ours."""
    try:
        library = missing(contents_of(source))
        if not library:
            return source
        own = files.paths.generators / NAME
        copy = files.program(own) if files.is_folder(own) else None
        if copy is not None:
            content = contents_of(copy)
            library = tuple((f"{NAME}/{name}", text) for name, text in content)
    except OSError:
        return source  # whoever builds it says that it cannot be read
    return replace(source, include={"default": library}) if library else source
