"""Pages to look at: one HTML file that needs no network, for any number of sections.
Pure.

A page is `page.html` with the styles and scripts of this folder, and data. Scripts make
every element and show foreign text as text only; the policy in the page allows nothing
else to run or to be loaded. The data are JSON, deflated, in base64: what a page shows
first, and for each section parts that are unpacked when somebody asks for them.
"""

import base64
import hashlib
import html
import json
import zlib
from collections.abc import Sequence
from importlib.resources import files
from string import Template

from judging.reports.documents import Json, as_json
from judging.reports.medium import Medium
from judging.reports.wording import on_one_line
from judging.values import Value

# Of an input or output on a page. The whole file is a click away in the package, and a
# page of 600,000 runs has to stay small.
MOST_CHARACTERS = 2048
# In the order in which they are joined to one script. A section's own script adds its
# function to `SECTIONS`; `start.js` calls it.
_SHARED = ("parts", "matrix", "details", "times", "run", "reports")
_SUBJECTS = (
    "document",
    "strength",
    "contest",
    "hunt",
    "mutation",
    "limits",
    "strengthening",
    "comparison",
)


class Section(Value):
    """A part of a page. `SECTIONS[kind]` of the script shows the first and gets the
    others.

    later: values that the script unpacks one by one, with `section.later(place)`.
    pictures: some of them are pictures, as `data:` addresses.
    """

    kind: str
    document: Json
    later: Sequence[object] = ()
    pictures: bool = False


def script() -> str:
    """Return the script of every page: the files of this folder, joined to one
    module."""
    return "".join(_text(f"{name}.js") for name in (*_SHARED, *_SUBJECTS, "start"))


def page(title: str, sections: Sequence[Section], medium: Medium) -> str:
    """Return a page as the text of a file, in ASCII."""
    style = _text("page.css")
    code = script()
    policy = [
        "default-src 'none'",
        f"style-src {_source(style)}",
        f"script-src {_source(code)}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    # As images alone: in an SVG that is one, no script runs and nothing is loaded.
    if any(section.pictures for section in sections):
        policy.append("img-src data:")
    shown = [{**section.document, "kind": section.kind} for section in sections]
    data = {"title": title, "origin": medium.origin_keys, "sections": shown}
    parts = [_packed("data", data)]
    for number, section in enumerate(sections):
        for place, value in enumerate(section.later):
            parts.append(_packed(f"later-{number}-{place}", value))
    heading = html.escape(on_one_line(title)).encode("ascii", "xmlcharrefreplace")
    return Template(_text("page.html")).substitute(
        title=heading.decode(),
        policy="; ".join(policy),
        style=style,
        script=code,
        data="\n".join(parts),
    )


def _text(name: str) -> str:
    return files(__name__).joinpath(name).read_text("ascii")


def _source(text: str) -> str:
    """Return how the policy names the content of an element."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _packed(id: str, value: object) -> str:
    """Return an element that a browser neither runs nor shows."""
    # `allow_nan=False`: a script that reads JSON stops at NaN.
    text = json.dumps(value, separators=(",", ":"), allow_nan=False, default=as_json)
    # Base64 has no `<`: whatever the value holds, it cannot end the element.
    packed = base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode()
    return f'<script type="text/plain" id="{id}">{packed}</script>'
