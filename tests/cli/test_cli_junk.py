"""`judge validate --junk` names every hole with its bytes and passes a sound package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import Package, judge, sound

# Exact to the byte for "a b\n", two numbers of at most 100.
VALIDATOR = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int next;
long number(void) {
    long n = 0;
    int digits = 0, zero = next == '0';
    for (; '0' <= next && next <= '9'; next = getchar(), ++digits)
        if (n < 1000) n = 10 * n + next - '0';
    if (digits == 0 || (digits > 1 && zero) || n > 100) exit(43);
    return n;
}
int main(int argc, char **argv) {
    next = getchar();
    long a = number();
    if (next != ' ') exit(43);
    next = getchar();
    long b = number();
    if (next != '\n') exit(43);
    if (getchar() != EOF) exit(43);
    if (argc == 3 && strcmp(argv[1], "--constraints_file") == 0) {
        FILE *file = fopen(argv[2], "w");
        fprintf(file, "v:a a %d %d %ld %ld 0 100\n", a == 0, a == 100, a, a);
        fprintf(file, "v:b b %d %d %ld %ld 0 100\n", b == 0, b == 100, b, b);
        fclose(file);
    }
    return 42;
}
"""


def strict(tmp_path: Path) -> Package:
    package = sound(tmp_path)
    package.remove("validators/validate.py", "problem/data/invalid_input")
    package.write("validators/validate.c", VALIDATOR)
    package.test("secret/2", "100 0\n", "100\n")
    package.test("secret/3", "7 99\n", "106\n")
    return package


def test_a_strict_validator_and_a_forgiving_comparison_pass(tmp_path: Path) -> None:
    package = strict(tmp_path)
    before = package.files()
    file = tmp_path / "report.json"
    done = package.judge("validate", "--junk", "--json", file)
    assert done.code == 0
    assert done.says("The data is sound")
    assert done.says("Almost valid inputs")
    assert "Values outside their bounds were not tried" not in done.out
    report = json.loads(file.read_text())
    assert (report["exit_code"], report["diagnostics"]) == (0, [])
    assert report["notes"]
    assert package.files() == before


@pytest.mark.slow
def test_the_junk_depends_on_neither_the_cache_nor_the_number_of_jobs(
    tmp_path: Path,
) -> None:
    package = strict(tmp_path)
    fresh = {"XDG_CACHE_HOME": str(tmp_path / "fresh")}
    first = package.judge("validate", "--junk")
    assert first.code == 0
    assert package.judge("validate", "--junk", "--jobs", 1, env=fresh).out == first.out


HOLES = {
    "(digits > 1 && zero) || ": "",
    "n > 100)": "n > 101)",
    r"if (next != '\n') exit(43);": (
        r"if (next == ' ') next = getchar(); if (next != '\n') exit(43);"
    ),
    "if (getchar() != EOF) exit(43);": "if ((next = getchar()) != EOF && next != '\\n') exit(43);",
}


def test_each_hole_is_named_with_its_bytes(tmp_path: Path) -> None:
    package = strict(tmp_path)
    for sound_part, hole in HOLES.items():
        package.replace("validators/validate.c", sound_part, hole)
    done = package.judge("validate", "--junk")
    assert done.code == 3
    for named, shown in (
        ("a leading zero", r"b'01 2\n'"),
        ("a value one above its bound", "101"),
        ("a space at the end of a line", r"b'1 2 \n'"),
        ("an empty line at the end", r"b'1 2\n\n'"),
    ):
        assert done.says("validators/validate.c: accepts an input with", named, shown)
    assert not done.says("accepts an input with", "a plus sign")
    assert not done.says("The data is sound")


@pytest.mark.slow
def test_an_error_elsewhere_does_not_keep_junk_from_being_tried(tmp_path: Path) -> None:
    package = strict(tmp_path)
    package.replace("validators/validate.c", "n > 100)", "n > 101)")
    package.replace("problem/problem.yaml", "memory: 128", "memroy: 128")
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says("unknown key 'memroy'")
    assert done.says("validators/validate.c: accepts an input with a value one above")
    assert done.says("Answers reformatted")


@pytest.mark.slow
def test_junk_of_wrong_data_is_not_tried_and_a_line_says_so(tmp_path: Path) -> None:
    package = strict(tmp_path)
    package.write("problem/data/secret/2.in", "100 101\n")
    file = tmp_path / "report.json"
    done = package.judge("validate", "--junk", "--json", file)
    assert done.code == 3
    assert done.says("rejects this input")
    notes = json.loads(file.read_text())["notes"]
    assert [note for note in notes if "(--junk): not tried: the data or" in note]
    # A package without a validator cannot be tested by junk either.
    package.write("problem/data/secret/2.in", "100 0\n")
    package.remove("validators/validate.c")
    done = package.judge("validate", "--junk")
    assert done.says("Almost valid inputs: not tried: there is no input validator.")


@pytest.mark.slow
def test_no_value_outside_its_bounds_is_tried_if_no_validator_writes_bounds(
    tmp_path: Path,
) -> None:
    package = strict(tmp_path)
    package.replace("validators/validate.c", "n > 100)", "n > 900)")
    package.replace("validators/validate.c", "argc == 3 &&", "0 && argc &&")
    package.write("problem/data/invalid_input/too_large.in", "1 901\n")
    done = package.judge("validate", "--junk")
    assert done.code == 0
    assert done.says("Values outside their bounds were not tried", "--constraints_file")


@pytest.mark.slow
def test_a_validator_that_crashes_on_junk_breaks_the_protocol(tmp_path: Path) -> None:
    package = strict(tmp_path)
    package.replace(
        "validators/validate.c",
        "(digits > 1 && zero)",
        "(digits > 1 && zero && (abort(), 1))",
    )
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says(
        r"validate.c: fails on an input with a leading zero (b'01 2\n', made from test sample/1): "
        "killed by SIGABRT; expected exit code 43"
    )


@pytest.mark.slow
def test_a_checker_that_rejects_other_white_space_is_named(tmp_path: Path) -> None:
    package = strict(tmp_path)
    package.write(
        "checker/check.py",
        "import sys\nsys.exit(42 if sys.stdin.read() == open(sys.argv[2]).read() else 43)\n",
    )
    assert package.judge("validate").code == 0
    done = package.judge("validate", "--junk")
    assert done.code == 3
    assert done.says(
        "checker/check.py: the checker must accept an answer with no newline at the end"
    )
    assert done.says("a space at the end of each line", r"b'3 \n'")


@pytest.mark.slow
def test_a_new_package_withstands_junk(tmp_path: Path) -> None:
    assert judge("new", "hello", cwd=tmp_path).code == 0
    done = Package(tmp_path / "hello").judge("validate", "--junk")
    assert done.code == 0
    assert "Values outside their bounds were not tried" not in done.out
