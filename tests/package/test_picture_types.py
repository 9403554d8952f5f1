"""Pictures are recognised by their first bytes."""

import pytest

from judging.package.files.picture_types import media_type

NAMESPACE = b'xmlns="http://www.w3.org/2000/svg"'


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n...", "image/png"),
        (b"\xff\xd8\xff\xe0...", "image/jpeg"),
        (b"<svg " + NAMESPACE + b"/>", "image/svg+xml"),
        (
            b'\xef\xbb\xbf<?xml version="1.0"?>\n<svg\n' + NAMESPACE + b">",
            "image/svg+xml",
        ),
        (
            b"<!-- <html> -->\n<!DOCTYPE svg PUBLIC 'x' 'y'>\n<svg " + NAMESPACE + b">",
            "image/svg+xml",
        ),
        (b"<svg><text/></svg>", None),
        (b"<svgs " + NAMESPACE + b">", None),
        (b"<html><svg " + NAMESPACE + b"></html>", None),
        (b"<!-- " + NAMESPACE, None),
        (b"GIF89a", None),
        (b"%PDF-1.7", None),
        (b"<", None),
        (b"", None),
        (b"<!---->" * 10**5 + b"<svg " + NAMESPACE + b">", None),
    ],
)
def test_the_type_of_a_picture(content: bytes, expected: str | None) -> None:
    assert media_type(content) == expected
