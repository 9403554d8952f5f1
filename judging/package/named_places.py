"""Files and folders that a user names to be written: which links on the way there count.

Somebody who writes `--report json:latest.json` may have made `latest.json` a link, and a
folder for output may lie behind one: these links are the user's own. In a package or a
contest, links are of whoever wrote it. So a named place is trusted up to the outermost
package or contest around it, and no link below that is followed.
"""

from pathlib import Path

from judging.core.errors import PackageError, UsageError
from judging.files import Below, below
from judging.package import is_package
from judging.package.files.layout import CONTEST_FILES


def replace_file(file: Path, content: bytes) -> None:
    """Write the file whole or not at all. Something else than a regular file, such as
    /dev/stdout or a pipe, is written to and never replaced.

    In a package or a contest, no part of the path may be a link: raise PackageError.
    Elsewhere, a link stays one, and what it leads to is written.
    """
    is_special = file.exists() and not file.is_file()
    place = _absolute(file)
    foreign = _foreign_folder(place)
    if foreign is not None:
        inner = below(foreign, place)
        if is_special:
            inner.write_into(content)
        else:
            inner.write(content)
    elif is_special:
        file.write_bytes(content)
    else:
        real = place.resolve()
        Below(real.parent, (real.name,)).write(content)


def check_file(file: Path) -> None:
    """Raise UsageError if `replace_file` would refuse a link of a package."""
    place = _absolute(file)
    foreign = _foreign_folder(place)
    if foreign is not None:
        _refuse_links(below(foreign, place), file)


def named_folder(folder: Path) -> Below:
    """Return the place of a folder to write into. No part of it may be a link if it is
    in a package or a contest; elsewhere, links on the way to it count."""
    place = _absolute(folder)
    foreign = _foreign_folder(place)
    if foreign is None:
        return Below(place)
    return below(foreign, place)


def check_folder(folder: Path) -> None:
    """Raise UsageError if a link of a package or a contest leads to the folder."""
    _refuse_links(named_folder(folder), folder)


def new_file(file: Path) -> Below:
    """Return the place of a file that does not exist yet: no link either. Raise
    UsageError if a link of a package or a contest leads there."""
    place = named_folder(file.parent) / file.name
    _refuse_links(place, file)
    return place


def _refuse_links(place: Below, named: Path) -> None:
    try:
        place.check()
    except PackageError as failure:
        [fault] = failure.diagnostics
        raise UsageError(f"{named}: {fault.file} {fault.message}") from failure


def _absolute(path: Path) -> Path:
    """Return a path without `..`, which would lead out of a folder again. What stands
    before it is resolved: nobody else has written that part."""
    place = path.absolute()
    parts = place.parts
    if ".." not in parts:
        return place
    behind = len(parts) - parts[::-1].index("..")
    return Path(*parts[:behind]).resolve().joinpath(*parts[behind:])


def _foreign_folder(place: Path) -> Path | None:
    """Return the outermost package or contest around `place`."""
    for folder in reversed(place.parents):
        if is_package(folder) or _is_contest(folder):
            return folder
    return None


def _is_contest(folder: Path) -> bool:
    return any((folder / name).is_file() for name in CONTEST_FILES)
