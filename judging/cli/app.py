"""The commands and their options. What a command needs is imported when it runs, so that
`judge --help` starts at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from judging.cli.options import (
    JobsOption,
    JsonOption,
    LanguageOption,
    MissingOption,
    ProblemOption,
    ReportOption,
    RequireOption,
    SandboxOption,
    StrengthReportOption,
    TestsOption,
    TimeFactorOption,
    TimeLimitOption,
)

app = typer.Typer(
    name="judge",
    help="Judges the submissions of a programming-contest problem, and tests its data.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command()
def run(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[SUBMISSION|FOLDER]...")] = None,
    problem: ProblemOption = None,
    contest: Annotated[
        Path | None,
        typer.Option(
            "--contest", metavar="DIR", help="Every package in DIR: one table, one exit code."
        ),
    ] = None,
    jobs: JobsOption = None,
    until: Annotated[
        str,
        typer.Option(
            "--until",
            metavar="first-error|all",
            help="Stop a submission once its expectation is settled, or run every test.",
        ),
    ] = "first-error",
    tests: TestsOption = None,
    time_limit: TimeLimitOption = None,
    time_factor: TimeFactorOption = "1",
    sandbox: SandboxOption = "auto",
    require_sandbox: RequireOption = None,
    allow_missing_language: MissingOption = False,
    language: LanguageOption = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="DIR", help="Output, stderr and feedback of each run."),
    ] = None,
    interaction: Annotated[
        bool,
        typer.Option(
            "--interaction",
            help="Note down what submission and judge say to one another, for --keep and reports.",
        ),
    ] = False,
    report: ReportOption = None,
    json: JsonOption = None,
) -> int:
    """Judge submissions and hold their verdicts against what is expected of them."""
    from judging.cli import run as command

    request = command.Request(
        paths=tuple(paths or ()),
        problem=problem,
        jobs=jobs,
        until=until,
        tests=tuple(tests or ()),
        time_limit=time_limit,
        time_factor=time_factor,
        sandbox=sandbox,
        require_sandbox=require_sandbox,
        allow_missing=allow_missing_language,
        languages=tuple(language or ()),
        keep=keep,
        interaction=interaction,
        reports=(*(report or ()), *([f"json:{json}"] if json else ())),
    )
    if contest is None:
        return command.run(request)
    from judging.cli import contest as contest_command

    return contest_command.judge(contest, request)


@app.command()
def generate(
    problem: ProblemOption = None,
    jobs: JobsOption = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; say which files would differ.")
    ] = False,
    sandbox: SandboxOption = "auto",
) -> int:
    """Write the data that generators.yaml describes, and the manifest."""
    from judging.cli import data

    return data.generate(problem, jobs, sandbox, check)


@app.command()
def validate(
    problem: ProblemOption = None,
    jobs: JobsOption = None,
    junk: Annotated[
        bool,
        typer.Option(
            "--junk", help="Also try inputs that are almost valid, and answers written otherwise."
        ),
    ] = False,
    sandbox: SandboxOption = "auto",
    report: ReportOption = None,
    json: JsonOption = None,
) -> int:
    """Check the data: input validators over every test, answers through the checker."""
    from judging.cli import data

    reports = (*(report or ()), *([f"json:{json}"] if json else ()))
    return data.validate(problem, jobs, sandbox, reports, junk=junk)


@app.command()
def mutate(
    submissions: Annotated[list[Path] | None, typer.Argument(metavar="[SUBMISSION]...")] = None,
    problem: ProblemOption = None,
    jobs: JobsOption = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Draws the inputs of the hunt, and --limit.")
    ] = 0,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", help="At most N mutants of each submission."),
    ] = None,
    time: Annotated[
        float, typer.Option("--time", metavar="S", help="Hunt each survivor for S seconds.")
    ] = 20.0,
    tries: Annotated[
        int,
        typer.Option("--tries", metavar="N", help="And on, until N inputs were tried."),
    ] = 0,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="NAME", help="Make the inputs that are found fixed tests."),
    ] = None,
    no_hunt: Annotated[
        bool, typer.Option("--no-hunt", help="Leave survivors as they are.")
    ] = False,
    sandbox: SandboxOption = "auto",
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all of it to FILE.")
    ] = None,
) -> int:
    """Make small wrong programs of accepted submissions, and list those that no test kills."""
    from judging.cli import mutate as command

    return command.mutate(
        command.Request(
            paths=tuple(submissions or ()),
            problem=problem,
            jobs=jobs,
            seed=seed,
            limit=limit,
            time=None if no_hunt else time,
            tries=tries,
            sandbox=sandbox,
            save=save,
            json=json,
        )
    )


@app.command()
def limits(
    problem: ProblemOption = None,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    time_factor: TimeFactorOption = "1",
    sandbox: SandboxOption = "auto",
    allow_missing_language: MissingOption = False,
    language: LanguageOption = None,
    json: JsonOption = None,
) -> int:
    """Hold the time limit against the slowest accepted and the fastest too-slow submission."""
    from judging.cli import limits as command

    return command.limits(
        problem,
        jobs,
        time_limit,
        time_factor,
        sandbox,
        allow_missing_language,
        tuple(language or ()),
        json,
    )


@app.command()
def strength(
    problem: ProblemOption = None,
    jobs: JobsOption = None,
    minimize: Annotated[
        Path | None,
        typer.Option(
            "--minimize",
            metavar="DIR",
            help="Write a package to the new folder DIR with the fewest tests that keep the kills.",
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    time_factor: TimeFactorOption = "1",
    sandbox: SandboxOption = "auto",
    allow_missing_language: MissingOption = False,
    report: StrengthReportOption = None,
    json: JsonOption = None,
) -> int:
    """Measure the tests: run every submission on all of them and say who survives, and what for."""
    from judging.cli import strength as command

    return command.strength(
        command.Request(
            problem=problem,
            jobs=jobs,
            minimize=minimize,
            time_limit=time_limit,
            time_factor=time_factor,
            sandbox=sandbox,
            allow_missing=allow_missing_language,
            reports=(*(report or ()), *([f"json:{json}"] if json else ())),
        )
    )


@app.command()
def hack(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[SUBMISSION]...")] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Every submission that is expected to fail.")
    ] = False,
    problem: ProblemOption = None,
    time: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="Seconds for each hunt. Default: 20."),
    ] = None,
    tries: Annotated[
        int | None, typer.Option("--tries", metavar="K", help="End each hunt after K inputs.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Another seed, another stream of inputs.")
    ] = 0,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="NAME", help="Make the find a test of the package."),
    ] = None,
    jobs: JobsOption = None,
    sandbox: SandboxOption = "auto",
    require_sandbox: RequireOption = None,
    allow_missing_language: MissingOption = False,
    json: JsonOption = None,
) -> int:
    """Hunt for an input on which a submission is not accepted, and make it small."""
    from judging.cli import hack as command

    return command.hack(
        command.Request(
            paths=tuple(paths or ()),
            all=all_,
            problem=problem,
            time=time,
            tries=tries,
            seed=seed,
            save=save,
            jobs=jobs,
            sandbox=sandbox,
            require_sandbox=require_sandbox,
            allow_missing=allow_missing_language,
            json=json,
        )
    )


@app.command(name="try")
def try_(
    submission: Annotated[Path, typer.Argument(metavar="SUBMISSION")],
    problem: ProblemOption = None,
    time_limit: TimeLimitOption = None,
    sandbox: SandboxOption = "auto",
) -> int:
    """Run one submission on standard input, under the problem's limits."""
    from judging.cli import attempt

    return attempt.attempt(submission, problem, time_limit, sandbox)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The folder to make.")],
) -> int:
    """Make a fresh problem package that `judge run` passes."""
    from judging.cli import package

    return package.new(name)


