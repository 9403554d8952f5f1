"""`judge limits`: the time limit, seen from both sides."""

from __future__ import annotations

import json as json_format
from dataclasses import asdict, replace
from pathlib import Path

from judging import pipeline
from judging.cli import output, run, session
from judging.errors import NothingToJudge
from judging.limits import TimeLimitCheck
from judging.results import RunReport
from judging.sandbox import describe

_ROOM = 5.0  # accepted submissions run under this many limits, so that their true time is seen


def limits(
    problem: Path | None,
    jobs: int | None,
    time_limit: float | None,
    time_factor: str,
    sandbox: str,
    allow_missing: bool,
    json: Path | None,
) -> int:
    """Two phases: those that must pass, on all tests and with room; then those that must time out,
    each until its first time-out. 0 when both ratios are as wanted, else 1."""
    output.targets([f"json:{json}"] if json else [])  # a place that cannot be is named at once
    tier = session.sandbox_tier(sandbox)
    package = session.load(problem)
    lower = tuple(s for s in package.submissions if s.times_limit == "lower")
    upper = tuple(s for s in package.submissions if s.times_limit == "upper")
    if not lower:
        raise NothingToJudge(
            "no submission that must pass: nothing bounds the time limit from below"
        )
    stated = run.seconds("--time-limit", time_limit)
    with session.workers(tier, jobs) as (executor, store), run.progress() as listener:
        if stated is None:
            stated = pipeline.with_time_limit(package, executor, store, listener).limits.time_s
        assert stated is not None
        options = pipeline.Options(time_s=stated * _ROOM, until="all", allow_missing=allow_missing)
        options = run.with_factor(options, time_factor, executor)
        info = describe(tier)
        passing = pipeline.run(package, lower, executor, store, info, options, listener)
        short = replace(options, time_s=stated, until="first-error")
        slow = (
            pipeline.run(package, upper, executor, store, info, short, listener) if upper else None
        )
    for report in filter(None, (passing, slow)):
        code = report.exit_code
        if code not in (0, 1):
            _explain(report)
            return code
    results = [*passing.submissions, *(slow.submissions if slow else ())]
    limit_s = stated * options.time_factor
    check = pipeline.time_limit_check(package.limits, limit_s, package.submissions, results)
    if json is not None:
        json.write_text(
            json_format.dumps({"schema": 1, "ok": check.ok, **asdict(check)}, indent=1) + "\n"
        )
    print(_shown(check))
    return 0 if check.ok else 1


def _explain(report: RunReport) -> None:
    from judging.reports import REPORTS

    print(REPORTS["text"](report), end="")


def _shown(check: TimeLimitCheck) -> str:
    lines = [f"time limit                 {check.limit_s:.3f} s"]
    slowest, fastest = check.slowest_accepted, check.fastest_too_slow
    if slowest is not None and check.ac_ratio is not None:
        lines += [
            f"slowest that must pass     {_least(slowest.stopped)}{slowest.cpu_s:.3f} s  "
            f"{slowest.path} on {slowest.testcase}",
            f"  limit / slowest          {check.ac_ratio:.2f}, wanted at least {check.ac_wanted:g}"
            f"{_mark(check.ac_ratio >= check.ac_wanted)}",
        ]
    if fastest is not None and check.tle_ratio is not None:
        lines += [
            f"fastest that must time out {_least(fastest.stopped)}{fastest.cpu_s:.3f} s  "
            f"{fastest.path} on {fastest.testcase}",
            f"  fastest / limit          {_least(fastest.stopped)}{check.tle_ratio:.2f}, wanted at "
            f"least {check.tle_wanted:g}{_mark(check.tle_ratio >= check.tle_wanted)}",
        ]
    else:
        lines.append("no submission that must time out: nothing bounds the limit from above")
    if check.suggested_s is not None:
        lines.append(f"suggested                  {check.suggested_s:g} s")
    elif slowest is not None:
        lines.append("suggested                  none: no limit satisfies both ratios")
    return "\n".join(lines)


def _least(stopped: bool) -> str:
    return ">= " if stopped else ""


def _mark(fine: bool) -> str:
    return "" if fine else "   NOT MET"
