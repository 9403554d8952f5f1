"""The kill matrix as text shows every verdict once, whatever the width."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.core.verdicts import Verdict
from judging.features.strength import kills
from judging.features.strength.matrix import KillMatrix, Row, Test

LETTERS = {".": Verdict.AC, "W": Verdict.WA, "T": Verdict.TLE, "M": Verdict.MLE}
FAMILIES = st.lists(st.integers(1, 30), min_size=1, max_size=9)


@pytest.mark.parametrize("width", [80, 120])
@settings(max_examples=30)
@given(FAMILIES, st.data())
def test_every_verdict_is_shown_once_and_no_line_is_too_long(
    width: int, sizes: list[int], data: st.DataObject
) -> None:
    tests = [
        Test(f"secret/{f}/{i}", f"secret/{f}", 0)
        for f, n in enumerate(sizes)
        for i in range(n)
    ]
    row = st.text("".join(LETTERS), min_size=len(tests), max_size=len(tests))
    drawn = {f"solutions/wrong_answer/{i}.py": text for i, text in enumerate(data.draw(st.lists(row, min_size=1, max_size=4)))}  # fmt: skip  # noqa: E501
    rows = [Row(path, tuple(LETTERS[c] for c in text)) for path, text in drawn.items()]
    lines = kills.lines_of(KillMatrix(tuple(tests), tuple(rows), ()), width)
    assert max(map(len, lines)) <= width
    for path, text in drawn.items():
        name = path.removeprefix("solutions/")
        parts = [line.split() for line in lines if line.startswith(f"  {name} ")]
        assert "".join("".join(cells) for _, _, *cells in parts) == text
        assert {count for _, count, *_ in parts} == {str(len(text) - text.count("."))}
