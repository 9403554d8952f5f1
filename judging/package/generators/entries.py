"""Read an entry of generators.yaml: the recipe of its tests, with inherited settings.

A recipe may combine a command, copied files and inline texts. Copied files replace the
command's, and inline texts replace both. Source: BAPCtools' documentation of
generators.yaml and its code.
"""

import re
import shlex
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from judging.core.diagnostics import Diagnostic, Severity, did_you_mean
from judging.core.problem import Recipe, Source
from judging.core.templates import (
    first_constant,
    substitute,
    substitute_values,
    unknown_constants,
)
from judging.package.files.layout import EXTENSIONS, PICTURES, STATEMENT_TEXTS
from judging.package.files.sources import PackageFiles, inside
from judging.package.generators import generator_programs
from judging.package.yaml import documents, kinds, writing
from judging.package.yaml.documents import describe
from judging.package.yaml.tables import Table, top
from judging.values import replace

# The keys of inline texts are the extensions of test files without the dot; pictures and
# folders cannot be written as text.
TEXTS = tuple(
    extension.removeprefix(".")
    for extension in EXTENSIONS
    if extension not in (*PICTURES, ".files")
)
_SAMPLE_TEXTS = tuple(extension.removeprefix(".") for extension in STATEMENT_TEXTS)
# A slip in `count` must not fill the data folder.
_MOST_COUNTED = 100
# A generator that fails this often has a fault.
_MOST_RETRIES = 1000
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.=(-?[0-9]{1,9})")
_UNUSED = kinds.key(kinds.ANYTHING, "Not read.")
# Of folders and tests. Pictures, and notes for tools, do not affect judging.
SETTINGS: kinds.Keys = {
    "random_salt": kinds.key(
        kinds.either(kinds.TEXT, kinds.one_of([""])), "A text that changes every {seed}."
    ),
    "retries": kinds.key(
        kinds.integer(1, _MOST_RETRIES), "How many seeds to try if a generator fails."
    ),
    "solution": kinds.key(
        kinds.text_like(r"/[\s\S]+"),
        "The solution that makes the answers, such as /submissions/accepted/model.py. "
        "Without a value, nothing does.",
    ),
    "visualizer": _UNUSED,
    "type": _UNUSED,
}
_NUMBERS = {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}
_PATTERNS = {
    "in": kinds.key(kinds.TEXT_OR_TEXTS, "Patterns that the input must contain."),
    "ans": kinds.key(kinds.TEXT_OR_TEXTS, "Patterns that the answer must contain."),
}
_ABOUT_TEXTS = {
    "in": "The input.",
    "ans": "The answer.",
    "out": "An output, for valid_output and invalid_output.",
    "interaction": "A dialogue: lines that begin with > from the submission, < from the judge.",
    "hint": "What contestants may be told when they fail the test.",
    "desc": "What the test is about.",
    "in.statement": "The input as the statement shows it.",
    "ans.statement": "The answer as the statement shows it.",
    "in.download": "The input that contestants may download.",
    "ans.download": "The answer that contestants may download.",
    "yaml": "The settings of the test.",
}


def _link_targets(key: str) -> list[str]:
    """Return the keys that `key` may link to: `in.download: {link: in}`."""
    # An input links to inputs, an answer to answers.
    kind = key.partition(".")[0]
    targets = [kind]
    for other in _SAMPLE_TEXTS:
        if other.startswith(f"{kind}.") and other != key:
            targets.append(other)
    return targets


def _text_kind(key: str) -> kinds.Schema:
    """Return the values of a key of an inline text."""
    if key == "yaml":
        return kinds.either(kinds.ANY_TEXT, kinds.reference("test_settings"))
    if key in _SAMPLE_TEXTS:
        targets = kinds.one_of(_link_targets(key))
        link = {"link": kinds.filled_key(targets, "The key with the text.")}
        return kinds.either(kinds.ANY_TEXT, kinds.table(link, required=["link"]))
    return kinds.ANY_TEXT


