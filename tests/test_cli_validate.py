"""`judge validate`: validators of every kind over every file, and what is said of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import Package, sound

GRAMMAR = """\
INT(0, 100, a) SPACE INT(0, 100, b) NEWLINE
IF(a > b) STRING("sorted please") END
EOF
"""
ANSWERS = """\
import sys

a, b = map(int, open(sys.argv[1]).read().split())
sum_only = sys.stdin.read() == f"{a + b}\\n"
print("expected the sum and nothing else")
sys.exit(42 if sum_only else 43)
"""
# At most `sys.argv[1]`.
BOUNDED = """\
import sys

sys.exit(42 if max(map(int, sys.stdin.read().split())) <= int(sys.argv[1]) else 43)
"""


def errors(package: Package, *args: object) -> list[str]:
    """What `judge validate` calls wrong, which its exit code must say too."""
    done = package.judge("validate", *args)
    found = [line.strip() for line in done.out.splitlines() if line.startswith("  error:")]
    assert done.code == (3 if found else 0)
    return found


# ---- grammars


def grammar(folder: Path, text: str = GRAMMAR) -> Package:
    package = sound(folder)
    package.remove("validators/validate.py")
    package.write("validators/form.ctd", text)
    return package


def test_a_grammar_is_an_input_validator(tmp_path: Path) -> None:
    package = grammar(tmp_path)
    assert errors(package) == []
    package.test("secret/spaced", "1  2\n", "3\n")
    package.test("secret/unsorted", "2 1\n", "3\n")
    spaced, unsorted = errors(package)
    assert "problem/data/secret/spaced.in: validators/form.ctd rejects it: 1:3" in spaced
    assert "problem/data/secret/unsorted.in: validators/form.ctd rejects it: 2:1" in unsorted


def test_a_grammar_must_refuse_at_the_place_that_is_named(tmp_path: Path) -> None:
    package = grammar(tmp_path)
    package.write("problem/data/invalid_input/too_large.yaml", "rejected_at: {line: 1, column: 2}")
    (found,) = errors(package)
    assert "too_large.in: rejected, but not at line 1, column 2: 1:3" in found


def test_a_grammar_takes_no_arguments(tmp_path: Path) -> None:
    package = grammar(tmp_path)
    package.write("problem/data/secret/test_group.yaml", "input_validator_args: [--most, '9']\n")
    assert errors(package) == []


def test_a_grammar_that_is_none_is_named_with_the_place(tmp_path: Path) -> None:
    (found,) = errors(grammar(tmp_path, "INT(0, 1) NEWLINE\nINT(n"))
    assert "validators/form.ctd: does not compile: " in found


@pytest.mark.slow
def test_a_grammar_without_an_end_is_stopped(tmp_path: Path) -> None:
    package = grammar(tmp_path, 'SET(n = 0) WHILE(n < 1) STRING("") END EOF\n')
    package.replace("problem/problem.yaml", "  output: 1", "  output: 1\n  validation_time: 1")
    found = errors(package)
    assert len(found) == 3
    assert all("validators/form.ctd: " in line and "limit" in line for line in found)


def test_viva_is_named_as_not_run(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/form.viva", "{ fixed int a; }\n")
    done = package.judge("validate")
    assert done.code == 0
    assert done.says("warning: validators/form.viva", "inputs were not checked by it")


# ---- programs of a package


def test_a_validator_may_build_itself(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("validators/validate.py")
    package.write("validators/strict/build", "#!/bin/sh\ncc -o answer-me check.c\n")
    package.write("validators/strict/run", '#!/bin/sh\nexec "$(dirname "$0")/answer-me" "$@"\n')
    program = "#include <stdio.h>\nint main(void) { int a, b;\n"
    program += 'return scanf("%d %d", &a, &b) == 2 && a <= 100 && b <= 100 ? 42 : 43; }\n'
    package.write("validators/strict/check.c", program)
    package.remove("problem/data/invalid_input/too_large.yaml")
    assert errors(package) == []
    package.write("problem/data/secret/1.in", "20 220\n")
    (found,) = errors(package)
    assert "secret/1.in: validators/strict rejects it" in found
    package.write("validators/strict/build", "#!/bin/sh\necho no compiler here >&2\nexit 1\n")
    (found,) = errors(package)
    assert "validators/strict: does not compile: no compiler here" in found
    package.write("validators/strict/build", "#!/bin/sh\nrm run\n")
    (found,) = errors(package)
    assert "validators/strict: does not compile: there is no program called run" in found


@pytest.mark.parametrize("include", ['"own.h"', "<own.h>"])
def test_a_validator_includes_what_lies_in_its_folder(include: str, tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/strict/own.h", "enum { YES = 42 };\n")
    package.write("validators/strict/a.cpp", f"#include {include}\nint main() {{ return YES; }}\n")
    assert errors(package) == []


def test_each_validator_has_its_own_arguments(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/bounded.py", BOUNDED)
    group = "problem/data/secret/test_group.yaml"
    package.write(group, "input_validator_args: {bounded.py: ['30']}\n")
    for other in ("sample", "invalid_input"):
        package.write(f"problem/data/{other}/test_group.yaml", "input_validator_args: ['30']\n")
    assert errors(package) == []
    package.write(group, "input_validator_args: {bounded.py: ['21']}\n")
    (found,) = errors(package)
    assert "secret/1.in: validators/bounded.py rejects it" in found
    package.write(group, "input_validator_args:\n  bounded: ['21']\n")
    named, crashed = errors(package)
    assert f"{group}:1: input_validator_args: there is no input validator 'bounded'" in named
    assert "did you mean 'bounded.py'" in named
    assert "validators/bounded.py: exit code 1: IndexError" in crashed


def test_answers_go_through_the_answer_validators(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("answer_validators/form.py", ANSWERS)
    package.write("answer_validators/form.ctd", "INT(0, 200) NEWLINE EOF\n")
    assert errors(package) == []
    package.write("problem/data/secret/1.ans", "43\n")
    package.write("problem/data/sample/1.ans", "3 \n")
    program, grammar, other = sorted(errors(package))
    assert "sample/1.ans: answer_validators/form.ctd rejects it: 1:2" in program
    assert "sample/1.ans: answer_validators/form.py rejects it: expected the sum" in grammar
    assert "secret/1.ans: answer_validators/form.py rejects it: expected the sum" in other


# ---- outputs


def test_inputs_of_outputs_must_be_valid(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for name in ("invalid_output/a", "valid_output/b"):
        package.test(name, "1 101\n", "102\n")
    package.write("problem/data/invalid_output/a.out", "103\n")
    package.write("problem/data/valid_output/b.out", "102 \n")
    first, second = errors(package)
    assert "valid_output/b.in: validators/validate.py rejects it" in first
    assert "invalid_output/a.in: validators/validate.py rejects it" in second


def test_an_output_shown_in_a_sample_must_pass(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("problem/data/sample/1.out", "3  \n")
    assert errors(package) == []
    package.write("problem/data/sample/1.out", "4\n")
    (found,) = errors(package)
    assert "sample/1.out: the checker rejects this output: line 1: token 1" in found


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("[case-sensitive]", "unknown argument 'case-sensitive'"),
        ("[float_tolerance]", "float_tolerance needs a number"),
        ("[float_tolerance, nan]", "float_tolerance needs a number"),
        (
            "[float_tolerance, '1', float_absolute_tolerance, '1']",
            "'float_absolute_tolerance' states a tolerance that was stated before",
        ),
    ],
)
def test_arguments_that_mean_nothing_are_named_where_they_stand(
    args: str, message: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    group = "problem/data/secret/test_group.yaml"
    package.write(group, f"# how to compare\noutput_validator_args: {args}\n")
    (found,) = errors(package)
    assert f"{group}:2: output_validator_args: {message}" in found
    assert package.judge("run").code == 3
