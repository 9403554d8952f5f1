"""Which files that look like tests or submissions are judged, and what is said of the others.

docs/validation.md lists some of these rows.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.kattis import CURRENT, LEGACY, package

from judging.core.diagnostics import Diagnostic, Severity, left_out_by
from judging.core.errors import PackageError
from judging.package import load

ERROR = Severity.ERROR
WARNING = Severity.WARNING


def diagnostics(root: Path) -> tuple[Diagnostic, ...]:
    try:
        return load(root).diagnostics
    except PackageError as failure:
        return failure.diagnostics


def pair(input: str, answer: str) -> dict[str, str | bytes]:
    return {f"data/{input}": "2 2\n", f"data/{answer}": "4\n"}


# (files, the gravest finding or None, the files that are left out)
Row = tuple[dict[str, str | bytes], Severity | None, list[str]]

TESTS: dict[str, Row] = {
    "capitals": (
        pair("secret/2.IN", "secret/2.ANS"),
        ERROR,
        ["data/secret/2.ANS", "data/secret/2.IN"],
    ),
    "an input in capitals alone": (
        {"data/secret/2.IN": ""},
        ERROR,
        ["data/secret/2.IN"],
    ),
    "another ending behind": (
        pair("secret/2.in.txt", "secret/2.ans.txt"),
        ERROR,
        ["data/secret/2.ans.txt", "data/secret/2.in.txt"],
    ),
    "a number behind": (
        pair("secret/2.in.1", "secret/2.out.1"),
        ERROR,
        ["data/secret/2.in.1", "data/secret/2.out.1"],
    ),
    "packed": (
        pair("secret/2.in.gz", "secret/2.ans.gz"),
        ERROR,
        ["data/secret/2.ans.gz", "data/secret/2.in.gz"],
    ),
    "the word first": (
        pair("secret/in1", "secret/out1"),
        ERROR,
        ["data/secret/in1", "data/secret/out1"],
    ),
    "the word first, with an ending": (
        pair("secret/input_1.txt", "secret/output_1.txt"),
        ERROR,
        ["data/secret/input_1.txt", "data/secret/output_1.txt"],
    ),
    "other words": (
        pair("secret/2.dat", "secret/2.diff"),
        ERROR,
        ["data/secret/2.dat", "data/secret/2.diff"],
    ),
    "Polygon's names": (
        pair("secret/02", "secret/02.a"),
        ERROR,
        ["data/secret/02", "data/secret/02.a"],
    ),
    "an input of another system alone": (
        {"data/secret/2.dat": ""},
        WARNING,
        ["data/secret/2.dat"],
    ),
    "an archive": ({"data/secret/more.zip": "PK"}, WARNING, ["data/secret/more.zip"]),
    "kept aside": (pair("secret/2.in.bak", "secret/2.ans.bak"), WARNING, []),
    "notes": ({"data/secret/notes.txt": "", "data/secret/in-short.md": ""}, WARNING, []),
    "an output in place of the answer": (
        pair("secret/2.in", "secret/2.out"),
        WARNING,
        ["data/secret/2.out"],
    ),
    "an answer in capitals": (
        pair("secret/2.in", "secret/2.ANS"),
        WARNING,
        ["data/secret/2.ANS"],
    ),
    "no answer": ({"data/secret/2.in": ""}, WARNING, []),
    "an answer alone": ({"data/secret/2.ans": ""}, ERROR, []),
    "an output alone": ({"data/secret/2.out": ""}, ERROR, []),
    "no name": ({"data/secret/.in": ""}, ERROR, ["data/secret/.in"]),
    "hidden": (pair("secret/.2.in", "secret/.2.ans"), None, []),
    "an editor's copy": (pair("secret/2.in~", "secret/2.ans~"), None, []),
    "no folder of tests": (
        pair("2.in", "2.ans"),
        ERROR,
        ["data/2.ans", "data/2.in"],
    ),
    "a folder misspelt": (
        pair("secrets/2.in", "secrets/2.ans"),
        ERROR,
        ["data/secrets/2.in"],
    ),
    "a folder in capitals": (
        pair("Sample/2.in", "Sample/2.ans"),
        ERROR,
        ["data/Sample/2.in"],
    ),
    "another folder": (
        pair("more/a/2.in", "more/a/2.ans"),
        WARNING,
        ["data/more/a/2.in"],
    ),
    "another folder without tests": ({"data/more/notes.txt": ""}, WARNING, []),
    "a folder of other tools": (pair("manual/2.in", "manual/2.ans"), None, []),
    "a folder called as an input": (
        {"data/secret/2.in/x.txt": "", "data/secret/2.ans": ""},
        ERROR,
        ["data/secret/2.in"],
    ),
    "a folder called as an answer": (
        {"data/secret/2.in": "", "data/secret/2.ans/x.txt": ""},
        WARNING,
        ["data/secret/2.ans"],
    ),
    "a group called as an input": (
        pair("secret/2.in/1.in", "secret/2.in/1.ans"),
        None,
        [],
    ),
    "settings that no format has": ({"data/secret/test_group.yml": "a: 1\n"}, ERROR, []),
    "an empty input": (
        pair("secret/2.in", "secret/2.ans") | {"data/secret/2.in": ""},
        None,
        [],
    ),
    "at the top of the package": ({"2.in": ""}, WARNING, ["2.in"]),
    "in an unknown folder": ({"tests/a/2.in": ""}, WARNING, ["tests"]),
    "an unknown folder without tests": ({"tools/a.txt": ""}, WARNING, []),
    "recipes that nobody reads": (
        {"generators/generators.yml": "data: {}\n"},
        ERROR,
        [],
    ),
}

SUBMISSIONS: dict[str, Row] = {
    "an unknown ending": ({"accepted/x.foo": "x"}, WARNING, ["accepted/x.foo"]),
    "no ending": ({"accepted/x": "x"}, WARNING, ["accepted/x"]),
    "a folder in no language": ({"accepted/x/y.foo": "x"}, WARNING, ["accepted/x"]),
    "a program as a text": ({"accepted/x.py.txt": "x"}, WARNING, ["accepted/x.py.txt"]),
    "capitals": ({"accepted/x.PY": "x"}, ERROR, ["accepted/x.PY"]),
    "at the top": ({"x.py": "print()"}, WARNING, []),
    "at the top, an unknown ending": ({"x.foo": "x"}, WARNING, ["x.foo"]),
    "notes": ({"accepted/notes.txt": "x", "README.md": "x"}, WARNING, []),
    "made by a compiler": ({"accepted/x": b"\x7fELF\0\0"}, WARNING, []),
    "kept aside": ({"accepted/x.py.bak": "x"}, WARNING, []),
    "switched off": ({"accepted/x.py.disabled": "x"}, WARNING, []),
    "hidden": ({"accepted/.x.py": "x"}, None, []),
    "rules that nobody reads": ({"submissions.yml": "accepted/x.py: {}\n"}, ERROR, []),
}  # fmt: skip


def written(root: Path, files: dict[str, str | bytes], base: dict[str, str]) -> Path:
    package(root, base)
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def check(root: Path, gravest: Severity | None, left_out: list[str]) -> None:
    found = diagnostics(root)
    severities = {diagnostic.severity for diagnostic in found}
    assert (ERROR in severities, bool(severities)) == (
        gravest is ERROR,
        gravest is not None,
    )
    assert left_out_by(found) == left_out


@pytest.mark.parametrize("base", [CURRENT, LEGACY], ids=["2025-09", "legacy"])
@pytest.mark.parametrize("row", TESTS.values(), ids=TESTS)
def test_of_the_data(tmp_path: Path, base: dict[str, str], row: Row) -> None:
    files, gravest, left_out = row
    check(written(tmp_path, files, base), gravest, left_out)


@pytest.mark.parametrize("row", SUBMISSIONS.values(), ids=SUBMISSIONS)
def test_of_the_submissions(tmp_path: Path, row: Row) -> None:
    files, gravest, left_out = row
    placed = {f"submissions/{name}": content for name, content in files.items()}
    written(tmp_path, placed, dict(CURRENT))
    check(tmp_path, gravest, [f"submissions/{name}" for name in left_out])


def test_an_empty_folder_of_a_submission(tmp_path: Path) -> None:
    package(tmp_path, CURRENT)
    (tmp_path / "submissions/accepted/x").mkdir()
    check(tmp_path, WARNING, ["submissions/accepted/x"])


@pytest.mark.parametrize("name", [b"\xe9.in", b"a\nb.in", b"\x1b[2J.in"])
def test_a_test_that_no_report_can_name(tmp_path: Path, name: bytes) -> None:
    package(tmp_path, CURRENT)
    (tmp_path / "data/secret" / os.fsdecode(name)).write_bytes(b"1\n")
    (found,) = diagnostics(tmp_path)
    assert found.severity is ERROR
    assert found.file is not None
    assert found.file.isprintable()
    assert found.left_out == (found.file,)


def test_many_tests_under_other_names_are_one_finding(tmp_path: Path) -> None:
    many = {f"data/secret/{number}.IN": "1\n" for number in range(10, 15)}
    (found,) = diagnostics(package(tmp_path, CURRENT, many))
    assert str(found) == (
        "error: data/secret: 5 files look like tests, and are not judged: 10.IN, 11.IN, 12.IN "
        "and 2 more; for each: tests are NAME.in with NAME.ans: rename its files"
    )
    assert list(found.left_out) == sorted(many)
