"""Pages without a browser: their scripts in V8, over the document of `dom.js`."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer
from support.pages import elements

DOM = Path(__file__).with_name("dom.js")


# A script that never ends fails its test; every other one is done after milliseconds.
_TIMEOUT_S = 60


@contextmanager
def scripted(page: str, place: str = "") -> Iterator[ScriptedPage]:
    """Run the script of a page, opened at a `place` such as `#test=sample/1`."""
    # Closed by name: an engine that is left open keeps Python from ending.
    with MiniRacer() as engine:
        shown = ScriptedPage(engine)
        shown.evaluate(DOM.read_text("ascii"))
        code = ""
        for script in elements(page):
            if script.attributes.get("type") == "module":
                code = script.text
            if script.attributes.get("type") == "text/plain":
                packed = base64.b64decode(script.text)
                text = zlib.decompress(packed).decode()
                identity = script.attributes["id"]
                shown.call("addData", identity, script.text, list(packed), text)
        shown.run(f"location.hash = {json.dumps(place)}")
        shown.evaluate(code)
        assert shown.run("document.documentElement.dataset.ready") == "yes"
        yield shown


@dataclass(frozen=True, slots=True)
class ScriptedPage:
    """A page whose script has run. Texts are what a person would read there."""

    engine: MiniRacer

    def evaluate(self, code: str) -> object:
        return self.engine.eval(code, timeout_sec=_TIMEOUT_S)

    def run(self, code: str) -> Any:
        """Return the value of an expression, or of a call with everything that it sets off."""
        # Microtasks are done when `eval` returns: a second look sees what they changed.
        self.evaluate(f"globalThis.answer = {code}; undefined")
        answer = self.evaluate("JSON.stringify(globalThis.answer ?? null)")
        return json.loads(str(answer))

    def call(self, function: str, *arguments: object) -> Any:
        return self.run(f"{function}({', '.join(map(json.dumps, arguments))})")

    def texts(self, selectors: str) -> list[str]:
        query = f"document.querySelectorAll({json.dumps(selectors)})"
        texts = self.run(f"{query}.map((node) => node.textContent)")
        assert isinstance(texts, list)
        return texts

    def text(self, selectors: str) -> str:
        return " ".join(self.texts(selectors))

    def click(self, selectors: str, text: str) -> None:
        """Click the first element of these that has this text."""
        self.run(f"only({json.dumps(selectors)}, {json.dumps(text)}).click()")

    def fill(self, label: str, value: str | bool) -> None:
        """Choose, tick or type a value in the control with this label."""
        self.call("fill", label, value)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.call("press", key)

    def painted(self) -> list[str]:
        """Return the texts on the canvas of a new picture."""
        texts = self.call("paint")
        assert isinstance(texts, list)
        return texts

    @property
    def submissions(self) -> list[str]:
        """The names in the table of submissions, from the top."""
        names = self.texts("[aria-label=Submissions] tbody .link")
        return [name.lstrip("\u2605 ") for name in names]

    @property
    def panel(self) -> str:
        """The text of the open panel; empty if none is open."""
        return self.text("dialog[open]")

    @property
    def address(self) -> str:
        return str(self.run("location.hash"))
