"""Packages that say nothing of their input format: a validator, one or two samples, and no
other test."""

from __future__ import annotations

import shutil
from pathlib import Path

from support.command import TESTS, Package

PACKAGES = TESTS / "undescribed"


def undescribed(folder: Path, name: str) -> Package:
    """Copy one of the packages."""
    root = folder / name
    shutil.copytree(PACKAGES / name, root)
    return Package(root)


def with_secret_test(folder: Path, name: str) -> Package:
    """Copy one of the packages, with its sample as a secret test, so that it can be judged."""
    package = undescribed(folder, name)
    shutil.copytree(package.root / "data/sample", package.root / "data/secret")
    return package
