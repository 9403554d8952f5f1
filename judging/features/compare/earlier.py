"""`judge run --compare`: what changed since an earlier report."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from judging.core.diagnostics import Diagnostic, warning
from judging.core.errors import UsageError
from judging.core.results import ContestReport, ProblemRun, RunReport
from judging.machine.origin import origin_of_reports
from judging.values import Value, replace

# What compares is imported where it is wanted: other runs start without it.
if TYPE_CHECKING:
    from judging.features.compare.comparing import RecordedReport
    from judging.reports.comparison import Comparison

_THIS_RUN = "this run"


class Earlier(Value):
    """The report that a run is compared with.

    missing: says that there is none yet.
    """

    report: "RecordedReport | None" = None
    missing: Sequence[Diagnostic] = ()

    def compared(self, report: RunReport) -> RunReport:
        """Return the report of a run, with what changed since the earlier one."""
        found = replace(report, diagnostics=(*report.diagnostics, *self.missing))
        if self.report is None or not report.submissions:
            return found
        return replace(found, compared=_comparison(self.report, report, ""))

    def compared_contest(self, contest: ContestReport) -> ContestReport:
        """Return the report of a contest, with what changed in each of its problems."""
        found = replace(contest, diagnostics=(*contest.diagnostics, *self.missing))
        if self.report is None:
            return found
        problems: list[ProblemRun] = []
        for problem in contest.problems:
            report = problem.report
            if report.submissions:
                comparison = _comparison(self.report, report, problem.folder)
                report = replace(report, compared=comparison)
            problems.append(replace(problem, report=report))
        return replace(found, problems=tuple(problems))


def _comparison(
    earlier: "RecordedReport", report: RunReport, folder: str
) -> "Comparison":
    from judging.features.compare import comparing
    from judging.reports.documents import as_json
    from judging.reports.run.json import document

    origin = origin_of_reports()
    now = comparing.report_of(
        {**as_json(document(report)), **as_json(origin)}, _THIS_RUN
    )
    of_problem = earlier.with_problem(report.problem, folder)
    labels = [*comparing.labels_of([earlier.file]), _THIS_RUN]
    return comparing.compare([of_problem, now], labels)


def earlier_report(file: Path | None) -> Earlier:
    """Return the report that `--compare` names.

    The first run of a CI service has none: that is a warning, because a run is not worse
    for it. A file that is no report is an error, before anything is judged.
    """
    if file is None:
        return Earlier()
    if not file.exists():
        message = (
            f"--compare {file}: no such file, so nothing is compared; a first run has no "
            "earlier report, a later one should find the file"
        )
        return Earlier(missing=[warning(message)])
    return Earlier(read_file(file))


def read_file(file: Path) -> "RecordedReport":
    """Return the report in a file; UsageError if it is none of `judge run`."""
    from judging.features.compare import comparing

    if file.is_dir():
        raise UsageError(f"{file}: is a folder, expected a JSON report of `judge run`")
    try:
        content = file.read_bytes()
    except FileNotFoundError as missing:
        raise UsageError(f"no such file: {file}") from missing
    except OSError as failure:
        raise UsageError(f"{file}: cannot be read: {failure.strerror}") from failure
    return comparing.read_report(content, str(file))
