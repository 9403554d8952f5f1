"""The results are the same as with one test at a time, whatever run ends first."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.scripted import Run, Scenario, play, run_scenario, scenarios

from judging.core.expectations import FOLDERS
from judging.core.limits import EARLY_STOP
from judging.core.problem import Aggregation, TestGroup
from judging.core.runs import Ending
from judging.core.verdicts import Verdict, is_in
from judging.values import replace


def enough(folder: str | None, verdicts: Sequence[Verdict], stop_early: bool) -> bool:
    """True when nothing more has to run with first-error and one test at a time."""
    if not stop_early or not verdicts:
        return False
    failed = any(verdict != "AC" for verdict in verdicts)
    if folder is None:
        return failed
    permitted, required = FOLDERS[folder]
    if any(not is_in(verdict, permitted) for verdict in verdicts):
        return True
    return failed and any(is_in(verdict, required) for verdict in verdicts)


@examples(30)
@given(scenarios(), st.integers(0, 2**32))
def test_the_results_are_the_same_for_every_number_of_slots(
    scenario: Scenario, seed: int
) -> None:
    alone = run_scenario(scenario, 1, seed)
    for slots in (2, 5):
        assert run_scenario(scenario, slots, seed).results == alone.results
        for chunk_s in (0.002, 1.0):  # two runs in a chunk, or up to all that are left
            assert run_scenario(scenario, slots, seed, chunk_s).results == alone.results


@examples(15)
@given(scenarios(), st.integers(0, 2**32))
def test_the_rules_of_scoring_hold_for_every_number_of_slots(
    scenario: Scenario, seed: int
) -> None:
    # A minimum score is known at the first failure, where a schedule without scores stops too.
    minimum = TestGroup("secret", Aggregation.MIN, 100.0)
    least = run_scenario(replace(scenario, group=minimum), 3, seed)
    assert least.results == run_scenario(replace(scenario, group=None), 1, seed).results
    # A group with `breaks` ends at its first failure, whatever is expected; but not with `all`.
    breaking = TestGroup("secret", graded=True, breaks=True)
    for slots in (1, 3):
        played = run_scenario(replace(scenario, group=breaking), slots, seed)
        for results, tests in zip(played.results, scenario.runs, strict=True):
            failures = [
                place for place, r in enumerate(results) if r.verdict is not Verdict.AC
            ]
            if scenario.stop_early:
                assert failures == ([len(results) - 1] if failures else [])
            assert len(results) == len(tests) or (scenario.stop_early and failures)


@examples(30)
@given(scenarios(), st.integers(0, 2**32), st.sampled_from([1, 2, 5]))
def test_the_results_are_the_same_as_one_test_at_a_time(
    scenario: Scenario, seed: int, slots: int
) -> None:
    played = run_scenario(scenario, slots, seed)
    for number, results in enumerate(played.results):
        tests = scenario.runs[number]
        verdicts: list[Verdict] = []
        for place, result in enumerate(results):
            # No result is kept after the test that settled the schedule.
            assert not enough(scenario.folders[number], verdicts, scenario.stop_early)
            first, *repeats = tests[place]
            runs = [first, *repeats[: result.reruns]]
            least = min(run.cpu_s for run in runs)
            assert result.name == f"secret/{place}"
            assert (1 <= result.reruns <= 2) == first.near
            assert (result.reruns == 0) == (not first.near)
            assert result.execution.cpu_s == least
            decisive = next(run for run in runs if run.cpu_s == least)
            assert result.verdict is decisive.result("").verdict
            verdicts.append(result.verdict)
        assert len(results) == len(tests) or enough(
            scenario.folders[number], verdicts, scenario.stop_early
        )


@examples(20)
@given(scenarios(), st.integers(0, 2**32), st.sampled_from([1, 2, 5]))
def test_only_runs_close_to_the_limit_are_repeated_and_every_repeat_counts(
    scenario: Scenario, seed: int, slots: int
) -> None:
    played = run_scenario(scenario, slots, seed)
    recorded = {
        (f"s{number}", result.name): result.reruns
        for number, results in enumerate(played.results)
        for result in results
        if result.reruns
    }
    assert played.executor.repeats == recorded


@examples(20)
@given(scenarios(), st.integers(0, 2**32))
def test_submissions_that_must_time_out_do_not_run_ahead(
    scenario: Scenario, seed: int
) -> None:
    played = run_scenario(scenario, 5, seed)
    for number, folder in enumerate(scenario.folders):
        if folder == "time_limit_exceeded":
            assert played.executor.most_of_one[f"s{number}"] == 1
            ran = {key for key in played.executor.first_runs if key[0] == f"s{number}"}
            assert len(ran) == len(played.results[number])


@examples(20)
@given(scenarios(), st.integers(0, 2**32))
def test_every_test_is_announced_once_in_the_order_of_its_schedule(
    scenario: Scenario, seed: int
) -> None:
    played = run_scenario(scenario, 5, seed)
    for number, results in enumerate(played.results):
        announced = [
            test for schedule, test in played.executor.seen if schedule == f"s{number}"
        ]
        assert announced == [result.name for result in results]


@examples(20)
@given(scenarios(), st.integers(0, 2**32), st.sampled_from([1, 3]), st.data())
def test_known_results_are_not_run_and_change_no_result(
    scenario: Scenario, seed: int, slots: int, data: st.DataObject
) -> None:
    schedules = scenario.schedules()
    for number, schedule in enumerate(schedules):
        places = data.draw(st.sets(st.integers(0, len(schedule.jobs) - 1)))
        runs = scenario.runs[number]
        schedule.known = {
            place: runs[place][0].result(f"secret/{place}") for place in places
        }
    executor = play(
        scenario, schedules, slots, seed, data.draw(st.sampled_from([0.0, 1.0]))
    )
    assert (
        tuple(tuple(schedule.results) for schedule in schedules)
        == run_scenario(scenario, 1).results
    )
    for number, schedule in enumerate(schedules):
        known = {(f"s{number}", f"secret/{place}") for place in schedule.known}
        assert not known & set(executor.first_runs)


def stopping_early(scenario: Scenario) -> Scenario:
    """Return a scenario that runs every test, without dialogues, where runs stop early."""

    def outside_a_dialogue(runs: tuple[Run, Run, Run]) -> tuple[Run, Run, Run]:
        first, second, third = runs
        return (
            replace(first, final=False),
            replace(second, final=False),
            replace(third, final=False),
        )

    rows = [tuple(map(outside_a_dialogue, tests)) for tests in scenario.runs]
    return replace(scenario, runs=tuple(rows), stop_early=False, stops_early=True)


@examples(15)
@given(scenarios(), st.integers(0, 2**32))
def test_runs_that_stop_early_are_the_same_for_every_number_of_slots(
    scenario: Scenario, seed: int
) -> None:
    early = stopping_early(scenario)
    alone = run_scenario(early, 1, seed)
    for slots in (2, 5):
        assert run_scenario(early, slots, seed).results == alone.results
        for chunk_s in (0.002, 1.0):
            assert run_scenario(early, slots, seed, chunk_s).results == alone.results


@examples(15)
@given(scenarios(), st.integers(0, 2**32), st.sampled_from([1, 2, 5]))
def test_only_runs_after_the_first_one_at_the_kill_limit_stop_early(
    scenario: Scenario, seed: int, slots: int
) -> None:
    early = stopping_early(scenario)
    played = run_scenario(early, slots, seed)
    whole = run_scenario(replace(early, stops_early=False), 1, seed)
    for tests, results, full in zip(
        early.runs, played.results, whole.results, strict=True
    ):
        shown = False
        for runs, result, expected in zip(tests, results, full, strict=True):
            if shown and runs[0].cpu_s >= EARLY_STOP:
                assert result.verdict is Verdict.TLE
                assert result.execution.ending is Ending.CPU_LIMIT
                assert result.execution.cpu_s == EARLY_STOP
                assert (result.stopped_early, result.reruns) == (True, 0)
            else:
                assert result == expected
            shown = shown or expected.execution.ending is Ending.CPU_LIMIT
