"""The report of `judge strength` for machines: one JSON object.

`docs/strength.md` describes its keys. Every exit code except 2 writes it; if nothing could be
measured, `tests` and all keys after it are missing.
"""

from __future__ import annotations

import math

from judging.analysis.strength.matrix import KillMatrix
from judging.analysis.strength.measures import Rate, Strength, Subset
from judging.core.limits import TimeLimitCheck, Timing
from judging.reports.documents import SCHEMA, Json, diagnostic, dumped, seconds
from judging.reports.medium import FILE, Medium
from judging.reports.strength.measured import MeasuredRun
from judging.testdata.bounds import Bound


def render(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the whole report as one JSON object."""
    report, strength = measured.run, measured.strength
    head: Json = {
        "schema": SCHEMA,
        "problem": report.problem,
        "exit_code": report.exit_code,
        "complete": report.complete and strength is not None,
        "diagnostics": [diagnostic(found) for found in report.diagnostics],
        "machine_errors": list(report.machine_errors),
        "unmet": [{"path": s.path, "why": s.why} for s in report.submissions if s.met is False],
        "wall_s": seconds(report.wall_s),
    }
    return dumped({**head, **({} if strength is None else _strength(strength))})


def _strength(strength: Strength) -> Json:
    return {
        "tests": _tests(strength.matrix),
        "wrong": _wrong(strength.matrix),
        "survivors": list(strength.survivors),
        "true_positives": _rate(strength.accepted),
        "true_negatives": _rate(strength.rejected),
        "kill_nobody": list(strength.kill_nobody),
        "same_kills": [list(names) for names in strength.same_kills],
        "killed_by_one_test": [
            {"path": found.path, "test": found.test} for found in strength.killed_by_one_test
        ],
        "killed_by_one_family": [
            {"path": found.path, "family": found.family, "tests": list(found.tests)}
            for found in strength.killed_by_one_family
        ],
        "smallest": _subset(strength.smallest),
        "smallest_with_samples": _subset(strength.smallest_with_samples),
        "patterns": strength.patterns,
        "rank": strength.rank,
        "bounds": [_bound(bound) for bound in strength.bounds],
        "equal_answers": [
            {"group": found.group, "tests": found.tests, "answer": found.answer}
            for found in strength.equal_answers
        ],
        "time_limit": _time(strength.time),
        "left_out": list(strength.left_out),
    }


def _tests(matrix: KillMatrix) -> list[Json]:
    return [
        {
            "name": test.name,
            "family": test.family,
            "kills": list(matrix.victims(column)),
            "accepted_cpu_s": seconds(test.cpu_s),
        }
        for column, test in enumerate(matrix.tests)
    ]


def _wrong(matrix: KillMatrix) -> list[Json]:
    return [
        {
            "path": row.path,
            "killed_by": list(matrix.names(row.killers)),
            "verdicts": list(row.verdicts),
        }
        for row in matrix.rows
    ]


def _rate(rate: Rate) -> Json:
    return {
        "right": rate.right,
        "of": rate.total,
        "rate": None if rate.value is None else round(rate.value, 6),
        "not_right": list(rate.not_right),
    }


def _subset(subset: Subset) -> Json:
    share = subset.cpu_share
    return {
        "tests": list(subset.tests),
        "exact": subset.exact,
        "accepted_cpu_s": seconds(subset.cpu_s),
        "accepted_cpu_share": None if share is None else round(share, 6),
    }


def _bound(bound: Bound) -> Json:
    values = {
        "low": bound.low,
        "high": bound.high,
        "least": bound.least,
        "greatest": bound.greatest,
    }
    return {
        "location": bound.location,
        "name": bound.name,
        # JSON has no infinity: a missing bound is null.
        **{key: value if math.isfinite(value) else None for key, value in values.items()},
        "low_reached": bound.low_reached,
        "high_reached": bound.high_reached,
        "varies": bound.varies,
    }


def _time(check: TimeLimitCheck) -> Json:
    return {
        "limit_s": check.limit_s,
        "ok": check.ok,
        "slowest_accepted": _timing(check.slowest_accepted),
        "limit_to_slowest": check.ac_ratio,
        "limit_to_slowest_wanted": check.ac_wanted,
        "fastest_too_slow": _timing(check.fastest_too_slow),
        "fastest_to_limit": check.tle_ratio,
        "fastest_to_limit_wanted": check.tle_wanted,
    }


def _timing(timing: Timing | None) -> Json | None:
    if timing is None:
        return None
    return {
        "path": timing.path,
        "test": timing.testcase,
        "cpu_s": seconds(timing.cpu_s),
        "at_least": timing.stopped,
    }
