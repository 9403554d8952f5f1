"""Write a minimal native package with changes, and load it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from support import schemas

from judging.core.diagnostics import Diagnostic
from judging.core.errors import PackageError
from judging.package import load

CONFIG = """\
problem_format_version: 2025-09
name: Sums
uuid: 0d2f6b1c-0000-4000-8000-000000000000
limits:
  time_limit: 1.5
"""
MINIMAL: Mapping[str, str] = {
    "problem/problem.yaml": CONFIG,
    "problem/statement.en.md": "Add.\n",
    "problem/data/sample/1.in": "1 2\n",
    "problem/data/sample/1.ans": "3\n",
    "problem/data/secret/1.in": "3 4\n",
    "problem/data/secret/1.ans": "7\n",
    "validators/check.py": "pass\n",
    "solutions/accepted/sum.py": "pass\n",
}
MANIFEST = "problem/data/manifest.json"


def make_package(
    root: Path, changes: Mapping[str, str | bytes | None] | None = None
) -> Path:
    """Write the minimal package with `changes` (None: without that file) at `root`."""
    for name, content in {**MINIMAL, **(changes or {})}.items():
        path = root / name
        if content is None:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def findings(root: Path) -> list[str]:
    """Return the diagnostics of loading `root` as text, after a comparison of them with
    what the schemas of its files refuse."""
    found: tuple[Diagnostic, ...]
    try:
        found = load(root).diagnostics
    except PackageError as failure:
        found = failure.diagnostics
    assert schemas.disagreements(root, found) == []
    return [str(diagnostic) for diagnostic in found]


def file_names(root: Path) -> list[str]:
    """Return the names of all files under `root`, sorted."""
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
