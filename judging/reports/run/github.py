"""The report of a run for GitHub Actions: annotations on the files at fault, and a job
summary.

GitHub shows ten annotations per step and level, and drops the others silently. So this
report has at most ten in all, the gravest first; if there are more, the tenth counts
the others.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence

from judging.core.diagnostics import Diagnostic, count_many, errors_in
from judging.core.exit_codes import ReasonKind
from judging.core.results import RunReport, SubmissionResult
from judging.reports import compared
from judging.reports.compared import ChangeKind
from judging.reports.medium import FILE, Medium
from judging.reports.run import wording
from judging.reports.run.wording import SubmissionOutcome
from judging.reports.textkit import joined
from judging.reports.wording import on_one_line, printable
from judging.values import Value

_MOST = 10
_LEVELS = ("error", "warning", "notice")  # the gravest first
# A backslash escapes punctuation everywhere in Markdown, even `|` in a table. An
# underscore inside a word needs no escape, and file names are full of them.
_MARKDOWN = re.compile(r"[\\`*\[\]<>|~&#]|(?<!\w)_|_(?!\w)")
# The first of two hashes. A space goes behind it: `##[` is a command too, anywhere in a line.
_TWO_HASHES = re.compile(r"#(?=#)")


class Annotation(Value):
    """One workflow command. `level` is one of `_LEVELS`, `file` relative to the
    repository."""

    level: str
    message: str
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        stated = []
        if self.file is not None:
            stated.append(f"file={_property(self.file)}")
        if self.line is not None:
            stated.append(f"line={self.line}")
        command = f"{self.level} {','.join(stated)}".rstrip()
        return f"::{command}::{_data(self.message)}"


def render(report: RunReport, medium: Medium = FILE) -> str:
    """Return one annotation per line; file names begin with the medium's `root`."""
    return lines_of(list(of_report(report, medium.root)))


def lines_of(annotations: Sequence[Annotation]) -> str:
    """Return annotations as lines, at most ten of them."""
    shown = list(annotations)
    if len(annotations) > _MOST:
        left_out = shown[_MOST - 1 :]
        levels = {annotation.level for annotation in left_out}
        level = min(levels, key=_LEVELS.index)
        note = f"and {len(left_out)} more; the log of this step has them all"
        shown = [*shown[: _MOST - 1], Annotation(level, note)]
    return "".join(f"{annotation}\n" for annotation in shown)


def of_report(report: RunReport, root: str) -> Iterator[Annotation]:
    """Yield all annotations of a report, the gravest first."""
    for message in report.machine_errors:
        yield Annotation("error", message)
    for diagnostic in errors_in(report.diagnostics):
        yield of_diagnostic(diagnostic, root)
    for submission in wording.with_outcome(
        report, SubmissionOutcome.ERROR, SubmissionOutcome.UNMET
    ):
        yield _of_submission(submission, "error", root)
    # The other reasons have annotations of their own above.
    for reason in report.reasons[:1]:
        if reason.kind in (ReasonKind.INTERRUPTED, ReasonKind.NOTHING_JUDGED):
            yield Annotation("error", wording.conclusion(report)[0])
    for diagnostic in wording.warnings(report):
        yield of_diagnostic(diagnostic, root)
    for submission in wording.with_outcome(report, SubmissionOutcome.SKIPPED):
        yield _of_submission(submission, "warning", root)
    yield from _of_changes(report, root)
    for submission in wording.sensitive(report):
        words = f"sensitive to times: {wording.sensitivity(submission)}"
        yield Annotation("notice", words, _in_repository(submission.path, root))


def _of_changes(report: RunReport, root: str) -> Iterator[Annotation]:
    """Yield a warning for each change since an earlier report, a note for a good one."""
    comparison = compared.comparison_of(report)
    if comparison is None:
        return
    since = comparison.reports[0].label
    for change in compared.changes(comparison):
        level = "notice" if change.kind is ChangeKind.NOW_MET else "warning"
        message = f"changed since {since}: {change.words}"
        yield Annotation(level, message, _in_repository(change.path, root))


def of_diagnostic(diagnostic: Diagnostic, root: str) -> Annotation:
    """Return the annotation of a diagnostic; `root` is put before its file."""
    message = diagnostic.message
    if diagnostic.key:
        message = f"{diagnostic.key}: {message}"
    file = None
    if diagnostic.file is not None:
        file = _in_repository(diagnostic.file, root)
    return Annotation(diagnostic.severity, message, file, diagnostic.line)


def _of_submission(submission: SubmissionResult, level: str, root: str) -> Annotation:
    words = wording.explanation(submission)
    if submission.permitted is not None and submission.verdict is not None:
        got = wording.outcome_of(submission)
        words = f"got {got}, expected {wording.expected(submission)}: {words}"
    parts = [words, wording.compile_output(submission)]
    testcase = wording.breaking(submission)
    if testcase is not None:
        parts += [testcase.diff, testcase.dialogue, testcase.stderr]
    message = "\n".join(part for part in parts if part)
    return Annotation(level, message, _in_repository(submission.path, root))


def _in_repository(path: str, root: str) -> str:
    return posixpath.normpath(posixpath.join(root, path))


def _data(text: str) -> str:
    """Escape a message for the runner; the percent sign must come first."""
    text = printable(text).rstrip()
    text = _TWO_HASHES.sub("# ", text)
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def summary_markdown(report: RunReport) -> str:
    """Return the page of the step: the summary, a table with the failures first, and the
    diagnostics."""
    facts = wording.summary(report)
    if report.inferred is not None:
        facts.append(f"time limit {report.inferred}")
    facts += [f"time limit of {own}" for own in wording.limits_of_languages(report)]
    found = [
        *report.machine_errors,
        *map(str, count_many(errors_in(report.diagnostics))),
        *map(str, count_many(wording.warnings(report))),
        *wording.changes(report),
        *map(_sensitive, wording.sensitive(report)),
    ]
    parts = [
        [f"## {markdown(report.problem)}"],
        [f"- {markdown(line)}" for line in facts],
        _table(report),
        [f"- {markdown(line)}" for line in found],
    ]
    return joined(parts)


def _sensitive(submission: SubmissionResult) -> str:
    return f"sensitive to times: {submission.path}: {wording.sensitivity(submission)}"


def _table(report: RunReport) -> list[str]:
    """Return a row for each submission, the gravest outcome first."""
    if not report.submissions:
        return []
    gravest_first = list(SubmissionOutcome)
    ranked = sorted(
        report.submissions,
        key=lambda s: gravest_first.index(wording.outcome(s, report)),
    )
    headings = ["", "submission", *wording.columns(ranked[0], report), "why"]
    lines = [markdown_row(headings), markdown_row(["---"] * len(headings))]
    for submission in ranked:
        lines.append(markdown_row(_cells(submission, report)))
    return lines


def _cells(submission: SubmissionResult, report: RunReport) -> list[str]:
    outcome = wording.outcome(submission, report)
    mark = str(outcome)
    if outcome in (SubmissionOutcome.ERROR, SubmissionOutcome.UNMET):
        mark = f"**{outcome}**"
    why = ""
    if outcome is not SubmissionOutcome.MET:
        why = wording.explanation(submission)
    columns = wording.columns(submission, report).values()
    return [mark, *map(markdown, (submission.path, *columns, why))]


def markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown(text: str) -> str:
    """Return the text on one line, without a meaning in Markdown."""
    return _MARKDOWN.sub(r"\\\g<0>", on_one_line(text))
