"""The limits of a run, and the time-limit rule of the 2025-09 format."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judging.core.limits import MIB, ProblemLimits, Timing, check_time_limit

FORMAT = ProblemLimits(
    time_s=1.0
)  # ac_to_time_limit 2, time_limit_to_tle 1.5, resolution 1 s
TIMES = st.integers(1, 20_000).map(lambda milliseconds: milliseconds / 1000)


def timing(
    cpu_s: float, path: str = "a.cpp", stopped: bool = False, at_wall: bool = False
) -> Timing:
    return Timing(path, "secret/1", cpu_s, stopped, at_wall)


def test_defaults_are_those_of_the_format() -> None:
    """The numbers in the table of the format, in MiB and seconds."""
    assert FORMAT.memory_bytes == 2048 * MIB
    assert FORMAT.output_bytes == 8 * MIB
    assert FORMAT.code_bytes == 128 * 1024
    assert (FORMAT.compilation_s, FORMAT.compilation_memory_bytes) == (60, 2048 * MIB)
    assert (FORMAT.validation_s, FORMAT.validation_memory_bytes) == (60, 2048 * MIB)
    assert FORMAT.validation_output_bytes == 8 * MIB
    assert (FORMAT.ac_to_time_limit, FORMAT.time_limit_to_tle) == (2.0, 1.5)
    assert FORMAT.time_resolution_s == 1.0


def test_a_run_is_stopped_when_it_is_certainly_too_slow() -> None:
    limits = ProblemLimits(time_s=2.0, memory_bytes=MIB, output_bytes=7).of_run()
    assert (limits.time_s, limits.kill_s) == (2.0, 3.0)
    assert (limits.memory_bytes, limits.output_bytes) == (MIB, 7)


@given(TIMES, st.floats(0.25, 4), st.none() | TIMES)
def test_factor_scales_and_a_stated_limit_replaces(
    time_s: float, factor: float, stated: float | None
) -> None:
    limits = ProblemLimits(time_s=time_s).of_run(factor, stated)
    base = time_s if stated is None else stated
    assert limits.time_s == pytest.approx(base * factor)
    assert limits.kill_s == pytest.approx(base * factor * 1.5)


@given(TIMES)
def test_the_wall_limit_is_twice_the_kill_limit_and_at_least_a_second_more(
    time_s: float,
) -> None:
    limits = ProblemLimits(time_s=time_s).of_run()
    assert limits.wall_s >= 2 * limits.kill_s
    assert limits.wall_s >= limits.kill_s + 1
    assert limits.wall_s <= 2 * limits.kill_s + 1


def test_a_limit_is_checked_from_both_sides() -> None:
    check = check_time_limit(
        FORMAT,
        2.0,
        [timing(0.5, "fast.cpp"), timing(0.8, "slow.cpp")],
        [timing(9.0, "cubic.py"), timing(4.0, "square.py")],
    )
    assert check.slowest_accepted == timing(0.8, "slow.cpp")
    assert check.fastest_too_slow == timing(4.0, "square.py")
    assert check.ac_ratio == pytest.approx(2.5)
    assert check.tle_ratio == pytest.approx(2.0)
    assert check.ok
    assert check.suggested_s == 2.0


@pytest.mark.parametrize(
    ("slowest", "fastest", "ok"),
    [
        (1.0, 3.0, True),  # both ratios are exactly large enough
        (1.01, 3.0, False),  # an accepted submission takes more than half the limit
        (
            1.0,
            2.9,
            False,
        ),  # a submission that must time out takes less than 1.5 times the limit
        (None, 3.0, True),
        (1.0, None, True),
        (None, None, True),
        (None, 2.0, False),
    ],
)
def test_ok_means_no_measured_ratio_is_too_small(
    slowest: float | None, fastest: float | None, ok: bool
) -> None:
    accepted = [] if slowest is None else [timing(slowest)]
    too_slow = [] if fastest is None else [timing(fastest)]
    assert check_time_limit(FORMAT, 2.0, accepted, too_slow).ok is ok


def test_without_an_accepted_submission_nothing_is_suggested() -> None:
    check = check_time_limit(FORMAT, 2.0, [], [timing(9.0)])
    assert (check.suggested_s, check.ac_ratio) == (None, None)


def test_no_suggestion_if_no_limit_satisfies_both_sides() -> None:
    """0.6 s needs a limit of 2 s, and then a submission that must time out has to take 3 s."""
    assert (
        check_time_limit(FORMAT, 1.0, [timing(0.6)], [timing(2.9)]).suggested_s is None
    )
    assert check_time_limit(FORMAT, 1.0, [timing(0.6)], [timing(3.0)]).suggested_s == 2.0


def test_a_stopped_run_does_not_rule_out_a_larger_limit() -> None:
    """It was stopped at 1.5 s under a limit of 1 s, so it might have taken 3 s."""
    check = check_time_limit(FORMAT, 1.0, [timing(0.6)], [timing(1.5, stopped=True)])
    assert check.suggested_s == 2.0


def test_a_run_that_ended_by_itself_counts_even_if_another_was_stopped() -> None:
    runs = [timing(1.45, "ended.py"), timing(1.5, "stopped.py", stopped=True)]
    assert check_time_limit(FORMAT, 1.0, [timing(0.6)], runs).suggested_s is None


def test_a_stopped_run_is_not_too_close_and_one_at_the_wall_tells_nothing() -> None:
    stopped, asleep = (
        timing(1.49, stopped=True),
        timing(0.1, "zzz.py", stopped=True, at_wall=True),
    )
    assert check_time_limit(FORMAT, 1.0, [timing(0.1)], [stopped]).ok
    check = check_time_limit(FORMAT, 1.0, [timing(0.1)], [asleep])
    assert (check.tle_ratio, check.ok, check.suggested_s) == (None, True, 1.0)
    # A run that was measured counts, even if it took longer.
    check = check_time_limit(FORMAT, 1.0, [timing(0.1)], [asleep, timing(1.2)])
    assert (check.tle_ratio, check.ok) == (1.2, False)
    # A submission that must pass may not be stopped.
    check = check_time_limit(FORMAT, 1.0, [timing(0.1), asleep], [])
    assert (check.ac_ratio, check.ok, check.suggested_s) == (None, False, None)


def test_even_an_instant_solution_gets_one_step_of_the_resolution() -> None:
    check = check_time_limit(FORMAT, 1.0, [timing(0.0)], [])
    assert check.suggested_s == 1.0
    assert check.ac_ratio is None
    assert check.ok


@given(
    st.lists(TIMES, min_size=1, max_size=4),
    st.lists(TIMES, max_size=4),
    st.sampled_from([0.1, 0.25, 0.5, 1.0, 2.0]),
    st.sampled_from([1.5, 2.0, 3.0]),
)
@example([0.2], [], 0.1, 1.5)  # 0.2 * 1.5 / 0.1 is more than 3 in floating point
@example([0.2], [0.45], 0.1, 1.5)
def test_the_suggestion_is_the_smallest_multiple_that_satisfies_both(
    accepted: list[float], too_slow: list[float], resolution: float, wanted: float
) -> None:
    """Compare with a search over every multiple, in exact decimal arithmetic."""
    limits = ProblemLimits(
        time_s=1.0, ac_to_time_limit=wanted, time_resolution_s=resolution
    )
    found = check_time_limit(
        limits, 1.0, [timing(t) for t in accepted], [timing(t) for t in too_slow]
    ).suggested_s
    step = Fraction(str(resolution))
    smallest = next(
        n * step
        for n in range(1, 10**6)
        if n * step >= max(Fraction(str(t)) for t in accepted) * Fraction(str(wanted))
    )
    holds = all(Fraction(str(t)) >= smallest * Fraction(3, 2) for t in too_slow)
    if holds:
        assert found == pytest.approx(float(smallest))
    else:
        assert found is None
