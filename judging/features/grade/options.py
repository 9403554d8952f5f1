"""The options of `judge grade`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument

from judging.core.options import FIRST_ERROR
from judging.terminal import options
from judging.terminal.kinds import OnPackage
from judging.terminal.options import option


@dataclass(frozen=True, kw_only=True)
class Grade(OnPackage):
    """Judge programs that are lines of a file.

    A line of FILE is a JSON object with the keys package, language and source
    (docs/grading.md). Prints a JSON object for each. The same command goes on where an
    interrupted one ended.
    """

    programs: Annotated[
        Path, Argument(metavar="FILE", help="The programs, one JSON object in a line.")
    ]
    until: str = option(
        FIRST_ERROR,
        metavar="first-error|all",
        help="Stop at the first verdict other than AC, or run all tests.",
    )
    time_limit: options.TimeLimit = None
    time_factor: options.TimeFactor = "1"
    allow_missing: options.AllowMissing = False
    fresh: options.Fresh = False
    jobs: options.Jobs = None
    sandbox: options.Sandbox = "auto"
    require_sandbox: options.RequireSandbox = None
    executor: options.Executor = "threads"
    any_node: options.AnyNode = False
