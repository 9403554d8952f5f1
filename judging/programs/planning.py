"""How to build a source: its language, toolchain, files and command lines. Nothing is compiled."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from judging.core.problem import Source
from judging.core.templates import substitute_bytes
from judging.languages import (
    Language,
    Precompile,
    Toolchain,
    UnclearSource,
    UnknownLanguage,
    added_files,
    contents_of,
    find,
    is_program,
    language_of,
    languages,
    libraries_of,
    mainfile_of,
    source_name,
)
from judging.programs.dependencies import contents
from judging.programs.executable import Executable, Sanitizers, fill, literal
from judging.programs.surroundings import machine
from judging.sandbox import LOCALE, SYSTEM
from judging.store import Store, key_of
from judging.values import Value, replace


class Header(Value):
    """A header that is compiled once for all programs with the same compiler and command
    line, or the includes with which many programs start.

    read: prints everything that the compiler reads of the header.
    make: compiles the header, which is then kept in a folder under the name `place`.
    beside: more files of that folder: pairs of a name and the digest of its content.
    key: covers all of this, and the compiler's path and version, but not what the header contains.
    """

    key: str
    read: Plan
    make: Plan
    place: str
    beside: tuple[tuple[str, str], ...] = ()


class Plan(Value):
    """How to build a program.

    program: what runs, once the store has it.
    files: pairs of a name inside the program and its content's digest.
    compile: a command line with placeholders such as {path}; may be empty.
    compile_paths: what it may read besides the program's folder.
    fingerprint: a command whose output is equal for equivalent programs; may be empty.
    header: a header that the program includes, and that can be compiled before.
    compile_with: the command line for a compiled header in the folder {headers}.
    compiled_header: the key of the compiled header to use if the store has it.
    compile_counting: the command line for a program that counts its basic blocks; empty
        if the language cannot.
    compile_sanitized: the command line for a program that reports its faults; empty if
        the language cannot.
    """

    program: Executable
    files: tuple[tuple[str, str], ...]
    compile: tuple[str, ...]
    compile_paths: tuple[str, ...]
    fingerprint: tuple[str, ...] = ()
    header: Header | None = None
    compile_with: tuple[str, ...] = ()
    compiled_header: str | None = None
    compile_counting: tuple[str, ...] = ()
    compile_sanitized: tuple[str, ...] = ()


class Rejected(Value):
    """A source that does not compile, or that is not source code. `message` is for its
    author. It is not `lasting` if a limit stopped the compiler: a busy machine may have
    been the reason."""

    name: str
    language: str | None
    message: str
    lasting: bool = True


class Unavailable(Value):
    """A program that this machine or this version of the judge cannot build. `reason` says why."""

    name: str
    language: str | None
    reason: str


# The names of the counter of basic blocks: its source, and what it is compiled to. The
# second one must not look like a source of any language.
_COUNTER_SOURCE = "judge-blocks.c"
_COUNTER_OBJECT = "judge-blocks.o"
# The characters of the names that packages allow.
_PLAIN_NAME = re.compile(r"[a-zA-Z0-9_.+-]+")

Planned = Plan | Rejected | Unavailable
Built = Executable | Rejected | Unavailable


def plan(
    source: Source,
    store: Store,
    code_bytes: int | None = None,
    *,
    starts_alike: bool = False,
) -> Planned:
    """Read a source and decide how to build it.

    code_bytes: the largest total size of its files; None means no limit.
    starts_alike: many programs with the same first includes will be built, so that these
        may be compiled once for all of them.
    """
    try:
        files = contents_of(source)
    except OSError as problem:
        return Rejected(source.name, None, f"cannot be read: {problem.strerror}")
    fault = _source_fault(files, code_bytes)
    if fault:
        return Rejected(source.name, None, fault)
    try:
        language = language_of(source, files)
    except UnknownLanguage as unknown:
        return Unavailable(source.name, None, str(unknown))
    except UnclearSource as unclear:
        return Rejected(source.name, None, str(unclear))
    toolchain = find(language, store)
    if toolchain.problem is not None:
        return Unavailable(source.name, language.id, toolchain.problem)
    added = added_files(language, source.include)
    files = _under_plain_name(language, files)
    own = {name: substitute_bytes(content, source.constants) for name, content in files}
    files = tuple({**own, **added}.items())
    try:
        mainfile = mainfile_of(source, language, files)
    except UnclearSource as unclear:
        return Rejected(source.name, language.id, str(unclear))
    planned = _plan_build(
        source.name, language, toolchain, files, mainfile, store, starts_alike
    )
    data = [item for item in added.items() if not language.claims(item[0])]
    if not data:
        return planned
    program = replace(planned.program, working_files=(store.add_tree(data),))
    return replace(planned, program=program)


def plan_counter(language_id: str, content: bytes, store: Store) -> Plan | Unavailable:
    """Plan the object that programs of a language call at each basic block.

    content: the counter's source. It is compiled without the calls, because a counter
        that is counted would call itself without end.
    """
    language = languages()[language_id]
    if language.blocks is None:
        reason = f"basic blocks of {language.name} cannot be counted"
        return Unavailable(_COUNTER_SOURCE, language_id, reason)
    toolchain = find(language, store)
    if toolchain.problem is not None:
        return Unavailable(_COUNTER_SOURCE, language_id, toolchain.problem)
    template = _with_files(language.compile, language.blocks.counter)
    command = _command(template, {"counter": _COUNTER_SOURCE}, (), toolchain)
    source = (_COUNTER_SOURCE, store.add_bytes(content))
    needed = (*map(str, SYSTEM), *toolchain.read_only)
    key = key_of(
        language.id,
        toolchain.version,
        *needed,
        repr(language.env),
        *command,
        source[1],
    )
    program = Executable(_COUNTER_SOURCE, language.id, key, ())
    return Plan(program, (source,), command, needed)


def plan_counting(plan: Plan, counter: bytes, store: Store) -> Plan:
    """Return the plan of the same program that counts its basic blocks. Its language must
    have a command line for that.

    counter: the object that `plan_counter` builds.
    """
    digest = store.add_bytes(counter)
    key = key_of(plan.program.key, *plan.compile_counting, digest)
    # Without the compiled header, which was made without the calls: few programs are
    # counted, so that another one would not pay off.
    return replace(
        plan,
        program=replace(plan.program, key=key),
        files=(*plan.files, (_COUNTER_OBJECT, digest)),
        compile=plan.compile_counting,
        fingerprint=(),
        header=None,
        compile_with=(),
        compiled_header=None,
    )


def plan_sanitized(
    plan: Plan, sanitizers: Sanitizers, store: Store
) -> Plan | Unavailable:
    """Return the plan of the same program with sanitizers, or why this machine cannot
    build it. Its language must have a command line for that."""
    program = plan.program
    language = languages()[program.language]
    build = language.sanitize
    if build is None:
        reason = f"{language.name} has no sanitizers"
        return Unavailable(program.name, language.id, reason)
    libraries = libraries_of(plan.compile_sanitized[0], build.needs)
    missing = [library for library in libraries if not os.path.isfile(library)]
    if missing:
        reason = (
            f"the compiler has no {' and no '.join(missing)}; "
            f"to install: {build.install}"
        )
        return Unavailable(program.name, language.id, reason)
    key = key_of(program.key, *plan.compile_sanitized, contents(libraries, store))
    # It is dynamic, so it needs the system's files. Without the compiled header, which was
    # made with other options.
    return replace(
        plan,
        program=replace(
            program, key=key, read_only=plan.compile_paths, sanitizers=sanitizers
        ),
        compile=plan.compile_sanitized,
        fingerprint=(),
        header=None,
        compile_with=(),
        compiled_header=None,
    )


def _under_plain_name(
    language: Language, files: tuple[tuple[str, bytes], ...]
) -> tuple[tuple[str, bytes], ...]:
    """Return the only file of a program under the name that its language wants, if its
    own name has characters that no format allows and that the compiler refuses."""
    if not language.plain_name or len(files) != 1:
        return files
    name, content = files[0]
    if _PLAIN_NAME.fullmatch(name):
        return files
    return ((source_name(language, content.decode("utf-8", "replace")), content),)


def _source_fault(files: Sequence[tuple[str, bytes]], code_bytes: int | None) -> str:
    if not files:
        return "the folder contains no files"
    if not any(content.strip() for _, content in files):
        return "the source code is empty"
    # A program may open a file of any bytes beside its source.
    sources = [name for name, _ in files if is_program(name)]
    for name, content in files:
        is_binary = content[:4] == b"\x7fELF" or b"\0" in content
        if is_binary and (name in sources or not sources):
            return f"{name} is a binary, not source code"
    total = sum(len(content) for _, content in files)
    if code_bytes is not None and total > code_bytes:
        return f"the source code has {total} bytes; the limit (code) is {code_bytes}"
    return ""


def _plan_build(
    name: str,
    language: Language,
    toolchain: Toolchain,
    files: Sequence[tuple[str, bytes]],
    mainfile: str,
    store: Store,
    starts_alike: bool,
) -> Plan:
    stem = mainfile.rpartition("/")[2].rpartition(".")[0]
    values = {
        "mainfile": _operand(literal(mainfile)),
        "mainclass": stem,
        "Mainclass": stem[:1].upper() + stem[1:],
    }
    # The files that the compiler is given; the others, such as headers, it finds by itself.
    names = [name for name, _ in files if language.claims(name.rpartition("/")[2])]
    claimed = [_operand(literal(name)) for name in names]
    compile_command = _command(language.compile, values, claimed, toolchain)
    run_command = _command(
        language.run,
        {**values, "mainfile": "{path}/" + literal(mainfile)},
        claimed,
        toolchain,
    )
    digests = tuple((name, store.add_bytes(content)) for name, content in files)
    key_of_files: list[str] = []
    for file_name, digest in sorted(digests):
        key_of_files += [file_name, digest]
    installed = contents([*toolchain.parts, *(toolchain.linked or ())], store)
    if toolchain.linked is None:
        installed = key_of(installed, machine(toolchain.read_only))
    key = key_of(
        language.id,
        toolchain.version,
        installed,
        *toolchain.read_only,
        repr(language.env),
        *compile_command,
        "",
        *run_command,
        "",
        *key_of_files,
    )
    claimed_paths = [f"{{path}}/{literal(name)}" for name in names]
    fingerprint = _command(language.fingerprint, values, claimed_paths, toolchain)
    needed = (*map(str, SYSTEM), *toolchain.read_only)
    # What is linked statically reads no other file of the system.
    run_needs = tuple(map(str, LOCALE))
    if language.system:
        run_needs = needed
    program = Executable(name, language.id, key, run_command, run_needs)
    counting: tuple[str, ...] = ()
    if language.blocks is not None:
        template = _with_files(language.compile, language.blocks.use)
        values["counter"] = _COUNTER_OBJECT
        counting = _command(template, values, claimed, toolchain)
    sanitized: tuple[str, ...] = ()
    if language.sanitize is not None:
        sanitized = _command(language.sanitize.compile, values, claimed, toolchain)
    planned = Plan(
        program,
        digests,
        compile_command,
        needed,
        fingerprint,
        compile_counting=counting,
        compile_sanitized=sanitized,
    )
    precompile = language.precompile
    if precompile is None:
        return planned
    sources = [content for name, content in files if name in names]
    shared = _shared_part(precompile, sources, starts_alike)
    if shared is None:
        return planned
    template = _with_files(language.compile, (*shared.use, "{files}"))
    return replace(
        planned,
        header=_plan_header(language, precompile, shared, toolchain, store),
        compile_with=_command(template, values, claimed, toolchain),
    )


class _SharedPart(Value):
    """What a program has in common with others, so that it can be compiled before: its
    source, the name of what is compiled of it, the words with which it is used, and files
    beside what is compiled, by name."""

    source: bytes
    place: str
    use: tuple[str, ...]
    beside: Mapping[str, bytes] = {}


def _shared_part(
    precompile: Precompile, sources: Sequence[bytes], starts_alike: bool
) -> _SharedPart | None:
    if any(precompile.is_wanted(content) for content in sources):
        return _SharedPart(
            precompile.source.encode(),
            precompile.place,
            precompile.use,
            {precompile.forward_place: f"{precompile.forward}\n".encode()},
        )
    # The compiler puts a head before every source of a program.
    if not starts_alike or len(sources) != 1:
        return None
    head = precompile.head_of(sources[0])
    if not head:
        return None
    return _SharedPart(head, precompile.head_place, precompile.head_use)


def _plan_header(
    language: Language,
    precompile: Precompile,
    shared: _SharedPart,
    toolchain: Toolchain,
    store: Store,
) -> Header:
    source = ("header", store.add_bytes(shared.source))
    needed = (*map(str, SYSTEM), *toolchain.read_only)

    def planned(words: Sequence[str]) -> Plan:
        template = _with_files(language.compile, words)
        command = _command(template, {"header": source[0]}, (), toolchain)
        key = key_of(
            language.id, toolchain.version, *needed, repr(language.env), *command
        )
        program = Executable("header", language.id, key, ())
        return Plan(program, (source,), command, needed)

    read = planned(precompile.read)
    make = planned(precompile.make)
    beside: list[tuple[str, str]] = []
    for name, content in shared.beside.items():
        beside.append((name, store.add_bytes(content)))
    parts = (read.program.key, make.program.key, source[1], shared.place, repr(beside))
    return Header(key_of(*parts), read, make, shared.place, tuple(beside))


def _with_files(template: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return a command of `languages.yaml` with other words in the place of {files}."""
    place = template.index("{files}")
    return (*template[:place], *words, *template[place + 1 :])


def _operand(name: str) -> str:
    """Return a file name in a form that no compiler takes for an option or a list of options."""
    if name.startswith(("-", "@")):
        return f"./{name}"
    return name


def _command(
    template: Sequence[str],
    values: Mapping[str, str],
    files: Sequence[str],
    toolchain: Toolchain,
) -> tuple[str, ...]:
    """Fill in a command of `languages.yaml`; the tool's name becomes its absolute path."""
    command: list[str] = []
    for index, word in enumerate(template):
        if word == "{files}":
            command += files
        elif index == 0 and not word.startswith("{"):
            command.append(toolchain.paths[word])
        else:
            command.append(fill(word, values))
    return tuple(command)
