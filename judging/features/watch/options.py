"""The options of `judge watch`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from judging.terminal.kinds import Command
from judging.terminal.options import argument


@dataclass(frozen=True, kw_only=True)
class Watch(Command):
    """Run a command, and run it again whenever the package changes.

    On a terminal, press Enter to judge everything, f for what failed last, t for one
    test by a part of its name, q to quit. A change or a key interrupts the work;
    finished results are kept. Commands: run, limits, describe, validate, hack,
    strength, strengthen, mutate, statement.
    """

    # What follows the name of the command is parsed again, as a command line of its own.
    settings: ClassVar[Mapping[str, bool]] = {
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,
    }

    command: list[str] = argument(
        [],
        metavar="[COMMAND] [OPTION|PATH]...",
        help="The command, with its options. Default: run.",
    )
