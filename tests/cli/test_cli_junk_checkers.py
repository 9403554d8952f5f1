"""`judge validate --junk` attacks output validators: it finds the faulty ones, and no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import TESTS, Package, reference, sound
from support.examples_folder import EXAMPLES, QUICKEST, copy_example

CHECKER = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
int main(int argc, char **argv) {
    double expected, given;
    char rest;
    FILE *answer = fopen(argv[2], "r");
    if (argc < 4 || fscanf(answer, "%lf", &expected) != 1) return 1;
    if (scanf("%lf", &given) != 1) return 43;
    if (!(fabs(given - expected) <= 1e-6)) return 43;
    if (scanf(" %c", &rest) == 1) return 43;
    return 42;
}
"""
READS = 'if (scanf("%lf", &given) != 1) return 43;'
COMPARES = "if (!(fabs(given - expected) <= 1e-6)) return 43;"
ENDS = 'if (scanf(" %c", &rest) == 1) return 43;'
# The time of `strlen` grows with the token, and it is called for each letter.
QUADRATIC = """
    static char token[1 << 24];
    scanf("%15000000s", token);
    for (size_t place = 0; place < strlen(token); place++)
        token[place] = token[place] == 'X' ? 'x' : token[place];
    if (sscanf(token, "%lf", &given) != 1) return 43;
"""


def package_with(tmp_path: Path, **changes: str) -> Package:
    """Return a package with one test and the checker, with the named parts of it changed."""
    parts = {"reads": READS, "compares": COMPARES, "ends": ENDS}
    source = CHECKER
    for name, change in changes.items():
        assert parts[name] in source
        source = source.replace(parts[name], change)
    package = sound(tmp_path)
    package.remove("problem/data/sample", "solutions/wrong_answer")
    package.write("checker/check.c", source)
    return package


@pytest.mark.slow
def test_a_sound_checker_withstands_all_attacks(tmp_path: Path) -> None:
    done = package_with(tmp_path).judge("validate", "--junk")
    assert done.code == 0
    assert done.says("The data is sound")
    assert done.says("Wrong outputs: checker/check.c rejected")
    # `scanf` reads it as a number, and it is the right one.
    assert done.says("Accepted, is it right?", "a number in hexadecimal", "b'0x2a\\n'")


# For each fault: the changes that make it, what is named, and with which bytes.
FAULTY = {
    "accepts all": (
        {"reads": "return 42;"},
        "error: checker/check.c: accepts an empty output (b'', made from test secret/1)",
        "the same for an output of one newline, an output of random bytes",
    ),
    "accepts nothing": (
        {"reads": 'if (scanf("%lf", &given) == EOF) return 42;'},
        "error: checker/check.c: accepts an empty output (b'', made from test secret/1)",
        "the same for an output of one newline",
    ),
    "crashes on garbage": (
        {"reads": 'if (scanf("%lf", &given) != 1) abort();'},
        "error: checker/check.c: fails on an empty output",
        "killed by SIGABRT",
    ),
    "crashes on a long number": (
        {
            "reads": (
                'char text[1000]; if (scanf("%s", text) != 1) return 43;'
                'if (sscanf(text, "%lf", &given) != 1) return 43;'
            )
        },
        "error: checker/check.c: fails on an output of one number of 100000 digits",
        "killed by SIGSEGV",
    ),
    "lets NaN pass": (
        {"compares": "if (fabs(given - expected) > 1e-6) return 43;"},
        "warning: checker/check.c: accepts the answer with NaN in place of a number",
        r"b'nan\n', made from test secret/1",
    ),
    "reads the first token": (
        {"ends": ""},
        "warning: checker/check.c: accepts the answer and three words after it",
        "it does not read to the end of the output",
    ),
    "is random": (
        {
            "reads": f"unsigned char r; getrandom(&r, 1, 0); {READS.replace('43', '42 + r % 2')}",
            "compares": COMPARES.replace("43", "42 + r % 2"),
        },
        "error: checker/check.c: decides in two ways about",
        "does it use random numbers",
    ),
    "rejects with 1": (
        {"reads": READS.replace("43", "1"), "compares": COMPARES.replace("43", "1")},
        "error: checker/check.c: fails on an empty output",
        "exit code 1, expected 42 or 43",
    ),
}
_QUICK = ("accepts all",)


