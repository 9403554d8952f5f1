"""A package that is being put together: its files, and what could not be put into it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from judging.package.yaml import writing
from judging.transfer.filesystem import read_file, write_file


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the written package does not say as the package it comes from did.

    `path` is relative to the root of the latter, with `:line` where that helps.
    """

    path: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class NewPackage:
    """`files` maps names in the new package to their content, or to where it lies.

    `differences` have paths in the package that is read.
    """

    files: dict[str, bytes | Path] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def add(self, name: str, content: bytes | Path) -> None:
        """Puts a file in; one of that name that is there already is replaced."""
        self.files[name] = content

    def add_yaml(self, name: str, data: object) -> None:
        """Puts a YAML file in; keys keep their order."""
        self.add(name, writing.dump(data))

    def lose(self, path: str, what: str, why: str) -> None:
        """Notes something that is not carried over."""
        self.differences.append(Difference(path, what, why))

    def write(self, out: Path) -> None:
        """Writes every file under `out`. Raises MachineError where it cannot be read or written."""
        for name, content in self.files.items():
            write_file(out / name, content if isinstance(content, bytes) else read_file(content))
