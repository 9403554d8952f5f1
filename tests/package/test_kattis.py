"""ICPC and Kattis packages: each version is recognised and read whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.kattis import CURRENT, LEGACY, package, sound
from support.packages import findings

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
    assert (problem.name, problem.format, problem.types) == (
        "Sums",
        version,
        ("pass-fail",),
    )
    assert [test.name for test in problem.testcases] == ["sample/1", "secret/1"]
    assert [s.path for s in problem.submissions] == ["submissions/accepted/sum.py"]
    assert [source.name for source in problem.input_validators] == [
        "input_validators/check.py"
    ]
    assert problem.limits.time_s is None
    old = version.startswith("legacy")
    assert problem.limits.ac_to_time_limit == (5 if old else 2)
    assert problem.limits.time_limit_to_tle == (2 if old else 1.5)


@pytest.mark.parametrize(
    "folder", ["data", "submissions", "output_validators", "statement"]
)
def test_a_package_is_found_from_inside(tmp_path: Path, folder: str) -> None:
    (tmp_path / "a" / folder).mkdir(parents=True)
    (tmp_path / "a/problem.yaml").write_text("name: x\n")
    assert find_root(tmp_path / "a" / folder) == tmp_path / "a"


def test_an_unknown_version_is_named(tmp_path: Path) -> None:
    package(tmp_path, LEGACY, {"problem.yaml": "problem_format_version: 2025-9\n"})
    with pytest.raises(PackageError, match="found '2025-9'; did you mean '2025-09'"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("base", "own", "other"),
    [
        (LEGACY, "output_validators", "output_validator"),
        (CURRENT, "output_validator", "output_validators"),
        (CURRENT, "input_validators", "input_format_validators"),
    ],
)
def test_a_validator_folder_of_the_other_format_is_read(
    tmp_path: Path, base: Mapping[str, str], own: str, other: str
) -> None:
    config = base["problem.yaml"] + (
        "validation: custom multi-pass\n" if base is LEGACY else ""
    )
    package(tmp_path, base, {"problem.yaml": config, f"{other}/other.py": "pass\n"})
    problem = load(tmp_path)
    sources = (*problem.input_validators, *problem.output_validators)
    assert f"{other}/other.py" in [source.name for source in sources]
    assert problem.multi_pass == (base is LEGACY)
    assert [str(finding) for finding in problem.diagnostics] == [
        f"warning: {other}: a folder name of another format, still read: rename it to {own}"
    ]


def test_folders_of_both_formats_are_an_error(tmp_path: Path) -> None:
    both = ("output_validator/check.py", "output_validators/check.py")
    package(tmp_path, CURRENT, dict.fromkeys(both, "pass\n"))
    assert findings(tmp_path) == [
        "error: output_validators: two formats mixed: expected only one of output_validator and "
        "output_validators"
    ]


def test_what_no_verdict_depends_on_is_a_warning(tmp_path: Path) -> None:
    text = "name: 7\ncolour: red\n"
    data = {
        "data/secret/1.ans": "7\n",
        "submissions/accepted/plus.c++": "int main() {}\n",
    }
    package(tmp_path, LEGACY, {"problem.yaml": text, **data})
    (tmp_path / "problem.pdf").symlink_to("../../doc/problem.pdf")
    (tmp_path / "data/secret/1.png").symlink_to("nowhere")
    problem = load(tmp_path)
    assert problem.name == "Sums"
    assert [s.path for s in problem.submissions] == [
        "submissions/accepted/plus.c++",
        "submissions/accepted/sum.py",
    ]
    assert [
        str(finding).partition(": expected")[0] for finding in problem.diagnostics
    ] == [
        "warning: problem.yaml:2: colour: not a key of this format: ignored",
        "warning: problem.yaml:1: name",
        "warning: data/secret/1.png: broken symbolic link",
        "warning: problem.pdf: broken symbolic link",
    ]


def test_a_faulty_recipe_of_a_test_that_has_its_files_is_a_warning(
    tmp_path: Path,
) -> None:
    recipes = "data: {secret: {data: {'1': gone.py, '2': gone.py}}}\n"
    package(tmp_path, LEGACY, {"generators/generators.yaml": recipes})
    found = findings(tmp_path)
    place = "generators/generators.yaml:1: data.secret.data"
    assert [line.partition(".generate")[0] for line in found] == [
        f"warning: {place}.1",
        f"error: {place}.2",
    ]
