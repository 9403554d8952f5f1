"""The registry of languages, read from `languages.yaml`."""

import fnmatch
import functools
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from judging.values import Value, fields

# The Python that runs the judge: the judge's dependencies are installed there.
_JUDGE = {"{judge}": sys.executable}
# In commands, what is made of the name of the main file.
_NAMES_OF_MAIN = ("{mainfile}", "{mainclass}", "{Mainclass}")


class Precompile(Value):
    """How to compile a header once for all programs that include it, or the includes at
    the head of programs that start alike."""

    wanted: str
    source: str
    read: tuple[str, ...]
    make: tuple[str, ...]
    place: str
    forward: str
    forward_place: str
    use: tuple[str, ...]
    head: str
    head_place: str
    head_use: tuple[str, ...]

    def is_wanted(self, content: bytes) -> bool:
        """Return True for the content of a source that uses the header."""
        return re.match(self.wanted, content.decode("utf-8", "replace")) is not None

    def head_of(self, content: bytes) -> bytes:
        """Return the start of a source with its first includes; b"" if it has none, or
        something else stands before them."""
        found = re.match(self.head, content.decode("utf-8", "surrogateescape"))
        if found is None:
            return b""
        return found[0].encode("utf-8", "surrogateescape")


class BlockCounting(Value):
    """How to build a program that counts the basic blocks that it executes."""

    counter: tuple[str, ...]
    use: tuple[str, ...]


class SanitizedBuild(Value):
    """How to build a program that reports its faults, and how it runs.

    needs: options that make the compiler print the path of a library.
    halting: the variables of `env` that differ in a program that ends at its first fault.
    slowdown, memory_factor, overhead_bytes: how many times as long it may run, how many
        times as much memory it may use, and how many bytes more.
    """

    compile: tuple[str, ...]
    needs: tuple[str, ...]
    install: str
    env: tuple[tuple[str, str], ...]
    halting: tuple[tuple[str, str], ...]
    slowdown: float
    memory_factor: int
    overhead_bytes: int


class Language(Value):
    """One entry of `languages.yaml`, whose head explains every field. Sizes in bytes."""

    id: str
    name: str
    files: tuple[str, ...]
    run: tuple[str, ...]
    version: tuple[str, ...]
    install: str
    priority: int = 0
    compile: tuple[str, ...] = ()
    shebang: str = ""
    entry_point: str = ""
    mainfile: tuple[str, ...] = ()
    main: str = ""
    main_needed: bool = False
    names_file: str = ""
    plain_name: bool = False
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
    records: str = ""
    linked: tuple[str, ...] = ()
    precompile: Precompile | None = None
    blocks: BlockCounting | None = None
    sanitize: SanitizedBuild | None = None
    scripts: tuple[str, ...] = ()
    submissions: bool = True
    arguments: bool = True
    forks: bool = False

    @property
    def has_main_file(self) -> bool:
        """False if all files of a program are built together, and no command names one."""
        words = " ".join((*self.compile, *self.run))
        return any(name in words for name in _NAMES_OF_MAIN)

    @property
    def has_main_class(self) -> bool:
        """True if a command names the class of the main file in place of the file."""
        return "{mainclass}" in (*self.compile, *self.run)

    @property
    def tools(self) -> tuple[str, ...]:
        """The programs that must be installed: the first words of the commands."""
        tools: dict[str, None] = {}
        for command in (self.compile, self.run, self.version):
            # A word in braces stands for what is built, or for the judge's own Python.
            if command and not command[0].startswith("{"):
                tools[command[0]] = None
        return tuple(tools)

    def claims(self, filename: str) -> bool:
        """Return True for the name of a source file of this language."""
        patterns = (*self.files, *self.scripts)
        return any(fnmatch.fnmatchcase(filename, pattern) for pattern in patterns)


# The keys whose text is split into words, and all keys.
_WORDS = {entry.name for entry in fields(Language) if entry.type == tuple[str, ...]}
_KEYS = {entry.name for entry in fields(Language)} - {"id"}


def _language(name: str, entry: Mapping[str, Any]) -> Language:
    unknown = sorted(set(entry) - _KEYS)
    if unknown:
        raise ValueError(f"languages.yaml: {name}: bad keys: {unknown}")
    values = dict(entry)
    for key, value in entry.items():
        if key in _WORDS:
            words = shlex.split(value)
            values[key] = tuple(_JUDGE.get(word, word) for word in words)
        elif key in ("hello", "env"):
            values[key] = tuple(value.items())
        elif key == "precompile":
            values[key] = _precompile(value)
        elif key == "blocks":
            values[key] = _block_counting(value)
        elif key == "sanitize":
            values[key] = _sanitized_build(value)
    return Language(id=name, **values)


