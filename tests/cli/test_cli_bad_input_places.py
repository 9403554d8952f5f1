"""Files and streams that are not what a command expects of them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from support.command import SCRIPT, Package, judge, sound, spawn

ADD = "solutions/accepted/add.py"


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return sound(tmp_path)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_changes_no_exit_code(
    package: Package, closed: str
) -> None:
    command = f"'{SCRIPT}' run --json report.json {ADD} {closed}"
    assert spawn(["/bin/sh", "-c", command], cwd=package.root).code == 0
    assert (package.root / "report.json").is_file()


def test_a_name_that_an_encoding_lacks_is_escaped(package: Package) -> None:
    package.replace("problem/problem.yaml", "name: ", "name: \u0141\u00f3d\u017a ")
    env = {"PYTHONIOENCODING": "ascii"}
    done = package.judge("run", ADD, process=True, env=env)
    assert (done.code, done.says("\\u0141\\xf3d\\u017a")) == (0, True)


def test_a_link_to_itself_is_a_wrong_command_line(package: Package) -> None:
    loop = package.root / "loop"
    loop.symlink_to("loop")
    for command in (
        ("run", "--json", loop),
        ("compare", loop, "loop"),
        ("generate", "--add", loop),
        ("export", loop),
    ):
        done = judge(*command, cwd=package.root)
        assert (done.code, done.out) == (2, ""), command
        assert str(loop) in done.err, command


@pytest.mark.parametrize(
    "options",
    [
        ("--report", "json", "--report", "junit"),
        ("--json", "-", "--report", "text"),
        ("--json", "-", "--report", "github"),
    ],
)
def test_two_reports_on_standard_output_are_refused(
    package: Package, options: tuple[str, ...]
) -> None:
    done = package.judge("run", *options)
    assert done.code == 2
    assert done.says("both on standard output: name a file, as in --report ")


def test_the_file_of_a_steps_summary_costs_no_other_report(package: Package) -> None:
    done = package.judge(
        "run",
        *("--report", "github", "--report", "junit:j.xml"),
        env={"GITHUB_STEP_SUMMARY": "/nowhere/summary.md"},
    )
    assert done.code == 4
    assert done.says("/nowhere/summary.md, named by GITHUB_STEP_SUMMARY")
    assert "<testsuite" in (package.root / "j.xml").read_text()


def test_view_writes_the_other_reports_too(package: Package) -> None:
    done = package.judge("view", "--print-path", "--report", "junit:j.xml")
    assert done.code == 0
    assert (package.root / "j.xml").is_file()
    refused = package.judge("view", "--report", "junit2")
    assert (refused.code, refused.says("unknown format 'junit2'")) == (2, True)


def test_limits_that_cannot_be_measured_say_so_without_a_text_report(
    package: Package,
) -> None:
    package.write("problem/data/secret/1.in", "none\n")
    done = package.judge("limits", "--report", "json")
    assert (done.code, done.out) == (3, "")
    assert done.says("secret/1", "validate.py")


def test_limits_names_what_does_not_compile(package: Package) -> None:
    package.write(ADD, "def (\n")
    done = package.judge("limits")
    assert done.says(f"warning: {ADD}: not timed: it does not compile: ")


def test_a_package_that_cannot_be_read_is_no_package_to_try_in(
    package: Package,
) -> None:
    package.write("problem/problem.yaml", "name: Sum\nlimits: {time_limit: fast}\n")
    done = package.judge("try", ADD, given=b"1 2\n")
    assert (done.code, done.out) == (3, "")
    assert done.says("time_limit")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--time-limit", "1e9"), "expected at most 864000 seconds"),
        (("--time-factor", "1e12"), "expected a positive number up to 1000, or auto"),
    ],
)
def test_a_time_without_end_is_refused(
    package: Package, options: tuple[str, ...], expected: str
) -> None:
    done = package.judge("run", *options)
    assert (done.code, done.says(expected)) == (2, True)


def test_the_longest_time_limit_is_one(package: Package) -> None:
    assert package.judge("run", "--time-limit", "864000", "--fresh", ADD).code == 0


@pytest.mark.parametrize("budget", ["inf", "nan"])
def test_a_budget_is_a_number_of_seconds(package: Package, budget: str) -> None:
    done = package.judge("strengthen", "--time", budget)
    assert (done.code, done.says(f"--time {budget}: expected")) == (2, True)


def test_a_wrong_export_is_refused_before_anything_is_made(package: Package) -> None:
    before = package.files()
    taken = package.root.parent / "taken"
    taken.mkdir()
    (taken / "file").write_text("")
    for options in (("--format", "katis", "out"), ("--format", "kattis-legacy", taken)):
        assert package.judge("export", *options).code == 2
    assert package.files() == before


def test_a_name_is_given_once(tmp_path: Path) -> None:
    done = judge("new", "one", "./one", cwd=tmp_path)
    assert (done.code, done.says("one: named twice")) == (2, True)
    assert not (tmp_path / "one").exists()


def test_git_that_is_not_installed_is_named(package: Package, tmp_path: Path) -> None:
    empty = tmp_path / "bin"
    empty.mkdir()
    done = package.judge("run", "--changed-since", "HEAD", env={"PATH": str(empty)})
    assert (done.code, done.says("--changed-since: git is not installed")) == (4, True)


def test_a_refused_test_leaves_no_file_behind(package: Package) -> None:
    package.write(
        "generators/generators.yaml",
        "data:\n  sample: &s\n    data:\n      '1': {in: \"1 2\\n\"}\n  secret: *s\n",
    )
    long = package.write("long.in", "1 " + "0" * 500 + "2\n")
    before = package.files()
    for _ in range(2):
        done = package.judge("generate", "--add", long)
        assert done.code == 3
        assert done.says("generators.yaml")
    assert package.files() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_statement_that_may_not_be_read_is_a_warning(package: Package) -> None:
    statement = package.write("problem/statement.en.tex", "\\problemname{Sum}\n")
    statement.chmod(0)
    try:
        done = package.judge("run")
    finally:
        statement.chmod(stat.S_IRUSR | stat.S_IWUSR)
    assert (done.code, done.says("warning", "cannot be read")) == (0, True)
