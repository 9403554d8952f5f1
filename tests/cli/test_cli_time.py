"""`--time` is what the whole command may take, in every command that has it; options with
a new name still work, and say so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.command import Package, argv, judge, sound
from support.terminals import on_terminal

ADD = "solutions/accepted/add.py"
# Ends long before any hunt begins.
HARDLY = "0.001"


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return sound(tmp_path)


@pytest.mark.parametrize("command", ["hack", "strengthen", "mutate"])
def test_time_is_that_of_the_whole_command(command: str) -> None:
    page = " ".join(judge(command, "--help").out.split())
    assert "End after S seconds in all; 0: no bound." in page


@pytest.mark.parametrize("command", ["strengthen", "mutate"])
def test_old_names_are_not_listed(command: str) -> None:
    page = judge(command, "--help").out
    assert "--budget" not in page
    assert "--min-tries" not in page


def hunts(package: Package, *args: object) -> list[dict[str, Any]]:
    file = package.root.parent / "hunts.json"
    package.judge("hack", *args, "--json", file)
    return list(json.loads(file.read_text())["hunts"])


@pytest.mark.slow
def test_all_hunts_share_the_time(package: Package) -> None:
    never = "a, b = map(int, input().split())\nprint(a + b)\n"
    for name in ("one", "two"):
        package.write(f"solutions/wrong_answer/{name}.py", never)
    chosen = [f"solutions/wrong_answer/{name}.py" for name in ("one", "two")]
    found = hunts(package, *chosen, "--time", HARDLY)
    assert [hunt["path"] for hunt in found] == chosen
    for hunt in found:
        assert hunt["verdict"] is None
        assert "no time was left" in hunt["reason"]


@pytest.mark.slow
def test_mutants_that_no_time_is_left_for_are_counted(package: Package) -> None:
    done = package.judge("mutate", ADD, "--time", HARDLY)
    assert done.code != 0
    assert done.says("--time is used up")


@pytest.mark.slow
def test_an_old_name_of_the_time_works_and_says_what_to_write(package: Package) -> None:
    done = package.judge("strengthen", "--budget", HARDLY, "--limit", 0)
    assert "judge strengthen: --budget is now --time" in done.err
    assert done.says("--time is used up")
    done = package.judge("strengthen", "--budget=nan")
    assert (done.code, done.says("--time nan: expected")) == (2, True)


@pytest.mark.slow
def test_tries_end_the_hunt_of_each_mutant(package: Package) -> None:
    file = package.root.parent / "mutants.json"
    for name in ("--tries", "--min-tries"):
        args = ("--limit", 20, name, 30, "--json", file)
        done = package.judge("mutate", ADD, *args)
        is_old = name == "--min-tries"
        assert ("--min-tries is now --tries" in done.err) == is_old
        [part] = json.loads(file.read_text())["submissions"]
        for mutant in part["mutants"]:
            hunt = mutant["hunt"]
            if hunt is not None and hunt["input"] is None:
                assert 0 < hunt["tried"] <= 30


@pytest.mark.slow
def test_the_screen_says_how_much_of_the_time_is_left(package: Package) -> None:
    shown = on_terminal(
        argv("strengthen", "--problem", package.root, "--tries", 30, "--time", 500)
    )
    assert re.search(r"at most 8:\d\d left", shown.raw)
    assert ", about " not in shown.raw
