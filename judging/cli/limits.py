"""`judge limits`: the time limit, seen from both sides."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from judging import pipeline
from judging.cli import opening, output, run
from judging.core.errors import NothingToJudge
from judging.core.limits import InferredLimit, TimeLimitCheck
from judging.core.problem import Submission
from judging.core.results import RunReport
from judging.sandbox import describe
from judging.session import Session

_ROOM = 5.0  # accepted submissions run under this many limits, so that their true time is seen


def limits(
    problem: Path | None,
    jobs: int | None,
    time_limit: float | None,
    time_factor: str,
    sandbox: str,
    allow_missing: bool,
    languages: Sequence[str],
    json: Path | None,
) -> int:
    """Two phases: those that must pass, on all tests and with room; then those that must time out,
    each until its first time-out. 0 when both ratios are as wanted, else 1."""
    output.targets([f"json:{json}"] if json else [])  # a place that cannot be is named at once
    tier = opening.sandbox_tier(sandbox)
    package = opening.load(problem)
    lower = tuple(s for s in package.submissions if s.times_limit == "lower")
    upper = tuple(s for s in package.submissions if s.times_limit == "upper")
    if not lower:
        raise NothingToJudge(
            "no submission that must pass: nothing bounds the time limit from below"
        )
    stated = run.seconds("--time-limit", time_limit) or package.limits.time_s
    options = pipeline.Options(
        time_s=stated, allow_missing=allow_missing, read_as=run.instead(languages)
    )
    with opening.workers(tier, jobs) as (executor, store), run.progress() as listener:
        options = run.with_factor(options, time_factor, executor)
        session = Session(executor, store, package.limits, listener)

        def judged(chosen: Sequence[Submission], options: pipeline.Options) -> RunReport:
            return pipeline.run(package, chosen, session, describe(tier), options)

        if stated is None:
            reports = [judged((*lower, *upper), options)]
        else:
            reports = [judged(lower, replace(options, time_s=stated * _ROOM, until="all"))]
            reports += [judged(upper, options)] if upper else []
    for report in reports:
        if report.exit_code not in (0, 1):
            _explain(report)
            return report.exit_code
    # The last one judged under the limit itself, unless nothing must time out.
    inferred = reports[-1].inferred
    limit_s = inferred.limit_s if inferred else (stated or 0.0) * options.time_factor
    results = [result for report in reports for result in report.submissions]
    slowest = inferred.slowest if inferred else None
    check = pipeline.time_limit_check(
        package.limits, limit_s, package.submissions, results, slowest
    )
    if json is not None:
        document = {"schema": 1, "ok": check.ok, **asdict(check), "inferred": inferred is not None}
        json.write_text(json_format.dumps(document, indent=1) + "\n")
    print(_shown(check, inferred))
    return 0 if check.ok else 1


def _explain(report: RunReport) -> None:
    from judging.reports import REPORTS

    print(REPORTS["text"](report), end="")


def _shown(check: TimeLimitCheck, inferred: InferredLimit | None) -> str:
    lines = [f"time limit                 {check.limit_s:.3f} s{', inferred' if inferred else ''}"]
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
