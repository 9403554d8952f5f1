"""`judge run --sanitize` and `judge hack --sanitize`: what sanitizers report, and that no
verdict depends on it."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path

import pytest
from support.command import C_SUM, TESTS, Package, Report, sound, tools

STRATEGY = """\
from hypothesis import strategies as st
inputs = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda p: f"{p[0]} {p[1]}\\n")
"""
# Right on all inputs, but reads behind an array if the first number is large and the other one 7.
RARE_C = """\
#include <stdio.h>
int main(void) {
    int a, b;
    scanf("%d%d", &a, &b);
    volatile int digits[10] = {0};
    int place = a % 10 + (b % 10 == 7 ? 5 : 0);
    int digit = digits[place];
    printf("%d\\n", a + b + (digit > 9 ? 0 : 0));
}
"""
# Reads one number behind the end of a block. Volatile, so that no compiler leaves it out.
BLOCK_C = """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    volatile int *values = malloc(2 * sizeof(int));
    scanf("%d%d", (int *)&values[0], (int *)&values[1]);
    int sum = 0;
    for (int i = 0; i <= 2; i++) {
        int value = values[i];
        if (i < 2) sum += value;
    }
    printf("%d\\n", sum);
}
"""
# Goes on after an overflow, and then divides by a shift that is too long.
TWO_FAULTS_C = """\
#include <limits.h>
#include <stdio.h>
int main(void) {
    int a, b;
    scanf("%d%d", &a, &b);
    volatile int most = INT_MAX - 1;
    most = most + a;
    volatile int bits = 31 + b;
    volatile int shifted = 1 << bits;
    printf("%d\\n", a + b);
}
"""
# Behind the last element, but inside the block.
ELEMENT_CPP = """\
#include <iostream>
#include <vector>
int main() {
    int a, b;
    std::cin >> a >> b;
    std::vector<int> sums;
    sums.reserve(4);
    sums.push_back(a + b);
    volatile int next = sums[1];
    std::cout << sums[0] << '\\n';
}
"""
SOUND_VALIDATOR_C = """\
#include <stdio.h>
int main(void) {
    int a, b;
    char end;
    if (scanf("%d %d%c", &a, &b, &end) != 3 || end != '\\n') return 43;
    return 0 <= a && a <= 100 && 0 <= b && b <= 100 && getchar() == EOF ? 42 : 43;
}
"""
VALIDATOR_C = """\
#include <stdio.h>
static int seen[2];
int main(void) {
    int a, b;
    if (scanf("%d %d", &a, &b) != 2 || a > 100) return 43;
    volatile int *place = seen;
    int before = place[a > 2 ? 2 : 0];
    return before > 1000 ? 43 : 42;
}
"""
CHECKER_C = """\
#include <limits.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int expected, got;
    if (fscanf(fopen(argv[2], "r"), "%d", &expected) != 1) return 1;
    if (scanf("%d", &got) != 1) return 43;
    volatile int most = INT_MAX;
    most = most + expected;
    return expected == got ? 42 : 43;
}
"""
WAITS_CHECKER_C = CHECKER_C.replace(
    "    int expected",
    "#ifdef __SANITIZE_ADDRESS__\n    for (;;) ;\n#endif\n    int expected",
)
GENERATOR_C = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    volatile char *word = malloc(4);
    free((void *)word);
    word[1] = 'x';
    printf("%s %s\\n", argv[1], argv[2]);
}
"""
MAIN_C = """\
#include <stdio.h>
int main(void) { printf("%d\\n", sum()); }
"""
PART_C = """\
#include <stdio.h>
int sum(void) {
    volatile int values[2];
    scanf("%d%d", (int *)&values[0], (int *)&values[1]);
    for (volatile int *end = values; end <= values + 2; end++) (void)*end;
    return values[0] + values[1];
}
"""
LIB_H = """\
static inline int third(const int *values) {
    volatile const int *place = values;
    return place[2];
}
"""
USES_C = """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *values = malloc(2 * sizeof(int));
    scanf("%d%d", &values[0], &values[1]);
    int unused = third(values);
    printf("%d\\n", values[0] + values[1] + 0 * unused);
}
"""
# Needs most of the memory limit, 128 MiB.
LARGE_C = """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int a, b;
    long size = 100 << 20, sum = 0;
    scanf("%d%d", &a, &b);
    for (int round = 0; round < 3; round++) {
        volatile char *block = malloc(size);
        for (long i = 0; i < size; i += 512) block[i] = 1;
        for (long i = 0; i < size; i += 512) sum += block[i];
        free((void *)block);
    }
    printf("%d\\n", a + b + (sum == 0));
}
"""
# A million calls, which fit the stack of a usual program; its frames are larger with sanitizers.
DEEP_C = """\
#include <stdio.h>
static int sum(int n) {
    volatile char frame[64];
    frame[n % 64] = 1;
    return n == 0 ? 0 : sum(n - 1) + frame[n % 64];
}
int main(void) {
    int a, b;
    scanf("%d%d", &a, &b);
    printf("%d\\n", a + b + sum(1000000) - 1000000);
}
"""
WAITS_C = C_SUM.replace(
    "scanf",
    "#ifdef __SANITIZE_ADDRESS__\n    for (;;) ;\n#endif\n    scanf",
)
GENERATORS = """\
data:
  secret:
    data:
      drawn: draw.c 5 6
"""


