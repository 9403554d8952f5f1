"""Comparing reports: ratios, what is far, and limits, against definitions of their own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from judging.core.errors import UsageError
from judging.features.compare.comparing import (
    RecordedReport,
    compare,
    labels_of,
    report_of,
)
from judging.features.compare.comparing.ratios import FLOOR_S
from judging.reports.comparison import Comparison, Spread

LIMIT_S = 1.0
KILL_S = 1.5
ACCEPTED = (["AC"], ["AC"])
TOO_SLOW = (["AC", "TLE"], ["TLE"])


def run(name: str, cpu_s: float, verdict: str = "", ending: str = "") -> dict[str, Any]:
    """Return a run that is stopped at the kill limit, as `judge run` would."""
    stopped = cpu_s >= KILL_S
    return {
        "name": name,
        "verdict": verdict or ("TLE" if cpu_s > LIMIT_S else "AC"),
        "cpu_s": min(cpu_s, KILL_S),
        "ending": ending or ("cpu limit" if stopped else "exited"),
        "message": "",
    }


def submission(
    path: str,
    times: Mapping[str, float],
    expectation: tuple[list[str], list[str]] = ACCEPTED,
    **keys: Any,
) -> dict[str, Any]:
    runs = [run(name, cpu_s) for name, cpu_s in times.items()]
    verdicts = [each["verdict"] for each in runs]
    permitted, required = expectation
    met = set(verdicts) <= set(permitted) and bool(set(verdicts) & set(required))
    return {
        "path": path,
        "language": "cpp" if path.endswith(".cpp") else "python3",
        "status": "judged",
        "verdict": next((v for v in verdicts if v != "AC"), "AC"),
        "met": met,
        "permitted": permitted,
        "required": required,
        "testcases": runs,
        "rules": [],
        "source": "",
        **keys,
    }


def report(
    file: str, *submissions: dict[str, Any], cpu: str = "Xeon", **keys: Any
) -> RecordedReport:
    return report_of(document(*submissions, cpu=cpu, **keys), file)


def document(
    *submissions: dict[str, Any], cpu: str = "Xeon", **keys: Any
) -> dict[str, Any]:
    return {
        "schema": 1,
        "problem": "sums",
        "limits": {"time_s": LIMIT_S, "kill_s": KILL_S},
        "languages": {"cpp": "C++", "python3": "Python"},
        "machine": {"cpu": cpu, "cores": 4, "kernel": "Linux 6"},
        "date": "2026-11-20T10:00:00Z",
        "tool_version": "1.0",
        "inputs": {},
        "submissions": list(submissions),
        **keys,
    }


def times_of(
    before: Mapping[str, Sequence[float]],
    after: Mapping[str, Sequence[float]],
    cpu: str = "another",
) -> Comparison:
    """Compare two reports, each the times of submissions on tests 0, 1, ..."""
    reports = []
    for file, times, machine in (("a", before, "Xeon"), ("b", after, cpu)):
        submissions = []
        for path, of_path in times.items():
            named = {f"secret/{n}": time for n, time in enumerate(of_path)}
            submissions.append(submission(path, named))
        reports.append(report(file, *submissions, cpu=machine))
    return compare(reports)


# --- ratios


def naive_quantile(values: Sequence[float], share: float) -> float:
    """Interpolate between the two values around a place in their order."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    part = place - below
    return ordered[below] * (1 - part) + ordered[above] * part


@examples(60)
@given(
    st.lists(
        st.tuples(st.floats(FLOOR_S, 1.4), st.floats(FLOOR_S, 1.4)),
        min_size=1,
        max_size=12,
    )
)
def test_the_ratio_of_a_language_is_the_median_with_quartiles(
    pairs: list[tuple[float, float]],
) -> None:
    before = {"a.cpp": [first for first, _ in pairs]}
    after = {"a.cpp": [second for _, second in pairs]}
    (found,) = times_of(before, after).languages
    ratios = [second / first for first, second in pairs]
    assert found.spread is not None
    assert (found.language, found.runs, found.bounds) == ("C++", len(pairs), 0)
    assert found.spread.median == pytest.approx(naive_quantile(ratios, 0.5))
    assert found.spread.lower == pytest.approx(naive_quantile(ratios, 0.25))
    assert found.spread.upper == pytest.approx(naive_quantile(ratios, 0.75))


