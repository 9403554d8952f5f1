"""Parts that another Python package adds: formats and executors, by entry points."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Done, Package, judge, sound

PLUGIN = """\
from judging.session.executors.threads import ThreadsExecutor
from judging.features.transfer.formats import ExportFormat, ForeignFormat
from judging.features.transfer.new_package import NewPackage


def write_list(problem, name):
    new = NewPackage()
    tests = "".join(f"{test.name}\\n" for test in problem.testcases)
    new.add("tests.txt", f"{name}\\n{tests}".encode())
    new.drop("the statement", "a list has none")
    return new


def read_list(root):
    new = NewPackage()
    new.add_yaml(
        "problem/problem.yaml",
        {
            "problem_format_version": "2025-09",
            "name": "From a list",
            "limits": {"time_limit": 1},
        },
    )
    for number, line in enumerate((root / "list.txt").read_text().split()):
        new.add(f"problem/data/secret/{number}.in", f"{line}\\n".encode())
        new.add(f"problem/data/secret/{number}.ans", f"{line}\\n".encode())
    return new


def open_listed(spec, place):
    print(f"an executor at {place}")
    return ThreadsExecutor(spec)


LIST = ExportFormat(write_list)
FROM_LIST = ForeignFormat("Lists", "list.txt", read_list)
"""
ENTRY_POINTS = """\
[judge.export]
list = listing:LIST
wrong = listing:write_list
gone = listing:missing

[judge.import]
list = listing:FROM_LIST

[judge.executors]
listed = listing:open_listed
"""


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return sound(tmp_path)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    """A folder with an installed Python package that adds formats and an executor."""
    folder = tmp_path / "installed"
    about = folder / "listing-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "listing.py").write_text(PLUGIN)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: listing\nVersion: 1\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


def _with(plugin: Path, *args: object, cwd: Path | None = None) -> Done:
    return judge(*args, cwd=cwd, env={"PYTHONPATH": str(plugin)}, process=True)


def test_an_added_format_is_written(package: Package, plugin: Path) -> None:
    out = package.root.parent / "out"
    args = ("export", out, "--problem", package.root, "--format", "list")
    done = _with(plugin, *args)
    assert done.code == 0
    assert done.says("dropped: the statement", "a list has none")
    assert (out / "tests.txt").read_text().splitlines() == [
        "package",
        "sample/1",
        "secret/1",
    ]
    refused = judge(*args)
    assert refused.code == 2
    assert refused.says("unknown format 'list': expected one of kattis-2025-09")


def test_an_added_format_is_read(tmp_path: Path, plugin: Path) -> None:
    listed = tmp_path / "listed"
    listed.mkdir()
    (listed / "list.txt").write_text("3\n5\n")
    done = _with(plugin, "import", listed, "new", cwd=tmp_path)
    assert done.code == 0
    assert (tmp_path / "new/problem/data/secret/1.in").read_text() == "5\n"
    empty = tmp_path / "empty"
    empty.mkdir()
    none = _with(plugin, "import", empty, "other", cwd=tmp_path)
    assert none.says("expected problem.xml (Polygon)", "list.txt (Lists)")


def test_an_added_executor_is_opened(package: Package, plugin: Path) -> None:
    run = ("run", "--problem", package.root, "--executor")
    done = _with(plugin, *run, "listed:here")
    assert done.code == 0
    assert done.says("an executor at here")
    unknown = _with(plugin, *run, "lost:here")
    assert unknown.code == 2
    assert unknown.says("unknown executor 'lost:here'", "listed:PLACE")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wrong", "expected ExportFormat, found function"),
        ("gone", "the plugin gone of listing (judge.export: listing:missing) cannot"),
    ],
)
def test_a_broken_plugin_is_named(
    name: str, words: str, package: Package, plugin: Path
) -> None:
    out = package.root.parent / "out"
    done = _with(plugin, "export", out, "--problem", package.root, "--format", name)
    assert (done.code, out.exists()) == (2, False)
    assert done.says(words)
