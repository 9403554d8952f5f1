"""How times grow: simulated times whose class is known, and times that say little."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.core.limits import (
    Growth,
    Measure,
    ProblemLimits,
    SizedRun,
    check_time_limit,
)
from judging.core.results import Status, SubmissionResult
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.features.limits.growth import growth, growth_on_demand, growths
from judging.features.limits.report import render_text
from judging.values import replace

TRIALS = 300
START_S = 0.03
NOISE = 0.15
SAMPLES = (1, 2, 4)


def geometric(low: int, high: int, count: int = 8) -> list[int]:
    return [round(low * (high / low) ** (i / (count - 1))) for i in range(count)]


# A class, the function, and sizes at which the longest run is far above the start-up.
TRUTHS: list[tuple[str, Callable[[int], float], Sequence[int]]] = [
    ("n^0.5", math.sqrt, geometric(10**4, 10**6)),
    ("n", lambda n: n, geometric(10**5, 3 * 10**6)),
    ("n log n", lambda n: n * math.log(n + 1), geometric(10**5, 3 * 10**6)),
    ("n^1.5", lambda n: n**1.5, geometric(10**4, 10**5)),
    ("n^2", lambda n: n**2, geometric(1000, 5000)),
    ("n^2 log n", lambda n: n**2 * math.log(n + 1), geometric(1000, 5000)),
    ("n^3", lambda n: n**3, geometric(100, 300)),
    ("n^4", lambda n: n**4, geometric(40, 100)),
    ("^n", lambda n: 2.0**n, range(14, 22)),
]
# Each class takes half a second or more; the others are slow tests.
QUICK_TRUTHS = ("n", "n^2 log n", "^n")


def simulated(
    random: Random,
    work: Callable[[int], float],
    sizes: Sequence[int],
    noise: float = NOISE,
) -> list[SizedRun]:
    """The times of a program that takes two seconds for the largest size."""
    b = 2.0 / work(sizes[-1])
    return [
        SizedRun(
            f"secret/{n}",
            {"n": n},
            (START_S + b * work(n)) * max(random.gauss(1, noise), 0.2),
        )
        for n in (*SAMPLES, *sizes)
    ]


@pytest.mark.parametrize(
    ("name", "work", "sizes"),
    [
        pytest.param(*truth, marks=() if truth[0] in QUICK_TRUTHS else pytest.mark.slow)
        for truth in TRUTHS
    ],
    ids=[name for name, *_ in TRUTHS],
)
def test_the_true_class_is_among_those_named_and_the_true_slope_within_the_error(
    name: str, work: Callable[[int], float], sizes: Sequence[int]
) -> None:
    random = Random(name)
    named = near = 0
    for _ in range(TRIALS):
        found = growth("a.py", "n", simulated(random, work, sizes))
        named += any(
            c == name or (name == "^n" and c.endswith(name)) for c in found.classes
        )
        assert found.slope is not None
        assert found.error is not None
        ends = [run.sizes["n"] for run in (found.runs[0], found.runs[-1])]
        rise = math.log(work(int(ends[1])) / work(int(ends[0]))) / math.log(
            ends[1] / ends[0]
        )
        near += abs(found.slope - rise) <= found.error
    assert named >= 0.97 * TRIALS
    assert near >= 0.9 * TRIALS


@pytest.mark.parametrize("work", [lambda n: 1.0, lambda n: math.log(n + 1) ** 0.2])
def test_times_that_hardly_grow_are_above_no_start_up(
    work: Callable[[int], float],
) -> None:
    found = growth("a.py", "n", simulated(Random(1), work, geometric(10, 10**6)))
    assert found == Growth("a.py", "n", found.runs)
    assert len(found.runs) < 4


def test_times_that_another_size_causes_do_not_grow() -> None:
    random = Random(4)
    runs = [SizedRun("t", {"n": n}, random.gauss(1, 0.1)) for n in geometric(10, 10**6)]
    found = growth("a.py", "n", [SizedRun("s", {"n": 1}, START_S), *runs])
    assert found.classes == ("constant",)


def test_times_that_scatter_have_neither_a_class_nor_a_slope() -> None:
    random = Random(2)
    runs = [
        SizedRun("t", {"n": n}, random.choice([0.1, 1.0, 10.0]))
        for n in geometric(10, 10**6)
    ]
    found = growth("a.py", "n", [SizedRun("s", {"n": 1}, START_S), *runs])
    assert found == Growth("a.py", "n", found.runs)
    assert len(found.runs) >= 4


def test_a_slope_that_no_class_has_is_still_told() -> None:
    found = growth(
        "a.py", "n", simulated(Random(5), lambda n: n**7, geometric(20, 60, 20))
    )
    assert found.classes == ()
    assert found.slope == pytest.approx(7, abs=0.7)


def exact(work: Callable[[int], float], sizes: Sequence[int]) -> list[SizedRun]:
    return simulated(Random(3), work, sizes, noise=0.0)


def test_the_longest_run_of_a_size_counts_and_sizes_that_are_almost_equal_are_one() -> (
    None
):
    runs = exact(lambda n: n, [1000, 2000, 4000, 8000])
    easy = [replace(run, cpu_s=START_S, test="easy") for run in runs]
    close = SizedRun("close", {"n": 8100}, 1.9)
    found = growth("a.py", "n", [*easy, *runs, close])
    assert [run.test for run in found.runs] == [
        f"secret/{n}" for n in (1000, 2000, 4000, 8000)
    ]
    assert found.slope == pytest.approx(1, abs=0.02)
    fewer = [run for run in runs if run.sizes["n"] != 4000]
    assert growth("a.py", "n", [*fewer, close]).slope is None


def test_the_order_of_the_tests_decides_nothing() -> None:
    random = Random(6)
    runs = simulated(
        random, lambda n: n**2, [*geometric(1000, 5000), 5000, 5010], noise=0.0
    )
    runs += [replace(run, test=f"{run.test}-again", ended=False) for run in runs]
    found = growth("a.py", "n", runs)
    for _ in range(20):
        random.shuffle(runs)
        assert growth("a.py", "n", runs) == found


def test_a_stopped_run_is_no_point_but_rules_out_what_contradicts_it() -> None:
    runs = exact(lambda n: n**2, [1000, 2000, 3000, 4000, 5000])
    runs[-1] = replace(runs[-1], cpu_s=1.5, ended=False)
    found = growth("a.py", "n", runs)
    assert "n^2" in found.classes
    assert [run.ended for run in found.runs] == [True] * 4 + [False]
    # It took 50 times as long as all that the other times foretell.
    runs[-1] = replace(runs[-1], cpu_s=100.0)
    assert growth("a.py", "n", runs).classes == ()
    # One that the output limit stopped early says nothing.
    runs[-1] = replace(runs[-1], cpu_s=0.001)
    assert "n^2" in growth("a.py", "n", runs).classes


def test_what_grows_fast_is_exponential_only_where_that_is_plausible() -> None:
    found = growth("a.py", "n", exact(lambda n: 3.0**n, range(8, 15)))
    assert found.classes == ("3.0^n",)
    assert (
        "n^2" in growth("a.py", "n", exact(lambda n: n**2, geometric(200, 900))).classes
    )


SIZES = st.one_of(st.integers(1, 10**299), st.floats(1e-9, 1e299), st.integers(1, 30))
RUNS = st.builds(
    SizedRun,
    test=st.just("t"),
    sizes=st.fixed_dictionaries({"n": SIZES}, optional={"m": SIZES}),
    cpu_s=st.floats(0, 100),
    ended=st.booleans(),
)


@given(st.lists(RUNS, max_size=12))
def test_whatever_was_measured_is_no_more_than_described(runs: list[SizedRun]) -> None:
    found = growth("a.py", "n", runs)
    points = sum(run.ended for run in found.runs)
    assert all(run in runs for run in found.runs)
    assert (found.slope is None) == (found.error is None)
    assert found.slope is None or points >= 4
    assert found.error is None or found.error > 0
    assert found.slope is not None or not found.classes
    assert found == growth("a.py", "n", runs[::-1]) or len(
        {r.cpu_s for r in runs}
    ) < len(runs)


def submission(path: str, times: dict[str, float]) -> SubmissionResult:
    tests = tuple(
        TestcaseResult(name, Verdict.AC, Execution(Ending.EXITED, cpu_s, exit_code=0))
        for name, cpu_s in times.items()
    )
    return SubmissionResult(
        path, "python3", Status.JUDGED, Verdict.AC, True, testcases=tests
    )


ROWS = [
    (1, 0),
    (1000, 3),
    (2000, 1),
    (3000, 4),
    (4000, 0),
    (5000, 2),
    (6000, 4),
]
TESTS = [f"secret/{n}" for n, _ in ROWS]
SIZES_OF_TESTS = {
    "N": {f"secret/{n}": n for n, _ in ROWS},
    "M": {f"secret/{n}": 3 * n + n % 7 for n, _ in ROWS},
    "k": {f"secret/{n}": k for n, k in ROWS if k},
}


def test_sizes_that_move_together_are_named() -> None:
    quadratic = {test: 0.02 + float(test[7:]) ** 2 * 1e-7 for test in TESTS}
    found = growths([submission("a.py", quadratic)], SIZES_OF_TESTS)
    assert [(f.size, f.moves_with) for f in found] == [
        ("N", ("M",)),
        ("M", ("N",)),
        ("k", ()),
    ]
    by_n, _, by_k = found
    assert "n^2" in by_n.classes
    assert by_n.slope == pytest.approx(2, abs=0.05)
    assert by_k.slope is None or not by_k.classes


def test_the_limit_is_that_of_the_language() -> None:
    linear = {test: 0.02 + float(test[7:]) * 1e-4 for test in TESTS}
    python = submission("a.py", linear)
    cpp = replace(python, path="a.cpp", language="cpp")
    found = growths([python, cpp], SIZES_OF_TESTS, 2.0, {"python3": 3.0})
    limits = {(each.path, each.limit_cost) for each in found if each.size == "N"}
    assert limits == {("a.py", 6.0), ("a.cpp", 2.0)}


def test_a_report_of_fifty_submissions_has_a_line_for_each_that_is_known() -> None:
    linear = {test: 0.02 + float(test[7:]) * 1e-4 for test in TESTS}
    results = [submission(f"solutions/accepted/{i:02}.py", linear) for i in range(50)]
    results += [submission(f"fast{i}.py", dict.fromkeys(TESTS, 0.02)) for i in range(9)]
    check = check_time_limit(ProblemLimits(1.0), 1.0, [], [])
    text = render_text(replace(check, growth=growths(results, SIZES_OF_TESTS)))
    lines = text[text.index("time over") :].splitlines()
    few = "unknown (too few sizes, or scattered times)"
    row = "n or n log n  n^1.00 +- 0.19, 6 sizes, moves with M"
    assert lines[:2] == ["time over N", f"  solutions/accepted/00.py  {row}"]
    assert lines[51] == f"  {few}: fast0.py, fast1.py, fast2.py and 6 more"
    assert lines[52] == "time over M"
    assert lines[104:] == [f"time over k: {few}"]
    slow = [submission("a.py", dict.fromkeys(TESTS, 0.02))]
    text = render_text(replace(check, growth=growths(slow, SIZES_OF_TESTS)))
    assert text.splitlines()[-3:] == [f"time over {size}: {few}" for size in "NMk"]


BLOCK_TRUTHS: list[tuple[str, Callable[[int], float]]] = [
    ("constant", lambda n: 40),
    ("log n", lambda n: 20 + 5 * n.bit_length()),
    ("n^0.5", lambda n: 10 + 3 * math.isqrt(n)),
    ("n", lambda n: 25 + 7 * n),
    ("n log n", lambda n: 25 + 6 * n + 4 * n * n.bit_length()),
    ("n^2", lambda n: 50 + 60 * n + n * n),
    ("n^2 log n", lambda n: 50 + 30 * n + n * n * n.bit_length()),
    ("n^3", lambda n: 50 + 80 * n * n + n**3),
]


def counted(
    blocks: Callable[[int], float], sizes: Sequence[int], block_s: float = 1e-9
) -> list[SizedRun]:
    """Return runs in which each block takes the same time."""
    runs = []
    for n in sizes:
        count = int(blocks(n))
        runs.append(SizedRun(str(n), {"n": n}, 0.002 + block_s * count, True, count))
    return runs


@pytest.mark.parametrize(("name", "blocks"), BLOCK_TRUTHS)
def test_blocks_name_one_class_in_spite_of_terms_of_lower_order(
    name: str, blocks: Callable[[int], float]
) -> None:
    for largest in (10**4, 10**5, 10**6):
        runs = counted(blocks, geometric(10, largest, 12))
        found = growth_on_demand("a.cpp", "n", runs, Measure.BLOCKS, largest, 1.0)
        assert found.classes == (name,)
        assert len(found.runs) == 12


def test_the_time_at_the_bound_is_foretold_where_blocks_and_times_agree() -> None:
    def square(n: int) -> float:
        return 20 + n * n

    runs = counted(square, geometric(10, 10**4, 10))
    found = growth_on_demand("a.cpp", "n", runs, Measure.BLOCKS, 10**5, 1.0)
    assert found.expected_s is not None
    assert found.expected_s == pytest.approx((10.0, 10.0), rel=0.1)
    assert found.limit_cost == pytest.approx(1e9, rel=0.1)
    assert found.line[-1] == pytest.approx((1e5, 1e10), rel=0.1)
    # A run at the bound is measured, not foretold.
    found = growth_on_demand("a.cpp", "n", runs, Measure.BLOCKS, 10**4, 1.0)
    assert found.expected_s == (runs[-1].cpu_s, runs[-1].cpu_s)
    # A library that is not counted takes ever more of the time.
    slower = [replace(run, cpu_s=run.cpu_s * run.sizes["n"] / 1000) for run in runs]
    found = growth_on_demand("a.cpp", "n", slower, Measure.BLOCKS, 10**5, 1.0)
    assert found.classes == ("n^2",)
    assert (found.expected_s, found.limit_cost) == (None, None)


def test_times_foretell_the_time_at_the_bound() -> None:
    runs = exact(lambda n: n**2, geometric(1000, 5000))
    found = growth_on_demand("a.py", "n", runs, Measure.TIME, 50_000, 1.0)
    assert found.expected_s is not None
    least, greatest = found.expected_s
    assert least <= 200.1
    assert greatest >= 199.9
    assert found.limit_cost == 1.0


def test_runs_that_were_stopped_stay_in_sight() -> None:
    runs = counted(lambda n: n * n, geometric(10, 10**4, 10))
    runs.append(SizedRun("slow", {"n": 30_000}, 3.0, ended=False))
    found = growth_on_demand("a.cpp", "n", runs, Measure.BLOCKS, 10**5, 2.0)
    assert found.classes == ("n^2",)
    assert [run.test for run in found.runs if not run.ended] == ["slow"]
