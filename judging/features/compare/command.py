"""`judge compare`: reports of `judge run` side by side."""

from collections.abc import Sequence
from pathlib import Path

from judging.core.errors import NothingToJudge, UsageError
from judging.core.exit_codes import ExitCode
from judging.features.compare.comparing import compare
from judging.features.compare.earlier import read_file
from judging.features.compare.options import Compare
from judging.features.compare.report import FORMATS, summary_markdown
from judging.reports.comparison import Comparison
from judging.terminal import output

_FEWEST = 2


def compare_reports(request: Compare) -> ExitCode:
    """Read the reports, compare them, and write what differs."""
    wanted = output.targets(request.reports, FORMATS, contents=False)
    _check(request.files, request.output_files)
    reports = [read_file(file) for file in request.files]
    comparison = compare(reports)
    if not comparison.compared:
        raise NothingToJudge(_nothing_shared(comparison))
    output.write(comparison, wanted, FORMATS, markdown=summary_markdown)
    return comparison.exit_code


def _check(files: Sequence[Path], written: Sequence[Path]) -> None:
    """Raise UsageError unless there are several files, and none is written to."""
    if len(files) < _FEWEST:
        raise UsageError(
            "name two reports or more, as in `judge compare before.json after.json`; "
            "`judge run --json FILE` writes one"
        )
    known: dict[Path, Path] = {}
    for file in files:
        place = file.resolve()
        if place in known:
            raise UsageError(
                f"{file}: the same file as {known[place]}: name each report once"
            )
        known[place] = file
    for file in written:
        if file.resolve() in known:
            raise UsageError(f"{file}: is one of the reports: write to another file")


def _nothing_shared(comparison: Comparison) -> str:
    message = "nothing to compare: no submission is in two of the reports"
    return "\n".join([message, *(f"warning: {note}" for note in comparison.notes[:1])])
