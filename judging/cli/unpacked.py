"""Commands on the package in a zip file: it is unpacked, and only read."""

from collections.abc import Callable
from pathlib import Path

from judging.core.errors import UsageError
from judging.core.exit_codes import ExitCode
from judging.features.generate.options import Generate
from judging.features.transfer.archives import is_archive, unpacking
from judging.features.transfer.finding import unpacked_package
from judging.package import find_root
from judging.terminal.kinds import Command, OnPackage
from judging.values import replace


def execute_on_file(
    command: OnPackage, file: Path, execute: Callable[[Command], ExitCode]
) -> ExitCode:
    """Execute a command whose `--problem` is a file, on the package in that zip file.

    It works in a temporary folder, which is removed afterwards. Raise UsageError if the
    file is no archive, or if the command changes the package.
    """
    if not is_archive(file):
        raise UsageError(f"--problem {file}: is a file, {_expected(file)}")
    changes = list(command.package_changes)
    if isinstance(command, Generate) and not command.check:
        changes.append("judge generate")
    if changes:
        raise UsageError(
            f"--problem {file}: a zip file is only read, and {changes[0]} writes "
            f"files: unpack it ({unpacking(file)}) and name the folder"
        )
    with unpacked_package(file) as root:
        return execute(replace(command, problem=root, archive=file))


def _expected(file: Path) -> str:
    """Return what a file that is no archive should have been."""
    root = find_root(file.parent)
    if root is not None:
        return f"expected the folder of its package: --problem {root}"
    return "expected a folder or a zip file"
