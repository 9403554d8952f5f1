"""What a report says of a submission if the command ends while its runs are repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from support.packages import make_package
from support.scripted import LIMITS, Run

from judging.core.errors import MachineError
from judging.core.options import Options
from judging.core.runs import TestcaseResult
from judging.jobs import Job
from judging.package import load
from judging.pipeline.run import run
from judging.session import Session

OpenSession = Callable[..., Session]


def _judge_until_a_repeat(
    folder: Path,
    open_session: OpenSession,
    monkeypatch: pytest.MonkeyPatch,
    first: Run,
    ending: BaseException,
) -> tuple[bool, bool, list[str]]:
    """Judge a submission whose first run on each test is scripted, and whose repeats
    never end. Return whether the report is complete, whether it was interrupted, and the
    verdicts in it."""
    validator = {"validators/check.py": "import sys\nsys.exit(42)\n"}
    problem = load(make_package(folder, validator))
    session = open_session(problem)

    def spread(
        programs: object,
        files: object,
        function: object,
        jobs: Sequence[Job],
        until_failure: bool,
        longest_s: float,
        /,
        *,
        decide: bool,
    ) -> Future[Any]:
        if decide:
            raise ending
        results: list[TestcaseResult] = []
        for job in jobs:
            results.append(first.result(job.testcase))
        future: Future[Any] = Future()
        future.set_result(results)
        return future

    monkeypatch.setattr(session.executor, "spread", spread)
    options = Options(time_s=LIMITS.time_s)
    report = run(problem, problem.submissions, session, options)
    verdicts = [str(submission.verdict) for submission in report.submissions]
    return report.complete, report.interrupted, verdicts


@pytest.mark.parametrize("ending", [KeyboardInterrupt(), MachineError("a lost node")])
def test_a_failure_is_not_reported_before_its_repeat_has_ended(
    ending: BaseException,
    tmp_path: Path,
    open_session: OpenSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A run of 1.2 s under a limit of 1 s: its repeat might take 0.2 s."""
    ended = _judge_until_a_repeat(tmp_path, open_session, monkeypatch, Run(1.2), ending)
    assert ended == (False, isinstance(ending, KeyboardInterrupt), [])


def test_a_passed_test_is_reported_before_its_repeat_has_ended(
    tmp_path: Path, open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The repeat of a run in time can only shorten its time."""
    ended = _judge_until_a_repeat(
        tmp_path, open_session, monkeypatch, Run(0.9), KeyboardInterrupt()
    )
    assert ended == (False, True, ["AC"])
