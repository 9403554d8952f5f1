"""The command in a process of its own does what it does in the process of a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.command import Done, Package, judge, sound

TIMES = re.compile(r"\d+\.\d+ s|\d+(\.\d)? [KM]iB")
# A busy machine keeps fewer results.
KEPT = re.compile(
    r"^\d+ .*(recalled from earlier runs|not kept for the next run).*\n", re.M
)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "solutions/accepted"), 0),
        (("run", "solutions/wrong_answer", "--time-limit", "0"), 2),
        (("run", "--problem", "../broken"), 3),
        (("run", "--tests", "none*"), 5),
        (("hack",), 2),
        (("--help",), 0),
    ],
)
def test_a_process_prints_the_same_and_exits_with_the_same_code(
    tmp_path: Path, arguments: tuple[str, ...], code: int
) -> None:
    root = sound(tmp_path).root
    Package(tmp_path / "broken").write("problem/problem.yaml", "{")

    def printed(done: Done) -> tuple[int, str, str]:
        out = KEPT.sub("", done.out)
        return done.code, TIMES.sub("some", out), TIMES.sub("some", done.err)

    alone = printed(judge(*arguments, cwd=root, process=True))
    assert alone == printed(judge(*arguments, cwd=root))
    assert alone[0] == code
