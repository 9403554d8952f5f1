"""Round trips: every submission keeps its verdict on every test, and the data their bytes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import pytest
from support.command import TESTS, judge

from judging.core.problem import Problem
from judging.features.transfer.exporting import export_package
from judging.features.transfer.importing import import_package
from judging.package import load

KATTIS = ("kattis-2025-09", "kattis-legacy", "domjudge")
PACKAGES = (*KATTIS, "polygon")
SEVERAL_FILES = TESTS / "packages" / "several_files"


def data(problem: Problem) -> dict[str, tuple[bytes, bytes]]:
    """Return the bytes of every test that submissions are judged on."""
    found = {}
    for test in problem.testcases:
        assert test.input is not None
        assert test.answer is not None
        found[test.name] = (test.input.read_bytes(), test.answer.read_bytes())
    return found


def verdicts(package: Path) -> dict[str, list[str]]:
    """Submission -> its verdict on each test, in order of the tests."""
    done = judge("run", "--problem", package, "--until", "all", "--jobs", "1", "--json", "r.json",
                 cwd=package.parent)  # fmt: skip
    report = json.loads((package.parent / "r.json").read_text())
    assert done.code == 0, done.text
    return {
        PurePosixPath(s["path"]).name: [t["verdict"] for t in s["testcases"]]
        for s in report["submissions"]
    }


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copytree(SEVERAL_FILES, tmp_path / "mean")
    return tmp_path / "mean"


def written(package: Path, format: str, zipped: bool) -> Path:
    """Write the package in another format and return a folder that can be loaded."""
    out = package.parent / (f"{format}.zip" if zipped else format)
    export_package(load(package), out, format)
    if not zipped and format in KATTIS:
        return out
    import_package(out, package.parent / "back")
    return package.parent / "back"


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("format", PACKAGES)
def test_the_data_stay_as_they_are(package: Path, format: str, zipped: bool) -> None:
    before, after = load(package), load(written(package, format, zipped))
    assert not after.broken, after.diagnostics
    assert (after.name, after.types) == (before.name, before.types)
    assert after.limits.time_s == before.limits.time_s
    assert after.limits.memory_bytes == before.limits.memory_bytes
    given, got = data(before), data(after)
    if format == "polygon":
        assert list(got.values()) == list(given.values())
    else:
        assert got == given
    assert {t.output_validator_args for t in after.testcases} == {
        ("float_tolerance", "1e-6")
    }
    assert [t.input.read_bytes() for t in before.invalid_inputs if t.input] == [b"0\n\n"]


@pytest.mark.parametrize("format", KATTIS)
def test_expectations_stay_as_they_are(package: Path, format: str) -> None:
    def expected(problem: Problem) -> Mapping[str, object]:
        return {
            PurePosixPath(s.path).name: s.expectation
            and (s.expectation.permitted, s.expectation.required)
            for s in problem.submissions
        }

    before, after = (
        expected(load(package)),
        expected(load(written(package, format, False))),
    )
    assert (
        before.keys() == after.keys() == {"parts", "rounded.py", "whole.py", "empty.py"}
    )
    if format == "kattis-2025-09":
        assert after == before
    else:
        # A tag states only what the submission may get as a whole.
        assert after["parts"] == before["parts"]
        assert after["rounded.py"] == before["rounded.py"]


@pytest.mark.parametrize(
    "format", ["kattis-legacy", *(pytest.param(f, marks=pytest.mark.slow) for f in
                                 ("kattis-2025-09", "domjudge"))]
)  # fmt: skip
def test_verdicts_stay_as_they_are(package: Path, format: str) -> None:
    before = verdicts(package)
    assert before == {
        "parts": ["AC", "AC", "AC"],
        "empty.py": ["WA", "RTE", "WA"],
        "whole.py": ["AC", "RTE", "RTE"],
        "rounded.py": ["AC", "AC", "WA"],
    }
    assert verdicts(written(package, format, False)) == before


@pytest.mark.slow
@pytest.mark.parametrize("format", PACKAGES)
@pytest.mark.parametrize("name", ["polygon_split", "polygon_guess"])
def test_testlib_programs_survive_a_round_trip(
    tmp_path: Path, name: str, format: str
) -> None:
    given = TESTS / "packages" / name
    import_package(given, tmp_path / "package")
    assert judge("generate", "--problem", tmp_path / "package").code == 0
    before = verdicts(tmp_path / "package")
    after = written(tmp_path / "package", format, False)
    assert verdicts(after) == before
    assert list(data(load(after)).values()) == list(
        data(load(tmp_path / "package")).values()
    )
    for source in given.glob("files/*.cpp"):
        copies = [
            p for p in after.rglob(f"{source.name}.h") if "statement" not in p.parts
        ]
        assert [p.read_bytes() for p in copies] == [source.read_bytes()]


@pytest.mark.slow
@pytest.mark.parametrize("format", KATTIS)
@pytest.mark.parametrize("name", ["interactive_guess", "interactive_multi_pass"])
def test_interactive_problems_survive_a_round_trip(
    tmp_path: Path, name: str, format: str
) -> None:
    shutil.copytree(TESTS / "packages" / name, tmp_path / "package")
    before = verdicts(tmp_path / "package")
    after = written(tmp_path / "package", format, False)
    assert data(load(after)) == data(load(tmp_path / "package"))
    assert verdicts(after) == before


CHECKER = """
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
int main(int argc, char **argv) {
    std::ifstream answer(argv[2]);
    std::string given, wanted;
    std::cin >> given;
    answer >> wanted;
    std::ofstream(std::string(argv[3]) + "judgemessage.txt") << given << " for " << wanted;
    if (given == "crash") exit(1);
    return std::abs(std::stod(given) - std::stod(wanted)) < 1e-6 ? 42 : 43;
}
"""
VALIDATOR = """
#include <cstdlib>
#include <iostream>
int main() {
    int n, a;
    std::cin >> n;
    if (n < 1) std::exit(43);
    for (int i = 0; i < n; i++) std::cin >> a;
    exit(std::cin ? 42 : 43);
}
"""


@pytest.mark.slow
def test_programs_that_exit_with_42_and_43_survive_a_trip_to_polygon(
    package: Path,
) -> None:
    (package / "checker").mkdir()
    (package / "checker/equal.cpp").write_text(CHECKER)
    (package / "validators/check.py").unlink()
    (package / "validators/check.cpp").write_text(VALIDATOR)
    for folder in ("sample", "secret"):
        (package / f"problem/data/{folder}/test_group.yaml").unlink()
    before = verdicts(package)
    before.pop("parts")  # Polygon takes one file
    out = package.parent / "polygon"
    notes = export_package(load(package), out, "polygon")
    assert not any("validators/check.cpp" in note.what for note in notes)
    # The unwrapped checker is unchanged.
    back = package.parent / "back"
    import_package(out, back)
    assert (back / "checker/equal.cpp").read_text() == CHECKER
    assert (back / "validators/check/check.cpp").read_text() == VALIDATOR
    assert verdicts(back) == before


@pytest.mark.slow
@pytest.mark.parametrize("format", PACKAGES)
def test_scores_stay_as_they_are(tmp_path: Path, format: str) -> None:
    """The legacy version drops the dependencies of groups, and scores no longer depend on them."""
    shutil.copytree(TESTS / "packages" / "scoring_groups", tmp_path / "package")
    before = scores(tmp_path / "package")
    after = scores(written(tmp_path / "package", format, False))
    assert before == {
        "formula.py": 100,
        "thousand.py": 50,
        "hundred.py": 40,
        "not_three.py": 30,
    }
    if format in ("kattis-legacy", "domjudge"):
        before["not_three.py"] = 100
    assert after == before


def scores(package: Path) -> dict[str, float]:
    """Submission -> its score."""
    judge("run", "--problem", package, "--until", "all", "--jobs", "1", "--json", "r.json",
          cwd=package.parent)  # fmt: skip
    report = json.loads((package.parent / "r.json").read_text())
    return {PurePosixPath(s["path"]).name: s["score"] for s in report["submissions"]}
