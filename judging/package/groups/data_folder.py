"""Find the tests of a package: files in its data folder, their settings, and recipes."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from judging.core.diagnostics import (
    Diagnostic,
    Location,
    Severity,
    first_of,
)
from judging.core.problem import Recipe, Testcase, TestGroup
from judging.core.scoring.rules import in_order
from judging.languages import is_program
from judging.package.files.layout import (
    EXTENSIONS,
    GROUP_FILE,
    PICTURES,
    ROOTS,
    STATEMENT_FILES,
    UNUSED_ROOTS,
)
from judging.package.files.names import (
    case_fault,
    misspelt,
    resembled,
    same_but_for_case,
)
from judging.package.files.sources import PackageFiles, entry_exists, severity_for
from judging.package.generators.recipes import GROUP_SETTINGS, Recipes
from judging.package.groups import group_points, manifest, test_group, testdata_yaml
from judging.package.groups.group_points import GroupFault
from judging.package.groups.stray_files import stray, whole_tests
from judging.package.groups.test_group import Settings
from judging.package.problem_yaml.config import Config
from judging.package.yaml.tables import Table, top
from judging.values import Value, replace

_TESTS = "tests are NAME.in with NAME.ans"
# Extension -> what a file is called that has no test, alone and among others.
_KINDS = {".ans": ("an answer", "answers"), ".out": ("an output", "outputs")}
# The settings of a folder under a name that no format has.
_MISNAMED_SETTINGS = re.compile(r"test[-_. ]?(group|data)\.ya?ml", re.IGNORECASE)
# So many faults of one kind in a folder are named one by one. More have most likely one
# cause, such as a rule of .gitignore that keeps inputs out of a repository.
_NAMED_ALONE = 3


_OWN_NAMES = MappingProxyType({root: root for root in ROOTS})


class DataFormat(Value):
    """How a package format stores its test data.

    `group_file` holds the settings of a folder. A test may have settings of its own if
    `tests` is set. `roots` maps names of data folders to `ROOTS`.
    """

    group_file: str
    read_group: Callable[[Table | None, str, bool, Settings], Settings]
    tests: bool = True
    roots: Mapping[str, str] = _OWN_NAMES


CURRENT = DataFormat(GROUP_FILE, test_group.read_group)
# Legacy packages also write `invalid_inputs` and so on.
_PLURALS = {f"{root}s": root for root in ROOTS if "valid_" in root}
LEGACY = DataFormat(
    "testdata.yaml",
    testdata_yaml.read_group,
    tests=False,
    roots={**CURRENT.roots, **_PLURALS},
)


class TestData(Value):
    """The tests in each of `ROOTS`, in the order of judging; and the groups by name."""

    tests: Mapping[str, tuple[Testcase, ...]]
    groups: Mapping[str, TestGroup]

    @property
    def judged(self) -> tuple[Testcase, ...]:
        return (*self.tests["sample"], *self.tests["secret"])


def read(
    files: PackageFiles, stated: Recipes, form: DataFormat, config: Config
) -> TestData:
    """Return the tests in the data folder and in recipes; recipes' settings win."""
    recipes = {}
    for name, recipe in stated.all.items():
        # Others make a statement's sample, or test the testing tool.
        if recipe.makes_input and name.partition("/")[0] in ROOTS:
            recipes[name] = recipe
    found = _DataFolder(files, stated, form, config)
    origins = {}
    if config.validator_args_origin is not None:
        origins["output_validator_args"] = config.validator_args_origin
    found.read_folder(files.paths.data, "", Settings(Testcase("", origins=origins)))
    tests: dict[str, list[Testcase]] = {root: [] for root in ROOTS}
    for name in sorted(found.tests.keys() | recipes.keys(), key=in_order):
        made_by = recipes.get(name)
        if found.is_test(name, made_by):
            tests[found.root(name)].append(found.testcase(name, made_by))
    found.report_recipes_that_fold(recipes)
    found.report_files_without_input()
    found.report_strays()
    found.report_folders_like_files()
    found.read_groups_without_tests()
    if form is CURRENT:
        test_group.check(found.groups, found.tables, config.scoring, found.report_group)
    if form is CURRENT and config.scoring:
        judged = [*tests["sample"], *tests["secret"]]
        found.check_points(judged)
    if not any(tests.values()) and files.paths.foreign:
        expected = "expected NAME.in with NAME.ans in secret"
        recipes_yaml = files.paths.generators_yaml
        if entry_exists(recipes_yaml) and not stated.unread:
            name = files.paths.relative_path(recipes_yaml)
            expected = f"{name} lists none below data; {expected}, or a recipe there"
        else:
            expected += ", or generators.yaml"
        files.error(files.paths.data, f"no tests: {expected}")
    return TestData(
        {root: tuple(tests[root]) for root in ROOTS},
        {name: found.groups[name] for name in sorted(found.groups, key=in_order)},
    )


