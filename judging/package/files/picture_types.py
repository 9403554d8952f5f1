"""Recognise pictures by their first bytes, and not by their names. Pure."""

import codecs

# The illustrations of tests in format 2025-09, and the pictures of its visualizers. Where
# a test has several, the first counts.
EXTENSIONS = (".png", ".jpg", ".jpeg", ".svg")

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
# Tools for drawing put a comment of some hundred bytes first.
_HEAD_BYTES = 4096
# What may stand before the first element of an XML document: how it starts, how it ends.
_BEFORE_ELEMENTS = ((b"<?", b"?>"), (b"<!--", b"-->"), (b"<!DOCTYPE", b">"))
_SVG_NAMESPACE = b"http://www.w3.org/2000/svg"
# What to do about an SVG that browsers do not show.
ADD_NAMESPACE = f'write <svg xmlns="{_SVG_NAMESPACE.decode()}"> in it'
_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".svg": "image/svg+xml",
}


def media_type(content: bytes) -> str | None:
    """Return the type of a picture that browsers show, by its first bytes; else None."""
    if content.startswith(_PNG):
        return "image/png"
    if content.startswith(_JPEG):
        return "image/jpeg"
    if _starts_as_svg(content) and not lacks_namespace(content):
        return "image/svg+xml"
    return None


def lacks_namespace(content: bytes) -> bool:
    """Return whether an SVG has no namespace. Then it is another XML document to
    browsers, which show nothing of it; some other programs do."""
    return _SVG_NAMESPACE not in content[:_HEAD_BYTES]


def picture_fault(extension: str, content: bytes) -> str | None:
    """Return why a file with this extension is no picture of that type; None if it is."""
    if not content:
        return "is empty"
    if extension == ".svg" and _starts_as_svg(content):
        return None
    if media_type(content) == _TYPES[extension]:
        return None
    return f"is not {_TYPES[extension]} by its first bytes"


def _starts_as_svg(content: bytes) -> bool:
    """Return whether the first element of an XML document is `svg`."""
    rest = content[:_HEAD_BYTES].removeprefix(codecs.BOM_UTF8).lstrip()
    while (closing := _closing_of(rest)) is not None:
        rest = rest.partition(closing)[2].lstrip()
    return rest.startswith(b"<svg") and rest[4:5] in b" \t\r\n/>"


def _closing_of(rest: bytes) -> bytes | None:
    """Return how the part ends that `rest` starts with; None if that is an element."""
    for opening, closing in _BEFORE_ELEMENTS:
        if rest.startswith(opening):
            return closing
    return None
