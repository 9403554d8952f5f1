"""Options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ProblemOption = Annotated[
    Path | None,
    typer.Option(
        "--problem",
        metavar="DIR",
        help="The problem package. Default: the one that the paths, or the working folder, lie in.",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", help="Runs side by side. Default: one per core."),
]
SandboxOption = Annotated[
    str,
    typer.Option("--sandbox", metavar="TIER", help="auto, or a tier that `judge doctor` lists."),
]
RequireOption = Annotated[
    str | None,
    typer.Option("--require-sandbox", metavar="TIER", help="End with 4 unless this tier is there."),
]
ReportOption = Annotated[
    list[str] | None,
    typer.Option(
        "--report",
        metavar="FORMAT[:FILE]",
        help="text, json, junit or github; to FILE, else to standard output. Repeatable.",
    ),
]
StrengthReportOption = Annotated[
    list[str] | None,
    typer.Option(
        "--report",
        metavar="FORMAT[:FILE]",
        help="text or json; to FILE, else to standard output. Repeatable.",
    ),
]
JsonOption = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="The same as --report json:FILE.")
]
MissingOption = Annotated[
    bool,
    typer.Option(
        "--allow-missing-language",
        help="A submission whose language is not installed is listed and does not fail the run.",
    ),
]
LanguageOption = Annotated[
    list[str] | None,
    typer.Option(
        "--language",
        metavar="ID=ID",
        help="Judge submissions in one language as in another with the same files. Repeatable.",
    ),
]
TimeLimitOption = Annotated[
    float | None, typer.Option("--time-limit", metavar="S", help="Seconds, for the package's own.")
]
TimeFactorOption = Annotated[
    str,
    typer.Option("--time-factor", metavar="X|auto", help="Scales the time limit; auto measures."),
]
TestsOption = Annotated[
    list[str] | None,
    typer.Option("--tests", metavar="GLOB", help="Only tests such as 'secret/0*'. Repeatable."),
]
