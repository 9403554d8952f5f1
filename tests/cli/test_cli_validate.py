"""`judge validate`: every kind of validator and file, and the finding about each."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Package, judge, sound
from support.kattis import LEGACY
from support.kattis import package as kattis_package

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
    """Run `judge validate`; return its errors, which must agree with its exit code."""
    done = package.judge("validate", *args)
    found = [
        line.strip() for line in done.out.splitlines() if line.startswith("  error:")
    ]
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
    assert (
        "problem/data/secret/spaced.in: validators/form.ctd rejects this input: 1:3"
        in spaced
    )
    assert (
        "problem/data/secret/unsorted.in: validators/form.ctd rejects this input: 2:1"
        in unsorted
    )


def test_a_grammar_must_reject_at_the_place_that_is_stated(tmp_path: Path) -> None:
    package = grammar(tmp_path)
    package.write(
        "problem/data/invalid_input/too_large.yaml", "rejected_at: {line: 1, column: 2}"
    )
    (found,) = errors(package)
    assert (
        "too_large.in: rejected, but not at line 1, column 2 (rejected_at): 1:3" in found
    )


def test_a_grammar_takes_no_arguments(tmp_path: Path) -> None:
    package = grammar(tmp_path)
    package.write(
        "problem/data/secret/test_group.yaml", "input_validator_args: [--most, '9']\n"
    )
    assert errors(package) == []


def test_a_malformed_grammar_is_named(tmp_path: Path) -> None:
    (found,) = errors(grammar(tmp_path, "INT(0, 1) NEWLINE\nINT(n"))
    assert "validators/form.ctd: does not compile: " in found


@pytest.mark.slow
def test_a_grammar_without_an_end_is_stopped(tmp_path: Path) -> None:
    package = grammar(tmp_path, 'SET(n = 0) WHILE(n < 1) STRING("") END EOF\n')
    package.replace(
        "problem/problem.yaml", "  output: 1", "  output: 1\n  validation_time: 1"
    )
    found = errors(package)
    assert len(found) == 3
    stopped = "validators/form.ctd: stopped after 1 s of CPU time (validation_time)"
    assert all(stopped in line for line in found[:2])
    assert "validators/form.ctd: stopped twice at a limit: 1 more" in found[2]


def test_viva_is_named_as_not_run(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/form.viva", "{ fixed int a; }\n")
    done = package.judge("validate")
    assert done.code == 0
    assert done.says("warning: validators/form.viva", "it does not check the inputs")


# ---- programs of a package


@pytest.mark.slow
def test_a_validator_may_build_itself(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("validators/validate.py")
    package.write("validators/strict/build", "#!/bin/sh\ncc -o answer-me check.c\n")
    package.write(
        "validators/strict/run", '#!/bin/sh\nexec "$(dirname "$0")/answer-me" "$@"\n'
    )
    program = "#include <stdio.h>\nint main(void) { int a, b;\n"
    program += (
        'return scanf("%d %d", &a, &b) == 2 && a <= 100 && b <= 100 ? 42 : 43; }\n'
    )
    package.write("validators/strict/check.c", program)
    package.remove("problem/data/invalid_input/too_large.yaml")
    assert errors(package) == []
    package.write("problem/data/secret/1.in", "20 220\n")
    (found,) = errors(package)
    assert "secret/1.in: validators/strict rejects this input" in found
    package.write(
        "validators/strict/build", "#!/bin/sh\necho no compiler here >&2\nexit 1\n"
    )
    (found,) = errors(package)
    assert "validators/strict: does not compile: no compiler here" in found
    package.write("validators/strict/build", "#!/bin/sh\nrm run\n")
    (found,) = errors(package)
    assert "validators/strict: does not compile: there is no program called run" in found


@pytest.mark.parametrize("include", ['"own.h"', "<own.h>"])
def test_a_validator_includes_headers_of_its_folder(
    include: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.write("validators/strict/own.h", "enum { YES = 42 };\n")
    package.write(
        "validators/strict/a.cpp", f"#include {include}\nint main() {{ return YES; }}\n"
    )
    assert errors(package) == []


@pytest.mark.slow
def test_a_validator_finds_the_files_of_its_folder(tmp_path: Path) -> None:
    package = sound(tmp_path)
    program = "import sys; sys.exit(42 if input() in open('known.txt').read().splitlines() else 43)"
    package.write("validators/known/check.py", program)
    package.write("validators/known/known.txt", "1 2\n20 22\n")
    assert errors(package) == []
    package.write("validators/known/known.txt", "1 2\n")
    (found,) = errors(package)
    assert "secret/1.in: validators/known rejects this input" in found


@pytest.mark.slow
def test_each_validator_has_its_own_arguments(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/bounded.py", BOUNDED)
    group = "problem/data/secret/test_group.yaml"
    package.write(group, "input_validator_args: {bounded.py: ['30']}\n")
    for other in ("sample", "invalid_input"):
        package.write(
            f"problem/data/{other}/test_group.yaml", "input_validator_args: ['30']\n"
        )
    assert errors(package) == []
    package.write(group, "input_validator_args: {bounded.py: ['21']}\n")
    (found,) = errors(package)
    assert "secret/1.in: validators/bounded.py rejects this input" in found
    package.write(group, "input_validator_args:\n  bounded.cpp: ['21']\n")
    named, crashed = errors(package)
    assert (
        f"{group}:1: input_validator_args: unknown input validator 'bounded.cpp'"
        in named
    )
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
    assert "sample/1.ans: answer_validators/form.ctd rejects this answer: 1:2" in program
    assert (
        "sample/1.ans: answer_validators/form.py rejects this answer: expected the sum"
        in grammar
    )
    assert (
        "secret/1.ans: answer_validators/form.py rejects this answer: expected the sum"
        in other
    )


def test_answer_validators_have_arguments_of_their_own(tmp_path: Path) -> None:
    package = sound(tmp_path)
    words = "import sys\nsys.exit(42 if sys.argv[2:] == ['low'] else 43)\n"
    package.write("answer_validators/words.py", words)
    for folder in ("sample", "secret"):
        group = f"problem/data/{folder}/test_group.yaml"
        package.write(group, "answer_validator_args: [low]\ninput_validator_args: []\n")
    assert errors(package) == []
    package.write(group, "answer_validator_args: {words.py: [high]}\n")
    (found,) = errors(package)
    assert "secret/1.ans: answer_validators/words.py rejects this answer" in found


# ---- outputs


def test_inputs_of_outputs_must_be_valid(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for name in ("invalid_output/a", "valid_output/b"):
        package.test(name, "1 101\n", "102\n")
    package.write("problem/data/invalid_output/a.out", "103\n")
    package.write("problem/data/valid_output/b.out", "102 \n")
    first, second = errors(package)
    assert "valid_output/b.in: validators/validate.py rejects this input" in first
    assert "invalid_output/a.in: validators/validate.py rejects this input" in second


def test_an_output_shown_in_a_sample_must_pass(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("problem/data/sample/1.out", "3  \n")
    assert errors(package) == []
    package.write("problem/data/sample/1.out", "4\n")
    (found,) = errors(package)
    assert (
        "sample/1.out: the default comparison rejects this output: line 1: token 1"
        in found
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("[case-sensitive]", "unknown argument 'case-sensitive'"),
        (
            "[rcmp6]",
            "unknown argument 'rcmp6' of the default comparison; known: case_sensitive, "
            "space_change_sensitive, float_tolerance E, float_relative_tolerance E, "
            "float_absolute_tolerance E; the same as testlib's checker rcmp6: "
            "float_tolerance 1e-6",
        ),
        ("['std::yesno.cpp']", "unknown argument 'std::yesno.cpp'"),
        ("[float_tolerance]", "float_tolerance needs a number"),
        ("[float_tolerance, nan]", "float_tolerance needs a number"),
        (
            "[float_tolerance, '1', float_absolute_tolerance, '1']",
            "'float_absolute_tolerance' sets a tolerance that is already set",
        ),
    ],
)
def test_meaningless_arguments_are_named_with_their_place(
    args: str, message: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    group = "problem/data/secret/test_group.yaml"
    package.write(group, f"# how to compare\noutput_validator_args: {args}\n")
    (found,) = errors(package)
    assert f"{group}:2: output_validator_args: {message}" in found
    assert package.judge("run").code == 3


# ---- checks that run no program


# Accepts the inputs of `kattis`.
BLANK = "import sys; sys.exit(43 if sys.stdin.read().strip() else 42)\n"


def kattis(folder: Path, **settings: str) -> Package:
    """A small package of the 2025-09 format, whose checker takes any number."""
    package = Package(folder / "package")
    lines = {
        "problem_format_version": "2025-09",
        "name": "Any number",
        "uuid": "seven",
        **settings,
    }
    text = "".join(f"{key}: {value}\n" for key, value in lines.items())
    package.write("problem.yaml", text + "limits: {time_limit: 1, output: 1}\n")
    package.write("statement/problem.en.md", "Print any number.\n")
    package.write("submissions/accepted/one.py", "print(1)\n")
    package.write("input_validators/validate.py", "import sys; sys.exit(42)\n")
    package.write(
        "output_validator/check.py",
        "import sys; sys.exit(42 if sys.stdin.read().strip().isdigit() else 43)\n",
    )
    for name in ("sample/1", "secret/1"):
        package.write(f"data/{name}.in", "\n")
        package.write(f"data/{name}.ans", "1\n")
    return package


def warnings(package: Package) -> list[str]:
    done = package.judge("validate")
    assert done.code == 0
    return [
        line.strip() for line in done.out.splitlines() if line.startswith("  warning:")
    ]


def test_the_notes_say_which_program_checked_how_many_files(tmp_path: Path) -> None:
    package = kattis(tmp_path)
    package.write("data/invalid_input/a.in", "x\n")
    package.write(
        "input_validators/validate.py", "import sys; sys.exit(42 + ('x' in input()))\n"
    )
    done = package.judge("validate")
    assert done.code == 0
    assert done.says("Inputs: 2 checked by input_validators/validate.py.")
    assert done.says(
        "Invalid inputs, which must be rejected: 1 checked by input_validators"
    )
    assert done.says("Answers as outputs: 2 checked by output_validator/check.py.")
    assert done.says("The data is sound: 2 tests.")
    assert "time limit" not in done.out


@pytest.mark.slow
def test_data_files_that_break_the_rules_for_text_are_named(tmp_path: Path) -> None:
    package = kattis(tmp_path)
    package.write("data/secret/1.in", "1\r\n2\r\n")
    package.write("data/secret/1.ans", "1")
    package.write("data/sample/1.in", b"\xef\xbb\xbf1\n")
    for name in "abcde":
        package.write(f"data/secret/{name}.in", "1")
        package.write(f"data/secret/{name}.ans", "1" * 2**21 if name == "a" else "1\n")
    said = " ".join(warnings(package))
    assert "data/secret/1.in: has carriage returns" in said
    assert "data/sample/1.in: starts with a byte-order mark" in said
    assert "data/secret/a.ans: larger than the output limit of 1 MiB" in said
    unended = "no line feed at the end of the last line"
    others = "data/secret/a.in, data/secret/a.ans, data/secret/b.in and 3 more"
    assert f"data/secret/1.ans: {unended}; the same for {others}" in said


def test_the_output_limit_concerns_answers_and_names_the_test(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace(
        "problem/problem.yaml", "time_limit: 1", "output: 1\n  time_limit: 1"
    )
    large = "7" * 2**20 + "7"
    recipes = "data:\n  secret:\n    data:\n"
    for name in ("one", "two", "three"):
        recipes += f"      {name}: {{in: '1 {large}', ans: '1'}}\n"
    recipes += f"      four: {{in: '1 2', ans: '{large}'}}\n"
    package.write("generators/generators.yaml", recipes)
    done = package.judge("validate")
    place = "generators/generators.yaml:7: secret/four.ans"
    assert done.says(f"warning: {place}: larger than the output limit of 1 MiB")
    assert done.text.count("larger than the output limit") == 1


def test_what_is_wrong_with_the_text_of_a_rejected_input_is_named(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    hand = package.write("../hand.in", b"\xef\xbb\xbf1 2\r\n")
    mark = "starts with a byte-order mark"
    returns = "has carriage returns"
    added = package.judge("generate", "--add", hand)
    assert added.code == 3
    assert added.says(f"warning: {hand}: {mark}")
    assert added.says(f"warning: {hand}: {returns}")
    assert added.says("error: ", "validate.py rejects this input", mark, returns)
    # No answer is there, and the model solution cannot make one of such an input.
    file = "problem/data/secret/hand.in"
    package.write(file, hand.read_bytes())
    for command in ("run", "generate", "validate"):
        done = package.judge(command)
        assert done.code == 3
        assert done.says(f"error: {file}", "rejects this input", mark, returns)
    assert done.says(f"warning: {file}: {mark}")
    assert done.says(f"warning: {file}: {returns}")
    package.test("secret/hand", "\ufeff1 2\n", "3\n")
    done = package.judge("validate")
    assert done.says(f"error: {file}", "rejects this input", mark)
    assert done.says(f"warning: {file}: {mark}")


def test_a_test_that_repeats_another_of_its_group_is_named(tmp_path: Path) -> None:
    package = kattis(tmp_path)
    sample = (package.root / "data/sample/1.in").read_bytes()
    for name in ("b", "c"):
        package.write(f"data/secret/{name}.in", sample)
        package.write(f"data/secret/{name}.ans", "1\n")
    said = [line for line in warnings(package) if "same test" in line]
    assert said == ["warning: secret: the same test as secret/1: b, c"]


def test_equal_tests_of_recipes_are_named_at_their_line(tmp_path: Path) -> None:
    place = "generators/generators.yaml"
    package = kattis(tmp_path)
    package.write("generators/gen.py", "print(3)\n")
    package.write(
        place,
        'data:\n  sample:\n    data: {a: {in: "3\\n"}}\n  secret:\n    data:\n'
        "      many: {generate: gen.py 1, count: 3}\n      other: gen.py 2\n",
    )
    count = "data.secret.data.many.count: secret/many-1 and 2 more are equal tests: add {seed}"
    for command in ("validate", "run"):
        done = package.judge(command)
        assert done.says(f"warning: {place}:6: {count}")
    done = package.judge("validate")
    same = "secret/other: the same test as secret/many-1: add {seed} to its command"
    assert done.says(f"warning: {place}:7: {same}")
    assert not done.says("the same test as secret/many-1", "secret/many-2")


def test_languages_of_name_and_statements_are_the_same(tmp_path: Path) -> None:
    package = kattis(tmp_path, name="{en: Any number, sv: Vilket tal som helst}")
    package.write("input_validators/validate.py", BLANK)
    package.write("statement/problem.de.tex", "Irgendeine Zahl.\n")
    swedish, german = warnings(package)
    assert "problem.yaml:2: name.sv: no statement in 'sv'" in swedish
    assert "statement/problem.de.tex: no name in 'de' in problem.yaml" in german


def test_a_package_without_tests_is_broken(tmp_path: Path) -> None:
    package = kattis(tmp_path)
    package.remove("data/secret/1.in", "data/secret/1.ans", "data/sample")
    done = package.judge("validate")
    assert done.code == 3
    assert done.says("error: data: no secret test: add tests")
    assert done.says("warning: data/sample: no sample test")


def test_run_and_validate_agree_about_an_empty_secret_folder(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("problem/data/secret")
    (package.root / "problem/data/secret").mkdir()
    for command in ("run", "validate"):
        done = package.judge(command)
        assert done.code == 3, done.text
        assert done.says("error: problem/data: no secret test: add tests")


@pytest.mark.parametrize("command", ["validate", "run"])
def test_a_package_whose_inputs_are_missing_is_not_sound(
    tmp_path: Path, command: str
) -> None:
    answers = {f"data/secret/{number}.ans": "7\n" for number in range(2, 8)}
    done = judge(command, cwd=kattis_package(tmp_path, LEGACY, answers))
    assert done.code == 3, done.text
    assert done.says("error: data/secret: 6 answers without a test: 2.ans, 3.ans, 4.ans")
    assert "sound" not in done.text


def test_everything_is_checked_whatever_else_is_wrong(tmp_path: Path) -> None:
    package = kattis(tmp_path, colour="red")
    package.write("data/secret/unanswered.in", "1\n")
    package.write("data/secret/1.ans", "one\n")
    package.write("data/sample/1.ans", "one\n")
    package.write("input_validators/validate.py", "import sys; sys.exit(0)\n")
    done = package.judge("validate")
    assert done.code == 3
    assert done.says(
        "warning: problem.yaml:4: colour: not a key of this format: ignored"
    )
    assert done.says("warning: data/secret/unanswered.in: no answer file")
    assert done.says(
        "error: data/sample/1.in: input_validators/validate.py: exit code 0; expected"
    )
    # Only the answer of a sample must be an output; others may contain whatever the checker needs.
    assert done.says(
        "error: data/sample/1.ans: output_validator/check.py rejects this answer"
    )
    assert done.says(
        "warning: data/secret/1.ans: output_validator/check.py rejects this answer"
    )


def test_a_crash_on_an_invalid_input_counts_as_a_rejection(tmp_path: Path) -> None:
    package = kattis(tmp_path)
    package.write("data/invalid_input/a.in", "x\n")
    package.write(
        "input_validators/validate.py", "import sys; sys.exit('x' in input() or 42)\n"
    )
    (found,) = warnings(package)
    assert (
        "data/invalid_input/a.in: input_validators/validate.py: exit code 1; expected"
        in found
    )


def test_headers_belong_to_the_programs_beside_them(tmp_path: Path) -> None:
    package = kattis(tmp_path)
    package.remove("input_validators/validate.py")
    package.write("input_validators/yes.h", "enum { YES = 42 };\n")
    package.write(
        "input_validators/yes.c",
        '#include <stdio.h>\n#include "yes.h"\n'
        "int main(void) { return getchar() == '\\n' ? YES : 43; }\n",
    )
    package.write("input_validators/notes.odt", "what is valid\n")
    (found,) = warnings(package)
    assert (
        "input_validators/notes.odt: skipped: no known language for this file name"
        in found
    )


@pytest.mark.parametrize("kind", ["interactive", "multi-pass"])
def test_answers_that_are_no_outputs_are_not_checked_as_outputs(
    kind: str, tmp_path: Path
) -> None:
    package = kattis(tmp_path, type=f"[pass-fail, {kind}]")
    package.write("data/secret/1.ans", "no number\n")
    done = package.judge("validate")
    assert done.code == 0
    assert done.says(
        f"Answers as outputs: not checked by output_validator/check.py: the problem is {kind}."
    )


def legacy(folder: Path) -> Package:
    """A small package of the older format; the test adds its output validator."""
    package = Package(folder / "package")
    package.write("problem.yaml", "name: Any number\nvalidation: custom\n")
    package.write("problem_statement/problem.tex", "Print any number.\n")
    package.write("submissions/accepted/one.py", "print(1)\n")
    package.write("input_format_validators/form.ctd", "NEWLINE EOF\n")
    package.write("data/secret/1.in", "\n")
    package.write("data/secret/1.ans", "1\n")
    package.write("data/sample/1.in", "\n")
    package.write("data/sample/1.ans", "1\n")
    return package


def test_all_output_validators_decide_each_with_the_headers_beside_it(
    tmp_path: Path,
) -> None:
    package = legacy(tmp_path)
    package.write("output_validators/yes.h", "enum { YES = 42 };\n")
    package.write(
        "output_validators/a.c", '#include "yes.h"\nint main(void) { return YES; }\n'
    )
    package.write(
        "output_validators/b.py", "import sys; sys.exit(43 - ('1' in input()))\n"
    )
    assert warnings(package) == []
    package.write("data/secret/1.ans", "2\n")
    (found,) = warnings(package)
    assert (
        "data/secret/1.ans: output_validators/a.c, output_validators/b.py rejects this answer"
        in found
    )


@pytest.mark.slow
def test_a_folder_of_output_validators_may_build_itself(tmp_path: Path) -> None:
    package = legacy(tmp_path)
    package.write(
        "output_validators/build", "#!/bin/sh\nmv check.txt run && chmod +x run\n"
    )
    package.write(
        "output_validators/check.txt", "#!/bin/sh\ngrep -q 1 && exit 42\nexit 43\n"
    )
    assert warnings(package) == []
    package.write("data/invalid_inputs/fine.in", "\n")
    package.write("data/secret/1.in", "1\n")
    refused, fine = errors(package)
    assert (
        "data/secret/1.in: input_format_validators/form.ctd rejects this input: 1:1"
        in refused
    )
    assert (
        "data/invalid_inputs/fine.in: no input validator rejects this invalid input"
        in fine
    )


ANSWER_VALIDATOR = """\
import sys

