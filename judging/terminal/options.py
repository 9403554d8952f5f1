"""Options that several commands share, with the help that typer shows; and how a
command states an option of its own.

The help of an option is one short sentence: `judge COMMAND --help` is read on 80
columns, and what does not fit there has its place in docs/.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from typer import Argument, Option

# The metadata of a field of a command that the command line does not state.
NOT_AN_OPTION: Final = {"option": False}
# Sections of a command's help, in this order after the command's own options. Setters need
# the first ones every day; the others are for admins, CI and rare cases.
COMMON = "Common"
ADVANCED = "Advanced"
PANELS = (COMMON, ADVANCED)

Problem = Annotated[
    Path | None,
    Option(
        metavar="DIR|ZIP",
        rich_help_panel=COMMON,
        help="Work on this package. Default: the one around the paths or this folder.",
    ),
]
LinksWithin = Annotated[
    Path | None,
    Option(
        metavar="DIR",
        rich_help_panel=ADVANCED,
        help="Allow links from programs into DIR. Default: the git work tree or contest.",
    ),
]
Contest = Annotated[
    Path | None,
    Option(
        metavar="DIR",
        rich_help_panel=COMMON,
        help="Run this command on every package in DIR.",
    ),
]
Sandbox = Annotated[
    str,
    Option(
        metavar="TIER",
        rich_help_panel=ADVANCED,
        help="Use this tier (`judge doctor` lists them); auto is the strongest.",
    ),
]
RequireSandbox = Annotated[
    str | None,
    Option(
        metavar="TIER",
        rich_help_panel=ADVANCED,
        help="Exit with code 4 unless this tier or a stronger one is available.",
    ),
]
Jobs = Annotated[
    int | None,
    Option(
        "--jobs",
        "-j",
        metavar="N",
        rich_help_panel=ADVANCED,
        help="Run N programs at once. Default: one per core.",
    ),
]
Executor = Annotated[
    str,
    Option(
        metavar="threads|dask:local=N|dask:ADDRESS",
        rich_help_panel=ADVANCED,
        help="Run programs in threads, N processes or a cluster (docs/cluster.md).",
    ),
]
AnyNode = Annotated[
    bool,
    Option(
        "--any-node",
        rich_help_panel=ADVANCED,
        help="Also use nodes whose toolchains or sandbox tier differ.",
    ),
]
Timings = Annotated[
    bool,
    Option(
        "--timings",
        rich_help_panel=ADVANCED,
        help="Print to stderr where the time went, and the least it could be.",
    ),
]
# help.py puts the formats of the command's reports in place of `{formats}`.
ReportOption = Annotated[
    list[str],
    Option(
        metavar="FORMAT[:FILE]",
        rich_help_panel=COMMON,
        help="Write a report as {formats} to FILE or standard output. Repeatable.",
    ),
]
Json = Annotated[
    str | None,
    Option(
        metavar="FILE",
        rich_help_panel=COMMON,
        help="Write JSON to FILE too; with -, to standard output, and text to stderr.",
    ),
]
NoContents = Annotated[
    bool,
    Option(
        "--no-contents",
        rich_help_panel=ADVANCED,
        help="Leave inputs, answers and outputs out of HTML reports.",
    ),
]
AllowMissing = Annotated[
    bool,
    Option(
        "--allow-missing-language",
        rich_help_panel=ADVANCED,
        help="Skip and list submissions whose language is not installed.",
    ),
]
Language = Annotated[
    list[str],
    Option(
        metavar="ID=ID",
        rich_help_panel=ADVANCED,
        help="Use another language's toolchain, as in python3=pypy3. Repeatable.",
    ),
]
TimeLimit = Annotated[
    float | None,
    Option(metavar="S", help="Use S seconds instead of the package's time limit."),
]
TimeFactor = Annotated[
    str,
    Option(
        metavar="X|auto",
        rich_help_panel=ADVANCED,
        help="Multiply the time limit by X; auto measures this machine.",
    ),
]
# Without it, a test goes to `secret`, or to the only group in it that gives points.
Group = Annotated[
    str | None,
    Option("--group", metavar="GROUP", help="The group of new tests: secret/2-full."),
]
Compare = Annotated[
    Path | None,
    Option(
        metavar="OLD.json",
        rich_help_panel=ADVANCED,
        help="Also say what changed since this JSON report (docs/comparing.md).",
    ),
]
Fresh = Annotated[
    bool, Option("--fresh", help="Run everything again instead of recalling results.")
]


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """A value of `--report`, and its parts; `file` is "" if none is named."""

    text: str
    format: str
    file: str


def report_request(text: str) -> ReportRequest:
    name, _, file = text.partition(":")
    return ReportRequest(text, name, file)


def option(
    default: Any, *names: str, kind: Callable[..., Any] = Option, **words: Any
) -> Any:
    """Return the field of an option of one command. `words` are what typer shows."""
    metadata = {"typer": kind(*names, **words)}
    if default == []:
        return field(default_factory=list, metadata=metadata)
    return field(default=default, metadata=metadata)


argument = partial(option, kind=Argument)
