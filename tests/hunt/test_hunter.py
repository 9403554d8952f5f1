"""Hunts of several submissions: what they share, and what an interrupt leaves of them."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable

import pytest
from support.hunting import SUM, HuntedPackage, Packages, sum_with

from judging.core.events import Event, HuntProgress
from judging.core.problem import Source, Submission
from judging.core.verdicts import Verdict
from judging.features.hack.hunt import Effort, HuntReport, hunt_submissions
from judging.features.hack.report import render_json, render_text

TRIES = Effort(time_s=None, tries=40)
# It disagrees with the other accepted submission on no test of the package.
ODD_SUMS = sum_with("if (b % 4 == 3) sum++;")


def hunt(hunted: HuntedPackage, *chosen: Submission | str) -> HuntReport:
    """Hunt these submissions, or those with these paths, in one command."""
    by_path = {each.path: each for each in hunted.problem.submissions}
    submissions = []
    for each in chosen:
        submissions.append(by_path[each] if isinstance(each, str) else each)
    return hunt_submissions(hunted.problem, submissions, hunted.session, TRIES)


def test_a_hunt_of_the_reference_does_not_use_its_own_answers(package: Packages) -> None:
    """The hunt before it has remembered the answers of the reference."""
    codes = {"solutions/accepted/sum.c": SUM, "solutions/accepted/odd.c": ODD_SUMS}
    hunted = package(codes)
    # Whichever of the two is faster.
    reference = hunted.setup().programs.reference.name
    alone = hunt(hunted, reference)
    assert alone.exit_code == 3
    code = f"{codes[reference]}/* again */\n"
    same = Submission(Source("same.c", (("same.c", code.encode()),)), None)
    both = hunt(hunted, same, reference)
    assert both.exit_code == 3
    first, second = both.hunts
    assert (first.find, first.verdict) == (None, Verdict.AC)
    [expected] = alone.hunts
    assert (second.verdict, second.reason) == (expected.verdict, expected.reason)
    assert (second.find, second.tried) == (expected.find, expected.tried)
    assert both.diagnostics == alone.diagnostics


def interrupt_when(
    hunted: HuntedPackage, ripe: Callable[[HuntProgress], bool]
) -> list[HuntProgress]:
    """Interrupt hunts as soon as their progress is `ripe`. Return a list that gets all
    progress until then."""
    progress: list[HuntProgress] = []

    def listen(event: Event) -> None:
        if isinstance(event, HuntProgress):
            progress.append(event)
            if ripe(event):
                signal.raise_signal(signal.SIGINT)

    hunted.session.on_event = listen
    return progress


@pytest.mark.parametrize("steps", [1, 3])
def test_an_interrupt_while_shrinking_leaves_the_smallest_find(
    package: Packages, steps: int
) -> None:
    path = "solutions/wrong_answer/large.c"
    hunted = package({path: sum_with("sum += a > 10;")})
    shrinking: list[bytes] = []

    def after_the_steps(event: HuntProgress) -> bool:
        if event.doing == "shrink":
            shrinking.append(event.input)
        return len(shrinking) == steps

    interrupt_when(hunted, after_the_steps)
    report = hunt(hunted, "solutions/accepted/sum.c", path)
    assert (report.interrupted, report.exit_code) == (True, 130)
    before, found = report.hunts
    assert (before.find, before.interrupted) == (None, False)
    assert found.interrupted
    find = found.find
    assert find is not None
    assert (find.input, find.verdict, find.shrinks) == (shrinking[-1], Verdict.WA, steps)
    a, b = map(int, find.input.split())
    assert (int(find.expected), int(find.got)) == (a + b, a + b + 1)
    assert len(find.first) >= len(find.input)
    assert found.tried > 0
    shown = json.loads(render_json(report))
    assert shown["hunts"][1]["input"] == find.input.decode()
    assert find.input.decode().strip() in render_text(report)
    assert "Exit code 130: interrupted." in render_text(report)


def test_an_interrupted_hunt_keeps_a_slow_run_only_after_it_came_again(
    package: Packages,
) -> None:
    """No other run has repeated the steps of shrinking yet."""
    path = "solutions/time_limit_exceeded/large.c"
    hunted = package({path: sum_with("while (a > 10);")})
    progress = interrupt_when(hunted, lambda event: event.doing == "shrink")
    report = hunt(hunted, path)
    assert report.exit_code == 130
    [found] = report.hunts
    assert found.find is not None
    assert (found.find.verdict, found.find.shrinks) == (Verdict.TLE, 0)
    assert found.find.input == found.find.first != progress[-1].input


def test_an_interrupt_while_searching_leaves_a_find_with_another_verdict(
    package: Packages,
) -> None:
    path = "solutions/wrong_answer/slow.c"
    # The largest test of the package, which is tried in the first round.
    hunted = package({path: sum_with("while (a == 100 && b == 22);")})
    interrupt_when(hunted, lambda event: event.tried >= 20)
    report = hunt(hunted, path)
    assert report.exit_code == 130
    [found] = report.hunts
    assert found.find is not None
    assert (found.find.verdict, found.find.confirmed_by) == (Verdict.TLE, None)
    assert found.search_s > 0


def test_an_interrupt_before_a_find_leaves_no_hunt(package: Packages) -> None:
    hunted = package()
    interrupt_when(hunted, lambda event: True)
    report = hunt(hunted, "solutions/accepted/sum.c")
    assert (report.exit_code, report.hunts) == (130, ())