sys.exit(42 if sys.stdin.read().strip().isdigit() else 43)
"""


def _with_examples(folder: Path) -> Package:
    """Return a package whose generators.yaml makes a test in every folder of examples."""
    package = sound(folder)
    package.write("answer_validators/digits.py", ANSWER_VALIDATOR)
    package.write(
        "generators/generators.yaml",
        """\
data:
  invalid_input: {data: {a: {in: "x"}}}
  invalid_answer: {data: {a: {in: "1 2", ans: "three"}}}
  invalid_output: {data: {a: {in: "1 2", ans: "3", out: "4"}}}
  valid_output: {data: {a: {in: "1 2", ans: "3", out: "3"}}}
  testing_tool_test: {data: {a: {in: "1 2", ans: "3"}}}
""",
    )
    assert package.judge("generate").code == 0
    return package


def test_examples_that_recipes_make_are_checked(tmp_path: Path) -> None:
    package = _with_examples(tmp_path)
    done = package.judge("validate")
    assert done.code == 0, done.text
    assert done.says(
        "Invalid answers, which must be rejected: 1 checked by answer_validators/digits.py."
    )
    assert package.run().code == 0


@pytest.mark.parametrize(
    ("file", "content", "fault"),
    [
        ("invalid_input/a.in", "1 2\n", "no input validator rejects this invalid input"),
        ("invalid_answer/a.ans", "3\n", "no program rejects this invalid answer"),
        ("invalid_answer/a.in", "x\n", "rejects this input"),
        ("invalid_output/a.out", "3\n", "accepts this invalid output"),
        ("invalid_output/a.ans", "x\n", "digits.py rejects this answer"),
        ("valid_output/a.out", "4\n", "rejects this output"),
    ],
)
def test_examples_that_are_not_what_their_folder_says_are_errors(
    file: str, content: str, fault: str, tmp_path: Path
) -> None:
    package = _with_examples(tmp_path)
    package.remove("generators", "problem/data/manifest.json")
    package.write(f"problem/data/{file}", content)
    done = package.judge("validate")
    assert done.code == 3
    assert done.says(f"problem/data/{file}", fault)


def test_the_output_validator_may_reject_an_invalid_answer(tmp_path: Path) -> None:
    package = _with_examples(tmp_path)
    package.remove("answer_validators")
    done = package.judge("validate")
    assert done.code == 3
    assert done.says("there is no answer validator and no output validator")
    assert done.says("Invalid answers, which must be rejected: 1, none checked.")
    package.write(
        "checker/check.py",
        "import sys\n\nsaid = sys.stdin.read().split()\n"
        "right = open(sys.argv[2]).read().split()\n"
        "sys.exit(42 if said == right and said[0].isdigit() else 43)\n",
    )
    assert package.judge("validate").code == 0


def test_recipes_that_cannot_be_read_are_one_fault(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("problem/data/secret")
    package.write("generators/generators.yaml", "data:\n\tsecret: {}\n")
    done = package.judge("validate")
    assert done.code == 3
    assert done.text.count("error:") == 1
    assert done.says(
        "generators/generators.yaml:2: not YAML: the line begins with a tab"
    )


def test_invalid_inputs_without_a_validator_are_errors(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("validators")
    package.write("problem/data/invalid_input/x.in", "no\n")
    done = package.judge("validate")
    assert done.code == 3
    place = "problem/data/invalid_input/x.in"
    assert done.says(f"error: {place}: no input validator rejects", "package has none")
    assert done.says("Invalid inputs", "2, none checked: there is no input validator")


def test_a_recipe_of_a_sample_that_cannot_be_read_is_one_fault(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("problem/data/sample")
    package.write(
        "generators/generators.yaml", "data: {sample: {data: {'1': {ans: x}}}}\n"
    )
    done = package.judge("validate")
    assert done.code == 3
    assert done.says("error: generators/generators.yaml:1:", "no input")
    assert "no sample test" not in done.text


def test_no_test_at_all_is_an_error_and_a_pattern_without_a_match_is_not(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    assert package.judge("run", "--tests", "x*").code == 5
    package.remove("problem/data")
    (package.root / "problem/data").mkdir()
    for command in (("run",), ("run", "--tests", "x*"), ("validate",)):
        done = package.judge(*command)
        assert done.code == 3
        assert done.says("error: problem/data: no ", "test: add tests")


def test_a_generator_that_crashes_on_every_test_is_one_line(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("generators/gen.py", "import nosuch\n")
    tests = "".join(f"      t{number}: gen.py {number}\n" for number in range(4))
    package.write("generators/generators.yaml", f"data:\n  secret:\n    data:\n{tests}")
    done = package.judge("validate")
    assert done.code == 3
    found = [line for line in done.text.splitlines() if "nosuch" in line]
    assert len(found) == 1
    assert "secret/t0" in found[0]
    assert found[0].endswith("the same for secret/t1, secret/t2, secret/t3")