@pytest.mark.parametrize(
    "fault",
    [pytest.param(f, marks=[] if f in _QUICK else pytest.mark.slow) for f in FAULTY],
)
def test_a_faulty_checker_is_named_with_the_output(fault: str, tmp_path: Path) -> None:
    changes, named, shown = FAULTY[fault]
    package = package_with(tmp_path, **changes)
    assert package.judge("validate").code == 0
    done = package.judge("validate", "--junk")
    assert done.says(named, shown)
    is_error = named.startswith("error")
    assert done.code == (3 if is_error else 0)
    assert done.says("The data is sound") != is_error


@pytest.mark.slow
def test_a_checker_that_needs_too_long_for_a_long_token_is_named(tmp_path: Path) -> None:
    package = package_with(tmp_path, reads=QUADRATIC)
    package.replace(
        "problem/problem.yaml", "limits:\n", "limits:\n  validation_time: 1\n"
    )
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says(
        "error: checker/check.c: fails on an output of one token of",
        "stopped after 1 s of CPU time (validation_time)",
    )


@pytest.mark.slow
def test_a_valid_output_of_the_package_says_that_an_empty_one_is_right(
    tmp_path: Path,
) -> None:
    package = package_with(tmp_path, reads='if (scanf("%lf", &given) == EOF) return 42;')
    package.write("problem/data/valid_output/nothing.in", "1 2\n")
    package.write("problem/data/valid_output/nothing.ans", "3\n")
    package.write("problem/data/valid_output/nothing.out", "")
    done = package.judge("validate", "--junk")
    assert done.code == 0
    assert done.says("Accepted, is it right? an empty output")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kattis_legacy", "scoring_checker"])
def test_the_checkers_of_the_packages_here_are_sound(name: str, tmp_path: Path) -> None:
    root = tmp_path / name
    shutil.copytree(TESTS / "packages" / name, root)
    done = Package(root).judge("validate", "--junk")
    assert done.says("Wrong outputs:")
    for fault in (
        "fails on",
        "decides in two ways",
        "accepts an output",
        "an empty output",
    ):
        assert not done.says("error:", fault)


@pytest.mark.slow
def test_garbage_that_scores_nothing_is_not_accepted(tmp_path: Path) -> None:
    root = tmp_path / "scoring_checker"
    shutil.copytree(TESTS / "packages" / "scoring_checker", root)
    package = Package(root)
    package.write("solutions/wrong_answer/silent.py", "pass\n")
    package.replace(
        "checker/score.py",
        "except ValueError:\n",
        "except ValueError:\n"
        '    (feedback / "score.txt").write_text("0")\n'
        "    sys.exit(42)\n",
    )
    done = package.judge("validate", "--junk")
    assert done.code == 0
    package.replace("checker/score.py", 'write_text("0")', 'write_text("1")')
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says(
        "error: checker/score.py: accepts the empty output of solutions/wrong_answer/silent.py",
        "the same for an empty output",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in QUICKEST else [pytest.mark.long])
        for name in EXAMPLES
    ],
)
def test_the_examples_withstand_junk(name: str, tmp_path: Path) -> None:
    assert copy_example(name, tmp_path).judge("validate", "--junk").code == 0


# Takes two minutes: the examples above are smaller.
@pytest.mark.slow
@pytest.mark.long
def test_the_package_in_the_root_withstands_junk(tmp_path: Path) -> None:
    assert reference(tmp_path).judge("validate", "--junk").code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decides", "named"),
    [
        (
            "42 if len(sys.stdin.read().split()) < 2 else 43",
            "accepts an empty answer (b'', made from test sample/1); expected exit code 43",
        ),
        (
            "42 if int(sys.stdin.read()) >= 0 else 43",
            "fails on an empty answer (b'', made from test sample/1): exit code 1",
        ),
        ("42 if sys.stdin.read().strip().isdecimal() else 43", ""),
    ],
)
def test_answer_validators_are_attacked_too(
    decides: str, named: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.write("answer_validators/check.py", f"import sys\nsys.exit({decides})\n")
    assert package.judge("validate").code == 0
    done = package.judge("validate", "--junk")
    assert done.says("error: answer_validators/check.py:", named) == bool(named)
    assert done.code == (3 if named else 0)
    assert done.says("Wrong answers: answer_validators/check.py rejected")
