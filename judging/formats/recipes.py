"""`generators.yaml` in the form BAPCtools reads: which program or text makes which test.

What that form allows and this version does not do is an error with its line; nothing is dropped.
Numbered names are BAPCtools' own: one count of all numbered tests in the file, samples first, and
one count of the numbered folders in each folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.diagnostics import did_you_mean
from judging.formats import generator_programs
from judging.formats.documents import Document, KeyPath, Report, shown
from judging.formats.sources import FILE_NAME, inside
from judging.formats.tables import Table, top
from judging.formats.testdata import EXTENSIONS, ROOTS
from judging.problem import Paths, Recipe, Source

# BAPCtools' order, which numbered names depend on, and folders that only BAPCtools knows.
_ROOT_ORDER = ("sample", "secret", "invalid_output", "invalid_input", "valid_output")
_ROOTS_ELSEWHERE = ("invalid_answer", "testing_tool_test", "fuzz")
_TEXTS = tuple(e[1:] for e in EXTENSIONS if e not in (".png", ".jpg", ".jpeg", ".svg", ".files"))
# Any of these makes a mapping a test; without them it is a folder.
_MARKS_TEST = ("copy", "generate", "count", "match", *_TEXTS)
# Pictures and versions of tools have no bearing on what is judged.
_IGNORED = ("visualizer", "type")
_IGNORED_AT_TOP = (*_IGNORED, "version", "gitignore_generated", "parallel")
_WAYS = ("generate", "copy", "in")
_TEST_KEYS = (*_WAYS, "ans", "random_salt")
_TEST_KEYS_LATER = (
    "count",
    "match",
    "retries",
    "solution",
    *(t for t in _TEXTS if t not in ("in", "ans")),
)
_FOLDER_KEYS = ("data", "random_salt")
_GROUP_SETTINGS = ("test_group.yaml", "testdata.yaml")
_FOLDER_KEYS_LATER = ("include", "retries", *_GROUP_SETTINGS)
_SEED = re.compile(r"\{seed(?::[0-9]+)?\}")
_PLACEHOLDER_LATER = re.compile(r"\{(?:name|count)\}")


@dataclass(frozen=True, slots=True)
class Recipes:
    """What generators.yaml says. `tests` is by test name, `generators` by the name commands use.

    `solution` is the submission that makes the answers, relative to the package root.
    """

    tests: Mapping[str, Recipe] = field(default_factory=dict)
    generators: Mapping[str, Source] = field(default_factory=dict)
    solution: str | None = None


def read(document: Document, paths: Paths, report: Report) -> Recipes:
    """The recipes in `document`; every fault is reported with its line and key."""
    table = top(document, report)
    table.know((*_FOLDER_KEYS, *_FOLDER_KEYS_LATER, *_IGNORED_AT_TOP, "generators", "solution"))
    _not_yet(table, _FOLDER_KEYS_LATER)
    generators = generator_programs.declared(table, paths)
    width = len(str(_numbered_tests(table.values)))
    reader = _Reader(paths, report, generators, width)
    salt = _text(table, "random_salt") or ""
    data = table.table("data")
    if data is not None:
        data.know((*ROOTS, *_ROOTS_ELSEWHERE))
        _not_yet(data, _ROOTS_ELSEWHERE)
        for root in _ROOT_ORDER:
            folder = data.table(root)
            if folder is not None:
                reader.folder(folder, root, salt)
    return Recipes(reader.tests, reader.generators, _solution(table, paths))


@dataclass(slots=True)
class _Reader:
    """Walks the tree under `data`. `width` is that of a test's number, `numbered` counts them.

    `lines` has the line of every test and folder by name, since the two must not share one;
    `commands` has the test that each pair of command and salt was first used for.
    """

    paths: Paths
    report: Report
    generators: dict[str, Source]
    width: int
    numbered: int = 0
    lines: dict[str, int | None] = field(default_factory=dict)
    tests: dict[str, Recipe] = field(default_factory=dict)
    commands: dict[tuple[str, str], str] = field(default_factory=dict)

    def folder(self, table: Table, name: str, salt: str) -> None:
        table.know((*_FOLDER_KEYS, *_FOLDER_KEYS_LATER, *_IGNORED, "solution"))
        _not_yet(table, (*_FOLDER_KEYS_LATER, "solution"))
        salt = _salt(table, salt)
        if isinstance(table.values.get("data"), list):
            self.numbered_folder(table, name, salt)
            return
        data = table.table("data")
        for key in sorted(data.values) if data else ():
            assert data is not None
            self.entry(data, key, name, key, salt)

    def numbered_folder(self, table: Table, name: str, salt: str) -> None:
        """The entries of `table`'s list `data`, each a mapping of one key, in their order."""
        items = table.values["data"]
        assert isinstance(items, list)
        entries = [entry for item in items if isinstance(item, dict) for entry in item.values()]
        width = len(str(sum(_is_folder(entry) for entry in entries)))
        folders = 0
        for index, item in enumerate(items):
            path: KeyPath = (*table.path, "data", index)
            if not isinstance(item, dict) or len(item) != 1:
                message = f"expected a mapping of one key, `- name: command`, found {shown(item)}"
                self.report(table.document.error(message, path))
                continue
            key, entry = next(iter(item.items()))
            if _is_folder(entry):
                folders += 1
                number = f"{folders:0{width}}"
            else:
                self.numbered += 1
                number = f"{self.numbered:0{self.width}}"
            inner = Table(table.document, path, item, self.report)
            self.entry(inner, key, name, f"{number}-{key}" if key else number, salt)

    def entry(self, table: Table, key: str, folder: str, last: str, salt: str) -> None:
        """The test or folder under `key`, called `last` in the data folder `folder`."""
        entry = table.values[key]
        name = f"{folder}/{last}"
        if not FILE_NAME.fullmatch(f"{last}.in") or last == "test_group" or last.endswith(".in"):
            table.error(key, f"'{last}' cannot be the name of a test or folder")
        elif name in self.lines:
            table.error(key, f"{name} is already made by line {self.lines[name]}")
        elif entry is None:
            table.error(
                key, "no recipe: expected a command, or a mapping with generate, copy or in"
            )
        elif not isinstance(entry, (str, dict)):
            table.expected(key, "a command, or a mapping with generate, copy or in")
        else:
            self.lines[name] = table.line(key)
            values = {"generate": entry} if isinstance(entry, str) else entry
            inner = Table(table.document, (*table.path, key), values, self.report)
            (self.folder if _is_folder(entry) else self.test)(inner, name, salt)

    def test(self, table: Table, name: str, salt: str) -> None:
        table.know((*_TEST_KEYS, *_TEST_KEYS_LATER, *_IGNORED))
        _not_yet(table, _TEST_KEYS_LATER)
        line = table.document.line(table.path)
        recipe = Recipe(salt=_salt(table, salt), file=table.document.file, line=line)
        ways = [key for key in _WAYS if key in table.values]
        made: Recipe | None = None
        if len(ways) != 1:
            message = f"expected exactly one of generate, copy and in, found {len(ways)}"
            self.report(table.document.error(message, table.path))
        elif ways == ["generate"]:
            made = self.generated(table, recipe, name)
        elif ways == ["copy"]:
            made = self.copied(table, recipe)
        else:
            text = _text(table, "in")
            made = None if text is None else replace(recipe, input=_content(text))
        answer = _text(table, "ans")
        if made is not None:
            self.tests[name] = made if answer is None else replace(made, answer=_content(answer))

    def generated(self, table: Table, recipe: Recipe, name: str) -> Recipe | None:
        # BAPCtools derives the seed from the command without the space around it.
        command = (table.text("generate") or "").strip()
        if not command:
            return None
        word = command.split()[0]
        if word not in self.generators:
            source = generator_programs.in_folder(word, self.paths, self.report)
            if source is None:
                hint = did_you_mean(word, generator_programs.known(self.generators, self.paths))
                table.error("generate", f"no generator '{word}'{hint}")
                return None
            self.generators[word] = source
        if later := _PLACEHOLDER_LATER.search(command):
            table.error("generate", f"not supported yet: {later[0]}")
        if len(_SEED.findall(command)) > 1:
            table.error("generate", "{seed} may stand in a command once")
        first = self.commands.setdefault((command, recipe.salt), name)
        if first != name:
            message = f"the command of {first} again: both tests are equal; {{seed:2}} differs"
            table.warning("generate", message)
        return replace(recipe, command=command)

    def copied(self, table: Table, recipe: Recipe) -> Recipe | None:
        name = table.text("copy")
        if name is None:
            return None
        source = inside(self.paths.root, self.paths.generators, f"{name}.in")
        if source is None or not source.is_file() or name.startswith("/"):
            folder = self.paths.shown(self.paths.generators)
            table.error("copy", f"no such file: {folder}/{name}.in; expected a path without .in")
            return None
        for extension in (".yaml", ".out", ".interaction"):
            if source.with_suffix(extension).exists():
                table.error("copy", f"not supported yet: copying {name}{extension}")
        return replace(recipe, copy=source, answer=self.content(table, source.with_suffix(".ans")))

    def content(self, table: Table, path: Path) -> bytes | None:
        try:
            return path.read_bytes() if path.is_file() else None
        except OSError as failure:
            table.error("copy", f"{self.paths.shown(path)} cannot be read: {failure.strerror}")
            return None


