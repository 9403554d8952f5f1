"""Read `generators.yaml` as BAPCtools does: which program or text makes which test.

Numbers in names follow BAPCtools: numbered tests are counted through the whole file,
samples first, and numbered folders are counted inside each folder.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judging.core.diagnostics import JoinedReports, did_you_mean, first_of, warning
from judging.core.problem import Recipe, Source
from judging.core.templates import substitute_values
from judging.package.files.sources import FILE_NAME, PackageFiles, entry_exists
from judging.package.generators import generator_programs
from judging.package.generators.entries import (
    SETTINGS,
    TEST,
    TEST_KEYS,
    Entries,
    counted,
    identity,
    is_folder,
)
from judging.package.yaml import kinds, writing
from judging.package.yaml.documents import KeyPath, describe
from judging.package.yaml.tables import Table, top
from judging.values import Value, replace

# BAPCtools' order, which determines the numbers in names.
_ROOTS = {
    "sample": "The tests in the statement.",
    "secret": "The other tests.",
    "invalid_output": "Outputs that the output validator must reject.",
    "invalid_answer": "Answers that a validator must reject.",
    "invalid_input": "Inputs that the input validators must reject.",
    "valid_output": "Outputs that the output validator must accept.",
    "testing_tool_test": "Inputs for a testing tool. Nothing is judged on them.",
    "fuzz": "Inputs of `bt fuzz`. Nothing is judged on them.",
}
_ROOT_ORDER = tuple(_ROOTS)
# Their former names have a plural s.
_FORMER_ROOTS = {f"{root}s": root for root in _ROOT_ORDER if "valid_" in root}
_MOST_NAME = 1000  # file systems end at about 4000
_MOST_HINTS = 20  # for one folder: each compares the name with all names before it
_SETTINGS_OF_GROUPS = {
    "test_group.yaml": kinds.key(
        kinds.reference("test_group"), "The settings of all tests in the folder."
    ),
    "testdata.yaml": kinds.key(
        # In a package of 2025-09 it is another name of `test_group.yaml`.
        kinds.either(kinds.reference("test_group"), kinds.reference("testdata")),
        "The settings of a folder in older formats.",
    ),
}
GROUP_SETTINGS = tuple(_SETTINGS_OF_GROUPS)
_ENTRY = kinds.reference("entry")
_FOLDER = kinds.reference("folder")
_TESTS = kinds.key(
    kinds.either(
        kinds.reference("entries"),
        # In a list each item is numbered, so its name may be empty.
        kinds.list_of({**kinds.named(_ENTRY), "minProperties": 1, "maxProperties": 1}),
    ),
    "The tests and folders by name; in a list, they are numbered.",
)
_FOLDER_KEYS: kinds.Keys = {
    "data": _TESTS,
    "include": kinds.key(
        kinds.TEXT_OR_TEXTS,
        "Tests and folders above to include here, by their last name.",
    ),
    **_SETTINGS_OF_GROUPS,
    **SETTINGS,
}
_UNUSED = kinds.key(kinds.ANYTHING, "Not read.")
_TOP_KEYS: kinds.Keys = {
    **_FOLDER_KEYS,
    "generators": kinds.key(
        kinds.named(kinds.list_of(kinds.ANY_TEXT, 1)),
        "The generators by name: the files of each, the one to run first in front.",
    ),
    "data": kinds.key(
        kinds.table({root: kinds.key(_FOLDER, about) for root, about in _ROOTS.items()}),
        "The data folders.",
    ),
    **dict.fromkeys(("version", "gitignore_generated", "parallel"), _UNUSED),
}
# The whole file. An entry is a test if it has a key of a test, and a folder if not.
# `package.schemas` defines what the settings of groups and tests are.
FILE = kinds.table(_TOP_KEYS)
DEFINITIONS: Mapping[str, kinds.Schema] = {
    "entries": kinds.named(_ENTRY, rf"(?!.*\.in$)(?!test_group$){FILE_NAME.pattern}"),
    "entry": {
        "type": ["string", "object", "null"],
        "pattern": kinds.TEXT["pattern"],
        "if": {
            "type": "object",
            "anyOf": [{"required": [name]} for name in TEST_KEYS],
        },
        "then": kinds.reference("test"),
        "else": {
            "if": kinds.MAPPING,
            "then": _FOLDER,
        },
    },
    "folder": kinds.table(_FOLDER_KEYS),
    "test": TEST,
}


class Recipes(Value):
    """The contents of generators.yaml, by the names of tests and folders.

    The settings file of a folder has a recipe too, called `secret/test_group`.
    `generators` are by the name that commands use. `solution` is the submission that
    makes the answers, relative to the package root. `unread` names the tests that are
    stated, but not in `all`, because of a fault that was reported.
    """

    all: Mapping[str, Recipe] = {}
    groups: Mapping[str, Table] = {}
    settings: Mapping[str, Table] = {}
    generators: Mapping[str, Source] = {}
    solution: str | None = None
    unread: frozenset[str] = frozenset()


def read(files: PackageFiles) -> Recipes:
    """Return the recipes in generators.yaml, if any; report faults with line and key."""
    # A package may repeat one fault in every recipe, such as a generator that is missing.
    joined = JoinedReports(files.report)
    recipes = _read(replace(files, report=joined.report))
    joined.flush()
    return recipes


def _read(files: PackageFiles) -> Recipes:
    place = files.paths.generators_yaml
    if not entry_exists(place):
        misnamed = place.with_suffix(".yml")
        if entry_exists(misnamed):
            files.error(misnamed, f"not read: call it {place.name}")
        return Recipes()
    document = files.document(place)
    if document is None:
        return Recipes()
    table = top(document, files.report)
    generators = generator_programs.declared(table, files)
    entries = Entries(files, generators, frozenset(_declared_names(table)))
    reader = _Reader(entries, width=len(str(_numbered_tests(table.values))))
    entries.check_keys(table, _TOP_KEYS)
    inherited = entries.inherited(table, Recipe())
    reader.group(table, "")
    reader.included(table)
    reader.roots(table, inherited)
    if reader.existing:
        names = list(reader.existing)
        message = f"no recipe, so the existing files are used: {first_of(names)}"
        files.report(warning(message, document.file, reader.existing[names[0]]))
    solution = inherited.solution
    return Recipes(
        reader.recipes,
        reader.groups,
        entries.settings,
        generators,
        solution.removeprefix("/") if solution else None,
        frozenset(reader.unread),
    )


def _declared_names(table: Table) -> list[str]:
    """Return the names below `generators`, also those of programs that are not there."""
    declared = table.values.get("generators")
    if not isinstance(declared, dict):
        return []
    return [str(name) for name in declared]


class _FirstUse(Value):
    """The first test that a recipe makes, and the path of its entry."""

    test: str
    entry: KeyPath


class _Included(Value):
    """A test that `include` names, and the index of its entry there."""

    index: int
    test: str


@dataclass(slots=True)
class _Reader:
    """A walk through the tree under `data`.

    width: the number of digits in a test's number; `numbered` counts these tests.
    lines: the line of every test and folder by name, because no two may have the same.
    keys: the tests of every entry with that key, for `include`.
    open: the tests of the folder that is read, and of those around it.
    targets: the test that an included test repeats.
    first: the first test that each recipe makes, by `identity`.
    existing: the line of each test without a recipe whose files are in the data folder.
    unread: the tests that are stated, but cannot be read, which was reported.
    """

    entries: Entries
    width: int
    numbered: int = 0
    lines: dict[str, int | None] = field(default_factory=dict)
    recipes: dict[str, Recipe] = field(default_factory=dict)
    groups: dict[str, Table] = field(default_factory=dict)
    keys: dict[str, list[list[str]]] = field(default_factory=dict)
    open: list[list[str]] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)
    first: dict[tuple[object, ...], _FirstUse] = field(default_factory=dict)
    existing: dict[str, int | None] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def roots(self, table: Table, inherited: Recipe) -> None:
        """Read the folders directly under `data`, such as `sample` and `secret`."""
        data = table.table("data")
        if data is None:
            return
        keys = (*_ROOT_ORDER, *_FORMER_ROOTS)
        for key in GROUP_SETTINGS:
            if key in data.values:
                self.report_misplaced(data, key, "all tests")
        self.entries.check_keys(data, (*keys, *GROUP_SETTINGS))
        for key in keys:
            root = _FORMER_ROOTS.get(key, key)
            if key != root and key in data.values:
                data.warning(key, f"former name of {root}: rename it")
            folder = data.table(key)
            if folder is not None:
                self.folder(folder, root, key, inherited)

    def folder(self, table: Table, name: str, key: str, outer: Recipe) -> list[str]:
        """Read a folder; return its tests, with included ones by their first name."""
        self.entries.check_keys(table, _FOLDER_KEYS)
        inherited = self.entries.inherited(table, outer)
        self.group(table, name)
        tests: list[str] = []
        self.keys.setdefault(key, []).append(tests)
        self.open.append(tests)
        # Before the entries: a folder can include only what stands above it.
        included = self.included(table)
        items = table.values.get("data")
        if isinstance(items, list):
            self.numbered_folder(table, items, name, inherited, tests)
        else:
            data = table.table("data")
            if data is not None:
                for last in sorted(data.values):
                    tests += self.entry(data, last, name, last, inherited, numbers=False)
        unread_data = table.has("data") and not isinstance(items, (list, dict))
        unread_include = table.has("include") and not included
        if unread_data or unread_include:
            self.unread.add(f"{name}/")
        for each in included:
            if self.include(table, each, name):
                tests.append(each.test)
        self.open.pop()
        return tests

    def numbered_folder(
        self,
        table: Table,
        items: list[Any],
        name: str,
        inherited: Recipe,
        tests: list[str],
    ) -> None:
        """Add to `tests` the entries of the list `data`, each a mapping of one key."""
        width = len(str(_count_folders(items)))
        folders = 0
        for index, item in enumerate(items):
            place: KeyPath = ("data", index)
            if not isinstance(item, dict) or len(item) != 1:
                self.unread.add(f"{name}/{index}")
                expected = "expected a mapping of one key, `- name: command`"
                table.error(place, f"{expected}, found {describe(item)}")
                continue
            ((key, entry),) = item.items()
            inner = table.inner(place, item)
            if is_folder(entry):
                folders += 1
                last = _joined(f"{folders:0{width}}", key)
                tests += self.entry(inner, key, name, last, inherited, numbers=False)
            else:
                tests += self.entry(inner, key, name, key, inherited, numbers=True)

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
        """Read the tests or the folder under `key`, called `last` in `folder`.

        With `numbers`, each test's name begins with the next number.
        """
        entry = table.values[key]
        if key in GROUP_SETTINGS:
            self.report_misplaced(table, key, f"the folder {folder}")
            return []
        if isinstance(entry, dict) and is_folder(entry):
            if not self.claim(table, key, folder, last):
                self.unread.add(f"{folder}/{last}")
                return []
            return self.folder(table.inner(key, entry), f"{folder}/{last}", key, outer)
        asked = counted(entry) or {"": 1}
        lasts = []
        for suffix in asked:
            base = last
            if numbers:
                # Even if a name is refused, the tests after it keep their numbers.
                self.numbered += 1
                base = _joined(f"{self.numbered:0{self.width}}", last)
            lasts.append(f"{base}{suffix}")
        for each in lasts:
            if not self.claim(table, key, folder, each):
                self.unread.add(f"{folder}/{each}")
                return []
        names = [f"{folder}/{each}" for each in lasts]
        recipe = self.recipe(table, key, names[0], outer)
        for name, number in zip(names, asked.values(), strict=True):
            self.keys.setdefault(key, []).append([name])
            if recipe is None:
                self.unread.add(name)
            else:
                self.recipes[name] = _with_count(recipe, number)
                self.targets[name] = name
                self.warn_of_repetition(table, key, name)
                self.share_settings(names[0], name)
        self.warn_of_equal_tests(table, key, names)
        return names

    def share_settings(self, test: str, other: str) -> None:
        """Give the test `other` the settings of `test`, if it has any."""
        if test in self.entries.settings:
            self.entries.settings[other] = self.entries.settings[test]

    def recipe(self, table: Table, key: str, name: str, outer: Recipe) -> Recipe | None:
        """Return the recipe of the test `name` under `key`; None after a report."""
        entry = table.values[key]
        data = self.entries.files.paths.data
        wanted = "a command, or a mapping with generate, copy or in"
        has_input = (data / f"{name}.in").is_file()
        if entry is None and has_input:
            self.existing[name] = table.line(key)
            return None
        if entry is None:
            table.error(key, f"no recipe: expected {wanted}")
            return None
        if isinstance(entry, dict):
            values = entry
        elif isinstance(entry, str):
            # As in BAPCtools, a text that is a path to an input is short for `copy`.
            is_path = entry.endswith(".in") and entry.split() == [entry]
            values = {"copy": entry} if is_path else {"generate": entry}
        else:
            table.expected(key, wanted)
            return None
        has_answer = (data / f"{name}.ans").is_file()
        if self.entries.files.paths.foreign and has_input and has_answer:
            # Without a readable recipe, the files are judged.
            table = table.as_warnings()
        return self.entries.test(table.inner(key, values), name, outer)

    def claim(self, table: Table, key: str, folder: str, last: str) -> bool:
        """Record the name `last` in `folder`; return False, after a report."""
        name = f"{folder}/{last}"
        fault = _name_fault(key, last)
        if fault is None and len(name) > _MOST_NAME:
            fault = f"a path of more than {_MOST_NAME} characters: use shorter names"
        if fault is None and name in self.lines:
            fault = f"{name} exists already: line {self.lines[name]} makes it"
        if fault is not None:
            table.error(key, fault)
            return False
        self.lines[name] = table.line(key)
        return True

    def warn_of_repetition(self, table: Table, key: str, name: str) -> None:
        """Warn if an entry before this one has the same recipe: the tests are equal."""
        recipe = self.recipes[name]
        path: KeyPath = (*table.path, key)
        first = self.first.setdefault(identity(recipe), _FirstUse(name, path))
        # Equal tests of one entry are one fault, which `warn_of_equal_tests` reports.
        if first.entry == path:
            return
        if recipe.command is not None and not recipe.files:
            equal = f"same command as {first.test}, so the tests are equal"
            message = f"{equal}: add {{seed:2}} to differ"
            table.warning((key, "generate"), message)

    def warn_of_equal_tests(self, table: Table, key: str, names: Sequence[str]) -> None:
        """Warn if all tests that the `count` of an entry asks for are equal."""
        recipes = [self.recipes[name] for name in names if name in self.recipes]
        if len(recipes) < 2 or len({identity(recipe) for recipe in recipes}) > 1:
            return
        if recipes[0].command is None:
            advice = "only a command can make different ones, with {seed} or {count}"
        else:
            advice = "add {seed} to its command, or {count}"
        message = f"{names[0]} and {len(names) - 1} more are equal tests: {advice}"
        table.warning((key, "count"), message)

    def report_misplaced(self, table: Table, key: str, what: str) -> None:
        """Report settings of `what` that stand among the entries of `data`."""
        if self.entries.files.paths.foreign:
            table = table.as_warnings()
        place = f"write {key}: beside data:, with the same indentation"
        table.error(key, f"'{key}' is no test: for settings of {what}, {place}")

    def group(self, table: Table, name: str) -> None:
        """Read the settings of the folder `name`, and the recipe of their file."""
        for key in GROUP_SETTINGS:
            settings = table.table(key)
            if settings is None or not settings.values:
                continue
            values = substitute_values(settings.values, self.entries.files.constants)
            self.groups[name] = replace(settings, values=values)
            made = f"{name}/{key}".removeprefix("/").removesuffix(".yaml")
            # The file keeps the constants: reading it replaces them.
            content = writing.dump_lines(settings.values)
            self.entries.with_constants(table, key, content.decode())
            self.recipes[made] = Recipe(
                files=((".yaml", content),),
                file=table.document.file,
                line=table.line(key),
            )

    def included(self, table: Table) -> list[_Included]:
        """Return the tests that `include` names."""
        found = []
        for index, key in enumerate(table.text_or_texts("include") or ()):
            known = self.keys.get(key, [])
            if len(known) == 1 and any(known[0] is tests for tests in self.open):
                itself = "this folder would include itself"
                table.error(("include", index), f"cannot include {key}: {itself}")
                continue
            if len(known) == 1:
                found += [_Included(index, test) for test in known[0]]
                continue
            if known:
                count = f"{len(known)} tests or folders have this name"
                message = f"'{key}' is ambiguous: {count}"
            else:
                hint = did_you_mean(key, self.keys) if index < _MOST_HINTS else ""
                message = f"no test or folder '{key}' before this one{hint}"
            table.error(("include", index), message)
        return found

    def include(self, table: Table, included: _Included, folder: str) -> bool:
        """Make a test a test of `folder` too; return False after a report."""
        test = included.test
        name = f"{folder}/{test.rpartition('/')[2]}"
        target = self.targets.setdefault(name, test)
        if target != test or (name in self.lines and name != test):
            message = f"cannot include {test}: {name} is another test already"
            table.error(("include", included.index), message)
            return False
        if test in self.recipes:
            self.recipes[name] = self.recipes[test]
            self.share_settings(test, name)
        else:
            self.unread.add(name)
        return True


def _with_count(recipe: Recipe, number: int) -> Recipe:
    """Return the recipe of one test of an entry that makes several."""
    command = recipe.command
    if command is not None:
        command = command.replace("{count}", str(number))
    return replace(recipe, command=command, count=number)


def _name_fault(key: str, last: str) -> str | None:
    """Return why `last`, made from `key`, cannot name a test or folder, or None."""
    if "{count}" in key:
        base = key.replace("-{count}", "").replace("{count}", "").strip("-") or "test"
        made = f"`{base}:` with `count: 3` makes {base}-1 to {base}-3"
        return f"leave {{count}} out of the name; {made}"
    if last.endswith(".in"):
        return f"leave .in out of the name '{last}'"
    if FILE_NAME.fullmatch(f"{last}.in") and last != "test_group":
        return None
    allowed = "use letters, digits and _ . - only"
    return f"'{last}' cannot be the name of a test or folder: {allowed}"


def _joined(number: str, key: str) -> str:
    return f"{number}-{key}" if key else number


def _count_folders(items: list[Any]) -> int:
    """Return the number of folders among the items of a list `data`."""
    total = 0
    for item in items:
        if isinstance(item, dict):
            total += sum(is_folder(entry) for entry in item.values())
    return total


def _numbered_tests(values: Mapping[str, object]) -> int:
    """Return how many tests the lists in a folder, and in all folders in it, number."""
    data = values.get("data")
    items = data if isinstance(data, list) else [data]
    total = 0
    for item in items:
        if not isinstance(item, dict):
            continue
        for entry in item.values():
            if isinstance(entry, dict) and is_folder(entry):
                total += _numbered_tests(entry)
            elif isinstance(data, list):
                total += len(counted(entry) or [1])
    return total
