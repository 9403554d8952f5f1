"""`judge new`, `judge import` and `judge export`."""

from pathlib import Path

from judging import transfer
from judging.cli import data, opening, output, screen, statement
from judging.cli.commands import Export, Import, New
from judging.core.errors import UsageError
from judging.core.events import PhaseStarted
from judging.core.exit_codes import ExitCode
from judging.data.testing_tool import testing_tool
from judging.reports.wording import counted
from judging.session import Session


def new(request: New) -> int:
    """Create what is asked for, and print how to judge it."""
    if request.name is None and request.contest is None and request.ci is None:
        raise UsageError("name the folder to create, as in `judge new NAME`")
    if request.ci is not None:
        file = transfer.create_workflow(request.ci, Path.cwd())
        output.say(f"{file}: written; the next push to GitHub is judged")
    if request.contest is not None:
        transfer.create_contest(request.contest, request.count, request.type)
        output.say(f"{request.contest}: wrote {counted(request.count, 'package')}")
        output.say(f"to judge them: judge run --contest {request.contest}")
    if request.name is not None:
        folder = Path(request.name)
        made = transfer.create_package(folder, folder.resolve().name, request.type)
        output.say(
            f"{folder}: wrote {counted(len(made), 'file')}; to edit: grep -rn Edit {folder}"
        )
        output.say(f"to judge it: judge run --problem {folder}")
    return ExitCode.SUCCESS


def import_package(request: Import) -> int:
    """Convert a package into a native one, and print what differs and what the result lacks."""
    with screen.Screen() as listener:
        listener(PhaseStarted("import", 1))
        imported = transfer.import_package(
            request.package, request.out, request.links_within
        )
    for note in (*imported.notes, *imported.problem.diagnostics):
        output.say(f"  {note}")
    tests = counted(len(imported.problem.testcases), "test")
    submissions = counted(len(imported.problem.submissions), "submission")
    notes = counted(len(imported.notes), "note")
    output.say(f"{imported.out}: {tests}, {submissions}; {notes} on what differs")
    output.say(f"to judge it: judge run --problem {imported.out}")
    return ExitCode.SUCCESS


def export(request: Export) -> int:
    """Prepare the data, write the package in another format, and print each difference."""
    package = opening.load(request.problem, request.links_within)
    if not package.broken:
        package = data.complete(package)
    tool = b""
    if request.testing_tool and package.interactive and request.format != "polygon":
        with opening.workers(opening.sandbox_tier("auto"), None) as (executor, store):
            tool = testing_tool(package, Session(executor, store, package.limits))
    elif request.testing_tool:
        output.say(
            f"{package.name}: no testing tool; it is not interactive, or goes to polygon"
        )
    notes = transfer.export_package(
        package, request.out, request.format, statement.to_pdf, tool
    )
    output.say(f"{request.out}: written as {request.format}")
    for note in notes:
        output.say(f"  {note}")
    return ExitCode.SUCCESS
