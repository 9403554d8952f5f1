"""Constants of a package: `{{name}}` and `{{name.variant}}` in its files stand for their text."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SEQUENCE = re.compile(r"\{\{([a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)?)\}\}")
_BYTES = re.compile(_SEQUENCE.pattern.encode())


def substitute(text: str, constants: Mapping[str, str]) -> str:
    """Replace each constant in `text`; names that are not constants stay as they are."""
    return _SEQUENCE.sub(lambda match: constants.get(match[1], match[0]), text)


def substitute_bytes(content: bytes, constants: Mapping[str, str]) -> bytes:
    """Replace each constant in a file of any encoding, as `substitute` does."""
    if not constants:
        return content

    def replacement(match: re.Match[bytes]) -> bytes:
        constant = constants.get(match[1].decode())
        return match[0] if constant is None else constant.encode()

    return _BYTES.sub(replacement, content)
