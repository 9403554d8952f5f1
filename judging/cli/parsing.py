"""The command line, made of the commands in commands.py: a text becomes a command."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any

import typer

from judging.cli.commands import COMMANDS, GROUPS
from judging.cli.help import MainHelp, command_help
from judging.cli.renamed import with_new_names
from judging.core.exit_codes import ExitCode
from judging.terminal.kinds import Command
from judging.version import VERSION

Act = Callable[[Command], ExitCode | None]


def parse(arguments: Sequence[str]) -> Command | None:
    """Return the command that a command line states; None if it asks for help."""
    parsed: list[Command] = []
    act_on(arguments, parsed.append)
    return parsed[0] if parsed else None


def act_on(arguments: Sequence[str], act: Act) -> object:
    """Act on the command that a command line states; return the exit code if it names one."""
    current = with_new_names(arguments)
    return command_line(act, current)(args=current, standalone_mode=False)


def command_line(act: Act, arguments: Sequence[str]) -> typer.Typer:
    """Return the command line for these arguments; `act` gets the command that was parsed.

    If they begin with the name of a command, the other commands are left out: making
    their parsers would take a twentieth of the start-up time.
    """
    named = arguments[0] if arguments and arguments[0] in COMMANDS else None
    app = typer.Typer(
        name="judge",
        cls=MainHelp,
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
        for name, kind in members.items():
            if named is None or name == named:
                app.command(
                    name=name,
                    cls=command_help(kind),
                    rich_help_panel=group,
                    context_settings=dict(kind.settings),
                )(_function(kind, act))
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"judge {VERSION}")
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


def _function(kind: type[Command], act: Act) -> Callable[..., ExitCode | None]:
    """Return a function that takes a command's fields and acts on the command.

    Typer makes a command from the signature of a function. This way an option is stated
    once, as a field, and the rest of the command line passes one typed value around.
    """

    def run(**values: Any) -> ExitCode | None:
        # Typer gives None for an empty list; the field has its own default then.
        known = {name: value for name, value in values.items() if value is not None}
        return act(kind(**known))

    parameters = []
    for field in fields(kind):
        if field.metadata.get("option", True):
            parameters.append(_parameter(field))
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    run.__doc__ = kind.__doc__
    return run


def _parameter(field: Field[Any]) -> inspect.Parameter:
    shown = field.metadata.get("typer")
    default = field.default
    if field.default_factory is not MISSING:
        default = None  # typer's word for an empty list
    elif default is MISSING:
        default = inspect.Parameter.empty
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=field.type if shown is None else Annotated[field.type, shown],
    )
