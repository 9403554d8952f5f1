"""Packages with a generators.yaml."""

from __future__ import annotations

from pathlib import Path

from support.packages import make_package

FILE = "generators/generators.yaml"


def with_recipes(
    root: Path, text: str, files: dict[str, str | bytes | None] | None = None
) -> Path:
    return make_package(root, {"generators/gen.py": "", **(files or {}), FILE: text})


def secret(entries: str) -> str:
    return f"data:\n  secret:\n    data:\n      {entries}\n"
