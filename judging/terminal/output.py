"""Where reports go."""

import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from judging.core.diagnostics import Diagnostic, count_many, did_you_mean
from judging.core.errors import PackageError, UsageError
from judging.machine.origin import origin_of_reports
from judging.reports.medium import Medium, Render, Report, RunView
from judging.reports.wording import harmless
from judging.terminal.options import ReportRequest

_DASH = "-"  # as a file name: standard output
_SECRET = (
    "judge: {} shows inputs and answers of secret tests; `--no-contents` leaves them out"
)


@dataclass(slots=True)
class Target:
    """A report to write: its format, and a file or a standard stream.

    rest: renders what is left of the report, if the beginning was written during the
    run.
    contents: a page shows inputs and answers.
    """

    format: str
    place: Path | TextIO
    rest: Render[Any] | None = None
    contents: bool = True


# Streams are flushed after each text: rows on standard output and lines on standard
# error share a terminal, and must come in the order in which they were printed.
def say(text: object, stream: TextIO | None = None, end: str = "\n") -> None:
    """Print a text for people, on standard output unless there is a stream. Everything
    that is printed and is not a report for a program goes through here, because it may
    quote a package."""
    print(harmless(str(text)), end=end, file=stream or sys.stdout, flush=True)


def say_found(found: Iterable[Diagnostic], stream: TextIO | None = None) -> None:
    """Print diagnostics, one a line; of many of a kind, only the number."""
    for diagnostic in count_many(found):
        say(diagnostic, stream)


def complain(message: str) -> None:
    for line in message.splitlines() or [""]:
        labelled = line.startswith(("error:", "warning:"))
        say(line if labelled else f"error: {line}", sys.stderr)


def complain_of_package(written: Path, errors: Sequence[Diagnostic]) -> None:
    """Print the errors of a package that was just `written`, whose files they name."""
    complain(f"{written} was written, but `judge run` refuses it:")
    for fault in count_many(errors):
        complain(str(fault))


def draw(text: str) -> None:
    """Write changing lines and cursor movements to a terminal on standard error."""
    print(text, end="", file=sys.stderr, flush=True)


def targets(
    requests: Sequence[ReportRequest], known: Collection[str], *, contents: bool = True
) -> list[Target]:
    """Return the reports to write for the values of `--report`; UsageError for an
    unknown format or a file that cannot be written.

    The text report goes to standard output as well, unless another report is sent
    there. If that other report names `-` as its file, the text goes to standard error.
    """
    wanted = [_target(request, known, contents) for request in requests]
    _check_files_differ(wanted)
    _check_one_on_standard_output(wanted)
    if any(_fills_standard_output(target) for target in wanted):
        text_to_stderr = any(request.file == _DASH for request in requests)
        has_text = any(target.format == "text" for target in wanted)
        # Who names `-` reads the report with a program, and still wants to see what
        # happens.
        if text_to_stderr and not has_text:
            return [Target("text", sys.stderr), *wanted]
        return wanted
    return [Target("text", sys.stdout), *wanted]


def _check_files_differ(wanted: Sequence[Target]) -> None:
    """Raise UsageError if two reports go to one file: the first would be lost."""
    taken: dict[Path, str] = {}
    for target in wanted:
        if not isinstance(target.place, Path):
            continue
        place = target.place.absolute()
        if place in taken:
            both = f"{taken[place]} and {target.format}"
            raise UsageError(f"{target.place}: two reports, {both}, need two files")
        taken[place] = target.format


def _check_one_on_standard_output(wanted: Sequence[Target]) -> None:
    """Raise UsageError if two reports go to standard output: no program could read them.

    GitHub finds its lines among those for people.
    """
    formats = sorted({target.format for target in wanted if target.place is sys.stdout})
    if len(formats) > 1 and formats != ["github", "text"]:
        both = " and ".join(formats)
        other = next(format for format in formats if format != "text")
        raise UsageError(
            f"{both} reports, both on standard output: name a file, as in "
            f"--report {other}:FILE"
        )


def _target(request: ReportRequest, known: Collection[str], contents: bool) -> Target:
    name = request.format
    if name not in known:
        hint = did_you_mean(name, known)
        raise UsageError(
            f"--report {request.text}: unknown format '{name}'{hint} ({', '.join(known)})"
        )
    if request.file in ("", _DASH):
        if name == "html":
            raise UsageError(
                f"--report {request.text}: name a file, as in html:page.html"
            )
        return Target(name, sys.stdout)
    file = Path(request.file)
    check_file(f"{name} report", file)
    return Target(name, file, contents=contents)


