"""`judge` on whole interactive and multi-pass packages."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import HANGS_S, TESTS, argv, judge
from support.terminals import on_terminal

PACKAGES = ("interactive_guess", "multi_pass_code", "interactive_multi_pass")


@pytest.fixture
def package(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Copy the package that the test names."""
    root = tmp_path / "package"
    shutil.copytree(TESTS / "packages" / request.param, root)
    return root


def of(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("package", [name], indirect=True)


def verdicts(package: Path, report: Path, *args: object) -> dict[str, list[str]]:
    """Return the verdict of each submission on each test; every expectation must be met."""
    done = judge("run", "--problem", package, "--json", report, *args)
    assert done.code == 0, done.text
    submissions = json.loads(report.read_text())["submissions"]
    return {s["path"]: [t["verdict"] for t in s["testcases"]] for s in submissions}


@pytest.mark.parametrize(
    "package",
    [
        pytest.param("interactive_guess", marks=pytest.mark.slow),
        pytest.param("multi_pass_code", marks=pytest.mark.slow),
        "interactive_multi_pass",
    ],
    indirect=True,
)
def test_every_submission_meets_its_expectation(package: Path, tmp_path: Path) -> None:
    assert verdicts(package, tmp_path / "report.json", "--jobs", 2)


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES, indirect=True)
def test_verdicts_are_the_same_at_every_number_of_jobs_and_with_a_transcript(
    package: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    first = verdicts(package, report, "--jobs", 1)
    assert verdicts(package, report, "--jobs", 3, "--fresh") == first
    assert verdicts(package, report, "--jobs", 2, "--interaction") == first


@of("multi_pass_code")
def test_the_dialogue_is_kept_as_a_sample_shows_it(
    package: Path, tmp_path: Path
) -> None:
    path = "solutions/accepted/binary.py"
    done = judge(
        "run", path, "--keep", tmp_path / "kept", "--interaction", "--tests", "sample/*",
        cwd=package,
    )  # fmt: skip
    assert done.code == 0, done.text
    sample = (package / "problem/data/sample/1.interaction").read_bytes()
    assert (tmp_path / "kept" / path / "sample/1/interaction").read_bytes() == sample


@pytest.mark.slow
@of("interactive_guess")
def test_the_end_of_a_dialogue_that_failed_is_shown(package: Path) -> None:
    path = "solutions/wrong_answer/says_more.c"
    done = judge("run", path, "--interaction", "--json", "-", cwd=package)
    assert done.code == 0, done.text
    assert done.says(f"{path} on sample/1: WA, as expected")
    assert done.says("| >found")
    (submission,) = json.loads(done.out)["submissions"]
    assert submission["testcases"][0]["dialogue"] == ">500\n<equal\n>found"
    transcript = submission["testcases"][0]["transcript"]
    said = [(line["number"], line["who"], line["text"]) for line in transcript]
    assert said == [
        (1, "submission", "500"),
        (2, "judge", "equal"),
        (3, "submission", "found"),
    ]
    times_s = [line["at_s"] for line in transcript]
    assert 0 <= times_s[0] <= times_s[1] <= times_s[2]
    shutil.move(package / path, package / "solutions/accepted")
    done = judge("run", "solutions/accepted/says_more.c", "--interaction", cwd=package)
    assert done.code != 0
    assert done.says("end of the interaction")
    assert done.says("| >found")


@pytest.mark.slow
@of("interactive_multi_pass")
def test_more_passes_than_are_allowed_are_the_packages_fault(package: Path) -> None:
    (package / "problem/data/secret/1.ans").write_text("4\n")
    done = judge("run", cwd=package)
    assert done.code == 3
    assert done.says("asks for more passes than limits.validation_passes allows (3)")


@of("sound")
def test_interaction_is_refused_for_a_problem_of_one_pass(package: Path) -> None:
    done = judge("run", "--interaction", cwd=package)
    assert done.code == 2
    assert done.says("--interaction: the problem is neither interactive nor multi-pass")


@of("multi_pass_code")
def test_without_an_output_validator_the_package_is_broken(package: Path) -> None:
    shutil.rmtree(package / "checker")
    done = judge("run", cwd=package)
    assert done.code == 3
    place = "error: problem/problem.yaml:4: type: "
    assert done.says(place, "needs exactly one output validator, but checker has none")


def try_out(tool: Path, *args: object) -> tuple[int, str]:
    """Run a testing tool as a contestant does; return its exit code and what it prints."""
    command = [sys.executable, str(tool), *map(str, args)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=HANGS_S, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@of("interactive_guess")
def test_contestants_get_a_tool_that_talks_as_the_judge_does(
    package: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    args = ("--problem", package, "--format", "samples", "--testing-tool")
    done = judge("export", *args, out)
    assert done.code == 0
    assert done.says("attachments/testing_tool.py", "contestants see the interactor")
    tool, solutions = out / "attachments/testing_tool.py", package / "solutions"
    code, text = try_out(tool, sys.executable, solutions / "accepted/halves.py")
    assert (code, text.splitlines()[0]) == (0, "sample/1:")
    assert text.splitlines()[1:] == [">500", "<equal", "AC", ""]
    code, text = try_out(tool, sys.executable, solutions / "wrong_answer/one_by_one.py")
    assert (code, "interactor: more than ten guesses\nWA\n" in text) == (1, True)
    code, text = try_out(
        tool, sys.executable, solutions / "run_time_error/fails_when_done.py"
    )
    assert (code, "exit code 1\nRTE\n" in text) == (1, True)
    (tmp_path / "my.in").write_text("1\n")
    code, text = try_out(tool, "-f", tmp_path / "my.in", "--", tmp_path / "nothing")
    assert (code, "cannot start" in text) == (1, True)


@pytest.mark.slow
@of("interactive_guess")
def test_a_tool_that_shows_secrets_or_accepts_nobody_is_refused(
    package: Path, tmp_path: Path
) -> None:
    args = ("--problem", package, "--testing-tool", tmp_path / "out")
    checker, secret = (
        package / "checker/guess.c",
        package / "problem/data/secret/first.ans",
    )
    whole = checker.read_text()
    secret.write_text("one is the number that it hides\n")
    checker.write_text(f"// {secret.read_text()}{whole}")
    done = judge("export", *args)
    assert (done.code, done.says("checker/guess.c", "data of secret/first")) == (3, True)
    checker.write_text(whole.replace("guesses > 10", "guesses > 0"))
    # Checked, the sample would be refused first, which such an interactor contradicts.
    done = judge("export", *args, "--unchecked")
    assert (done.code, done.says("solutions/accepted/halves.c", "not accepted")) == (
        3,
        True,
    )
    assert done.says("interactor: more than ten guesses")
    assert not (tmp_path / "out").exists()


@of("interactive_guess")
def test_a_tool_for_samples_without_an_input_says_what_is_missing(
    package: Path, tmp_path: Path
) -> None:
    samples = package / "problem/data/sample"
    for sample in samples.iterdir():
        sample.unlink()
    (samples / "1.interaction").write_text(">500\n<equal\n")
    args = ("--problem", package, "--unchecked", "--testing-tool", tmp_path / "out")
    done = judge("export", *args)
    assert done.code == 3
    assert done.says("error: problem/data/sample: ", ".interaction alone: add 1.in")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@of("interactive_multi_pass")
def test_the_tool_of_contestants_goes_through_all_passes(
    package: Path, tmp_path: Path
) -> None:
    args = ("--problem", package, "--testing-tool", tmp_path / "out")
    assert judge("export", *args).says("needs a sample with an input")
    for end, text in ((".in", "5\n"), (".ans", "3\n")):
        file = package / f"problem/data/sample/1{end}"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    assert judge("export", *args).code == 0
    tool = tmp_path / "out/attachments/testing_tool.py"
    for name, code, words in (
        ("accepted/doubles.py", 0, "pass 3\n<20\n>40\n<right\nAC\n"),
        ("wrong_answer/small_ones_only.py", 1, "interactor: said 20, not 40\nWA\n"),
    ):
        done = try_out(tool, sys.executable, package / "solutions" / name)
        assert (done[0], words in done[1]) == (code, True), done


@pytest.mark.slow
@of("interactive_guess")
def test_the_tool_hides_no_missing_flush_and_hints_at_it(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    args = ("--problem", package, "--format", "samples", "--testing-tool", "--unchecked")
    assert judge("export", *args, out).code == 0
    # The program ends by itself when its input does, or after a minute.
    program = tmp_path / "waits.py"
    program.write_text(
        "import signal, sys\nsignal.alarm(60)\nprint(500)\nsys.stdin.readline()\n"
    )
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    tool_file = str(out / "attachments/testing_tool.py")
    command = [sys.executable, "-u", tool_file, sys.executable, str(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tool:
        try:
            assert tool.stdout is not None
            lines = [tool.stdout.readline() for _ in range(2)]
        finally:
            tool.send_signal(signal.SIGINT)
    assert lines[0] == "sample/1:\n"
    assert "does your program flush its output?" in lines[1]


DIALOGUE = "<10 20\n>? 5\n<\x1b[2Jhigher\n---\n>! 7\n"


def test_a_dialogue_is_replayed_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "1.interaction"
    file.write_text(DIALOGUE)
    done = judge("try", "--replay", file)
    assert done.code == 0
    assert done.out.splitlines() == [
        "1  judge       10 20",
        "2  submission  ? 5",
        "3  judge       \\x1b[2Jhigher",
        "4  --- pass 2 ---",
        "5  submission  ! 7",
    ]


def test_a_key_shows_the_next_line_of_a_dialogue(tmp_path: Path) -> None:
    file = tmp_path / "1.interaction"
    file.write_text(DIALOGUE)
    replies = [("10 20", " "), ("? 5", "q")]
    shown = on_terminal(argv("try", "--replay", file), replies=replies)
    assert shown.code == 0
    assert "any key shows the next line" in shown.raw
    assert "? 5" in shown.raw
    assert "higher" not in shown.raw


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read: No such file or directory"),
        ("", "is empty, expected a dialogue"),
        ("<1\nhigher\n", "1.interaction:2: expected a line that starts with < (judge)"),
    ],
)
def test_a_file_without_a_dialogue_is_refused(
    content: str | None, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "1.interaction"
    if content is not None:
        file.write_text(content)
    done = judge("try", "--replay", file)
    assert done.code == 2
    assert done.says(words)
    assert judge("try").says("--replay FILE")


# Prints forever as soon as the submission has said something.
FLOOD = """\
#include <stdio.h>

int main(void) {
    static char block[65536];
    for (unsigned i = 0; i < sizeof block; i++) block[i] = i % 64 == 63 ? '\\n' : '1';
    getchar();
    for (;;) fwrite(block, 1, sizeof block, stdout);
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--interaction",)])
@of("interactive_guess")
def test_an_interactor_that_prints_forever_is_stopped_at_an_output_limit(
    package: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    (package / "checker" / "guess.c").write_text(FLOOD)
    report = tmp_path / "report.json"
    done = judge(
        "run",
        "solutions/accepted/halves.c",
        "--problem",
        package,
        "--json",
        report,
        *options,
        cwd=package,
    )
    assert done.code == 3
    (submission,) = json.loads(report.read_text())["submissions"]
    (test,) = submission["testcases"]
    assert test["verdict"] == "JE"
    assert test["message"] == (
        "the checker checker/guess.c failed: stopped at its output limit of 512 MiB "
        "(a larger validation_output raises it)"
    )
