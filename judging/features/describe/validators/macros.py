"""Replace the macros of a C++ source by what they stand for, and keep its lines."""

from __future__ import annotations

import re

from judging.values import Value

_DEFINE = re.compile(r"[ \t]*+#[ \t]*+define[ \t]++(\w++)(\([^)\n]*+\))?[ \t]*+(.*+)")
_DIRECTIVE = re.compile(r"[ \t]*+#")
# A text without an end goes to the end of its line.
_TOKEN = re.compile(
    r"""//[^\n]*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[A-Za-z_]\w*"""
)
# A macro may name others, but none repeats for ever.
_DEPTH = 8
_LONGEST = 200_000


class _Macro(Value):
    """parameters: None for a macro that is a plain name."""

    parameters: tuple[str, ...] | None
    body: str


def expand(text: str) -> str:
    """Return a source with every macro replaced that it defines itself.

    Each line stays where it is, so that places in the result are those of the source.
    """
    macros: dict[str, _Macro] = {}
    lines = _joined(text).split("\n")
    for number, line in enumerate(lines):
        found = _DEFINE.fullmatch(line)
        if found is not None:
            macros[found[1]] = _macro(found)
        if _DIRECTIVE.match(line):
            is_include = "include" in line
            lines[number] = line if is_include else ""
            continue
        lines[number] = _expanded(line, macros, _DEPTH)
    return "\n".join(lines)


def _joined(text: str) -> str:
    """Return the text with lines that end with a backslash joined, and as many lines."""
    found: list[str] = []
    pending: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        pending.append(line.removesuffix("\\"))
        if line.endswith("\\"):
            continue
        found.append(" ".join(pending))
        found += [""] * (len(pending) - 1)
        pending = []
    return "\n".join([*found, *pending])


def _macro(found: re.Match[str]) -> _Macro:
    body = re.sub(r"//.*|/\*(?:.*?\*/|.*)", " ", found[3]).strip()
    if found[2] is None:
        return _Macro(None, body)
    names = [name.strip() for name in found[2][1:-1].split(",")]
    return _Macro(tuple(names), body)


def _expanded(text: str, macros: dict[str, _Macro], depth: int) -> str:
    if depth == 0 or not macros or len(text) > _LONGEST:
        return text
    result = []
    place = 0
    while (found := _TOKEN.search(text, place)) is not None:
        result.append(text[place : found.start()])
        place = found.end()
        macro = macros.get(found[0])
        if macro is None:
            result.append(found[0])
            continue
        if macro.parameters is None:
            result.append(_expanded(macro.body, macros, depth - 1))
            continue
        args, behind = _arguments(text, place)
        if args is None:
            result.append(found[0])
            continue
        place = behind
        body = _filled(macro, args)
        result.append(_expanded(body, macros, depth - 1))
    result.append(text[place:])
    return "".join(result)


def _arguments(text: str, place: int) -> tuple[list[str] | None, int]:
    """Return the arguments between brackets from `place` on, and where they end."""
    if not text[place:].lstrip().startswith("("):
        return None, place
    start = text.index("(", place) + 1
    depth = 0
    args: list[str] = []
    for at in range(start, len(text)):
        letter = text[at]
        if letter in ")]}" and depth == 0:
            return [*args, text[start:at].strip()], at + 1
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            args.append(text[start:at].strip())
            start = at + 1
    return None, place


def _filled(macro: _Macro, args: list[str]) -> str:
    assert macro.parameters is not None
    given = dict(zip(macro.parameters, args, strict=False))
    if "..." in macro.parameters:
        given["__VA_ARGS__"] = ", ".join(args[len(macro.parameters) - 1 :])

    def fill(match: re.Match[str]) -> str:
        return given.get(match[0], match[0])

    return re.sub(r"[A-Za-z_]\w*", fill, macro.body)
