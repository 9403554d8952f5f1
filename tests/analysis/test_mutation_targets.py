"""The mutants of three submissions of the package, which use different recurrences."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from support.command import ROOT, judge

from judging import load
from judging.core.verdicts import Verdict
from judging.features.hack.hunt import Effort, Hunter
from judging.features.mutate import equivalents
from judging.features.mutate.grammars import grammar_of
from judging.features.mutate.mutant_runs import as_submission
from judging.features.mutate.mutants import Mutant, make_mutants
from judging.languages import contents_of, detect
from judging.sandbox import choose
from judging.session import Findings, Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

TARGETS = ("advantage_table.cpp", "SumMemo.java", "four_call_rows.py")
# Starting a Java machine or Python for every mutant takes minutes.
COMPILED_FIRST = [
    pytest.param(name, marks=[] if name.endswith(".cpp") else [pytest.mark.long])
    for name in TARGETS
]


def made_of(name: str) -> list[Mutant]:
    files = [(name, (ROOT / "solutions" / "accepted" / name).read_bytes())]
    language = detect(files)
    assert language is not None
    return make_mutants(files, grammar_of(language.id))


@pytest.mark.parametrize("name", TARGETS)
def test_there_are_many_mutants_of_many_kinds(name: str) -> None:
    made = made_of(name)
    assert len(made) >= 200  # of which 150 or more compile to something new
    assert len({mutant.operator for mutant in made}) >= 10


def test_the_list_of_equivalents_names_mutants_and_what_they_change() -> None:
    problem = load(ROOT)
    listed = equivalents.read(problem, lambda diagnostic: pytest.fail(str(diagnostic)))
    assert set(listed) == {f"solutions/accepted/{name}" for name in TARGETS}
    written = yaml.safe_load(problem.paths.equivalents.read_text())
    for path, entries in listed.items():
        made = {mutant.id: mutant for mutant in made_of(path.rpartition("/")[2])}
        assert set(entries) <= set(made)
        for id, entry in written[path.removeprefix("solutions/")].items():
            assert entry["change"] == made[id].change


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILED_FIRST)
def test_only_listed_mutants_survive_the_tests(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mutants.json"
    done = judge(
        *("mutate", "--problem", ROOT, f"solutions/accepted/{name}"),
        *("--no-hunt", "--limit", 60, "--seed", 1, "--json", file),
    )
    (part,) = json.loads(file.read_text())["submissions"]
    left = [
        (m["id"], m["before"], m["after"])
        for m in part["mutants"]
        if m["fate"] == "survived"
    ]
    assert left == []
    assert done.code == 0
    assert part["killed"] >= 30


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILED_FIRST)
def test_no_input_kills_a_listed_mutant(name: str, store: Store) -> None:
    problem = load(ROOT)
    path = f"solutions/accepted/{name}"
    original = next(s for s in problem.submissions if s.path == path)
    listed = equivalents.read(problem, lambda diagnostic: pytest.fail(str(diagnostic)))[
        path
    ]
    language = detect(contents_of(original.source))
    assert language is not None
    # The largest inputs of the generators are among them.
    effort = Effort(time_s=None, tries=300, tests=False, steer=False)
    with closing(
        open_executor(ExecutorSpec(2, choose("auto", store), store))
    ) as executor:
        hunter = Hunter(problem, Session(executor, store, problem.limits), Findings())
        for mutant in made_of(name):
            if mutant.id in listed:
                hunted = hunter.hunt(
                    as_submission(original, mutant, language.id), effort
                )
                assert hunted.find is None, f"{mutant.id}: {hunted.find}"
                assert hunted.verdict is Verdict.AC
                assert hunted.tried + hunted.invalid == effort.tries
