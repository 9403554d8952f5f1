"""The packages in `examples/`: finished ones, and one that has nothing but its samples."""

from __future__ import annotations

import shutil
from pathlib import Path

from support.command import ROOT, Package

FOLDER = ROOT / "examples"
#: Its README says how the judge makes its tests.
ONLY_SAMPLES = "steadiest"
EXAMPLES = sorted(
    path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != ONLY_SAMPLES
)
# Its tests are the largest: with them, everything takes minutes.
SLOWEST = "steepest"
QUICKEST = ("twopiles",)
# What `judge generate` and runs leave in a working copy.
_NOT_COMMITTED = ("__pycache__", "secret", "manifest.json")


def copy_example(name: str, folder: Path) -> Package:
    """Copy an example into `folder`, with the files that are in the repository only."""
    root = folder / name
    ignored = shutil.ignore_patterns(*_NOT_COMMITTED)
    shutil.copytree(FOLDER / name, root, ignore=ignored)
    return Package(root)