def test_times_below_the_floor_are_left_out() -> None:
    found = times_of({"a.cpp": [0.01, 0.04, 0.2]}, {"a.cpp": [0.04, 0.01, 0.4]})
    (language,) = found.languages
    assert language.spread == Spread(2.0, 2.0, 2.0)
    assert (language.runs, language.bounds) == (1, 0)


@pytest.mark.parametrize(
    ("before", "after", "least", "most"),
    [
        ([0.5], [9.0], 3.0, None),  # stopped at 1.5 s
        ([9.0], [0.5], 0.0, 1 / 3),
        ([0.02], [0.5], 10.0, None),  # below the floor of 0.05 s
        ([0.5], [0.02], 0.0, 0.1),
        ([0.5, 0.5, 0.5], [0.5, 0.6, 9.0], 1.2, 1.2),  # no bound decides the median
        ([0.5, 0.5], [0.5, 9.0], 2.0, None),
    ],
)
def test_a_bound_of_a_time_bounds_the_ratio(
    before: list[float], after: list[float], least: float, most: float | None
) -> None:
    (found,) = times_of({"a.cpp": before}, {"a.cpp": after}).submissions
    assert found.least == pytest.approx(least)
    assert found.most == pytest.approx(most)


def test_two_stopped_runs_and_a_run_at_the_wall_limit_say_nothing() -> None:
    assert times_of({"a.cpp": [9.0]}, {"a.cpp": [9.0]}).languages == ()
    slept = run("secret/0", 0.3, "TLE", "wall limit")
    sleeper = submission("a.cpp", {})
    before = report("a", submission("a.cpp", {"secret/0": 0.2}))
    after = report("b", {**sleeper, "testcases": [slept]})
    assert compare([before, after]).languages == ()


def test_a_submission_is_far_by_the_spread_of_its_language() -> None:
    steady = {f"{n}.cpp": [0.2, 0.3] for n in range(4)}
    after = {path: [0.4, 0.6] for path in steady}
    after["3.cpp"] = [0.6, 0.9]
    (far,) = times_of(steady, after).far
    assert (far.path, far.usual, far.usual_of) == ("3.cpp", Spread(2.0, 2.0, 2.0), 3)
    assert far.least == pytest.approx(3.0)
    # The same ratio is nothing special where ratios scatter.
    scattered = {path: [0.4 - 0.1 * n, 0.6 + 0.3 * n] for n, path in enumerate(steady)}
    scattered["3.cpp"] = [0.6, 0.9]
    assert times_of(steady, scattered).far == []


@examples(40)
@given(
    st.lists(
        st.lists(st.floats(0.1, 1.4), min_size=1, max_size=5), min_size=3, max_size=6
    )
)
def test_what_is_usual_is_the_spread_of_all_other_submissions(
    times: list[list[float]],
) -> None:
    before = {f"{n}.cpp": [0.1] * len(own) for n, own in enumerate(times)}
    after = {f"{n}.cpp": own for n, own in enumerate(times)}
    for found in times_of(before, after).submissions:
        others = []
        for path, own in after.items():
            if path != found.path:
                others += [time / 0.1 for time in own]
        if len(others) < 4:
            assert found.usual is None
            continue
        assert found.usual is not None
        assert found.usual_of == len(times) - 1
        shares = (
            (0.5, found.usual.median),
            (0.25, found.usual.lower),
            (0.75, found.usual.upper),
        )
        for share, quantile in shares:
            assert quantile == pytest.approx(naive_quantile(others, share))


def test_small_differences_are_not_far_however_steady_the_others_are() -> None:
    before = {f"{n}.cpp": [0.2, 0.3] for n in range(4)}
    after = {**before, "3.cpp": [0.24, 0.36]}
    assert times_of(before, after).far == []


def test_a_submission_without_others_is_compared_on_the_same_machine_only() -> None:
    before = {"a.cpp": [0.3], "b.py": [0.3]}
    after = {"a.cpp": [0.6], "b.py": [0.33]}
    assert times_of(before, after).far == []
    (far,) = times_of(before, after, cpu="Xeon").far
    assert (far.path, far.usual_of) == ("a.cpp", 0)


def test_a_stopped_run_can_be_far() -> None:
    before = {f"{n}.cpp": [0.2, 0.3] for n in range(4)}
    after = {**before, "3.cpp": [9.0, 9.0]}
    (far,) = times_of(before, after).far
    assert (far.path, far.most is None) == ("3.cpp", True)


# --- time limits


def holds(limit_s: float, times: Sequence[float], expectation: object) -> bool:
    """Decide by the definition: a run times out if it takes longer than the limit."""
    late = [time > limit_s for time in times]
    return any(late) if expectation is TOO_SLOW else not any(late)


