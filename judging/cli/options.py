"""Options of several commands: their types, with the help that typer shows; and the fields of
options that one command has."""

from collections.abc import Callable
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Option

Problem = Annotated[
    Path | None,
    Option(
        metavar="DIR",
        help="The problem package. Default: the package around the given paths, or around the "
        "working folder.",
    ),
]
LinksWithin = Annotated[
    Path | None,
    Option(
        metavar="DIR",
        help="Follow links of the package's programs inside DIR. Default: the git work tree or "
        "contest around the package.",
    ),
]
Contest = Annotated[
    Path | None, Option(metavar="DIR", help="Do it for every package in DIR.")
]
Jobs = Annotated[
    int | None,
    Option(
        "--jobs",
        "-j",
        metavar="N",
        help="Run N programs at once. Default: one per core.",
    ),
]
Sandbox = Annotated[
    str,
    Option(
        metavar="TIER",
        help="Use this sandbox tier; auto takes the strongest. `judge doctor` lists the tiers.",
    ),
]
RequireSandbox = Annotated[
    str | None,
    Option(
        metavar="TIER",
        help="Exit with code 4 unless this sandbox tier, or a stronger one, is available.",
    ),
]
Json = Annotated[
    str | None,
    Option(
        metavar="FILE",
        help="Write the report as JSON to FILE as well. With `-` it goes to standard output, and "
        "the text to standard error.",
    ),
]
AllowMissing = Annotated[
    bool,
    Option(
        "--allow-missing-language",
        help="Skip submissions whose language is not installed: list them, do not fail.",
    ),
]
Language = Annotated[
    list[str],
    Option(
        metavar="ID=ID",
        help="Run one language with another's toolchain, e.g. python3=pypy3. Repeatable.",
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
        help="Multiply the time limit by X; auto measures the speed of this machine and never "
        "shortens the limit.",
    ),
]
Fresh = Annotated[
    bool,
    Option(
        "--fresh", help="Run everything, also what was run before and has not changed."
    ),
]
# `{run}` stands for the names in `FORMATS` of `judging/reports/run`; help.py inserts them.
_REPORT = "Write a report as {%s} to FILE, by default to standard output. Repeatable."
NoContents = Annotated[
    bool,
    Option(
        "--no-contents",
        help="Leave inputs, answers and what programs wrote out of HTML reports.",
    ),
]
TlsFile = Annotated[
    str | None,
    Option(
        metavar="FILE",
        help="The authority's certificate, this machine's, or its key: docs/cluster.md.",
    ),
]


def option(
    default: Any, *names: str, kind: Callable[..., Any] = Option, **words: Any
) -> Any:
    """Return the field of an option of one command. `words` are what typer shows."""
    metadata = {"typer": kind(*names, **words)}
    if default == []:
        return field(default_factory=list, metadata=metadata)
    return field(default=default, metadata=metadata)


argument = partial(option, kind=Argument)


def report_option(kind: str) -> Any:
    """Return the field of `--report` for the reports on one subject, as help.py knows it."""
    return option([], metavar="FORMAT[:FILE]", help=_REPORT % kind)
