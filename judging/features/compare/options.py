"""The options of `judge compare`."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from judging.terminal.kinds import Reporting
from judging.terminal.options import argument


@dataclass(frozen=True, kw_only=True)
class Compare(Reporting):
    """Compare JSON reports of machines, days or versions.

    Each REPORT is a file of `judge run --json`. Lists verdicts that differ, how many
    times as long programs take as in the first report, and the time limits that hold
    in all of them.

    Exit codes: 0 no expectation is met in some reports only; 1 one is; 2 a file is no
    report; 5 the reports share no submission.
    """

    files: list[Path] = argument(
        [], metavar="REPORT REPORT...", help="The reports, two or more."
    )

    @classmethod
    def formats(cls) -> Collection[str]:
        from judging.features.compare import report as comparison

        return comparison.FORMATS
