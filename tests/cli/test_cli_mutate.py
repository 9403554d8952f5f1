"""`judge mutate` from its command line: the mutants killed and left, and the report."""

from __future__ import annotations

import contextlib
import itertools
import json
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Done, Package, sound, spawn

from judging import load
from judging.core.events import Event, PhaseStarted, StepDone
from judging.features.mutate import mutating
from judging.features.mutate.grammars import grammar_of
from judging.features.mutate.mutants import make_mutants
from judging.features.mutate.report import render_json, render_text
from judging.sandbox import choose
from judging.session import Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

IN_ORDER = "solutions/accepted/order.py"
IN_C = "solutions/accepted/order.c"
LIST = "solutions/equivalent_mutants.yaml"


def hole(folder: Path) -> Package:
    """Copy the package whose tests have no two equal numbers."""
    root = folder / "hole"
    shutil.copytree(TESTS / "packages" / "hole", root)
    return Package(root)


def mutate(
    package: Package, *args: object, **options: Any
) -> tuple[Done, dict[str, Any]]:
    """Run the command; return it with its JSON report."""
    file = package.root.parent / "mutants.json"
    file.unlink(missing_ok=True)
    done = package.judge("mutate", "--json", file, *args, **options)
    assert file.exists(), done.text
    return done, json.loads(file.read_text())


def fates(part: dict[str, Any], *wanted: str) -> set[str]:
    return {mutant["after"] for mutant in part["mutants"] if mutant["fate"] in wanted}


@pytest.mark.slow
def test_a_hole_in_the_tests_is_named(tmp_path: Path) -> None:
    package = hole(tmp_path)
    before = package.files()
    done, whole = mutate(package, IN_C, "--tries", "100")
    assert done.code == whole["exit_code"] == 1
    assert package.files() == before
    (part,) = whole["submissions"]
    assert part["path"] == IN_C
    # Only mutants that differ for equal numbers survive.
    less, less_by_one = 'puts(a < b ? "yes" : "no");', 'puts(a <= b - 1 ? "yes" : "no");'
    assert fates(part, "hole") == {less, less_by_one}
    assert fates(part, "survived", "likely equivalent") == set()
    swapped = 'puts(a >= b ? "yes" : "no");'
    assert {swapped, 'puts(1 ? "yes" : "no");'} <= fates(part, "killed")
    assert part["killed"] == part["judged"] - 4
    assert part["score"] == pytest.approx(
        part["killed"] / (part["killed"] + 2), abs=1e-6
    )
    found, other = (
        next(m for m in part["mutants"] if m["after"] == after)
        for after in (less, less_by_one)
    )
    first, second = found["hunt"]["input"].split()
    assert first == second
    assert done.says(found["id"], "comparison", "order.c:6")
    assert done.says('-    puts(a <= b ? "yes" : "no");')
    assert done.says('+    puts(a < b ? "yes" : "no");')
    assert done.says(f"| {first} {second}")
    # The input found for one of them kills the other too.
    assert {m["hunt"]["found_for"] for m in (found, other)} == {None, found["id"]}


@pytest.mark.slow
def test_an_input_that_was_found_is_saved_as_a_test(tmp_path: Path) -> None:
    package = hole(tmp_path)
    done, whole = mutate(package, IN_C, "--tries", "100", "--save", "equal")
    assert done.code == 1
    (part,) = whole["submissions"]
    found = [
        m for m in part["mutants"] if m["fate"] == "hole" and not m["hunt"]["found_for"]
    ]
    recipes = (package.root / "generators/generators.yaml").read_text()
    for mutant, name in zip(found, ["equal", "equal-2"], strict=False):
        file = package.root / f"problem/data/secret/{name}.in"
        assert file.read_text() == mutant["hunt"]["input"]
        assert f"{mutant['before']} -> {mutant['after']}" in recipes
    assert package.judge("generate", "--check").code == 0
    _, whole = mutate(package, IN_C, "--no-hunt")
    assert fates(whole["submissions"][0], "killed") >= {m["after"] for m in found}


@pytest.mark.slow
def test_without_a_hunt_there_is_still_a_score(tmp_path: Path) -> None:
    package = hole(tmp_path)
    package.remove("validators")
    done, whole = mutate(package, IN_C)
    assert done.code == whole["exit_code"] == 1
    assert done.says(
        "warning: the mutants that survive are not hunted", "no input validator"
    )
    assert done.says("Mutation score", "15 of 17")
    assert len(fates(whole["submissions"][0], "survived")) == 2


