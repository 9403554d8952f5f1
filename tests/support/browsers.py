"""Pages in Chromium, driven by playwright. Where one of them is missing, tests are skipped."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
]


def missing_for_browser() -> str | None:
    """Return what is missing to look at a page, or None."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed (`make browser`)"
    return None if shutil.which("chromium") else "chromium is not installed"


@contextmanager
def chromium() -> Iterator[Any]:
    """Start a browser."""
    if (lacking := missing_for_browser()) is not None:
        pytest.skip(lacking)
    playwright = importlib.import_module("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        path = shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=path, args=_QUIET)
        yield browser
        browser.close()


@contextmanager
def opened(
    browser: Any, file: Path, width: int = 900, place: str = "", **options: Any
) -> Iterator[Any]:
    """Open a page from its file, at a `place` such as `#watch`. At the end, nothing may have gone
    wrong in it, and it must have asked for nothing but itself."""
    size = {"width": width, "height": 800}
    context = browser.new_context(viewport=size, reduced_motion="reduce", **options)
    shown = context.new_page()
    shown.set_default_timeout(10_000)
    asked: list[str] = []
    wrong: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("console", lambda message: wrong.append(message.text))
    shown.on("dialog", lambda dialog: wrong.append(dialog.message))
    shown.goto(file.as_uri() + place)
    shown.wait_for_selector("html[data-ready]")
    yield shown
    context.close()
    assert [address.partition("#")[0] for address in asked] == [file.as_uri()]
    assert wrong == []