@dataclass(slots=True)
class _DataFolder:
    """A walk through the data folder, and what it found.

    tests: test name -> extension -> file.
    settings: of folders, by name; `groups` has those that are groups.
    tables: the stated settings of folders, by name, for messages.
    unread: the folders whose settings cannot be read, which was reported.
    without_input: files of tests that have neither an input nor a recipe, by their
    folder, their extension and how grave that is.
    strays: by folder, the files that belong to no test.
    folders_like_files: the folders called `1.in` or the like, by their path below the data
    folder.
    """

    files: PackageFiles
    stated: Recipes
    form: DataFormat
    config: Config
    tests: dict[str, dict[str, Path]] = field(default_factory=dict)
    settings: dict[str, Settings] = field(default_factory=dict)
    groups: dict[str, TestGroup] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    without_input: dict[tuple[Path, str, Severity], list[str]] = field(
        default_factory=dict
    )
    strays: dict[Path, list[Path]] = field(default_factory=dict)
    folders_like_files: dict[str, Path] = field(default_factory=dict)

    def root(self, name: str) -> str:
        """Return the one of `ROOTS` that holds the test or folder `name`."""
        return self.form.roots.get(name.partition("/")[0], "")

    def read_folder(self, folder: Path, name: str, inherited: Settings) -> None:
        """Read the folder `name` and all below it; "" is the data folder itself."""
        entries = self.files.children(folder)
        if name:
            self.report_without_name(folder)
        file = folder / self.form.group_file
        stated = file if file in entries else None
        settings = self.group_settings(stated, name, inherited)
        for entry in entries:
            if entry.name != self.form.group_file:
                inner = f"{name}/{entry.name}" if name else entry.name
                self.read_entry(entry, inner, settings)

    def read_entry(self, entry: Path, inner: str, settings: Settings) -> None:
        """Read a file or folder; `inner` is its path below the data folder."""
        if entry.is_dir():
            self.read_inner_folder(entry, inner, settings)
        # Not the file of this format, which `read_folder` has read.
        elif entry.name in GROUP_SETTINGS:
            self.check_other_format(entry)
        elif _MISNAMED_SETTINGS.fullmatch(entry.name):
            self.check_other_format(entry, "not read: no format has this name")
        else:
            self.read_file(entry, inner)

    def read_inner_folder(self, folder: Path, inner: str, settings: Settings) -> None:
        stem, extension = split(inner)
        # A folder called `.files` belongs to no test.
        has_stem = stem.rpartition("/")[2] != ""
        at_top = "/" not in inner
        if extension == ".files" and has_stem and not at_top:
            self.tests.setdefault(stem, {})[extension] = folder
        elif at_top and folder.name in UNUSED_ROOTS:
            return
        elif at_top and folder.name not in self.form.roots:
            self.report_unknown_root(folder)
        else:
            if extension in (".in", ".ans", ".out") and has_stem:
                self.folders_like_files[inner] = folder
            self.read_folder(folder, inner, settings)

    def read_file(self, file: Path, inner: str) -> None:
        stem, extension = split(inner)
        has_stem = stem.rpartition("/")[2] != ""
        if "/" in inner and extension and has_stem:
            self.tests.setdefault(stem, {})[extension] = file
        # The programs that made the data, in packages of systems without generators.
        elif self.files.paths.foreign and is_program(file.name):
            return
        elif inner != manifest.NAME:
            self.strays.setdefault(file.parent, []).append(file)

    def report_without_name(self, folder: Path) -> None:
        """Report a test that is called nothing but `.in`: a name that hides a file."""
        nameless = folder / ".in"
        if entry_exists(nameless):
            message = "looks like a test, and is not judged: it has no name"
            self.files.left_out(nameless, f"{message}; {_TESTS}", Severity.ERROR)

    def report_unknown_root(self, folder: Path) -> None:
        """Report a folder that no format has, as an error if tests are lost by a typing
        mistake."""
        unheard = replace(self.files, report=lambda finding: None)
        inputs = [file for file in unheard.files_under(folder) if file.suffix == ".in"]
        expected = f"expected {', '.join(ROOTS)}"
        severity = severity_for(self.files.paths)
        if inputs:
            tests = "test is" if len(inputs) == 1 else "tests are"
            expected += f"; its {len(inputs)} {tests} not judged"
            if misspelt(folder.name, ROOTS):
                severity = Severity.ERROR
        close = resembled(folder.name, ROOTS)
        if close:
            expected += f"; did you mean '{close}'?"
        self.files.report(
            Diagnostic(
                severity,
                f"unknown data folder: {expected}",
                self.files.name(folder),
                left_out=tuple(self.files.name(file) for file in inputs),
            )
        )

    def report_recipes_that_fold(self, recipes: Mapping[str, Recipe]) -> None:
        """Report tests that differ in case only, and of which a recipe makes one. Those
        that are both files are reported where their folder is read."""
        names = sorted(self.tests.keys() | recipes.keys(), key=in_order)
        for other, name in same_but_for_case(names):
            both_are_files = all(
                ".in" in self.tests.get(each, {}) for each in (other, name)
            )
            if not both_are_files:
                recipe = recipes.get(name) or recipes[other]
                place = Location(recipe.file, recipe.line)
                self.files.report(place.warning(case_fault((other, name))))

    def report_strays(self) -> None:
        """Report the files that belong to no test. Those that are tests beyond doubt are
        errors: nothing would be judged on them."""
        for folder, paths in self.strays.items():
            known = [stray(path.name) for path in paths]
            certain = whole_tests(each for each in known if each is not None)
            lost = []
            for path, seems in zip(paths, known, strict=True):
                if path.name in certain:
                    lost.append(path)
                elif seems is None or seems.kept_aside:
                    self.files.warning(path, f"ignored: belongs to no test; {_TESTS}")
                else:
                    self.files.left_out(path, f"ignored: belongs to no test; {_TESTS}")
            self.report_lost(folder, lost)

    def report_lost(self, folder: Path, inputs: Sequence[Path]) -> None:
        """Report inputs of a folder that nothing is judged on, many as one fault."""
        if folder == self.files.paths.data:
            expected = "move it with its answer to sample or secret"
        else:
            expected = f"{_TESTS}: rename its files"
        if len(inputs) <= _NAMED_ALONE:
            for path in inputs:
                message = f"looks like a test, and is not judged; {expected}"
                self.files.left_out(path, message, Severity.ERROR)
            return
        names = [self.files.name(path) for path in inputs]
        shown = first_of([path.name for path in inputs])
        message = f"{len(names)} files look like tests, and are not judged: {shown}"
        self.files.report(
            Diagnostic(
                Severity.ERROR,
                f"{message}; for each: {expected}",
                self.files.name(folder),
                left_out=tuple(names),
            )
        )

    def report_folders_like_files(self) -> None:
        """Report the folders that have the name of a test's file, and hold no tests."""
        for inner, folder in self.folders_like_files.items():
            if any(name.startswith(f"{inner}/") for name in self.tests):
                continue
            message = "is a folder, expected a file: nothing in it is read"
            if inner.endswith(".in"):
                self.files.left_out(folder, message, Severity.ERROR)
            else:
                self.files.left_out(folder, message)

    def check_other_format(
        self, path: Path, fault: str = "settings of another format"
    ) -> None:
        """Report settings that are not read, as an error unless the file is empty."""
        unheard = replace(self.files, report=lambda finding: None)
        document = unheard.document(path, empty=True)
        empty = self.files.paths.foreign and document is not None and not document.data
        report = self.files.warning if empty else self.files.error
        report(path, f"{fault}: expected {self.form.group_file}")

    def settings_of(self, folder: str) -> Settings:
        """Return the settings of a folder, even of one that only recipes have."""
        if folder not in self.settings:
            inherited = self.settings_of(folder.rpartition("/")[0])
            self.group_settings(None, folder, inherited)
        return self.settings[folder]

    def group_settings(
        self, path: Path | None, name: str, inherited: Settings
    ) -> Settings:
        """Return and record the settings of the folder `name`; `path` is their file."""
        table = self.stated.groups.get(name)
        if table is None and path is not None:
            table = self.table(path)
            if table is None:
                self.unread.add(name)
        if table is not None:
            self.tables[name] = table
        # Even without a file: a folder inherits, and `secret` is a group by itself.
        scoring = self.config.may_be_scoring
        settings = self.form.read_group(table, name, scoring, inherited)
        self.settings[name] = settings
        # The folders of invalid inputs and so on are not scored.
        if settings.group is not None and self.root(name) in ("sample", "secret", ""):
            self.groups[name] = settings.group
        return settings

    def read_groups_without_tests(self) -> None:
        """Read the settings of folders that generators.yaml states and that have no files."""
        for name in self.stated.groups:
            if self.root(name) in ("sample", "secret"):
                self.settings_of(name)

    def check_points(self, judged: Sequence[Testcase]) -> None:
        """Check the groups of a scoring problem of 2025-09 against its tests."""
        if self.unread:
            # Without its settings a folder does not count as a group.
            return
        unread = {*self.stated.unread}
        for names in self.without_input.values():
            unread.update(names)
        judged_names = [test.name for test in judged]
        group_points.check(self.groups, judged_names, unread, self.report_group)
        outside = group_points.tests_beside_groups(self.groups, judged)
        if outside:
            message = group_points.outside_in_words(self.groups, outside)
            self.files.report(self.location_of(outside[0]).warning(message))

    def location_of(self, test: Testcase) -> Location:
        """Return where the recipe of a test is or, without one, its input."""
        if test.recipe is not None and test.recipe.file:
            return Location(test.recipe.file, test.recipe.line)
        input = self.files.paths.data / f"{test.name}.in"
        return Location(self.files.paths.relative_path(input))

    def report_group(self, fault: GroupFault) -> None:
        """Report a fault where the group's settings are, or where they should be."""
        if fault.group in self.tables:
            place = self.tables[fault.group].location(fault.key or ())
        else:
            file = self.files.paths.data / fault.group / self.form.group_file
            name = self.files.paths.relative_path(file)
            place = Location(name, key=fault.key or None)
        self.files.report(place.diagnostic(fault.severity, fault.message))

    def table(self, path: Path) -> Table | None:
        """Return the settings in a file; None after a report."""
        # The format replaces constants in the settings of groups, not in those of tests.
        constants = path.name == self.form.group_file
        document = self.files.document(
            path, empty=self.files.paths.foreign, constants=constants
        )
        if document is None:
            return None
        return top(document, self.files.report)

    def is_test(self, name: str, recipe: Recipe | None) -> bool:
        """Return True for a test, even an incomplete one; report files that it lacks."""
        found = self.tests.get(name, {})
        input = self.files.paths.data / f"{name}.in"
        if ".in" not in found and recipe is None:
            # A link that is broken, say, was reported where it was found.
            if not entry_exists(input):
                self.note_without_input(name, found)
            return False
        needed = ROOTS[self.root(name)]
        answer = self.files.paths.data / f"{name}.ans"
        lacks_answer = ".ans" not in found and not entry_exists(answer)
        if ".ans" in needed and lacks_answer and recipe is None:
            self.report_no_answer(name, found)
        if ".out" in needed and ".out" not in found and recipe is None:
            output = self.files.paths.data / f"{name}.out"
            message = f"test without an output: {name}; expected {name}.out"
            self.files.error(output, message)
        if ".ans" not in needed and ".ans" in found:
            self.files.warning(found[".ans"], "ignored: an invalid input has no answer")
        return True

    def report_no_answer(self, name: str, found: Mapping[str, Path]) -> None:
        """Warn of a test whose answer the model solution has to make."""
        cause = "no answer file: the model solution makes the answer"
        if ".out" in found and ".out" not in ROOTS[self.root(name)]:
            answer = f"{name.rpartition('/')[2]}.ans"
            message = f"not used as an answer: call it {answer}; {cause}"
            self.files.left_out(found[".out"], message)
            return
        input = self.files.paths.data / f"{name}.in"
        self.files.warning(input, f"{cause}; `judge generate` writes the file")

    def note_without_input(self, name: str, found: Mapping[str, Path]) -> None:
        """Note the files of `name`, which has no input and no recipe."""
        root = self.root(name)
        for_statement = root == "sample" and not found.keys().isdisjoint(STATEMENT_FILES)
        for extension, path in found.items():
            if for_statement and extension in STATEMENT_FILES:
                continue
            severity = severity_for(self.files.paths)
            # An answer or an output shows that there was a test: submissions are judged
            # without it.
            shows_test = extension in ROOTS[root] or extension == ".out"
            if shows_test and not for_statement:
                severity = Severity.ERROR
            kind = (path.parent, extension, severity)
            self.without_input.setdefault(kind, []).append(name)

    def report_files_without_input(self) -> None:
        """Report the files of tests without an input, many of a folder as one fault."""
        for (folder, extension, severity), names in self.without_input.items():
            what = f"{extension} file"
            one, many = _KINDS.get(extension, (f"a {what}", f"{what}s"))
            if len(names) > _NAMED_ALONE:
                files = first_of([f"{Path(name).name}{extension}" for name in names])
                message = f"{len(names)} {many} without a test: {files}"
                message += "; expected an input NAME.in for each"
                self.report_at(folder, severity, message)
                continue
            for name in names:
                file = self.files.paths.data / f"{name}{extension}"
                message = f"{one} without a test: {name}{extension}; expected {name}.in"
                self.report_at(file, severity, message)

    def report_at(self, path: Path, severity: Severity, message: str) -> None:
        file = self.files.paths.relative_path(path)
        self.files.report(Diagnostic(severity, message, file))

    def testcase(self, name: str, recipe: Recipe | None) -> Testcase:
        found = self.tests.get(name, {})
        has_answer = ".ans" in ROOTS[self.root(name)]
        test = self.settings_of(name.rpartition("/")[0]).test
        table = self.stated.settings.get(name)
        if table is None and ".yaml" in found:
            table = self.table(found[".yaml"])
        if table is not None and self.form.tests:
            test = test_group.read_test(table, name, test)
        output_validator_args = self.config.validator_args + test.output_validator_args
        return replace(
            test,
            name=name,
            input=found.get(".in"),
            answer=found.get(".ans") if has_answer else None,
            output=found.get(".out") if has_answer else None,
            recipe=recipe,
            output_validator_args=output_validator_args,
            files=self.files_of(found[".files"]) if ".files" in found else (),
        )

    def files_of(self, folder: Path) -> tuple[tuple[str, Path], ...]:
        if not folder.is_dir():
            self.files.error(folder, "expected a folder with files for the submission")
            return ()
        return self.files.tree(folder)


def split(name: str) -> tuple[str, str]:
    """Split a file name into the test's name and one of `EXTENSIONS`, or ""."""
    for extension in EXTENSIONS:
        if name.endswith(extension):
            return name.removesuffix(extension), extension
    return name, ""


def is_picture(name: str) -> bool:
    """Return whether a file of the data folder is the picture of a test, by its name."""
    return split(name)[1] in PICTURES
