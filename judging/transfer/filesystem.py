"""Folders to write a package into: they must be new or empty, so that nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

from judging.core.errors import MachineError, UsageError


def claim_folder(directory: Path) -> None:
    """Makes `directory` where it does not exist. Raises UsageError unless it is then empty."""
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"{directory} is a file: name a folder that does not exist yet")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        taken = next(directory.iterdir(), None)
    except OSError as failure:
        raise MachineError(f"cannot make the folder {directory}: {failure.strerror}") from failure
    if taken is not None:
        message = f"{directory} is not empty (it holds {taken.name}): name a new or empty folder"
        raise UsageError(message)


def write_file(path: Path, content: bytes) -> None:
    """Writes a file and the folders it lies in. Raises MachineError where the machine refuses."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as failure:
        raise MachineError(f"cannot write {path}: {failure.strerror}") from failure


def read_file(path: Path) -> bytes:
    """A file's content. Raises MachineError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as failure:
        raise MachineError(f"cannot read {path}: {failure.strerror}") from failure
