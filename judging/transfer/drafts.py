"""A package that is being put together: its files, and what could not be put into it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from judging.core.errors import MachineError
from judging.package.yaml import writing
from judging.transfer import places
from judging.transfer.losses import Loss


@dataclass(frozen=True, slots=True)
class Draft:
    """`files` maps names in the new package to their content, or to where it lies.

    `losses` have paths in the package that is read.
    """

    files: dict[str, bytes | Path] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)

    def add(self, name: str, content: bytes | Path) -> None:
        """Puts a file in; one of that name that is there already is replaced."""
        self.files[name] = content

    def add_yaml(self, name: str, data: object) -> None:
        """Puts a YAML file in; keys keep their order."""
        self.add(name, writing.dump(data))

    def lose(self, path: str, what: str, why: str) -> None:
        """Notes something that is not carried over."""
        self.losses.append(Loss(path, what, why))

    def write(self, out: Path) -> None:
        """Writes every file under `out`. Raises MachineError where it cannot be read or written."""
        for name, content in self.files.items():
            places.write(out / name, content if isinstance(content, bytes) else read(content))


def read(path: Path) -> bytes:
    """A file's content. Raises MachineError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as failure:
        raise MachineError(f"cannot read {path}: {failure.strerror}") from failure
