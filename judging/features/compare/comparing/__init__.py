"""Compares reports of several machines, days or versions. Pure."""

from judging.features.compare.comparing.comparing import compare, labels_of
from judging.features.compare.comparing.recorded import (
    RecordedReport,
    read_report,
    report_of,
)

__all__ = ["RecordedReport", "compare", "labels_of", "read_report", "report_of"]
