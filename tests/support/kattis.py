"""Minimal packages of the ICPC and Kattis formats, written with changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from judging.core.problem import Problem
from judging.package import load

LEGACY: Mapping[str, str] = {
    "problem.yaml": "name: Sums\n",
    "problem_statement/problem.en.tex": "\\problemname{Sums}\n",
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/secret/1.in": "3 4\n",
    "data/secret/1.ans": "7\n",
    "input_validators/check.py": "pass\n",
    "submissions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
}
HEAD = "problem_format_version: 2025-09\nname: Sums\nuuid: 0d2f6b1c-0000-4000-8000-000000000000\n"
CURRENT: Mapping[str, str] = {
    **{name: text for name, text in LEGACY.items() if "statement" not in name},
    "problem.yaml": HEAD,
    "statement/problem.en.md": "Add.\n",
}


def package(
    root: Path, base: Mapping[str, str], changes: Mapping[str, str | None] | None = None
) -> Path:
    """Write `base` with `changes` (None: without that file) at `root`."""
    for name, content in {**base, **(changes or {})}.items():
        if content is not None:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
    return root


def sound(root: Path) -> Problem:
    """Load the package at `root`; nothing may be wrong with it."""
    problem = load(root)
    assert problem.diagnostics == ()
    return problem
