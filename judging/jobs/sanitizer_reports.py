"""What sanitizers write to stderr about a program: faults, with their kind and place. Pure.

The format is that of LLVM's runtime, which GCC has too. What differs from run to run is left
out: addresses, process ids, and the frames of the stack behind the first in the program.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from judging.core.runs import SanitizerFault
from judging.values import Value, replace

# `==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc ...`
_ADDRESS = re.compile(r"==\d+==ERROR: AddressSanitizer:? (.+)")
# `main.cpp:3:7: runtime error: signed integer overflow: 1 + 2147483647 cannot be ...`
_UNDEFINED = re.compile(r"([^\s:][^:]*):(\d+):(?:\d+:)? runtime error: (.+)")
# `SUMMARY: UndefinedBehaviorSanitizer: signed-integer-overflow main.cpp:3:7 in main`
_SUMMARY = re.compile(r"SUMMARY: \w+: (\S+)")
# `    #1 0x4011d6 in main ./main.cpp:5`
_FRAME = re.compile(r"\s*#(\d+) 0x[0-9a-f]+ in .+? ([^\s()]+?):(\d+)(?::\d+)?$")
_STACK = re.compile(r"\s*#0 ")
# `READ of size 4 at 0x602000000014 thread T0`
_ACCESS = re.compile(r"(READ|WRITE) of size \d+")
# An assertion of the C++ library. Those of `assert` have a backquote before the condition.
_ASSERTION = re.compile(r": (Assertion '[^']*' failed)")
_HEXADECIMAL = re.compile(r"\b0x[0-9a-f]+\b")
# Kinds that tell more about the sanitizer than about the program. Its frames are larger, so
# that the stack may overflow only there; and memory may run out only there.
_OF_SANITIZER = frozenset({"stack-overflow", "out-of-memory"})
# How a report of an abort begins. It is a fault if an assertion of the library was before it.
_ABORT = "ABRT"
_ASSERTION_KIND = "library-assertion"
_KIND = re.compile(r"[\w-]+")
# Of a line that is looked at; names of types in C++ are long.
_LINE_CHARACTERS = 4000


class _Program(Value):
    """The name of a program, and those of its files, relative to its folder."""

    name: str
    files: Collection[str]


class _Place(Value):
    file: str
    line: int


def read_faults(
    stderr: bytes, program: str, files: Collection[str]
) -> tuple[SanitizerFault, ...]:
    """Return the faults in what a program wrote to stderr, each once, in order.

    files: the names of the program's own files, relative to its folder.
    """
    origin = _Program(program, files)
    text = stderr.decode("utf-8", "replace")
    lines = [line[:_LINE_CHARACTERS] for line in text.splitlines()]
    found: dict[SanitizerFault, None] = {}
    assertion = ""
    for number, line in enumerate(lines):
        asserted = _ASSERTION.search(line)
        if asserted is not None:
            assertion = asserted[1]
        undefined = _UNDEFINED.match(line)
        address = _ADDRESS.match(line)
        if undefined is not None:
            report = list(_rest_of_report(lines, number))
            found[_undefined(undefined, report, origin)] = None
        elif address is not None:
            report = list(_rest_of_report(lines, number))
            fault = _address(address[1], report, origin, assertion)
            if fault is not None:
                found[fault] = None
    return tuple(found)


def _undefined(
    head: re.Match[str], report: Sequence[str], program: _Program
) -> SanitizerFault:
    """Return the fault of a report on undefined behaviour that begins with `head`."""
    kind = _kind_in_summary(report) or "undefined-behavior"
    place = _own(_Place(head[1], int(head[2])), program)
    for line in report:
        place = place or _own_frame(line, program)
    detail = _HEXADECIMAL.sub("0x...", head[3]).removeprefix(
        f"{kind.replace('-', ' ')}: "
    )
    return _at(SanitizerFault(program.name, kind, detail=detail), place)


def _address(
    words: str, report: Sequence[str], program: _Program, assertion: str
) -> SanitizerFault | None:
    """Return the fault of a report on an address; None if it is none of the program.

    words: those of its first line.
    assertion: the last assertion of the C++ library that failed before it, or empty.
    """
    first = _KIND.match(words)
    kind = _kind_in_summary(report) or (first[0] if first else words)
    if kind in _OF_SANITIZER:
        return None
    place = _place_of_access(report, program)
    if not words.startswith(_ABORT):
        return _at(SanitizerFault(program.name, kind, detail=_access(report)), place)
    if not assertion:
        # The program ended itself: by an exception, or by an assertion of its own.
        return None
    return _at(SanitizerFault(program.name, _ASSERTION_KIND, detail=assertion), place)


def _access(report: Sequence[str]) -> str:
    """Return what the program did with the address, or an empty text."""
    for line in report:
        access = _ACCESS.match(line)
        if access is not None:
            return access[0]
    return ""


def _place_of_access(report: Sequence[str], program: _Program) -> _Place | None:
    """Return the first place in the program on the first stack. The stacks behind it say
    where the block was allocated or freed."""
    stacks = 0
    for line in report:
        if _STACK.match(line):
            stacks += 1
        if stacks > 1:
            return None
        place = _own_frame(line, program)
        if place is not None:
            return place
    return None


def _kind_in_summary(report: Sequence[str]) -> str | None:
    for line in report:
        summary = _SUMMARY.match(line)
        if summary is not None:
            return summary[1]
    return None


def _rest_of_report(lines: Sequence[str], head: int) -> Iterator[str]:
    """Yield the lines behind the first of a report, up to its summary or the next report."""
    for line in lines[head + 1 :]:
        if _UNDEFINED.match(line) or _ADDRESS.match(line):
            return
        yield line
        if _SUMMARY.match(line):
            return


def _own_frame(line: str, program: _Program) -> _Place | None:
    frame = _FRAME.match(line)
    if frame is None:
        return None
    return _own(_Place(frame[2], int(frame[3])), program)


def _own(place: _Place, program: _Program) -> _Place | None:
    """Return the place with the file's name in the program; None if it is in another file."""
    name = place.file.removeprefix("./")
    if name not in program.files:
        return None
    return replace(place, file=name)


def _at(fault: SanitizerFault, place: _Place | None) -> SanitizerFault:
    if place is None:
        return fault
    return replace(fault, file=place.file, line=place.line)