@app.command(name="import")
def import_(
    package: Annotated[
        Path,
        typer.Argument(metavar="PACKAGE", help="A zip file or folder: Polygon, Kattis or ICPC."),
    ],
    out: Annotated[
        Path | None,
        typer.Argument(metavar="[OUT]", help="The folder to make. Default: the package's name."),
    ] = None,
) -> int:
    """Make a package of another format into one of this one's own, and list what it lost.

    Polygon packages (problem.xml): standard, full, linux and windows. Checkers, validators and
    interactors for testlib are kept, with a small program around them; tests that are not in the
    package are made by its generators when they are needed. Kattis and ICPC packages: every
    version that `judge run` reads. Zip files are unpacked only where every name in them stays
    inside.
    """
    from judging.cli import package as command

    return command.import_package(package, out)


@app.command()
def export(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder, or .zip file, to write.")],
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="kattis-2025-09, kattis-legacy, domjudge or polygon.",
        ),
    ] = "kattis-2025-09",
    problem: ProblemOption = None,
) -> int:
    """Write the package in another format, and list what could not be carried over."""
    from judging.cli import package

    return package.export(problem, out, format)


@app.command()
def cache(
    size: Annotated[bool, typer.Option("--size", help="Print how many bytes it takes.")] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Remove everything in it.")] = False,
) -> int:
    """Show or clear the cache of compiled programs, generated data and validations."""
    from judging.cli import cache as command

    return command.cache(size, clear)


@app.command()
def doctor(
    json: JsonOption = None,
) -> int:
    """Say what this machine has, each language tried out, and what is missing."""
    from judging.cli import doctor as command

    return command.doctor(json)
