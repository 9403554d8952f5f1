"""`judge run --contest`: every package of a folder, in one table, with one exit code."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.command import TESTS, Done, Package, judge


def contest(folder: Path, *names: str) -> dict[str, Package]:
    """Copy the sound package into `folder` under each of these names."""
    made = {}
    for name in names:
        shutil.copytree(TESTS / "packages" / "sound", folder / name)
        made[name] = Package(folder / name)
        made[name].replace("problem/problem.yaml", "name: ", f"name: {name} ")
    return made


def run(folder: Path, *args: object) -> tuple[Done, dict[str, Any]]:
    """Run the command; return it with its JSON report."""
    file = folder.with_suffix(".json")
    done = judge("run", "--contest", folder, "--json", file, *args, cwd=folder.parent)
    return done, json.loads(file.read_text())


def test_every_package_below_the_folder_is_judged_in_order_of_path(
    tmp_path: Path,
) -> None:
    place = tmp_path / "finals"
    contest(place, "beta", "alpha", "more/gamma")
    done, report = run(place)
    assert done.code == report["exit_code"] == 0
    assert [p["folder"] for p in report["problems"]] == ["alpha", "beta", "more/gamma"]
    assert report["contest"] == "finals"
    assert done.says("3 problems", "6 submissions")
    assert done.says("ok", "alpha", "2/2")
    assert done.says("3 of 3 problems as expected")
    for problem in report["problems"]:
        assert {s["path"]: s["met"] for s in problem["submissions"]} == {
            "solutions/accepted/add.py": True,
            "solutions/wrong_answer/first.py": True,
        }


def test_the_list_gives_order_and_labels_and_packages_it_omits_are_named(
    tmp_path: Path,
) -> None:
    place = tmp_path / "finals"
    contest(place, "alpha", "beta", "gamma")
    listed = "- id: gamma\n  label: A\n  rgb: '#ff0000'\n- {id: alpha, label: B}\n"
    (place / "problems.yaml").write_text(listed)
    (place / "contest.yaml").write_text("name: The Finals\n")
    done, report = run(place)
    assert done.code == 0
    assert [(p["label"], p["folder"]) for p in report["problems"]] == [
        ("A", "gamma"),
        ("B", "alpha"),
    ]
    assert report["contest"] == "The Finals"
    assert done.says("beta", "not in problems.yaml, so not judged")


def test_one_exit_code_and_what_is_wrong_where(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    made = contest(place, "alpha", "beta", "gamma")
    made["alpha"].write("solutions/accepted/wrong.py", "print(0)\n")
    done, report = run(place)
    assert (done.code, [p["exit_code"] for p in report["problems"]]) == (1, [1, 0, 0])
    assert done.says("Exit code 1: alpha")
    assert done.says("solutions/accepted/wrong.py", "got WA")
    made["beta"].remove("problem/data/secret/1.in")
    made["gamma"].remove("problem/problem.yaml")
    made["gamma"].write("problem/problem.yaml", "name: [")
    done, report = run(place)
    assert (done.code, [p["exit_code"] for p in report["problems"]]) == (3, [1, 3, 3])
    assert done.says("Exit code 3: beta, gamma")
    assert done.says("an answer without a test", "secret/1")


def test_a_listed_package_that_does_not_exist_breaks_the_contest(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    contest(place, "alpha", "beta")
    (place / "problems.yaml").write_text(
        "- {id: alpha, label: A}\n- {id: btea, label: B}\n"
    )
    file = tmp_path / "junit.xml"
    done, report = run(place, "--report", f"junit:{file}")
    assert (done.code, [p["exit_code"] for p in report["problems"]]) == (3, [0])
    assert done.says("problems.yaml:2", "btea", "did you mean 'beta'?")
    root = ElementTree.parse(file).getroot()
    assert [suite.get("name") for suite in root] == ["A alpha", "finals"]
    assert (root.get("tests"), root.get("errors")) == ("3", "1")


def test_what_a_list_of_problems_hides_is_an_error_and_unknown_keys_are_named(
    tmp_path: Path,
) -> None:
    place = tmp_path / "finals"
    made = contest(place, "alpha", "beta", "gamma")
    contest(tmp_path, "other")
    for package in made.values():
        package.remove("problem/data/secret", "solutions")
    (place / "notes").mkdir()
    (place / "contest.yaml").write_text("nmae: Finals\nyear: 2026\n")
    lines = (
        "- {id: alpha, label: A, colour: red}",
        "- {id: beta, label: A, colour: blue}",
        "- {id: alpha, label: C}",
        "- {id: gama, label: D}",
        "- {id: notes, label: E}",
        "- {label: F}",
        "- {id: 7, label: G}",
        "- {id: ../other, label: H}",
    )
    (place / "problems.yaml").write_text("\n".join(lines) + "\n")
    # A command that only lists faults: nothing has to run for them.
    done = judge("generate", "--contest", place, cwd=tmp_path)
    assert done.code == 3
    for line, words in (
        (2, ("error:", "the label A is taken by line 1")),
        (3, ("error:", "lists alpha again", "line 1")),
        (4, ("error:", "there is no folder gama", "did you mean 'gamma'?")),
        (5, ("error:", "the folder notes has no problem.yaml")),
        (6, ("error:", "expected an id: the folder of a package")),
        (7, ("error:", "the number 7", "in quotes")),
        # Exports and kept outputs would be written there.
        (8, ("error:", "../other: expected a folder in the contest")),
        (1, ("warning:", "unknown key 'colour'; did you mean 'color'?")),
    ):
        assert done.says(f"problems.yaml:{line}:", *words), words
    assert done.says("warning: contest.yaml:1:", "'nmae'; did you mean 'name'?")
    assert not done.says("year")
    assert done.text.count("unknown key 'colour'") == 1
    assert done.says("warning: gamma: not in problems.yaml, so not judged")


def test_a_label_with_a_line_break_forges_no_line(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    contest(place, "alpha")
    (place / "problems.yaml").write_text('- {id: alpha, label: "A\\nok    B beta"}\n')
    done = judge("generate", "--contest", place, cwd=tmp_path)
    assert done.says("ok    A", "B beta alpha")
    assert not any(line.startswith("ok    B") for line in done.out.splitlines())


def test_the_exit_code_of_a_list_is_explained_with_its_file(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    contest(place, "alpha")
    for listed, code, words in (
        ("- id: gone\n", 3, "Exit code 3: 1 error in problems.yaml."),
        ("[]\n", 5, "Exit code 5: the contest lists no problem."),
    ):
        (place / "problems.yaml").write_text(listed)
        done = judge("run", "--contest", place, cwd=tmp_path)
        assert (done.code, done.says(words)) == (code, True)
        assert done.says("Nothing was judged.")
        assert done.says("warning: alpha: not in problems.yaml, so not judged")
    (place / "problems.yaml").write_text("# none yet\n")
    done = judge("generate", "--contest", place, cwd=tmp_path)
    assert (done.code, done.says("ok    alpha")) == (0, True)
    assert done.says("warning: problems.yaml: lists no problem")
    (place / "problems.yaml").write_text("problems: alpha\n")
    done = judge("generate", "--contest", place, cwd=tmp_path)
    assert (done.code, done.says("problems.yaml:1:", "expected a list")) == (3, True)


@pytest.mark.slow
def test_the_command_line_of_a_contest(tmp_path: Path) -> None:
    made = contest(tmp_path / "finals", "alpha")
    (tmp_path / "empty").mkdir()
    for args, code, words in (
        (("--contest", tmp_path / "nowhere"), 2, "no such folder"),
        (("--contest", __file__), 2, "is a file, expected a folder"),
        (("--contest", made["alpha"].root), 2, "is a single package"),
        (
            ("--contest", tmp_path / "finals", "x.py"),
            2,
            "give neither paths nor --problem",
        ),
        (("--contest", tmp_path / "empty"), 5, "no package"),
    ):
        done = judge("run", *args, cwd=tmp_path)
        assert (done.code, done.says(words)) == (code, True)


def test_commands_work_on_each_package_and_exit_with_the_gravest_code(
    tmp_path: Path,
) -> None:
    place = tmp_path / "finals"
    made = contest(place, "alpha", "beta")
    listed = "- {id: beta, label: A}\n- {id: alpha, label: B}\n- {id: gone, label: C}\n"
    (place / "problems.yaml").write_text(listed.replace("- {id: gone, label: C}\n", ""))
    done = judge("validate", "--contest", place, cwd=tmp_path)
    assert done.code == 0
    lines = ["== A beta", "== B alpha", "ok    A beta", "ok    B alpha"]
    assert [line for line in done.out.splitlines() if line in lines] == lines
    made["beta"].replace("problem/data/secret/1.in", "\n", " \n")
    done = judge("validate", "--contest", place, cwd=tmp_path)
    assert (done.code, done.says("FAIL  A beta: exit code 3")) == (3, True)
    assert done.says("ok    B alpha")
    (place / "problems.yaml").write_text(listed)
    done = judge("generate", "--contest", place, cwd=tmp_path)
    assert (done.code, done.says("problems.yaml:3", "gone")) == (3, True)


@pytest.mark.slow
def test_limits_and_strength_of_a_contest(tmp_path: Path) -> None:
    made = contest(tmp_path / "finals", "alpha", "beta")
    made["beta"].remove("solutions/wrong_answer")
    for command, code, words in (
        ("limits", 0, "ok    beta"),
        ("strength", 5, "FAIL  beta: exit code 5"),
    ):
        done = judge(command, "--contest", "finals", cwd=tmp_path)
        assert (done.code, done.says(words), done.says("ok    alpha")) == (
            code,
            True,
            True,
        )


def test_a_contest_is_exported_as_one_zip_file_for_each_package(tmp_path: Path) -> None:
    contest(tmp_path / "finals", "alpha", "more/beta")
    done = judge("export", "--contest", "finals", "--testing-tool", "out", cwd=tmp_path)
    assert done.code == 0
    assert done.says("Sum: no testing tool", "not interactive")
    for name in ("alpha", "more/beta"):
        with zipfile.ZipFile(tmp_path / "out" / f"{name}.zip") as archive:
            assert "data/secret/1.in" in archive.namelist()
    again = judge("export", "--contest", "finals", "out", cwd=tmp_path)
    assert (again.code, again.says("alpha.zip already exists")) == (2, True)


def test_what_a_contest_cannot_have_is_refused_by_each_command(tmp_path: Path) -> None:
    contest(tmp_path / "finals", "alpha")
    for command in (
        "run",
        "validate",
        "generate",
        "limits",
        "strength",
        "export out",
        "statement",
    ):
        done = judge(*command.split(), "--contest", "nowhere", cwd=tmp_path)
        assert (done.code, done.out) == (2, "")
        assert done.err == "error: --contest nowhere: no such folder\n"
    for args, words in (
        (("--contest", "finals/alpha"), "is a single package"),
        (("--contest", "finals", "--problem", "finals/alpha"), "nor --problem"),
    ):
        done = judge("limits", *args, cwd=tmp_path)
        assert (done.code, done.says("error:", words)) == (2, True)
    for command, option in (
        ("validate", "--json"),
        ("limits", "--report"),
        ("generate", "--add"),
    ):
        done = judge(command, "--contest", "finals", option, "html:x", cwd=tmp_path)
        assert (done.code, done.says(f"{option} is for one package")) == (2, True)


def test_the_summary_of_a_step_names_what_is_wrong_in_the_contest(
    tmp_path: Path,
) -> None:
    place, page = tmp_path / "finals", tmp_path / "summary.md"
    made = contest(place, "alpha", "beta")
    made["beta"].write("problem/problem.yaml", "name: [")
    env = {"GITHUB_STEP_SUMMARY": str(page)}
    assert judge("run", "--contest", place, "--report", "github", env=env).code == 3
    text = page.read_text()
    assert "## finals\n" in text
    assert "- Exit code 3: beta." in text
    assert "problem.yaml" in text.partition("## beta")[2]


def test_lists_and_labels_that_are_not_read_are_named(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    contest(place, "alpha", "beta")
    (place / "problems.yaml").write_text(
        "- {id: alpha, label: A}\n- {id: beta, label: }\n"
    )
    (place / "contest.yaml").write_text("problems: [{id: beta, label: X}]\n")
    (place / "problems.yml").write_text("- {id: beta}\n")
    done, report = run(place, "--tests", "sample/*")
    assert done.says("warning: problems.yml: not read: call it problems.yaml")
    assert done.says("warning: contest.yaml: problems: not read: problems.yaml lists")
    assert done.says("warning: problems.yaml:2:", "label: expected text")
    assert [p["label"] for p in report["problems"]] == ["A", ""]


def test_commands_in_the_folder_of_a_contest_name_the_option(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    contest(place, "alpha")
    (place / "problems.yaml").write_text("- {id: alpha, label: A}\n")
    assert judge("run", cwd=place).says("it is a contest: give --contest . for all")
    done = judge("run", "alpha/solutions/ad.py", cwd=place)
    assert (done.code, done.says("no such file or folder: alpha/solutions/ad.py")) == (
        2,
        True,
    )
    done = judge("export", "--contest", place, "all.zip", cwd=tmp_path)
    assert (done.code, done.says("the file all.zip is for one package")) == (2, True)
    assert not (tmp_path / "all.zip").exists()


def test_two_reports_need_two_files(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    contest(place, "alpha")
    files = ("--report", "junit:x.xml", "--report", "html:x.xml")
    done = judge("run", "--contest", place, *files, cwd=tmp_path)
    assert (done.code, done.says("x.xml: two reports, junit and html")) == (2, True)
