"""`judge new`: create a package, a contest, or a CI workflow."""

from pathlib import Path

from judging import transfer
from judging.cli.commands import New
from judging.cli.common import output
from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.reports.wording import counted


def new(request: New) -> ExitCode:
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
        files = counted(len(made), "file")
        output.say(f"{folder}: wrote {files}; to edit: grep -rn Edit {folder}")
        output.say(f"to judge it: judge run --problem {folder}")
    return ExitCode.SUCCESS
