"""Command lines that make no sense, and runs with nothing to judge: a clear line, never a
traceback, and nothing written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.command import SCRIPT, judge, sound, spawn

# Arguments of `judge run` -> parts of the one line on stderr.
USAGE: dict[str, tuple[str, ...]] = {
    "--jobs 0": ("--jobs 0", "expected a number from 1"),
    "--jobs -1": ("--jobs -1", "expected a number from 1"),
    "--jobs many": ("--jobs", "'many' is not a whole number (see"),
    "--language python=pypy3": (
        "--language python=pypy3",
        "did you mean 'python3=pypy3'?",
    ),
    "--language c=cpp": (
        "two languages with the same file names; known: pypy3=python2 pypy3=python3",
    ),
    "--language =": ("expected two languages with the same file names",),
    "--until foo": ("--until foo", "expected first-error or all"),
    "--time-limit 0": ("--time-limit 0", "expected a positive number of seconds"),
    "--time-limit -1": ("--time-limit -1", "expected a positive number of seconds"),
    "--time-limit nan": ("--time-limit nan", "expected a positive number of seconds"),
    "--time-limit inf": ("--time-limit inf", "expected a positive number of seconds"),
    "--time-limit x": ("--time-limit", "'x' is not a number (see"),
    "--time-factor x": (
        "--time-factor x",
        "expected a positive number up to 1000, or auto",
    ),
    "--time-factor 0": (
        "--time-factor 0",
        "expected a positive number up to 1000, or auto",
    ),
    "--margin 0.5": ("--margin 0.5", "expected a number from 1, as in 1.5"),
    "--margin nan": ("--margin nan", "expected a number from 1"),
    "--margin inf": ("--margin inf", "expected a number from 1"),
    "--margin x": ("--margin", "'x' is not a number (see"),
    "--repeat 0": ("--repeat 0", "expected a number of runs from 1"),
    "--repeat -3": ("--repeat -3", "expected a number of runs from 1"),
    "--repeat x": ("--repeat", "'x' is not a whole number (see"),
    "--report foo": (
        "--report foo",
        "unknown format 'foo'",
        "text, json, junit, github",
    ),
    "--report jsno": ("--report jsno", "did you mean 'json'?"),
    "--report htm:x.htm": ("unknown format 'htm'",),
    "--report html": ("name a file, as in html:page.html",),
    "--report json:/no/such/dir/x": (
        "json report /no/such/dir/x: no folder /no/such/dir",
    ),
    "--json /no/such/dir/x": ("json report /no/such/dir/x: no folder /no/such/dir",),
    "--json /": ("json report /: is a folder", "expected a file name"),
    "--sandbox foo": ("unknown sandbox tier 'foo'", "auto"),
    "--require-sandbox foo": ("unknown sandbox tier 'foo'", "known:"),
    "--keep /etc/passwd": ("--keep /etc/passwd", "is a file, expected a folder"),
    "--keep /proc/no/such": ("--keep /proc/no/such", "cannot be created"),
    "--frob": ("--frob", "judge run --help"),
    "solutions/accepted/ad.py": ("no such file or folder", "did you mean", "add.py"),
    "first.py": ("no such file", "did you mean 'solutions/wrong_answer/first.py'?"),
    "no/such/path": ("no such file or folder: no/such/path",),
    "problem/problem.yaml/x": ("no such file or folder",),
}


@pytest.mark.parametrize("arguments", USAGE)
def test_a_wrong_command_line_is_one_line_and_exit_code_2(
    arguments: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    before = package.files()
    done = package.judge("run", *arguments.split(), cwd=tmp_path)
    assert done.code == 2
    (line,) = done.err.splitlines()
    assert line.startswith("error: ")
    assert all(part in line for part in USAGE[arguments])
    assert done.out == ""
    assert package.files() == before


@pytest.mark.parametrize(
    "command", ["run", "generate", "validate", "limits", "export out"]
)
def test_a_problem_that_does_not_exist(command: str, tmp_path: Path) -> None:
    done = judge(*command.split(), "--problem", "no-such-dir", cwd=tmp_path)
    assert done.code == 2
    assert done.err == "error: --problem no-such-dir: no such folder\n"


@pytest.mark.parametrize("command", ["run", "generate", "validate", "limits"])
def test_a_folder_outside_any_package(command: str, tmp_path: Path) -> None:
    done = judge(command, cwd=tmp_path)
    assert done.code == 2
    assert done.says(
        "no problem package in", str(tmp_path), "--problem DIR", "judge new"
    )


def test_a_problem_folder_that_is_no_package(tmp_path: Path) -> None:
    done = judge("run", "--problem", tmp_path)
    assert done.code == 3
    assert done.says("no problem.yaml", str(tmp_path), "judge new")


def test_a_folder_of_packages_names_them(tmp_path: Path) -> None:
    for name in ("b", "a"):
        sound(tmp_path).root.rename(tmp_path / name)
    done = judge(
        "export", "--problem", tmp_path, "--format", "polygon", tmp_path / "out"
    )
    assert done.code == 3
    assert done.says("; it has packages below: a, b; name one of them")


def test_paths_in_two_packages(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        sound(tmp_path / name)
    done = judge("run", "one/package/solutions", "two/package/solutions", cwd=tmp_path)
    assert done.code == 2
    assert done.says("several packages", "one/package", "two/package", "--problem")


def test_a_package_that_is_named_without_its_option(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for command in ("validate", "generate", "limits"):
        done = judge(command, package.root.name, cwd=tmp_path)
        assert done.code == 2
        hint = f"did you mean --problem {package.root.name}?"
        assert done.says("too many arguments", hint, f"judge {command} --help")
    done = judge("validate", "nowhere", cwd=tmp_path)
    assert done.says("too many arguments (nowhere) (see")
    # This command works on no package.
    assert "did you mean" not in judge("doctor", package.root, cwd=tmp_path).text


@pytest.mark.parametrize("command", ["no-such-command", "hcak"])
def test_an_unknown_command(command: str) -> None:
    done = judge(command)
    assert done.code == 2
    assert done.says("error: ", command, "judge --help")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["solutions/wrong_answer"], "no submission in solutions/wrong_answer"),
        (["outside"], "no submission in outside"),
        (["--tests", "nope*"], "no testcase that matches 'nope*'"),
        (
            ["--tests", "secret/9", "--tests", "x"],
            "no testcase that matches 'secret/9', 'x' in problem/data",
        ),
        (["--tests", "sample"], "'sample' in problem/data (did you mean 'sample/*'?)"),
    ],
)
def test_nothing_to_judge(arguments: list[str], reason: str, tmp_path: Path) -> None:
    package = sound(tmp_path)
    (package.root / "solutions/wrong_answer/first.py").rename(package.root / "first.py")
    (package.root / "outside").mkdir()
    report = package.run(*arguments, cwd=package.root)
    assert report.code == 5
    assert report.done.says("nothing was judged", reason)
    assert reason in report.json["nothing_judged"]
    assert report.json["complete"] is False


def test_a_package_without_submissions(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("solutions")
    report = package.run()
    assert report.code == 5
    assert report.done.says("no submission in solutions")


def test_a_package_without_tests(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("problem/data/sample", "problem/data/secret")
    report = package.run()
    assert report.code == 3
    assert report.errors() == ["problem/data: no test: add tests to the folder secret"]


# Contents that are no program -> words of the message, and the detected language.
NO_PROGRAMS: dict[str, tuple[dict[str, bytes], tuple[str, ...]]] = {
    "a binary": (
        {"binary.c": b"\x7fELF\2\1\1\0"},
        ("binary.c is a binary", "not source code"),
    ),
    "an empty file": ({"empty.py": b"\n"}, ("is empty",)),
    "two mains in C": (
        {"two/a.c": b"int main(void) {}\n", "two/b.c": b"int main(void) {}\n"},
        ("multiple definition of `main'",),
    ),
    "two mains in Python": (
        {
            "two/a.py": b"if __name__ == '__main__': 1",
            "two/b.py": b"if __name__ == '__main__': 1",
        },
        ("has 2 main files (a.py, b.py)", "expected one", "entrypoint"),
    ),
    "an accepted one that does not compile": (
        {"broken.c": b"int main(void) { return x; }\n"},
        ("broken.c:1:", "'x' undeclared"),
    ),
}


def test_a_submission_in_an_unknown_language_is_not_judged(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for name in ("sum.xyz", "sum"):
        report = package.run(package.write(name, "3\n"))
        assert report.code == 4
        (submission,) = report.json["submissions"]
        assert (submission["status"], submission["verdict"]) == ("not_judged", None)
        assert report.done.says("no known language for this file name", "judge doctor")
        assert "*.py" not in report.done.text
    # Notes are no program: they are skipped, and nothing is missing.
    for note in ("solutions/readme.txt", "solutions/accepted/Notes.TXT"):
        package.write(note, "How each solution works.\n")
    report = package.run()
    assert report.code == 0
    assert report.done.says("warning: solutions/readme.txt: skipped: not a program")
    assert report.done.says("warning: solutions/accepted/Notes.TXT: skipped")
    # But a program whose expected verdict is not stated would go unjudged.
    loose = package.write("solutions/loose.py", "print(3)\n")
    assert package.run().errors()
    loose.unlink()
    package.write("solutions/accepted/sum.xyz", "3\n")
    assert package.run().code == 4
    report = package.run("--allow-missing-language")
    assert (report.code, [s["met"] for s in report.json["submissions"]]) == (
        0,
        [True, None, True],
    )


@pytest.mark.parametrize("kind", NO_PROGRAMS)
def test_a_submission_that_is_no_program_is_a_compile_error(
    kind: str, tmp_path: Path
) -> None:
    files, parts = NO_PROGRAMS[kind]
    package = sound(tmp_path)
    for name, content in files.items():
        # It comes after the model solution.
        package.write(f"solutions/accepted/{name}", content)
    report = package.run(env={"LANG": "C"}, process=True)
    assert report.code == 1
    (submission,) = (
        s for s in report.json["submissions"] if s["status"] == "compile_error"
    )
    assert submission["path"] == f"solutions/accepted/{min(files).split('/')[0]}"
    assert (submission["verdict"], submission["met"], submission["tests_run"]) == (
        "CE",
        False,
        0,
    )
    said = submission["compile_output"].replace("\u2018", "'").replace("\u2019", "'")
    assert all(part in said for part in parts), said
    assert report.done.says(
        "FAIL", Path(submission["path"]).name, "CE", "does not compile"
    )
    # The others are judged anyway.
    assert [s["met"] for s in report.json["submissions"] if s is not submission] == [
        True,
        True,
    ]


def test_standard_output_that_nobody_reads(tmp_path: Path) -> None:
    """`judge run | head -1`: the end is quiet, whatever the exit code."""
    package = sound(tmp_path)
    command = f"'{SCRIPT}' run --problem '{package.root}' | true"
    done = spawn(["/bin/sh", "-c", command])
    assert done.err == ""


def test_a_file_of_another_kind_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    package = sound(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        done = package.judge("run", "--json", pipe)
        assert done.code == 0
        assert os.read(reader, 1) == b"{"
        assert pipe.is_fifo()
    finally:
        os.close(reader)


def test_a_report_through_a_link_leaves_the_link(tmp_path: Path) -> None:
    package = sound(tmp_path)
    (tmp_path / "reports").mkdir()
    place = tmp_path / "report.json"
    place.symlink_to("reports/real.json")
    assert package.judge("run", "--json", place).code == 0
    assert place.is_symlink()
    assert (tmp_path / "reports/real.json").read_text().startswith("{")
