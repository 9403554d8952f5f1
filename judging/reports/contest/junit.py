"""The report of a contest as JUnit XML: one suite for each problem, one for other faults."""

from __future__ import annotations

from judging.core.diagnostics import errors_in
from judging.core.results import ContestReport
from judging.reports.contest.text import title
from judging.reports.medium import FILE, Medium
from judging.reports.run import junit


def render(contest: ContestReport, medium: Medium = FILE) -> str:
    """Return the report as one `testsuites` element."""
    suites = [junit.suite(title(p), p.report) for p in contest.problems]
    faults = list(map(str, errors_in(contest.diagnostics)))
    faults += [f"{folder}: not run" for folder in contest.not_run]
    if not contest.problems:
        faults.append("no problem was judged")
    if faults:
        suites.append(junit.fault_suite(contest.name, "the contest is incomplete", faults))
    return junit.document(suites)
