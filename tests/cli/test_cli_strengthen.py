"""`judge strengthen` finds tests that kill what existing tests miss, and adds them."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from support.command import TESTS, Done, Package, judge, sound

RULES = """\
solution: /solutions/accepted/add.py
data:
  secret:
    data:
      one: {in: "9 3\\n", ans: "12\\n"}
      pair: {generate: "pair.py 3 {seed}"}
"""
PAIR = """\
import random, sys
draw = random.Random(sys.argv[2])
print(*(draw.randint(1, int(sys.argv[1])) for _ in range(2)))
"""
STRATEGY = """\
from hypothesis import strategies as st
inputs = st.tuples(st.integers(0, 100), st.integers(0, 100)).map(lambda p: f"{p[0]} {p[1]}\\n")
"""
BOUNDS = """\
a, b = map(int, text.split())
if sys.argv[1:2] == ['--constraints_file']:
    with open(sys.argv[2], 'w') as file:
        file.write(f'v:1 a {a == 0:d} {a == 100:d} {a} {a} 0 100\\n')
sys.exit(42)"""
TWO_DIGITS = "solutions/wrong_answer/two_digits.py"
ADDS = "  `judge strengthen --seed 0 --write` adds them.\n"
SEVEN = "solutions/wrong_answer/seven.py"


def weak(tmp_path: Path) -> Package:
    """The sound package with two more wrong submissions, one of which no test kills; one that every
    test with a sum over 150 kills in a way that it must not; and the sources of a hunt."""
    package = sound(tmp_path)
    package.write("generators/generators.yaml", RULES)
    package.write("generators/pair.py", PAIR)
    package.write("generators/strategies.py", STRATEGY)
    package.write(TWO_DIGITS, "print(sum(map(int, input().split())) % 100)\n")
    package.write(
        SEVEN, "a, b = map(int, input().split())\nprint(a + b + (6 < a < 9 < b))\n"
    )
    package.write(
        "solutions/wrong_answer/crashes.py",
        "a, b = map(int, input().split())\nassert a + b < 150\nprint(a)\n",
    )
    package.replace("validators/validate.py", "sys.exit(42)", BOUNDS)
    assert package.judge("generate").code == 0
    return package


def strengthen(package: Package, *args: object) -> tuple[Done, dict[str, str]]:
    """Run the command; return it with what made each test to add."""
    done = package.judge("strengthen", "--tries", 15, "--limit", 4, *args)
    added = re.findall(
        r"^  (secret/(?:[\w-]+/)?stronger-\w+): (.*), [\d,]+ bytes$",
        done.out,
        re.MULTILINE,
    )
    return done, dict(added)


@pytest.mark.slow
def test_an_input_on_which_a_submission_must_not_fail_as_it_does_is_ignored(
    tmp_path: Path,
) -> None:
    package = weak(tmp_path)
    # The tests of the package have smaller sums, and the one at the largest a has a larger one.
    package.replace("solutions/wrong_answer/crashes.py", "a + b < 150", "a + b < 100")
    done, _ = strengthen(package)
    # Without these inputs a wrong submission may be left, which is exit code 1.
    assert done.code in (0, 1)
    assert done.says(
        "new inputs are ignored (the first: ",
        "crashes.py gets RTE (folder wrong_answer)",
    )


def without_times(text: str) -> str:
    """Return a report without what is measured."""
    return re.sub(r"\d+\.\d s of CPU", "S s of CPU", text)


@pytest.mark.slow
def test_a_weak_package_gets_stronger_and_then_nothing_is_added(tmp_path: Path) -> None:
    package = weak(tmp_path)
    before = package.files()
    done, added = strengthen(package, "--jobs", 1)
    assert done.code == 0
    assert package.files() == before
    assert done.says("Sum: 8 victims: 4 wrong submissions and 4 mutants")
    assert done.says("killed by the 4 existing tests: 6 of 8 = 75.0%")
    assert done.says(f"killed with {len(added)} more tests: 8 of 8")
    assert done.says("killed by all inputs that were tried: 8 of 8")
    assert done.says("killed by tests chosen without knowing them:", "of 8")
    # No draw has the one sum that kills this victim: only its own hunt finds it.
    hunted = re.search(
        rf"^  a hunt of {SEVEN}: 1 input, \d victims? killed, 1 by no other input, \d+\.\d s of CPU$",
        done.out,
        re.MULTILINE,
    )
    assert hunted is not None
    assert done.says("reaches", "the smallest a (v:1)")
    assert done.says("kills", "two_digits.py")
    # What to do comes before where the inputs came from.
    assert done.out.index("Tests to add") < done.out.index("Inputs")
    assert "strategies.py" in added.values()
    assert f"a hunt of {SEVEN}" in added.values()

    again, same = strengthen(package, "--jobs", 2, "--write")
    assert same == added
    only_proposed = done.out.replace(ADDS, "")
    assert only_proposed != done.out
    assert without_times(again.out).startswith(without_times(only_proposed))
    recipes = (package.root / "generators/generators.yaml").read_text()
    assert re.search(
        r"# .*kills .*two_digits.py.*: judge strengthen --seed 0\n", recipes
    )
    ran = package.run("--until", "all")
    assert (ran.code, ran.json["tests_total"]) == (0, 4 + len(added))
    assert {f"{name}.in" for name in added} <= {
        name.removeprefix("problem/data/") for name in package.files()
    }
    assert package.judge("generate", "--check").code == 0

    done, added = strengthen(package, "--write")
    assert (done.code, added) == (0, {})
    assert done.says("existing tests: 8 of 8 = 100.0%")


@pytest.mark.slow
def test_a_package_that_has_samples_only_gets_tests(tmp_path: Path) -> None:
    package = sound(tmp_path)
    shutil.rmtree(package.root / "problem/data/secret")
    (package.root / "problem/manifest.json").unlink(missing_ok=True)
    assert package.judge("run").says("no secret test")
    done, added = strengthen(package)
    assert done.code == 0
    assert added


@pytest.mark.slow
def test_what_a_generator_made_is_added_as_its_command(tmp_path: Path) -> None:
    package = weak(tmp_path)
    package.write("generators/strategies.py", STRATEGY.replace("100", "2"))
    package.replace("generators/generators.yaml", "pair.py 3", "pair.py 60")
    package.write(SEVEN, "a, b = map(int, input().split())\nprint(a + b + (a > 9))\n")
    assert package.judge("generate").code == 0
    _, added = strengthen(package, "--limit", 0, "--write")
    [*_, command] = [made for made in added.values() if made.startswith("pair.py 60 ")]
    recipes = (package.root / "generators/generators.yaml").read_text()
    assert f'{{generate: "{command}"}}' in recipes
    assert package.judge("generate", "--check").code == 0


@pytest.mark.slow
def test_a_bound_of_a_size_is_added_as_a_recipe_of_the_grammar(tmp_path: Path) -> None:
    package = sound(tmp_path)
    sized = 'INT(0,100,a) SPACE INT(0,100,b) NEWLINE REP(0*b) STRING("") END\n'
    package.write("validators/pair.ctd", sized)
    package.write("generators/generators.yaml", "data:\n")
    at_most = "solutions/wrong_answer/at_most.py"
    package.write(
        at_most, "a, b = map(int, input().split())\nprint(a + b - (b == 100))\n"
    )
    done, added = strengthen(package, "--limit", 0, "--tries", 30, "--write")
    assert done.code == 0
    [(name, command)] = [
        (n, c) for n, c in added.items() if re.search(r"py \d+ b=100", c)
    ]
    assert command.startswith("from_format.py ")
    recipes = (package.root / "generators/generators.yaml").read_text()
    assert f'{{generate: "{command}"}}' in recipes
    assert done.says(name, command)
    assert done.says("reaches the largest b; kills", at_most)
    assert done.says("wrote generators/from_format.py")
    assert package.judge("generate", "--check").code == 0
    assert package.run().code == 0


@pytest.mark.slow
def test_all_small_inputs_of_a_grammar_are_tried(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/pair.ctd", "INT(0,100,a) SPACE INT(0,100,b) NEWLINE\n")
    package.write("generators/generators.yaml", "data:\n")
    report = tmp_path / "report.json"
    done, _ = strengthen(package, "--limit", 0, "--tries", 80, "--json", report)
    stated = json.loads(report.read_text())["all_tried"]
    limits = stated["limits"]
    most = int(limits[0].removeprefix("a <= "))
    assert limits == [f"a <= {most}", f"b <= {most}"]
    assert most >= 2
    assert stated["inputs"] == (most + 1) ** 2
    within = f"with a <= {most} and b <= {most} were tried"
    assert done.says(f"all {stated['inputs']} inputs {within}")
    assert done.says("pair.ctd, exhaustive: ")


@pytest.mark.slow
def test_a_grammar_whose_inputs_are_nearly_all_invalid_is_named(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("validators/pair.ctd", "INT(0,100,a) SPACE INT(0,100,b) NEWLINE\n")
    package.write("generators/generators.yaml", "data:\n")
    done, _ = strengthen(package, "--limit", 0, "--tries", 100)
    assert "hardly any is tried" not in done.text
    # The package's own tests, and one pair of twenty.
    hidden_rule = (
        "sys.exit(42 if (7 * int(match[1]) + int(match[2])) % 41 in (9, 39) else 43)"
    )
    package.replace("validators/validate.py", "sys.exit(42)", hidden_rule)
    done, _ = strengthen(package, "--limit", 0, "--tries", 100)
    assert done.says("pair.ctd: the validators reject", "so hardly any is tried")


# Takes a minute. tests/cli/test_cli_mutate.py has a test of the same includes.
@pytest.mark.slow
@pytest.mark.long
def test_compiled_includes_of_mutants_change_nothing(tmp_path: Path) -> None:
    """Nothing is compiled before where a macro stands before the includes."""
    code = (
        "#include <algorithm>\n#include <cstdio>\nint main() {\n    int a, b;\n"
        '    std::scanf("%d%d", &a, &b);\n'
        '    std::printf("%d\\n", std::max(a, b) + std::min(a, b));\n}\n'
    )
    reports = []
    for number, first in enumerate(("#define ANYTHING\n", "")):
        folder = tmp_path / str(number)
        folder.mkdir()
        package = weak(folder)
        package.write("solutions/accepted/add.cpp", first + code)
        package.replace("generators/generators.yaml", "add.py", "add.cpp")
        cache = tmp_path / f"cache-{number}"
        file = tmp_path / f"{number}.json"
        done = package.judge(
            "strengthen",
            *("--tries", 8, "--limit", 24, "--json", file),
            env={"XDG_CACHE_HOME": str(cache)},
        )
        assert file.exists(), done.text
        assert len(list(cache.glob("judge/headers/*/*/files/head.h.gch"))) == number
        report = json.loads(file.read_text())
        reports.append({key: report[key] for key in ("added", "victims", "tests")})
    assert reports[0] == reports[1]
    assert any("add.cpp@" in path for path in reports[0]["victims"])


@pytest.mark.slow
def test_count_adds_different_tests_until_there_are_so_many(tmp_path: Path) -> None:
    package = weak(tmp_path)
    _, few = strengthen(package, "--limit", 0)
    _, many = strengthen(package, "--limit", 0, "--count", len(few) + 3)
    assert len(many) == len(few) + 3
    assert set(few) < set(many)


@pytest.mark.slow
def test_a_submission_that_contradicts_its_expectation_is_ignored(
    tmp_path: Path,
) -> None:
    package = weak(tmp_path)
    slow = "solutions/wrong_answer/crashes_always.py"
    package.write(slow, "assert False\n")
    done, added = strengthen(package, "--limit", 0)
    assert done.code == 1
    assert done.says(
        f"warning: {slow} gets RTE (folder wrong_answer) on the existing test",
        "is ignored",
    )
    assert done.says("Sum: 4 victims")
    assert added
    package.remove(TWO_DIGITS)
    package.remove(SEVEN)
    package.remove("solutions/wrong_answer/first.py")
    package.remove("solutions/wrong_answer/crashes.py")
    done = package.judge("strengthen", "--limit", 0)
    assert (done.code, done.out) == (5, "")
    assert done.says("error:", "no wrong submission and no mutant")


def few_inputs(tmp_path: Path) -> Package:
    """The weak package, whose own sources give nothing that kills `two_digits.py`."""
    package = weak(tmp_path)
    package.replace("generators/strategies.py", "integers(0, 100)", "integers(0, 9)")
    package.remove(SEVEN)
    return package


@pytest.mark.slow
def test_inputs_of_a_folder_compete(tmp_path: Path) -> None:
    package = few_inputs(tmp_path)
    folder = tmp_path / "found"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep/a.in").write_text("60 70\n")
    (folder / "b.in").write_text("not valid\n")
    (folder / "b.ans").write_text("a note beside it\n")
    done, added = strengthen(package, "--limit", 0, "--candidates", folder, "--write")
    assert done.code == 0
    assert done.says(f"{folder}: 1 of 2 inputs are valid and new")
    assert done.says(f"{folder}: 1 input, ", "1 by no other input")
    assert str(folder) in added.values()
    assert "60 70" in (package.root / "generators/generators.yaml").read_text()
    assert package.judge("generate", "--check").code == 0
    assert package.run("--until", "all").json["tests_total"] == 4 + len(added)


@pytest.mark.slow
def test_tests_of_a_scoring_problem_go_to_their_group(tmp_path: Path) -> None:
    assert judge("new", tmp_path / "scored", "--type", "scoring").code == 0
    package = Package(tmp_path / "scored")
    done = package.judge("strengthen", "--write")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.says("only tests in a group give points: add --group GROUP, one of")
    done = package.judge("strengthen", "--group", "secret/9")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.says("--group secret/9: expected one of secret/1")
    done, added = strengthen(
        package, "--group", "secret/2-full", "--count", 2, "--write"
    )
    assert done.code in (0, 1)
    assert len(added) >= 2
    report = package.run()
    assert report.code == 0
    names = {
        test["name"] for part in report.json["submissions"] for test in part["testcases"]
    }
    stronger = {name for name in names if "stronger" in name}
    assert len(stronger) == len(added)
    assert all(name.startswith("secret/2-full/") for name in stronger)


@pytest.mark.slow
def test_submissions_with_a_part_of_the_score_are_victims(tmp_path: Path) -> None:
    package = Package(tmp_path / "graded")
    shutil.copytree(TESTS / "packages" / "scoring_graded", package.root)
    # Without its third group, no test stops the submission that is wrong for 100 alone.
    shutil.rmtree(package.root / "data/secret/group3")
    shutil.rmtree(package.root / "data/secret/group2")
    measured = package.judge("strength")
    assert measured.says("wrong submissions rejected  2 of 3")
    done = package.judge("strengthen", "--limit", 0, "--tries", 60)
    assert done.says("3 victims: 3 wrong submissions and 0 mutants")
    assert done.says("by all inputs that were tried: 3 of 3")


@pytest.mark.slow
def test_what_draws_never_reach_is_named(tmp_path: Path) -> None:
    package = few_inputs(tmp_path)
    package.replace(
        "generators/generators.yaml",
        "      one:",
        '      big: {in: "100 3\\n"}\n      one:',
    )
    package.remove(TWO_DIGITS)
    package.remove("solutions/wrong_answer/crashes.py")
    assert package.judge("generate").code == 0
    done, _ = strengthen(package, "--limit", 0, "--tries", 80)
    assert done.says("warning: no new input has the largest a (v:1), as secret/big has")
    assert done.says("draw it in generators/strategies.py (docs/description.md)")
    package.replace("generators/strategies.py", "integers(0, 9)", "integers(0, 100)")
    done, _ = strengthen(package, "--limit", 0, "--tries", 80)
    assert not done.says("no new input has")


@pytest.mark.slow
def test_inputs_of_a_command_compete(tmp_path: Path) -> None:
    package = few_inputs(tmp_path)
    script = tmp_path / "their generator.py"
    script.write_text(
        "import sys\n"
        "folder, seed = sys.argv[1:]\n"
        "for number in range(3):\n"
        "    with open(f'{folder}/{number}', 'w') as file:\n"
        "        file.write(f'{50 + number} {50 + int(seed)}\\n')\n"
    )
    command = f"{sys.executable} '{script}' {{dir}} {{seed}}"
    done, added = strengthen(package, "--limit", 0, "--candidates", command)
    assert done.code == 0
    assert done.says(f"{command}: 60 inputs, ", "1 by no other input")
    printed = f"{sys.executable} -c 'print(50, 60)'"
    done, added = strengthen(package, "--limit", 0, "--candidates", printed)
    assert done.says(f"{printed}: 1 input, ", "1 by no other input")
    assert printed in added.values()


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (
            "no-such-thing",
            "expected a folder or a command, found neither: 'no-such-thing'",
        ),
        ("EMPTY", "no inputs in "),
        ("true", "no inputs in true"),
        ("false", "false: ended with exit code 1"),
        ("cat no-such-file", "ended with exit code 1: cat: no-such-file"),
        ("echo 'a", "No closing quotation"),
    ],
)
def test_candidates_that_are_none_are_named(
    place: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    place = place.replace("EMPTY", str(tmp_path / "empty"))
    done = sound(tmp_path).judge("strengthen", "--candidates", place)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.says("error: --candidates: ", said)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--count", -1], "--count"),
        (["--tries", 0], "--tries"),
        (["--limit", -1], "--limit"),
        (["--time", -1], "--time -1: expected a positive number of seconds"),
    ],
)
def test_a_wrong_option_is_named(args: list[object], said: str, tmp_path: Path) -> None:
    done = sound(tmp_path).judge("strengthen", *args)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.says("error:", said)


def test_a_package_that_cannot_be_hunted_is_refused_in_one_line(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("solutions/accepted")
    done = package.judge("strengthen")
    assert (done.code, done.err.count("\n")) == (5, 1)
    assert done.says("error:", "no accepted submission in solutions")


TIMES = """\
import sys
print(int(sys.argv[1]) * sum(map(int, input().split())))
"""


@pytest.mark.slow
def test_new_inputs_run_with_the_arguments_of_the_tests(tmp_path: Path) -> None:
    """Programs that need an argument get it when they answer new inputs, too."""
    package = weak(tmp_path)
    package.remove("solutions/wrong_answer", "generators/generators.yaml")
    for manifest in list(package.root.rglob("manifest.json")):
        manifest.unlink()
    for file in package.root.rglob("*.ans"):
        given = file.with_suffix(".in").read_text()
        file.write_text(f"{2 * sum(map(int, given.split()))}\n")
    for folder in ("sample", "secret"):
        package.write(f"problem/data/{folder}/test_group.yaml", "args: ['2']\n")
    package.write("solutions/accepted/add.py", TIMES)
    package.write(TWO_DIGITS, TIMES.replace("split())))", "split())) % 200)"))
    done, added = strengthen(package)
    assert "error" not in done.text
    assert done.says("kills", "two_digits.py")
    assert added


@pytest.mark.slow
def test_an_error_of_the_package_ends_the_search_and_loses_nothing(
    tmp_path: Path,
) -> None:
    package = weak(tmp_path)
    # The accepted submission crashes on some of the inputs that are drawn, and on no test.
    package.write(
        "solutions/accepted/add.py",
        "a, b = map(int, input().split())\nassert a != 100\nprint(a + b)\n",
    )
    before = package.files()
    done, added = strengthen(package, "--write")
    assert done.code == 3
    assert done.says("error: ", "cannot make the answer")
    assert done.says(
        "Exit code 3: an error of the package, above, has ended the search."
    )
    assert added
    assert package.files() == before


@pytest.mark.slow
def test_a_rule_for_a_group_holds_for_its_new_tests(tmp_path: Path) -> None:
    """An input of the group on which a submission breaks its rule is no test."""
    assert judge("new", tmp_path / "scored", "--type", "scoring").code == 0
    package = Package(tmp_path / "scored")
    package.write(
        "submissions/mixed/few.py",
        "count, *numbers = map(int, open(0).read().split())\n"
        "print(sum(numbers) + (3 < count < 900 and count != 10))\n",
    )
    rule = "mixed/few.py:\n  secret/1-small: {permitted: [AC]}\n"
    file = package.root / "submissions/submissions.yaml"
    file.write_text(file.read_text() + rule)
    assert package.run("submissions/mixed").code == 0
    group = ("--group", "secret/1-small", "--count", 6, "--tries", 60)
    done, added = strengthen(package, *group)
    assert done.says("ignored (", "few.py gets WA")
    assert all(name.startswith("secret/1-small/stronger-") for name in added)
