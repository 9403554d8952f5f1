"""ICPC and Kattis packages: each version is recognised, read whole, and judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.package import find_root, load

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
    """Writes `base` with `changes` (None: without that file) at `root`."""
    for name, content in {**base, **(changes or {})}.items():
        if content is not None:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
    return root


def sound(root: Path) -> Problem:
    """The package at `root`, in which nothing is wrong."""
    problem = load(root)
    assert problem.diagnostics == ()
    return problem


@pytest.mark.parametrize(
    ("base", "head", "version"),
    [
        (LEGACY, "", "legacy"),
        (LEGACY, "problem_format_version: legacy\n", "legacy"),
        (LEGACY, "problem_format_version: legacy-icpc\n", "legacy-icpc"),
        (CURRENT, "problem_format_version: 2023-07\n", "2023-07-draft"),
        (CURRENT, "problem_format_version: 2023-07-draft\n", "2023-07-draft"),
        (LEGACY, "problem_format_version: 2023-07-draft\n", "2023-07-draft"),
        (CURRENT, "problem_format_version: 2025-09\n", "2025-09"),
    ],
)
def test_every_version_is_read(
    tmp_path: Path, base: Mapping[str, str], head: str, version: str
) -> None:
    config = f"{head}name: Sums\nuuid: 0d2f6b1c-0000-4000-8000-000000000000\n"
    problem = sound(package(tmp_path, base, {"problem.yaml": config}))
    assert (problem.name, problem.format, problem.types) == ("Sums", version, ("pass-fail",))
    assert [test.name for test in problem.testcases] == ["sample/1", "secret/1"]
    assert [s.path for s in problem.submissions] == ["submissions/accepted/sum.py"]
    assert [source.name for source in problem.input_validators] == ["input_validators/check.py"]
    assert problem.limits.time_s is None
    old = version.startswith("legacy")
    assert problem.limits.ac_to_time_limit == (5 if old else 2)
    assert problem.limits.time_limit_to_tle == (2 if old else 1.5)


@pytest.mark.parametrize("folder", ["data", "submissions", "output_validators", "statement"])
def test_a_package_is_found_from_inside(tmp_path: Path, folder: str) -> None:
    (tmp_path / "a" / folder).mkdir(parents=True)
    (tmp_path / "a/problem.yaml").write_text("name: x\n")
    assert find_root(tmp_path / "a" / folder) == tmp_path / "a"


def test_an_unknown_version_is_named(tmp_path: Path) -> None:
    package(tmp_path, LEGACY, {"problem.yaml": "problem_format_version: 2025-9\n"})
    with pytest.raises(PackageError, match="found '2025-9'; did you mean '2025-09'"):
        load(tmp_path)
