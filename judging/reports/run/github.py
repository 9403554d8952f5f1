"""The report of a run for GitHub Actions: annotations on the files at fault, and a job summary.

GitHub shows ten annotations per step and level, and drops the others silently. So this report has
at most ten in all, the gravest first; if there are more, the tenth counts the others.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judging.core.diagnostics import Diagnostic, errors_in
from judging.core.exit_codes import ReasonKind
from judging.core.results import RunReport, SubmissionResult
from judging.reports.medium import FILE, Medium
from judging.reports.run import wording
from judging.reports.run.wording import Outcome
from judging.reports.wording import on_one_line, printable

_MOST = 10
# A backslash escapes punctuation everywhere in Markdown, even `|` in a table. An underscore inside
# a word needs no escape, and file names are full of them.
_MARKDOWN = re.compile(r"[\\`*\[\]<>|~&#]|(?<!\w)_|_(?!\w)")


@dataclass(frozen=True, slots=True)
class Annotation:
    """One workflow command. `level` is `error` or `warning`, `file` relative to the repository."""

    level: str
    message: str
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        file = None if self.file is None else _property(self.file)
        stated = [
            f"{k}={v}" for k, v in (("file", file), ("line", self.line)) if v is not None
        ]
        return f"::{' '.join([self.level, ','.join(stated)]).rstrip()}::{_data(self.message)}"


def render(report: RunReport, medium: Medium = FILE) -> str:
    """Return one annotation per line; file names begin with the medium's `root`."""
    return lines_of(list(of_report(report, medium.root)))


def lines_of(annotations: Sequence[Annotation]) -> str:
    """Annotations as lines, at most ten of them."""
    if len(annotations) > _MOST:
        left_out = annotations[_MOST - 1 :]
        level = "error" if any(a.level == "error" for a in left_out) else "warning"
        note = Annotation(
            level, f"and {len(left_out)} more; the log of this step has them all"
        )
        annotations = [*annotations[: _MOST - 1], note]
    return "".join(f"{annotation}\n" for annotation in annotations)


def of_report(report: RunReport, root: str) -> Iterator[Annotation]:
    """Yield all annotations of a report, the gravest first."""
    for message in report.machine_errors:
        yield Annotation("error", message)
    for diagnostic in errors_in(report.diagnostics):
        yield of_diagnostic(diagnostic, root)
    for submission in wording.with_outcome(report, Outcome.ERROR, Outcome.UNMET):
        yield _of_submission(submission, "error", root)
    # The other reasons have annotations of their own above.
    for reason in report.reasons[:1]:
        if reason.kind in (ReasonKind.INTERRUPTED, ReasonKind.NOTHING_JUDGED):
            yield Annotation("error", wording.summary(report)[-1])
    for diagnostic in wording.warnings(report):
        yield of_diagnostic(diagnostic, root)
    for submission in wording.with_outcome(report, Outcome.SKIPPED):
        yield _of_submission(submission, "warning", root)


def of_diagnostic(diagnostic: Diagnostic, root: str) -> Annotation:
    """Return the annotation of a diagnostic; `root` is put before its file."""
    key = f"{diagnostic.key}: " if diagnostic.key else ""
    file = None if diagnostic.file is None else _in_repository(diagnostic.file, root)
    return Annotation(
        diagnostic.severity, key + diagnostic.message, file, diagnostic.line
    )


def _of_submission(submission: SubmissionResult, level: str, root: str) -> Annotation:
    words = wording.explanation(submission)
    if submission.permitted is not None and submission.verdict is not None:
        got, expected = wording.outcome_of(submission), wording.expected(submission)
        words = f"got {got}, expected {expected}: {words}"
    testcase = wording.breaking(submission)
    evidence = (testcase.diff, testcase.dialogue, testcase.stderr) if testcase else ()
    parts = [words, wording.compile_output(submission), *evidence]
    file = _in_repository(submission.path, root)
    return Annotation(level, "\n".join(part for part in parts if part), file)


def _in_repository(path: str, root: str) -> str:
    return posixpath.normpath(posixpath.join(root, path))


def _data(text: str) -> str:
    """Escape a message for the runner; the percent sign must come first."""
    text = printable(text).rstrip()
    text = text.replace("##", "# #")  # `##[` is a command too, anywhere in a line
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def summary_markdown(report: RunReport) -> str:
    """Return the page of the step: the summary, a table with the failures first, and the
    diagnostics."""
    lines = [f"## {markdown(report.problem)}", ""]
    lines += [f"- {markdown(line)}" for line in wording.summary(report)]
    if report.inferred is not None:
        lines.append(f"- {markdown(f'time limit {report.inferred}')}")
    if report.submissions:
        gravest_first = list(Outcome)
        ranked = sorted(
            report.submissions,
            key=lambda s: gravest_first.index(wording.outcome(s, report)),
        )
        headings = ["", "submission", *wording.columns(ranked[0], report), "why"]
        lines += ["", _row(headings), _row(["---"] * len(headings))]
        lines += [_row(_cells(submission, report)) for submission in ranked]
    found = [*report.machine_errors, *map(str, errors_in(report.diagnostics))]
    found += map(str, wording.warnings(report))
    if found:
        lines += ["", *(f"- {markdown(line)}" for line in found)]
    return "\n".join(lines) + "\n"


def _cells(submission: SubmissionResult, report: RunReport) -> list[str]:
    outcome = wording.outcome(submission, report)
    columns = wording.columns(submission, report)
    why = "" if outcome is Outcome.MET else wording.explanation(submission)
    return [
        f"**{outcome}**" if outcome in (Outcome.ERROR, Outcome.UNMET) else outcome,
        *map(markdown, (submission.path, *columns.values(), why)),
    ]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown(text: str) -> str:
    """Return the text on one line, without a meaning in Markdown."""
    return _MARKDOWN.sub(r"\\\g<0>", on_one_line(text))