def check_file(what: str, file: Path) -> None:
    """Raise UsageError for a file that `replace_file` cannot write, before any work.

    what: what the file is for, such as `--output`.
    """
    folder = file.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"{what} {file}: no folder {folder}")
    if file.is_dir():
        raise UsageError(f"{what} {file}: is a folder, expected a file name")
    # Imported here, as below: an interrupt of an import of the package's readers is
    # printed by this module, which must not need them.
    from judging.package import named_places

    named_places.check_file(file)
    place = file.resolve()
    # A regular file is replaced, which the folder has to allow; others are written to.
    replaced = place.is_file() or not place.exists()
    written = place.parent if replaced else place
    if written.exists() and not os.access(written, os.W_OK):
        raise UsageError(f"{what} {file}: no permission to write into {written}")


def _fills_standard_output(target: Target) -> bool:
    # GitHub finds its lines among others, so the text report may be on the same stream.
    return target.place is sys.stdout and target.format != "github"


def messages(wanted: Sequence[Target]) -> TextIO:
    """Return the stream for messages: stdout, unless a program reads a report there."""
    for target in wanted:
        if target.place is sys.stdout and target.format != "text":
            return sys.stderr
    return sys.stdout


def write(
    report: Report,
    wanted: Sequence[Target],
    formats: Mapping[str, Render[Report]],
    root: Path | None = None,
    views: Collection[RunView] = (),
    markdown: Callable[[Report], str] | None = None,
) -> None:
    """Write every report. A file that cannot be written does not keep the others from
    being
    written: its exception comes last.

    root: the folder that annotations name files in.
    views: those of text reports.
    markdown: makes the summary of a GitHub step.
    """
    failures: list[OSError | PackageError] = []
    for target in wanted:
        if target.format == "github" and markdown is not None:
            unwritten = _append_step_summary(markdown(report))
            if unwritten is not None:
                failures.append(unwritten)
        render = target.rest or formats[target.format]
        rendered = render(report, medium(target, root, views))
        if isinstance(target.place, Path):
            # After minutes of work, one full disk must not cost the other reports.
            failure = _write_file(target, target.place, rendered)
            if failure is not None:
                failures.append(failure)
            continue
        text = harmless(rendered) if target.format == "text" else rendered
        print(text, end="", file=target.place, flush=True)
    if failures:
        raise failures[0]


def _append_step_summary(markdown: str) -> OSError | None:
    """Add to the page of a step of GitHub Actions. The environment names its file.
    Return the error, which names both, if that fails."""
    step = os.getenv("GITHUB_STEP_SUMMARY")
    if not step:
        return None
    try:
        with Path(step).open("a", encoding="utf-8") as file:
            file.write(markdown)
    except OSError as failure:
        place = f"{step}, named by GITHUB_STEP_SUMMARY"
        return OSError(failure.errno, failure.strerror, place)
    return None


def _write_file(
    target: Target, path: Path, rendered: str
) -> OSError | PackageError | None:
    """Write a report into a file; return the error, which names it, if that fails."""
    from judging.package import named_places

    try:
        named_places.replace_file(path, rendered.encode())
    except PackageError as failure:
        return failure
    except OSError as failure:
        return OSError(failure.errno, failure.strerror, str(path))
    if target.format == "html" and target.contents:
        say(_SECRET.format(path), sys.stderr)
    return None


def medium(
    target: Target, root: Path | None = None, views: Collection[RunView] = ()
) -> Medium:
    """Return how a report is laid out at its target."""
    folder = "" if root is None else _below_checkout(root)
    # JSON reports and pages say when, by what and where they
    # were made, wherever they go.
    origin = origin_of_reports()
    if isinstance(target.place, Path) or not target.place.isatty():
        return Medium(root=folder, origin=origin, views=views, contents=target.contents)
    color = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return Medium(shutil.get_terminal_size().columns, color, folder, origin, views)


def _below_checkout(root: Path) -> str:
    """Return a folder relative to the checkout, which annotations need."""
    # A workflow may have changed the working folder; GitHub counts from the checkout.
    base = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).absolute()
    root = root.absolute()
    if root == base or not root.is_relative_to(base):
        return ""
    return str(root.relative_to(base))
