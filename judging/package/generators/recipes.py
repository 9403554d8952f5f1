"""`generators.yaml` in the form BAPCtools reads: which program or text makes which test.

Numbered names are BAPCtools' own: one count of all numbered tests in the file, samples first, and
one count of the numbered folders in each folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from judging.core.diagnostics import DiagnosticSink, did_you_mean
from judging.core.problem import Paths, Recipe, Source
from judging.package.files.sources import FILE_NAME
from judging.package.generators import programs
from judging.package.generators.entries import (
    IGNORED,
    INHERITED,
    Entries,
    Inherited,
    counted_names,
    counts,
    is_folder,
    numbered,
    sameness,
)
from judging.package.groups.testdata import ROOTS
from judging.package.yaml import writing
from judging.package.yaml.documents import Document, KeyPath, describe
from judging.package.yaml.tables import Table, top

# BAPCtools' order, which numbered names depend on.
_ROOT_ORDER = (
    "sample",
    "secret",
    "invalid_output",
    "invalid_answer",
    "invalid_input",
    "valid_output",
    "testing_tool_test",
    "fuzz",
)
_FORMER_ROOTS = {f"{root}s": root for root in _ROOT_ORDER if "valid_" in root}
_GROUP_SETTINGS = ("test_group.yaml", "testdata.yaml")
_FOLDER_KEYS = ("data", "include", *_GROUP_SETTINGS, *INHERITED, *IGNORED)
_TOP_KEYS = (*_FOLDER_KEYS, "generators", "version", "gitignore_generated", "parallel")
_NO_CONSTANTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Recipes:
    """What generators.yaml says: every recipe by the name of its test, those of folders included
    (`secret/test_group`), and the settings of folders and of tests by name.

    `generators` are by the name that commands use; `solution` is the submission that makes the
    answers, relative to the package root.
    """

    all: Mapping[str, Recipe] = field(default_factory=dict)
    groups: Mapping[str, Table] = field(default_factory=dict)
    settings: Mapping[str, Table] = field(default_factory=dict)
    generators: Mapping[str, Source] = field(default_factory=dict)
    solution: str | None = None

    @property
    def tests(self) -> dict[str, Recipe]:
        """Those that make a test of a folder that packages have."""
        return {
            name: recipe
            for name, recipe in self.all.items()
            if recipe.makes_input and name.partition("/")[0] in ROOTS
        }


def read(
    document: Document,
    paths: Paths,
    report: DiagnosticSink,
    constants: Mapping[str, str] = _NO_CONSTANTS,
) -> Recipes:
    """The recipes in `document`; every fault is reported with its line and key. `constants` are
    put into commands."""
    table = top(document, report)
    generators = programs.declared(table, paths)
    entries = Entries(paths, report, generators, constants)
    reader = _Reader(entries, width=len(str(_numbered_tests(table.values))))
    entries.know(table, _TOP_KEYS)
    inherited = entries.inherited(table, Inherited())
    reader.group(table, "")
    reader.included(table)
    data = table.table("data")
    if data is not None:
        entries.know(data, (*_ROOT_ORDER, *_FORMER_ROOTS))
        for key in (*_ROOT_ORDER, *_FORMER_ROOTS):
            root = _FORMER_ROOTS.get(key, key)
            if key != root and key in data.values:
                data.warning(key, f"a former name: read as {root}")
            folder = data.table(key)
            if folder is not None:
                reader.folder(folder, root, key, inherited)
    solution = inherited.solution
    return Recipes(
        reader.recipes,
        reader.groups,
        entries.settings,
        generators,
        solution.removeprefix("/") if solution else None,
    )


@dataclass(slots=True)
class _Reader:
    """Walks the tree under `data`. `width` is that of a test's number, `numbered` counts them.

    `lines` has the line of every test and folder by name, since the two must not share one;
    `keys` the tests of everything that is called so, for `include`; `targets` the test that an
    included one is again; `first` the test that each recipe was first used for, and where.
    """

    entries: Entries
    width: int
    numbered: int = 0
    lines: dict[str, int | None] = field(default_factory=dict)
    recipes: dict[str, Recipe] = field(default_factory=dict)
    groups: dict[str, Table] = field(default_factory=dict)
    keys: dict[str, list[list[str]]] = field(default_factory=dict)
    targets: dict[str, str] = field(default_factory=dict)
    first: dict[tuple[object, ...], tuple[str, KeyPath]] = field(default_factory=dict)

    def folder(self, table: Table, name: str, key: str, outer: Inherited) -> list[str]:
        """Reads a folder; gives the tests in it, included ones by the name they had first."""
        self.entries.know(table, _FOLDER_KEYS)
        inherited = self.entries.inherited(table, outer)
        self.group(table, name)
        tests: list[str] = []
        self.keys.setdefault(key, []).append(tests)
        included = self.included(table)
        if isinstance(table.values.get("data"), list):
            self.numbered_folder(table, name, inherited, tests)
        elif data := table.table("data"):
            for inner in sorted(data.values):
                tests += self.entry(data, inner, name, inner, inherited)
        for index, test in included:
            if self.include(table, index, test, name):
                tests.append(test)
        return tests

    def numbered_folder(
        self, table: Table, name: str, inherited: Inherited, tests: list[str]
    ) -> None:
        """The entries of `table`'s list `data`, each a mapping of one key, in their order."""
        items = table.values["data"]
        assert isinstance(items, list)
        members = [entry for item in items if isinstance(item, dict) for entry in item.values()]
        width = len(str(sum(map(is_folder, members))))
        folders = 0
        for index, item in enumerate(items):
            path: KeyPath = (*table.path, "data", index)
            if not isinstance(item, dict) or len(item) != 1:
                found = describe(item)
                message = f"expected a mapping of one key, `- name: command`, found {found}"
                table.report(table.document.error(message, path))
                continue
            key, entry = next(iter(item.items()))
            inner = Table(table.document, path, item, table.report)
            last = key
            if is_folder(entry):
                folders += 1
                last = _joined(f"{folders:0{width}}", key)
            tests += self.entry(inner, key, name, last, inherited, numbers=not is_folder(entry))

    def entry(
        self,
        table: Table,
        key: str,
        folder: str,
        last: str,
        inherited: Inherited,
        *,
        numbers: bool = False,
    ) -> list[str]:
        """The tests or the folder under `key`, called `last` in the data folder `folder`; with
        `numbers` each test has the next number before its name."""
        entry = table.values[key]
        if isinstance(entry, dict) and is_folder(entry):
            if not self.takes(table, key, folder, last):
                return []
            inner = Table(table.document, (*table.path, key), entry, table.report)
            return self.folder(inner, f"{folder}/{last}", key, inherited)
        asked = counts(entry) or [1]
        names = counted_names("", entry, asked)
        bases = []
        for _ in asked:
            self.numbered += numbers
            bases.append(_joined(f"{self.numbered:0{self.width}}", last) if numbers else last)
        lasts = [f"{base}{suffix}" for base, suffix in zip(bases, names, strict=True)]
        if not all(self.takes(table, key, folder, name) for name in lasts):
            return []
        wanted = [f"{folder}/{name}" for name in lasts]
        recipe = self.recipe(table, key, wanted[0], inherited)
        for name, number in zip(wanted, asked, strict=True):
            self.keys.setdefault(key, []).append([name])
            if recipe is not None:
                self.recipes[name] = numbered(recipe, number)
                self.targets[name] = name
                self.warn_of_equals(table, key, name)
                if wanted[0] in self.entries.settings:
                    self.entries.settings[name] = self.entries.settings[wanted[0]]
        return wanted

    def recipe(self, table: Table, key: str, name: str, inherited: Inherited) -> Recipe | None:
        entry = table.values[key]
        wanted = "a command, or a mapping with generate, copy or in"
        if entry is None:
            data = self.entries.paths.data
            if (data / f"{name}.in").is_file():
                table.warning(key, f"no recipe: {name} is judged as it lies in the data folder")
            else:
                table.error(key, f"no recipe: expected {wanted}")
            return None
        if not isinstance(entry, (str, dict)):
            table.expected(key, wanted)
            return None
        values = entry
        if isinstance(entry, str):
            copied = entry.endswith(".in") and not any(c.isspace() for c in entry)
            values = {"copy": entry} if copied else {"generate": entry}
        assert isinstance(values, dict)
        inner = Table(table.document, (*table.path, key), values, table.report)
        return self.entries.test(inner, name, inherited)

    def takes(self, table: Table, key: str, folder: str, last: str) -> bool:
        """True where `last` can name a test or folder in `folder` and does not yet; else it is
        reported."""
        name = f"{folder}/{last}"
        if not FILE_NAME.fullmatch(f"{last}.in") or last == "test_group" or last.endswith(".in"):
            table.error(key, f"'{last}' cannot be the name of a test or folder")
        elif name in self.lines:
            table.error(key, f"{name} is already made by line {self.lines[name]}")
        else:
            self.lines[name] = table.line(key)
            return True
        return False

    def warn_of_equals(self, table: Table, key: str, name: str) -> None:
        recipe = self.recipes[name]
        path: KeyPath = (*table.path, key)
        first, place = self.first.setdefault(sameness(recipe), (name, path))
        # Of one entry, equal tests are what its count asks for.
        if place != path and recipe.command is not None and not recipe.files:
            inner = Table(table.document, path, {}, table.report)
            message = f"the command of {first} again: both tests are equal; {{seed:2}} differs"
            inner.warning("generate", message)

    def group(self, table: Table, name: str) -> None:
        """The settings of the folder called `name`, and the recipe of their file."""
        for key in _GROUP_SETTINGS:
            settings = table.table(key)
            if settings is not None and settings.values:
                self.groups[name] = settings
                made = f"{name}/{key}".removeprefix("/").removesuffix(".yaml")
                content = writing.dump_lines(settings.values)
                file = table.document.file
                self.recipes[made] = Recipe(
                    files=((".yaml", content),), file=file, line=table.line(key)
                )

    def included(self, table: Table) -> list[tuple[int, str]]:
        """The tests of everything that `include` names, each with the index of its name there."""
        found = []
        for index, key in enumerate(table.text_or_texts("include") or ()):
            known = self.keys.get(key, [])
            path: KeyPath = (*table.path, "include", index)
            if len(known) == 1:
                found += [(index, test) for test in known[0]]
            elif known:
                message = f"'{key}' is the name of {len(known)} tests or folders: which is meant?"
                table.report(table.document.error(message, path))
            else:
                hint = did_you_mean(key, self.keys)
                message = f"no test or folder '{key}' before this one{hint}"
                table.report(table.document.error(message, path))
        return found

    def include(self, table: Table, index: int, test: str, folder: str) -> bool:
        """Makes `test` a test of `folder` too, under its last name."""
        name = f"{folder}/{test.rpartition('/')[2]}"
        target = self.targets.setdefault(name, test)
        if target != test or (name in self.lines and name != test):
            message = f"{name} cannot be {test}: it is another test already"
            table.report(table.document.error(message, (*table.path, "include", index)))
            return False
        if test in self.recipes:
            self.recipes[name] = self.recipes[test]
            if test in self.entries.settings:
                self.entries.settings[name] = self.entries.settings[test]
        return True


def _joined(number: str, key: str) -> str:
    return f"{number}-{key}" if key else number


def _numbered_tests(values: Mapping[str, object]) -> int:
    """How many tests under `values["data"]`, at any depth, stand in lists."""
    data = values.get("data")
    items = data if isinstance(data, list) else [data]
    total = 0
    for item in items:
        for entry in item.values() if isinstance(item, dict) else ():
            if isinstance(entry, dict) and is_folder(entry):
                total += _numbered_tests(entry)
            elif isinstance(data, list):
                total += len(counts(entry) or [1])
    return total
