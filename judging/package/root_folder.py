"""Check the files and folders at the root of a package: which are missing, which are unknown."""

from judging.core.diagnostics import did_you_mean
from judging.package.files.layout import GRADERS, Layout
from judging.package.files.sources import NOT_PROGRAMS, PackageFiles
from judging.package.problem_yaml import domjudge

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
    *NOT_PROGRAMS,
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    domjudge.INI,
    "statement",
    "problem_statement",
)
# Judging systems keep rendered statements at the root.
_RENDERED = (".pdf", ".html", ".md", ".txt", ".tex", ".svg")


def check(files: PackageFiles, layout: Layout, other: Layout | None) -> None:
    """Report missing statements, unknown files and folders of the `other` format at the root."""
    root = files.paths.root
    folder = root / "static_validator"
    if folder.is_dir() and any(folder.iterdir()):
        files.error(folder, "static validators are not supported")
    if not any(root.glob(layout.statement)):
        files.warning(root, f"no statement: expected {layout.statement}")
    if not files.paths.foreign:
        return
    own = {layout.config, layout.data, layout.submissions, *layout.validator_folders}
    others = other.validator_folders - own if other is not None else set()
    for entry in files.children(root):
        known = entry.name in own or entry.name in _KNOWN
        if entry.name in others and entry.is_dir():
            expected = f"rename it to {layout.output_validator}"
            files.error(entry, f"two formats mixed: folder of another format: {expected}")
        elif not known and not (entry.is_file() and entry.suffix in _RENDERED):
            hint = did_you_mean(entry.name, [*own, *_KNOWN])
            files.warning(entry, f"not read: not part of this package format{hint}")