@pytest.mark.slow
def test_numbers_by_operator_add_up_and_the_killing_test_is_named(
    tmp_path: Path,
) -> None:
    done, whole = mutate(hole(tmp_path), IN_C, "--no-hunt")
    (part,) = whole["submissions"]
    assert done.says("Undecided: 2 mutants", "not hunted (--no-hunt)")
    assert "--tries" not in done.text
    assert part["made"] == len(part["mutants"])
    for key in (
        "made",
        "not_compiled",
        "same",
        "judged",
        "killed",
        "by_tle",
        "survived",
    ):
        assert part[key] == sum(tally[key] for tally in part["operators"].values())
    assert part["made"] == part["not_compiled"] + part["same"] + part["judged"]
    assert fates(part, "survived") == {
        'puts(a < b ? "yes" : "no");',
        'puts(a <= b - 1 ? "yes" : "no");',
    }
    assert fates(part, "known equivalent") == {
        "short a, b;",
        'puts((int)(a <= b ? "yes" : "no"));',
    }
    for mutant in part["mutants"]:
        killed = mutant["fate"] == "killed"
        assert (mutant["verdict"] in ("WA", "RTE", "TLE", "MLE", "OLE")) == killed
        assert (
            mutant["test"] in ("sample/1", "secret/1", "secret/2", "secret/3")
        ) == killed
    assert done.says("not hunted")
    assert done.code == 1


@pytest.mark.slow
def test_mutants_that_compile_to_the_same_are_dropped(tmp_path: Path) -> None:
    package = hole(tmp_path)
    package.write(
        "solutions/accepted/order.c",
        "#include <stdio.h>\nint main(void) {\n    int a, b, x = 3;\n"
        '    scanf("%d%d", &a, &b);\n    if (x == 3) puts(a <= b ? "yes" : "no");\n}\n',
    )
    _, whole = mutate(package, IN_C, "--no-hunt")
    (part,) = whole["submissions"]
    tail = ' puts(a <= b ? "yes" : "no");'
    assert {f"if (1){tail}", f"if (x >= 3){tail}"} <= fates(part, "same program")
    # These two never print: one of them is enough.
    assert len({f"if (0){tail}", f"if (x != 3){tail}"} & fates(part, "duplicate")) >= 1
    text = 'a, b = map(int, input().split())\nprint("yes" if a <= b + 2 * 0 else "no")\n'
    package.write(IN_ORDER, text)
    _, whole = mutate(package, IN_ORDER, "--no-hunt")
    (part,) = whole["submissions"]
    assert 'print("yes" if a <= b + 3 * 0 else "no")' in fates(part, "same program")


@pytest.mark.slow
def test_mutants_share_their_compiled_includes_and_nothing_else_changes(
    tmp_path: Path,
) -> None:
    """Nothing is compiled before where a macro stands before the includes."""
    package = hole(tmp_path)
    path = "solutions/accepted/order.cpp"
    code = (
        "#include <algorithm>\n#include <cstdio>\nint main() {\n    int a, b;\n"
        '    std::scanf("%d%d", &a, &b);\n    int x = std::min(a, b), y = 3;\n'
        '    if (y == 3) std::puts(x == a ? "yes" : "no");\n}\n'
    )
    whole = []
    for number, first in enumerate(("#define ANYTHING\n", "")):
        package.write(path, first + code)
        cache = tmp_path / f"cache-{number}"
        file = tmp_path / f"{number}.json"
        done = package.judge(
            "mutate",
            "--json",
            file,
            path,
            "--no-hunt",
            env={"XDG_CACHE_HOME": str(cache)},
        )
        assert done.code == 1, done.text
        [part] = json.loads(file.read_text())["submissions"]
        kept = ("id", "before", "after", "fate", "verdict", "test", "message")
        whole.append([{key: m[key] for key in kept} for m in part["mutants"]])
        heads = list(cache.glob("judge/headers/*/*/files/head.h.gch"))
        assert len(heads) == number
    assert whole[0] == whole[1]
    found = {mutant["fate"] for mutant in whole[0]}
    assert {"not compiled", "same program", "killed", "survived"} <= found


