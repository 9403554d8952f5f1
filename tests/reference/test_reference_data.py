"""The claims of the commands in generators.yaml about the rows of the root package, compared with
the table of all intervals and with independent wrong programs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby

import pytest
import yaml
from support.command import ROOT
from support.wrong_programs import Row, forgetful, printed

DATA = ROOT / "problem" / "data"
MOST_COINS, MOST_VALUE = 1000, 10**9


def rows() -> Iterator[Row]:
    groups = yaml.safe_load((ROOT / "generators" / "generators.yaml").read_text())[
        "data"
    ]
    for group, content in groups["secret"]["data"].items():
        for name, command in content["data"].items():
            file = DATA / "secret" / group / f"{name}.in"
            count, *coins = map(int, file.read_text().split())
            assert len(coins) == count
            answer = int(file.with_suffix(".ans").read_text())
            claims, fate = [], None
            for word in command.split():
                if word in ("breaks", "spares"):
                    fate = word == "breaks"
                elif fate is not None:
                    claims.append((word, fate))
            yield Row(
                f"{group}/{name}", coins, answer, file.stat().st_size, tuple(claims)
            )


ROWS = list(rows())


@pytest.mark.slow  # ten seconds for the rows of one package, which seldom change
@pytest.mark.parametrize("row", [pytest.param(row, id=row.name) for row in ROWS])
def test_a_row_does_what_its_command_claims(row: Row) -> None:
    assert (row.total + row.at_ends[0][-1]) // 2 == row.answer
    for name, breaks in row.claims:
        for value in printed(name, row):
            assert (value != row.answer) == breaks, f"{name} gives {value}"


def test_a_memo_that_knows_what_it_knows_needs_few_calls() -> None:
    for row in ROWS:
        if any(name.startswith("memo-unknown") for name, _ in row.claims):
            assert forgetful(row, lambda lead: False) == row.answer


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("cycle 2 3 8 breaks look-ahead-1", "no such row, tried 1"),
        ("uniform 3 1 5 7 breaks digits-6", "no such row, tried 1000"),
        ("uniform 4 1 20 7 spares other-sum", "no such row"),
        ("cycle 4 8 15 3 7 breaks look-ahead-0", "look-ahead-0"),
        ("circle 4 8 15 3 7 breaks parity", "circle"),
        ("uniform 4", "expected row SHAPE"),
    ],
)
def test_a_row_that_cannot_do_what_its_command_claims_is_not_made(
    command: str, why: str
) -> None:
    program = ROOT / "generators" / "row.py"
    words = [sys.executable, "-B", str(program), *command.split()]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert command in line
    assert why in line


def test_the_set_is_small() -> None:
    assert len(ROWS) <= 120
    assert (
        sum(file.stat().st_size for file in DATA.rglob("*") if file.is_file())
        <= 2 * 10**6
    )


def test_the_limits_of_the_statement_are_reached() -> None:
    sizes = {row.size for row in ROWS}
    assert len("1\n1\n") in sizes
    assert len(f"{MOST_COINS}\n" + f"{MOST_VALUE} " * MOST_COINS) in sizes
    assert {1, MOST_VALUE} <= {min(row.coins) for row in ROWS}
    assert MOST_COINS // 2 * MOST_VALUE in {row.answer for row in ROWS}


def test_the_sizes_around_which_tables_end_are_there() -> None:
    counts = {len(row.coins) for row in ROWS}
    for middle in (32, 64, 100, 128, 256, 500, 512, 999):
        assert {middle - 1, middle, middle + 1} <= counts


def test_short_and_long_rows_break_the_same_players() -> None:
    for depth in (1, 2, 3, 4, 8, 12, 16):
        claim = (f"look-ahead-{depth}", True)
        counts = [len(row.coins) for row in ROWS if claim in row.claims]
        assert min(counts) <= 2 * depth + 2
        assert max(counts) >= 990
    for name in ("parity", "first-never-loses", "cooperative", "int32-lead"):
        counts = [len(row.coins) for row in ROWS if (name, True) in row.claims]
        assert min(counts) <= 6
        assert max(counts) >= 990


def test_numbers_leave_their_types_one_at_a_time() -> None:
    assert any(row.answer < 2**31 <= row.total < 2**32 for row in ROWS)
    assert any(row.answer < 2**31 < 2**32 <= row.total for row in ROWS)
    assert any(2**31 <= row.answer < 2**32 <= row.total for row in ROWS)
    assert any(row.answer >= 10**9 + 7 and row.total < 2**31 for row in ROWS)
    short = [row for row in ROWS if len(row.coins) < 100]
    assert any(max(map(max, row.leads())) >= 2**31 for row in short)
    assert any(
        min(map(min, row.leads())) < -(2**31) and row.answer < 2**31 for row in short
    )


def test_rows_are_tied_in_every_way() -> None:
    equal = [
        len(row.coins) for row in ROWS if len(set(row.coins)) == 1 and len(row.coins) > 5
    ]
    assert {count % 2 for count in equal} == {0, 1}
    two_values = [row for row in ROWS if len(set(row.coins)) == 2]
    assert {len(row.coins) % 2 for row in two_values} == {0, 1}
    longest = [
        max(len(list(run)) for _, run in groupby(row.coins)) for row in two_values
    ]
    assert max(longest) >= 10
    for lead, share in ((0, 0.4), (-1, 0.1)):
        short = [row for row in ROWS if 20 < len(row.coins) < 100]
        tied = (sum(leads.count(lead) for leads in row.leads()) for row in short)
        intervals = (len(row.coins) * (len(row.coins) + 1) / 2 for row in short)
        assert any(t > share * i for t, i in zip(tied, intervals, strict=True))
