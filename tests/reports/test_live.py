"""What a terminal, or a log, shows while a command works, at given moments of a clock."""

from __future__ import annotations

from judging.core import events
from judging.core.limits import Limits
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.reports.live import Live
from judging.reports.medium import Medium
from judging.values import replace

TERMINAL = Medium(80)
LIMITS = Limits(time_s=1.0, kill_s=1.5, memory_bytes=2**28, output_bytes=2**20)


def planned(path: str, verdict: Verdict) -> SubmissionResult:
    expected = frozenset({verdict})
    return SubmissionResult(
        path,
        "python3",
        Status.NOT_JUDGED,
        None,
        None,
        permitted=expected,
        required=expected,
        tests_total=4,
    )


ACCEPTED = planned("solutions/accepted/a.py", Verdict.AC)
WRONG = planned("solutions/wrong_answer/b.py", Verdict.WA)


def settled(submission: SubmissionResult, verdict: Verdict) -> events.SubmissionDone:
    return events.SubmissionDone(
        replace(submission, status=Status.JUDGED, verdict=verdict, met=True)
    )


def running() -> Live:
    """Return the screen after 1 s of a run: one test of four has ended, after 0.6 s."""
    live = Live("", now=0.0)
    plan = RunReport(problem="Sum", planned=(ACCEPTED, WRONG), limits=LIMITS)
    live.hear(events.RunPlanned(plan), 0.0)
    live.hear(events.PhaseStarted("run", 8), 0.0)
    live.hear(events.TestcaseStarted(ACCEPTED.path, "secret/1"), 0.0)
    live.hear(events.TestcaseStarted(WRONG.path, "secret/1"), 0.0)
    execution = Execution(Ending.EXITED, cpu_s=0.6, wall_s=0.6)
    result = TestcaseResult("secret/1", Verdict.WA, execution)
    live.hear(events.TestcaseDone(WRONG.path, result), 1.0)
    return live


def test_a_phase_says_how_long_the_rest_takes() -> None:
    live = Live("", now=0.0)
    live.hear(events.PhaseStarted("build", 3), 0.0)
    live.hear(events.StepDone("build", "recalled", cached=True), 0.0)
    live.hear(events.StepDone("build", "b.py"), 4.0)
    # One build took 4 s, and the recalled one says nothing about the third.
    (line,) = live.lines(TERMINAL, 24, now=5.0)
    assert line == "build 2/3  0:05, about 0:03 left  b.py"
    live.hear(events.StepDone("build", "c.py"), 6.0)
    assert live.lines(TERMINAL, 24, now=6.0) == []


def test_submissions_in_work_are_shown_with_the_slowest_test() -> None:
    # 0.6 s of CPU time fill six of ten squares. Seven tests of 0.6 s are left, and 1.6 s of
    # runs passed in 1 s, since two went on side by side: 7 * 0.6 / 1.6 = 2.6 s.
    assert running().lines(TERMINAL, 24, now=1.0) == [
        "  running now        got  tests  of limit      max CPU  test",
        "  accepted/a.py             0/4  ░░░░░░░░░░          -  secret/1",
        "  wrong_answer/b.py  WA     1/4  ██████░░░░     0.60 s",
        "run 1/8, 0 of 2 submissions settled  0:01, about 0:02 left",
    ]


def test_a_final_submission_stays_until_those_above_it_are_final_too() -> None:
    live = running()
    live.hear(settled(WRONG, Verdict.WA), 2.0)
    shown = live.lines(TERMINAL, 24, now=2.0)
    assert shown[2] == "  wrong_answer/b.py  WA     1/4  ██████░░░░     0.60 s  ok"
    assert shown[3].startswith("run 1/5, 1 of 2 submissions settled")
    # In a low terminal, what is in work comes first.
    low = live.lines(TERMINAL, 2, now=2.0)
    assert low == [shown[1], shown[3]]
    live.hear(settled(ACCEPTED, Verdict.AC), 3.0)
    assert live.lines(TERMINAL, 24, now=3.0) == []


