"""`judge` as the command-line library sees it: what is parsed is executed."""

from collections.abc import Sequence

from judging.cli.handlers import execute_first
from judging.cli.parsing import command_line
from judging.cli.renamed import with_new_names


def execute(arguments: Sequence[str]) -> object:
    """Execute what a command line states; return the exit code if it names a command."""
    current = with_new_names(arguments)
    app = command_line(execute_first, current)
    return app(args=current, standalone_mode=False)
