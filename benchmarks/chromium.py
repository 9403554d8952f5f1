"""Chromium for the benchmarks that open pages."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MISSING = "chromium or playwright is not installed (`make browser`)"


@contextmanager
def started_browser() -> Iterator[Any | None]:
    """Yield a browser, or None if it is not installed."""
    executable = shutil.which("chromium")
    if importlib.util.find_spec("playwright") is None or executable is None:
        yield None
        return
    playwright = importlib.import_module("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=executable, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


def new_page(browser: Any) -> Any:
    """Return an empty page as large as a screen."""
    return browser.new_page(viewport={"width": 1600, "height": 900})


def opening_s(page: Any, file: Path) -> float:
    """Open a report in a page; return the seconds until its scripts have ended."""
    started = time.monotonic()
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready]")
    return time.monotonic() - started
