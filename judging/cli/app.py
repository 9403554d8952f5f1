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
    },
    "Test data": {
        "generate": (commands.Generate, "data.generate"),
        "validate": (commands.Validate, "data.validate"),
    },
    "Analyse": {
        "hack": (commands.Hack, "hack.hack"),
        "strength": (commands.Strength, "strength.strength"),
        "mutate": (commands.Mutate, "mutate.mutate"),
    },
    "Packages": {
        "new": (commands.New, "package.new"),
        "import": (commands.Import, "package.import_package"),
        "export": (commands.Export, "package.export"),
    },
    "Machine": {
        "doctor": (commands.Doctor, "doctor.doctor"),
        "cache": (commands.Cache, "cache.cache"),
    },
}

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


def _command(kind: type[commands.Command], handler: str) -> Callable[..., int]:
    """Return a function whose parameters are the fields of a command, and that runs its handler."""
    types = {each.name: each.type for each in fields(kind)}
    parameters = []
    for each in fields(kind):
        default = inspect.Parameter.empty if each.default is MISSING else each.default
        if each.default_factory is not MISSING:
            default = None  # typer's word for an empty list
        parameters.append(
            inspect.Parameter(
                each.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=default,
                annotation=types[each.name],
            )
        )

    def run(**given: Any) -> int:
        module, function = handler.split(".")
        known = {name: value for name, value in given.items() if value is not None}
        request = kind(**known)
        result: int = getattr(importlib.import_module(f"judging.cli.{module}"), function)(request)
        return result

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = types
    run.__doc__ = kind.__doc__
    return run


for _group, _members in GROUPS.items():
    for _name, (_kind, _handler) in _members.items():
        app.command(name=_name, cls=CommandWithFormats, rich_help_panel=_group)(
            _command(_kind, _handler)
        )
