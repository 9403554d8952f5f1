"""The smaller commands: doctor, new, export, try and cache."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from support import schemas
from support.command import C_SUM, Package, judge, sound, spawn
from support.waiting import PROMPT_S, SLEEP_S

from judging.features.transfer.scaffold import TYPES
from judging.package import contest_folder

# The tests of the graphs take minutes.
MARKS_OF_TYPES = {"graph": [pytest.mark.slow, pytest.mark.long]}


@pytest.mark.slow
def test_doctor_names_languages_and_the_sandbox(tmp_path: Path) -> None:
    file = tmp_path / "health.json"
    done = judge("doctor", "--json", file)
    assert done.code == 0
    assert done.says("ok", "Python", "3.")
    health = json.loads(file.read_text())
    assert health["schema"] == 1
    assert schemas.faults_if_closed("doctor", health) == []
    works = {check["id"] for check in health["languages"] if check["problem"] is None}
    assert works >= {"c", "cpp", "python3"}
    for check in health["languages"]:
        assert done.says(check["name"], check["problem"] or check["version"])
    assert done.says("tier", health["sandbox"]["tier"])


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=MARKS_OF_TYPES.get(kind, [pytest.mark.slow]))
        for kind in TYPES
    ],
)
def test_new_makes_a_package_of_each_type_that_judges_green(
    tmp_path: Path, kind: str
) -> None:
    done = judge("new", "hello", "--type", kind, cwd=tmp_path)
    assert done.code == 0
    assert done.says("judge run --problem hello")
    package = Package(tmp_path / "hello")
    for file in package.root.rglob("*.yaml"):
        schema = file.read_text().splitlines()[0].partition("$schema=")[2]
        assert (file.parent / schema).is_file()
    report = package.run()
    assert report.code == 0
    if kind in ("checker", "graph", "interactive"):
        hunted = package.root / "submissions/wrong_answer"
        assert package.judge("hack", hunted, "--tries", 60).code == 0
    near = (
        "-0\n",
        "01\n5\n",
        "2\n1  2\n",
        "0\n\n",
        "1\n1\n\n",
        "1\n1",
        "1 \n1\n",
        "\xff",
    )
    for number, text in enumerate(near):
        package.write(f"data/invalid_input/{number}.in", text)
    assert package.judge("generate").code == 0
    options = () if kind == "pass-fail" else ("--junk",)
    assert package.judge("validate", *options).code == 0
    assert package.judge("generate", "--check").code == 0
    verdicts = {s["verdict"] for s in report.json["submissions"]}
    assert verdicts == {"AC", "WA", "TLE"}


@pytest.mark.slow
def test_new_makes_a_contest_that_judges_green(tmp_path: Path) -> None:
    done = judge(
        "new", "--contest", "finals", "-n", 2, "--type", "scoring", cwd=tmp_path
    )
    assert done.code == 0
    assert done.says("judge run --contest finals")
    done = judge("run", "--contest", "finals", cwd=tmp_path)
    assert done.code == 0
    assert done.says("ok", "A problema", "4/4")
    assert done.says("ok", "B problemb", "4/4")


def _listed(folder: Path) -> list[tuple[str, str]]:
    """Return folder and label of each problem, as another YAML reader finds them."""
    problems = yaml.safe_load((folder / "problems.yaml").read_text())
    return [(problem["id"], problem["label"]) for problem in problems]


def test_new_adds_named_problems_of_different_types_to_a_contest(tmp_path: Path) -> None:
    finals = tmp_path / "finals"
    args = ("new", "--contest", finals)
    types = ("--type", "pass-fail,scoring")
    done = judge(*args, "apples", "bees", *types, cwd=tmp_path)
    assert (done.code, done.says("A apples (pass-fail)")) == (0, True)
    assert _listed(finals) == [("apples", "A"), ("bees", "B")]
    for name, kind in (("apples", "pass-fail"), ("bees", "scoring")):
        config = yaml.safe_load((finals / name / "problem.yaml").read_text())
        assert (name in str(config["name"]), config.get("type", "pass-fail")) == (
            True,
            kind,
        )
    before = (finals / "problems.yaml").read_bytes()
    for more, said in (
        ((), "is a contest already (problems.yaml)"),
        (("cakes", "bees"), "bees exists already"),
        (("cakes", "cakes"), "cakes is named twice"),
        (("cakes", "-n", 2), "give names or -n, not both"),
        (("cakes", *types), "names 2 types, but the number of packages is 1"),
        (("-n", 25), "25 new packages need labels, and after B there are 24"),
        (("cakes", "--type", "grph"), "did you mean 'graph'?"),
    ):
        done = judge(*args, *more, cwd=tmp_path)
        assert (done.code, done.says(said)) == (2, True), more
    assert (finals / "problems.yaml").read_bytes() == before
    assert {path.name for path in finals.iterdir()} == {
        "apples",
        "bees",
        "problems.yaml",
    }
    # A problem that is listed before it is there keeps its label, and comments stay.
    listed = before.decode() + "- {id: dates, label: D} # soon\n"
    (finals / "problems.yaml").write_text(listed)
    assert judge(*args, "dates", "eggs", cwd=tmp_path).code == 0
    assert (finals / "problems.yaml").read_text().startswith(listed)
    assert _listed(finals)[2:] == [("dates", "D"), ("eggs", "E")]
    done = judge("new", "figs", cwd=finals)
    assert (done.code, done.says("not in problems.yaml yet", "- id: figs")) == (0, True)
    found = contest_folder.read(finals)
    assert [(entry.label, entry.folder) for entry in found.entries] == [
        *(("A", "apples"), ("B", "bees"), ("D", "dates"), ("E", "eggs"))
    ]
    assert [str(fault) for fault in found.diagnostics] == [
        "warning: figs: not in problems.yaml, so not judged"
    ]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("# none yet\n", "# none yet\n- id: new\n  label: A\n"),
        (
            "name: F\nproblems:\r\n  - {id: a, label: A} # a\r\n# end",
            "name: F\nproblems:\r\n  - {id: a, label: A} # a\r\n"
            "  - id: new\r\n    label: B\r\n# end\r\n",
        ),
        (
            "problems: [{id: a, label: 1}]",
            'problems: [{id: a, label: 1}, {id: "new", label: "2"}]\n',
        ),
        ("- a\n- b\n\n# end\n", "- a\n- b\n- new\n\n# end\n"),
        ("[]\n", '[{id: "new", label: "A"}]\n'),
    ],
)
def test_a_list_of_any_form_gets_the_new_problem(
    tmp_path: Path, written: str, expected: str
) -> None:
    (tmp_path / "contest.yaml").write_bytes(written.encode())
    assert judge("new", "--contest", ".", "new", cwd=tmp_path).code == 0
    assert (tmp_path / "contest.yaml").read_bytes().decode() == expected


def test_a_list_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "problems.yaml").write_text("- {id: a\n")
    done = judge("new", "--contest", ".", "new", cwd=tmp_path)
    assert (done.code, done.says("error: problems.yaml:", "not YAML")) == (3, True)
    assert [path.name for path in tmp_path.iterdir()] == ["problems.yaml"]


def test_new_says_what_is_missing_or_wrong(tmp_path: Path) -> None:
    for arguments, said in (
        ((), "name the folder"),
        (("x", "--type", "grph"), "did you mean 'graph'?"),
        (("--contest", "x", "-n", 27), "-n 27: expected 1 to 26"),
        (("x", "-n", 2), "give --contest DIR too"),
        (("x", "y", "--type", "graph,graph,graph"), "number of packages is 2"),
        (("x", "--from", "git+https://example.org/j"), "give --ci SERVICE too"),
    ):
        done = judge("new", *arguments, cwd=tmp_path)
        assert done.code == 2
        assert done.says(said)
    assert list(tmp_path.iterdir()) == []


def test_new_refuses_a_folder_with_files_and_an_invalid_name(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    done = judge("new", "full", cwd=tmp_path)
    assert done.code == 2
    assert done.says("full", "not empty")
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    done = judge("new", "two words", cwd=tmp_path)
    assert done.code == 2
    assert done.says("'two words' cannot be the name of a package")
    assert not (tmp_path / "two words").exists()
    (tmp_path / "empty").mkdir()
    assert judge("new", ".", cwd=tmp_path / "empty").says(
        "to judge it: judge run --problem ."
    )
    config = yaml.safe_load((tmp_path / "empty/problem.yaml").read_text())
    assert "empty" in str(config["name"])


@pytest.mark.slow
def test_export_writes_the_layout_of_the_format(tmp_path: Path) -> None:
    package = sound(tmp_path)
    out = tmp_path / "out"
    done = package.judge("export", out)
    assert done.code == 0
    for name in (
        "problem.yaml",
        "statement/problem.en.md",
        "data/sample/1.in",
        "data/secret/1.ans",
        "submissions/accepted/add.py",
        "input_validators/validate.py",
    ):
        assert (out / name).is_file()
    assert yaml.safe_load((out / "problem.yaml").read_text())["name"] == "Sum"
    again = package.judge("export", out)
    assert again.code == 2
    assert again.says(str(out), "not empty")
    assert package.judge("export", tmp_path / "x", "--format", "polygone").code == 2
    inside = package.judge("export", "solutions/x")
    assert inside.code == 2
    assert inside.says("solutions/x is inside", "name a folder elsewhere")


@pytest.mark.slow
def test_export_first_writes_the_files_that_are_not_in_the_package(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("generators/gen.py", "print(3, 4)\n")
    rules = "data: {secret: {data: {made: gen.py}}, invalid_output: {data: {no: {in: 1 1}}}}\n"
    package.write("generators/generators.yaml", rules)
    package.write(
        "problem/data/invalid_output/no.out", "3\n"
    )  # a recipe need not make it
    done = package.judge("export", tmp_path / "out")
    assert done.code == 0
    assert done.says("4 files: 4 written, 0 up to date already")
    assert "made.in" not in done.text
    data = tmp_path / "out/data"
    assert (data / "secret/made.in").read_text() == "3 4\n"
    assert (data / "secret/made.ans").read_text() == "7\n"
    assert (data / "invalid_output/no.in").read_text().strip() == "1 1"
    assert (data / "invalid_output/no.out").read_text() == "3\n"
    # The data are up to date, so nothing is written.
    before = package.files()
    assert package.judge("export", "--format", "polygon", tmp_path / "polygon").code == 0
    assert "3 4\n" in {
        path.read_text() for path in (tmp_path / "polygon/tests").iterdir()
    }
    assert package.files() == before
    package.write("generators/gen.py", "raise SystemExit(1)\n")
    done = package.judge("export", tmp_path / "failed.zip")
    assert done.code == 3
    assert done.says("generators/generators.yaml:1", "secret/made", "gen.py")
    assert not (tmp_path / "failed.zip").exists()


@pytest.mark.parametrize(
    ("command", "code"), [("limits", 0), ("validate", 0), ("run", 0), ("strength", 5)]
)
def test_json_on_standard_output_sends_the_text_to_standard_error(
    command: str, code: int, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    done = package.judge(command, "--json", "-", cwd=tmp_path)
    assert json.loads(done.out)["schema"] == 1
    assert done.err != ""
    assert not (tmp_path / "-").exists()
    assert done.code == json.loads(done.out).get("exit_code", 0)


@pytest.mark.parametrize("command", ["limits", "doctor", "validate"])
def test_a_report_in_a_missing_folder_is_refused_before_anything_runs(
    command: str, tmp_path: Path
) -> None:
    done = judge(command, "--json", "/no/such/dir/x", cwd=sound(tmp_path).root)
    assert done.code == 2
    assert done.says("/no/such/dir/x", "no folder /no/such/dir")
    assert done.out == ""


TRIES = {
    "RTE": (
        "#include <stdlib.h>\nint main(void) { abort(); }\n",
        ("RTE: killed by SIGABRT",),
    ),
    "TLE": ("int main(void) { for (;;); }\n", ("TLE: stopped at", "of CPU time")),
    "CE": ("int main(void) { return x; }\n", ("does not compile", "undeclared")),
}


def test_try_runs_a_submission_on_standard_input(tmp_path: Path) -> None:
    package = sound(tmp_path)
    place = package.write("solutions/accepted/sum.c", C_SUM)
    done = judge("try", place, given=b"30 12\n")
    assert (done.code, done.out) == (0, "42\n")
    assert done.says("-- exit code 0", "of CPU time", "MiB")
    # The same outside any package, without input.
    outside = tmp_path / "hello.py"
    outside.write_text(
        "import sys\nprint(len(sys.stdin.read()))\nprint('hm', file=sys.stderr)\n"
    )
    done = judge("try", outside, given=b"")
    assert (done.code, done.out) == (0, "0\n")
    assert done.err.startswith("hm\n")


@pytest.mark.slow
@pytest.mark.parametrize("verdict", TRIES)
def test_try_reports_how_a_program_failed(verdict: str, tmp_path: Path) -> None:
    text, parts = TRIES[verdict]
    place = tmp_path / "program.c"
    place.write_text(text)
    done = judge("try", place, "--time-limit", 0.3, given=b"")
    assert done.code == 1
    assert all(part in done.err for part in parts)


@pytest.mark.slow
def test_try_of_a_sleeper_ends_by_wall_time(tmp_path: Path) -> None:
    place = tmp_path / "sleeper.py"
    place.write_text(f"import time\ntime.sleep({SLEEP_S})\n")
    done = judge("try", place, "--time-limit", 0.3)
    assert done.code == 1
    found = re.search(r"stopped at the wall limit after ([0-9.]+) s", done.err)
    assert found
    assert float(found[1]) < PROMPT_S


def test_try_of_a_file_that_does_not_exist(tmp_path: Path) -> None:
    done = judge("try", tmp_path / "nothing.c")
    assert done.code == 2
    assert done.says("no such file or folder", "nothing.c")


@pytest.mark.slow
def test_cache_reports_its_size_and_can_be_cleared(tmp_path: Path) -> None:
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    (tmp_path / "here").mkdir()
    package = sound(tmp_path / "here")
    assert package.judge("run", env=env).code == 0
    size = judge("cache", "--size", env=env)
    assert size.code == 0
    assert int(size.out) > 1000
    assert judge("cache", env=env).says(
        str(tmp_path / "cache" / "judge"), "MiB, kept below"
    )
    done = judge("cache", "--clear", env=env)
    assert done.code == 0
    assert done.says("removed", "MiB")
    assert judge("cache", "--size", env=env).out == "0\n"


@pytest.mark.slow
def test_git_leaves_out_what_reports_and_compilers_write(tmp_path: Path) -> None:
    assert judge("new", "sum", cwd=tmp_path).code == 0
    package = tmp_path / "sum"
    made = {path for path in package.rglob("*") if path.is_file()}
    git = ["git", "-C", package]
    assert spawn([*git, "init", "--quiet"]).code == 0
    # A page and the caches of Python are no part of the package, everything else is.
    assert judge("run", "--report", "html:page.html", cwd=package).code == 0
    (package / "generators/__pycache__").mkdir(exist_ok=True)
    (package / "generators/__pycache__/random_numbers.pyc").write_bytes(b"")
    listed = spawn([*git, "ls-files", "--others", "--exclude-standard"])
    assert {package / name for name in listed.out.splitlines()} == made


@pytest.mark.slow
def test_a_broken_package_is_not_exported(tmp_path: Path) -> None:
    root = tmp_path / "cover"
    assert judge("new", "--type", "checker", "cover", cwd=tmp_path).code == 0
    [checker] = (root / "output_validator").iterdir()
    sound = checker.read_text()
    checker.write_text(sound + "\n)\n")
    out = tmp_path / "out"
    for format in ("polygon", "domjudge", "kattis-legacy", "kattis-2025-09"):
        done = judge("export", "--format", format, out, cwd=root)
        assert done.code == 3, done.text
        assert done.says(f"output_validator/{checker.name}")
        assert not out.exists()
    assert judge("export", "--unchecked", out, cwd=root).code == 0
    checker.write_text(sound)
    statement = root / "statement" / "problem.en.tex"
    text = statement.read_text()
    assert "{max_n" in text
    statement.write_text(text.replace("{max_n", "{maxn"))
    done = judge("export", "--format", "polygon", tmp_path / "other", cwd=root)
    assert done.code == 3, done.text
    assert done.says("did you mean 'max_n")
    assert not (tmp_path / "other").exists()


def test_new_writes_nothing_if_one_of_its_names_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "file").touch()
    done = judge("new", "free", "taken", cwd=tmp_path)
    assert done.code == 2
    assert done.says("taken is not empty (it contains file)")
    assert not (tmp_path / "free").exists()


def test_a_misspelt_command_of_watch_is_no_submission(tmp_path: Path) -> None:
    done = judge("watch", "mutat", cwd=tmp_path)
    assert done.code == 2
    assert done.says("judge watch mutat: no such command", "did you mean 'mutate'?")