def found(report: Report) -> list[tuple[str, int | None, str]]:
    """Return the place and kind of each fault that sanitizers reported."""
    findings = report.json["sanitizers"]["findings"]
    return [(each["file"], each["line"], each["kind"]) for each in findings]


def faulty(folder: Path) -> Package:
    """Return a package in which every kind of program has a fault that it survives."""
    package = sound(folder)
    package.remove("validators/validate.py", "problem/data/invalid_input")
    package.write("validators/check.c", VALIDATOR_C)
    package.write("checker/check.c", CHECKER_C)
    package.write("generators/draw.c", GENERATOR_C)
    package.write("generators/generators.yaml", GENERATORS)
    package.write("solutions/accepted/block.c", BLOCK_C)
    return package


@pytest.mark.slow
def test_faults_of_every_kind_of_program_are_found_on_every_tier(
    tmp_path: Path, tier: str
) -> None:
    package = faulty(tmp_path)
    report = package.run("--sandbox", tier, "--sanitize", "--report", "github")
    assert report.code == 0
    assert found(report) == [
        ("generators/draw.c", 6, "heap-use-after-free"),
        ("validators/check.c", 7, "global-buffer-overflow"),
        ("checker/check.c", 8, "signed-integer-overflow"),
        ("solutions/accepted/block.c", 8, "heap-buffer-overflow"),
    ]
    assert report.done.says(
        "::warning file=solutions/accepted/block.c,line=8::heap-buffer-overflow: READ of "
        "size 4; found with sanitizers on sample/1, secret/1, secret/drawn"
    )
    for text in (report.done.out, json.dumps(report.json["sanitizers"])):
        assert "/tmp" not in text
        assert "0x" not in text
    assert report.json["sanitizers"]["stopped"] == []
    assert report.json["sanitizers"]["left_out"] == {
        "Python has no sanitizers": ["solutions/accepted/add.py"]
    }


@pytest.mark.slow
def test_verdicts_and_the_exit_code_stay_the_same(tmp_path: Path) -> None:
    package = faulty(tmp_path)
    # It gets another verdict where its block has no room behind it.
    package.write(
        "solutions/wrong_answer/block.c", BLOCK_C.replace("sum += v", "sum = v")
    )
    plain = package.run("--until", "all")
    assert plain.json["sanitizers"] is None
    sanitized = package.run("--until", "all", "--sanitize")
    again = package.run("--until", "all", "--sanitize", "--jobs", 1)
    assert plain.code == sanitized.code == again.code == 0
    assert sanitized.json["sanitizers"] == again.json["sanitizers"]
    assert sanitized.json["diagnostics"] == again.json["diagnostics"]
    verdicts = [verdicts_of(report) for report in (plain, sanitized, again)]
    assert verdicts[0] == verdicts[1] == verdicts[2]
    # What is expected to fail is run only for the checker, on what the checker rejects.
    files = {file for file, _, _ in found(sanitized)}
    assert "solutions/wrong_answer/block.c" not in files


def verdicts_of(report: Report) -> dict[str, list[str]]:
    return {
        each["path"]: [test["verdict"] for test in each["testcases"]]
        for each in report.json["submissions"]
    }


