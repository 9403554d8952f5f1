"""Programs with two faults: which of them decides, here and in other judges.

The table of docs/verdicts.md says it, and is compared with what the judges do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import pytest
from support.command import ROOT, Package, sound
from support.peers import (
    Outcome,
    Peers,
    bt_outcomes,
    needs_peers,
    verifyproblem_outcomes,
)

LIMIT_S = 0.4
# A run of 0.8 s is above the limit and below the kill limit: it ends by itself.
LATE_S = 0.8
_FOLDER = "wrong_answer"
_HEAD = f"""\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static void slow(void) {{ while (clock() < {LATE_S} * CLOCKS_PER_SEC); }}
static void endless(void) {{ for (volatile int i = 0;; i++); }}
static void large(void) {{
    for (int i = 0; i < 400; i++) {{
        char *block = malloc(1 << 20);
        if (!block) abort();
        memset(block, i + 1, 1 << 20);
    }}
}}
static void flood(void) {{ for (int i = 0; i < 3 << 20; i++) putchar('7'); fflush(stdout); }}
"""
# What `main` does. The right output is 3; the checker fails on a question mark.
BODIES = {
    "too slow, then too much memory": 'slow(); large(); puts("3");',
    "too slow, then too much output": "slow(); flood();",
    "too slow, then exit code 1": "slow(); return 1;",
    "too slow, with the right output": 'slow(); puts("3");',
    "too slow, and the checker fails": 'slow(); puts("?");',
    "too much memory in time": 'large(); puts("3");',
    "too much output in time": "flood();",
    "too much output, then exit code 1": "flood(); return 1;",
    "too much output, then no end": "flood(); endless();",
    "too much output, and the checker fails": 'puts("?"); flood();',
    "right output, then exit code 1": 'puts("3"); return 1;',
    "wrong output, then exit code 1": 'puts("4"); return 1;',
    "exit code 1, and the checker fails": 'puts("?"); return 1;',
    "exit code 0, and the checker fails": 'puts("?");',
    "right tokens, other white space": 'puts("  3\\n");',
    "no output": "",
}
CHECKER = """\
import sys

output = sys.stdin.read()
if "?" in output:
    sys.exit(1)
answer = open(sys.argv[2]).read()
sys.exit(42 if output.split() == answer.split() else 43)
"""
# The default comparison does not fail: these rows need an output validator.
WITH_CHECKER = [row for row in BODIES if "checker" in row]
WITHOUT_CHECKER = [row for row in BODIES if "checker" not in row]
KINDS = pytest.mark.parametrize(
    "rows", [WITHOUT_CHECKER, WITH_CHECKER], ids=["default comparison", "checker"]
)


def column(name: str) -> dict[str, str]:
    """Return a column of the table, by the name of the row."""
    page = (ROOT / "docs" / "verdicts.md").read_text()
    table = page.partition("## Other judges\n")[2].partition("\n\nWhy")[0]
    lines = table.strip().splitlines()
    cells = [re.split(r" *\| *", line.strip("| ")) for line in lines]
    place = cells[0].index(name)
    return {row[0]: row[place] for row in cells[2:]}


def file_of(row: str) -> str:
    """Return the name of the program for a row."""
    return re.sub(r"\W+", "_", row) + ".c"


def package_of(rows: Iterable[str], folder: Path) -> Package:
    """Return a package with one test and a program for each row."""
    package = sound(folder)
    package.remove("solutions/wrong_answer")
    package.test("secret/1", "2 1\n", "3\n")  # the same answer as that of the sample
    package.replace(
        "problem/problem.yaml",
        "time_limit: 1.0\n  memory: 128",
        f"time_limit: {LIMIT_S}\n  time_multipliers: {{time_limit_to_tle: 4}}\n  memory: 96",
    )
    for row in rows:
        program = f"{_HEAD}int main(void) {{ {BODIES[row]} }}\n"
        package.write(f"solutions/{_FOLDER}/{file_of(row)}", program)
        if "checker" in row:
            package.write("checker/check.py", CHECKER)
    return package


def expected(name: str, rows: Iterable[str]) -> dict[str, str]:
    """Return the verdicts of a column by the name of the program."""
    verdicts = column(name)
    return {file_of(row): verdicts[row] for row in rows}


def verdicts_of(outcomes: dict[str, Outcome]) -> dict[str, str]:
    """Return the verdicts of a peer on our programs, by the name of the program."""
    found = {PurePosixPath(path).name: each.verdict for path, each in outcomes.items()}
    return {name: verdict for name, verdict in found.items() if name.endswith(".c")}


def test_every_row_has_a_program() -> None:
    assert list(column("here")) == list(BODIES)


@KINDS
@pytest.mark.slow
def test_the_judge_follows_the_table(rows: list[str], tmp_path: Path) -> None:
    package = package_of(rows, tmp_path)
    report = package.run(f"solutions/{_FOLDER}", "--until", "all", "--tests", "sample/1")
    found = {
        PurePosixPath(part["path"]).name: part["verdict"]
        for part in report.json["submissions"]
    }
    assert found == expected("here", rows)


@KINDS
@pytest.mark.slow
@needs_peers
def test_problemtools_does_what_the_table_says(rows: list[str], tmp_path: Path) -> None:
    exported = tmp_path / "exported"
    package_of(rows, tmp_path).judge("export", "--format", "kattis-legacy", exported)
    done = Peers(tmp_path / "peers").verifyproblem(exported, LIMIT_S)
    assert verdicts_of(verifyproblem_outcomes(done)) == expected("problemtools", rows)


@KINDS
@pytest.mark.slow
@needs_peers
def test_bapctools_does_what_the_table_says(rows: list[str], tmp_path: Path) -> None:
    exported = tmp_path / "exported"
    package_of(rows, tmp_path).judge("export", "--format", "kattis-2025-09", exported)
    done = Peers(tmp_path / "peers").bt(exported, "run", "--all")
    assert verdicts_of(bt_outcomes(done)) == expected("BAPCtools", rows)
