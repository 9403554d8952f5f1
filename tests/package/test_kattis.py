"""ICPC and Kattis packages: each version is recognised and read whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.kattis import CURRENT, LEGACY, package, sound

from judging.core.errors import PackageError
from judging.package import find_root, load


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
