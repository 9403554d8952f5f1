"""`judge hack` from its command line."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
from support.command import C_SUM, TESTS, Done, Package, judge, reference, sound

from judging.core.events import Event, HuntProgress
from judging.features.hack import command as hack_command
from judging.terminal.screen import Screen

STRATEGY = """\
from hypothesis import strategies as st
inputs = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda p: f"{p[0]} {p[1]}\\n")
"""


def hack(
    package: Package, *args: object, **options: Any
) -> tuple[Done, list[dict[str, Any]]]:
    """Run `judge hack` on a package; return it with the hunts of its JSON report."""
    file = package.root.parent / "hunts.json"
    file.unlink(missing_ok=True)
    done = package.judge("hack", "--json", file, *args, **options)
    if not file.exists():
        return done, []
    report = json.loads(file.read_text())
    assert report["schema"] == 1
    assert report["exit_code"] == done.code
    hunts: list[dict[str, Any]] = report["hunts"]
    return done, hunts


def coins(folder: Path) -> Package:
    """Copy the reference package with only two accepted submissions, to build less."""
    package = reference(folder)
    accepted = package.root / "solutions/accepted"
    kept = {"advantage_row.c", "advantage_table.cpp"}
    package.remove(
        *(
            f"solutions/accepted/{p.name}"
            for p in accepted.iterdir()
            if p.name not in kept
        )
    )
    package.remove("solutions/submissions.yaml")
    package.remove("solutions/rejected")
    return package


def best(row: tuple[int, ...]) -> int:
    if not row:
        return 0
    return max(
        row[0] + sum(row[1:]) - best(row[1:]), row[-1] + sum(row[:-1]) - best(row[:-1])
    )


@pytest.mark.slow
def test_greedy_is_found_and_shrunk_the_same_at_every_number_of_jobs(
    tmp_path: Path,
) -> None:
    package = coins(tmp_path)
    greedy = "solutions/wrong_answer/greedy.cpp"
    done, [hunt] = hack(package, greedy, "--jobs", 1, "--time", 120)
    assert done.code == 0
    assert (hunt["found"], hunt["verdict"]) == (True, "WA")
    assert done.says(f"--seed 0 --tries {hunt['tried']}")
    _, [again] = hack(
        package, greedy, "--jobs", 2, "--seed", 0, "--tries", hunt["tried"]
    )
    measured = ("seconds", "per_second")
    assert {**again, **{k: hunt[k] for k in measured}} == hunt
    count, *row = map(int, hunt["input"].split())
    assert count == len(row) == 4
    assert int(hunt["expected"]) == best(tuple(row)) != int(hunt["got"])
    assert hunt["confirmed_by"].startswith("solutions/accepted/")


@pytest.mark.slow
def test_nothing_is_found_against_an_accepted_submission(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    package.write(
        "solutions/accepted/again.py", "print(sum(map(int, input().split())))\n"
    )
    done, [hunt] = hack(package, "solutions/accepted/add.py", "--tries", 30)
    assert done.code == 0
    assert (hunt["found"], hunt["verdict"], hunt["input"], hunt["tried"]) == (
        False,
        "AC",
        None,
        30,
    )
    assert done.says("nothing found", "30 inputs")


@pytest.mark.slow
def test_a_submission_from_outside_has_no_expectation_and_one_that_survives_is_not_met(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    package.remove("solutions/accepted/add.py")
    package.write("solutions/accepted/add.c", C_SUM)
    outside = tmp_path / "outside.c"
    outside.write_text(C_SUM.replace("a + b", "a + b + (a == 7)"))
    done, [hunt] = hack(package, outside, "--seed", 5, "--time", 120, cwd=tmp_path)
    assert done.code == 0
    assert (hunt["found"], hunt["met"], hunt["input"]) == (True, None, "7 0\n")
    assert (hunt["expected"].strip(), hunt["got"].strip()) == ("7", "8")
    package.write("solutions/wrong_answer/right.c", C_SUM)
    done, [hunt] = hack(package, "solutions/wrong_answer/right.c", "--tries", 20)
    assert done.code == 1
    assert hunt["met"] is False
    assert done.says("solutions/wrong_answer/right.c: got AC, expected WA")


@pytest.mark.slow
def test_a_large_find_gives_way_to_a_smaller_one_of_its_round(tmp_path: Path) -> None:
    """No draw fails here. The largest test is tried first and fails, and a later one of
    35 bytes fails too."""
    judge("new", "pass-fail", cwd=tmp_path)
    package = Package(tmp_path / "pass-fail")
    package.write(
        "generators/strategies.py",
        "from hypothesis import strategies as st\n"
        "inputs = st.integers(0, 50).map(lambda n: f'1\\n{n}\\n')\n",
    )
    config = package.root / "problem.yaml"
    config.write_text(config.read_text().replace("value: 100000,", "value: 2000,"))
    wrong = "submissions/wrong_answer/sum_in_32_bits.cpp"
    done, [hunt] = hack(package, wrong, "--tries", 60, "--jobs", 1)
    assert done.code == 0
    assert (hunt["origin"], hunt["first_bytes"]) == ("secret/02-past-32-bits", 35)
    assert hunt["by_origin"]["secret/04-largest"] == 1
    _, [again] = hack(package, wrong, "--tries", hunt["index"] + 1, "--jobs", 2)
    same = ("input", "origin", "first_bytes", "index", "tried", "shrinks", "repeat")
    assert {key: again[key] for key in same} == {key: hunt[key] for key in same}


@pytest.mark.slow
def test_a_package_without_strategies_is_hunted_by_variants_of_its_tests(
    tmp_path: Path,
) -> None:
    """Its inputs are of the form "n, then n lines"."""
    shutil.copytree(TESTS / "packages" / "lines", tmp_path / "lines")
    package = Package(tmp_path / "lines")
    assert (
        package.run("solutions/wrong_answer").code == 1
    )  # no test of it kills this one
    done, [hunt] = hack(package, "--all", "--time", 120)
    assert done.code == 0
    assert hunt["path"] == "solutions/wrong_answer/last_run_lost.c"
    assert hunt["input"] == "2\n0\n0\n"
    assert (hunt["expected"], hunt["got"]) == ("2\n", "1\n")


ARGUMENT_SUM = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int a, b, add = argc > 1 ? atoi(argv[1]) : 0, extra;
    FILE *file = fopen("extra.txt", "r");
    scanf("%d%d", &a, &b);
    if (file == NULL || fscanf(file, "%d", &extra) != 1) extra = 0;
    printf("%d\\n", a + b + add + extra);
}
"""


