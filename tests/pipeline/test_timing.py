"""The inferred time limit of a package that states none, and which commands use it.

Nothing here says how long a run takes: only how the limit follows from what was measured.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Package, Report
from support.scripted import CHECK, LIMITS, Run, ScriptedExecutor

from judging.core.events import Event
from judging.core.expectations import ANY
from judging.core.limits import ProblemLimits, Timing
from judging.core.problem import (
    Expectation,
    Problem,
    Source,
    Submission,
    Testcase,
    TestGroup,
)
from judging.core.running import Running
from judging.core.scoring import scoring
from judging.data.generation.prepared import prepare_tests
from judging.jobs import Job
from judging.package import load
from judging.package.files.layout import KATTIS_2025_09
from judging.pipeline.scheduling import SubmissionSchedule, run_schedules
from judging.pipeline.timing import infer, slowest_run, with_time_limit
from judging.programs import Executable
from judging.sandbox import choose
from judging.session import Findings, Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

CONFIG = "problem/problem.yaml"
SLOW = "solutions/accepted/steps.c"
FOREVER = "solutions/time_limit_exceeded/forever.c"


def untimed(folder: Path) -> Package:
    root = folder / "package"
    shutil.copytree(TESTS / "packages" / "untimed", root)
    return Package(root)


def inferred(report: Report) -> dict[str, Any]:
    found: dict[str, Any] = report.json["inferred_time_limit"]
    assert report.json["limits"]["time_s"] == found["time_s"]
    return found


def check_form(
    found: dict[str, Any], factor: str = "2", resolution: str = "0.1"
) -> None:
    """Check that the limit is the smallest multiple of the resolution that is large enough."""
    limit, cpu = Decimal(str(found["time_s"])), Decimal(str(found["cpu_s"]))
    step = Decimal(resolution)
    assert limit > 0
    assert limit % step == 0
    assert limit >= cpu * Decimal(factor)
    assert limit == step or limit - step < cpu * Decimal(factor)


def test_nothing_runs_once_the_limit_is_inferred(
    tmp_path: Path, open_session: Callable[..., Session]
) -> None:
    package = untimed(tmp_path)
    # Another test may have left the measured limit of the package as it is.
    package.write(SLOW, f"{(package.root / SLOW).read_text()}// {tmp_path}\n")
    problem = load(package.root)
    running = Running()
    heard: list[str] = []

    def listen(event: Event) -> None:
        running.hear(event, 0.0)
        heard.append(running.in_words(1.0))

    _, limit = with_time_limit(problem, open_session(problem, listen))
    assert limit is not None
    assert any(SLOW in words for words in heard)
    assert running.in_words(1.0) == ""


@pytest.mark.slow
def test_the_slowest_submission_that_must_pass_determines_the_limit_and_runs_once(
    tmp_path: Path,
) -> None:
    package = untimed(tmp_path)
    report = package.run()
    assert report.code == 0, report.done.text
    found = inferred(report)
    check_form(found)
    assert not found["recalled"]
    assert report.json["limits"]["kill_s"] == pytest.approx(1.5 * found["time_s"])
    # The report shows the same run that determined the limit.
    assert report.submission(found["submission"])["max_cpu_s"] == found["cpu_s"]
    bounding = ("accepted/formula.c", SLOW, "wrong_answer/short.c")
    assert found["cpu_s"] >= max(
        report.submission(path)["max_cpu_s"] for path in bounding
    )
    # With first-error, runs after the test that settles a submission are not reported.
    wrong = report.submission("wrong_answer/short.c")
    assert (wrong["verdict"], wrong["tests_run"], wrong["met"]) == ("WA", 2, True)
    assert report.submission(FOREVER)["verdict"] == "TLE"
    line = rf"time limit inferred: {found['submission']} took \d+\.\d+ s on \w+/\d; 2 times that is "
    assert re.search(line, report.done.out), report.done.out


@pytest.mark.slow
def test_some_submissions_and_some_tests_get_the_limit_of_the_whole_package(
    tmp_path: Path,
) -> None:
    package = untimed(tmp_path)
    package.replace(
        CONFIG, "memory: 128", "memory: 126"
    )  # measurements that no other test makes
    whole = inferred(package.run("--until", "all"))
    for chosen in (["solutions/wrong_answer"], ["--tests", "sample/*"], [FOREVER]):
        some = inferred(package.run(*chosen))
        assert some == {**whole, "recalled": True}
    done = package.judge("try", SLOW, given=b"3\n")
    assert done.code == 0
    assert f"time limit inferred: {whole['submission']} took" in done.err


@pytest.mark.slow
def test_judging_one_submission_measures_the_whole_package_if_needed(
    tmp_path: Path,
) -> None:
    package = untimed(tmp_path)
    package.replace(
        CONFIG, "memory: 128", "memory: 127"
    )  # another limit, other measurements
    report = package.run("solutions/wrong_answer")
    check_form(inferred(report))
    assert not inferred(report)["recalled"]
    assert [s["path"] for s in report.json["submissions"]] == [
        "solutions/wrong_answer/short.c"
    ]


@pytest.mark.slow
def test_a_limit_is_measured_again_when_the_expectations_change(tmp_path: Path) -> None:
    """A run that breaks its expectation counts only if there are no others."""
    package = untimed(tmp_path)
    # Another limit: measurements that no other test makes.
    package.replace(CONFIG, "memory: 128", "memory: 125")
    rules = package.root / "solutions/submissions.yaml"
    wrong = "solutions/wrong_answer"
    assert not inferred(package.run(wrong))["recalled"]
    with rules.open("a") as file:
        file.write("wrong_answer/short.c:\n  permitted: [WA, RTE]\n")
    assert not inferred(package.run(wrong))["recalled"]
    with rules.open("a") as file:
        file.write("# A comment changes no rule.\n")
    assert inferred(package.run(wrong))["recalled"]


@pytest.mark.slow
def test_the_package_sets_the_factors_and_the_resolution(tmp_path: Path) -> None:
    package = untimed(tmp_path)
    package.replace(
        CONFIG,
        "time_resolution: 0.1",
        "time_resolution: 0.05\n  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 2}",
    )
    report = package.run()
    assert report.code == 0
    check_form(inferred(report), "3", "0.05")
    kill_s = report.json["limits"]["kill_s"]
    assert kill_s == pytest.approx(2 * inferred(report)["time_s"])


def test_commands_that_judge_nothing_need_no_limit(tmp_path: Path) -> None:
    package = untimed(tmp_path)
    file = tmp_path / "report.json"
    done = package.judge("validate", "--json", file)
    assert done.code == 0, done.text
    assert json.loads(file.read_text())["inferred_time_limit"] is None


def test_a_limit_on_the_command_line_is_not_inferred(tmp_path: Path) -> None:
    report = untimed(tmp_path).run("--time-limit", "2", "solutions/accepted")
    assert report.json["inferred_time_limit"] is None
    assert report.json["limits"]["time_s"] == 2


@pytest.mark.slow
def test_a_time_factor_does_not_scale_a_limit_measured_on_this_machine(
    tmp_path: Path,
) -> None:
    report = untimed(tmp_path).run("--time-factor", "7", "solutions/accepted/formula.c")
    check_form(inferred(report))
    assert report.json["time_factor"] == 1
    assert (
        "Time factor 7 not applied: the limit was measured here." in report.json["notes"]
    )


def test_a_submission_that_must_time_out_but_is_too_fast_breaks_the_package(
    tmp_path: Path,
) -> None:
    package = untimed(tmp_path)
    package.remove("solutions/submissions.yaml")
    package.write(FOREVER, (package.root / "solutions/accepted/formula.c").read_bytes())
    report = package.run()
    assert report.code == 3
    (fault,) = report.errors()
    assert fault.startswith(f"{FOREVER}: it must time out (folder time_limit_exceeded)")
    assert "no time limit satisfies both sides" in fault
    assert not report.submission(FOREVER)["met"]


@pytest.mark.parametrize("command", ["run", "hack", "mutate", "limits"])
def test_without_a_submission_that_bounds_it_no_limit_is_inferred(
    tmp_path: Path, command: str
) -> None:
    package = untimed(tmp_path)
    package.write("solutions/submissions.yaml", "'*/*.c': {use_for_time_limit: false}\n"
                  "accepted: {use_for_time_limit: false}\n"
                  "wrong_answer: {use_for_time_limit: false}\n")  # fmt: skip
    given = ["--tries", "1", SLOW] if command == "hack" else []
    done = package.judge(command, *given)
    assert done.code == (5 if command == "limits" else 3), done.text
    if command != "limits":
        assert done.says(
            CONFIG, "the package states no time limit and none can be inferred"
        )


@pytest.mark.slow
def test_limits_shows_an_inferred_limit_from_both_sides(tmp_path: Path) -> None:
    done = untimed(tmp_path).judge("limits")
    assert done.code == 0
    assert re.search(r"time limit +\d\.\d00 s, inferred", done.out)
    assert done.says("slowest that must not time out", SLOW)
    assert done.says("fastest that must time out", ">=", FOREVER)


@pytest.mark.slow
def test_a_submission_that_hangs_is_reported_and_not_used(tmp_path: Path) -> None:
    """This test uses a smaller cap, because the real one is a minute."""
    package = untimed(tmp_path)
    shutil.copy(package.root / FOREVER, package.root / "solutions/accepted/forever.c")
    problem = load(package.root)
    store = Store()
    tier = choose("auto", store)
    executor = open_executor(ExecutorSpec(2, tier, store))
    try:
        session, findings = Session(executor, store, problem.limits), Findings()
        tests = prepare_tests(problem, problem.testcases, session, findings)
        checker = session.builder.checker(problem, findings)
        assert checker is not None
        measured = infer(
            problem, tests, checker, session, findings, fresh=True, cap_s=0.5
        )
    finally:
        executor.close()
        store.close()
    # It ends at the first run that the cap stops; the others run every test.
    counts = {path: len(runs) for path, runs in measured.runs.items()}
    assert counts == {
        "solutions/accepted/forever.c": 2,
        "solutions/accepted/formula.c": 3,
        SLOW: 3,
        FOREVER: 1,
        "solutions/wrong_answer/short.c": 3,
    }
    assert measured.limit.slowest.path != "solutions/accepted/forever.c"
    (finding,) = findings.diagnostics
    assert str(finding).startswith(
        "warning: solutions/accepted/forever.c: not used to infer the time limit: secret/1: "
        "stopped after "
    )


def legacy(folder: Path) -> Package:
    """The same problem in the older format, without a time limit."""
    native = TESTS / "packages" / "untimed"
    package = Package(folder / "package")
    package.write("problem.yaml", "name: Steps\nlimits: {time_multiplier: 3}\n")
    shutil.copytree(native / "problem/data", package.root / "data")
    shutil.copytree(native / "solutions", package.root / "submissions")
    package.remove("submissions/submissions.yaml")
    return package


@pytest.mark.slow
def test_the_older_format_has_its_own_factors_and_only_accepted_submissions_count(
    tmp_path: Path,
) -> None:
    package = legacy(tmp_path)
    submissions = package.root / "submissions"
    tagged = "// @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\n"
    for name, original in (
        ("mixed/a.c", "wrong_answer/short.c"),
        ("mixed/b.c", FOREVER),
    ):
        content = (submissions / original.removeprefix("solutions/")).read_text()
        package.write(f"submissions/{name}", tagged + content)
    package.write(
        "submissions/other/c.c", (submissions / "accepted/formula.c").read_bytes()
    )
    report = package.run()
    assert report.code == 0, report.done.text
    found = inferred(report)
    check_form(found, factor="3", resolution="1")
    assert report.json["limits"]["kill_s"] == pytest.approx(2 * found["time_s"])
    assert found["submission"].startswith("submissions/accepted/")
    met = {s["path"]: (s["verdict"], s["met"]) for s in report.json["submissions"]}
    assert met == {
        "submissions/accepted/formula.c": ("AC", True),
        "submissions/accepted/steps.c": ("AC", True),
        "submissions/mixed/a.c": ("WA", True),
        "submissions/mixed/b.c": ("TLE", True),
        "submissions/other/c.c": ("AC", None),
        "submissions/time_limit_exceeded/forever.c": ("TLE", True),
        "submissions/wrong_answer/short.c": ("WA", True),
    }
    assert report.done.says(
        "warning: submissions/other: judged without an expectation: c.c"
    )


def test_a_submission_that_must_not_compile(tmp_path: Path) -> None:
    package = legacy(tmp_path)
    package.write(
        "submissions/odd/a.c", "// @EXPECTED_RESULTS@: COMPILER-ERROR\nint main(\n"
    )
    formula = (package.root / "submissions/accepted/formula.c").read_text()
    package.write(
        "submissions/odd/b.c", "// @EXPECTED_RESULTS@: COMPILER_ERROR\n" + formula
    )
    report = package.run("submissions/odd", "--time-limit", "2")
    assert report.code == 1
    first, second = (
        report.submission(f"submissions/odd/{name}") for name in ("a.c", "b.c")
    )
    assert (first["verdict"], first["met"]) == ("CE", True)
    assert (second["verdict"], second["met"]) == ("AC", False)
    assert (
        "must be CE on at least one test (@EXPECTED_RESULTS@ in submissions/odd/b.c:1)"
        in second["why"]
    )


def test_the_slowest_run_is_repeated_even_after_a_test_that_was_skipped() -> None:
    """A group that ends at its first failure leaves out tests: a result then has another index
    than its job, and only the job of the slowest run may be repeated."""
    names = ["secret/a/1", "secret/a/2", "secret/b/1", "secret/b/2"]
    times = [Run(0.1, right=False), Run(0.1), Run(0.6), Run(0.1)]
    groups = {
        "secret": TestGroup("secret", graded=True),
        "secret/a": TestGroup("secret/a", graded=True, breaks=True),
        "secret/b": TestGroup("secret/b", graded=True),
    }
    limits = ProblemLimits(time_s=None)
    paths = KATTIS_2025_09.paths(Path(__file__).parent)
    cases = tuple(Testcase(name) for name in names)
    problem = Problem("p", "", ("scoring",), limits, paths, cases, groups)
    any_verdict = Expectation(ANY, frozenset(), "the test", bound="lower")
    submission = Submission(Source("s", ()), any_verdict)
    program = Executable("s", "none", "0" * 64, ())
    jobs = [Job("s", name, program, "", "", LIMITS, CHECK) for name in names]
    schedule = SubmissionSchedule(
        submission, jobs, stop_early=True, repeats=False, scoring=scoring(problem)
    )
    script = {
        ("s", name): (run, run, run) for name, run in zip(names, times, strict=True)
    }
    executor = ScriptedExecutor(script, 1, random.Random(0))
    run_schedules([schedule], executor, executor.listen, lambda *_: None, executor.wait)
    ran = [result.name for result in schedule.results]
    assert ran == ["secret/a/1", "secret/b/1", "secret/b/2"]

    slowest = slowest_run(limits, [submission], [schedule], executor)

    assert slowest == Timing("s", "secret/b/1", 0.6, stopped=False)
    assert executor.repeats == {("s", "secret/b/1"): 1}
    assert [result.name for result in schedule.results] == ran