def _solution(table: Table, paths: Paths) -> str | None:
    name = table.text("solution")
    if name is None:
        return None
    place = inside(paths.root, paths.root, name.lstrip("/"))
    if not name.startswith("/"):
        table.error("solution", f"expected a path from the package root, as in /{name}")
    elif place is None:
        folder = paths.submissions
        known = [f"/{paths.shown(p)}" for p in sorted(folder.glob("*/*"))]
        table.error("solution", f"no such file: {name}{did_you_mean(name, known)}")
    elif place.parent.parent != paths.submissions:
        example = paths.shown(paths.submissions / "accepted")
        table.error("solution", f"expected a submission, as in /{example}/x, found {name}")
    else:
        return paths.shown(place)
    return None


def _is_folder(entry: object) -> bool:
    return isinstance(entry, dict) and not any(key in entry for key in _MARKS_TEST)


def _numbered_tests(values: Mapping[str, object]) -> int:
    """How many tests under `values["data"]`, at any depth, stand in lists."""
    data = values.get("data")
    items = data if isinstance(data, list) else [data]
    total = 0
    for item in items:
        for entry in item.values() if isinstance(item, dict) else ():
            if isinstance(entry, dict) and _is_folder(entry):
                total += _numbered_tests(entry)
            elif isinstance(data, list):
                total += 1
    return total


def _not_yet(table: Table, keys: Iterable[str]) -> None:
    for key in keys:
        if key in _GROUP_SETTINGS and key in table.values:
            table.error(key, "not supported yet: write test_group.yaml into the data folder")
        elif key in table.values:
            table.error(key, f"not supported yet: {key}")


def _salt(table: Table, inherited: str) -> str:
    salt = _text(table, "random_salt")
    return inherited if salt is None else salt


def _text(table: Table, key: str) -> str | None:
    """A string, which unlike that of `Table.text` may be empty."""
    value = table.values.get(key)
    return value if value == "" else table.text(key)


def _content(text: str) -> bytes:
    # As BAPCtools: text that does not end its last line gets the end.
    ended = text if not text or text.endswith("\n") else f"{text}\n"
    return ended.encode("utf-8", "surrogatepass")
