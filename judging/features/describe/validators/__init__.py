"""Learn an input format from the source of a validator, without running it.

The program is parsed and run once without an input: what it reads is not known, and so
are its variables terms in what is read. Functions of the libraries for validators add to
what is read; conditions without which a program rejects its input narrow it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judging.features.describe.hints import Hints, Reading
from judging.features.describe.validators import curly, freezing, indented
from judging.features.describe.validators.facts import settle
from judging.features.describe.validators.following import follow
from judging.features.describe.validators.program import Program
from judging.features.describe.validators.streams import HEADERS, library_for

_PYTHON = (".py", ".py2", ".py3")
_CPP = (".cpp", ".cc", ".cxx", ".c++", ".c")
_HEADERS = (".h", ".hpp", ".hh")
_NUMBER = re.compile(
    r"(?<![\w.])-?\d[\d'_]*(?:e\d+|\s*\*\*\s*\d+)?(?![\w.])", re.IGNORECASE
)
_LONGEST = 400_000  # of a source: what is longer is no validator that a person wrote


def read_validator(
    files: Sequence[tuple[str, bytes]], arguments: Sequence[str] = ()
) -> Reading:
    """Return what the files of one validator, each a name and its content, say of inputs.

    arguments: what the validator is called with.
    """
    names: list[str] = []
    sources = []
    for name, content in files:
        is_header = name.endswith(_HEADERS) and name.rpartition("/")[2] not in HEADERS
        if name.endswith((*_PYTHON, *_CPP)) or is_header:
            sources.append((name, content.decode("utf-8", "replace")))
        names.append(name)
    if not sources:
        said = f"{', '.join(names) or 'the validator'}: not C++ or Python"
        return Reading(None, Hints(), (said,))
    # Headers of the validator's own come first, as if they were included.
    sources.sort(key=lambda source: not source[0].endswith(_HEADERS))
    programs = []
    notes = []
    for name, text in sources:
        short = name.rpartition("/")[2]
        if len(text) > _LONGEST:
            notes.append(f"{short}: too long to be read")
            continue
        try:
            programs.append(_parsed(short, text))
        except (SyntaxError, ValueError, RecursionError):
            notes.append(f"{short}: the program cannot be parsed")
    if not programs:
        return Reading(None, Hints(), tuple(notes))
    return _read(programs, tuple(arguments), notes)


def _parsed(name: str, text: str) -> Program:
    if name.endswith(_PYTHON):
        return indented.parse(name, text)
    return curly.parse(name, text)


def _read(
    programs: list[Program], arguments: tuple[str, ...], notes: list[str]
) -> Reading:
    main = programs[-1]
    body = tuple(part for program in programs for part in program.body)
    includes = tuple(name for program in programs for name in program.includes)
    program = Program(main.name, main.text, body, includes)
    library = library_for(includes, main.name.endswith(_PYTHON))
    constants = _constants(program.text)
    try:
        state = follow(program, library, arguments)
        rules = settle(state)
    except RecursionError:
        said = f"{program.name}: the program is too deep to be followed"
        return Reading(None, Hints(constants), (*notes, said))
    is_lenient = state.is_lenient
    found = None
    try:
        if state.is_clear and state.blocks[0]:
            found = freezing.description(state, rules, is_lenient)
    except freezing.NotFrozen as fault:
        state.note(fault.line, fault.said)
    if not state.blocks[0]:
        notes.append(f"{program.name}: nothing is read by functions that are known")
    every = (*notes, *state.notes)
    if found is not None:
        found = found.__class__(found.body, found.relations, every)
    hints = Hints(constants, tuple(freezing.names(state)))
    return Reading(found, hints, every, is_lenient, tuple(state.open))


def _constants(text: str) -> tuple[int, ...]:
    """Return the integers in a source, rising."""
    found = set()
    for match in _NUMBER.finditer(text):
        digits = re.sub("['_ ]", "", match[0]).lower()
        if "**" in digits:
            base, _, power = digits.partition("**")
            value = int(base) ** min(int(power), 100)
        elif "e" in digits:
            base, _, power = digits.partition("e")
            value = int(base) * 10 ** min(int(power), 100)
        else:
            value = int(digits)
        if abs(value) < 10**30:
            found.add(value)
    return tuple(sorted(found))
