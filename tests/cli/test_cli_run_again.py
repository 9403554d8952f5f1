"""A second `judge run` repeats no work; `--keep`; and the folders from which a package is found."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from support.command import C_SUM, ROOT, Package, judge, logged_tools, sound, spawn

LOGGING = "with open({log!r}, 'a') as log:\n    log.write('run\\n')\n"


def logging_package(folder: Path) -> tuple[Package, Path]:
    """Return a package whose generator and validator log each run, and the log."""
    package = sound(folder)
    log = folder / "programs.log"
    log.touch()
    note = LOGGING.format(log=str(log))
    package.write("generators/gen.py", f"{note}print(5, 6)\n")
    package.write(
        "generators/generators.yaml", 'data: {secret: {data: {"2": gen.py}}}\n'
    )
    validator = (package.root / "validators/validate.py").read_text()
    package.write("validators/validate.py", note + validator)
    package.write("solutions/accepted/one.c", C_SUM)
    package.write("solutions/accepted/two.c", C_SUM.replace("a + b", "b + a"))
    return package, log


@pytest.mark.slow
def test_a_second_run_starts_no_compiler_generator_or_validator(tmp_path: Path) -> None:
    package, programs = logging_package(tmp_path)
    bin_, tools = logged_tools(tmp_path / "bin", "gcc", "cc", "python3")
    env = {"PATH": f"{bin_}:{os.environ['PATH']}"}
    # The first judge with a new cache compiles the launcher.
    (tmp_path / "warm").mkdir()
    sound(tmp_path / "warm").run(env=env)
    tools.write_text("")
    first = package.run("--sandbox", "rlimits", env=env, process=True)
    assert first.code == 0
    compiled = [line for line in tools.read_text().splitlines() if "-o" in line]
    assert [
        sum(f"{name}.c" in line for line in compiled) for name in ("one", "two")
    ] == [1, 1]
    # The generator runs twice, the validator on three tests and one invalid input.
    assert programs.read_text().count("run") == 2 + 4

    tools.write_text("")
    second = package.run("--sandbox", "rlimits", env=env, process=True)
    assert second.code == 0
    assert tools.read_text() == ""
    assert programs.read_text().count("run") == 2 + 4
    assert [s["verdict"] for s in second.json["submissions"]] == [
        s["verdict"] for s in first.json["submissions"]
    ]

    package.replace("solutions/accepted/two.c", "b + a", "b - -a")
    third = package.run("--sandbox", "rlimits", env=env, process=True)
    assert third.code == 0
    (line,) = tools.read_text().splitlines()
    assert "two.c" in line
    assert programs.read_text().count("run") == 2 + 4

    package.write("problem/data/secret/1.in", "21 21\n")
    assert package.run("--sandbox", "rlimits", env=env, process=True).code == 0
    assert programs.read_text().count("run") == 2 + 4 + 1


def test_a_package_without_its_generated_data_is_judged_and_left_alone(
    tmp_path: Path,
) -> None:
    package, _ = logging_package(tmp_path)
    before = package.files()
    report = package.run("--until", "all", "--sandbox", "rlimits")
    assert report.code == 0
    names = [t["name"] for t in report.submission("accepted/one.c")["testcases"]]
    assert names == ["sample/1", "secret/1", "secret/2"]
    assert package.files() == before


def test_keep_has_output_stderr_and_feedback_of_each_run(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/add.py", ADD_AND_SAY)
    package.write(
        "checker/check.py",
        "import sys\nopen(sys.argv[3] + 'judgemessage.txt', 'w').write('looked at')\n"
        "same = open(sys.argv[2]).read() == sys.stdin.read()\nsys.exit(42 if same else 43)\n",
    )
    keep = tmp_path / "not" / "there" / "yet"
    # On one worker: on several, a test may run ahead of one that turns out to decide.
    assert package.run("--keep", keep, "--jobs", 1).code == 0
    kept = {
        str(p.relative_to(keep)): p.read_text() for p in keep.rglob("*") if p.is_file()
    }
    runs = {
        "solutions/accepted/add.py/sample/1": ("3\n", "thinking\n"),
        "solutions/accepted/add.py/secret/1": ("42\n", "thinking\n"),
        "solutions/wrong_answer/first.py/sample/1": ("1\n", ""),
    }
    assert kept == {
        f"{run}/{name}": content
        for run, (output, stderr) in runs.items()
        for name, content in {
            "output": output,
            "stderr": stderr,
            "feedback/judgemessage.txt": "looked at",
        }.items()
    }


ADD_AND_SAY = """\
import sys
print("thinking", file=sys.stderr)
print(sum(map(int, input().split())))
"""


def test_submissions_outside_the_package_have_no_expectation(tmp_path: Path) -> None:
    package = sound(tmp_path)
    outside = tmp_path / "outside"
    (outside / "deeper").mkdir(parents=True)
    (outside / "right.py").write_text("print(sum(map(int, input().split())))\n")
    (outside / "deeper" / "wrong.py").write_text("print(0)\n")
    (outside / "deeper" / "notes.txt").write_text("no program\n")
    report = package.run("outside", cwd=tmp_path)
    assert report.code == 0
    found = {s["path"]: (s["verdict"], s["met"]) for s in report.json["submissions"]}
    assert found == {
        "outside/right.py": ("AC", None),
        "outside/deeper/wrong.py": ("WA", None),
    }
    assert report.done.says("no expectation: 1 AC, 1 WA")


@pytest.mark.parametrize("place", ["solutions", "problem/data/secret", "."])
def test_the_package_is_found_from_any_folder_in_it(place: str, tmp_path: Path) -> None:
    package = sound(tmp_path)
    done = judge("run", cwd=package.root / place)
    assert done.code == 0
    assert "2 of 2 submissions met their expectation" in done.out


@pytest.mark.slow
def test_the_package_is_found_from_the_paths(tmp_path: Path) -> None:
    package = sound(tmp_path)
    done = judge("run", "package/solutions/accepted", cwd=tmp_path)
    assert done.code == 0
    assert "1 of 1 submission met its expectation" in done.out
    shutil.move(package.root, tmp_path / "moved elsewhere")
    done = judge("run", "moved elsewhere/solutions", cwd=tmp_path)
    assert done.code == 0
    assert "2 of 2 submissions met their expectation" in done.out


@pytest.mark.slow
def test_judge_py_is_the_same_command(tmp_path: Path) -> None:
    package = sound(tmp_path)
    file = tmp_path / "from_clone.json"
    clone = [sys.executable, str(ROOT / "judge.py")]
    # Else the second would recall the results of the first, and say so.
    fresh = ["run", "--fresh", "--problem", package.root, "--json", file]
    done = spawn([*clone, *fresh], cwd=tmp_path)
    installed = package.run("--fresh")
    assert done.code == installed.code == 0
    # Not the last lines: on a busy machine one says how many results were not kept.
    [summary] = [line for line in done.out.splitlines() if "met their" in line]
    assert summary in installed.done.out.splitlines()
    assert (
        spawn([*clone, "--help"]).out.replace("judge.py", "judge") == judge("--help").out
    )
