"""`judge generate --from-format`: recipes and a program from a checktestdata grammar."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Package, sound
from support.interrupts import at_each_step

from judging import load
from judging.drawing.formats import write_recipes

GRAMMAR = "INT(1,40,n) NEWLINE REP(n,SPACE) INT(1,10^6,a) END NEWLINE\n"


def with_grammar(folder: Path, grammar: str = GRAMMAR) -> Package:
    package = sound(folder)
    package.remove("validators", "problem/data/invalid_input")
    package.write("validators/form.ctd", grammar)
    package.write(
        "solutions/accepted/add.py", "input()\nprint(sum(map(int, input().split())))\n"
    )
    for test, given, answer in (
        ("sample/1", "2\n1 2\n", "3\n"),
        ("secret/1", "1\n5\n", "5\n"),
    ):
        package.test(test, given, answer)
    return package


@pytest.mark.slow
def test_recipes_have_literal_sizes_and_stay_when_a_bound_is_edited(
    tmp_path: Path,
) -> None:
    package = with_grammar(tmp_path)
    done = package.judge("generate", "--from-format")
    assert done.code == 0, done.text
    recipes = (package.root / "generators/generators.yaml").read_text()
    assert 'format-least-n-1: {generate: "from_format.py {seed:1} n=1"}' in recipes
    largest = package.files()["problem/data/secret/format-largest-n-2.in"].split()
    assert len(largest) == 41
    assert largest[0] == b"40"
    made = package.files()
    package.replace("validators/form.ctd", "40", "50")
    assert package.judge("generate", "--check").code == 0
    assert package.judge("generate", "--from-format").code == 0
    again = package.files()
    assert again["generators/generators.yaml"] == made["generators/generators.yaml"]
    assert again["generators/from_format.py"] != made["generators/from_format.py"]


@pytest.mark.slow
def test_overrides_draw_the_values_of_variables(tmp_path: Path) -> None:
    package = with_grammar(tmp_path)
    overrides = "overrides = {'a': lambda rng, known: 7 if known['n'] else 0}\n"
    package.write("generators/strategies.py", overrides)
    assert package.judge("generate", "--from-format").code == 0
    made = package.files()["problem/data/secret/format-largest-n-1.in"]
    assert made == b"40\n" + b" ".join([b"7"] * 40) + b"\n"


@pytest.mark.slow
def test_it_says_what_is_missing(tmp_path: Path) -> None:
    done = sound(tmp_path).judge("generate", "--from-format")
    assert done.code == 2
    assert done.says("no input validator is a checktestdata grammar")
    hard = "INT(1,10^9,n) SPACE INT(1,10^9,m) NEWLINE ASSERT(n*n+m*m == 10^17+1)"
    package = with_grammar(tmp_path / "hard", hard)
    done = package.judge("generate", "--check", "--from-format")
    assert done.says("--check writes nothing, --from-format writes files")
    done = package.judge("generate", "--from-format")
    assert done.code == 3
    assert done.says("line 1: ", "overrides = ")
    package.write("validators/form.ctd", "INT(1,")
    done = package.judge("generate", "--from-format")
    assert done.says("validators/form.ctd: line 1: ")


# Python closes what an interrupt left open.
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_interrupt_while_recipes_are_written_loses_none(tmp_path: Path) -> None:
    package = with_grammar(tmp_path)
    name = "generators/generators.yaml"
    package.write(name, "data:\n  secret:\n")
    before = package.files()[name]
    problem = load(package.root)
    write_recipes(problem)
    after = package.files()[name]
    assert after != before

    package.write(name, before)
    steps = 0
    for step in at_each_step(lambda: write_recipes(problem), start="write"):
        steps += 1
        assert package.files()[name] in (before, after), f"step {step}"
        package.write(name, before)
    assert steps > 10
