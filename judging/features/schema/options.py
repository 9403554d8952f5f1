"""The options of `judge schema`."""

from dataclasses import dataclass

from judging.terminal.kinds import Command
from judging.terminal.options import argument


@dataclass(frozen=True, kw_only=True)
class Schema(Command):
    """Print the JSON schema of a report or of a file of a package."""

    name: str | None = argument(
        None, metavar="[NAME]", help="The schema. Default: list the names."
    )
