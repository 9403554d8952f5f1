"""Packages with thousands of faults: reading takes linear time, and people see numbers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.command import TESTS, Package, sound
from support.operations import calls

from judging.core.diagnostics import Diagnostic, count_many, error, warning
from judging.core.errors import PackageError
from judging.package import contest_folder, load
from judging.package.yaml.documents import Document
from judging.package.yaml.tables import Table
from judging.session import Findings

MANY = 150
NOTE = f"; and {MANY - 101} more of this kind"


def legacy(folder: Path, keys: int) -> Package:
    """Copy a legacy package, and write keys into problem.yaml that no tool knows."""
    package = Package(folder / f"package{keys}")
    shutil.copytree(TESTS / "packages" / "kattis_legacy", package.root)
    text = (package.root / "problem.yaml").read_text()
    unknown = "".join(f"zz_{index}: 1\n" for index in range(keys))
    package.write("problem.yaml", text + unknown)
    return package


def contest(folder: Path, entries: int) -> Path:
    """Write the list of a contest in which each entry has another unknown key."""
    place = folder / f"contest{entries}"
    place.mkdir()
    listed = "".join(f"- {{id: p{n}, zz_{n}: 1}}\n" for n in range(entries))
    (place / "problems.yaml").write_text(listed)
    return place


def report(folder: Path, count: int) -> None:
    found = [warning("ignored", "problem.yaml", line) for line in range(count)]
    findings = Findings()
    findings.report(*found, *found)
    assert findings.diagnostics == found


def read_package(folder: Path, count: int) -> None:
    assert len(load(legacy(folder, count).root).diagnostics) == count


def read_contest(folder: Path, count: int) -> None:
    assert len(contest_folder.read(contest(folder, count)).diagnostics) == 2 * count


@pytest.mark.parametrize("work", [report, read_package, read_contest])
def test_many_faults_take_linear_time(
    tmp_path: Path, work: Callable[[Path, int], None]
) -> None:
    few = calls(lambda: work(tmp_path, 200))
    assert calls(lambda: work(tmp_path, 400)) < 2.5 * few


class Key(str):
    """A key that counts how often it is compared."""

    compared = 0
    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Key.compared += 1
        return str.__eq__(self, other)


def test_no_key_is_compared_with_all_others() -> None:
    values: dict[str, object] = {Key(f"key{number}"): 1 for number in range(300)}
    document, found = Document("problem.yaml", values, {}), list[Diagnostic]()
    Key.compared = 0
    Table(document, (), values, found.append).check_keys([], [*values])
    assert len(found) == len(values)
    assert Key.compared < 10 * len(values)


@pytest.mark.slow
def test_people_see_the_first_hundred_and_a_number_and_programs_see_all(
    tmp_path: Path,
) -> None:
    package = legacy(tmp_path, MANY)
    summary, report = tmp_path / "summary.md", tmp_path / "report.json"
    done = package.judge(
        "run",
        *("--report", "text", "--report", "github", "--json", report),
        env={"GITHUB_STEP_SUMMARY": str(summary)},
    )
    assert done.code == 0
    text = [line for line in done.out.splitlines() if not line.startswith("::")]
    for lines in (text, summary.read_text().replace("\\", "").splitlines()):
        shown = [line for line in lines if "zz_" in line]
        assert len(shown) == 101
        assert shown[99].endswith("zz_99: not a key of this format: ignored")
        assert shown[100].endswith(f"zz_100: not a key of this format: ignored{NOTE}")
    listed = json.loads(report.read_text())["diagnostics"]
    assert [found["key"] for found in listed] == [f"zz_{n}" for n in range(MANY)]


def test_no_warning_hides_an_error(tmp_path: Path) -> None:
    """A key that resembles one of the format may be a slip, and is an error."""
    package = legacy(tmp_path, MANY)
    text = (package.root / "problem.yaml").read_text()
    package.write("problem.yaml", f"{text}limts: 1\n")
    done = package.judge("run")
    assert done.code == 3
    assert done.says("error: ", "unknown key 'limts'; did you mean 'limits'?")
    assert done.says("zz_100", NOTE)


def test_errors_of_a_kind_are_counted_wherever_they_are_shown(tmp_path: Path) -> None:
    package = sound(tmp_path)
    entries = "".join(f"      t{n}: nowhere{n}.py 1\n" for n in range(MANY))
    package.write(
        "generators/generators.yaml", f"data:\n  secret:\n    data:\n{entries}"
    )
    junit = tmp_path / "junit.xml"
    run = package.judge("run", "--report", f"junit:{junit}", "--report", "text")
    generate = package.judge("generate")
    for done in (run, generate):
        assert done.code == 3
        shown = [line for line in done.text.splitlines() if "nowhere" in line]
        assert len(shown) == 101
        assert shown[100].endswith(NOTE)
    assert run.says(f"{MANY} errors")
    faults = [fault.text or "" for fault in ElementTree.parse(junit).iter("error")]
    assert sum(fault.count("nowhere") for fault in faults) == 101


def test_a_hundred_and_one_are_all_shown() -> None:
    found = [warning(f"'x{n}' is unknown", "file", n) for n in range(101)]
    assert count_many(found) == found
    more = [*found, error("'x' is unknown"), warning("'y' is unknown")]
    assert count_many(more)[:100] == found[:100]
    assert str(count_many(more)[100]) == (
        "warning: file:100: 'x100' is unknown; and 1 more of this kind"
    )
    assert count_many(more)[101:] == [error("'x' is unknown")]


def test_an_exception_with_many_faults_names_a_hundred() -> None:
    faults = [error("missing", f"file{n}") for n in range(MANY)]
    failure = PackageError(faults)
    assert len(str(failure).splitlines()) == 101
    assert len(failure.diagnostics) == MANY