@examples(80)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([ACCEPTED, TOO_SLOW]),
            st.lists(st.integers(1, 14), min_size=4, max_size=4),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_limits_hold_exactly_where_every_expectation_about_time_does(
    drawn: list[tuple[tuple[list[str], list[str]], list[int]]],
) -> None:
    # Of the four times of a submission, two are in each report; none is stopped.
    reports = []
    for number in range(2):
        submissions = []
        for place, (expectation, ticks) in enumerate(drawn):
            of_report = ticks[2 * number : 2 * number + 2]
            times = {f"secret/{n}": tick / 10 for n, tick in enumerate(of_report)}
            submissions.append(submission(f"{place}.cpp", times, expectation))
        reports.append(report(f"{number}", *submissions))
    (found,) = compare(reports).limits
    assert found.unknown is None
    for tick in range(0, 160, 5):
        limit_s = tick / 100
        right = True
        for (expectation, ticks), number in product(drawn, range(2)):
            times_s = [each / 10 for each in ticks[2 * number : 2 * number + 2]]
            right = right and holds(limit_s, times_s, expectation)
        least = found.least.cpu_s if found.least else 0.0
        most = found.most.cpu_s if found.most else float("inf")
        assert right == (least <= limit_s < most)
        if found.is_empty:
            assert not right
        assert found.holds(limit_s) is right


def test_a_stopped_run_makes_a_limit_unknown_or_open() -> None:
    fast = submission("a.cpp", {"1": 0.4})
    slow = submission("b.cpp", {"1": 9.0}, TOO_SLOW)
    (found,) = compare([report("x", fast, slow), report("y", fast, slow)]).limits
    assert found.most is not None
    assert (found.is_known, found.most.stopped, found.most.cpu_s) == (True, True, KILL_S)
    late = submission("a.cpp", {"1": 9.0})
    (found,) = compare([report("x", fast, slow), report("y", late, slow)]).limits
    assert found.unknown is not None
    assert (found.is_known, found.unknown.report) == (False, 1)


def test_rules_for_some_tests_bound_limits_by_these_tests() -> None:
    rules = [
        {"tests": [], "permitted": ["AC", "TLE"], "required": ["TLE"]},
        {"tests": ["sample/*"], "permitted": ["AC"], "required": []},
    ]
    times = {"sample/1": 0.7, "secret/1": 1.2}
    mixed = submission("a.cpp", times, TOO_SLOW, rules=rules)
    (found,) = compare([report("x", mixed), report("y", mixed)]).limits
    assert found.least is not None
    assert found.most is not None
    assert (found.least.testcase, found.most.testcase) == ("sample/1", "secret/1")


def test_another_required_verdict_makes_time_unimportant() -> None:
    brute = (["AC", "RTE", "TLE"], ["RTE", "TLE"])
    crashed = submission("a.cpp", {"1": 1.2}, brute)
    crashed["testcases"].append(run("2", 0.1, "RTE"))
    (found,) = compare([report("x", crashed), report("y", crashed)]).limits
    assert found.most is None


# --- what reports have in common


def test_tests_with_other_inputs_are_named_and_not_compared() -> None:
    times = {"secret/1": 0.2, "secret/2": 0.2}
    before = report(
        "x", submission("a.cpp", times), inputs={"secret/1": "a", "secret/2": "b"}
    )
    slower = submission("a.cpp", {"secret/1": 0.2, "secret/2": 1.2})
    after = report("y", slower, inputs={"secret/1": "a", "secret/2": "c"})
    found = compare([before, after])
    (language,) = found.languages
    assert language.runs == 1
    assert found.differences[0].tests == ()
    assert found.met_on_some_only
    assert any("other inputs" in note and "secret/2" in note for note in found.notes)


def test_reports_of_different_problems_share_what_has_one_name() -> None:
    both = submission("a.cpp", {"1": 0.2, "2": 0.3})
    other = submission("a.cpp", {"1": 0.4})
    found = compare([report("x", both), report("y", other, problem="products")])
    assert found.problems == ("sums / products",)
    assert found.languages[0].runs == 1
    assert any("different problems, sums and products" in note for note in found.notes)
    assert any("no result on 2 in y" in note for note in found.notes)


