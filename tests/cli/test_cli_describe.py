"""`judge describe`, and hunts in packages that say nothing of their input format: they have a
validator, one or two samples, and no other test."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from support import schemas
from support.command import Package, judge, sound
from support.undescribed import undescribed

NAMES = ("cases", "permutation", "points", "queries", "tree", "words")
KEPT = "generators/input_format.ctd"
pytestmark = pytest.mark.xdist_group("describe")  # they share formats that were learnt


@pytest.fixture(autouse=True)
def _learning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_DESCRIBE")


# Parity is a condition that only the source shows; that points differ is one that is only
# found out by probes.
EVEN_POINTS = """import sys
from collections import Counter

n = int(sys.stdin.readline())
assert 2 <= n <= 40
seen = Counter()
for _ in range(n):
    x, y = map(int, sys.stdin.readline().split())
    assert 0 <= x <= 9 and 0 <= y <= 9
    assert (x + y) % 2 == 0
    seen[x, y] += 1
assert max(seen.values()) == 1
assert sys.stdin.readline() == ""
sys.exit(42)
"""


@pytest.mark.slow
def test_probes_complete_what_the_source_says(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "points")
    (package.root / "input_validators/validate.cpp").unlink()
    package.write("input_validators/validate.py", EVEN_POINTS)
    package.write("data/sample/1.in", "3\n0 0\n3 5\n1 3\n")
    done = package.judge("describe")
    assert done.code == 0, done.text
    assert "200 of 200 draws are valid" in done.out
    assert "ASSERT((x[i] + y[i]) % 2 == 0)" in done.out
    assert "ASSERT(UNIQUE(x,y))" in done.out


@pytest.mark.parametrize(
    "name",
    [
        "words",
        *(pytest.param(n, marks=pytest.mark.slow) for n in NAMES if n != "words"),
    ],
)
def test_most_draws_from_a_learnt_format_are_valid(tmp_path: Path, name: str) -> None:
    package = undescribed(tmp_path, name)
    file = tmp_path / "format.json"
    done = package.judge("describe", "--json", file)
    assert done.code == 0, done.text
    report = json.loads(file.read_text())
    assert schemas.faults("describe", report) == []
    assert report["fitting"] == report["tests"]
    assert report["drawn"] == 200
    assert report["valid"] >= 180


def test_the_text_is_a_grammar_that_says_where_it_is_from(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    text = package.judge("describe").out
    assert "# validate.py:9" in text
    assert "[a-z]" in text
    # As the validator of another package, it accepts the same inputs.
    validator = package.root / "input_validators/validate.py"
    validator.unlink()
    package.write("input_validators/words.ctd", text)
    done = package.judge("validate")
    assert "2 checked by input_validators/words.ctd" in done.out


@pytest.mark.slow
def test_a_hunt_draws_from_the_learnt_format(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    shutil.rmtree(package.root / "submissions/time_limit_exceeded")
    done = package.judge("hack", "--all", "--tries", 300)
    assert (
        "input format learnt from input_validators/validate.py and 2 tests" in done.err
    )
    assert done.code == 0, done.text
    # Two words with as many letters and the same sum: neither in the samples nor near them.
    assert done.says("sums.py", "WA")


def test_a_hunt_in_a_package_without_a_grammar_says_what_it_draws_from(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    done = package.judge("hack", "solutions/wrong_answer/first.py", "--tries", 40)
    assert done.says("input format learnt from validators/validate.py and 2 tests")
    assert done.code == 0, done.text


def test_constants_of_the_package_are_known_in_its_validators(tmp_path: Path) -> None:
    """The validator that `judge new` writes has them as `{{max_n}}`, two in one line."""
    assert judge("new", "fresh", "--type", "checker", cwd=tmp_path).code == 0
    done = Package(tmp_path / "fresh").judge("describe")
    assert "INT(2,200000,n) SPACE" in done.out
    assert "INT(-1000000000,1000000000,t) NEWLINE" in done.out
    assert "Not learnt" not in done.out


@pytest.mark.slow
def test_a_new_package_needs_no_strategies(tmp_path: Path) -> None:
    """A comment in its strategies.py says what a hunt does without the file."""
    assert judge("new", "fresh", cwd=tmp_path).code == 0
    package = Package(tmp_path / "fresh")
    strategies = package.root / "generators/strategies.py"
    assert "Without this file it draws from the format" in strategies.read_text()
    strategies.unlink()
    wrong = "submissions/wrong_answer/sum_in_32_bits.cpp"
    done = package.judge("hack", wrong, "--tries", 100)
    assert "input format learnt from input_validators/validate.py" in done.err
    assert done.code == 0, done.text


@pytest.mark.slow
def test_a_kept_format_is_drawn_from_and_compared(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    assert package.judge("describe", "--check").code == 5  # there is none
    done = package.judge("describe", "--write")
    assert done.code == 0
    assert done.says(f"wrote {KEPT}")
    assert package.judge("describe", "--check").code == 0
    # It is the setter's now.
    again = package.judge("describe", "--write")
    assert again.code == 2
    assert again.says(KEPT, "--check")
    hunt = package.judge("hack", "submissions/wrong_answer/plain.py", "--tries", 50)
    assert "input format learnt" not in hunt.err
    assert hunt.says("plain.py", "WA")


def test_a_kept_format_that_no_longer_agrees(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    package.judge("describe", "--write")
    validator = package.root / "input_validators/validate.py"
    validator.write_text(validator.read_text().replace("[a-z]{1,50}", "[a-e]{1,50}"))
    assert package.judge("describe", "--check").code == 1
    (package.root / KEPT).write_text("INT(1,10,n) NEWLINE\n")
    done = package.judge("describe", "--check")
    assert done.code == 1
    assert "0 of 2 tests" in done.out


def test_a_description_makes_no_input_invalid(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    package.write(KEPT, "INT(1,10,n) NEWLINE\n")
    package.write("data/secret/1.in", "1\nzz\n")
    package.write("data/secret/1.ans", "1\n")
    assert package.judge("validate").code == 0


def test_drawn_inputs_are_files_in_the_order_of_their_size(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    folder = tmp_path / "drawn"
    done = package.judge("describe", "--draw", 10, folder)
    assert done.says("wrote 10 inputs")
    files = sorted(folder.iterdir())
    assert len(files) == 10
    sizes = [file.stat().st_size for file in files]
    assert sizes == sorted(sizes)
    families = {file.stem.partition("-")[2] for file in files}
    assert families == {"small", "uniform", "biased", "large"}
    other = tmp_path / "again"
    package.judge("describe", "--draw", 10, other)
    assert [file.read_bytes() for file in files] == [
        file.read_bytes() for file in sorted(other.iterdir())
    ]


@pytest.mark.slow
def test_a_grammar_among_the_validators_is_the_format(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    grammar = 'INT(1,10000,n) NEWLINE\nREP(n) REGEX("[a-z]+",w) NEWLINE END\n'
    package.write("input_validators/words.ctd", grammar)
    done = package.judge("describe")
    assert "from input_validators/words.ctd" in done.out
    assert grammar in done.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--draw", 3], "expected --draw N DIR"),
        (["here"], "expected --draw N DIR"),
        (["--check", "--write"], "choose one"),
    ],
)
def test_options_that_do_not_go_together(
    tmp_path: Path, options: list[object], message: str
) -> None:
    done = undescribed(tmp_path, "words").judge("describe", *options)
    assert done.code == 2
    assert message in done.err
    assert not (tmp_path / "here").exists()


LOOPS = "import sys\nif sys.stdin.readline() != '3\\n':\n    while True: pass\nsys.exit(42)\n"


@pytest.mark.slow
def test_a_validator_that_loops_ends_the_learning(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    package.write("input_validators/validate.py", LOOPS)
    done = package.judge("describe")
    assert done.code == 1
    assert "a validator does not end within its time limit" in done.out


@pytest.mark.parametrize(
    "validator", ["import sys\nsys.exit(7)\n", "import os\nos.abort()\n"]
)
def test_a_validator_that_accepts_nothing(tmp_path: Path, validator: str) -> None:
    package = undescribed(tmp_path, "words")
    package.write("input_validators/validate.py", validator)
    done = package.judge("describe")
    assert done.code == 1
    assert "Traceback" not in done.text


def test_a_package_without_tests(tmp_path: Path) -> None:
    package = undescribed(tmp_path, "words")
    shutil.rmtree(package.root / "data")
    done = package.judge("describe")
    assert done.code == 3
    assert done.says("no tests")


def test_a_package_without_a_validator(tmp_path: Path) -> None:
    package = sound(tmp_path)
    shutil.rmtree(package.root / "validators")
    done = judge("describe", "--problem", package.root)
    assert done.code == 0, done.text
    assert "the package has no input validator" in done.out
