"""`judge import`: convert a package of another system."""

from judging.core.diagnostics import count_many, errors_in, warnings_in
from judging.core.events import PhaseStarted
from judging.core.exit_codes import ExitCode
from judging.features.transfer import importing
from judging.features.transfer.options import Import
from judging.reports.wording import counted
from judging.terminal import output
from judging.terminal.screen import Screen


def import_package(request: Import) -> ExitCode:
    """Convert a package, and print what differs and what the result lacks."""
    with Screen() as listener:
        listener(PhaseStarted("import", 1))
        imported = importing.import_package(
            request.package, request.out, request.links_within
        )
    errors = errors_in(imported.problem.diagnostics)
    warnings = warnings_in(imported.problem.diagnostics)
    for note in (*imported.notes, *count_many(warnings)):
        output.say(f"  {note}")
    tests = counted(len(imported.problem.testcases), "test")
    submissions = counted(len(imported.problem.submissions), "submission")
    notes = counted(len(imported.notes), "note")
    output.say(f"{imported.out}: {tests}, {submissions}; {notes} on what differs")
    if errors:
        # Last, where nobody overlooks them among the notes.
        output.complain_of_package(imported.out, errors)
        return ExitCode.BROKEN_PACKAGE
    output.say(f"to judge it: judge run --problem {imported.out}")
    return ExitCode.SUCCESS
