"""A page read back without a browser: its elements, its policy, its data."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Element:
    """An element with its attributes, and the text in it."""

    tag: str
    attributes: dict[str, str | None]
    text: str = ""


@dataclass
class _Reader(HTMLParser):
    elements: list[Element] = field(default_factory=list)
    inside: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.elements[-1].text += data


def elements(page: str) -> list[Element]:
    """Return the elements of a page."""
    reader = _Reader()
    reader.feed(page)
    return reader.elements


def data(page: str) -> dict[str, Any]:
    """Return the values that a page holds, by the id of their element."""
    packed = [e for e in elements(page) if e.attributes.get("type") == "text/plain"]
    return {
        str(e.attributes["id"]): json.loads(zlib.decompress(base64.b64decode(e.text)))
        for e in packed
    }
