"""Native packages: how they are recognised and loaded; no content makes a load crash."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.examples import examples
from support.packages import CONFIG, MANIFEST, findings, make_package

from judging.core.errors import PackageError
from judging.core.limits import MIB
from judging.package import FORMATS, find_root, load


def test_a_minimal_package_loads_without_a_finding(tmp_path: Path) -> None:
    problem = load(make_package(tmp_path))
    assert problem.diagnostics == ()
    assert (problem.name, problem.format, problem.types) == (
        "Sums",
        "native",
        ("pass-fail",),
    )
    assert [test.name for test in problem.testcases] == ["sample/1", "secret/1"]
    assert problem.testcases[1].input == tmp_path / "problem/data/secret/1.in"
    assert problem.testcases[1].answer == tmp_path / "problem/data/secret/1.ans"
    assert [source.name for source in problem.input_validators] == [
        "validators/check.py"
    ]
    assert problem.output_validators == ()
    assert problem.manifest is None
    assert problem.solution is None
    assert problem.languages is None
    assert problem.limits.time_s == 1.5
    assert problem.limits.memory_bytes == 2048 * MIB


def test_a_relative_directory_gives_absolute_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_package(tmp_path)
    monkeypatch.chdir(tmp_path)
    problem = load(Path("."))
    assert problem.paths.root == tmp_path.resolve()
    path = problem.submissions[0].source.files[0][1]
    assert isinstance(path, Path)
    assert path.is_absolute()


def test_find_root_walks_up_from_files_folders_and_missing_paths(tmp_path: Path) -> None:
    root = make_package(tmp_path / "pack")
    for inner in (
        "",
        "solutions/accepted/sum.py",
        "problem/data/secret",
        "solutions/none/x",
    ):
        assert find_root(root / inner) == root
    assert find_root(tmp_path) is None


def test_the_problem_folder_is_not_taken_for_a_kattis_package(tmp_path: Path) -> None:
    make_package(tmp_path)
    assert find_root(tmp_path / "problem") == tmp_path


def test_an_error_without_a_package_names_the_expected_files(tmp_path: Path) -> None:
    with pytest.raises(
        PackageError, match=r"expected it or problem/problem\.yaml .* `judge new NAME`"
    ):
        load(tmp_path)


def test_formats_are_named_by_their_modules() -> None:
    assert [form.NAME for form in FORMATS.values()] == list(FORMATS)


def test_one_load_names_the_faults_of_every_part(tmp_path: Path) -> None:
    make_package(
        tmp_path,
        {
            "problem/problem.yaml": CONFIG + "nmae: x\n",
            "problem/data/secret/2.in": "1\n",
            "solutions/wrong_answr/a.py": "",
            MANIFEST: "[]",
        },
    )
    problem = load(tmp_path)
    assert problem.broken
    assert [d.file for d in problem.diagnostics] == [
        "problem/problem.yaml",
        "problem/data/secret/2.in",
        "solutions/wrong_answr",
        MANIFEST,
    ]


def test_programs_of_validators_and_checker(tmp_path: Path) -> None:
    make_package(
        tmp_path,
        {
            "validators/README.md": "",
            "validators/.hidden.py": "",
            "validators/deep/main.cpp": "",
            "validators/deep/inc/a.h": "",
            "checker/check.cpp": "",
        },
    )
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    assert [s.name for s in problem.input_validators] == [
        "validators/check.py",
        "validators/deep",
    ]
    assert [n for n, _ in problem.input_validators[1].files] == ["inc/a.h", "main.cpp"]
    assert [s.name for s in problem.output_validators] == ["checker/check.cpp"]
    make_package(tmp_path, {"checker/check.h": ""})
    (several,) = load(tmp_path).output_validators
    assert several.name == "checker"
    assert [name for name, _ in several.files] == ["check.cpp", "check.h"]


def test_parts_that_are_missing_or_not_supported(tmp_path: Path) -> None:
    changes = {"validators/check.py": None, "problem/statement.en.md": None}
    make_package(
        tmp_path, {**changes, "include/default/x.h": "", "static_validator/x.py": ""}
    )
    assert findings(tmp_path) == [
        "warning: validators: no input validator: test inputs are not checked",
        "warning: static_validator: not run: static validators are not supported",
        "warning: .: no statement: expected problem/statement.*",
    ]


def test_files_among_the_validators_that_are_no_validators_are_named(
    tmp_path: Path,
) -> None:
    files = ["check.ctd", "check.viva", "notes.odt", "shared.h"]
    make_package(tmp_path, {f"validators/{name}": "EOF" for name in files})
    assert findings(tmp_path) == [
        "warning: validators/check.viva: VIVA grammars are not supported: it does not check the "
        "inputs",
        "warning: validators/notes.odt: skipped: no known language for this file name",
    ]


def test_links_inside_the_package_are_followed(tmp_path: Path) -> None:
    make_package(tmp_path)
    (tmp_path / "solutions/accepted/twin.py").symlink_to("sum.py")
    (tmp_path / "problem/data/secret/2.in").symlink_to("../sample/1.in")
    (tmp_path / "problem/data/secret/2.ans").symlink_to("../sample/1.ans")
    problem = load(tmp_path)
    assert problem.diagnostics == ()
    assert [test.name for test in problem.testcases][-1] == "secret/2"
    assert len(problem.submissions) == 2


@pytest.mark.parametrize(
    ("link", "target", "fault"),
    [
        (
            "problem/data/secret/2.in",
            "/etc/hosts",
            "symbolic link that leaves the package",
        ),
        ("problem/data/secret/2.in", "nowhere", "broken symbolic link"),
        ("problem/data/secret/2.in", "2.in", "broken symbolic link"),
        ("problem/data/secret/deep", "..", "symbolic link to a folder around it"),
        (
            "solutions/accepted/x.py",
            "/etc/hosts",
            "symbolic link that leaves the package",
        ),
        ("validators/x.py", "../../outside", "broken symbolic link"),
        (
            "problem/data/manifest.json",
            "/etc/hosts",
            "symbolic link that leaves the package",
        ),
        ("generators", "/etc", "symbolic link that leaves the package"),
    ],
)
def test_links_that_lead_elsewhere_are_errors(
    tmp_path: Path, link: str, target: str, fault: str
) -> None:
    make_package(tmp_path / "pack")
    os.symlink(target, tmp_path / "pack" / link)
    assert f"error: {link}: {fault}" in findings(tmp_path / "pack")[0]


def test_a_special_file_is_refused_and_never_opened(tmp_path: Path) -> None:
    make_package(tmp_path)
    for name in (
        "problem/data/secret/2.in",
        "solutions/accepted/pipe",
        "solutions/x.yaml",
    ):
        os.mkfifo(tmp_path / name)
    os.mkfifo(tmp_path / "solutions/submissions.yaml")
    assert findings(tmp_path) == [
        "error: problem/data/secret/2.in: neither a file nor a folder",
        "error: solutions/submissions.yaml: not a regular file",
        "error: solutions/submissions.yaml: neither a file nor a folder",
        "error: solutions/x.yaml: neither a file nor a folder",
        "error: solutions/accepted/pipe: neither a file nor a folder",
    ]


def test_a_file_without_read_permission_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_package(tmp_path)
    # Root, who may run this test, can read every file.
    monkeypatch.setattr(os, "access", lambda path, mode: path.name != "1.in")
    assert findings(tmp_path) == [
        "error: problem/data/sample/1.in: cannot be read: permission denied",
        "error: problem/data/secret/1.in: cannot be read: permission denied",
    ]


def test_names_that_packages_do_not_allow_are_read_with_a_warning(
    tmp_path: Path,
) -> None:
    make_package(
        tmp_path,
        {
            "solutions/accepted/-O2.py": "",
            "problem/data/secret/a b.in": "1",
            "problem/data/secret/a b.ans": "1",
        },
    )
    tests, submission = findings(tmp_path)
    assert tests.startswith(
        "warning: problem/data/secret: packages do not allow this name"
    )
    assert tests.endswith(": a b.ans, a b.in")
    assert submission.startswith(
        "warning: solutions/accepted/-O2.py: packages do not allow"
    )
    problem = load(tmp_path)
    assert "secret/a b" in [test.name for test in problem.testcases]
    assert "solutions/accepted/-O2.py" in [each.path for each in problem.submissions]


def test_a_name_that_no_report_can_show_is_an_error(tmp_path: Path) -> None:
    make_package(tmp_path)
    (tmp_path / os.fsdecode(b"validators/\xff.py")).write_bytes(b"")
    (found,) = findings(tmp_path)
    assert found.startswith(
        "error: validators/\\udcff.py: not read: its name is not UTF-8"
    )


def test_what_editors_keep_is_not_read(tmp_path: Path) -> None:
    kept = (
        "solutions/accepted/add.py~",
        "problem/data/secret/1.in~",
        "problem/problem.yaml~",
    )
    make_package(tmp_path, dict.fromkeys(kept, "old"))
    assert findings(tmp_path) == []


def test_a_polygon_package_says_how_to_import_it(tmp_path: Path) -> None:
    place = tmp_path / "a folder"
    place.mkdir()
    (place / "problem.xml").write_text("<problem/>")
    command = f"judge import {shlex.quote(str(place))} NEW"
    with pytest.raises(
        PackageError, match=re.escape(f"is a Polygon package: `{command}`")
    ):
        load(place)


def test_equal_warnings_are_one(tmp_path: Path) -> None:
    names = ["a.odt", "b.odt", "c.odt", "more/d.odt", "e.odt"]
    make_package(tmp_path, {f"validators/{name}": "" for name in names})
    assert findings(tmp_path) == [
        "warning: validators: skipped: no known language for this file name: a.odt, b.odt, c.odt "
        "and 2 more"
    ]


EVERYTHING = {
    "problem/problem.yaml": CONFIG + "credits: {authors: [A, {name: B}]}\nsource: [x]\n",
    "problem/data/secret/1.yaml": "input_validator_args: [a]\nhint: text\n",
    "problem/data/secret/test_group.yaml": "output_validator_args: [b]\nfull_feedback: true\n",
    "problem/data/invalid_input/1.in": "x",
    "problem/data/invalid_input/1.yaml": "rejected_at: {line: 1, column: 2}\n",
    MANIFEST: '{"files": {"sample/1.in": "' + "0" * 64 + '"}}',
    "generators/gen.py": "",
    "generators/generators.yaml": "solution: /solutions/accepted/sum.py\n"
    "generators: {g: [gen.py]}\ndata:\n  secret:\n    data:\n"
    "      - '': g {seed}\n      - a: {in: '1', ans: '2'}\n      - b: {data: {c: gen.py 1}}\n",
    "solutions/submissions.yaml": "accepted:\n  permitted: [AC]\naccepted/{sum,b}*: "
    "{required: [AC], message: x, use_for_time_limit: false, authors: [A]}\n",
}
_YAML_WORDS = st.sampled_from(
    ["{", "}", "[", "]", ": ", "- ", "&a ", "*a", "!!map ", "\n", "\n  ", "'", '"', "|", "~", "1e9",
     ".nan", "-1", "9" * 5000, "null", "\0", "\x85", "é", "<<: ", "data", "in", "**", "{a,b}", "#"]
)  # fmt: skip


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(
        sorted(name for name in EVERYTHING if not name.endswith((".in", ".py")))
    ),
    place=st.integers(0, 400),
    removed=st.integers(0, 12),
    added=st.one_of(
        st.lists(_YAML_WORDS, max_size=4).map(lambda w: "".join(w).encode()), st.binary()
    ),
)
def test_no_content_of_any_file_makes_a_load_crash(
    tmp_path: Path, name: str, place: int, removed: int, added: bytes
) -> None:
    content = EVERYTHING[name].encode()
    place %= len(content) + 1
    changed = content[:place] + added + content[place + removed :]
    make_package(tmp_path, {**EVERYTHING, name: changed})
    for line in findings(tmp_path):
        assert line.startswith(("error: ", "warning: "))


def test_the_package_that_is_mutated_is_sound(tmp_path: Path) -> None:
    assert findings(make_package(tmp_path, EVERYTHING)) == []


@pytest.mark.parametrize(
    ("folder", "what"),
    [
        ("output_validator", "the checker in checker/"),
        ("input_validators", "input validators in validators/"),
        ("submissions", "submissions in solutions/"),
    ],
)
def test_a_folder_of_another_format_is_not_left_out_silently(
    tmp_path: Path, folder: str, what: str
) -> None:
    make_package(tmp_path, {f"{folder}/x.py": "print(1)\n"})
    assert findings(tmp_path) == [
        f"error: {folder}: two formats mixed: not read, because this package has "
        f"problem/problem.yaml, and {what}"
    ]


@pytest.mark.parametrize("name", [".timelimit", "domjudge-problem.ini"])
@pytest.mark.parametrize("folder", ["", "problem/"])
def test_limits_in_files_of_other_systems_are_errors(
    tmp_path: Path, folder: str, name: str
) -> None:
    (found,) = findings(make_package(tmp_path, {f"{folder}{name}": "timelimit = 9\n"}))
    assert found.startswith(f"error: {folder}{name}: not read: a native package")
    assert "problem/problem.yaml" in found
