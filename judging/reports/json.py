"""The report for machines, stable and versioned: one JSON object, all that a `RunReport` holds.

Keys stand in a fixed order; new ones may be added within a schema number, none is dropped or
changes its meaning. Seconds and bytes throughout.
"""

from __future__ import annotations

import json
import signal

from judging.core.diagnostics import Diagnostic
from judging.core.expectations import overall_verdict
from judging.core.limits import InferredLimit, Limits
from judging.core.results import RunReport, SubmissionResult, TestcaseResult
from judging.core.verdicts import Verdict

SCHEMA = 1

Json = dict[str, object]


def render(report: RunReport) -> str:
    """The whole report as one JSON object."""
    return dumped(document(report))


def dumped(value: Json) -> str:
    """One JSON object as the text of a file."""
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    # Half a surrogate pair, from a file name that is not UTF-8, has no place in UTF-8.
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"


def document(report: RunReport) -> Json:
    """The whole report as a JSON value."""
    sandbox = report.sandbox
    return {
        "schema": SCHEMA,
        "problem": report.problem,
        "exit_code": report.exit_code,
        "complete": report.complete,
        "until": report.until,
        "time_factor": _seconds(report.time_factor),
        "sandbox": sandbox and {"tier": sandbox.tier, "warnings": list(sandbox.warnings)},
        "limits": report.limits and _limits(report.limits),
        "diagnostics": [diagnostic(found) for found in report.diagnostics],
        "submissions": [_submission(submission) for submission in report.submissions],
        "interrupted": report.interrupted,
        "allow_missing": report.allow_missing,
        "machine_errors": list(report.machine_errors),
        "nothing_judged": report.nothing_judged,
        "time_factor_spread": _seconds(report.time_factor_spread),
        "tests_total": report.tests_total,
        "wall_s": _seconds(report.wall_s),
        "languages": dict(sorted(report.languages.items())),
        "notes": list(report.notes),
        "inferred_time_limit": report.inferred and _inferred(report.inferred),
        "best_score": report.best_score,
    }


def _inferred(inferred: InferredLimit) -> Json:
    """Where the time limit comes from: the least multiple of `resolution_s` that is at least
    `factor` times `cpu_s`, which `submission` took on `testcase`."""
    return {
        "time_s": _seconds(inferred.limit_s),
        "submission": inferred.slowest.path,
        "testcase": inferred.slowest.testcase,
        "cpu_s": _seconds(inferred.slowest.cpu_s),
        "factor": inferred.factor,
        "resolution_s": inferred.resolution_s,
        "recalled": inferred.recalled,
    }


def _limits(limits: Limits) -> Json:
    return {
        "time_s": _seconds(limits.time_s),
        "kill_s": _seconds(limits.kill_s),
        "memory_bytes": limits.memory_bytes,
        "output_bytes": limits.output_bytes,
    }


def diagnostic(found: Diagnostic) -> Json:
    """One finding."""
    return {
        "severity": found.severity,
        "file": found.file,
        "line": found.line,
        "key": found.key,
        "message": found.message,
    }


def _submission(submission: SubmissionResult) -> Json:
    deciding = submission.deciding
    return {
        "path": submission.path,
        "language": submission.language,
        "status": submission.status,
        "reason": submission.reason,
        "verdict": submission.verdict,
        "met": submission.met,
        "permitted": _verdicts(submission.permitted),
        "required": _verdicts(submission.required),
        "score": submission.score,
        "deciding_testcase": deciding and deciding.name,
        "tests_run": len(submission.testcases),
        "tests_total": submission.tests_total,
        "max_cpu_s": _seconds(submission.max_cpu_s),
        "max_memory_bytes": submission.max_memory_bytes,
        "why": submission.why,
        "compile_output": submission.compile_output,
        "groups": _groups(submission),
        "testcases": [_testcase(testcase) for testcase in submission.testcases],
        "complete": submission.complete,
        "broken_on": submission.broken_on,
    }


def _groups(submission: SubmissionResult) -> list[Json]:
    """What was scored; else every folder with a test in or below it, with the verdict of all those
    tests."""
    if submission.groups:
        return [
            {"name": group.name, "verdict": group.verdict, "score": group.score}
            for group in submission.groups
        ]
    verdicts: dict[str, list[Verdict]] = {}
    for testcase in submission.testcases:
        folders = testcase.name.split("/")[:-1]
        for depth in range(1, len(folders) + 1):
            verdicts.setdefault("/".join(folders[:depth]), []).append(testcase.verdict)
    return [
        {"name": name, "verdict": overall_verdict(verdicts[name]), "score": None}
        for name in sorted(verdicts)
    ]


def _testcase(testcase: TestcaseResult) -> Json:
    execution = testcase.execution
    return {
        "name": testcase.name,
        "verdict": testcase.verdict,
        "cpu_s": _seconds(execution.cpu_s),
        "wall_s": _seconds(execution.wall_s),
        "memory_bytes": execution.memory_bytes,
        "exit_code": execution.exit_code,
        "signal": _signal(execution.signal),
        "reruns": testcase.reruns,
        "message": testcase.message,
        "ending": execution.ending,
        "output_bytes": execution.output_bytes,
        "diff": testcase.diff,
        "dialogue": testcase.dialogue,
        "stderr": testcase.stderr,
        "score": testcase.score,
    }


def _signal(number: int | None) -> str | None:
    if number is None:
        return None
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal has a number and no name
        return f"signal {number}"


def _verdicts(verdicts: frozenset[Verdict] | None) -> list[Verdict] | None:
    return None if verdicts is None else [verdict for verdict in Verdict if verdict in verdicts]


def _seconds(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
