"""Test discovery: the files under the data folder, their settings, and tests that have a recipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, did_you_mean, error, warning
from judging.core.problem import Paths, Recipe, Testcase, TestGroup
from judging.package.files.sources import children, files_under, flaw
from judging.package.groups import manifest, test_group, testdata_yaml
from judging.package.groups.test_group import Settings
from judging.package.problem_yaml.config import Config
from judging.package.yaml import documents
from judging.package.yaml.documents import Document
from judging.package.yaml.tables import Table, top

# Data folder -> what each of its tests must have.
ROOTS: Mapping[str, tuple[str, ...]] = {
    "sample": (".in", ".ans"),
    "secret": (".in", ".ans"),
    "invalid_input": (".in",),
    "invalid_output": (".in", ".ans", ".out"),
    "valid_output": (".in", ".ans", ".out"),
}
GROUP_FILE = "test_group.yaml"
# Longest first, so that `1.in.statement` is no test of the name `1.in`.
EXTENSIONS = (
    ".in.statement",
    ".ans.statement",
    ".in.download",
    ".ans.download",
    ".interaction",
    ".files",
    ".yaml",
    ".desc",
    ".hint",
    ".jpeg",
    ".ans",
    ".out",
    ".png",
    ".jpg",
    ".svg",
    ".in",
)
_ORIGIN = {".ans": "an answer", ".out": "an output"}


@dataclass(frozen=True, slots=True)
class DataFormat:
    """How a format of packages writes its test data: `group_file` is what a folder's settings are
    in, `others` are such files of other formats; a test may have settings of its own where `tests`.

    `roots` maps the names of folders of data to those of `ROOTS`.
    """

    group_file: str
    others: tuple[str, ...]
    implied: Callable[[str, Settings], Settings]
    read_group: Callable[[Table, str, bool, Settings], Settings]
    tests: bool = True
    roots: Mapping[str, str] = field(default_factory=lambda: {root: root for root in ROOTS})


# Parts of a sample that is shown and not judged on.
_SHOWN = (".interaction", ".in.statement", ".ans.statement", ".in.download", ".ans.download")
_OLD_ROOTS = {"invalid_inputs": "invalid_input", "invalid_outputs": "invalid_output"}
CURRENT = DataFormat(GROUP_FILE, ("testdata.yaml",), test_group.implied, test_group.read_group)
LEGACY = DataFormat(
    "testdata.yaml",
    (GROUP_FILE,),
    testdata_yaml.implied,
    testdata_yaml.read_group,
    tests=False,
    roots={**CURRENT.roots, **_OLD_ROOTS, "valid_outputs": "valid_output"},
)


@dataclass(frozen=True, slots=True)
class TestData:
    """The tests of a package, each tuple in lexicographic order, folder by folder.

    `judged` are those that submissions run on: samples, then secret ones. `groups` are theirs.
    """

    judged: tuple[Testcase, ...] = ()
    invalid_inputs: tuple[Testcase, ...] = ()
    invalid_outputs: tuple[Testcase, ...] = ()
    valid_outputs: tuple[Testcase, ...] = ()
    groups: Mapping[str, TestGroup] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stated:
    """What generators.yaml says of tests and folders, on disk or not: recipes and settings of
    tests, and settings of folders, each by name."""

    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    tests: Mapping[str, Table] = field(default_factory=dict)
    folders: Mapping[str, Table] = field(default_factory=dict)


def read(
    paths: Paths, stated: Stated, report: DiagnosticSink, form: DataFormat, config: Config
) -> TestData:
    """The tests under `paths.data` and those that are only `stated`. Settings that lie in the
    data folder stand before stated ones."""
    found = _Found(paths, stated, report, form, config)
    found.read_folder(paths.data, "", Settings())
    tests = []
    for name in sorted(found.files.keys() | stated.recipes.keys(), key=_in_order):
        files = found.files.get(name, {})
        recipe = stated.recipes.get(name)
        if found.exists(name, recipe):
            tests.append(found.testcase(name, files, recipe))
    if form is CURRENT:
        for group, key, message in test_group.check(found.groups, found.scoring):
            file = paths.relative_path(paths.data / group / form.group_file)
            report(error(message, file, key=key))
    if not tests and paths.foreign:
        expected = "expected NAME.in with NAME.ans in secret, or generators.yaml"
        report(error(f"no test: {expected}", paths.relative_path(paths.data)))
    by_root: dict[str, list[Testcase]] = {root: [] for root in ROOTS}
    for test in tests:
        by_root[found.root(test.name)].append(test)
    return TestData(
        (*by_root["sample"], *by_root["secret"]),
        tuple(by_root["invalid_input"]),
        tuple(by_root["invalid_output"]),
        tuple(by_root["valid_output"]),
        {name: found.groups[name] for name in sorted(found.groups, key=_in_order)},
    )


def _in_order(name: str) -> tuple[str, ...]:
    # Part by part: a folder `a` comes before its neighbour `a-b`, although `/` sorts after `-`.
    return tuple(name.split("/"))


@dataclass(slots=True)
class _Found:
    """What lies on disk: test name -> extension -> file, and folder name -> its settings."""

    paths: Paths
    stated: Stated
    report: DiagnosticSink
    form: DataFormat
    config: Config
    files: dict[str, dict[str, Path]] = field(default_factory=dict)
    settings: dict[str, Settings] = field(default_factory=dict)
    groups: dict[str, TestGroup] = field(default_factory=dict)

    @property
    def scoring(self) -> bool:
        return "scoring" in self.config.types

    def root(self, name: str) -> str:
        """The one of `ROOTS` that the test or folder `name` lies in."""
        return self.form.roots.get(name.partition("/")[0], "")

    def read_folder(self, folder: Path, name: str, inherited: Settings) -> None:
        entries = children(folder, self.paths, self.report)
        file = folder / self.form.group_file
        settings = self.group_settings(file if file in entries else None, name, inherited)
        for entry in entries:
            if entry.name != self.form.group_file:
                self.read_entry(entry, f"{name}/{entry.name}" if name else entry.name, settings)

    def read_entry(self, entry: Path, inner: str, settings: Settings) -> None:
        fault = flaw(self.paths)
        shown = self.paths.relative_path(entry)
        stem, extension = split(inner)
        if entry.is_dir() and extension == ".files" and stem.rpartition("/")[2]:
            self.files.setdefault(stem, {})[extension] = entry
        elif entry.is_dir() and "/" not in inner and entry.name not in self.form.roots:
            hint = did_you_mean(entry.name, ROOTS)
            message = f"unknown data folder: expected {', '.join(ROOTS)}{hint}"
            self.report(fault(message, shown))
        elif entry.is_dir():
            self.read_folder(entry, inner, settings)
        elif entry.name in self.form.others:
            self.mixed(entry)
        elif "/" in inner and extension and stem.rpartition("/")[2]:
            self.files.setdefault(stem, {})[extension] = entry
        elif inner != manifest.NAME:
            message = "belongs to no test: tests are NAME.in with NAME.ans"
            self.report(warning(message, shown))

    def mixed(self, path: Path) -> None:
        """Settings in a file of another format: an error, unless it says nothing."""
        shown = self.paths.relative_path(path)
        says = documents.read(path, shown, lambda finding: None, empty=True)
        empty = self.paths.foreign and says is not None and not says.data
        fault = warning if empty else error
        self.report(fault(f"settings of another format: expected {self.form.group_file}", shown))

    def settings_of(self, folder: str) -> Settings:
        """The settings of a folder, which need not be on disk."""
        if folder not in self.settings:
            inherited = self.settings_of(folder.rpartition("/")[0])
            self.group_settings(None, folder, inherited)
        return self.settings[folder]

    def group_settings(self, path: Path | None, name: str, inherited: Settings) -> Settings:
        """The settings of the folder `name`, whose file is at `path`; they are noted."""
        settings = self.form.implied(name, inherited)
        document = None if path is None else self.document(path)
        table = top(document, self.report) if document else self.stated.folders.get(name)
        if table is not None:
            settings = self.form.read_group(table, name, self.scoring, settings)
        self.settings[name] = settings
        if settings.group is not None and self.root(name) in ("sample", "secret", ""):
            self.groups[name] = settings.group
        return settings

    def document(self, path: Path) -> Document | None:
        shown, empty = self.paths.relative_path(path), self.paths.foreign
        # By the format, constants stand in the settings of groups and not in those of tests.
        constants = self.config.constants if path.name == self.form.group_file else None
        return documents.read(path, shown, self.report, empty=empty, constants=constants)

    def exists(self, name: str, recipe: Recipe | None) -> bool:
        """True for a test, also an incomplete one; what it lacks is reported."""
        files = self.files.get(name, {})
        needed = ROOTS[self.root(name)]
        wanted = self.paths.relative_path(self.paths.data / name)
        if ".in" not in files and recipe is None:
            for extension, path in files.items():
                if extension not in _SHOWN or self.root(name) != "sample":
                    what = _ORIGIN.get(extension, f"a {extension} file")
                    message = f"{what} without a test: {name}{extension}; expected {name}.in"
                    self.report(flaw(self.paths)(message, self.paths.relative_path(path)))
            return False
        if ".ans" in needed and ".ans" not in files and recipe is None:
            message = (
                f"test without an answer: {name}.in; expected {name}.ans; `judge generate` makes "
                "it for a test that generators.yaml lists"
            )
            self.report(error(message, f"{wanted}.in"))
        if ".out" in needed and ".out" not in files and recipe is None:
            message = f"test without an output: {name}; expected {name}.out"
            self.report(error(message, f"{wanted}.out"))
        if ".ans" not in needed and ".ans" in files:
            message = "not used: an input that is refused has no answer"
            self.report(warning(message, self.paths.relative_path(files[".ans"])))
        return True

    def testcase(self, name: str, files: dict[str, Path], recipe: Recipe | None) -> Testcase:
        needed = ROOTS[self.root(name)]
        settings, place = self.settings_of(name.rpartition("/")[0]), None
        document = self.document(files[".yaml"]) if ".yaml" in files else None
        table = top(document, self.report) if document else self.stated.tests.get(name)
        if table is not None and self.form.tests:
            settings, place = test_group.read_test(table, name, settings)
        return Testcase(
            name,
            input=files.get(".in"),
            answer=files.get(".ans") if ".ans" in needed else None,
            output=files.get(".out") if ".ans" in needed else None,
            recipe=recipe,
            input_validator_args=settings.input_validator_args,
            answer_validator_args=settings.answer_validator_args,
            output_validator_args=self.config.validator_args + settings.output_validator_args,
            rejected_at=place,
            args=settings.args,
            files=self.files_of(files[".files"]) if ".files" in files else (),
        )

    def files_of(self, folder: Path) -> tuple[tuple[str, Path], ...]:
        """Name and place of each file that a test gives its submission."""
        if not folder.is_dir():
            message = "expected a folder of the files that the submission finds"
            self.report(error(message, self.paths.relative_path(folder)))
            return ()
        found = files_under(folder, self.paths, self.report)
        return tuple((file.relative_to(folder).as_posix(), file) for file in found)


def split(name: str) -> tuple[str, str]:
    """A file's name under the data folder as the test's name and one of `EXTENSIONS`, or "" where
    it has none of these."""
    extension = next((e for e in EXTENSIONS if name.endswith(e)), "")
    return name.removesuffix(extension), extension