def _precompile(value: Mapping[str, str]) -> Precompile:
    return Precompile(
        wanted=value["wanted"],
        source=value["source"],
        read=tuple(shlex.split(value["read"])),
        make=tuple(shlex.split(value["make"])),
        place=value["place"],
        forward=value["forward"],
        forward_place=value["forward_place"],
        use=tuple(shlex.split(value["use"])),
        head=value["head"],
        head_place=value["head_place"],
        head_use=tuple(shlex.split(value["head_use"])),
    )


def _block_counting(value: Mapping[str, str]) -> BlockCounting:
    return BlockCounting(
        counter=tuple(shlex.split(value["counter"])),
        use=tuple(shlex.split(value["use"])),
    )


def _sanitized_build(value: Mapping[str, Any]) -> SanitizedBuild:
    return SanitizedBuild(
        compile=tuple(shlex.split(value["compile"])),
        needs=tuple(shlex.split(value["needs"])),
        install=value["install"],
        env=tuple(value["env"].items()),
        halting=tuple(value["halting"].items()),
        slowdown=float(value["slowdown"]),
        memory_factor=value["memory_factor"],
        overhead_bytes=value["overhead_bytes"],
    )


@functools.cache
def languages() -> Mapping[str, Language]:
    """Return every language by its id, highest priority first."""
    entries = [
        _language(name, entry) for name, entry in read_data("languages.yaml").items()
    ]
    entries.sort(key=lambda entry: -entry.priority)
    return {entry.id: entry for entry in entries}


@functools.cache
def read_data(file: str) -> Any:
    """Return the content of a YAML file beside this module."""
    # Heavy, and a command that needs no language does not need it either.
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = Path(__file__).with_name(file).read_text()
    return yaml.load(text, loader)


def elsewhere(code: str | None, names: Sequence[str]) -> str | None:
    """Return the name of a language that only other judges support, or None.

    It is found by the stated code, else by the names of a program's files.
    """
    known: Mapping[str, tuple[str, str]] = read_data("elsewhere.yaml")
    if code is not None:
        if code not in known:
            return None
        name, _ = known[code]
        return name
    for name, patterns in known.values():
        for pattern in patterns.split():
            if any(fnmatch.fnmatchcase(_last_part(file), pattern) for file in names):
                return name
    return None


def detect(files: Sequence[tuple[str, bytes]]) -> Language | None:
    """Return the language of a program, by the names and contents of its files.

    A language whose script is in the top folder wins, else the language that claims the
    most files, else the one with the highest priority. None if no language claims a
    file.
    """
    best: Language | None = None
    most = 0
    for language in languages().values():
        if any(name in language.scripts for name, _ in files):
            return language
        contents = [text for name, text in files if language.claims(_last_part(name))]
        if language.shebang and not _has_shebang(language.shebang, contents):
            continue
        if len(contents) > most:
            most = len(contents)
            best = language
    return best


def _has_shebang(pattern: str, contents: Sequence[bytes]) -> bool:
    """Return True if the first line of one of the files matches."""
    for content in contents:
        first_line = content.partition(b"\n")[0].decode("utf-8", "replace")
        if re.search(pattern, first_line):
            return True
    return False


def is_source(path: Path) -> bool:
    """Return True for a file name that a submission may have."""
    for language in languages().values():
        if language.submissions and language.claims(path.name):
            return True
    return False


def is_program(name: str) -> bool:
    """Return True for the name of a source file of some language."""
    last = _last_part(name)
    return any(language.claims(last) for language in languages().values())


def is_script(name: str) -> bool:
    """Return True for the name of a script that builds or runs the folder it is in."""
    return any(name in language.scripts for language in languages().values())


def source_name(language: Language, text: str) -> str:
    """Return a name for the only file of a program: what the program itself asks for,
    or the usual one."""
    extension = language.files[0].removeprefix("*")
    if language.names_file:
        match = re.search(language.names_file, text)
        if match is not None:
            return f"{match[1]}{extension}"
    for name in language.mainfile:
        if language.claims(name):
            return name
    return f"main{extension}"


def added_files(
    language: Language, include: Mapping[str, Sequence[tuple[str, bytes]]]
) -> dict[str, bytes]:
    """Return the files that `include` adds to a program, content by name.

    `include` holds files by language, and those for every language as `default`.
    Languages with the same file names, such as two interpreters of one language, share
    their files.
    """
    order = ["default"]
    for other in languages().values():
        if other.files == language.files and other.id != language.id:
            order.append(other.id)
    # The language's own files last: a later file replaces an earlier one of its name.
    order.append(language.id)
    added: dict[str, bytes] = {}
    for key in order:
        added.update(include.get(key, ()))
    return added


def _last_part(name: str) -> str:
    return name.rpartition("/")[2]
