"""Constants of a package: `{{name}}` and `{{name.variant}}` in its files stand for their text."""

import re
from collections.abc import Mapping
from typing import Any

from judging.core.diagnostics import Severity, did_you_mean
from judging.values import Value

# `{{name}}` of anything else, as in C++ or LaTeX, is left
# alone: a name is an identifier.
_SEQUENCE = re.compile(r"\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}")

# LaTeX statements write `\constant{name}`, where two braces are a group in a group.
LATEX_CONSTANT = re.compile(r"\\constant\{([\w.]+)\}")


def substitute(text: str, constants: Mapping[str, str]) -> str:
    """Replace each constant in `text`; names that are not constants stay as they are."""
    return _SEQUENCE.sub(lambda match: constants.get(match[1], match[0]), text)


def first_constant(text: str, constants: Mapping[str, str]) -> str | None:
    """Return the name of the first constant that `text` uses; None if it uses none."""
    for match in _SEQUENCE.finditer(text):
        if match[1] in constants:
            return match[1]
    return None


def substitute_values(value: Any, constants: Mapping[str, str]) -> Any:
    """Replace each constant in the texts of a YAML value."""
    if isinstance(value, dict):
        return {key: substitute_values(inner, constants) for key, inner in value.items()}
    if isinstance(value, list):
        return [substitute_values(inner, constants) for inner in value]
    if isinstance(value, str):
        return substitute(value, constants)
    return value


def substitute_latex(text: str, constants: Mapping[str, str]) -> str:
    r"""Replace each `\constant{name}` in a LaTeX statement, as `substitute` does."""
    return LATEX_CONSTANT.sub(lambda match: constants.get(match[1], match[0]), text)


def substitute_bytes(content: bytes, constants: Mapping[str, str]) -> bytes:
    """Replace each constant in a file of any encoding, as `substitute` does."""
    if not constants:
        return content
    # Bytes that are no UTF-8 become lone surrogates, and are
    # the same bytes again afterwards.
    text = content.decode("utf-8", "surrogateescape")
    return substitute(text, constants).encode("utf-8", "surrogateescape")


class UnknownConstant(Value):
    """A `{{name}}` that stays as it is, because no constant has the name.

    line: counts from 1 in the text.
    severity: ERROR if a constant has a similar name, so that the author meant that one.
    """

    name: str
    line: int
    severity: Severity
    message: str


def unknown_constants(text: str, constants: Mapping[str, str]) -> list[UnknownConstant]:
    """Return each `{{name}}` in `text` that names no constant, in order.

    Ask only about files in which nothing else is written so. Programs may mean anything
    by `{{x}}`.
    """
    found = []
    for match in _SEQUENCE.finditer(text):
        name = match[1]
        if name in constants:
            continue
        hint = did_you_mean(name, constants)
        severity = Severity.ERROR if hint else Severity.WARNING
        message = f"no constant '{name}' in problem.yaml{hint or ': it stays as it is'}"
        line = text.count("\n", 0, match.start()) + 1
        found.append(UnknownConstant(name, line, severity, message))
    return found