@pytest.mark.slow
def test_a_loop_that_never_ends_is_counted_apart(tmp_path: Path) -> None:
    package = hole(tmp_path)
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.2")
    package.write(
        "solutions/accepted/order.c",
        "#include <stdio.h>\nint main(void) {\n    int a, b;\n"
        '    scanf("%d%d", &a, &b);\n    volatile int i = 2;\n    while (i > 0) i = 0;\n'
        '    puts(a <= b ? "yes" : "no");\n}\n',
    )
    _, whole = mutate(package, IN_C, "--no-hunt")
    (part,) = whole["submissions"]
    late = {m["after"] for m in part["mutants"] if m["verdict"] == "TLE"}
    assert {"while (1) i = 0;", "while (i >= 0) i = 0;", "while (i > 0) ;"} <= late
    assert part["by_tle"] == len(late)


@pytest.mark.slow
def test_the_same_at_every_number_of_jobs_and_a_limit_draws_by_the_seed(
    tmp_path: Path,
) -> None:
    package = hole(tmp_path)
    wholes = [
        mutate(package, IN_C, "--no-hunt", "--jobs", jobs, "--fresh")[1]
        for jobs in (1, 3)
    ]
    for whole in wholes:
        del whole["wall_s"], whole["date"]
    assert wholes[0] == wholes[1]
    all_ids = [mutant["id"] for mutant in wholes[0]["submissions"][0]["mutants"]]
    drawn: dict[int, list[str]] = {}
    for seed in (1, 1, 2):
        _, whole = mutate(package, IN_C, "--no-hunt", "--limit", 4, "--seed", seed)
        ids = [mutant["id"] for mutant in whole["submissions"][0]["mutants"]]
        assert len(ids) == 4
        assert ids == [id for id in all_ids if id in ids]
        assert drawn.setdefault(seed, ids) == ids
    assert drawn[1] != drawn[2]


@pytest.mark.slow
def test_known_equivalents_count_and_wrong_entries_are_named(tmp_path: Path) -> None:
    package = hole(tmp_path)
    files = [("order.py", (package.root / IN_ORDER).read_bytes())]
    ids = {m.after: m.id for m in make_mutants(files, grammar_of("python3"))}
    reasons = {
        ids["if a < b:"]: "nobody asks",
        ids["if a <= b - 1:"]: "nobody asks this either",
        ids["if True:"]: "it is killed",
        "m0badc0de": "it is no mutant",
    }
    entries = "".join(
        f"  {id}: {{reason: {reason}}}\n" for id, reason in reasons.items()
    )
    package.write(LIST, f"accepted/order.py:\n{entries}")
    done, whole = mutate(package, IN_ORDER)  # with nothing left, nothing is hunted
    assert done.code == 0
    (part,) = whole["submissions"]
    known = {
        m["id"]: m["reason"] for m in part["mutants"] if m["fate"] == "known equivalent"
    }
    assert known == dict(list(reasons.items())[:2])
    assert part["score"] == 1
    assert done.says(ids["if a < b:"], "nobody asks")
    assert part["stale"] == ["m0badc0de"]
    assert done.says("warning", LIST, "m0badc0de", "no mutant")
    assert done.says("warning", LIST, ids["if True:"], "kills it")
    # The list is no submission: runs ignore it, and exports drop it.
    assert package.run("solutions/accepted/order.c").code == 0
    exported = tmp_path / "exported"
    assert package.judge("export", exported).says("dropped", LIST)
    assert not list(exported.rglob("equivalent_mutants.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            "accepted/none.py:\n  m0000000: {reason: because}\n",
            "accepted/none.py: unknown",
        ),
        (
            "accepted/order.py:\n  m0000000: {change: x}\n",
            "accepted/order.py.m0000000: expected",
        ),
        ("accepted/order.py: [1]\n", "accepted/order.py: expected mutant ids"),
        ("- 1\n", "expected a mapping"),
    ],
)
def test_a_list_of_equivalents_that_cannot_be_read(
    tmp_path: Path, text: str, place: str
) -> None:
    package = hole(tmp_path)
    package.write(LIST, text)
    done = package.judge("mutate", IN_ORDER, "--no-hunt")
    assert done.code == 3
    assert done.says("error", LIST, place)