@pytest.mark.slow
def test_a_program_goes_on_after_undefined_behaviour(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/two.c", TWO_FAULTS_C)
    package.write("solutions/accepted/element.cpp", ELEMENT_CPP)
    package.write("solutions/accepted/more/main.c", "int sum(void);\n" + MAIN_C)
    package.write("solutions/accepted/more/part/sum.c", PART_C)
    package.write("include/c/lib.h", LIB_H)
    package.write("solutions/accepted/uses.c", f'#include "lib.h"\n{USES_C}')
    report = package.run("--sanitize", "--tests", "secret/1", "solutions/accepted")
    assert report.code == 0
    assert found(report) == [
        ("solutions/accepted/element.cpp", 9, "library-assertion"),
        ("solutions/accepted/more/part/sum.c", 5, "stack-buffer-overflow"),
        ("solutions/accepted/two.c", 7, "signed-integer-overflow"),
        ("solutions/accepted/two.c", 9, "invalid-shift-exponent"),
        ("solutions/accepted/uses.c", None, "heap-buffer-overflow"),
    ]
    # A file for all submissions is none of this one's own.
    assert report.done.says("uses.c: heap-buffer-overflow in lib.h:3: READ of size 4")


@pytest.mark.slow
def test_what_a_program_says_is_no_report(tmp_path: Path) -> None:
    """A program without sanitizers may write what it likes; one that ends itself has
    no fault."""
    package = sound(tmp_path)
    package.write(
        "solutions/accepted/liar.py",
        """\
import sys
print("liar.py:3:1: runtime error: no error", file=sys.stderr)
print(sum(map(int, input().split())))
""",
    )
    aborts = tmp_path / "aborts.c"
    aborts.write_text(
        "#include <stdlib.h>\n"
        + C_SUM.replace("printf", "if (a > 2) abort();\n    printf")
    )
    report = package.run("--sanitize", "solutions", aborts)
    assert report.submission(str(aborts))["verdict"] == "RTE"
    assert report.code == 0
    assert found(report) == []
    assert report.done.says("no fault in", "of 1 program")


@pytest.mark.slow
def test_a_program_may_need_all_of_its_memory_and_stack(
    tmp_path: Path, tier: str
) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/deep.c", DEEP_C)
    package.write("solutions/accepted/large.c", LARGE_C)
    chosen = ("solutions/accepted", "--tests", "secret/1")
    report = package.run("--sanitize", "--sandbox", tier, *chosen)
    assert report.code == 0
    assert report.json["sanitizers"]["programs"] == [
        "solutions/accepted/deep.c",
        "solutions/accepted/large.c",
    ]
    assert report.json["sanitizers"]["stopped"] == []
    assert found(report) == []


@pytest.mark.slow
def test_faults_in_a_dialogue(tmp_path: Path) -> None:
    package = Package(tmp_path / "guess")
    shutil.copytree(TESTS / "packages" / "interactive_guess", package.root)
    old = "        if (guess == hidden) break;"
    package.replace("checker/guess.c", old, f"        spoiled += guesses << 30;\n{old}")
    package.replace(
        "checker/guess.c", "char line[64]", "volatile int spoiled = 0; char line[64]"
    )
    report = package.run("--sanitize", "solutions/accepted", "solutions/wrong_answer")
    assert report.code == 0
    assert report.submission("wrong_answer/one_by_one.py")["verdict"] == "WA"
    (shift, overflow) = report.json["sanitizers"]["findings"]
    assert shift["file"] == overflow["file"] == "checker/guess.c"
    kinds = (shift["kind"], overflow["kind"])
    assert kinds == ("invalid-shift-base", "signed-integer-overflow")
    assert shift["tests"] == ["sample/1", "secret/first", "secret/near_the_end"]


@pytest.mark.slow
def test_a_compiler_without_the_library_is_named_once(tmp_path: Path) -> None:
    """gcc prints the bare name of a library that it does not have."""
    package = faulty(tmp_path)
    folder = tools(tmp_path / "bin", "as", "ld", "g++")
    compiler = folder / "gcc"
    place = shutil.which("gcc")
    compiler.write_text(
        "#!/bin/sh\n"
        'case "$*" in -print-file-name=libasan.so) echo libasan.so; exit;; esac\n'
        f'exec {place} "$@"\n'
    )
    compiler.chmod(0o755)
    report = package.run("--sanitize", env={"PATH": f"{folder}:/usr/bin:/bin"})
    assert report.code == 0
    assert report.json["sanitizers"]["runs"] == 0
    lines = [line for line in report.done.out.splitlines() if "libasan" in line]
    assert lines == [
        "  without sanitizers: generators/draw.c, validators/check.c, checker/check.c and 1 "
        "more: the compiler has no libasan.so; to install: apt-get install libasan8 libubsan1"
    ]


@pytest.mark.slow
def test_a_run_that_is_stopped_is_named(tmp_path: Path) -> None:
    """With sanitizers it waits for ever; without them it does not know them."""
    package = sound(tmp_path)
    package.write("solutions/accepted/waits.c", WAITS_C)
    report = package.run(
        "--sanitize", "--tests", "secret/1", "solutions/accepted/waits.c"
    )
    assert report.code == 0
    assert report.json["sanitizers"]["stopped"] == [
        "solutions/accepted/waits.c on secret/1"
    ]
    assert report.done.says("1 run was stopped at a limit", "waits.c on secret/1")


@pytest.mark.slow
def test_a_checker_that_is_stopped_is_named_each_time(tmp_path: Path) -> None:
    """A larger limit may let it end: what it did under this one is not kept."""
    package = faulty(tmp_path)
    package.write("checker/check.c", WAITS_CHECKER_C)
    limit = "  output: 1\n  validation_time: 1"
    package.replace("problem/problem.yaml", "  output: 1", limit)
    options = ("--sanitize", "--tests", "secret/1", "solutions/accepted/add.py")
    for _ in range(2):
        report = package.run(*options)
        assert report.code == 0
        assert report.json["sanitizers"]["stopped"] == [
            "solutions/accepted/add.py on secret/1"
        ]


@pytest.mark.slow
def test_a_disk_that_is_full_before_sanitizers_run_costs_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("judging.pipeline.sanitizing.run_sanitized", full)
    report = sound(tmp_path).run("--sanitize")
    assert report.code == 0
    assert report.done.says("warning: --sanitize: not finished", "No space left")


@pytest.mark.slow
def test_a_report_is_a_find_of_a_hunt(tmp_path: Path, tier: str) -> None:
    package = sound(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    package.write("solutions/accepted/rare.c", RARE_C)
    package.write("solutions/accepted/sum.c", C_SUM)
    package.remove("solutions/accepted/add.py", "validators/validate.py")
    package.remove("problem/data/invalid_input")
    package.write("validators/check.c", SOUND_VALIDATOR_C)
    file = tmp_path / "hunts.json"
    chosen = ("solutions/accepted/rare.c", "--tries", 200, "--sandbox", tier)
    usual = package.judge("hack", *chosen)
    assert usual.code == 0
    hunt = ("hack", "--sanitize", *chosen)
    done = package.judge(*hunt, "--jobs", 1, "--json", file)
    assert done.code == 1
    report = json.loads(file.read_text())
    assert report["sanitized"] is True
    (found,) = report["hunts"]
    a, b = map(int, found["input"].split())
    assert (a >= 5, b) == (True, 7)
    assert found["confirmed_by"] in (
        "solutions/accepted/rare.c",
        "solutions/accepted/sum.c",
    )
    assert found["verdict"] == "RTE"
    assert found["message"] == (
        f"exit code 1, out-of-bounds-index in rare.c:7: index {a + 5} out of bounds for "
        "type 'int [10]'"
    )
    repeat = (
        f"--sanitize solutions/accepted/rare.c --seed 0 --tries {found['index'] + 1}"
    )
    assert found["repeat"].endswith(repeat)
    package.judge(*hunt, "--jobs", 2, "--json", file)
    (again,) = json.loads(file.read_text())["hunts"]
    measured = ("seconds", "per_second")
    assert {**again, **{key: found[key] for key in measured}} == found


@pytest.mark.slow
def test_a_hunt_with_sanitizers_needs_a_language_that_has_them(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    done = package.judge("hack", "--sanitize", "solutions/accepted/add.py", "--tries", 5)
    assert done.code == 4
    assert done.says("solutions/accepted/add.py: Python has no sanitizers")
