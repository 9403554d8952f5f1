"""The numbered stream: its order, what the seed decides, and what happens with faulty
sources."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from support.command import sound
from support.hunting import HuntedPackage, Packages, sum_with

from judging.core.diagnostics import Severity
from judging.features.hack.hunt.inputs.stream import Stream
from judging.features.hack.hunt.running.trials import Trial

GENERATOR = """\
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int most = atoi(argv[1]), seed = atoi(argv[2]) % most;
    if (argc > 3 && seed != atoi(argv[3])) return 6;
    printf("%d %d\\n", most, seed);
}
"""
RECIPES = """\
solution: /solutions/accepted/sum.c
generators: {numbers: [numbers.c]}
data:
  secret:
    data:
      small: numbers 9 {seed}
      large: numbers 99 {seed}
"""
GENERATED = {"generators/numbers.c": GENERATOR, "generators/generators.yaml": RECIPES}
STRATEGY = """\
from hypothesis import strategies as st
inputs = st.tuples(st.integers(0, 100), st.integers(0, 100)).map(lambda p: f"{p[0]} {p[1]}\\n")
"""


def first(count: int, trials: Iterable[Trial]) -> list[Trial]:
    return list(itertools.islice(trials, count))


def take(package: HuntedPackage, count: int, seed: int = 0) -> list[Trial]:
    return first(count, package.stream(seed).trials())


def test_the_seed_decides_on_the_inputs_at_every_number_of_workers(
    package: Packages,
) -> None:
    one = package(GENERATED)
    two = package(GENERATED, jobs=2)
    trials = take(one, 150)
    assert take(two, 150) == trials
    assert [trial.index for trial in trials] == list(range(150))
    assert len({trial.content for trial in trials}) == 150
    assert take(two, 150, seed=1) != trials


def test_a_stream_gives_every_hunt_the_same_inputs(package: Packages) -> None:
    stream = package(GENERATED).stream()
    trials = first(60, stream.trials())
    assert first(90, stream.trials())[:60] == trials


def test_a_round_is_variants_then_tests_then_generated_inputs_the_largest_first(
    package: Packages,
) -> None:
    trials = take(package(GENERATED), 40)
    runs = itertools.groupby(trial.origin for trial in trials)
    origins = [origin for origin, _ in runs]
    # The generators print two numbers: those of `large` have more digits.
    large = "generators/generators.yaml:7"
    small = "generators/generators.yaml:6"
    tests = []
    for trial in trials:
        if trial.origin.startswith(("sample/", "secret/")):
            tests.append(trial)
    assert origins[0] == "variant"
    assert origins[-1] == "variant"
    assert [o for o in origins if ":" in o] == [large, small]
    assert origins.index(tests[-1].origin) < origins.index(large)
    sizes = [len(trial.content) for trial in tests]
    assert sizes == sorted(sizes, reverse=True)
    assert all(trial.trusted for trial in trials if trial.origin != "variant")
    assert not any(trial.trusted for trial in trials if trial.origin == "variant")


def test_draws_come_first_and_are_the_same_at_every_number_of_workers(
    package: Packages,
) -> None:
    changes = {"generators/strategies.py": STRATEGY}
    trials = take(package(changes), 15)
    origins = {trial.origin for trial in trials}
    streams = [f"strategies.py, {name}" for name in ("biased", "related")]
    assert origins == {"strategies.py", *streams}
    assert all(trial.trusted for trial in trials)
    sizes = [len(trial.content) for trial in trials]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]
    assert take(package(changes, jobs=2), 15) == trials


LARGE_ROW = """\
from hypothesis import strategies as st
row = st.lists(st.integers(1, 10**9), min_size=8, max_size=8)
inputs = row.map(lambda row: " ".join(map(str, row)) + "\\n")
"""


def has_multiple(row: list[int]) -> bool:
    """Return whether a large value is a multiple of another one."""
    return any(1000 < a < b and b % a == 0 for a in row for b in row)


def has_sum(row: list[int], total: int) -> bool:
    """Return whether two values add up to `total`."""
    return any(a + b == total for a, b in itertools.combinations(row, 2))


@pytest.mark.slow
def test_related_draws_of_a_strategy_are_made_from_values_constants_and_bounds(
    package: Packages,
) -> None:
    special = sum_with("if (a == 123457) sum = 0;")
    changes = {
        "generators/strategies.py": LARGE_ROW,
        "solutions/wrong_answer/special.c": special,
    }
    rows: dict[str, list[list[int]]] = {}
    for trial in take(package(changes), 1200):
        if trial.origin.startswith("strategies.py"):
            row = [int(word) for word in trial.content.split()]
            rows.setdefault(trial.origin, []).append(row)
    related = rows["strategies.py, related"]
    uniform = rows["strategies.py"]
    draws = sum(len(of_one) for of_one in rows.values())
    assert len(uniform) >= draws / 2
    assert len(related) >= draws / 20
    multiples = [row for row in related if has_multiple(row)]
    assert len(multiples) / len(related) > 1 / 20
    assert sum(map(has_multiple, uniform)) / len(uniform) < 1 / 20
    assert any(123457 in row or has_sum(row, 123457) for row in related)
    assert any(has_sum(row, 10**9) for row in related)
    assert all(1 <= value <= 10**9 for row in related for value in row)


@pytest.mark.slow
def test_what_is_near_a_find_ends_with_the_draws_of_the_next_round(
    package: Packages,
) -> None:
    stream = package({**GENERATED, "generators/strategies.py": STRATEGY}).stream()
    trials = first(140, stream.trials())
    generated = [trial for trial in trials if ":" in trial.origin]
    find = next(trial for trial in trials if trial.origin == "secret/1")
    near = list(stream.trials_near(find))
    assert near == trials[trials.index(find) + 1 :][: len(near)]
    assert near[-1].origin.startswith("strategies.py")
    behind = stream.trials()
    following = next(t for t in behind if t.index == (near[-1].index or 0) + 1)
    assert not following.origin.startswith("strategies.py")
    assert generated[0] in near


def test_a_stream_may_leave_out_the_tests(package: Packages) -> None:
    hunted = package()
    assert "secret/1" in {trial.origin for trial in take(hunted, 40)}
    trials = first(40, hunted.stream(tests=False).trials())
    assert {trial.origin for trial in trials} == {"variant"}


def test_a_stream_ends_without_anything_new(package: Packages) -> None:
    changes = {f"problem/data/{name}/1.in": "x\n" for name in ("sample", "secret")}
    assert [trial.content for trial in package(changes).stream().trials()] == [b"x\n"]


def test_a_generator_that_fails_with_another_seed_is_left_out(package: Packages) -> None:
    hunted = package(
        {
            **GENERATED,
            "generators/generators.yaml": RECIPES.replace(
                "9 {seed}", "9999 {seed} 77", 1
            ),
            "problem/data/secret/small.in": "9999 77\n",
            "problem/data/secret/small.ans": "10076\n",
        }
    )
    trials = take(hunted, 300)
    assert "generators/generators.yaml:6" not in {trial.origin for trial in trials}
    assert "generators/generators.yaml:7" in {trial.origin for trial in trials}
    [finding] = [
        found for found in hunted.findings.diagnostics if found.severity == "warning"
    ]
    assert "generators.yaml:6: fails with another seed" in str(finding)
    assert "generators/numbers.c: exit code 6" in str(finding)


def test_a_generator_may_write_its_input_to_a_file(package: Packages) -> None:
    writes = GENERATOR.replace(
        'printf("%d %d\\n"', 'fprintf(fopen("testcase.in", "w"), "%d %d\\n"'
    )
    trials = take(package({**GENERATED, "generators/numbers.c": writes}), 40)
    large = [t for t in trials if t.origin == "generators/generators.yaml:7"]
    assert [t.content[:3] for t in large] == [b"99 "]


@pytest.mark.slow
def test_a_hunt_without_time_for_generators_leaves_them_to_the_next(
    package: Packages,
) -> None:
    # The draws of a text that another test has used are recalled, and need no time.
    strategy = f"{STRATEGY}# of this test alone\n"
    changes = {**GENERATED, "generators/strategies.py": strategy}
    stream = package(changes).stream()
    assert list(stream.trials(end_s=0.0)) == []
    assert first(90, stream.trials()) == take(package(changes), 90)


def test_a_faulty_strategy_ends_the_stream(package: Packages) -> None:
    hunted = package({"generators/strategies.py": "inputs = 7\n"})
    assert take(hunted, 5) == []
    [finding] = hunted.findings.diagnostics
    assert "generators/strategies.py: `inputs` is of type int" in str(finding)


def test_tests_that_run_programs_in_another_way_are_not_trusted(
    package: Packages,
) -> None:
    hunted = package(GENERATED)
    stream = Stream(
        hunted.problem,
        hunted.session,
        hunted.findings,
        seed=0,
        tests=True,
        trusted={"secret/1", "secret/large"},
    )
    trusted = {trial.origin for trial in first(80, stream.trials()) if trial.trusted}
    assert trusted == {"secret/1", "secret/large", "generators/generators.yaml:7"}


GRAMMAR = "INT(0,100,a) SPACE INT(0,100,b) NEWLINE"


@pytest.mark.slow
def test_a_grammar_gives_inputs_without_strategies(package: Packages) -> None:
    changes = {"validators/pair.ctd": GRAMMAR}
    trials = take(package(changes), 120)
    origins = Counter(trial.origin for trial in trials)
    streams = [f"validators/pair.ctd, {name}" for name in ("biased", "small", "large")]
    assert origins.keys() >= {"variant", *streams}
    assert origins["validators/pair.ctd, uniform"] > 30
    # At the bounds of both values: of uniform draws, one in 10,000 is.
    assert b"100 100\n" in {trial.content for trial in trials}
    assert take(package(changes, jobs=2), 120) == trials
    exhaustive = [t.content for t in trials if t.origin.endswith(", exhaustive")]
    assert len(exhaustive) >= 20
    # Smaller ones were drawn before, and so are not tried again.
    assert exhaustive[0] in (b"0 1\n", b"1 0\n", b"1 1\n", b"0 2\n")
    overrides = "overrides = {'b': lambda rng, known: 100 - known['a']}\n"
    changes["generators/strategies.py"] = overrides
    trials = take(package(changes), 30)
    pairs = [t.content.split() for t in trials if t.origin.startswith("validators/")]
    assert len(pairs) > 10
    assert all(int(a) + int(b) == 100 for a, b in pairs)


@pytest.mark.parametrize(
    ("strategies", "fault"),
    [
        (
            "overrides = {'c': lambda rng, known: 1}",
            "overrides['c']: no variable of the input format; variables: a, b",
        ),
        (
            "overrides = {\n'b': lambda rng, known: known['k']}",
            "line 2: overrides['b']: KeyError: 'k'",
        ),
        (
            "overrides = {'b': lambda rng, known: None}",
            "overrides['b']: returned None, expected an integer or a string",
        ),
        (
            "overrides = {'b': lambda rng, known: 101}",
            "overrides['b']: no value of it fits: line 1: ",
        ),
        ("input = 1", "defines neither `inputs` nor `overrides`"),
    ],
)
def test_wrong_overrides_are_a_fault_of_strategies_and_end_the_hunt(
    package: Packages, strategies: str, fault: str
) -> None:
    changes = {"validators/pair.ctd": GRAMMAR, "generators/strategies.py": strategies}
    hunted = package(changes)
    take(hunted, 30)
    [finding] = hunted.findings.diagnostics
    assert finding.severity is Severity.ERROR
    assert str(finding).startswith(f"error: generators/strategies.py: {fault}")


@pytest.mark.parametrize(
    ("annotation", "fault"),
    [
        ("grph a b", "expected `#@ tree u v`, `#@ graph u v` or `#@ once row S`"),
        ("graph a c", "nothing reads 'c'; variables: a, b"),
        ("tree a", "expected two variables, as in `#@ tree u v`"),
        ("graph a b whole", "or `#@ graph u v connected`"),
    ],
)
def test_an_annotation_that_says_nothing_is_named_by_each_command(
    tmp_path: Path, annotation: str, fault: str
) -> None:
    package = sound(tmp_path)
    text = f"{GRAMMAR}\n#@ {annotation}\n"
    package.write("validators/pair.ctd", text)
    place = "validators/pair.ctd: line 2"
    written = package.judge("generate", "--from-format")
    assert written.code == 3
    assert written.says(f"error: {place}: #@ {annotation}: ", fault)
    checked = package.judge("validate")
    assert checked.says("warning: validators/pair.ctd: no inputs are drawn", fault)


def test_a_grammar_that_cannot_be_drawn_is_named_and_the_hunt_goes_on(
    package: Packages,
) -> None:
    hard = f"{GRAMMAR}\nASSERT(a*a*a*7 + b*b*b*11 == 5000011)"
    hunted = package({"validators/pair.ctd": hard})
    assert {trial.origin for trial in take(hunted, 30)} == {"variant", "secret/1"}
    [warning] = hunted.findings.diagnostics
    assert "validators/pair.ctd: line 1: " in warning.message
    assert "overrides = " in warning.message
