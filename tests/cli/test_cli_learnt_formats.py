"""Commands that need an input format, in packages that say nothing of theirs: they learn it."""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from pathlib import Path

import pytest
from support import kattis, schemas
from support.command import Package, sound
from support.undescribed import undescribed, with_secret_test

LEARNT = "judge: input format learnt from input_validators/validate.py and"
GRAMMAR = 'INT(1,10000,n) NEWLINE\nREP(n) REGEX("[a-z]+",w) NEWLINE END\n'


@pytest.fixture(autouse=True)
def _learning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_DESCRIBE")


def accepting_only_tests(package: Package) -> None:
    """Give a package a validator from which and with which nothing can be learnt."""
    digests = []
    for file in sorted(package.root.glob("data/*/*.in")):
        digests.append(hashlib.sha256(file.read_bytes()).hexdigest())
    package.write(
        "input_validators/validate.py",
        "import hashlib, sys\n"
        "digest = hashlib.sha256(sys.stdin.buffer.read()).hexdigest()\n"
        f"sys.exit(42 if digest in {digests} else 43)\n",
    )


@pytest.mark.slow
def test_growth_is_measured_on_inputs_of_the_learnt_format(tmp_path: Path) -> None:
    package = with_secret_test(tmp_path, "words")
    shutil.rmtree(package.root / "submissions/wrong_answer")
    done = package.judge("limits", "--growth", "--growth-time", 1)
    assert LEARNT in done.err
    # The tests have three words at most.
    assert done.says("sizes from 10 to 10,000")


GROWTH = ["limits", "--growth"]
RECIPES = ["generate", "--from-format"]


@pytest.mark.parametrize(
    ("command", "code", "parts"),
    [
        (
            GROWTH,
            5,
            ["nothing to draw inputs from (too few inputs of the learnt format"],
        ),
        (RECIPES, 2, ["--from-format", "most draws of the format that was learnt"]),
    ],
)
def test_one_line_says_that_few_draws_are_valid(
    tmp_path: Path, command: list[str], code: int, parts: list[str]
) -> None:
    package = with_secret_test(tmp_path, "words")
    accepting_only_tests(package)
    before = package.files()
    done = package.judge(command[0], *command[1:])
    assert done.code == code, done.text
    assert done.says("error: ", *parts)
    assert package.files() == before


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (GROWTH, 5, "nothing to draw inputs from (the input format could not be learnt"),
        (RECIPES, 2, "(.ctd), and the input format could not be learnt"),
    ],
)
def test_one_line_says_that_no_format_is_learnt(
    tmp_path: Path, command: list[str], code: int, message: str
) -> None:
    package = with_secret_test(tmp_path, "words")
    package.write("input_validators/validate.py", "import sys\nsys.exit(7)\n")
    done = package.judge(command[0], *command[1:])
    assert done.code == code, done.text
    assert done.says("error: ", message, "judge describe")


