"""`judge watch`: run a command again after each change and when a key asks."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.features.run.options import Run
from judging.features.watch.news import News
from judging.features.watch.options import Watch
from judging.features.watch.rounds import Rounds
from judging.features.watch.watched import Watched, WatchedRun
from judging.store import default_root
from judging.terminal import opening, output
from judging.terminal.keys import Keys
from judging.terminal.kinds import Command, InSandbox, WithReports
from judging.values import Value


def watch(
    request: Watch,
    commands: Mapping[str, type[Command]],
    parse: Callable[[Sequence[str]], Command | None],
    execute: Callable[[Command], ExitCode],
) -> ExitCode:
    """Work and wait until a key or a signal ends it; return the exit code.

    commands: by name. parse, execute: what the command line does with the one that is
    repeated.
    """
    arguments = request.command
    if not arguments or arguments[0] not in commands:
        _check_for_typo(arguments, commands)
        arguments = ["run", *arguments]
    parsed = parse(arguments)
    if parsed is None:
        return ExitCode.SUCCESS  # it was --help
    command = _watchable(parsed, arguments[0], commands)
    scene = _scene(command)
    _name_pages(command)
    # The terminal is the outermost: whatever happens to the
    # listener, it is as it was in the end.
    with Keys() as keys, News(scene.places, scene.own, keys) as news:
        watched = _watched(command, scene.root, execute)
        return Rounds(watched, scene.root, keys.readable, news).until_quit()


def _check_for_typo(arguments: Sequence[str], commands: Collection[str]) -> None:
    """Raise UsageError if what is taken for a submission is nearly a command."""
    first = arguments[0] if arguments else "-"
    hint = did_you_mean(first, commands)
    if hint and not first.startswith("-") and not Path(first).exists():
        raise UsageError(f"judge watch {first}: no such command, file or folder{hint}")


def _watchable(
    command: Command, name: str, commands: Mapping[str, type[Command]]
) -> InSandbox:
    """Return the command if it may be repeated; else raise UsageError."""
    if not command.watchable or not isinstance(command, InSandbox):
        *names, last = [name for name, kind in commands.items() if kind.watchable]
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
