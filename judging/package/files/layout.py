"""The names of a package's files and folders in each format."""

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath, PurePosixPath

from judging.core.problem import Paths
from judging.package.files import picture_types
from judging.values import Value, replace

# Data folder -> the files that each of its tests must have.
ROOTS: Mapping[str, tuple[str, ...]] = {
    "sample": (".in", ".ans"),
    "secret": (".in", ".ans"),
    "invalid_input": (".in",),
    "invalid_answer": (".in", ".ans"),
    "invalid_output": (".in", ".ans", ".out"),
    "valid_output": (".in", ".ans", ".out"),
}
# Data folders of other tools, which generators.yaml may fill: BAPCtools tests a testing
# tool with the first, and keeps the inputs of `bt fuzz` in the second; the third has
# inputs made by hand, for recipes to copy. Nothing is judged on them.
UNUSED_ROOTS = ("testing_tool_test", "fuzz", "manual")
GROUP_FILE = "test_group.yaml"
STATEMENT_TEXTS = (".in.statement", ".ans.statement", ".in.download", ".ans.download")
# Files of a sample that is only part of the statement.
STATEMENT_FILES = (*STATEMENT_TEXTS, ".interaction")
PICTURES = picture_types.EXTENSIONS
GRADERS = "graders"
INPUT_VISUALIZER = "input_visualizer"
OUTPUT_VISUALIZER = "output_visualizer"
# The JSON schemas that files of a package name in their first line, for editors.
SCHEMAS = ".schemas"
# What only this judge reads of a package's settings, beside problem.yaml.
SETTINGS = "judge.yaml"
# What DOMjudge and BAPCtools call the list of a contest's problems.
CONTEST_FILES = ("problems.yaml", "contest.yaml")
_NOTES = (".yaml", ".desc", ".hint")
EXTENSIONS = (*STATEMENT_FILES, ".files", *_NOTES, *PICTURES, ".ans", ".out", ".in")


# What systems add to folders and archives, in lower case: macOS, Windows, and servers for
# shared files. Their other files begin with a dot: .DS_Store, ._NAME, .Trashes.
_OF_SYSTEMS = frozenset(
    {
        "__macosx",
        "icon\r",
        "thumbs.db",
        "ehthumbs.db",
        "desktop.ini",
        "$recycle.bin",
        "system volume information",
        "@eadir",
        "lost+found",
    }
)


def hidden(name: str) -> bool:
    """Return True for a name that belongs to other tools.

    That is a dot file, a cache folder, what an editor keeps of a file before its last
    change, or before it is saved, or what a system adds.
    """
    if name.startswith(".") or name == "__pycache__":
        return True
    if name.endswith("~") or (name.startswith("#") and name.endswith("#")):
        return True
    return name.lower() in _OF_SYSTEMS


def added_by_system(path: PurePath) -> bool:
    """Return True if a system made the file, or a folder around it, by itself."""
    for part in path.parts:
        if part == ".DS_Store" or part.startswith("._") or part.lower() in _OF_SYSTEMS:
            return True
    return False


def visible_files(folder: Path) -> Iterator[Path]:
    """Yield every file below `folder`, sorted, except hidden and special files.

    Do not follow links to folders. Raise OSError if a folder cannot be listed.
    """
    for entry in sorted(folder.iterdir()):
        if hidden(entry.name):
            continue
        if entry.is_dir() and not entry.is_symlink():
            yield from visible_files(entry)
        elif entry.is_file():
            yield entry


class Layout(Value):
    """Names of a package's files and folders, relative to its root.

    `statement` is a glob. `more_input_validators` is an older name for the folder of
    input validators, which is read too. If `several_validators` is set, each entry in
    the output validator's folder is a program of its own.
    """

    config: str
    statement: str
    data: str
    submissions: str
    input_validators: str
    output_validator: str
    answer_validators: str = "answer_validators"
    generators: str = "generators"
    more_input_validators: str | None = None
    several_validators: bool = False
    manifest_in_data: bool = False

    @property
    def manifest(self) -> str:
        # BAPCtools moves files in the data folder away that it does not know.
        folder = self.data if self.manifest_in_data else self.generators
        return f"{folder}/manifest.json"

    @property
    def settings(self) -> str:
        return str(PurePosixPath(self.config).with_name(SETTINGS))

    @property
    def validator_folders(self) -> set[str]:
        folders = {
            self.input_validators,
            self.more_input_validators,
            self.output_validator,
        }
        return {folder for folder in folders if folder is not None}

    def program_folders(self, root: Path) -> tuple[Path, ...]:
        """Return the folders with programs that are not judged, and `include`."""
        others = (self.answer_validators, self.generators, GRADERS, "include")
        return tuple(root / name for name in sorted({*self.validator_folders, *others}))

    def paths(self, root: Path, *, foreign: bool = False) -> Paths:
        return Paths(
            root=root,
            config=root / self.config,
            settings=root / self.settings,
            data=root / self.data,
            submissions=root / self.submissions,
            submissions_yaml=root / self.submissions / "submissions.yaml",
            equivalents=root / self.submissions / "equivalent_mutants.yaml",
            input_validators=root / self.input_validators,
            answer_validators=root / self.answer_validators,
            output_validator=root / self.output_validator,
            generators=root / self.generators,
            generators_yaml=root / self.generators / "generators.yaml",
            manifest=root / self.manifest,
            foreign=foreign,
        )


# The names of the formats; the native ones are in native.py alone.
KATTIS_2025_09 = Layout(
    config="problem.yaml",
    statement="statement/problem.*",
    data="data",
    submissions="submissions",
    input_validators="input_validators",
    output_validator="output_validator",
)
KATTIS_LEGACY = replace(
    KATTIS_2025_09,
    # Legacy: problem_statement/problem[.LANGUAGE].tex, or a PDF.
    statement="problem_statement/problem*.*",
    output_validator="output_validators",
    # The name before `input_validators`; packages still have it.
    more_input_validators="input_format_validators",
    # Legacy: several output validators may judge, and all must accept.
    several_validators=True,
)
