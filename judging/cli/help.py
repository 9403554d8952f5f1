"""The pages that `judge --help` and `judge COMMAND --help` show.

Typer draws groups only with rich, which would slow every start, so these pages are laid
out here. Typer names no public types for what the methods of its commands take.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from judging.core.exit_codes import ExitCode
from judging.terminal.kinds import Command, Reporting
from judging.terminal.options import PANELS

_ARGUMENTS = "Arguments"
_OWN = "Options"
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


def command_help(kind: type[Command]) -> type[TyperCommand]:
    """Return the class of a command's parser, which lays out its help."""

    class CommandHelp(TyperCommand):
        def format_options(self, ctx: Any, formatter: Any) -> None:
            """Write the command's own options, then the shared ones by subject."""
            sections: dict[str, list[tuple[str, str]]] = {
                title: [] for title in (_ARGUMENTS, _OWN, *PANELS)
            }
            for parameter in self.get_params(ctx):
                record = parameter.get_help_record(ctx)
                if record is None:
                    continue
                usage, text = record
                sections[_section_of(parameter)].append((usage, _completed(text, kind)))
            _write_sections(formatter, sections)

    return CommandHelp


def _section_of(parameter: object) -> str:
    if isinstance(parameter, TyperArgument):
        return _ARGUMENTS
    if isinstance(parameter, TyperOption) and parameter.rich_help_panel:
        return parameter.rich_help_panel
    return _OWN


def _completed(text: str, kind: type[Command]) -> str:
    """Return the help of an option with the names of report formats in their place."""
    if "{formats}" not in text or not issubclass(kind, Reporting):
        return text
    *formats, last = kind.formats()
    return text.replace("{formats}", f"{', '.join(formats)} or {last}")


def _write_sections(
    formatter: Any, sections: Mapping[str, Iterable[tuple[str, str]]]
) -> None:
    for title, rows in sections.items():
        if rows:
            with formatter.section(title):
                formatter.write_dl(rows)


class MainHelp(TyperGroup):
    """The page of `judge --help`: commands by group, a sentence each; exit codes."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, self.commands))
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            sentence = " ".join((command.help or "").partition("\n\n")[0].split())
            # app.py makes every command, and names a group for each.
            assert isinstance(command, TyperCommand)
            title = command.rich_help_panel
            assert isinstance(title, str)
            # The same width in every group, so that all sentences begin in one column.
            groups.setdefault(title, []).append((name.ljust(width), sentence))
        _write_sections(formatter, groups)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in _EXIT_CODES])
        formatter.write_paragraph()
        formatter.write_text(
            "`judge COMMAND --help` describes the options of a command."
        )
