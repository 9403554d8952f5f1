"""Caches of a test's own."""

from __future__ import annotations

import shutil
from pathlib import Path

from judging.sandbox import building
from judging.store import Kind, Store


def with_launcher(root: Path, store: Store) -> Path:
    """Make the root of a store that holds the launcher of `store` and nothing else: to compile the
    launcher takes a second."""
    building.build(store)
    shutil.copytree(store.root / Kind.LAUNCHER, root / Kind.LAUNCHER)
    return root
