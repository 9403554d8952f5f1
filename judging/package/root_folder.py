"""Check the files and folders at the root of a package: which are missing, which are unknown."""

from __future__ import annotations

from pathlib import Path

from judging.core.diagnostics import did_you_mean
from judging.package.files.layout import Layout
from judging.package.files.sources import PackageFiles
from judging.package.problem_yaml import domjudge
from judging.package.validators import GRADERS

# Files and folders of any format, or of common tools, that have no effect on judging.
_KNOWN = (
    "attachments",
    "solution",
    "generators",
    "include",
    "static_validator",
    "answer_validators",
    "answer_validator",
    GRADERS,
    "input_visualizer",
    "output_visualizer",
    "visualizers",
    "problem_slide",
    "README",
    "README.md",
    "README.txt",
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    domjudge.INI,
    "statement",
    "problem_statement",
)


def check(files: PackageFiles, layout: Layout, other: Layout | None) -> None:
    """Report missing statements and unknown files at the root of a package.

    `other` is the layout of the format whose folders this package must not hold.
    """
    root = files.paths.root
    folder = root / "static_validator"
    if folder.is_dir() and any(folder.iterdir()):
        files.error(folder, "static validators are not supported")
    if not any(root.glob(layout.statement)):
        files.warning(root, f"no statement: expected {layout.statement}")
    if not files.paths.foreign:
        return
    own = {layout.config, layout.data, layout.submissions, *_validator_folders(layout)}
    others = _validator_folders(other) - own if other is not None else set()
    for entry in files.children(root):
        if entry.name in others and entry.is_dir():
            expected = f"rename it to {layout.output_validator}"
            files.error(entry, f"two formats mixed: folder of another format: {expected}")
        elif entry.name not in (*own, *_KNOWN) and not _is_rendered_statement(entry):
            hint = did_you_mean(entry.name, [*own, *_KNOWN])
            files.warning(entry, f"not read: not part of this package format{hint}")


def _validator_folders(layout: Layout) -> set[str]:
    folders = (layout.input_validators, layout.more_input_validators, layout.output_validator)
    return {folder for folder in folders if folder is not None}


def _is_rendered_statement(path: Path) -> bool:
    """Return True for a rendered statement, which judging systems keep at the root."""
    return path.is_file() and path.suffix in (".pdf", ".html", ".md", ".txt", ".tex", ".svg")
