"""Pictures of statements: Polygon has them beside the sections of a language, without folders."""

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judging.features.transfer.latex_pictures import GRAPHICS, ILLUSTRATION
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import valid_name
from judging.features.transfer.problem_files import PICTURES

# The name of the picture is the second group, as in the patterns for LaTeX.
_MARKDOWN = re.compile(r"(!\[(?:(?!!\[)[^\]])*\]\(\s*+<?)([^)\s>]+)()")


def is_picture(inner: str) -> bool:
    """Return whether a file of the statements is a picture; `problem.en.pdf` is none."""
    name = inner.rpartition("/")[2]
    extension = posixpath.splitext(name)[1].lower()
    return extension in PICTURES and not name.startswith("problem.")


def shown_in(text: str) -> set[str]:
    """Return the names of the pictures that a LaTeX text shows, as it writes them."""
    shown = {match[2].strip() for match in GRAPHICS.finditer(text)}
    return shown | {match[2].strip() for match in ILLUSTRATION.finditer(text)}


@dataclass(slots=True)
class ExportedPictures:
    """The pictures of a package, as pairs of path and name beside the statements."""

    pictures: Sequence[tuple[Path, str]]
    _names: dict[str, str] = field(init=False)  # in Polygon, by the name in the package
    _used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._names = {}
        for _, inner in self.pictures:
            flat = inner.rpartition("/")[2]
            self._names[inner] = valid_name(flat, list(self._names.values()))

    def export(self, text: str, folder: str, new: NewPackage) -> str:
        """Add the pictures that `text` shows to `folder`; return it with their new names."""
        paths = {inner: path for path, inner in self.pictures}

        def new_name(target: str) -> str | None:
            """Return the name of a picture in Polygon; None if there is no such picture."""
            inner = self._find(target)
            if inner is None:
                return None
            self._used.add(inner)
            name = self._names[inner]
            new.add(f"{folder}/{name}", paths[inner])
            return name

        def rename(match: re.Match[str]) -> str:
            name = new_name(match[2])
            return match[0] if name is None else f"{match[1]}{name}{match[3]}"

        def plain_illustration(match: re.Match[str]) -> str:
            width, target, caption = match.groups()
            name = new_name(target)
            if name is None:
                return match[0]
            return (
                "\\begin{center}\n"
                f"\\includegraphics[width={width}\\textwidth]{{{name}}}\n\n"
                f"{caption}\n"
                "\\end{center}"
            )

        # Polygon does not know illustrations. They come last: what they become has the
        # new name already.
        text = _MARKDOWN.sub(rename, GRAPHICS.sub(rename, text))
        return ILLUSTRATION.sub(plain_illustration, text)

    def report_unused(self, folder: str, new: NewPackage) -> None:
        for _, inner in self.pictures:
            if inner not in self._used:
                new.drop(f"{folder}/{inner}", "no statement shows this picture")

    def _find(self, target: str) -> str | None:
        """Return the picture that a statement means; LaTeX leaves extensions out."""
        place = posixpath.normpath(target.strip())
        for extension in ("", *PICTURES):
            if place + extension in self._names:
                return place + extension
        return None
