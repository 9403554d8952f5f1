"""Where reports go, and the line of live progress on a terminal."""

import os
import shutil
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import judging
from judging.core import events
from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.core.results import RunReport
from judging.files import whole_file
from judging.reports.layout import shortened
from judging.reports.medium import Medium, Render, Report
from judging.reports.run import FORMATS, github
from judging.reports.wording import harmless, inline, on_one_line
from judging.sandbox import machine_facts

_REDRAW_S = 0.1
_DASH = "-"  # as a file name: standard output


@dataclass(frozen=True, slots=True)
class Target:
    """A report to write: its format, and a file or a standard stream."""

    format: str
    place: Path | TextIO


def say(text: object, stream: TextIO | None = None, end: str = "\n") -> None:
    """Print a text for people, on standard output unless there is a stream. Everything that is
    printed and is not a report for a program goes through here, because it may quote a package."""
    print(harmless(str(text)), end=end, file=stream or sys.stdout, flush=True)


def targets(reports: Sequence[str], known: Collection[str]) -> list[Target]:
    """Return the reports to write for the values of `--report`; UsageError for an unknown format
    or a file that cannot be written.

    The text report goes to standard output as well, unless another report is sent there. If that
    other report names `-` as its file, the text goes to standard error.
    """
    wanted = []
    for spec in reports:
        name, _, file = spec.partition(":")
        if name not in known:
            hint = did_you_mean(name, known)
            raise UsageError(f"--report {spec}: unknown format '{name}'{hint} ({', '.join(known)})")
        if file in ("", _DASH):
            wanted.append(Target(name, sys.stdout))
            continue
        if not Path(file).absolute().parent.is_dir():
            raise UsageError(f"{name} report {file}: no folder {Path(file).absolute().parent}")
        if Path(file).is_dir():
            raise UsageError(f"{name} report {file}: is a folder, expected a file name")
        wanted.append(Target(name, Path(file)))
    if not any(t.place is sys.stdout and t.format != "github" for t in wanted):
        return [Target("text", sys.stdout), *wanted]
    dashed = any(spec.endswith(f":{_DASH}") for spec in reports)
    if dashed and not any(t.format == "text" for t in wanted):
        return [Target("text", sys.stderr), *wanted]
    return wanted


def messages(wanted: Sequence[Target]) -> TextIO:
    """Return the stream for messages: standard output unless a program reads a report there."""
    taken = any(t.place is sys.stdout and t.format != "text" for t in wanted)
    return sys.stderr if taken else sys.stdout


def write_run(report: RunReport, wanted: Sequence[Target], root: Path) -> None:
    """Write the reports of a run, and the summary of a GitHub step; `root` is the package."""
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    for target in wanted:
        if target.format == "github" and summary:
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(github.summary_markdown(report))
    write(report, wanted, FORMATS, root)


def write(
    report: Report,
    wanted: Sequence[Target],
    formats: Mapping[str, Render[Report]],
    root: Path | None = None,
) -> None:
    """Write every report. A file that cannot be written does not keep the others from being
    written: its OSError comes last. `root` is the folder that annotations name files in."""
    failures = []
    for target in wanted:
        rendered = formats[target.format](report, _medium(target, root))
        if isinstance(target.place, Path):
            try:
                replace(target.place, rendered)
            except OSError as failure:
                failures.append(OSError(failure.errno, failure.strerror, str(target.place)))
        else:
            if target.format == "text":
                rendered = harmless(rendered)
            print(rendered, end="", file=target.place, flush=True)
    if failures:
        raise failures[0]


def _medium(target: Target, root: Path | None) -> Medium:
    folder = "" if root is None else _below_checkout(root)
    date = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    facts = machine_facts()
    origin = {"date": date, "tool_version": judging.__version__, "machine": facts}
    if isinstance(target.place, Path) or not target.place.isatty():
        return Medium(root=folder, origin=origin)
    color = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return Medium(shutil.get_terminal_size().columns, color, folder, origin)


def _below_checkout(root: Path) -> str:
    """Return a folder relative to the checkout, which annotations need."""
    base = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).absolute()
    root = root.absolute()
    return "" if root == base or not root.is_relative_to(base) else str(root.relative_to(base))


def replace(file: Path, content: str) -> None:
    """Write the file whole or not at all; a link stays a link. Something else than a regular file,
    such as /dev/stdout or a pipe, is written to and never replaced."""
    if file.exists() and not file.is_file():
        file.write_text(content, encoding="utf-8")
        return
    with whole_file(file.resolve()) as fresh:
        fresh.write_text(content, encoding="utf-8")


class Progress:
    """A listener that keeps one line on a terminal up to date, and does nothing elsewhere."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._phase = ""
        self._done = self._total = 0
        self._drawn = 0.0

    def __call__(self, event: events.Event) -> None:
        """Draw the line for an event. A find is worth a line that stays."""
        if isinstance(event, events.HuntFound):
            self.close()
            width = shutil.get_terminal_size().columns
            line = f"{self._prefix}{event.submission}: {event.verdict} on {inline(event.input)}"
            say(shortened(line, width), sys.stderr)
        if not self._live:
            return
        match event:
            case events.PhaseStarted(phase, total):
                self._phase, self._total, self._done = phase, total, 0
            case events.StepDone(_, name):
                self._count(name)
            case events.TestcaseDone(submission, result):
                self._count(f"{submission} {result.name} {result.verdict}")
            case events.HuntProgress(submission, doing, tried, rate, best):
                self._phase = doing
                inputs = f"{submission}: {tried:,} inputs" + (f", {rate:.0f}/s" if rate else "")
                self._draw(f"{doing} {inputs}" + (f", {best}" if best else ""))
            case _:
                pass

    def _count(self, step: str) -> None:
        self._done += 1
        # The number of runs is only an upper bound: a settled submission skips the rest.
        total = f"/{self._total}" if self._phase != "run" else ""
        self._draw(f"{self._phase} {self._done}{total}: {step}")

    def _draw(self, line: str) -> None:
        now = time.monotonic()
        if now - self._drawn < _REDRAW_S:
            return
        self._drawn = now
        width = shutil.get_terminal_size().columns
        sys.stderr.write("\r\x1b[K" + on_one_line(f"{self._prefix}{line}")[: width - 1])
        sys.stderr.flush()

    def close(self) -> None:
        """Remove the line."""
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
