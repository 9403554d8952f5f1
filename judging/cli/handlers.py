"""What executes each command of `judge`.

This is the only module that knows both sides: the commands, which import nothing of
what executes them, and the modules that execute them. A module is imported when its
command is executed, so that `judge --help` starts at once.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from judging.cli.commands import COMMANDS
from judging.cli.parsing import parse
from judging.core.exit_codes import ExitCode
from judging.features.compare.options import Compare
from judging.features.describe.options import Describe
from judging.features.export.options import Export
from judging.features.generate.options import Generate
from judging.features.grade.options import Grade
from judging.features.hack.options import Hack
from judging.features.limits.options import Limits
from judging.features.mutate.options import Mutate
from judging.features.run.options import Run, RunOptions
from judging.features.schema.options import Schema
from judging.features.statement.options import Statement
from judging.features.strength.options import Strength
from judging.features.strengthen.options import Strengthen
from judging.features.this_machine.options import Cache, Doctor, Worker
from judging.features.transfer.options import Import, New
from judging.features.trying.options import Try
from judging.features.validate.options import Validate
from judging.features.view.options import View
from judging.features.watch.options import Watch
from judging.terminal.kinds import Command, OnContest, OnPackage
from judging.terminal.timings import process_start, with_timings

C = TypeVar("C", bound=Command)


def execute_first(command: Command) -> ExitCode:
    """Execute the command that the process was started for."""
    return with_timings(command, _execute, begin=process_start)


def execute(command: Command) -> ExitCode:
    """Execute a command, on each package of a contest unless it joins them."""
    return with_timings(command, _execute)


def _execute(command: Command) -> ExitCode:
    if (
        isinstance(command, OnContest)
        and command.contest is not None
        and not command.joins_packages
    ):
        from judging.features.contest.command import execute_on_each

        return execute_on_each(command, command.contest, _execute)
    if isinstance(command, OnPackage):
        file = command.problem
        if file is not None and file.is_file():
            from judging.cli import unpacked

            return unpacked.execute_on_file(command, file, _execute)
    return FUNCTIONS[type(command)](command)


def _run(command: RunOptions) -> ExitCode:
    if command.contest is not None:
        from judging.features.contest.command import judge_contest

        return judge_contest(command, command.contest)
    from judging.features.run.command import judge_package

    return judge_package(command).exit_code


def _try(command: Try) -> ExitCode:
    if command.interactive:
        from judging.features.trying import by_hand

        return by_hand.play_submission(command)
    if command.replay is not None:
        from judging.features.trying import replay

        return replay.show_dialogue(command)
    from judging.features.trying.command import try_submission

    return try_submission(command)


def _grade(command: Grade) -> ExitCode:
    from judging.features.grade.command import grade

    return grade(command)


def _limits(command: Limits) -> ExitCode:
    from judging.features.limits.command import check_limits

    return check_limits(command)


def _compare(command: Compare) -> ExitCode:
    from judging.features.compare.command import compare_reports

    return compare_reports(command)


def _watch(command: Watch) -> ExitCode:
    from judging.features.watch.command import watch

    # What it repeats is a command line of its own.
    return watch(command, COMMANDS, parse, execute)


def _view(command: View) -> ExitCode:
    from judging.features.view.command import view

    return view(command, _run)


def _describe(command: Describe) -> ExitCode:
    from judging.features.describe.command import describe

    return describe(command)


def _generate(command: Generate) -> ExitCode:
    from judging.features.generate.command import generate

    return generate(command)


def _validate(command: Validate) -> ExitCode:
    from judging.features.validate.command import validate

    return validate(command)


def _hack(command: Hack) -> ExitCode:
    from judging.features.hack.command import hack

    return hack(command)


def _strength(command: Strength) -> ExitCode:
    from judging.features.strength.command import strength

    return strength(command)


def _strengthen(command: Strengthen) -> ExitCode:
    from judging.features.strengthen.command import strengthen

    return strengthen(command)


def _mutate(command: Mutate) -> ExitCode:
    from judging.features.mutate.command import mutate

    return mutate(command)


def _new(command: New) -> ExitCode:
    from judging.features.transfer.new_command import new

    return new(command)


def _import(command: Import) -> ExitCode:
    from judging.features.transfer.import_command import import_package

    return import_package(command)


def _export(command: Export) -> ExitCode:
    from judging.features.export.command import export

    return export(command)


def _statement(command: Statement) -> ExitCode:
    from judging.features.statement.command import statement

    return statement(command)


def _schema(command: Schema) -> ExitCode:
    from judging.features.schema.command import schema

    return schema(command)


def _doctor(command: Doctor) -> ExitCode:
    from judging.features.this_machine.command import doctor

    return doctor(command)


def _worker(command: Worker) -> ExitCode:
    from judging.features.this_machine.worker import worker

    return worker(command)


def _cache(command: Cache) -> ExitCode:
    from judging.features.this_machine.command import cache

    return cache(command)


def _entry(
    kind: type[C], function: Callable[[C], ExitCode]
) -> tuple[type[Command], Callable[[Any], ExitCode]]:
    """Pair a kind of command with what executes it: mypy sees that their types agree."""
    return kind, function


# Every one of `COMMANDS` has an entry; a test holds that.
FUNCTIONS = dict(
    [
        _entry(Run, _run),
        _entry(Try, _try),
        _entry(Grade, _grade),
        _entry(Limits, _limits),
        _entry(Compare, _compare),
        _entry(Watch, _watch),
        _entry(View, _view),
        _entry(Describe, _describe),
        _entry(Generate, _generate),
        _entry(Validate, _validate),
        _entry(Hack, _hack),
        _entry(Strength, _strength),
        _entry(Strengthen, _strengthen),
        _entry(Mutate, _mutate),
        _entry(New, _new),
        _entry(Import, _import),
        _entry(Export, _export),
        _entry(Statement, _statement),
        _entry(Schema, _schema),
        _entry(Doctor, _doctor),
        _entry(Worker, _worker),
        _entry(Cache, _cache),
    ]
)