@pytest.mark.slow
def test_a_submission_that_fails_only_with_the_arguments_and_files_of_the_tests_is_found(
    tmp_path: Path,
) -> None:
    """The largest test uses 7 and a file with 100; the smaller one uses 8 and no file."""
    package = sound(tmp_path)
    package.remove("solutions/accepted/add.py", "solutions/wrong_answer/first.py")
    package.write("solutions/accepted/add.c", ARGUMENT_SUM)
    package.write("solutions/accepted/again.c", ARGUMENT_SUM + "/* again */\n")
    package.write(
        "solutions/wrong_answer/few.c",
        ARGUMENT_SUM.replace(
            "a + b +", "a + b + (add == 7 && extra == 100 && a == 3) +"
        ),
    )
    for name, given, answer, args in (("1", "1 1\n", 10, 8), ("2", "10 1\n", 118, 7)):
        package.test(f"secret/{name}", given, f"{answer}\n")
        package.write(f"problem/data/secret/{name}.yaml", f"args: ['{args}']\n")
        if args == 7:
            package.write(f"problem/data/secret/{name}.files/extra.txt", "100\n")
    package.write("generators/strategies.py", STRATEGY)
    done, [hunt] = hack(package, "solutions/wrong_answer/few.c", "--time", 120)
    assert done.code == 0
    assert (hunt["found"], hunt["verdict"], hunt["input"]) == (True, "WA", "3 0\n")
    assert (hunt["expected"], hunt["got"]) == ("110\n", "111\n")
    assert hunt["confirmed_by"] is not None


