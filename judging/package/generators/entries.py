"""One entry of generators.yaml: the recipe of the tests that it makes, and what it inherits.

A recipe may join several ways: a command writes files, copied ones replace those, and texts given
in place replace both. Source: BAPCtools' documentation of generators.yaml, and what it does.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, did_you_mean
from judging.core.problem import Paths, Recipe, Source
from judging.core.templates import substitute
from judging.package.files.sources import inside
from judging.package.generators import programs
from judging.package.groups.testdata import EXTENSIONS
from judging.package.yaml import documents, writing
from judging.package.yaml.documents import describe
from judging.package.yaml.tables import Table, top

TEXTS = tuple(e[1:] for e in EXTENSIONS if e not in (".png", ".jpg", ".jpeg", ".svg", ".files"))
# Any of these makes a mapping a test; without them it is a folder.
_MARKS = ("copy", "generate", "count", "match", *TEXTS)
_SAMPLE_TEXTS = ("in.statement", "ans.statement", "in.download", "ans.download")
_WAYS = ("generate", "copy", "in")
INHERITED = ("random_salt", "retries", "solution")
# Pictures and notes for tools have no bearing on what is judged.
IGNORED = ("visualizer", "type")
_MOST_COUNTED = 100
_MOST_RETRIES = 1000
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.=(-?[0-9]{1,9})")
_SEED = re.compile(r"\{seed(?::[0-9]+)?\}")


@dataclass(frozen=True, slots=True)
class Inherited:
    """What a folder hands down to the tests and folders in it; as in `Recipe`."""

    salt: str = ""
    solution: str | None = None
    retries: int = 1


def is_folder(entry: object) -> bool:
    """True for the mapping of a folder, False for that of a test."""
    return isinstance(entry, dict) and not any(key in entry for key in _MARKS)


def counts(entry: object) -> list[int] | None:
    """The numbers that the key `count` asks for: [1] where there is none; None: not understood."""
    value = entry.get("count") if isinstance(entry, dict) else None
    if value is None:
        return [1]
    found: list[int] | None = None
    if isinstance(value, list):
        found = [item for item in value if type(item) is int]
        found = found if len(found) == len(set(found)) == len(value) else None
    elif isinstance(value, str) and (match := _RANGE.fullmatch(value)):
        found = list(range(int(match[1]), min(int(match[2]), int(match[1]) + _MOST_COUNTED) + 1))
    elif type(value) is int:
        found = list(range(1, min(value, _MOST_COUNTED + 1) + 1))
    return found if found and len(found) <= _MOST_COUNTED else None


def counted_names(name: str, entry: object, numbers: list[int]) -> list[str]:
    """What the tests of an entry are called, by their numbers, which are padded when they follow
    one another."""
    if not isinstance(entry, dict) or entry.get("count") is None:
        return [name]
    follow = max(numbers) - min(numbers) == len(numbers) - 1
    width = max(len(str(number)) for number in numbers) if follow else 0
    return [f"{name}-{number:0{width}}" for number in numbers]


@dataclass(slots=True)
class Entries:
    """Reads entries. `generators` grows by the programs that they name, `settings` has those of
    tests by name."""

    paths: Paths
    report: DiagnosticSink
    generators: dict[str, Source]
    constants: Mapping[str, str]
    settings: dict[str, Table] = field(default_factory=dict)

    def know(self, table: Table, keys: Iterable[str]) -> None:
        """Reports every key of `table` that is not one of `keys`."""
        known = list(keys)
        for key in table.values:
            if key not in known:
                say = table.warning if self.paths.foreign else table.error
                say(key, f"unknown key '{key}'{did_you_mean(key, known)}")

    def inherited(self, table: Table, outer: Inherited) -> Inherited:
        """What holds inside `table`."""
        salt = _text(table, "random_salt")
        retries = table.whole("retries", 1, _MOST_RETRIES)
        solution = outer.solution
        if "solution" in table.values:
            solution = programs.solution(table, self.paths, self.generators)
        return Inherited(
            outer.salt if salt is None else salt,
            solution,
            outer.retries if retries is None else retries,
        )

    def test(self, table: Table, name: str, outer: Inherited) -> Recipe | None:
        """The recipe in `table`, for the test called `name`, with `{count}` as written; None
        after a report."""
        self.know(table, (*_WAYS, "count", "match", *INHERITED, *IGNORED, *TEXTS))
        inner = self.inherited(table, outer)
        line = table.document.line(table.path)
        command = self.command(table) if table.has("generate") else None
        files: dict[str, bytes | Path] = {}
        files.update(self.copied(table, name) if table.has("copy") else ())
        links = []
        for key in TEXTS:
            content = self.text(table, key, name)
            if isinstance(content, bytes):
                files[f".{key}"] = content
            elif content is not None:
                links.append((f".{key}", f".{content}"))
        if not self.sound(table, name):
            return None
        if table.has("generate") and command is None:
            return None
        return Recipe(
            command=command,
            files=tuple(sorted(files.items())),
            links=tuple(links),
            matches=self.matches(table),
            solution=inner.solution,
            salt=inner.salt,
            retries=inner.retries,
            file=table.document.file,
            line=line,
        )

    def sound(self, table: Table, name: str) -> bool:
        """False after a report: the entry makes no test, or holds what no such test has."""
        sample = name.startswith("sample/")
        if counts(table.values) is None:
            what = f"a number from 1 to {_MOST_COUNTED}, a list of numbers, or FIRST..=LAST"
            table.expected("count", f"{what}, for at most {_MOST_COUNTED} tests")
            return False
        for key in _SAMPLE_TEXTS if not sample else ():
            if table.has(key):
                table.error(key, "only a sample has files for the statement")
                return False
        shown_only = table.has("in.download") and (
            table.has("in.statement") or table.has("interaction")
        )
        if any(table.has(key) for key in _WAYS) or (sample and shown_only):
            return True
        message = "no input: expected generate, copy or in"
        self.report(table.document.error(message, table.path))
        return False

    def command(self, table: Table) -> str | None:
        """The generator command, its program known; None after a report."""
        # The seed is drawn from the command without the space around it.
        command = (table.text("generate") or "").strip()
        command = substitute(command, self.constants)
        try:
            words = shlex.split(command)
        except ValueError as fault:
            table.error("generate", f"cannot be split into words: {fault}")
            return None
        if not words:
            return None
        word = words[0]
        if word not in self.generators:
            source = programs.in_folder(word, self.paths, self.report)
            if source is None:
                hint = did_you_mean(word, programs.known(self.generators, self.paths))
                table.error("generate", f"no generator '{word}'{hint}")
                return None
            self.generators[word] = source
        if len(_SEED.findall(command)) > 1:
            table.error("generate", "{seed} may stand in a command once")
            return None
        if "{count}" in command and not table.has("count"):
            table.warning("generate", "{count} without the key count: given to the generator as is")
        return command

    def copied(self, table: Table, name: str) -> list[tuple[str, Path]]:
        """The files beside one another that `copy` names, by extension."""
        base = table.text("copy")
        if base is None:
            return []
        if base.endswith(".in"):
            table.warning("copy", f"expected a path without .in: {base.removesuffix('.in')}")
            base = base.removesuffix(".in")
        folder = self.paths.generators
        found = []
        for extension in EXTENSIONS if not base.startswith("/") else ():
            place = inside(self.paths.root, folder, f"{base}{extension}")
            if place is not None and place.is_file():
                found.append((extension, place))
                if extension == ".yaml":
                    self.read_settings(place, name)
        if not found:
            shown_folder = self.paths.relative_path(folder)
            message = f"no such file: {shown_folder}/{base}.in; expected a path without .in"
            table.error("copy", message)
        return found

    def read_settings(self, place: Path, name: str) -> None:
        document = documents.read(place, self.paths.relative_path(place), self.report)
        if document is not None:
            self.settings[name] = top(document, self.report)

    def text(self, table: Table, key: str, name: str) -> bytes | str | None:
        """The content of the file `key`; the name of another file that it equals; None: none."""
        value = table.values.get(key)
        if value is None:
            return None
        if key == "yaml" and isinstance(value, dict):
            self.settings[name] = Table(table.document, (*table.path, key), value, self.report)
            return writing.dump_lines(value)
        if isinstance(value, str):
            content = _content(value)
            if key == "yaml":
                document = documents.parse(content, table.document.file, self.report)
                if document is not None:
                    self.settings[name] = top(document, self.report)
            return content
        link = value.get("link") if isinstance(value, dict) and len(value) == 1 else None
        if key in _SAMPLE_TEXTS and isinstance(link, str):
            return self.link(table, key, link)
        also = " or {link: in}" if key in _SAMPLE_TEXTS else ""
        quote = "; write it in quotes" if isinstance(value, (int, float)) else ""
        table.expected(key, f"text{also}{quote}")
        return None

    def link(self, table: Table, key: str, target: str) -> str | None:
        kind = key.partition(".")[0]
        allowed = [kind, *(t for t in _SAMPLE_TEXTS if t.startswith(f"{kind}.") and t != key)]
        if target not in allowed:
            table.error(key, f"expected a link to one of {', '.join(allowed)}, found '{target}'")
            return None
        if isinstance(table.values.get(target), dict):
            table.error(key, f"a link to {target}, which is a link itself")
            return None
        return target

    def matches(self, table: Table) -> tuple[tuple[str, str], ...]:
        """Pairs of an extension and a regular expression."""
        value = table.values.get("match")
        inner = table.table("match") if isinstance(value, dict) else None
        if inner is not None:
            self.know(inner, ("in", "ans"))
        else:
            inner = Table(table.document, table.path, {"match": value}, self.report)
        found = []
        for key in inner.values:
            extension = ".ans" if key == "ans" else ".in"
            for pattern in inner.text_or_texts(key) or () if key in ("in", "ans", "match") else ():
                try:
                    re.compile(pattern, re.MULTILINE | re.DOTALL)
                except (re.error, OverflowError, RecursionError) as fault:
                    inner.error(key, f"not a regular expression: {describe(pattern)}: {fault}")
                else:
                    found.append((extension, pattern))
        return tuple(found)


def numbered(recipe: Recipe, number: int) -> Recipe:
    """The recipe of the test of this number among those of one entry."""
    command = recipe.command
    put_in = None if command is None else command.replace("{count}", str(number))
    return replace(recipe, command=put_in, count=number)


def sameness(recipe: Recipe) -> tuple[object, ...]:
    """Equal for two recipes that make equal files."""
    seeded = recipe.command is not None and _SEED.search(recipe.command) is not None
    drawn = (recipe.salt, recipe.count) if seeded else None
    return recipe.command, drawn, recipe.files, recipe.links


def _text(table: Table, key: str) -> str | None:
    """A string, which unlike that of `Table.text` may be empty."""
    value = table.values.get(key)
    return value if value == "" else table.text(key)


def _content(text: str) -> bytes:
    # As BAPCtools: text that does not end its last line gets the end.
    ended = text if not text or text.endswith("\n") else f"{text}\n"
    return ended.encode("utf-8", "surrogatepass")