def test_problems_of_contests_are_found_by_name() -> None:
    one = document(submission("a.cpp", {"1": 0.2}), label="A", folder="one")
    two = document(
        submission("a.cpp", {"1": 0.3}), label="B", folder="two", problem="products"
    )
    twin = {**two, "folder": "three"}
    x = report_of({"schema": 1, "problems": [one, two, twin]}, "x")
    y = report_of({"schema": 1, "problems": [two, twin]}, "y")
    found = compare([x, y])
    assert found.problems == ("sums", "products (two)", "products (three)")
    assert found.compared == 2
    assert any("sums is not in y" in note for note in found.notes)


def test_an_old_report_says_what_it_lacks() -> None:
    old = document(submission("a.cpp", {"1": 0.2, "2": 9.0}))
    for key in ("inputs", "machine", "date", "tool_version", "languages", "limits"):
        del old[key]
    (only,) = old["submissions"]
    del only["rules"], only["source"]
    for test in only["testcases"]:
        del test["ending"]
    before = report_of(old, "old.json")
    lacking = {"inputs", "machine", "date", "tool_version", "languages", "limits"}
    assert set(before.missing) == lacking | {"rules", "ending", "toolchains", "source"}
    found = compare([before, report("new", submission("a.cpp", {"1": 0.4, "2": 9.0}))])
    assert found.compared == 1
    assert found.languages[0].spread == Spread(2.0, 2.0, 2.0)


def test_other_versions_of_a_toolchain_are_named() -> None:
    reports = []
    for label, version in (("x", "g++ 12"), ("y", "g++ 13"), ("z", "g++ 12")):
        toolchains = {"cpp": {"name": "C++", "version": version}}
        part = submission("a.cpp", {"1": 0.2})
        reports.append(report(label, part, toolchains=toolchains))
    notes = compare(reports).notes
    assert notes == ("other versions of C++: g++ 12 in x, z; g++ 13 in y",)


def test_a_submission_whose_source_changed_says_nothing_of_its_language() -> None:
    steady = {f"secret/{n}": 0.2 for n in range(6)}
    slower = {name: 3 * time for name, time in steady.items()}
    before = report(
        "a",
        submission("kept.cpp", steady, source="1"),
        submission("edited.cpp", steady, source="2"),
    )
    after = report(
        "b",
        submission("kept.cpp", steady, source="1"),
        submission("edited.cpp", slower, source="3"),
    )
    found = compare([before, after])
    assert [each.spread for each in found.languages] == [Spread(1.0, 1.0, 1.0)]
    assert [each.path for each in found.submissions if each.far] == ["edited.cpp"]
    assert found.notes == (
        "sums: other sources, so no measure of a language: edited.cpp",
    )


def test_three_reports_are_compared_with_the_first() -> None:
    parts = [submission("a.cpp", {"1": 0.2 * n}) for n in (1, 2, 3)]
    reports = [report(f"{n}.json", part) for n, part in enumerate(parts)]
    found = compare(reports)
    assert [r.spread.median for r in found.languages if r.spread] == pytest.approx(
        [2, 3]
    )
    assert [each.label for each in found.reports] == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("files", "labels"),
    [
        (["old.json", "new.json"], ["old", "new"]),
        (["a/r.json", "b/r.json", "b/s.json"], ["a/r", "b/r", "s"]),
        (["x/a/r.json", "y/a/r.json"], ["x", "y"]),
        (["x/a/r.json", "y/a/s.json"], ["r", "s"]),
        (["old/judge.json"], ["judge"]),
        (["a.json", "a"], ["a.json", "a"]),
        (["r.json", "a/r.json"], ["r", "a/r"]),
    ],
)
def test_labels_are_short_and_distinct(files: list[str], labels: list[str]) -> None:
    assert labels_of(files) == labels


WHOLE = document(submission("a.cpp", {"1": 0.2}))
NOT_A_VALUE = st.sampled_from([[], {}, "x", 3, -1.5, True, [1], {"a": 1}, 1e300])


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        found += _places(inner, (*path, key))
    return found


@examples(200)
@given(st.sampled_from(_places(WHOLE)), NOT_A_VALUE | st.none())
def test_a_damaged_report_is_compared_or_refused_in_one_line(
    place: tuple[Any, ...], value: object
) -> None:
    damaged = json.loads(json.dumps(WHOLE))
    part = damaged
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    refusal = ""
    try:
        compare([report_of(WHOLE, "good.json"), report_of(damaged, "bad.json")])
    except UsageError as refused:
        refusal = str(refused)
    assert not refusal or refusal.startswith("bad.json: ")
    assert "\n" not in refusal
