"""Convert `task.md`: one text with the parts of each language becomes one per language."""

import re
from collections.abc import Iterator

LANGUAGES = ("en", "ja")
_HEADINGS = {
    "en": {
        "statement": "Problem",
        "constraints": "Constraints",
        "input": "Input",
        "output": "Output",
        "sample": "Samples",
    },
    "ja": {
        "statement": "問題文",
        "constraints": "制約",
        "input": "入力",
        "output": "出力",
        "sample": "サンプル",
    },
}
# `@{lang.en}` begins a part, `@{lang.end}` ends the parts of languages.
_MARK = re.compile(r"@\{(\w+)\.(\w+)\}")
_FENCE = re.compile(r"^(`{3}|~{3})[^\n]*$")


def converted(text: str, language: str) -> str:
    """Return the statement in one language, in Markdown of the package format."""
    own = "".join(_parts(text, language))
    return "\n".join(_without_formulas_in_code(own.splitlines())) + "\n"


def _parts(text: str, language: str) -> Iterator[str]:
    """Yield the pieces of the text for one language, with the marks replaced."""
    shown = True
    end = 0
    for match in _MARK.finditer(text):
        if shown:
            yield text[end : match.start()]
        end = match.end()
        kind, name = match.groups()
        if kind == "lang":
            shown = name in ("end", language)
        elif shown:
            yield _replaced(kind, name, language, match[0])
    if shown:
        yield text[end:]


def _replaced(kind: str, name: str, language: str, mark: str) -> str:
    if kind == "param":
        return f"{{{{{name}}}}}"
    if kind == "example":
        return "{{nextsample}}"
    if kind == "keyword":
        return _HEADINGS[language].get(name, name)
    return mark


def _without_formulas_in_code(lines: list[str]) -> Iterator[str]:
    """Yield the lines; a block of code with formulas becomes lines of text.

    Library Checker shows formulas in blocks of code, Markdown does not.
    """
    block: list[str] | None = None
    for line in lines:
        if not _FENCE.match(line.strip()):
            if block is None:
                yield line
            else:
                block.append(line)
        elif block is None:
            block = [line]
        else:
            yield from _block([*block, line])
            block = None
    yield from block or ()


def _block(block: list[str]) -> Iterator[str]:
    first, *lines, last = block
    if not any("$" in line for line in lines):
        yield from (first, *lines, last)
        return
    yield ""
    for line in lines[:-1]:
        yield f"{line}\\"  # a line break
    yield from lines[-1:]
    yield ""