_INPUT_KEYS = {
    "generate": kinds.key(
        kinds.TEXT,
        "A generator and its arguments. {seed} is a number made from the command, "
        "{count} the number of the test, {{name}} a constant of problem.yaml.",
    ),
    "copy": kinds.key(
        kinds.TEXT, "Copy all files with this name in generators/ and any extension."
    ),
    "in": kinds.key(kinds.ANY_TEXT, _ABOUT_TEXTS["in"]),
}
# A mapping with one of these keys is a test; without any it is a folder.
TEST_KEYS: kinds.Keys = {
    **_INPUT_KEYS,
    "count": kinds.key(
        kinds.either(
            kinds.integer(1, _MOST_COUNTED),
            {**_NUMBERS, "minItems": 1, "maxItems": _MOST_COUNTED},
            kinds.text_like(_RANGE.pattern),
        ),
        f"Several tests: a number, a list, or FIRST..=LAST; at most {_MOST_COUNTED}.",
    ),
    "match": kinds.key(
        kinds.either(kinds.TEXT_OR_TEXTS, kinds.table(_PATTERNS)),
        "Regular expressions that the input, or the answer, must contain.",
    ),
    **{name: kinds.key(_text_kind(name), _ABOUT_TEXTS[name]) for name in TEXTS},
}
_ALL_TEST_KEYS: kinds.Keys = {**TEST_KEYS, **SETTINGS}
TEST = {
    **kinds.table(_ALL_TEST_KEYS),
    # A sample that only the statement shows may have `in.download` alone.
    "anyOf": [{"required": [name]} for name in (*_INPUT_KEYS, "in.download")],
}
_SEED = re.compile(r"\{seed(?::[0-9]+)?\}")
_PLACEHOLDERS = ("name", "seed", "count")
# One word in single braces. Two are a constant, and more than a word may be JSON.
_IN_BRACES = re.compile(r"(?<!\{)\{([A-Za-z_]\w*(?::\w*)?)\}(?!\})")


def is_folder(entry: object) -> bool:
    """Return True for the mapping of a folder, False for the entry of a test."""
    return isinstance(entry, dict) and not any(key in entry for key in TEST_KEYS)


def counted(entry: object) -> dict[str, int] | None:
    """Return the numbers that `count` asks for, by the end of the name of their test.

    Return {"": 1} without `count`, and None if it is unreadable. Consecutive numbers get
    leading zeros in names.
    """
    value = entry.get("count") if isinstance(entry, dict) else None
    if value is None:
        return {"": 1}
    numbers = _numbers(value)
    if not numbers or len(numbers) > _MOST_COUNTED:
        return None
    width = 0
    consecutive = max(numbers) - min(numbers) == len(numbers) - 1
    if consecutive:
        width = max(len(str(number)) for number in numbers)
    return {f"-{number:0{width}}": number for number in numbers}


def _numbers(count: object) -> list[int]:
    """Return the numbers that a value of `count` stands for; [] if it is unreadable.

    At most one more than is allowed: a range may state a billion.
    """
    if isinstance(count, list):
        whole = [item for item in count if type(item) is int]
        all_different = len(set(whole)) == len(count)
        return whole if all_different else []
    if isinstance(count, str):
        match = _RANGE.fullmatch(count)
        if match is None:
            return []
        first = int(match[1])
        last = min(int(match[2]), first + _MOST_COUNTED)
        return list(range(first, last + 1))
    if type(count) is int:
        last = min(count, _MOST_COUNTED + 1)
        return list(range(1, last + 1))
    return []