BROKEN_STRATEGIES = {
    "raises": ("line 3: ZeroDivisionError", "def broken(p):\n    return 1 // 0\n"),
    "invalid": (
        "strategies.py gave an invalid input: validators/validate.py",
        "def broken(p):\n    return 'x y\\n'\n",
    ),
    "no limit": (
        "the strategy needs a limit on its size",
        "def broken(p):\n    return '1' * 10**9\n",
    ),
    "endless": (
        "the strategy needs a limit on its size",
        "def broken(p):\n    row = [p]\n    for x in row: row.append(x * 2)\n",
    ),
    "no text": ("drew a value of type int: expected str or bytes", "broken = len\n"),
    "writes at home": (
        "line 3: ",
        "def broken(p):\n    open({home!r}, 'w').write('x')\n    return '1 1\\n'\n",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "defect",
    [
        pytest.param(
            name, marks=[pytest.mark.slow] if name in ("endless", "no limit") else []
        )
        for name in BROKEN_STRATEGIES
    ],
)
def test_a_broken_strategy_gets_one_clear_line(tmp_path: Path, defect: str) -> None:
    package = sound(tmp_path)
    said, body = BROKEN_STRATEGIES[defect]
    home = Path.home() / "judge-strategy-was-here"
    inputs = "inputs = st.tuples(st.integers(0, 9)).map(broken)\n"
    code = "from hypothesis import strategies as st\n" + body.replace(
        "{home!r}", repr(str(home))
    )
    package.write("generators/strategies.py", code + inputs)
    done, _ = hack(package, "solutions/wrong_answer/first.py", "--time", 120)
    assert done.code == 3
    assert done.says("generators/strategies.py", said) or done.says(said)
    assert not home.exists()


@pytest.mark.slow
def test_a_strategy_that_finds_nothing_and_files_without_a_strategy(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    head = "from hypothesis import strategies as st\n"
    for code, said in (
        ("inputs = st.text().filter(lambda t: False)\n", "never finds an input"),
        ("inputs = 'text'\n", "is of type str: expected a Hypothesis strategy"),
        ("input = st.text()\n", "defines no `inputs`"),
        ("inputs = st.text(\n", "SyntaxError"),
    ):
        package.write("generators/strategies.py", head + code)
        done, _ = hack(package, "solutions/wrong_answer/first.py", "--time", 120)
        assert done.code == 3
        assert done.says("generators/strategies.py", said)


@pytest.mark.slow
def test_accepted_submissions_that_disagree_break_the_package(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    package.write(
        "solutions/accepted/wrong.py",
        "a, b = map(int, input().split())\nprint(a + b if a != 3 else 0)\n",
    )
    done, hunts = hack(package, "solutions/accepted/wrong.py")
    assert done.code == 3
    assert [(hunt["found"], hunt["verdict"]) for hunt in hunts] == [(False, None)]
    assert done.says("accepted submissions disagree")


def test_a_hunt_needs_an_accepted_submission_and_an_input_validator(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.remove("solutions/accepted/add.py")
    done, _ = hack(package, "solutions/wrong_answer/first.py")
    assert done.code == 5
    assert done.says("cannot hunt: no accepted submission in solutions")
    package = sound(tmp_path / "other")
    package.remove("validators", "problem/data/invalid_input")
    done, _ = hack(package, "solutions/wrong_answer/first.py")
    assert done.code == 5
    assert done.says("cannot hunt: no input validator in validators")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["solutions/wrong_answer/first.py", "--time", "-1"], "--time -1: expected"),
        (["solutions/wrong_answer/first.py", "--tries", "0"], "'--tries': 0 is not"),
        (["solutions/wrong_answer/first.py", "--seed", "-1"], "'--seed': -1 is not"),
        ([], "expected either a SUBMISSION to hunt, or --all"),
        (
            ["solutions/wrong_answer/first.py", "--all"],
            "expected either a SUBMISSION to hunt, or --all",
        ),
        (["solutions", "--save", "x"], "expected one submission"),
        (
            ["solutions/wrong_answer/first.py", "--save", "1"],
            "the test secret/1 exists already",
        ),
        (
            ["solutions/wrong_answer/first.py", "--save", "a b"],
            "cannot be the name of a test",
        ),
    ],
)
def test_an_invalid_command_line(tmp_path: Path, args: list[str], said: str) -> None:
    done = sound(tmp_path).judge("hack", *args)
    assert done.code == 2
    assert done.says(said)
    assert len(done.err.splitlines()) == 1


@pytest.mark.slow
def test_a_find_becomes_a_test(tmp_path: Path) -> None:
    package = coins(tmp_path)
    before = (package.root / "generators/generators.yaml").read_text().splitlines()
    done, [hunt] = hack(package, "solutions/wrong_answer/parity.c", "--save", "killer")
    assert done.code == 0
    assert done.says("wrote generators/generators.yaml")
    after = (package.root / "generators/generators.yaml").read_text().splitlines()
    added = [line for line in after if line not in before]
    assert [line for line in before if line not in after] == []
    assert len(added) == 2
    assert "# kills solutions/wrong_answer/parity.c (WA)" in added[0]
    assert (package.root / "problem/data/secret/killer.in").read_text() == hunt["input"]
    assert (package.root / "problem/data/secret/killer.ans").read_text() == hunt[
        "expected"
    ]
    report = package.run("solutions/wrong_answer/parity.c", "--tests", "secret/killer")
    assert report.code == 0
    assert report.submission("wrong_answer/parity.c")["verdict"] == "WA"


class InterruptingScreen(Screen):
    """Sends an interrupt after the first step of shrinking."""

    def __call__(self, event: Event) -> None:
        super().__call__(event)
        if isinstance(event, HuntProgress) and event.doing == "shrink":
            signal.raise_signal(signal.SIGINT)


@pytest.mark.slow
def test_the_find_of_an_interrupted_hunt_is_reported_and_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = sound(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    package.write("generators/generators.yaml", "data:\n")
    package.remove("solutions/accepted/add.py")
    package.write("solutions/accepted/add.c", C_SUM)
    wrong = C_SUM.replace("a + b", "a + b + (a > 3)")
    package.write("solutions/wrong_answer/large.c", wrong)
    monkeypatch.setattr(hack_command, "Screen", InterruptingScreen)
    before = package.files()
    done, [hunt] = hack(
        package, "solutions/wrong_answer/large.c", "--tries", 100, "--save", "large"
    )
    assert done.code == 130
    assert (hunt["found"], hunt["verdict"], hunt["shrinks"]) == (True, "WA", 1)
    a, b = map(int, hunt["input"].split())
    assert a > 3
    assert (hunt["expected"], hunt["got"]) == (f"{a + b}\n", f"{a + b + 1}\n")
    assert done.says(f"| {a} {b}")
    assert done.says("Exit code 130: interrupted")
    assert package.files() == before


@pytest.mark.slow
def test_a_large_find_becomes_a_file_that_is_copied(tmp_path: Path) -> None:
    done = judge("new", "mine", cwd=tmp_path)
    assert done.code == 0
    package = Package(tmp_path / "mine")
    package.write(
        "solutions/wrong_answer/few.c",
        "#include <stdio.h>\nint main(void) {\n    long long n, x, sum = 0;\n"
        '    scanf("%lld", &n);\n    for (int i = 0; i < n && i < 299; i++)\n'
        '        scanf("%lld", &x), sum += x;\n    printf("%lld\\n", sum);\n}\n',
    )
    before = (package.root / "generators/generators.yaml").read_text()
    done, [hunt] = hack(
        package, "solutions/wrong_answer/few.c", "--save", "many", "--time", 120
    )
    assert done.code == 0
    count, *row = hunt["input"].split()
    assert (
        int(count) == len(row) >= 300
    )  # the smallest, or the smallest that there was time for
    text = (package.root / "generators/generators.yaml").read_text()
    assert "copy: " in text
    assert text.index("many") < text.index(
        "# Edit: inputs that the input validator must reject."
    )
    assert [line for line in before.splitlines() if line not in text.splitlines()] == []
    assert (package.root / "generators/many.in").read_text() == hunt["input"]
    assert package.judge("validate").code == 0


@pytest.mark.slow
def test_finds_in_the_reference_package_have_the_smallest_size(tmp_path: Path) -> None:
    package = reference(tmp_path)
    least = {
        "wrong_answer/greedy.cpp": 4,
        "wrong_answer/parity.c": 3,
        "run_time_error/fixed_memo_at.cpp": 101,
    }
    done, hunts = hack(package, *(f"solutions/{name}" for name in least), "--time", 120)
    assert done.code == 0
    for hunt in hunts:
        count, *row = hunt["input"].split()
        assert int(count) == len(row) == least[hunt["path"].removeprefix("solutions/")]
        # Each find is printed as soon as it is there.
        assert f"{hunt['path']}: {hunt['verdict']} on {count} / {row[0]} " in done.err
    assert {hunt["path"].removeprefix("solutions/") for hunt in hunts} == set(least)
    ones = next(hunt for hunt in hunts if "fixed_memo_at" in hunt["path"])
    assert set(ones["input"].split()[1:]) == {"1"}


SUM_UNLESS_C = C_SUM.replace("a + b", "a + b - (a + b == 18)")


def three_accepted(folder: Path) -> Package:
    """Return a package with three accepted submissions, of which one is wrong on `9 9`."""
    package = sound(folder)
    package.write("generators/strategies.py", STRATEGY)
    package.remove("solutions/accepted/add.py")
    package.write("solutions/accepted/first.c", C_SUM)
    package.write("solutions/accepted/second.c", C_SUM.replace("a + b", "b + a"))
    package.write("solutions/accepted/wrong.c", SUM_UNLESS_C)
    return package


@pytest.mark.slow
def test_a_hunt_among_accepted_submissions_finds_where_they_differ(
    tmp_path: Path,
) -> None:
    package = three_accepted(tmp_path)
    wrong = "solutions/accepted/wrong.c"
    right = {"solutions/accepted/first.c", "solutions/accepted/second.c"}
    done, hunts = hack(package, "--agree", "--tries", 400)
    assert done.code == 1
    report = json.loads((package.root.parent / "hunts.json").read_text())
    assert report["agree"] is True
    reference = report["reference"]
    assert {hunt["path"] for hunt in hunts} == {wrong, *right} - {reference}
    for hunt in hunts:
        others = [each["path"] for each in hunt["others"]]
        verdicts = [each["verdict"] for each in hunt["others"]]
        if wrong in (hunt["path"], reference):
            # Whichever gives the answers, the list shows which one is alone.
            assert (hunt["input"], hunt["verdict"], hunt["met"]) == (
                "9 9\n",
                "WA",
                False,
            )
            assert others == sorted(right - {hunt["path"], reference})
            assert verdicts == ["WA" if reference == wrong else "AC"]
            assert done.says(
                f"on the input for {hunt['path']}", f"output of {reference}"
            )
            assert "--agree" in hunt["repeat"]
        else:
            assert (hunt["found"], hunt["met"], others) == (False, True, [])
    package.write("generators/generators.yaml", "data:\n")
    again, [hunt] = hack(package, "--agree", wrong, "--tries", 400, "--save", "differ")
    assert (again.code, hunt["input"], hunt["verdict"]) == (1, "9 9\n", "WA")
    recipes = (package.root / "generators/generators.yaml").read_text()
    assert f"kills {wrong} (WA): judge hack --agree --seed 0" in recipes


def test_a_hunt_among_accepted_submissions_needs_two(tmp_path: Path) -> None:
    package = sound(tmp_path)
    done, _ = hack(package, "--agree", "--tries", 5)
    assert done.code == 5
    assert done.says(
        "1 submission in solutions must be accepted, and only two can differ"
    )
    done, _ = hack(package, "--agree", "--all")
    assert done.code == 2
    package.write(
        "solutions/accepted/again.py", "print(sum(map(int, input().split())))\n"
    )
    done, _ = hack(package, "--agree", "solutions/wrong_answer/first.py")
    assert done.code == 2
    assert done.says(
        "--agree: solutions/wrong_answer/first.py", "not expected to be accepted"
    )


@pytest.mark.slow
def test_a_hunt_among_accepted_submissions_works_in_dialogues(tmp_path: Path) -> None:
    package = Package(tmp_path / "guess")
    shutil.copytree(TESTS / "packages" / "interactive_guess", package.root)
    package.remove("solutions/accepted/halves.py")
    halves = (package.root / "solutions/accepted/halves.c").read_text()
    old = "guess = (low + high) / 2;"
    assert old in halves
    never_one = halves.replace(old, f"{old} if (guess == 1) guess = 2;")
    # Slower, so that the other one is the reference.
    loop = "for (volatile int i = 0; i < 50000000; i++) ;"
    never_one = never_one.replace("int low", f"{loop}\n    int low")
    package.write("solutions/accepted/never_one.c", never_one)
    done, hunts = hack(package, "--agree", "--tries", 60)
    assert done.code == 1
    [hunt] = hunts
    assert (hunt["path"], hunt["verdict"]) == ("solutions/accepted/never_one.c", "WA")
    assert hunt["input"] == "1\n"
    assert done.says("on which solutions/accepted/halves.c is accepted")
