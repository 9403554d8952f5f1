"""Read one entry of generators.yaml: the recipe of its tests, and the settings it inherits.

A recipe may combine a command, copied files and inline texts. Copied files replace the command's,
and inline texts replace both. Source: BAPCtools' documentation of generators.yaml and its code.
"""

import re
import shlex
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from judging.core.diagnostics import Diagnostic, did_you_mean
from judging.core.problem import Recipe, Source
from judging.core.templates import substitute
from judging.package.files.layout import EXTENSIONS, PICTURES, STATEMENT_TEXTS
from judging.package.files.sources import PackageFiles, inside
from judging.package.generators import generator_programs
from judging.package.yaml import documents, dumping
from judging.package.yaml.documents import describe
from judging.package.yaml.tables import Table, top

TEXTS = tuple(e[1:] for e in EXTENSIONS if e not in (*PICTURES, ".files"))
# A mapping with one of these keys is a test; without any it is a folder.
_TEST_KEYS = ("copy", "generate", "count", "match", *TEXTS)
_SAMPLE_TEXTS = tuple(extension[1:] for extension in STATEMENT_TEXTS)
_INPUT_KEYS = ("generate", "copy", "in")
# Of folders and tests. Pictures, and notes for tools, do not affect judging.
SETTINGS = ("random_salt", "retries", "solution", "visualizer", "type")
_MOST_COUNTED = 100
_MOST_RETRIES = 1000
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.=(-?[0-9]{1,9})")
_SEED = re.compile(r"\{seed(?::[0-9]+)?\}")


def is_folder(entry: object) -> bool:
    """Return True for the mapping of a folder, False for the entry of a test."""
    return isinstance(entry, dict) and not any(key in entry for key in _TEST_KEYS)


def counted(entry: object) -> dict[str, int] | None:
    """Return the numbers that `count` asks for, by the end of the name of their test; None if it is
    unreadable, {"": 1} without it. Consecutive numbers get leading zeros in names."""
    value = entry.get("count") if isinstance(entry, dict) else None
    if value is None:
        return {"": 1}
    found: list[int] | None = None
    if isinstance(value, list):
        found = [item for item in value if type(item) is int]
        found = found if len(found) == len(set(found)) == len(value) else None
    elif isinstance(value, str) and (match := _RANGE.fullmatch(value)):
        found = list(
            range(int(match[1]), min(int(match[2]), int(match[1]) + _MOST_COUNTED) + 1)
        )
    elif type(value) is int:
        found = list(range(1, min(value, _MOST_COUNTED + 1) + 1))
    if not found or len(found) > _MOST_COUNTED:
        return None
    follow = max(found) - min(found) == len(found) - 1
    width = max(len(str(number)) for number in found) if follow else 0
    return {f"-{number:0{width}}": number for number in found}


