"""`judge` as the command-line library sees it: what is parsed is executed."""

from judging.cli.handlers import execute_first
from judging.cli.parsing import command_line

app = command_line(execute_first)
