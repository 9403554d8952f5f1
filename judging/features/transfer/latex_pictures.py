"""Pictures that LaTeX statements show: LaTeX reads no SVG, so a PDF goes beside each."""

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage

# Return an SVG picture as PDF; None if it cannot be read, or this machine cannot do it.
PictureToPdf = Callable[[bytes], bytes | None]
# The name of the picture is the second group of each.
# Nothing that begins another picture is inside the brackets: a text that begins many and
# ends none must not be read again for each of them.
GRAPHICS = re.compile(
    r"(\\includegraphics\s*+(?:\[(?:(?!\\includegraphics)[^\]\n])*\]\s*+)?\{)"
    r"([^{}#\n]+)(\})"
)
# `\illustration{width}{picture}{caption}` of the package formats. The caption may have
# one level of braces.
ILLUSTRATION = re.compile(
    r"\\illustration\s*\{([^{}\n]*)\}\s*\{([^{}#\n]+)\}\s*"
    r"\{((?:[^{}]|\{[^{}]*\})*)\}"
)
_READ_BY_LATEX = (".png", ".jpg", ".jpeg", ".pdf", ".eps")
_SVG = ".svg"
_WHY = "LaTeX reads no SVG"


def add_pdfs(new: NewPackage, to_pdf: PictureToPdf | None) -> None:
    """Add a PDF beside each SVG picture that a LaTeX statement of `new` shows, and name
    it there; ask for it if it cannot be made."""
    statements = [path for path in new.files if path.endswith(".tex")]
    pictures = _Pictures(new, to_pdf)
    for path in statements:
        before = read_file(new.files[path])
        after = pictures.named_in(before, posixpath.dirname(path))
        if after != before:
            new.add(path, after)


@dataclass(slots=True)
class _Pictures:
    """The pictures of a new package."""

    new: NewPackage
    to_pdf: PictureToPdf | None
    # By content: Polygon has a picture in several folders.
    _converted: dict[bytes, bytes | None] = field(default_factory=dict)
    # Names and contents, for the same reason.
    _reported: set[tuple[str, bytes]] = field(default_factory=set)

    def named_in(self, statement: bytes, folder: str) -> bytes:
        """Return a statement in `folder` that names the PDFs of the pictures it shows."""
        text = statement.decode("utf-8", "surrogateescape")

        def named(match: re.Match[str]) -> str:
            target = match[2].strip()
            svg = self._svg(target, folder)
            if svg is None or not self._add_pdf(svg) or not target.endswith(_SVG):
                return match[0]
            start, end = (place - match.start() for place in match.span(2))
            pdf = f"{target.removesuffix(_SVG)}.pdf"
            return f"{match[0][:start]}{pdf}{match[0][end:]}"

        text = ILLUSTRATION.sub(named, GRAPHICS.sub(named, text))
        return text.encode("utf-8", "surrogateescape")

    def _svg(self, target: str, folder: str) -> str | None:
        """Return the path of the SVG picture that `target` means, None if it means none."""
        path = posixpath.normpath(posixpath.join(folder, target))
        if path.endswith(_SVG):
            return path if path in self.new.files else None
        for extension in ("", *_READ_BY_LATEX):
            if path + extension in self.new.files:
                return None
        return f"{path}{_SVG}" if f"{path}{_SVG}" in self.new.files else None

    def _add_pdf(self, svg: str) -> bool:
        """Add the PDF of a picture, and return whether there is one."""
        name = f"{svg.removesuffix(_SVG)}.pdf"
        if name in self.new.files:
            return True
        content = read_file(self.new.files[svg])
        pdf = self._pdf(content)
        if pdf is not None:
            self.new.add(name, pdf)
        known = (posixpath.basename(svg), content)
        if known not in self._reported:
            self._reported.add(known)
            self._report(svg, pdf is not None)
        return pdf is not None

    def _report(self, svg: str, has_pdf: bool) -> None:
        if has_pdf:
            self.new.change(f"{svg}: a PDF of it is beside it", _WHY)
        else:
            what = f"{svg}: no PDF of it, which the statement must show"
            self.new.ask_to_fix(what, _WHY)

    def _pdf(self, content: bytes) -> bytes | None:
        if content not in self._converted:
            self._converted[content] = self.to_pdf(content) if self.to_pdf else None
        return self._converted[content]