def test_a_hunt_shows_its_rate_and_what_is_nearest_to_a_find() -> None:
    live = Live("", now=0.0)
    progress = events.HuntProgress(
        WRONG.path, "hunt", 1234, 500.0, "nearest 3", b"1 2\n"
    )
    live.hear(progress, 1.0)
    assert live.lines(TERMINAL, 24, now=2.0) == [
        "  wrong_answer/b.py  hunt  1,234 inputs, 500/s, nearest 3",
        "  | 1 2",
        "  0:02",
    ]


def test_no_line_fills_the_terminal() -> None:
    for columns in (20, 40, 79):
        lines = running().lines(Medium(columns), 24, now=1.0)
        assert max(map(len, lines)) < columns


def test_a_narrow_terminal_gets_whole_words_of_the_status() -> None:
    live = running()
    live.hear(events.PhaseStarted("build", 3), 0.0)
    live.hear(events.StepDone("build", "solutions/accepted/x.py"), 1.0)
    heads = {}
    for columns in (90, 56, 45, 30):
        heads[columns] = live.lines(Medium(columns), 24, now=1.0)[-1]
    run = "run 1/8, build 1/3"
    time = "0:01, about 0:02 left"
    path = "solutions/accepted/x.py"
    assert heads == {
        90: f"{run}, 0 of 2 submissions settled  {time}",
        56: f"{run}, 0/2 settled  {time}",
        45: f"{run}  {time}",
        30: f"{run}  {time}"[:29],
    }
    live.hear(events.PhaseStarted("build", 9), 1.0)
    assert live.lines(Medium(160), 24, now=1.0)[-1].endswith(path)


def test_a_step_that_runs_long_is_named_with_its_program() -> None:
    live = Live("", now=0.0)
    live.hear(events.PhaseStarted("generate", 2), 0.0)
    live.hear(events.StepRuns("generate", "secret/1", ("generators/g.py",)), 0.0)
    assert live.lines(TERMINAL, 24, now=2.0) == ["generate 0/2  0:02"]
    named = "generate 0/2  0:11  secret/1: generators/g.py (0:11)"
    assert live.lines(TERMINAL, 24, now=11.0) == [named]
    assert live.progress(now=11.0) == named
    live.hear(events.StepDone("generate", "secret/1"), 12.0)
    assert "g.py" not in live.progress(now=13.0)


def test_a_log_names_the_submission_that_runs_long() -> None:
    named = "secret/1: solutions/accepted/a.py (0:09)"
    assert running().progress(now=9.0).endswith(named)


def test_a_log_gets_the_phases_and_the_hunt_on_one_line() -> None:
    live = Live("A ", now=0.0)
    assert live.progress(now=11.0) == "A working  0:11"
    live.hear(events.PhaseStarted("generate", 3), 11.0)
    live.hear(events.StepDone("generate", "secret/1"), 15.0)
    line = live.progress(now=16.0)
    assert line == "A generate 1/3  0:16, about 0:07 left  secret/1"
    progress = events.HuntProgress(WRONG.path, "hunt", 1234, 500.0)
    live.hear(progress, 17.0)
    line = live.progress(now=17.0)
    assert line.startswith(
        "wrong_answer/b.py  hunt  1,234 inputs, 500/s  A generate 1/3"
    )


def test_work_without_a_known_phase_is_shown_once_it_takes_long() -> None:
    live = Live("", now=0.0)
    live.hear(events.PhaseStarted("load", 1), 0.0)
    live.hear(events.StepDone("load", "Sum"), 1.0)
    assert live.lines(TERMINAL, 24, now=2.0) == []
    (line,) = live.lines(TERMINAL, 24, now=60.0)
    assert line == "working  1:00"


def test_what_is_left_of_a_bounded_time_is_shown_instead_of_an_estimate() -> None:
    live = Live("", now=0.0)
    live.hear(events.TimeBounded(60.0), 0.0)
    live.hear(events.PhaseStarted("hunt", 40), 0.0)
    live.hear(events.StepDone("hunt", "a.py"), 30.0)
    line = live.lines(TERMINAL, 24, now=31.0)[-1]
    assert line == "hunt 1/40  0:31, at most 0:29 left  a.py"
