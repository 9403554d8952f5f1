"""The registry of languages, read from `languages.yaml`."""

import fnmatch
import functools
import importlib.resources
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

# The Python that runs the judge: the judge's dependencies are installed there.
_JUDGE = {"{judge}": sys.executable}
_BACKSTOPS = ("address_space", "data", "heap", "none")


@dataclass(frozen=True, slots=True)
class Precompile:
    """How to compile a header once for all programs that include it; see `languages.yaml`."""

    wanted: str
    source: str
    read: tuple[str, ...]
    make: tuple[str, ...]
    place: str
    use: tuple[str, ...]

    def is_wanted(self, content: bytes) -> bool:
        """True when a source with this content uses the header."""
        return re.match(self.wanted, content.decode("utf-8", "replace")) is not None


@dataclass(frozen=True, slots=True)
class Language:
    """One entry of `languages.yaml`, whose head comment explains every field. Sizes in bytes."""

    id: str
    name: str
    files: tuple[str, ...]
    run: tuple[str, ...]
    version: tuple[str, ...]
    install: str
    memory: str
    priority: int = 0
    compile: tuple[str, ...] = ()
    shebang: str = ""
    mainfile: tuple[str, ...] = ()
    main: str = ""
    main_needed: bool = False
    resolve: tuple[str, ...] = ()
    resolved: str = "{output}"
    read_only: tuple[str, ...] = ()
    overhead_bytes: int = 0
    out_of_memory: str = ""
    env: tuple[tuple[str, str], ...] = ()
    hello: tuple[tuple[str, str], ...] = ()
    system: bool = True
    grammar: str = ""
    comment: str = ""
    fingerprint: tuple[str, ...] = ()
    precompile: Precompile | None = None
    scripts: tuple[str, ...] = ()
    submissions: bool = True
    arguments: bool = True

    @property
    def tools(self) -> tuple[str, ...]:
        """The programs that must be installed: the first words of the commands."""
        words = [
            command[0] for command in (self.compile, self.run, self.version) if command
        ]
        return tuple(dict.fromkeys(word for word in words if not word.startswith("{")))

    def claims(self, filename: str) -> bool:
        """True when a file of this name is source code of this language."""
        return any(
            fnmatch.fnmatchcase(filename, p) for p in (*self.files, *self.scripts)
        )


# The keys whose text is split into words, and all keys.
_WORDS = {entry.name for entry in fields(Language) if entry.type == tuple[str, ...]}
_KEYS = {entry.name for entry in fields(Language)} - {"id"}


def _language(name: str, entry: Mapping[str, Any]) -> Language:
    unknown = set(entry) - _KEYS
    if unknown or entry.get("memory") not in _BACKSTOPS:
        raise ValueError(
            f"languages.yaml: {name}: bad keys: {sorted(unknown) or ['memory']}"
        )
    values = dict(entry)
    for key, value in values.items():
        if key in _WORDS:
            values[key] = tuple(_JUDGE.get(word, word) for word in shlex.split(value))
        elif key in ("hello", "env"):
            values[key] = tuple(value.items())
        elif key == "precompile":
            words = {
                name: tuple(shlex.split(value[name])) for name in ("read", "make", "use")
            }
            values[key] = Precompile(**{**value, **words})
    return Language(id=name, **values)


@functools.cache
def languages() -> Mapping[str, Language]:
    """Every language by its id, highest priority first."""
    entries = [_language(name, entry) for name, entry in _read("languages.yaml").items()]
    return {entry.id: entry for entry in sorted(entries, key=lambda e: -e.priority)}


@functools.cache
def _read(file: str) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = importlib.resources.files("judging.languages").joinpath(file).read_text()
    return yaml.load(text, loader)


def elsewhere(code: str | None, names: Sequence[str]) -> str | None:
    """The name of a language that only other judges support, found by the stated code, else by the
    names of a program's files; None when there is no such language."""
    known: Mapping[str, tuple[str, str]] = _read("elsewhere.yaml")
    if code is not None:
        return known[code][0] if code in known else None
    tails = [name.rpartition("/")[2] for name in names]
    for name, patterns in known.values():
        if any(
            fnmatch.fnmatchcase(t, pattern)
            for t in tails
            for pattern in patterns.split()
        ):
            return name
    return None


def detect(files: Sequence[tuple[str, bytes]]) -> Language | None:
    """The language of a program, by the names and contents of its files; None when no language
    claims any file. A language whose script is in the top folder wins, else the language that
    claims the most files, else the one with the highest priority."""
    best: tuple[int, Language] | None = None
    for language in languages().values():
        if any(name in language.scripts for name, _ in files):
            return language
        claimed = [
            content
            for name, content in files
            if language.claims(name.rpartition("/")[2])
        ]
        starts = (
            content.split(b"\n", 1)[0].decode("utf-8", "replace") for content in claimed
        )
        if language.shebang and not any(
            re.search(language.shebang, start) for start in starts
        ):
            continue
        if claimed and (best is None or len(claimed) > best[0]):
            best = (len(claimed), language)
    return best[1] if best else None


def is_source(path: Path) -> bool:
    """True when a submission may be a file of this name."""
    return any(
        entry.submissions and entry.claims(path.name) for entry in languages().values()
    )


def is_program(name: str) -> bool:
    """True when a file of this name is source code of some language."""
    return any(
        language.claims(name.rpartition("/")[2]) for language in languages().values()
    )


def is_script(name: str) -> bool:
    """True when a folder with a file of this name builds or runs itself by a script."""
    return any(name in language.scripts for language in languages().values())


def added_files(
    language: Language, include: Mapping[str, Sequence[tuple[str, bytes]]]
) -> dict[str, bytes]:
    """The files that `include` adds to a program, name -> content.

    `include` holds files by language, and those for every language as `default`. Languages with the
    same file names, such as two interpreters of one language, share their files.
    """
    twins = [other.id for other in languages().values() if other.files == language.files]
    order = ("default", *(twin for twin in twins if twin != language.id), language.id)
    return {name: content for key in order for name, content in include.get(key, ())}
