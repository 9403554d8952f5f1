"""Pages to look at: one HTML file that needs no network, for any number of sections. Pure.

A page is `page.html` with the styles and scripts of this folder, and data. Scripts make every
element and show foreign text as text only; the policy in the page allows nothing else to run or to
be loaded. The data are JSON, deflated, in base64: what a page shows first, and for each section
parts that are unpacked when somebody asks for them.
"""

import base64
import hashlib
import html
import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from string import Template

from judging.reports.documents import Json
from judging.reports.medium import Medium
from judging.reports.wording import on_one_line

MOST_CHARACTERS = 2048  # of an input or output on a page
# In the order in which they are joined to one script. A section's own script adds its function to
# `SECTIONS`; `start.js` calls it.
_SHARED = ("parts", "matrix", "details", "times", "run", "reports")
_SUBJECTS = ("strength", "contest", "hunt", "mutation", "limits")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page. `SECTIONS[kind]` of the script shows the first and gets the others.

    later: values that the script unpacks one by one, with `section.later(place)`.
    """

    kind: str
    document: Json
    later: Sequence[object] = ()


def page(title: str, sections: Sequence[Section], medium: Medium) -> str:
    """Return a page as the text of a file, in ASCII."""
    style, scripts = _text("page.css"), (*_SHARED, *_SUBJECTS, "start")
    script = "".join(_text(f"{name}.js") for name in scripts)
    policy = (
        f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}"
    )
    shown = [{**section.document, "kind": section.kind} for section in sections]
    data = {"title": title, "origin": medium.origin, "sections": shown}
    later = {
        f"later-{number}-{place}": value
        for number, section in enumerate(sections)
        for place, value in enumerate(section.later)
    }
    return Template(_text("page.html")).substitute(
        title=html.escape(on_one_line(title))
        .encode("ascii", "xmlcharrefreplace")
        .decode(),
        policy=f"{policy}; base-uri 'none'; form-action 'none'",
        style=style,
        script=script,
        data="\n".join(
            _packed(id, value) for id, value in {"data": data, **later}.items()
        ),
    )


def _text(name: str) -> str:
    return files(__name__).joinpath(name).read_text("ascii")


def _source(text: str) -> str:
    """Return how the policy names the content of an element."""
    return (
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
    )


def _packed(id: str, value: object) -> str:
    """Return an element that a browser neither runs nor shows."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False, default=asdict)
    packed = base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode()
    return f'<script type="text/plain" id="{id}">{packed}</script>'
