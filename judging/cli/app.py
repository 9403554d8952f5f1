"""The commands of `judge`.

Each command imports its own module only when it runs, so that `judge --help` starts at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

import judging
from judging.cli import options
from judging.cli.help import CommandGroups

app = typer.Typer(
    name="judge",
    cls=CommandGroups,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"judge {judging.__version__}")
        raise typer.Exit


@app.callback()
def judge(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Judge the submissions of a programming-contest problem, and test its data."""


@app.command(rich_help_panel="Judge")
def run(
    paths: options.PathsArgument = None,
    problem: options.ProblemOption = None,
    contest: options.ContestOption = None,
    jobs: options.JobsOption = None,
    until: options.UntilOption = "first-error",
    tests: options.TestsOption = None,
    time_limit: options.TimeLimitOption = None,
    time_factor: options.TimeFactorOption = "1",
    sandbox: options.SandboxOption = "auto",
    require_sandbox: options.RequireOption = None,
    allow_missing_language: options.MissingOption = False,
    language: options.LanguageOption = None,
    keep: options.KeepOption = None,
    interaction: options.InteractionOption = False,
    report: options.ReportOption = None,
    json: options.JsonOption = None,
) -> int:
    """Judge submissions and check their verdicts."""
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
        reports=options.requested(report, json),
    )
    if contest is None:
        return command.run(request)
    from judging.cli import contest as contest_command

    return contest_command.judge(contest, request)


@app.command(name="try", rich_help_panel="Judge")
def try_(
    submission: options.ProgramArgument,
    problem: options.ProblemOption = None,
    time_limit: options.TimeLimitOption = None,
    sandbox: options.SandboxOption = "auto",
) -> int:
    """Run one submission on standard input, under the problem's limits."""
    from judging.cli import attempt

    return attempt.attempt(submission, problem, time_limit, sandbox)


@app.command(rich_help_panel="Judge")
def limits(
    problem: options.ProblemOption = None,
    jobs: options.JobsOption = None,
    time_limit: options.TimeLimitOption = None,
    time_factor: options.TimeFactorOption = "1",
    sandbox: options.SandboxOption = "auto",
    allow_missing_language: options.MissingOption = False,
    language: options.LanguageOption = None,
    json: options.JsonOption = None,
) -> int:
    """Check the time limit against the slowest accepted and the fastest too-slow submission."""
    from judging.cli import limits as command

    return command.limits(
        command.Request(
            problem=problem,
            jobs=jobs,
            time_limit=time_limit,
            time_factor=time_factor,
            sandbox=sandbox,
            allow_missing=allow_missing_language,
            languages=tuple(language or ()),
            reports=options.requested((), json),
        )
    )


@app.command(rich_help_panel="Test data")
def generate(
    problem: options.ProblemOption = None,
    jobs: options.JobsOption = None,
    check: options.CheckOption = False,
    sandbox: options.SandboxOption = "auto",
) -> int:
    """Write the test data that generators.yaml describes, and its manifest."""
    from judging.cli import data

    return data.generate(problem, jobs, sandbox, check)


@app.command(rich_help_panel="Test data")
def validate(
    problem: options.ProblemOption = None,
    jobs: options.JobsOption = None,
    junk: options.JunkOption = False,
    sandbox: options.SandboxOption = "auto",
    report: options.ReportOption = None,
    json: options.JsonOption = None,
) -> int:
    """Check the test data: inputs with the input validators, answers with the checker."""
    from judging.cli import data

    return data.validate(problem, jobs, sandbox, options.requested(report, json), junk=junk)


@app.command(rich_help_panel="Analyse")
def hack(
    paths: options.HuntedArgument = None,
    all_: options.AllOption = False,
    problem: options.ProblemOption = None,
    time: options.HuntTimeOption = None,
    tries: options.TriesOption = None,
    seed: options.HuntSeedOption = 0,
    save: options.SaveFindOption = None,
    jobs: options.JobsOption = None,
    sandbox: options.SandboxOption = "auto",
    require_sandbox: options.RequireOption = None,
    allow_missing_language: options.MissingOption = False,
    json: options.JsonOption = None,
) -> int:
    """Hunt for an input on which a submission fails, and shrink the input."""
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
            reports=options.requested((), json),
        )
    )


@app.command(rich_help_panel="Analyse")
def strength(
    problem: options.ProblemOption = None,
    jobs: options.JobsOption = None,
    minimize: options.MinimizeOption = None,
    time_limit: options.TimeLimitOption = None,
    time_factor: options.TimeFactorOption = "1",
    sandbox: options.SandboxOption = "auto",
    allow_missing_language: options.MissingOption = False,
    report: options.StrengthReportOption = None,
    json: options.JsonOption = None,
) -> int:
    """Run every submission on every test, and list which wrong submissions no test catches."""
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
            reports=options.requested(report, json),
        )
    )


@app.command(rich_help_panel="Analyse")
def mutate(
    submissions: options.MutatedArgument = None,
    problem: options.ProblemOption = None,
    jobs: options.JobsOption = None,
    seed: options.MutantSeedOption = 0,
    limit: options.LimitOption = None,
    time: options.MutantTimeOption = 20.0,
    min_tries: options.MinTriesOption = 0,
    save: options.SaveFindsOption = None,
    no_hunt: options.NoHuntOption = False,
    sandbox: options.SandboxOption = "auto",
    json: options.JsonOption = None,
) -> int:
    """Make small wrong variants of accepted submissions, and list those that no test kills."""
    from judging.cli import mutate as command

    return command.mutate(
        command.Request(
            paths=tuple(submissions or ()),
            problem=problem,
            jobs=jobs,
            seed=seed,
            limit=limit,
            time=None if no_hunt else time,
            min_tries=min_tries,
            sandbox=sandbox,
            save=save,
            reports=options.requested((), json),
        )
    )


@app.command(rich_help_panel="Packages")
def new(name: options.NameArgument) -> int:
    """Create a problem package that passes `judge run`."""
    from judging.cli import package

    return package.new(name)


@app.command(name="import", rich_help_panel="Packages")
def import_(package: options.PackageArgument, out: options.ImportedArgument = None) -> int:
    """Convert a Polygon, Kattis or ICPC package into one of this judge, and list what differs.

    Polygon packages (problem.xml): standard, full, linux and windows. Checkers, validators and
    interactors for testlib are kept, with a small program around each; tests that are not in the
    package are made by its generators when they are needed. Kattis and ICPC packages: every
    version that `judge run` reads. A zip file is unpacked only if no name in it leads outside.
    """
    from judging.cli import package as command

    return command.import_package(package, out)


@app.command(rich_help_panel="Packages")
def export(
    out: options.ExportedArgument,
    format: options.FormatOption = "kattis-2025-09",
    problem: options.ProblemOption = None,
) -> int:
    """Write the package in another format, and list what differs."""
    from judging.cli import package

    return package.export(problem, out, format)


@app.command(rich_help_panel="Machine")
def doctor(json: options.JsonOption = None) -> int:
    """Try out every language and sandbox tier on this machine, and say what is missing."""
    from judging.cli import doctor as command

    return command.doctor(options.requested((), json))


@app.command(rich_help_panel="Machine")
def cache(size: options.SizeOption = False, clear: options.ClearOption = False) -> int:
    """Show or clear the cache of compiled programs, generated data and validations."""
    from judging.cli import cache as command

    return command.cache(size, clear)
