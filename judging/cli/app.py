"""The command line, made of the dataclasses in commands.py.

Each command imports its own module only when it runs, so that `judge --help` starts at once.
"""

import importlib
import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Annotated, Any

import typer

import judging
from judging.cli import commands
from judging.cli.help import CommandGroups, CommandWithFormats

# The groups of `judge --help` and their commands: name, options, and the function that runs it.
GROUPS: dict[str, dict[str, tuple[type[commands.Command], str]]] = {
    "Judge": {
        "run": (commands.Run, "contest.run_package_or_contest"),
        "try": (commands.Try, "attempt.attempt"),
        "limits": (commands.Limits, "limits.limits"),
        "watch": (commands.Watch, "watch.watch"),
        "view": (commands.View, "contest.view"),
    },
    "Test data": {
        "generate": (commands.Generate, "data.generate"),
        "validate": (commands.Validate, "data.validate"),
    },
    "Analyse": {
        "hack": (commands.Hack, "hack.hack"),
        "strength": (commands.Strength, "strength.strength"),
        "strengthen": (commands.Strengthen, "strength.strengthen"),
        "mutate": (commands.Mutate, "mutate.mutate"),
    },
    "Packages": {
        "new": (commands.New, "package.new"),
        "import": (commands.Import, "package.import_package"),
        "export": (commands.Export, "package.export"),
        "statement": (commands.Statement, "statement.statement"),
    },
    "Machine": {
        "doctor": (commands.Doctor, "doctor.doctor"),
        "worker": (commands.Worker, "worker.worker"),
        "cache": (commands.Cache, "cache.cache"),
    },
}

Act = Callable[[commands.Command, str], Any]


def execute(request: commands.Command, handler: str) -> int:
    """Run the function of a command; for a contest, on each package, unless it joins them."""
    module, function = handler.split(".")
    act: Callable[..., int] = getattr(
        importlib.import_module(f"judging.cli.{module}"), function
    )
    joins = isinstance(request, commands.Run | commands.Statement | commands.New)
    if not joins and getattr(request, "contest", None) is not None:
        each: Callable[..., int] = importlib.import_module("judging.cli.contest").each
        return each(act, request)
    return act(request)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"judge {judging.__version__}")
        raise typer.Exit


def judge(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_print_version,
            help="Show the version and exit.",
        ),
    ] = False,
) -> None:
    """Judge the submissions of a programming-contest problem, and test its data."""


def _command(kind: type[commands.Command], handler: str, act: Act) -> Callable[..., Any]:
    """Return a function whose parameters are the fields of a command, and that acts on it."""
    types: dict[str, Any] = {}
    parameters = []
    for each in fields(kind):
        words = each.metadata.get("typer")
        types[each.name] = each.type if words is None else Annotated[each.type, words]
        default = inspect.Parameter.empty if each.default is MISSING else each.default
        if each.default_factory is not MISSING:
            default = None  # typer's word for an empty list
        by_name, stated = inspect.Parameter.KEYWORD_ONLY, types[each.name]
        parameters.append(
            inspect.Parameter(each.name, by_name, default=default, annotation=stated)
        )

    def run(**given: Any) -> Any:
        known = {name: value for name, value in given.items() if value is not None}
        return act(kind(**known), handler)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = types
    run.__doc__ = kind.__doc__
    return run


def command_line(act: Act) -> typer.Typer:
    """Return the command line; `act` gets the command that was parsed, and its handler."""
    app = typer.Typer(
        name="judge",
        cls=CommandGroups,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={
            "help_option_names": ["-h", "--help"],
            "max_content_width": 100,
        },
    )
    app.callback()(judge)
    for group, members in GROUPS.items():
        for name, (kind, handler) in members.items():
            app.command(
                name=name,
                cls=CommandWithFormats,
                rich_help_panel=group,
                context_settings=dict(kind.settings),
            )(_command(kind, handler, act))
    return app


app = command_line(execute)