@pytest.mark.slow
def test_without_a_submission_the_model_solution_is_mutated(tmp_path: Path) -> None:
    package = hole(tmp_path)
    _, whole = mutate(package, "--no-hunt", "--limit", 1)
    (part,) = whole["submissions"]
    assert part["path"] == "solutions/accepted/order.c"


@pytest.mark.slow
def test_a_submission_that_cannot_be_mutated_is_named_in_one_line(
    tmp_path: Path,
) -> None:
    package = hole(tmp_path)
    package.write("solutions/wrong_answer/always.py", 'print("yes")\n')
    package.write("solutions/accepted/broken.py", "print(\n")
    package.write("solutions/accepted/order.js", "// never run\n")
    for path, code, said in (
        ("solutions/wrong_answer/always.py", 2, "gets WA on secret/1"),
        ("solutions/accepted/broken.py", 2, "does not compile"),
        ("solutions/accepted/order.js", 2, "no grammar for JavaScript"),
        ("solutions/accepted/missing.py", 2, "no such file"),
    ):
        done = package.judge("mutate", path)
        assert done.code == code, done.text
        assert done.says("error", said)
        assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--time", "-1"), "--time -1: expected a positive number of seconds"),
        (("--time", "nan"), "--time nan: expected"),
        (("--limit", "0"), "'--limit': 0 is not"),
        (("--tries", "0"), "'--tries': 0 is not"),
        (("--json", "/nowhere/file"), "no folder /nowhere"),
    ],
)
def test_a_bad_option_is_named(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    done = hole(tmp_path).judge("mutate", IN_ORDER, *options)
    assert done.code == 2
    assert done.says("error", said)


@pytest.mark.slow
def test_packages_without_tests_or_solutions(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.remove("problem/data/sample", "problem/data/secret")
    done = package.judge("mutate", "solutions/accepted/add.py")
    assert done.code == 3
    assert done.says("error: problem/data: no test")
    package = hole(tmp_path)
    package.remove("solutions/accepted")
    done = package.judge("mutate")
    assert done.code == 5
    assert done.says("error", "no accepted submission")
    package.write("solutions/accepted/empty.py", "\n")
    package.write("problem/problem.yaml", "limits: [\n")
    done = package.judge("mutate")
    assert done.code == 3
    assert done.says("error", "problem.yaml")


@pytest.mark.slow
def test_an_interrupted_command_reports_the_mutants_that_are_known(
    tmp_path: Path, store: Store
) -> None:
    problem = load(hole(tmp_path).root)
    chosen = [s for s in problem.submissions if s.path == IN_C]
    waiting: list[int] = []
    steps = itertools.count(1)

    def after_a_round(event: Event) -> None:
        if isinstance(event, PhaseStarted) and event.phase == "mutant":
            waiting.append(event.total)
        if isinstance(event, StepDone) and event.phase == "mutant" and next(steps) == 17:
            signal.raise_signal(signal.SIGINT)

    tier = choose("auto", store)
    with contextlib.closing(open_executor(ExecutorSpec(1, tier, store))) as executor:
        session = Session(executor, store, problem.limits, after_a_round)
        report = mutating.mutate(problem, chosen, session, mutating.Options())
    assert (report.interrupted, report.exit_code) == (True, 130)
    (part,) = report.submissions
    assert 16 <= part.total.judged < waiting[0]
    assert part.total.killed > 0
    left = part.unsettled
    assert left == waiting[0] - part.total.judged
    text = render_text(report)
    assert f": {part.total.made} of {part.total.made + left} mutants" in text
    assert f"Exit code 130: interrupted. {left} mutants were not settled." in text
    document = json.loads(render_json(report))
    assert document["interrupted"] is True
    assert document["submissions"][0]["unsettled"] == left


def test_a_parser_that_is_not_installed_is_named(tmp_path: Path) -> None:
    package = hole(tmp_path)
    without = "import sys; sys.modules['tree_sitter'] = None; from judging.cli import main; main()"
    command = [sys.executable, "-c", without]
    done = spawn([*command, "mutate", "--problem", package.root, IN_ORDER])
    assert done.code == 4
    assert done.says(
        "error", "tree_sitter", "pip install tree-sitter tree-sitter-python"
    )
