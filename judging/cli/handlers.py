"""What executes each command of `judge`.

This is the only module that knows both sides: the commands, which import nothing of
what executes them, and the modules that execute them. A module is imported when its
command is executed, so that `judge --help` starts at once.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from judging.cli import commands
from judging.cli.common.timings import process_start, with_timings
from judging.cli.kinds import Command, OnContest, OnPackage
from judging.cli.parsing import parse
from judging.core.exit_codes import ExitCode

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
        from judging.cli.judge import contest

        return contest.execute_on_each(command, command.contest, _execute_once)
    return _execute_once(command)


def _execute_once(command: Command) -> ExitCode:
    if isinstance(command, OnPackage):
        file = command.problem
        if file is not None and file.is_file():
            from judging.cli.common import unpacked

            return unpacked.execute_on_file(command, file, _execute_once)
    return FUNCTIONS[type(command)](command)


def _run(command: commands.RunOptions) -> ExitCode:
    if command.contest is not None:
        from judging.cli.judge import contest

        return contest.judge_contest(command, command.contest)
    from judging.cli.judge import run

    return run.judge_package(command).exit_code


def _try(command: commands.Try) -> ExitCode:
    if command.interactive:
        from judging.cli.judge import by_hand

        return by_hand.play_submission(command)
    if command.replay is not None:
        from judging.cli.judge import replay

        return replay.show_dialogue(command)
    from judging.cli.judge import trying

    return trying.try_submission(command)


def _grade(command: commands.Grade) -> ExitCode:
    from judging.cli.judge import grade

    return grade.grade(command)


def _limits(command: commands.Limits) -> ExitCode:
    from judging.cli.judge import limits

    return limits.check_limits(command)


def _compare(command: commands.Compare) -> ExitCode:
    from judging.cli.judge import compare

    return compare.compare_reports(command)


def _watch(command: commands.Watch) -> ExitCode:
    from judging.cli.watch import watch

    # What it repeats is a command line of its own.
    return watch.watch(command, parse, execute)


def _view(command: commands.View) -> ExitCode:
    from judging.cli.judge import view

    return view.view(command, _run)


def _generate(command: commands.Generate) -> ExitCode:
    from judging.cli.test_data import generate

    return generate.generate(command)


def _validate(command: commands.Validate) -> ExitCode:
    from judging.cli.test_data import validate

    return validate.validate(command)


def _hack(command: commands.Hack) -> ExitCode:
    from judging.cli.analyse import hack

    return hack.hack(command)


def _strength(command: commands.Strength) -> ExitCode:
    from judging.cli.analyse import strength

    return strength.strength(command)


def _strengthen(command: commands.Strengthen) -> ExitCode:
    from judging.cli.analyse import strengthen

    return strengthen.strengthen(command)


def _mutate(command: commands.Mutate) -> ExitCode:
    from judging.cli.analyse import mutate

    return mutate.mutate(command)


def _new(command: commands.New) -> ExitCode:
    from judging.cli.packages import new

    return new.new(command)


def _import(command: commands.Import) -> ExitCode:
    from judging.cli.packages import importing

    return importing.import_package(command)


def _export(command: commands.Export) -> ExitCode:
    from judging.cli.packages import export

    return export.export(command)


def _statement(command: commands.Statement) -> ExitCode:
    from judging.cli.packages import statement

    return statement.statement(command)


def _schema(command: commands.Schema) -> ExitCode:
    from judging.cli.packages import schema

    return schema.schema(command)


def _doctor(command: commands.Doctor) -> ExitCode:
    from judging.cli.this_machine import doctor

    return doctor.doctor(command)


def _worker(command: commands.Worker) -> ExitCode:
    from judging.cli.this_machine import worker

    return worker.worker(command)


def _cache(command: commands.Cache) -> ExitCode:
    from judging.cli.this_machine import cache

    return cache.cache(command)


def _entry(
    kind: type[C], function: Callable[[C], ExitCode]
) -> tuple[type[Command], Callable[[Any], ExitCode]]:
    """Pair a kind of command with what executes it: mypy sees that their types agree."""
    return kind, function


# Every command of commands.py has an entry; a test holds that.
FUNCTIONS = dict(
    [
        _entry(commands.Run, _run),
        _entry(commands.Try, _try),
        _entry(commands.Grade, _grade),
        _entry(commands.Limits, _limits),
        _entry(commands.Compare, _compare),
        _entry(commands.Watch, _watch),
        _entry(commands.View, _view),
        _entry(commands.Generate, _generate),
        _entry(commands.Validate, _validate),
        _entry(commands.Hack, _hack),
        _entry(commands.Strength, _strength),
        _entry(commands.Strengthen, _strengthen),
        _entry(commands.Mutate, _mutate),
        _entry(commands.New, _new),
        _entry(commands.Import, _import),
        _entry(commands.Export, _export),
        _entry(commands.Statement, _statement),
        _entry(commands.Schema, _schema),
        _entry(commands.Doctor, _doctor),
        _entry(commands.Worker, _worker),
        _entry(commands.Cache, _cache),
    ]
)
