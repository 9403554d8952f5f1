"""The search along a list of inputs: the same find at every number of workers, and its
bounds."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

import pytest
from support.hunting import SUM, Packages, inputs, sum_with

from judging.core.verdicts import Verdict
from judging.features.hack.hunt import search as search_module
from judging.features.hack.hunt.effort import Effort
from judging.features.hack.hunt.inputs.steered import SlowestInputs
from judging.features.hack.hunt.running.trials import Trial, TrialOutcome
from judging.values import replace

NO_TIME = Effort(time_s=None)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_failing_input_is_the_find(package: Packages, jobs: int) -> None:
    hunted = package(jobs=jobs)
    programs = hunted.programs(sum_with("sum += a * 100 + b == 137 || a == 2;"))
    search = hunted.search(programs, NO_TIME)
    find = search.search_stream(iter(inputs(400)))
    assert find is not None
    assert (find.trial.index, find.trial.content) == (137, b"1 37\n")
    assert (find.outcome.answer, find.outcome.output) == (b"38\n", b"39\n")
    assert search.tried == 138
    assert search.by_origin == {"a test": 138}


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_slow_run_that_is_not_expected_gives_way_to_a_wrong_answer(
    package: Packages, jobs: int
) -> None:
    """Each of the first four chunks has a slow run, so that some wait when the first is
    judged."""
    hunted = package(jobs=jobs)
    programs = hunted.programs(sum_with("while (b < 16 && b % 4 == 3); sum += b == 90;"))
    search = hunted.search(programs, NO_TIME, Verdict.WA)
    find = search.search_stream(iter(inputs(100)))
    assert find is not None
    assert (find.trial.index, find.outcome.verdict) == (90, Verdict.WA)
    assert search.unexpected is not None
    assert search.unexpected.trial.index == 3
    assert search.tried == 91


def test_a_slow_run_that_is_expected_is_the_find(package: Packages) -> None:
    hunted = package()
    programs = hunted.programs(sum_with("while (b == 3);"))
    search = hunted.search(programs, NO_TIME, Verdict.TLE)
    find = search.search_stream(iter(inputs(100)))
    assert find is not None
    assert (find.trial.index, find.outcome.verdict) == (3, Verdict.TLE)
    # It was stopped far above its limit; a run just above it could be noise.
    assert search.runs_alone(find) == 1
    just_above = replace(find.outcome, cpu_s=1.1 * programs.limits.time_s)
    assert search.runs_alone(replace(find, outcome=just_above)) == 3


def test_a_search_ends_after_so_many_tries(package: Packages) -> None:
    hunted = package()
    search = hunted.search(hunted.programs(SUM), Effort(time_s=None, tries=10))
    some = iter(inputs(50))
    assert search.search_stream(some) is None
    assert search.tried == 10
    assert next(some).index == 10


def test_a_search_without_time_tries_nothing(package: Packages) -> None:
    hunted = package()
    search = hunted.search(hunted.programs(SUM), Effort(time_s=0.0))
    assert search.search_stream(iter(inputs(1000))) is None
    assert search.tried == 0


def test_a_chunk_that_waits_for_a_worker_loses_this_time(package: Packages) -> None:
    hunted = package()
    programs = hunted.programs(SUM)
    busy_s = 1.0
    busy = hunted.session.executor.start(lambda worker: time.sleep(busy_s))
    search = hunted.search(programs, Effort(time_s=busy_s / 2))
    assert search.search_stream(iter(inputs(1000))) is None
    assert busy.done()
    assert search.tried == 0


class OtherClocks:
    """A module `time` with which the clock of the workers is ahead by an hour."""

    monotonic = staticmethod(time.monotonic)

    @staticmethod
    def time() -> float:
        is_main = threading.current_thread() is threading.main_thread()
        return time.time() + (0.0 if is_main else 3600.0)


def test_a_clock_that_is_ahead_costs_no_input(
    package: Packages, monkeypatch: pytest.MonkeyPatch
) -> None:
    hunted = package()
    programs = hunted.programs(sum_with("sum += a * 100 + b == 37;"))
    monkeypatch.setattr(search_module, "time", OtherClocks)
    search = hunted.search(programs, Effort(time_s=300.0))
    find = search.search_stream(iter(inputs(100)))
    assert find is not None
    assert (find.trial.index, search.tried) == (37, 38)


def test_an_invalid_input_of_a_trusted_source_ends_the_search(package: Packages) -> None:
    hunted = package()
    invalid = Trial(b"101 0\n", "strategies.py", trusted=True, index=50)
    search = hunted.search(hunted.programs(SUM), NO_TIME)
    assert search.search_stream(iter([*inputs(3), invalid, *inputs(9)])) is None
    assert search.faulty
    assert search.tried == 3
    [finding] = hunted.findings.diagnostics
    assert str(finding).startswith("error: strategies.py gave an invalid input")


def test_inputs_that_a_validator_rejects_do_not_count(package: Packages) -> None:
    hunted = package()
    invalid = [Trial(f"{a} 0\n".encode(), "variant", index=a) for a in range(98, 105)]
    search = hunted.search(hunted.programs(sum_with("if (a > 100) return 1;")), NO_TIME)
    assert search.search_stream(iter(invalid)) is None
    assert search.tried == 3
    assert hunted.findings.diagnostics == []


# The programs agree on these inputs, of 7 bytes and more, and a validator rejects them if it
# is asked.
LONG_INVALID = tuple(f"1    {n}\n".encode() for n in range(100))
# On these, of 6 bytes, the reference loops before a validator rejects them.
LATE = (b"101 1\n", b"102 1\n", b"103 1\n")


def counts_with_slow_validators(
    package: Packages, contents: Iterable[bytes], jobs: int
) -> tuple[int, int]:
    """Return how many inputs of no trusted source were valid and invalid."""
    loops = sum_with("while (a > 100);")
    hunted = package({"solutions/accepted/sum.c": loops}, jobs=jobs)
    programs = replace(hunted.programs(SUM), validates_late=True)
    search = hunted.search(programs, NO_TIME)
    trials = []
    # The first one of the stream is validated in any case.
    for index, content in enumerate(contents, 1):
        trials.append(Trial(content, "draws", index=index))
    assert search.search_stream(iter(trials)) is None
    return search.tried, search.invalid


@pytest.mark.parametrize("jobs", [1, 3])
def test_slow_validators_run_first_where_most_inputs_made_the_reference_late(
    package: Packages, jobs: int
) -> None:
    """That only these count as invalid, at every number of workers, shows which were validated."""
    before = (LONG_INVALID[0], b"1 2\n", LONG_INVALID[1])
    after = (b"1  1\n", b"1 3\n", *LONG_INVALID[2:42])
    counts = counts_with_slow_validators(package, (*before, *LATE, *after), jobs)
    assert counts == (len(before) + 2, len(LATE) + 40)


def test_slow_validators_run_last_where_few_inputs_made_the_reference_late(
    package: Packages,
) -> None:
    before = LONG_INVALID[:4]
    after = LONG_INVALID[4:20]
    counts = counts_with_slow_validators(package, (*before, *LATE, *after), jobs=1)
    assert counts == (20, len(LATE))


def test_searches_share_the_answers(package: Packages) -> None:
    """The second search has a reference that answers nothing, and never runs it."""
    hunted = package()
    programs = hunted.programs(SUM)
    first = hunted.search(programs, NO_TIME)
    assert first.search_stream(iter(inputs(20))) is None
    assert first.answers[hash(b"0 7\n")] == b"7\n"
    assert hash(b"7 0\n") not in first.answers
    broken = hunted.programs(sum_with("return 1;")).submission
    second = replace(
        hunted.search(replace(programs, reference=broken), NO_TIME),
        answers=first.answers,
    )
    assert second.search_stream(iter(inputs(20))) is None
    assert (second.tried, second.faulty) == (20, False)


def test_the_steered_search_has_nowhere_to_start_without_inputs(
    package: Packages,
) -> None:
    hunted = package()
    assert (
        hunted.search(hunted.programs(SUM), Effort(time_s=60.0)).search_steered() is None
    )


@pytest.mark.slow
def test_the_steered_search_makes_slow_runs_slower(package: Packages) -> None:
    hunted = package()
    # The limit is 0.1 s. 10 x 10 takes 0.002 s on a fast machine and 0.02 s on a slow one;
    # the largest valid input, 100 x 100, is 100 times as slow: far above the limit on both.
    # So many inputs below the largest are too slow as well, and the search need not reach it.
    slow = "for (volatile long n = 100000L * a * b; n > 0; n--);"
    # More time than it needs on an idle machine: the search ends with its find.
    effort = Effort(time_s=300.0)
    search = hunted.search(hunted.programs(sum_with(slow)), effort, Verdict.TLE)
    trials = [Trial(b"10 10\n", "a test", trusted=True, index=1)]
    assert search.search_stream(iter(trials)) is None
    find = search.search_steered()
    assert find is not None
    assert (find.trial.origin, find.outcome.verdict) == ("steered search", Verdict.TLE)


def test_the_slowest_inputs_are_kept_in_order(package: Packages) -> None:
    programs = package().programs(SUM)
    slowest = SlowestInputs()
    for hundredths in (1, 9, 3, 7, 5, 2, 8, 6, 4, 0):
        outcome = TrialOutcome(Verdict.AC, cpu_s=hundredths / 1000)
        slowest.add(programs, b"%d" % hundredths, outcome)
    assert [scored.content for scored in slowest.best] == [
        b"%d" % n for n in range(9, 1, -1)
    ]
    assert slowest.share == pytest.approx(0.09)
    slowest.add(programs, b"large", TrialOutcome(Verdict.AC, memory_bytes=32 * 2**20))
    assert slowest.share == pytest.approx(0.5)
    slowest.add(programs, b"large", TrialOutcome(Verdict.AC, memory_bytes=48 * 2**20))
    assert [scored.content for scored in slowest.best].count(b"large") == 1
    assert slowest.share == pytest.approx(0.75)
