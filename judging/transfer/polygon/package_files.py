"""The files of an imported package: each is either used or reported as dropped."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from judging.package.files.sources import FILE_NAME, inside
from judging.transfer.filesystem import read_file
from judging.transfer.new_package import NewPackage

_UNFIT = re.compile(r"[^a-zA-Z0-9_.-]")
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class PackageFiles:
    """The folder `root`, absolute and without links, and the names of what was taken of it."""

    root: Path
    taken: set[str] = field(default_factory=set)

    def find(self, name: str) -> Path | None:
        """The file at `name`, now taken; None where there is none in the package."""
        place = inside(self.root, self.root, name.replace("\\", "/")) if name else None
        if place is None or not place.is_file():
            return None
        self.taken.add(place.relative_to(self.root).as_posix())
        return place

    def folder(self, name: str) -> list[Path]:
        """The files directly in the folder `name`, in order; none of them is taken yet."""
        place = inside(self.root, self.root, name)
        if place is None or not place.is_dir():
            return []
        return [p for p in sorted(place.iterdir()) if p.is_file() and not p.is_symlink()]

    def lose_rest(self, new: NewPackage, known: Collection[tuple[re.Pattern[str], str]]) -> None:
        """Reports the files that were not taken: one line for each pattern of `known`, with its
        reason, and one for each folder with other files."""
        together: dict[tuple[str, str], list[str]] = {}
        for name in self._all():
            if name in self.taken:
                continue
            reason = next((why for pattern, why in known if pattern.fullmatch(name)), "")
            folder = name.rpartition("/")[0] or "."
            why = reason or "problem.xml gives it no part, or native packages have none"
            together.setdefault((folder if not reason else "", why), []).append(name)
        for (folder, why), names in sorted(together.items()):
            shown = ", ".join(names[:_MOST_NAMED]) + (", ..." if len(names) > _MOST_NAMED else "")
            what = "1 file" if len(names) == 1 else f"{len(names)} files"
            new.lose(folder or ".", f"{what} ({shown})", why)

    def _all(self) -> list[str]:
        found = []
        for folder, inner, files in os.walk(self.root):
            inner[:] = sorted(name for name in inner if name != ".git")
            base = Path(folder).relative_to(self.root)
            found += [(base / name).as_posix() for name in sorted(files)]
        return found


def valid_name(name: str, taken: Collection[str] = ()) -> str:
    """A name that a package allows, as near to `name` as can be, and none of `taken`."""
    plain = _UNFIT.sub("_", name)[:200].lstrip(".-") or "_"
    stem, dot, extension = plain.partition(".")
    made, number = plain, 2
    while made in taken or not FILE_NAME.fullmatch(made):
        made = f"{stem}_{number}{dot}{extension}"
        number += 1
    return made


def with_unix_line_ends(path: Path) -> bytes | Path:
    """A text's content with the line ends of this system, where it has others throughout; else
    the file itself."""
    content = read_file(path)
    foreign = content.count(b"\r\n")
    return content.replace(b"\r\n", b"\n") if 0 < foreign == content.count(b"\n") else path
