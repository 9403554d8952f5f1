"""The report of a contest for GitHub Actions: the annotations of all problems, errors first."""

from __future__ import annotations

from judging.core.results import ContestReport
from judging.reports.medium import FILE, Medium
from judging.reports.run import github


def render(contest: ContestReport, medium: Medium = FILE) -> str:
    """Return one annotation per line; file names begin with the medium's `root`."""
    root = medium.root
    found = [github.of_diagnostic(d, root) for d in contest.diagnostics]
    for problem in contest.problems:
        folder = f"{root}/{problem.folder}" if root else problem.folder
        found += github.of_report(problem.report, folder)
    found.sort(key=lambda annotation: annotation.level != "error")
    return github.lines_of(found)
