"""Tests and submissions whose names no format allows are judged; what is left out is named."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.command import judge
from support.kattis import CURRENT, package
from support.pages import data

from judging.languages import find, languages
from judging.store import Store

TESTS = (
    "secret/1 copy",
    "secret/тест",
    "secret/a [1],b",
    "secret/-x",
    "secret/my group/1",
)
PYTHON = "print(sum(map(int, input().split())))\n"
CPP = """\
#include <iostream>
int main() { long long a, b; std::cin >> a >> b; std::cout << a + b << "\\n"; }
"""
JAVA = """\
import java.util.Scanner;
public class Sum {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(in.nextLong() + in.nextLong());
    }
}
"""
RUST = """\
fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    println!("{}", line.split_whitespace().map(|word| word.parse::<i64>().unwrap()).sum::<i64>());
}
"""
VALIDATOR = "import sys\nsys.exit(42 if len(sys.stdin.read().split()) == 2 else 43)\n"


def odd_package(root: Path, submissions: dict[str, str]) -> Path:
    """Write a package with the odd names of tests above, and these submissions."""
    changes: dict[str, str | None] = {
        "input_validators/check.py": None,
        "input_validators/is it valid.py": VALIDATOR,
        "submissions/accepted/sum.py": None,
        **{f"submissions/{name}": content for name, content in submissions.items()},
    }
    config = CURRENT["problem.yaml"] + "limits: {time_limit: 5}\n"
    for name in TESTS:
        changes[f"data/{name}.in"] = "3 4\n"
        changes[f"data/{name}.ans"] = "7\n"
    return package(root, CURRENT, {**changes, "problem.yaml": config})


def test_odd_names_are_judged(tmp_path: Path) -> None:
    root = odd_package(
        tmp_path / "odd",
        {
            "accepted/my sum.py": PYTHON,
            "accepted/{path}.py": PYTHON,
            "accepted/-O2.cpp": CPP,
            "accepted/два файла/main.cpp": '#include "the sum.h"\n',
            "accepted/два файла/the sum.h": CPP,
            "wrong_answer/not [right].py": "print(3)\n",
        },
    )
    reports = [
        "--json",
        "run.json",
        "--report",
        "junit:run.xml",
        "--report",
        "html:run.html",
    ]
    done = judge("run", "--problem", root, "--keep", "kept", *reports, cwd=tmp_path)
    assert done.code == 0, done.text
    assert done.says("5 of 5 submissions met their expectation on 7 tests")
    assert done.says("warning: data/secret: packages do not allow this name", "-x.ans")
    assert "Left out" not in done.text
    report = json.loads((tmp_path / "run.json").read_text())
    paths = [submission["path"] for submission in report["submissions"]]
    assert "submissions/accepted/два файла" in paths
    assert {f"secret/{name}" for name in ("1 copy", "тест", "-x")} < set(
        report["inputs"]
    )
    assert report["left_out"] == []
    suites = ElementTree.parse(tmp_path / "run.xml").getroot()
    assert [case.get("name") for case in suites.iter("testcase")] == paths
    kept = tmp_path / "kept" / "submissions" / "wrong_answer" / "not [right].py"
    assert kept.is_dir()
    page = data((tmp_path / "run.html").read_text())
    assert [each["path"] for each in page["data"]["sections"][0]["submissions"]] == paths


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "name", "source"),
    [("java", "my Sum.java", JAVA), ("rust", "мой sum.rs", RUST)],
)
def test_compilers_that_make_names_of_file_names(
    tmp_path: Path, store: Store, language: str, name: str, source: str
) -> None:
    lacking = find(languages()[language], store).problem
    if lacking is not None:
        pytest.skip(lacking)
    odd_package(tmp_path, {f"accepted/{name}": source})
    done = judge("run", "--problem", tmp_path)
    assert done.code == 0, done.text
    assert done.says("1 of 1 submission met its expectation on 7 tests")


def test_odd_names_can_be_selected(tmp_path: Path) -> None:
    odd_package(tmp_path, {"accepted/a [1].py": PYTHON, "accepted/b.py": PYTHON})
    chosen = ("submissions/accepted/a [1].py", "--tests", "secret/a [1],b")
    done = judge("run", *chosen, cwd=tmp_path)
    assert done.code == 0, done.text
    assert done.says("1 of 1 submission met its expectation on 1 test,")


def test_a_file_of_a_test_reaches_the_submission_under_its_odd_name(
    tmp_path: Path,
) -> None:
    program = "print(open('my numbers.txt').read())\n"
    files = {
        f"data/{name}.files/my numbers.txt": "7" for name in ("secret/1", "sample/1")
    }
    changes = {"data/sample/1.ans": "7\n", "submissions/accepted/sum.py": program}
    config = CURRENT["problem.yaml"] + "limits: {time_limit: 5}\n"
    valid = {"input_validators/check.py": VALIDATOR, "problem.yaml": config}
    package(tmp_path, CURRENT, {**files, **changes, **valid})
    done = judge("run", "--problem", tmp_path)
    assert done.code == 0, done.text


@pytest.mark.parametrize("command", ["run", "validate"])
def test_the_last_line_names_what_is_left_out(tmp_path: Path, command: str) -> None:
    config = CURRENT["problem.yaml"] + "limits: {time_limit: 5}\n"
    strays = {"data/extra/2.in": "", "submissions/accepted/sum.foo": "x"}
    valid = {"input_validators/check.py": VALIDATOR, "problem.yaml": config}
    package(tmp_path, CURRENT, {**valid, **strays})
    done = judge(command, "--problem", tmp_path, "--json", tmp_path / "report.json")
    assert done.code == 0, done.text
    assert done.out.splitlines()[-1] == (
        "Left out: 2 files that look like tests or submissions (data/extra/2.in, "
        "submissions/accepted/sum.foo); the messages about them say why."
    )
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["left_out"] == ["data/extra/2.in", "submissions/accepted/sum.foo"]


@pytest.mark.parametrize("command", ["run", "validate"])
@pytest.mark.parametrize(
    "name",
    [b"data/secret/2.IN", b"data/secret/\xe9.in", b"submissions/accepted/a\nb.py"],
)
def test_a_test_or_submission_that_cannot_be_judged_is_no_success(
    tmp_path: Path, command: str, name: bytes
) -> None:
    package(tmp_path, CURRENT, {"input_validators/check.py": VALIDATOR})
    (tmp_path / os.fsdecode(name)).write_bytes(b"1 2\n")
    done = judge(command, "--problem", tmp_path)
    assert done.code == 3, done.text
    assert done.says("Left out: 1 file that looks like a test or a submission")
    assert done.says("Exit code 3")


def test_a_contest_names_what_is_left_out(tmp_path: Path) -> None:
    config = CURRENT["problem.yaml"] + "limits: {time_limit: 5}\n"
    valid = {"input_validators/check.py": VALIDATOR, "problem.yaml": config}
    package(tmp_path / "a", CURRENT, {**valid, "data/extra/2.in": ""})
    package(tmp_path / "b", CURRENT, valid)
    done = judge("run", "--contest", tmp_path)
    assert done.code == 0, done.text
    assert done.says("Left out: files that look like tests or submissions", ": a 1.")


@pytest.mark.parametrize("format", ["kattis-2025-09", "kattis-legacy", "domjudge"])
def test_an_export_refuses_names_that_its_format_does_not_allow(
    tmp_path: Path, format: str
) -> None:
    odd_package(tmp_path / "odd", {"accepted/my sum.py": PYTHON})
    out = tmp_path / "new"
    done = judge("export", "--unchecked", "--format", format, out, cwd=tmp_path / "odd")
    assert done.code == 3, done.text
    assert done.says(
        "error: data/secret/1 copy.in: ", "rename it, for instance to 1_copy.in"
    )
    assert done.says("error: submissions/accepted/my sum.py: ", "my_sum.py")
    assert not out.exists()