@dataclass(slots=True)
class Entries:
    """Reads entries; collects the programs that they name and the settings of tests.

    Programs are added to `generators` by the name that commands use, settings to
    `settings` by the name of their test. `declared` are the names that the file states
    itself, also if their files are missing, which was reported.
    """

    files: PackageFiles
    generators: dict[str, Source]
    declared: frozenset[str]
    settings: dict[str, Table] = field(default_factory=dict)

    def check_keys(self, table: Table, keys: Iterable[str]) -> None:
        if self.files.paths.foreign:
            table = table.as_warnings()
        table.check_keys(keys)

    def inherited(self, table: Table, outer: Recipe) -> Recipe:
        """Return `outer`, of the folder around, with the settings that `table` states.

        Such a recipe makes nothing: all recipes in the folder start from it.
        """
        salt = outer.salt
        if table.values.get("random_salt") == "":
            # Unlike other texts, the salt may be empty.
            salt = ""
        elif table.has("random_salt"):
            salt = table.text("random_salt") or outer.salt
        retries = table.integer("retries", 1, _MOST_RETRIES)
        solution = outer.solution
        # Without a value, the key says that nothing makes the answers.
        if "solution" in table.values:
            solution = generator_programs.solution(table, self.files, self.generators)
        return replace(
            outer, salt=salt, solution=solution, retries=retries or outer.retries
        )

    def test(self, table: Table, name: str, outer: Recipe) -> Recipe | None:
        """Return the recipe of the test `name`, `{count}` as written.

        Return None after a report of a file that cannot be made: part of a test is none.
        """
        self.check_keys(table, _ALL_TEST_KEYS)
        inner = self.inherited(table, outer)
        command = self.command(table) if table.has("generate") else None
        files: dict[str, bytes | Path] = {**self.copied(table, name)}
        links = []
        lacks_text = False
        for key in TEXTS:
            content = self.text(table, key, name)
            if isinstance(content, bytes):
                files[f".{key}"] = content
            elif content is not None:
                links.append((f".{key}", f".{content}"))
            elif table.has(key):
                lacks_text = True
        lacks_command = command is None and table.has("generate")
        if not self.is_valid(table, name) or lacks_command or lacks_text:
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
        """Return False, after a report, if the entry makes no test."""
        sample = name.startswith("sample/")
        if counted(table.values) is None:
            forms = (
                f"a number from 1 to {_MOST_COUNTED}, a list of numbers, or FIRST..=LAST"
            )
            if not _reports_element(table):
                table.expected("count", f"{forms}, for at most {_MOST_COUNTED} tests")
            return False
        if not sample:
            for key in _SAMPLE_TEXTS:
                if table.has(key):
                    message = "not used: only a sample has files for the statement"
                    table.warning(key, message)
        if any(table.has(key) for key in _INPUT_KEYS):
            return True
        # A sample that only the statement shows needs no input that is judged.
        shown = table.has("in.statement") or table.has("interaction")
        if sample and shown and table.has("in.download"):
            return True
        table.error((), "no input: expected generate, copy or in")
        return False

    def command(self, table: Table) -> str | None:
        """Return the generator command, and record its program; None after a report."""
        # The seed depends on the command without surrounding space.
        written = (table.text("generate") or "").strip()
        command = self.with_constants(table, "generate", written)
        try:
            words = shlex.split(command)
        except ValueError as fault:
            table.error("generate", f"cannot be split into words: {fault}")
            return None
        if not words or not self.find_generator(table, words[0]):
            return None
        if len(_SEED.findall(command)) > 1:
            table.error("generate", "expected {seed} at most once in a command")
            return None
        if self.reports_placeholders(table, command):
            return None
        if "{count}" in command and not table.has("count"):
            message = "{count} stays as written, because there is no key count"
            table.warning("generate", message)
        return command

    def reports_placeholders(self, table: Table, command: str) -> bool:
        """Report each `{word}` that is no placeholder: generators get it as it is written.
        Return whether one is an error, because it resembles a placeholder."""
        is_error = False
        for written in dict.fromkeys(_IN_BRACES.findall(command)):
            word = written.partition(":")[0]
            if written in _PLACEHOLDERS or _SEED.fullmatch(f"{{{written}}}"):
                continue
            close = did_you_mean(word.lower(), _PLACEHOLDERS)
            message = f"unknown placeholder {{{written}}}"
            if word == "seed":
                table.error(
                    "generate", f"{message}; expected {{seed}} or {{seed:NUMBER}}"
                )
            elif close:
                # The quotes around the name become the braces of a placeholder.
                hint = close.replace("'", "{", 1).replace("'", "}", 1)
                table.error("generate", f"{message}{hint}")
            else:
                known = ", ".join(f"{{{name}}}" for name in _PLACEHOLDERS)
                message += f": it stays as written; the known ones are {known}"
                table.warning("generate", message)
                continue
            is_error = True
        return is_error

    def with_constants(self, table: Table, key: str, text: str) -> str:
        """Return a text with the values of constants; report names that look like one."""
        constants = self.files.constants
        # A package without constants may write {{x}} for anything.
        if constants:
            for unknown in unknown_constants(text, constants):
                if unknown.severity is Severity.ERROR:
                    table.error(key, unknown.message)
                else:
                    table.warning(key, unknown.message)
        return substitute(text, constants)

    def warn_of_constant(self, table: Table, key: str, text: str) -> None:
        """Warn of the first constant in a literal text, where BAPCtools uses the package too.

        BAPCtools 2026.10 replaces those in commands, and those in `yaml` when it reads the
        file that it wrote; it does not read `hint` and `desc` here.
        """
        if not self.files.paths.foreign or key in ("yaml", "hint", "desc"):
            return
        constants = self.files.constants
        written = first_constant(text, constants)
        if written is None:
            return
        kept = f"BAPCtools keeps {{{{{written}}}}} as it is here"
        remedy = f"write {constants[written]}, or let a generator print it"
        table.warning(key, f"{kept}: {remedy}")

    def find_generator(self, table: Table, name: str) -> bool:
        """Record the program `name`; return False, and report it, if there is none."""
        if name in self.generators:
            return True
        source = generator_programs.in_folder(name, self.files)
        if source is None and name not in self.declared:
            in_folder = generator_programs.candidates(self.files.paths.generators)
            hint = generator_programs.why_missing(
                name, [*self.generators, *in_folder], self.files
            )
            table.error("generate", f"no generator '{name}'{hint}")
        if source is None:
            return False
        self.generators[name] = source
        return True

    def copied(self, table: Table, name: str) -> dict[str, Path]:
        """Return the files that `copy` names, by extension."""
        base = table.text("copy")
        if base is None:
            return {}
        if base.endswith(".in"):
            base = base.removesuffix(".in")
            table.warning("copy", "expected a path without .in, which is left out")
        folder = self.files.paths.generators
        # As in BAPCtools, the path starts in the generators folder.
        extensions = () if base.startswith("/") else EXTENSIONS
        found = {}
        for extension in extensions:
            place = inside(self.files.paths.root, folder, f"{base}{extension}")
            if place is None or not place.is_file():
                continue
            found[extension] = place
            if extension == ".yaml":
                document = self.files.document(place)
                if document is not None:
                    self.settings[name] = top(document, self.files.report)
        if not found:
            file = f"{self.files.paths.relative_path(folder)}/{base}.in"
            table.error("copy", f"no such file: {file}; expected a path without .in")
        return found

    def inline_settings(self, table: Table, content: bytes, name: str) -> None:
        """Read a test's settings in the text `yaml`; all have the line of that key."""
        line = table.line("yaml") or 1
        found: list[Diagnostic] = []
        document = documents.parse(content, table.document.file, found.append)
        for finding in found:
            table.report(replace(finding, line=line))
        if document is not None:
            document = replace(document, lines=dict.fromkeys(document.lines, line))
            self.settings[name] = top(document, table.report)

    def text(self, table: Table, key: str, name: str) -> bytes | str | None:
        """Return a file's content or the key that it links to; None after a report."""
        value = table.values.get(key)
        if value is None:
            return None
        if key == "yaml" and isinstance(value, dict):
            self.with_constants(table, key, writing.dump_lines(value).decode())
            # Unlike those of groups, files beside tests are read as they are: the file
            # gets the values.
            filled = substitute_values(value, self.files.constants)
            self.settings[name] = table.inner(key, filled)
            return writing.dump_lines(filled)
        if isinstance(value, str):
            if value and not value.endswith("\n"):
                # Like BAPCtools, end the last line.
                value += "\n"
            self.warn_of_constant(table, key, value)
            value = self.with_constants(table, key, value)
            content = value.encode("utf-8", "surrogatepass")
            if key == "yaml":
                self.inline_settings(table, content, name)
            return content
        may_link = key in _SAMPLE_TEXTS
        if may_link and isinstance(value, dict) and list(value) == ["link"]:
            target = value["link"]
            if isinstance(target, str):
                return self.link(table, key, target)
        table.expected(key, "text or {link: in}" if may_link else "text")
        return None

    def link(self, table: Table, key: str, target: str) -> str | None:
        """Return `target`, the key that `key` links to; None after a report."""
        allowed = _link_targets(key)
        if target not in allowed:
            expected = f"expected a link to one of {', '.join(allowed)}"
            table.warning(key, f"{expected}, found '{target}'")
            return None
        if isinstance(table.values.get(target), dict):
            message = f"expected a link to a text, but {target} is a link itself"
            table.warning(key, message)
            return None
        return target

    def matches(self, table: Table) -> tuple[tuple[str, str], ...]:
        """Return the patterns under `match`, each with the extension of its file."""
        value = table.values.get("match")
        if isinstance(value, dict):
            inner = table.inner("match", value)
            self.check_keys(inner, _PATTERNS)
        else:
            # Patterns without a key are for the input.
            inner = table.inner((), {"match": value})
        found = []
        for key in inner.values:
            if key not in ("in", "ans", "match"):
                continue
            extension = ".ans" if key == "ans" else ".in"
            for pattern in inner.text_or_texts(key) or ():
                fault = _pattern_fault(pattern)
                if fault is None:
                    found.append((extension, pattern))
                else:
                    what = f"not a regular expression: {describe(pattern)}"
                    inner.error(key, f"{what}: {fault}")
        return tuple(found)


def _reports_element(table: Table) -> bool:
    """Report the first element of `count` that is no whole number; return whether there
    is one. A text alone may be a range, unless a constant stands in it."""
    for path, item in table.items("count"):
        has_constant = isinstance(item, str) and "{{" in item
        if type(item) is int or (len(path) == 1 and not has_constant):
            continue
        message = f"expected a whole number, found {describe(item)}"
        if has_constant:
            message += "; constants are not replaced here"
        table.error(path, message)
        return True
    return False


def _pattern_fault(pattern: str) -> str | None:
    """Return why Python cannot compile the pattern; None if it can."""
    try:
        # Warnings are about future versions of Python.
        with warnings.catch_warnings(action="ignore"):
            re.compile(pattern, re.MULTILINE | re.DOTALL)
    except (re.error, ValueError, OverflowError, RecursionError) as fault:
        return str(fault)
    return None


def identity(recipe: Recipe) -> tuple[object, ...]:
    """Return a key that is equal for recipes that make equal files."""
    # The salt and the count change the seed, and nothing else.
    seed = None
    if recipe.command is not None and _SEED.search(recipe.command):
        seed = (recipe.salt, recipe.count)
    return recipe.command, seed, recipe.files, recipe.links
