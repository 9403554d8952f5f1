"""Grammars in the Checktestdata language: every statement, as its documentation describes it.

Source: the language's specification, DOMjudge checktestdata, doc/format-spec.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.workbench import LIMITS, Workbench

from judging.core.runs import Ending
from judging.jobs import execute
from judging.sandbox.worker import Worker

GRAMMAR = r"""
# Sizes, numbers that differ, a word, a fraction, and then lines to the end.
INT(1, 10^30, n) SPACE INT(1, 5, m) NEWLINE
SET(total = 0)
REPI(i, m, SPACE) INT(-100, 100, a[i]) SET(total = total + a[i]) END NEWLINE
ASSERT(UNIQUE(a) && (total % 2 == 0 || n > 2 * total))
IF(m > 2 && !INARRAY(7, a)) STRING("big") ELSE STRING("small") END
SPACE REGEX("[a-z]+", word) NEWLINE
ASSERT(STRLEN(word) <= 5)
FLOATP(0, 1, 2, 3, p, FIXED) NEWLINE
REP(2) STRING("x") END NEWLINE
WHILE(!ISEOF)
  IF(MATCH("#")) REGEX("#[^\n]*") ELSE FLOAT(-1.5, 1e3) END NEWLINE
END
EOF
"""
HUGE = "1" + "0" * 30
VALID = [
    f"{HUGE} 3\n1 2 3\nbig word\n0.25\nxx\n# note\n-1.5\n1e2\n999.5\n",
    "50 1\n7\nsmall abcde\n1.000\nxx\n",
    "1 4\n7 -7 100 -100\nsmall a\n0.00\nxx\n#\n",
]
# Changes of the first valid input, and where the input is then rejected: line and column.
INVALID = [
    (f"{HUGE} ", f"{HUGE}0 ", (1, 1)),
    (f"{HUGE} 3", f"{HUGE} 03", (1, 33)),
    (f"{HUGE} 3", f"{HUGE} 6", (1, 33)),
    ("1 2 3\n", "1  2 3\n", (2, 3)),
    ("1 2 3\n", "1 2 3 \n", (2, 6)),
    ("1 2 3\n", "1 2 101\n", (2, 5)),
    ("1 2 3\n", "1 2 2\n", None),
    ("big", "small", (3, 1)),
    ("word", "Word", (3, 5)),
    ("word", "wordier", None),
    ("0.25", "0.2500", (4, 1)),
    ("0.25", "2.5e-1", (4, 1)),
    ("xx", "x", (5, 2)),
    ("-1.5", "-1.51", (7, 1)),
    ("999.5\n", "999.5", None),
    ("999.5\n", "999.5\n\n", (10, 1)),
]


def answer(worker: Worker, folder: Path, given: str) -> tuple[int | None, str]:
    """Return exit code and stderr of the grammar on an input. The grammar is built only once."""
    program = Workbench(worker, folder).executable({"form.ctd": GRAMMAR})
    limits = LIMITS.of_run()
    run = execute(program, given.encode(), limits, worker)
    assert run.execution.ending is Ending.EXITED
    return run.execution.exit_code, run.stderr.decode()


@pytest.mark.parametrize("given", VALID)
def test_valid_inputs(given: str, worker: Worker, tmp_path: Path) -> None:
    assert answer(worker, tmp_path, given)[0] == 42


@pytest.mark.parametrize(("old", "new", "place"), INVALID)
def test_invalid_inputs_are_rejected_at_the_right_place(
    old: str, new: str, place: tuple[int, int] | None, worker: Worker, tmp_path: Path
) -> None:
    assert VALID[0].count(old) == 1
    code, said = answer(worker, tmp_path, VALID[0].replace(old, new))
    assert code == 43
    if place is not None:
        assert said.startswith(f"{place[0]}:{place[1]} ")
