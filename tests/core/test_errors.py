"""Which errors a report collects, and the exit code that several of them have together."""

from __future__ import annotations

import itertools

import pytest

from judging.core.diagnostics import error, warning
from judging.core.errors import (
    CaughtErrors,
    MachineError,
    NothingToJudge,
    PackageError,
    UsageError,
    collect_errors,
    raise_errors,
)
from judging.core.exit_codes import ExitCode, ReasonKind, gravest


@pytest.mark.parametrize(
    ("raised", "caught"),
    [
        (PackageError([error("x")]), CaughtErrors(diagnostics=(error("x"),))),
        (MachineError("no disk"), CaughtErrors(machine_errors=("no disk",))),
        (NothingToJudge("no test"), CaughtErrors(nothing_judged="no test")),
        (KeyboardInterrupt(), CaughtErrors(interrupted=True)),
    ],
)
def test_errors_that_end_work_are_collected(
    raised: BaseException, caught: CaughtErrors
) -> None:
    with collect_errors() as found:
        raise raised
    assert found == caught


@pytest.mark.parametrize("raised", [UsageError("no"), ValueError("a bug")])
def test_a_wrong_command_line_and_a_bug_are_not_collected(raised: Exception) -> None:
    with pytest.raises(type(raised)), collect_errors():
        raise raised


def test_only_errors_are_raised() -> None:
    raise_errors([])
    raise_errors([warning("odd")])
    with pytest.raises(PackageError) as found:
        raise_errors([warning("odd"), error("broken")])
    assert found.value.diagnostics == (error("broken"),)


def test_the_gravest_exit_code_is_the_first_of_130_4_3_5_1_0() -> None:
    order = [130, 4, 3, 5, 1, 0]
    for count in range(1, 4):
        for codes in itertools.permutations(order, count):
            assert gravest(codes) == min(codes, key=order.index)
    assert gravest([]) is ExitCode.NOTHING_JUDGED


def test_reasons_are_listed_in_the_order_of_their_exit_codes() -> None:
    codes = [kind.exit_code for kind in ReasonKind]
    for place, code in enumerate(codes):
        assert gravest(codes[place:]) is code
