"""`judge watch`: run a command again after each change and when a key asks."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from judging.cli.commands import COMMANDS, Run, Watch
from judging.cli.common import opening, output
from judging.cli.kinds import Command, InSandbox, WithReports
from judging.cli.watch.keys import Keys
from judging.cli.watch.news import News
from judging.cli.watch.rounds import Rounds
from judging.cli.watch.watched import Watched, WatchedRun
from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.store import default_root
from judging.values import Value


def watch(
    request: Watch,
    parse: Callable[[Sequence[str]], Command | None],
    execute: Callable[[Command], ExitCode],
) -> ExitCode:
    """Work and wait until a key or a signal ends it; return the exit code.

    parse, execute: what the command line does with the command that is repeated.
    """
    arguments = request.command
    if not arguments or arguments[0] not in COMMANDS:
        _check_for_typo(arguments)
        arguments = ["run", *arguments]
    parsed = parse(arguments)
    if parsed is None:
        return ExitCode.SUCCESS  # it was --help
    command = _watchable(parsed, arguments[0])
    scene = _scene(command)
    _name_pages(command)
    # The terminal is the outermost: whatever happens to the
    # listener, it is as it was in the end.
    with Keys() as keys, News(scene.places, scene.own, keys) as news:
        watched = _watched(command, scene.root, execute)
        return Rounds(watched, scene.root, keys.readable, news).until_quit()


def _check_for_typo(arguments: Sequence[str]) -> None:
    """Raise UsageError if what is taken for a submission is nearly a command."""
    first = arguments[0] if arguments else "-"
    hint = did_you_mean(first, COMMANDS)
    if hint and not first.startswith("-") and not Path(first).exists():
        raise UsageError(f"judge watch {first}: no such command, file or folder{hint}")


def _watchable(command: Command, name: str) -> InSandbox:
    """Return the command if it may be repeated; else raise UsageError."""
    if not command.watchable or not isinstance(command, InSandbox):
        *names, last = [name for name, kind in COMMANDS.items() if kind.watchable]
        raise UsageError(f"judge watch {name}: expected {', '.join(names)} or {last}")
    # What a command writes into the package would start it again.
    changes = command.package_changes
    if changes:
        raise UsageError(f"judge watch {name}: {changes[0]} writes files: leave it out")
    return command


class _Scene(Value):
    """Where to look.

    root: the folder of the package or contest.
    places: what to watch.
    own: what the judge itself writes there."""

    root: Path
    places: Sequence[Path]
    own: Sequence[Path]


def _scene(command: InSandbox) -> _Scene:
    root = command.contest or opening.find_package(command.problem, command.chosen_paths)
    places = [root]
    for path in command.chosen_paths:
        places.append(path if path.is_dir() else path.absolute().parent)
    return _Scene(root.resolve(), places, [default_root(), *command.output_files])


def _name_pages(command: InSandbox) -> None:
    if isinstance(command, WithReports):
        for page in command.pages:
            # With #watch the page loads itself again and again (see start.js).
            output.say(f"judge: open {Path(page).absolute().as_uri()}#watch", sys.stderr)


def _watched(
    command: InSandbox, root: Path, execute: Callable[[Command], ExitCode]
) -> Watched:
    if isinstance(command, Run) and command.contest is None:
        return WatchedRun(command, root, execute)
    return Watched(command, execute)
