"""The report of `judge mutate` for machines: one JSON object.

    {"schema": 1, "problem", "exit_code", "seed", "wall_s", "interrupted", "diagnostics",
     "machine_errors", "submissions": [{"path", "language", "tests_total", NUMBERS,
     "operators": {NAME: NUMBERS}, "stale", "mutants": [{"id", "operator", "file", "line", "before",
     "after", "diff", "fate", "verdict", "test", "message", "reason", "hunt": null | {"tried",
     "seconds", "largest", "input", "verdict", "message", "found_for"}}]}]}

NUMBERS are "made", "not_compiled", "same", "judged", "killed", "by_tle", "equivalent", "survived"
and "score" (0 to 1). The values of "fate" are those of `Outcome`.
"""

from __future__ import annotations

from dataclasses import asdict

from judging.analysis.mutation.results import (
    MutantCounts,
    MutantResult,
    MutatedSubmission,
    MutationReport,
)
from judging.reports.documents import SCHEMA, Json, diagnostic, dumped, seconds
from judging.reports.medium import FILE, Medium


def render(report: MutationReport, medium: Medium = FILE) -> str:
    """Return the whole report as one JSON object."""
    return dumped(
        {
            "schema": SCHEMA,
            "problem": report.problem,
            "exit_code": report.exit_code,
            "seed": report.seed,
            "wall_s": round(report.wall_s, 3),
            "interrupted": report.interrupted,
            "diagnostics": [diagnostic(found) for found in report.diagnostics],
            "machine_errors": list(report.machine_errors),
            "submissions": [_submission(mutated) for mutated in report.submissions],
        }
    )


def _submission(mutated: MutatedSubmission) -> Json:
    return {
        "path": mutated.path,
        "language": mutated.language,
        "tests_total": mutated.tests,
        **_counts(mutated.total),
        "operators": {counts.operator: _counts(counts) for counts in mutated.by_operator},
        "stale": list(mutated.stale),
        "mutants": [_mutant(result) for result in mutated.results],
    }


def _counts(counts: MutantCounts) -> Json:
    numbers = asdict(counts)
    del numbers["operator"]
    return {**numbers, "score": seconds(counts.score)}


def _mutant(result: MutantResult) -> Json:
    mutant, hunt = result.mutant, result.hunt
    return {
        "id": mutant.id,
        "operator": mutant.operator,
        "file": mutant.file,
        "line": mutant.line,
        "before": mutant.before,
        "after": mutant.after,
        "diff": mutant.diff,
        "fate": result.outcome,
        "verdict": result.verdict,
        "test": result.test,
        "message": result.message,
        "reason": result.reason,
        "hunt": hunt
        and {
            "tried": hunt.tried,
            "seconds": round(hunt.seconds, 3),
            "largest": hunt.largest,
            "input": None if hunt.input is None else hunt.input.decode("utf-8", "replace"),
            "verdict": hunt.verdict,
            "message": hunt.message,
            "found_for": hunt.found_for,
        },
    }
