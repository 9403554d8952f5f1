"""Caches for one test."""

from __future__ import annotations

import shutil
from pathlib import Path

from judging.sandbox import building
from judging.store import Kind, Store


def with_launcher(root: Path, store: Store) -> Path:
    """Make the root of a store that has only the launcher of `store`, whose compilation takes a
    second."""
    building.build(store)
    shutil.copytree(store.root / Kind.LAUNCHER, root / Kind.LAUNCHER)
    return root
