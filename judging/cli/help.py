"""The page that `judge --help` shows."""

import importlib
import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

from judging.core.exit_codes import ExitCode

_EXIT_CODES = (
    (ExitCode.SUCCESS, "Every expectation is met."),
    (ExitCode.UNMET, "An expectation is not met."),
    (ExitCode.USAGE, "The command line is wrong."),
    (ExitCode.BROKEN_PACKAGE, "The package is broken: its verdicts cannot be trusted."),
    (
        ExitCode.MACHINE,
        "The machine cannot judge: a compiler is missing, the disk is full.",
    ),
    (ExitCode.NOTHING_JUDGED, "Nothing was judged."),
    (ExitCode.INTERRUPTED, "Interrupted."),
)


class CommandWithFormats(TyperCommand):
    """A command whose options' help may name a subject of reports, as in `{run}`: that stands for
    the subject's formats. They are imported only for this command, since that takes long."""

    def get_params(self, ctx: Any) -> list[Any]:
        options: list[Any] = super().get_params(ctx)
        for option in options:
            text = getattr(option, "help", None) or ""
            if found := re.search(r"{(\w+)}", text):
                subject = importlib.import_module(f"judging.reports.{found[1]}")
                *formats, last = subject.FORMATS
                option.help = text.replace(found[0], f"{', '.join(formats)} or {last}")
        return options


class CommandGroups(TyperGroup):
    """A help page that lists commands by group, each with a whole sentence, and the exit codes.

    Typer shows `rich_help_panel` only with rich, which would slow every start. It names no public
    types for what its methods take.
    """

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        size = max(map(len, self.commands))
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            sentence = " ".join((command.help or "").partition("\n\n")[0].split())
            group = getattr(command, "rich_help_panel", None) or "Commands"
            groups.setdefault(group, []).append((name.ljust(size), sentence))
        for group, rows in groups.items():
            with formatter.section(group):
                formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in _EXIT_CODES])
        formatter.write_paragraph()
        formatter.write_text(
            "`judge COMMAND --help` describes the options of a command."
        )
