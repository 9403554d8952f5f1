"""The options and arguments of all commands: their names, metavars and help."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

# ---- options of several commands

ProblemOption = Annotated[
    Path | None,
    typer.Option(
        "--problem",
        metavar="DIR",
        help="The problem package. Default: the package around the given paths, or around the "
        "working folder.",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", help="Run N programs at once. Default: one per core."
    ),
]
SandboxOption = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="TIER",
        help="Use this sandbox tier; auto takes the strongest. `judge doctor` lists the tiers.",
    ),
]
RequireOption = Annotated[
    str | None,
    typer.Option(
        "--require-sandbox",
        metavar="TIER",
        help="Exit with code 4 unless this sandbox tier, or a stronger one, is available.",
    ),
]
ReportOption = Annotated[
    list[str] | None,
    typer.Option(
        "--report",
        metavar="FORMAT[:FILE]",
        help="Write a report as text, json, junit or github to FILE, by default to standard "
        "output. Repeatable.",
    ),
]
StrengthReportOption = Annotated[
    list[str] | None,
    typer.Option(
        "--report",
        metavar="FORMAT[:FILE]",
        help="Write a report as text or json to FILE, by default to standard output. Repeatable.",
    ),
]
JsonOption = Annotated[
    str | None,
    typer.Option(
        "--json",
        metavar="FILE",
        help="Write the report as JSON to FILE as well. With `-` it goes to standard output, and "
        "the text to standard error.",
    ),
]
MissingOption = Annotated[
    bool,
    typer.Option(
        "--allow-missing-language",
        help="Skip submissions whose language is not installed: list them, do not fail.",
    ),
]
LanguageOption = Annotated[
    list[str] | None,
    typer.Option(
        "--language",
        metavar="ID=ID",
        help="Run one language with another's toolchain, e.g. python3=pypy3. Repeatable.",
    ),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit", metavar="S", help="Use S seconds instead of the package's time limit."
    ),
]
TimeFactorOption = Annotated[
    str,
    typer.Option(
        "--time-factor",
        metavar="X|auto",
        help="Multiply the time limit by X; auto measures the speed of this machine.",
    ),
]

# ---- judge run, judge try

PathsArgument = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[SUBMISSION|FOLDER]...",
        help="What to judge. Default: every submission of the package.",
    ),
]
ContestOption = Annotated[
    Path | None,
    typer.Option(
        "--contest", metavar="DIR", help="Judge every package in DIR: one table, one exit code."
    ),
]
UntilOption = Annotated[
    str,
    typer.Option(
        "--until",
        metavar="first-error|all",
        help="Stop a submission once its expectation is settled, or run every test.",
    ),
]
TestsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--tests", metavar="GLOB", help="Run only matching tests, e.g. 'secret/0*'. Repeatable."
    ),
]
KeepOption = Annotated[
    Path | None,
    typer.Option(
        "--keep", metavar="DIR", help="Keep the output, stderr and feedback of each run in DIR."
    ),
]
InteractionOption = Annotated[
    bool,
    typer.Option(
        "--interaction",
        help="Record what submission and validator write to each other, for --keep and the "
        "reports.",
    ),
]
ProgramArgument = Annotated[
    Path, typer.Argument(metavar="SUBMISSION", help="The program, in a package or not.")
]

# ---- judge generate, judge validate

CheckOption = Annotated[
    bool, typer.Option("--check", help="Write nothing; list the files that would change.")
]
JunkOption = Annotated[
    bool,
    typer.Option(
        "--junk",
        help="Also try inputs that are almost valid, and answers that are formatted differently "
        "(spaces, case, numbers).",
    ),
]

# ---- judge hack

HuntedArgument = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[SUBMISSION]...", help="The submissions to hunt, or give --all."),
]
AllOption = Annotated[
    bool, typer.Option("--all", help="Hunt every submission that is expected to fail.")
]
HuntTimeOption = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar="S",
        help="Give up a hunt after S seconds. Default: 20, or no limit with --tries.",
    ),
]
TriesOption = Annotated[
    int | None, typer.Option("--tries", metavar="N", help="Give up a hunt after N inputs.")
]
HuntSeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", help="Choose another stream of inputs.")
]
SaveFindOption = Annotated[
    str | None,
    typer.Option("--save", metavar="NAME", help="Add the input found as the test NAME."),
]

# ---- judge strength

MinimizeOption = Annotated[
    Path | None,
    typer.Option(
        "--minimize",
        metavar="DIR",
        help="Write a package with the fewest tests that keep every kill to the new folder DIR.",
    ),
]

# ---- judge mutate

MutatedArgument = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[SUBMISSION]...", help="The submissions to mutate. Default: the model solution."
    ),
]
MutantSeedOption = Annotated[
    int,
    typer.Option(
        "--seed", metavar="N", help="Choose other inputs for the hunt, and mutants for --limit."
    ),
]
LimitOption = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", help="Make at most N mutants of each submission."),
]
MutantTimeOption = Annotated[
    float, typer.Option("--time", metavar="S", help="Hunt each surviving mutant for S seconds.")
]
MinTriesOption = Annotated[
    int,
    typer.Option(
        "--min-tries",
        metavar="N",
        help="Try at least N inputs on each surviving mutant, even past --time.",
    ),
]
SaveFindsOption = Annotated[
    str | None,
    typer.Option(
        "--save", metavar="NAME", help="Add the inputs found as the tests NAME, NAME-2, ..."
    ),
]
NoHuntOption = Annotated[bool, typer.Option("--no-hunt", help="Do not hunt surviving mutants.")]

# ---- judge new, judge import, judge export, judge cache

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The folder to create.")]
PackageArgument = Annotated[
    Path,
    typer.Argument(metavar="PACKAGE", help="A zip file or folder: Polygon, Kattis or ICPC."),
]
ImportedArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[OUT]", help="The folder to create. Default: the package's name."),
]
ExportedArgument = Annotated[
    Path, typer.Argument(metavar="OUT", help="The folder or .zip file to write.")
]
FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="Write kattis-2025-09, kattis-legacy, domjudge or polygon.",
    ),
]
SizeOption = Annotated[bool, typer.Option("--size", help="Print the size in bytes.")]
ClearOption = Annotated[bool, typer.Option("--clear", help="Remove everything.")]


def requested(reports: Sequence[str] | None, json: str | None) -> tuple[str, ...]:
    """The values of `--report`, and that of `--json FILE` as `json:FILE`."""
    return (*(reports or ()), *([f"json:{json}"] if json else ()))
