"""`judge export`: write a package in another format."""

from collections.abc import Sequence
from functools import partial

from judging.core.diagnostics import Diagnostic, Severity, errors_in, warnings_in
from judging.core.errors import PackageError
from judging.core.events import PhaseStarted
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem
from judging.core.timings import Tally
from judging.features.export.options import Export
from judging.features.export.testing_tool import testing_tool
from judging.features.generate.command import complete
from judging.features.statement.command import picture_to_pdf, to_pdf
from judging.features.statement.reading import encoding_errors
from judging.features.transfer.exporting import (
    RefusedExport,
    check_target,
    export_package,
    format_called,
)
from judging.features.transfer.kattis.domjudge import ToPdf
from judging.features.transfer.new_package import ConversionNote
from judging.features.transfer.readers import describe_readers
from judging.features.validate.data_check import check_data
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.values import replace

# The formats whose systems do not infer a time limit: a default would stand there.
_STATING_TIME = ("domjudge", "polygon")


def export(request: Export) -> ExitCode:
    """Prepare and check the data, write the package, and print each difference."""
    request = replace(request, format=format_called(request.format))
    package = opening.load(request.problem, request.links_within)
    # Before the data are made and checked, which may take minutes.
    check_target(package, request.out, request.format)
    said: Sequence[Diagnostic] = ()
    # A broken package is refused below, with all of its faults.
    if not package.broken:
        package = complete(package, request.tally)
        if not request.unchecked:
            said = _check(package, request.tally)
        if request.format in _STATING_TIME and package.limits.time_s is None:
            package = _with_time_limit(package, request.tally)
    tool = b""
    if request.testing_tool:
        tool = _testing_tool(package, request.format, request.tally)
    with Screen() as screen:
        screen(PhaseStarted("export", 1))
        pdf = partial(to_pdf, screen=screen, tally=request.tally, said=said)
        notes = _export(package, request, pdf, tool)
    output.say(f"{request.out}: written as {request.format}")
    for note in notes:
        output.say(f"  {note}")
    readers = describe_readers(package, request.format)
    if readers:
        output.say(f"  {readers}")
    return ExitCode.SUCCESS


def _export(
    package: Problem, request: Export, pdf: ToPdf, tool: bytes
) -> Sequence[ConversionNote]:
    of_picture = partial(picture_to_pdf, tally=request.tally)
    try:
        return export_package(
            package, request.out, request.format, pdf, tool, of_picture
        )
    except RefusedExport as refused:
        # What the new package lacks is often the cause.
        for note in refused.notes:
            output.say(f"  {note}")
        raise


def _check(package: Problem, tally: Tally) -> Sequence[Diagnostic]:
    """Check the data as `judge validate` does: on another judge, a checker that does not
    compile would be noticed in the contest. Print and return its warnings; raise
    PackageError with what is wrong."""
    with (
        opening.workers(opening.sandbox_tier("auto"), None, tally) as workers,
        Screen() as listener,
    ):
        session = workers.session(package.limits, listener)
        report = check_data(package, session)
    if report.interrupted:
        raise KeyboardInterrupt
    unreadable = encoding_errors(package)
    # One of these is a warning of the package, and an error of the export.
    among_errors = {replace(each, severity=Severity.WARNING) for each in unreadable}
    warnings = warnings_in(report.diagnostics)
    output.say_found(each for each in warnings if each not in among_errors)
    faults = [*errors_in(report.diagnostics), *unreadable]
    if faults:
        raise PackageError(faults)
    for message in report.machine_errors:
        output.say(f"warning: not checked: {message}")
    return report.diagnostics


def _with_time_limit(package: Problem, tally: Tally) -> Problem:
    with opening.workers(opening.sandbox_tier("auto"), None, tally) as workers:
        return opening.with_measured_limit(package, workers.session(package.limits))


def _testing_tool(package: Problem, format: str, tally: Tally) -> bytes:
    """Return the tool for contestants; b"", with a message, where there is none."""
    if not package.interactive or format == "polygon":
        output.say(
            f"{package.name}: no testing tool: not interactive, or the format is polygon"
        )
        return b""
    with (
        opening.workers(opening.sandbox_tier("auto"), None, tally) as workers,
        Screen() as listener,
    ):
        return testing_tool(package, workers.session(package.limits, listener))
