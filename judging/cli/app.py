"""`judge` as the command-line library sees it: what is parsed is executed."""

from collections.abc import Sequence

from judging.cli.handlers import execute_first
from judging.cli.parsing import command_line


def execute(arguments: Sequence[str]) -> object:
    """Execute what a command line states; return the exit code if it names a command."""
    app = command_line(execute_first, arguments)
    return app(args=arguments, standalone_mode=False)