@pytest.mark.slow
def test_recipes_follow_a_format_that_is_kept(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    done = package.judge("generate", "--from-format")
    assert done.code == 0, done.text
    assert LEARNT in done.err
    written = ("input_format.ctd", "from_format.py", "generators.yaml")
    for name in written:
        assert f"wrote generators/{name}" in done.out
    largest = package.root / "data/secret/format-largest-n-1.in"
    assert largest.read_text().startswith("10000\n")
    assert package.judge("validate").code == 0
    # A second call follows the file, and learns nothing from the tests that are there now.
    before = package.files()
    again = package.judge("generate", "--from-format")
    assert again.code == 0
    assert LEARNT not in again.err
    assert package.files() == before
    # An edited bound comes into the program.
    package.replace("generators/input_format.ctd", "INT(1,10000,n)", "INT(1,9,n)")
    package.judge("generate", "--from-format")
    assert "INT(1,9,n)" in (package.root / "generators/from_format.py").read_text()


def test_strength_says_that_bounds_are_learnt(tmp_path: Path) -> None:
    package = with_secret_test(tmp_path, "words")
    file = tmp_path / "strength.json"
    done = package.judge("strength", "--json", file, "--report", "text")
    assert LEARNT in done.err
    assert done.says("Bounds of the input, from the learnt format")
    assert done.says("10000 NOT REACHED (largest value 3)")
    assert "bound that no test reaches may be wrong" in " ".join(done.out.split())
    report = json.loads(file.read_text())
    assert schemas.faults("strength", report) == []
    [bound] = report["bounds"]
    assert bound["described"]
    assert (bound["low_reached"], bound["high_reached"]) == (True, False)
    # A grammar among the validators states its bounds itself.
    package.write("input_validators/words.ctd", GRAMMAR)
    done = package.judge("strength", "--json", file, "--report", "text")
    assert "learnt" not in done.text
    [bound] = json.loads(file.read_text())["bounds"]
    assert not bound["described"]
    assert bound["validator"] == "input_validators/words.ctd"


def test_tests_that_a_kept_format_does_not_describe_are_counted(tmp_path: Path) -> None:
    package = with_secret_test(tmp_path, "words")
    package.write("generators/input_format.ctd", GRAMMAR)
    package.write("data/secret/many.in", "2\naa\n\n")
    package.write("data/secret/many.ans", "1\n")
    validator = "import sys\nsys.exit(42)\n"
    package.write("input_validators/validate.py", validator)
    done = package.judge("strength")
    assert done.says("Bounds of the input, from generators/input_format.ctd")
    assert "1 test is not as described and left out" in " ".join(done.out.split())


@pytest.mark.slow
def test_values_outside_learnt_bounds_are_tried(tmp_path: Path) -> None:
    package = with_secret_test(tmp_path, "words")
    done = package.judge("validate", "--junk")
    assert LEARNT in done.err
    assert done.code == 0
    tried = (
        "Values outside the bounds of the learnt format: input_validators/validate.py"
    )
    assert done.says(tried, "rejected")


@pytest.mark.slow
def test_a_learnt_bound_makes_no_input_invalid(tmp_path: Path) -> None:
    package = with_secret_test(tmp_path, "words")
    # A number of words that wraps around, as in 32 bits.
    package.replace("input_validators/validate.py", "[1-9][0-9]{0,4}", "[1-9][0-9]*")
    package.replace("input_validators/validate.py", "n = int(n)", "n = int(n) % 2**32")
    done = package.judge("validate", "--junk")
    assert done.code == 0, done.text
    assert done.says(
        "warning: input_validators/validate.py: accepts an input with a ",
        "2^32",
        "outside the bounds of the learnt format",
    )


def test_a_command_that_needs_no_format_learns_none(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write(
        "generators/strategies.py",
        "from hypothesis.strategies import just\ninputs = just('1\\n')\n",
    )
    for command in (["strength"], ["validate", "--junk"]):
        assert "learnt" not in package.judge(command[0], *command[1:]).text


# A relation that no reader of validators knows, in the line that fails.
DIGITS = """
import sys
n, d = map(int, sys.stdin.readline().split())
assert 1 <= n <= 20 and 2 <= d <= 50
a = list(map(int, sys.stdin.readline().split()))
assert len(a) == n
for x in a:
    assert 0 <= x <= 1000
digits = sum(sum(map(int, str(x))) for x in a)
assert digits % d == 0
assert not sys.stdin.readline()
sys.exit(42)
"""
# It accepts the tests, and other inputs at random.
RANDOM = """
import random, sys
accepted = sys.stdin.readline() in ("2 3\\n", "3 7\\n") or random.random() < 0.5
sys.exit(42 if accepted else 43)
"""


def sums(folder: Path, validator: str) -> Package:
    """Write a package whose inputs are two numbers and a row of numbers."""
    wrong = "print(sum(map(int, open(0).read().split())) % 1000)\n"
    changes = {
        "problem.yaml": kattis.HEAD + "limits: {time_limit: 1, validation_time: 900}\n",
        "data/sample/1.in": "2 3\n3 0\n",
        "data/sample/1.ans": "8\n",
        "data/secret/1.in": "3 7\n7 70 700\n",
        "data/secret/1.ans": "787\n",
        "data/secret/2.in": "1 2\n2\n",
        "data/secret/2.ans": "5\n",
        "input_validators/check.py": None,
        "input_validators/validate.py": validator,
        "submissions/accepted/sum.py": "print(sum(map(int, open(0).read().split())))\n",
        "submissions/wrong_answer/mod.py": wrong,
    }
    return Package(kattis.package(folder / "sums", kattis.CURRENT, changes))


@pytest.mark.slow
def test_few_valid_draws_are_a_warning_that_names_what_is_missing(
    tmp_path: Path,
) -> None:
    package = sums(tmp_path, DIGITS)
    # It fails on nothing small.
    package.replace("submissions/wrong_answer/mod.py", "1000", "10**9")
    file = tmp_path / "hunt.json"
    done = package.judge(
        "hack", "--all", "--tries", 60, "--json", file, "--report", "text"
    )
    assert done.says(
        "judge: warning: input format learnt from",
        "draws end with `validate.py:10: assert digits % d == 0`",
        'overrides = {"d": lambda rng, known: rng.between(2, 50)}',
    )
    # Half of the inputs are variants of tests, though both tests are small.
    [hunt] = json.loads(file.read_text())["hunts"]
    assert hunt["by_origin"]["variant"] > 12
    assert "assert digits % d == 0" in package.judge("describe").out
    # Overrides for a learnt format are used.
    package.write(
        "generators/strategies.py", 'overrides = {"a": lambda rng, known: 0}\n'
    )
    done = package.judge("hack", "--all", "--tries", 1)
    assert done.says("judge: input format learnt", "100 % of draws are valid")


@pytest.mark.slow
def test_a_validator_that_answers_at_random_is_named(tmp_path: Path) -> None:
    package = sums(tmp_path, RANDOM)
    named = "input_validators/validate.py gives different answers to the same input"
    assert named in package.judge("describe").out
    done = package.judge("hack", "--all", "--tries", 2)
    assert done.says("judge: ", named)


@pytest.mark.slow
def test_a_hunt_ends_in_its_time_though_a_validator_loops(tmp_path: Path) -> None:
    loops = DIGITS.replace("digits = ", "while n > 6: pass\ndigits = ")
    package = sums(tmp_path, loops)
    started = time.monotonic()
    done = package.judge("hack", "--all", "--time", 8)
    assert done.code in (0, 1), done.text
    assert not done.says("error")
    # One input that loops would take 900 s.
    assert time.monotonic() - started < 100


@pytest.mark.slow
def test_what_was_learnt_in_too_little_time_is_not_kept(tmp_path: Path) -> None:
    package = sums(tmp_path, DIGITS.replace("<= 1000", "<= 1001"))
    package.judge("hack", "--all", "--time", 3)
    file = tmp_path / "format.json"
    package.judge("describe", "--json", file)
    assert json.loads(file.read_text())["drawn"] == 200
