"""Where reports go, and the one line of live progress on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core import events
from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.core.results import RunReport
from judging.reports import REPORTS, github, text

_REDRAW_S = 0.1


@dataclass(frozen=True, slots=True)
class Target:
    """One report to write: its format, and the file; None is standard output."""

    format: str
    file: Path | None


def targets(reports: Sequence[str], known: Collection[str] = REPORTS) -> list[Target]:
    """What was asked for, each in one of the `known` forms. The text report goes to standard
    output unless another is sent there."""
    wanted = []
    for spec in reports:
        name, _, file = spec.partition(":")
        if name not in known:
            hint = did_you_mean(name, known)
            raise UsageError(f"--report {spec}: unknown format '{name}'{hint} ({', '.join(known)})")
        if file and not Path(file).absolute().parent.is_dir():
            raise UsageError(f"--report {spec}: no folder {Path(file).absolute().parent}")
        if file and Path(file).is_dir():
            raise UsageError(f"--report {spec}: {file} is a folder, expected a file name")
        wanted.append(Target(name, Path(file) if file else None))
    spoken_for = any(t.file is None and t.format != "github" for t in wanted)
    return wanted if spoken_for else [Target("text", None), *wanted]


def write(report: RunReport, wanted: Sequence[Target], root: Path) -> None:
    """Writes every report; `root` is the package, whose files annotations name. One that cannot
    be written keeps no other from being written: OSError comes last."""
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    for target in wanted:
        if target.format == "github" and summary:
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(github.summary_markdown(report))
    write_rendered(wanted, lambda target: _render(report, target, root))


def write_rendered(wanted: Sequence[Target], render: Callable[[Target], str]) -> None:
    """Writes what `render` makes for each target; OSError comes last."""
    failures = []
    for target in wanted:
        rendered = render(target)
        if target.file is None:
            print(rendered, end="" if rendered.endswith("\n") else "\n", flush=True)
        else:
            try:
                replace(target.file, rendered)
            except OSError as failure:
                failures.append(OSError(failure.errno, failure.strerror, str(target.file)))
    if failures:
        raise failures[0]


def _render(report: RunReport, target: Target, root: Path) -> str:
    if target.format == "github":
        return github.render(report, root=below_checkout(root))
    if target.format == "text" and target.file is None and sys.stdout.isatty():
        return text.render(report, color=may_color(), width=shutil.get_terminal_size().columns)
    return REPORTS[target.format](report)


def may_color() -> bool:
    """Whether a terminal is to be written to in colour."""
    return "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def below_checkout(root: Path) -> str:
    """The package's folder relative to the checkout, which annotations need."""
    base = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).absolute()
    return "" if root == base or not root.is_relative_to(base) else str(root.relative_to(base))


def replace(file: Path, content: str) -> None:
    """Writes the file whole or not at all; a link stays one. What is no regular file, such as
    /dev/stdout or a pipe, is written to and never replaced."""
    if file.exists() and not file.is_file():
        file.write_text(content, encoding="utf-8")
        return
    file = file.resolve()
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        fresh.write_text(content, encoding="utf-8")
        fresh.replace(file)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


class Progress:
    """A listener that keeps one line on a terminal up to date, and is silent elsewhere."""

    def __init__(self, of: str = "") -> None:
        self._of = of
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._phase = ""
        self._done = self._total = 0
        self._drawn = 0.0

    def __call__(self, event: events.Event) -> None:
        """Takes note of an event."""
        if not self._live:
            return
        match event:
            case events.PhaseStarted(phase, total):
                self._phase, self._total, self._done = phase, total, 0
            case events.StepDone(_, name):
                self._done += 1
                self._draw(name)
            case events.TestcaseDone(submission, result):
                self._done += 1
                self._draw(f"{submission} {result.name} {result.verdict}")
            case events.HuntProgress(submission, doing, tried, rate, best):
                self._phase = doing
                what = f"{submission}: {tried:,} inputs" + (f", {rate:.0f}/s" if rate else "")
                self._show(f"{doing} {what}" + (f", {best}" if best else ""))
            case _:
                pass

    def _draw(self, what: str) -> None:
        # Of runs only the most there may be is known: a settled submission skips the rest.
        total = f"/{self._total}" if self._phase != "run" else ""
        self._show(f"{self._phase} {self._done}{total}: {what}")

    def _show(self, line: str) -> None:
        now = time.monotonic()
        if now - self._drawn < _REDRAW_S:
            return
        self._drawn = now
        width = shutil.get_terminal_size().columns
        sys.stderr.write("\r\x1b[K" + f"{self._of}{line}"[: width - 1])
        sys.stderr.flush()

    def close(self) -> None:
        """Removes the line."""
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
