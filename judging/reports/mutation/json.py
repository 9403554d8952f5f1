"""The report of `judge mutate` for machines: one JSON object.

    {"schema": 1, "problem", "exit_code", "seed", "wall_s", "interrupted", "diagnostics",
     "machine_errors", "submissions": [{"path", "language", "tests_total", NUMBERS,
     "operators": {NAME: NUMBERS}, "stale", "mutants": [{"id", "operator", "file", "line", "before",
     "after", "diff", "fate", "verdict", "test", "message", "reason", "hunt": null | {"tried",
     "seconds", "largest", "input", "verdict", "message", "found_for"}}]}]}

NUMBERS are "made", "not_compiled", "same", "judged", "killed", "by_tle", "equivalent", "survived"
and "score" (0 to 1). The values of "fate" are those of `Fate`.
"""

from __future__ import annotations

from dataclasses import asdict

from judging.analysis.mutation.findings import Finding, Mutation, MutationReport, Tally
from judging.reports.documents import SCHEMA, Json, diagnostic, dumped, seconds
from judging.reports.medium import FILE, Medium


def render(report: MutationReport, medium: Medium = FILE) -> str:
    """The whole report as one JSON object."""
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
            "submissions": [_submission(mutation) for mutation in report.mutations],
        }
    )


def _submission(mutation: Mutation) -> Json:
    return {
        "path": mutation.path,
        "language": mutation.language,
        "tests_total": mutation.tests,
        **_tally(mutation.total),
        "operators": {tally.operator: _tally(tally) for tally in mutation.by_operator},
        "stale": list(mutation.stale),
        "mutants": [_mutant(finding) for finding in mutation.findings],
    }


def _tally(tally: Tally) -> Json:
    numbers = asdict(tally)
    del numbers["operator"]
    return {**numbers, "score": seconds(tally.score)}


def _mutant(finding: Finding) -> Json:
    mutant, hunted = finding.mutant, finding.hunted
    return {
        "id": mutant.id,
        "operator": mutant.operator,
        "file": mutant.file,
        "line": mutant.line,
        "before": mutant.before,
        "after": mutant.after,
        "diff": mutant.diff,
        "fate": finding.fate,
        "verdict": finding.verdict,
        "test": finding.test,
        "message": finding.message,
        "reason": finding.reason,
        "hunt": hunted
        and {
            "tried": hunted.tried,
            "seconds": round(hunted.seconds, 3),
            "largest": hunted.largest,
            "input": None if hunted.input is None else hunted.input.decode("utf-8", "replace"),
            "verdict": hunted.verdict,
            "message": hunted.message,
            "found_for": hunted.like,
        },
    }
