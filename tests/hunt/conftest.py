"""Packages to hunt on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.hunting import Packages

from judging.store import Store


@pytest.fixture
def package(tmp_path: Path, store: Store) -> Iterator[Packages]:
    """Make packages to hunt on."""
    packages = Packages(tmp_path, store)
    yield packages
    packages.close()