@dataclass(slots=True)
class Entries:
    """Reads entries; adds the programs they name to `generators`, tests' settings to `settings`."""

    files: PackageFiles
    generators: dict[str, Source]
    settings: dict[str, Table] = field(default_factory=dict)

    def check_keys(self, table: Table, keys: Iterable[str]) -> None:
        (table.as_warnings() if self.files.paths.foreign else table).check_keys(keys)

    def inherited(self, table: Table, outer: Recipe) -> Recipe:
        """Return the recipe `outer` of the folder around it with the settings that `table` states;
        such a recipe makes nothing, and all recipes in the folder start from it."""
        # Unlike other texts, the salt may be empty.
        salt = table.text("random_salt") if table.values.get("random_salt") != "" else ""
        retries = table.integer("retries", 1, _MOST_RETRIES)
        solution = outer.solution
        if "solution" in table.values:
            solution = generator_programs.solution(table, self.files, self.generators)
        salt = outer.salt if salt is None else salt
        return replace(
            outer, salt=salt, solution=solution, retries=retries or outer.retries
        )

    def test(self, table: Table, name: str, outer: Recipe) -> Recipe | None:
        """Return the recipe of the test `name`, `{count}` as written; None after some reports."""
        self.check_keys(table, (*_INPUT_KEYS, "count", "match", *SETTINGS, *TEXTS))
        inner = self.inherited(table, outer)
        command = self.command(table) if table.has("generate") else None
        files: dict[str, bytes | Path] = {**self.copied(table, name)}
        links = []
        for key in TEXTS:
            content = self.text(table, key, name)
            if isinstance(content, bytes):
                files[f".{key}"] = content
            elif content is not None:
                links.append((f".{key}", f".{content}"))
        if not self.is_valid(table, name) or (command is None and table.has("generate")):
            return None
        return replace(
            inner,
            command=command,
            files=tuple(sorted(files.items())),
            links=tuple(links),
            matches=self.matches(table),
            file=table.document.file,
            line=table.document.line(table.path),
        )

    def is_valid(self, table: Table, name: str) -> bool:
        """Return False, and report it, if the entry makes no test or has keys that it must not."""
        sample = name.startswith("sample/")
        if counted(table.values) is None:
            forms = (
                f"a number from 1 to {_MOST_COUNTED}, a list of numbers, or FIRST..=LAST"
            )
            table.expected("count", f"{forms}, for at most {_MOST_COUNTED} tests")
            return False
        for key in _SAMPLE_TEXTS if not sample else ():
            if table.has(key):
                table.warning(key, "not used: only a sample has files for the statement")
        statement_only = table.has("in.download") and (
            table.has("in.statement") or table.has("interaction")
        )
        if any(table.has(key) for key in _INPUT_KEYS) or (sample and statement_only):
            return True
        table.error((), "no input: expected generate, copy or in")
        return False

    def command(self, table: Table) -> str | None:
        """Return the generator command, and record its program; None after a report."""
        # The seed depends on the command without surrounding space.
        command = substitute(
            (table.text("generate") or "").strip(), self.files.constants
        )
        try:
            words = shlex.split(command)
        except ValueError as fault:
            table.error("generate", f"cannot be split into words: {fault}")
            return None
        if not words:
            return None
        word = words[0]
        if word not in self.generators:
            source = generator_programs.in_folder(word, self.files)
            if source is None:
                known = [
                    *self.generators,
                    *generator_programs.candidates(self.files.paths.generators),
                ]
                hint = did_you_mean(word, known)
                table.error("generate", f"no generator '{word}'{hint}")
                return None
            self.generators[word] = source
        if len(_SEED.findall(command)) > 1:
            table.error("generate", "expected {seed} at most once in a command")
            return None
        if "{count}" in command and not table.has("count"):
            table.warning(
                "generate", "{count} stays as written, because there is no key count"
            )
        return command

    def copied(self, table: Table, name: str) -> dict[str, Path]:
        base = table.text("copy")
        if base is None:
            return {}
        if base.endswith(".in"):
            table.warning(
                "copy", f"expected a path without .in: {base.removesuffix('.in')}"
            )
            base = base.removesuffix(".in")
        folder = self.files.paths.generators
        found = {}
        for extension in EXTENSIONS if not base.startswith("/") else ():
            place = inside(self.files.paths.root, folder, f"{base}{extension}")
            if place is not None and place.is_file():
                found[extension] = place
                if extension == ".yaml" and (document := self.files.document(place)):
                    self.settings[name] = top(document, self.files.report)
        if not found:
            file = f"{self.files.paths.relative_path(folder)}/{base}.in"
            table.error("copy", f"no such file: {file}; expected a path without .in")
        return found

    def inline_settings(self, table: Table, content: bytes, name: str) -> None:
        """Read the settings of a test in the text `yaml`; all have the line of that key."""
        line = table.line("yaml") or 1
        found: list[Diagnostic] = []
        document = documents.parse(content, table.document.file, found.append)
        for finding in found:
            table.report(replace(finding, line=line))
        if document is not None:
            document = replace(document, lines=dict.fromkeys(document.lines, line))
            self.settings[name] = top(document, table.report)

    def text(self, table: Table, key: str, name: str) -> bytes | str | None:
        """Return the file's content or the key that it links to; None if missing or reported."""
        value = table.values.get(key)
        if value is None:
            return None
        if key == "yaml" and isinstance(value, dict):
            self.settings[name] = table.inner(key, value)
            return dumping.dump_lines(value)
        if isinstance(value, str):
            # Like BAPCtools, end the last line.
            ended = value if not value or value.endswith("\n") else f"{value}\n"
            content = ended.encode("utf-8", "surrogatepass")
            if key == "yaml":
                self.inline_settings(table, content, name)
            return content
        link = value.get("link") if isinstance(value, dict) and len(value) == 1 else None
        if key in _SAMPLE_TEXTS and isinstance(link, str):
            return self.link(table, key, link)
        also = " or {link: in}" if key in _SAMPLE_TEXTS else ""
        table.expected(key, f"text{also}")
        return None

    def link(self, table: Table, key: str, target: str) -> str | None:
        kind = key.partition(".")[0]
        allowed = [
            kind,
            *(t for t in _SAMPLE_TEXTS if t.startswith(f"{kind}.") and t != key),
        ]
        if target not in allowed:
            table.warning(
                key, f"expected a link to one of {', '.join(allowed)}, found '{target}'"
            )
            return None
        if isinstance(table.values.get(target), dict):
            table.warning(
                key, f"expected a link to a text, but {target} is a link itself"
            )
            return None
        return target

    def matches(self, table: Table) -> tuple[tuple[str, str], ...]:
        value = table.values.get("match")
        inner = table.table("match") if isinstance(value, dict) else None
        if inner is not None:
            self.check_keys(inner, ("in", "ans"))
        else:
            inner = table.inner((), {"match": value})
        found = []
        for key in inner.values:
            extension = ".ans" if key == "ans" else ".in"
            for pattern in (
                inner.text_or_texts(key) or () if key in ("in", "ans", "match") else ()
            ):
                try:
                    with warnings.catch_warnings(
                        action="ignore"
                    ):  # about future versions
                        re.compile(pattern, re.MULTILINE | re.DOTALL)
                except (re.error, ValueError, OverflowError, RecursionError) as fault:
                    inner.error(
                        key, f"not a regular expression: {describe(pattern)}: {fault}"
                    )
                else:
                    found.append((extension, pattern))
        return tuple(found)


def identity(recipe: Recipe) -> tuple[object, ...]:
    """Return a key that is equal for recipes that make equal files."""
    seeded = recipe.command is not None and _SEED.search(recipe.command) is not None
    drawn = (recipe.salt, recipe.count) if seeded else None
    return recipe.command, drawn, recipe.files, recipe.links
