"""The options of `judge new` and `judge import`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument

from judging.terminal import options
from judging.terminal.kinds import Command
from judging.terminal.options import argument, option


@dataclass(frozen=True, kw_only=True)
class New(Command):
    """Create a package, a contest of several, or a CI workflow.

    `judge run` succeeds on every new package.

    The types are pass-fail, checker (many right answers), interactive, scoring (two
    groups) and graph. In each, problem.yaml alone states the bounds. A new package has
    the format 2025-09, which BAPCtools reads too.
    """

    names: list[str] = argument(
        [], metavar="[NAME]...", help="The folders to create, one for each package."
    )
    type: str = option(
        "pass-fail",
        metavar="TYPE[,TYPE]...",
        help="Begin with an example of this type, or of one for each package.",
    )
    layout: str = option(
        "2025-09",
        metavar="2025-09|native",
        help="Name the folders as the Kattis format 2025-09 does, or as judge's own.",
    )
    contest: Path | None = option(
        None, metavar="DIR", help="Create a contest in DIR, or add packages to it."
    )
    count: int | None = option(
        None,
        "--count",
        "-n",
        metavar="N",
        help="Create N packages in the contest. Default for a new one: 8.",
    )
    ci: str | None = option(
        None,
        metavar="github|gitlab|forgejo",
        help="Write the file by which this CI service judges the git work tree.",
    )
    address: str | None = option(
        None,
        "--from",
        metavar="ADDRESS",
        help="With --ci: what pip installs judge from, as in git+https://HOST/judge.git.",
    )

    @property
    def types(self) -> list[str]:
        return [name.strip() for name in self.type.split(",")]


@dataclass(frozen=True, kw_only=True)
class Import(Command):
    """Convert a package of another system; list what differs.

    Polygon packages (problem.xml): standard, full, linux and windows. Checkers,
    validators and interactors for testlib stay as they are, in a small adapter;
    generators make the tests that the package lacks when they are needed.
    Kattis and ICPC packages: every version that `judge run` reads. Library Checker:
    a problem's folder in a checkout of library-checker-problems. A zip file is refused
    if a name in it points outside.
    """

    package: Annotated[
        Path,
        Argument(
            metavar="PACKAGE",
            help="A zip file or folder: Polygon, Kattis, ICPC or Library Checker.",
        ),
    ]
    out: Path | None = argument(
        None, metavar="[OUT]", help="The folder to create. Default: the package's name."
    )
    links_within: options.LinksWithin = None
