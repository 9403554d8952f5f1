"""A package that is being written: its files, and notes on how it differs from its source."""

from collections.abc import Iterable
from pathlib import Path

from judging.features.transfer.filesystem import write_file
from judging.files import Below
from judging.package.yaml import writing
from judging.values import Value, field

# This many notes that differ only in the file become one. Few enough that a screen
# shows what happens, and three names can still be read.
_MANY = 4


class ConversionNote(Value):
    """A note for the setter on one difference between a new package and its source.

    `effect` is "dropped", "changed", "kept but unused" or "to fix". `what` starts with a
    path in the source package.
    """

    effect: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.effect}: {self.what} ({self.why})"


def merge_similar(notes: Iterable[ConversionNote]) -> list[ConversionNote]:
    """Merge many notes that differ only in the file of a folder; put things to fix first."""
    similar: dict[tuple[str, str, str, str], list[str]] = {}
    for note in notes:
        path, colon, detail = note.what.partition(": ")
        key = (note.effect, path.rpartition("/")[0], colon + detail, note.why)
        similar.setdefault(key, []).append(path)
    merged = []
    for (effect, folder, detail, why), paths in similar.items():
        listed = paths
        if folder and len(paths) >= _MANY:
            listed = [f"{paths[0]} and {len(paths) - 1} more in this folder"]
        for path in listed:
            merged.append(ConversionNote(effect, path + detail, why))
    return sorted(merged, key=lambda note: note.effect != "to fix")


class NewPackage(Value):
    """`files` maps each path in the new package to its content, or to the file to copy."""

    files: dict[str, bytes | Path] = field(default_factory=dict)
    notes: list[ConversionNote] = field(default_factory=list)

    def add(self, path: str, content: bytes | Path) -> None:
        self.files[path] = content

    def add_yaml(self, path: str, data: object) -> None:
        self.add(path, writing.dump(data))

    def drop(self, what: str, why: str) -> None:
        """Report something that the new package does not have."""
        self.notes.append(ConversionNote("dropped", what, why))

    def change(self, what: str, why: str) -> None:
        """Report something that the new package states in another way."""
        self.notes.append(ConversionNote("changed", what, why))

    def keep_unused(self, what: str, why: str) -> None:
        """Report something that the new package has but its format does not use."""
        self.notes.append(ConversionNote("kept but unused", what, why))

    def ask_to_fix(self, what: str, why: str) -> None:
        """Report something that the setter must change before the new package is right."""
        self.notes.append(ConversionNote("to fix", what, why))

    def has_files_in(self, folder: str) -> bool:
        """Return True if a file lies in `folder` or in a folder in it."""
        return any(path.startswith(f"{folder}/") for path in self.files)

    def write(self, folder: Below) -> None:
        """Write every file below `folder`. Raises MachineError if one cannot be written."""
        for path, content in self.files.items():
            write_file(folder / path, content)
