"""Read `generators.yaml` as BAPCtools does: which program or text makes which test.

Numbers in names follow BAPCtools: numbered tests are counted through the whole file, samples
first, and numbered folders are counted inside each folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from judging.core.diagnostics import did_you_mean, first_of, warning
from judging.core.problem import Recipe, Source
from judging.core.templates import substitute_values
from judging.package.files.sources import FILE_NAME, PackageFiles, entry_exists
from judging.package.generators import generator_programs
from judging.package.generators.entries import (
    SETTINGS,
    Entries,
    counted,
    identity,
    is_folder,
)
from judging.package.yaml import dumping
from judging.package.yaml.documents import KeyPath, describe
from judging.package.yaml.tables import Table, top

# BAPCtools' order, which determines the numbers in names.
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
_MOST_NAME = 1000  # file systems end at about 4000
_MOST_HINTS = 20  # for one folder
GROUP_SETTINGS = ("test_group.yaml", "testdata.yaml")
_FOLDER_KEYS = ("data", "include", *GROUP_SETTINGS, *SETTINGS)
_TOP_KEYS = (*_FOLDER_KEYS, "generators", "version", "gitignore_generated", "parallel")


@dataclass(frozen=True, slots=True)
class Recipes:
    """The contents of generators.yaml: recipes, and settings of folders and of tests, by name.

    The settings file of a folder has a recipe too, called `secret/test_group`. `generators` are by
    the name that commands use. `solution` is the submission that makes the answers, relative to
    the package root.
    """

    all: Mapping[str, Recipe] = field(default_factory=dict)
    groups: Mapping[str, Table] = field(default_factory=dict)
    settings: Mapping[str, Table] = field(default_factory=dict)
    generators: Mapping[str, Source] = field(default_factory=dict)
    solution: str | None = None


def read(files: PackageFiles) -> Recipes:
    """Return the recipes in generators.yaml, if any; report every fault with its line and key."""
    place = files.paths.generators_yaml
    document = files.document(place) if entry_exists(place) else None
    if document is None:
        return Recipes()
    table = top(document, files.report)
    generators = generator_programs.declared(table, files)
    entries = Entries(files, generators)
    reader = _Reader(entries, width=len(str(_numbered_tests(table.values))))
    entries.check_keys(table, _TOP_KEYS)
    inherited = entries.inherited(table, Recipe())
    reader.group(table, "")
    reader.included(table)
    if (data := table.table("data")) is not None:
        entries.check_keys(data, (*_ROOT_ORDER, *_FORMER_ROOTS))
        for key in (*_ROOT_ORDER, *_FORMER_ROOTS):
            root = _FORMER_ROOTS.get(key, key)
            if key != root and key in data.values:
                data.warning(key, f"former name of {root}: rename it")
            if (folder := data.table(key)) is not None:
                reader.folder(folder, root, key, inherited)
    if reader.existing:
        names, line = list(reader.existing), next(iter(reader.existing.values()))
        message = f"no recipe; the existing file is used: {first_of(names)}"
        files.report(warning(message, document.file, line))
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
    """A walk through the tree under `data`.

    `width` is the number of digits in a test's number, and `numbered` counts these tests. `lines`
    has the line of every test and folder by name, as no two may have the same one. `keys` has the
    tests of every entry with that key, for `include`. `targets` has the test that an included test
    repeats. `first` has the first test, and its place, that each recipe makes. `existing` has the
    line of each test without a recipe whose files are in the data folder.
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
    existing: dict[str, int | None] = field(default_factory=dict)

    def folder(self, table: Table, name: str, key: str, outer: Recipe) -> list[str]:
        """Read a folder; return its tests, with included ones by their first name."""
        self.entries.check_keys(table, _FOLDER_KEYS)
        inherited = self.entries.inherited(table, outer)
        self.group(table, name)
        tests: list[str] = []
        self.keys.setdefault(key, []).append(tests)
        included = self.included(table)
        if isinstance(items := table.values.get("data"), list):
            self.numbered_folder(table, items, name, inherited, tests)
        elif data := table.table("data"):
            for inner in sorted(data.values):
                tests += self.entry(data, inner, name, inner, inherited, numbers=False)
        tests += [
            test for index, test in included if self.include(table, index, test, name)
        ]
        return tests

    def numbered_folder(
        self,
        table: Table,
        items: list[Any],
        name: str,
        inherited: Recipe,
        tests: list[str],
    ) -> None:
        """Add to `tests` the entries of the list `data`, each a mapping of one key, in order."""
        members = [
            entry for item in items if isinstance(item, dict) for entry in item.values()
        ]
        width = len(str(sum(map(is_folder, members))))
        folders = 0
        for index, item in enumerate(items):
            place: KeyPath = ("data", index)
            if not isinstance(item, dict) or len(item) != 1:
                expected = "expected a mapping of one key, `- name: command`"
                table.error(place, f"{expected}, found {describe(item)}")
                continue
            key, entry = next(iter(item.items()))
            inner = table.inner(place, item)
            last = key
            if is_folder(entry):
                folders += 1
                last = _joined(f"{folders:0{width}}", key)
            tests += self.entry(
                inner, key, name, last, inherited, numbers=not is_folder(entry)
            )

    def entry(
        self,
        table: Table,
        key: str,
        folder: str,
        last: str,
        outer: Recipe,
        *,
        numbers: bool,
    ) -> list[str]:
        """Read the tests or the folder under `key`, called `last` in the data folder `folder`.

        With `numbers`, each test's name begins with the next number.
        """
        entry = table.values[key]
        if isinstance(entry, dict) and is_folder(entry):
            if not self.claim(table, key, folder, last):
                return []
            return self.folder(table.inner(key, entry), f"{folder}/{last}", key, outer)
        asked = counted(entry) or {"": 1}
        lasts = []
        for suffix in asked:
            self.numbered += numbers
            base = _joined(f"{self.numbered:0{self.width}}", last) if numbers else last
            lasts.append(f"{base}{suffix}")
        if not all(self.claim(table, key, folder, name) for name in lasts):
            return []
        wanted = [f"{folder}/{name}" for name in lasts]
        recipe = self.recipe(table, key, wanted[0], outer)
        for name, number in zip(wanted, asked.values(), strict=True):
            self.keys.setdefault(key, []).append([name])
            if recipe is not None:
                command = recipe.command and recipe.command.replace(
                    "{count}", str(number)
                )
                self.recipes[name] = replace(recipe, command=command, count=number)
                self.targets[name] = name
                self.warn_of_repetition(table, key, name)
                if wanted[0] in self.entries.settings:
                    self.entries.settings[name] = self.entries.settings[wanted[0]]
        return wanted

    def recipe(self, table: Table, key: str, name: str, outer: Recipe) -> Recipe | None:
        entry, paths = table.values[key], self.entries.files.paths
        wanted = "a command, or a mapping with generate, copy or in"
        if entry is None and (paths.data / f"{name}.in").is_file():
            self.existing[name] = table.line(key)
            return None
        if entry is None:
            table.error(key, f"no recipe: expected {wanted}")
            return None
        if isinstance(entry, dict):
            values = entry
        elif isinstance(entry, str):
            copied = entry.endswith(".in") and not any(c.isspace() for c in entry)
            values = {"copy": entry} if copied else {"generate": entry}
        else:
            table.expected(key, wanted)
            return None
        if paths.foreign and all(
            (paths.data / f"{name}{e}").is_file() for e in (".in", ".ans")
        ):
            # Without a readable recipe, the files are judged.
            table = table.as_warnings()
        return self.entries.test(table.inner(key, values), name, outer)

    def claim(self, table: Table, key: str, folder: str, last: str) -> bool:
        """Record `last` as a name in `folder`; return False, and report why, if it cannot be."""
        name = f"{folder}/{last}"
        if fault := _name_fault(key, last):
            table.error(key, fault)
        elif len(name) > _MOST_NAME:
            table.error(
                key, f"a path of more than {_MOST_NAME} characters: use shorter names"
            )
        elif name in self.lines:
            table.error(key, f"{name} exists already: line {self.lines[name]} makes it")
        else:
            self.lines[name] = table.line(key)
            return True
        return False

    def warn_of_repetition(self, table: Table, key: str, name: str) -> None:
        recipe = self.recipes[name]
        path: KeyPath = (*table.path, key)
        first, place = self.first.setdefault(identity(recipe), (name, path))
        # Equal tests of one entry are what its count asks for.
        if place != path and recipe.command is not None and not recipe.files:
            message = f"same command as {first}, so the tests are equal: add {{seed:2}} to differ"
            table.warning((key, "generate"), message)

    def group(self, table: Table, name: str) -> None:
        """Read the settings of the folder `name`, and the recipe of their file."""
        for key in GROUP_SETTINGS:
            settings = table.table(key)
            if settings is not None and settings.values:
                values = substitute_values(settings.values, self.entries.files.constants)
                self.groups[name] = replace(settings, values=values)
                made = f"{name}/{key}".removeprefix("/").removesuffix(".yaml")
                file, line = table.document.file, table.line(key)
                content = ((".yaml", dumping.dump_lines(settings.values)),)
                self.recipes[made] = Recipe(files=content, file=file, line=line)

    def included(self, table: Table) -> list[tuple[int, str]]:
        """Return the tests that `include` names, each with the index of its entry there."""
        found = []
        for index, key in enumerate(table.text_or_texts("include") or ()):
            known = self.keys.get(key, [])
            if len(known) == 1:
                found += [(index, test) for test in known[0]]
                continue
            message = (
                f"'{key}' is ambiguous: {len(known)} tests or folders have this name"
            )
            if not known:
                hint = did_you_mean(key, self.keys) if index < _MOST_HINTS else ""
                message = f"no test or folder '{key}' before this one{hint}"
            table.error(("include", index), message)
        return found

    def include(self, table: Table, index: int, test: str, folder: str) -> bool:
        """Make `test` a test of `folder` too, under its last name."""
        name = f"{folder}/{test.rpartition('/')[2]}"
        target = self.targets.setdefault(name, test)
        if target != test or (name in self.lines and name != test):
            message = f"cannot include {test}: {name} is another test already"
            table.error(("include", index), message)
            return False
        if test in self.recipes:
            self.recipes[name] = self.recipes[test]
            if test in self.entries.settings:
                self.entries.settings[name] = self.entries.settings[test]
        return True


def _name_fault(key: str, last: str) -> str | None:
    """Return why `last`, made from `key`, cannot name a test or folder; None if it can."""
    if "{count}" in key:
        base = key.replace("-{count}", "").replace("{count}", "").strip("-") or "test"
        made = f"`{base}:` with `count: 3` makes {base}-1 to {base}-3"
        return f"leave {{count}} out of the name; {made}"
    if last.endswith(".in"):
        return f"leave .in out of the name '{last}'"
    if FILE_NAME.fullmatch(f"{last}.in") and last != "test_group":
        return None
    return f"'{last}' cannot be the name of a test or folder: use letters, digits and _ . - only"


def _joined(number: str, key: str) -> str:
    return f"{number}-{key}" if key else number


def _numbered_tests(values: Mapping[str, object]) -> int:
    data = values.get("data")
    items = data if isinstance(data, list) else [data]
    total = 0
    for item in items:
        for entry in item.values() if isinstance(item, dict) else ():
            if isinstance(entry, dict) and is_folder(entry):
                total += _numbered_tests(entry)
            elif isinstance(data, list):
                total += len(counted(entry) or [1])
    return total
