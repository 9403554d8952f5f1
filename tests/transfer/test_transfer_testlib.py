"""Adapters for testlib programs: which exit code becomes which.

The codes are those of testlib's documentation. The package format defines what they become: 42
accepts, 43 rejects, anything else is a judge error.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from judging.core.verdicts import Verdict
from judging.features.transfer.polygon import adapters
from judging.jobs.checkers.default import compare
from judging.package import testlib

COMPILER = shutil.which("g++")
pytestmark = pytest.mark.skipif(COMPILER is None, reason="no g++ on this machine")

# Exits with the number that the output starts with; a negative number is a signal.
CHECKER = b"""
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
struct Late { ~Late() { std::fputs("destroyed\\n", stderr); } } late;
int main(int argc, char *argv[]) {
    if (argc != 4) return 3;
    std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
    int code = 0;
    std::string message, in, ans;
    output >> code;
    std::getline(output >> std::ws, message);
    input >> in;
    answer >> ans;
    std::fprintf(stderr, "%s %s %s\\n", message.c_str(), in.c_str(), ans.c_str());
    if (code < 0) std::raise(-code);
    if (code) std::exit(code);
    return 0;
}
"""
VALIDATOR = b"""
#include <cstdio>
#include <cstdlib>
int main() {
    int code;
    if (std::scanf("%d", &code) == 1 && code) std::exit(code);
}
"""
INTERACTOR = b"""
#include <cstdio>
#include <cstdlib>
#include <fstream>
struct Late { ~Late() { std::fputs("interactor destroyed\\n", stderr); } } late;
int main(int argc, char *argv[]) {
    std::ofstream log(argv[2]);
    int code, rest;
    if (std::scanf("%d %d", &code, &rest) != 2) return 2;
    log << rest << " from interactor" << std::endl;
    std::fprintf(stderr, "interacted\\n");
    std::exit(code);
}
"""


def built(folder: Path, programs: Mapping[str, tuple[str, bytes]]) -> Path:
    """Compile the adapter alone, which includes every other file, and return the program."""
    assert COMPILER is not None
    folder.mkdir()
    for name, content in testlib.wrap(programs).items():
        (folder / name).write_bytes(content)
    sources = [str(p) for p in folder.iterdir() if testlib.can_wrap(p.name)]
    assert len(sources) == 1
    words = [COMPILER, "-std=gnu++20", "-o", str(folder / "program"), *sources]
    subprocess.run(words, check=True)
    return folder / "program"


def judged(program: Path, output: str, folder: Path) -> tuple[int, dict[str, str]]:
    """Return the exit code and the files that the program leaves in the feedback folder."""
    feedback = folder / "feedback"
    shutil.rmtree(feedback, ignore_errors=True)
    feedback.mkdir()
    (folder / "in").write_text("IN\n")
    (folder / "ans").write_text("ANS\n")
    words = [
        *map(str, (program, folder / "in", folder / "ans")),
        f"{feedback}/",
        "an",
        "argument",
    ]
    done = subprocess.run(words, input=output.encode(), capture_output=True, check=False)
    return done.returncode, {p.name: p.read_text() for p in feedback.iterdir()}


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("adapter") / "checker"
    return built(folder, {"CHECKER": ("check.cpp", CHECKER)})


@pytest.mark.slow
def test_a_checkers_codes(checker: Path, tmp_path: Path) -> None:
    cases = {
        "0": 42,
        "1": 43,
        "2": 43,
        "4": 43,
        "8": 43,
        "3": 1,
        "6": 1,
        "42": 1,
        "43": 1,
    }
    cases |= {f"-{signal.SIGSEGV}": 1, f"-{signal.SIGKILL}": 1}
    for output, expected in cases.items():
        code, files = judged(checker, f"{output} because\n", tmp_path)
        assert (output, code) == (output, expected)
        assert files["judgemessage.txt"].startswith("because IN ANS\n")
        assert ("destroyed" in files["judgemessage.txt"]) == (not output.startswith("-"))
        assert set(files) == {"judgemessage.txt"}


@pytest.mark.slow
def test_points_become_a_score(checker: Path, tmp_path: Path) -> None:
    for output, expected, score in (
        ("7 points 12.5 good\n", 42, "12.5\n"),
        ("5 points 3 good\n", 42, "3\n"),
        ("7 points 0 nothing\n", 43, None),
        ("7 points none\n", 1, None),
    ):
        code, files = judged(checker, output, tmp_path)
        assert (output, code, files.get("score.txt")) == (output, expected, score)


@pytest.mark.slow
def test_a_validators_codes_and_a_main_without_return(tmp_path: Path) -> None:
    program = built(tmp_path / "v", {"VALIDATOR": ("validator.cpp", VALIDATOR)})
    for given, expected in (
        ("", 42),
        ("0", 42),
        ("3", 43),
        ("1", 43),
        ("2", 1),
        ("77", 1),
    ):
        done = subprocess.run([program], input=given.encode(), check=False)
        assert (given, done.returncode) == (given, expected)


@pytest.mark.slow
def test_after_an_interactor_the_checker_judges_its_output(tmp_path: Path) -> None:
    both = {
        "CHECKER": ("check.cpp", CHECKER),
        "INTERACTOR": ("interactor.cpp", INTERACTOR),
    }
    program = built(tmp_path / "b", both)
    for output, expected in (
        ("0 0", 42),
        ("0 1", 43),
        ("0 3", 1),
        ("1 0", 43),
        ("3 0", 1),
    ):
        code, files = judged(program, output, tmp_path)
        assert (output, code) == (output, expected)
        assert set(files) == {"judgemessage.txt"}
        assert files["judgemessage.txt"].startswith("interacted\n")
        assert (
            "from interactor IN ANS" in files["judgemessage.txt"]
        ) == output.startswith("0")


def test_unwrap_undoes_wrap_of_the_testlib_adapter() -> None:
    programs = {"CHECKER": ("check.cc", CHECKER), "INTERACTOR": ("run.cpp", INTERACTOR)}
    files = testlib.wrap(programs)
    beside = {**files, "testlib.h": b"//"}
    assert adapters.unwrap_for_polygon(beside) == (
        {"CHECKER": "check.cc", "INTERACTOR": "run.cpp"},
        {"check.cc": CHECKER, "run.cpp": INTERACTOR, "testlib.h": b"//"},
    )
    assert adapters.unwrap_for_polygon({"check.cc": CHECKER}) is None
    changed = {name: content + b"\n" for name, content in files.items()}
    assert adapters.unwrap_for_polygon(changed) is None


SPEAKS_42 = b"""
#include <fstream>
#include <iostream>
#include <string>
int main(int argc, char **argv) {
    int code;
    std::string feedback = argv[3];
    std::cin >> code;
    std::ofstream(feedback + "judgemessage.txt") << "read " << code << " with " << argv[4];
    if (code == 42) return 42;
    exit(code);
}
"""
JUDGES_42 = b"""
#include <cstdlib>
#include <iostream>
int main() {
    int code;
    std::cin >> code;
    std::exit(code);
}
"""


@pytest.mark.slow
def test_the_kattis_adapter_turns_42_and_43_into_0_and_1(tmp_path: Path) -> None:
    assert COMPILER is not None
    files = adapters.wrap_for_polygon(
        "CHECKER", "check.cpp", {"check.cpp": SPEAKS_42}, ["an arg"]
    )
    files |= adapters.wrap_for_polygon(
        "VALIDATOR", "valid.cpp", {"valid.cpp": JUDGES_42}, []
    )
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    for name in ("check", "valid"):
        words = [COMPILER, "-std=c++17", "-o", name, f"{name}.cpp"]
        subprocess.run(words, check=True, cwd=tmp_path)
    (tmp_path / "in").write_text("")
    for code, checked, valid in ((42, 0, 0), (43, 1, 3), (0, 3, 3), (1, 3, 3)):
        (tmp_path / "out").write_text(f"{code}\n")
        words = ["./check", "in", "out", "in"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False)
        assert (code, done.returncode) == (code, checked)
        assert done.stderr == f"read {code} with an arg".encode()
        given = f"{code}\n".encode()
        done = subprocess.run(["./valid"], cwd=tmp_path, input=given, check=False)
        assert (code, done.returncode) == (code, valid)
    assert not [p for p in tmp_path.iterdir() if p.is_dir()]


@pytest.mark.slow
def test_the_default_comparison_as_a_checker(tmp_path: Path) -> None:
    """The checker agrees with the comparison on outputs that tell the arguments apart."""
    assert COMPILER is not None
    outputs = ["1.0 yes\n", "1.0 YES", "1.0000001 yes\n", "1.1 yes\n", "1.0  yes\n", "1 yes x\n",
               "1.0\n", "", "1.0 \n\nyes\n", "abc yes\n", "1.0 yes \n"]  # fmt: skip
    settings: list[tuple[str, ...]] = [
        (),
        ("case_sensitive",),
        ("space_change_sensitive",),
        ("float_tolerance", "1e-6"),
        ("float_absolute_tolerance", "0.2", "case_sensitive"),
        ("float_relative_tolerance", "1e-3", "space_change_sensitive"),
    ]
    answer = b"1.0 yes\n"
    (tmp_path / "ans").write_bytes(answer)
    for arguments in settings:
        (tmp_path / "check.cpp").write_bytes(adapters.default_checker(arguments))
        words = [COMPILER, "-std=c++17", "-o", "check", "check.cpp"]
        subprocess.run(words, check=True, cwd=tmp_path)
        for output in outputs:
            (tmp_path / "out").write_text(output)
            words = ["./check", "ans", "out", "ans"]
            done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False)
            expected = (
                compare(output.encode(), answer, arguments).verdict is not Verdict.AC
            )
            assert (arguments, output, done.returncode) == (
                arguments,
                output,
                int(expected),
            )


def test_unwrap_undoes_wrap_of_the_kattis_adapter() -> None:
    files = adapters.wrap_for_polygon(
        "CHECKER", "a.cpp", {"a.cpp": b"x", "h.h": b"y"}, ['a "b"']
    )
    content = files.pop("a.cpp")
    assert adapters.unwrap_for_kattis(content, files) == {"a.cpp": b"x", "h.h": b"y"}
    assert adapters.unwrap_for_kattis(content + b" ", files) is None
    for arguments in ((), ("case_sensitive", "float_tolerance", "1e-9")):
        assert (
            adapters.default_checker_arguments(adapters.default_checker(arguments))
            == arguments
        )
    assert adapters.default_checker_arguments(content) is None


@pytest.mark.parametrize("words", ["x", "[", "1", "[" * 100_000])
def test_a_checker_with_other_arguments_is_not_the_default_one(words: str) -> None:
    changed = adapters.default_checker(["a"]).replace(b'"a"', words.encode())
    assert adapters.default_checker_arguments(changed) is None
