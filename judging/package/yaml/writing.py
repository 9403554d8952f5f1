"""Write YAML from values: a new file, or a setter's file again with its comments.

Where every byte of a setter's file has to stay, insert into its text (`inserting.py`).
"""

import io
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import yaml

from judging.core.diagnostics import error
from judging.core.errors import PackageError

_PLAIN = re.compile(r"[a-z_]+")
_WIDTH = 10_000  # never fold a long text over lines


class _Dumper(yaml.SafeDumper):
    """Quotes text that other readers take for a number, such as 08; writes 2.0 as 2."""


def _represent_text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    style = None
    if text[:1].isdecimal():
        style = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


def _represent_number(dumper: _Dumper, number: float) -> yaml.ScalarNode:
    if number.is_integer():
        return dumper.represent_int(int(number))
    return dumper.represent_float(number)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(float, _represent_number)


def with_whole_numbers(value: object) -> object:
    """Return plain values with 2.0 as 2, as `dump` writes them."""
    if isinstance(value, Mapping):
        return {key: with_whole_numbers(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_whole_numbers(inner) for inner in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def dump(data: object) -> bytes:
    """Return plain values as YAML in block style."""
    return yaml.dump(
        data,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=_WIDTH,
        encoding="utf-8",
    )


def dump_lines(values: Mapping[str, object]) -> bytes:
    """Return a mapping as YAML with one line per key, every value in flow style."""
    lines = []
    for key, value in values.items():
        name = key
        if not _PLAIN.fullmatch(key):
            name = json.dumps(key, ensure_ascii=False)
        lines.append(f"{name}: {json.dumps(value, ensure_ascii=False)}\n")
    return "".join(lines).encode("utf-8", "surrogatepass")


def edit(content: bytes, file: str, change: Callable[[Any], bool]) -> bytes | None:
    """Return the YAML `content` after `change`, with its comments, quotes and order; None
    if no value is left.

    `change` edits the loaded values in place and returns True if it changed any;
    otherwise every byte stays. An empty file stays as it is. `file` names the file in
    the PackageError that is raised for text that cannot be read or written again.
    """
    # Imported here: exports and `judge strength` edit, while every run writes.
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    round_trip = YAML()
    round_trip.preserve_quotes = True
    round_trip.width = _WIDTH
    try:
        data = round_trip.load(content)
        if data is None or not change(data):
            return content
        if not data:
            return None
        stream = io.BytesIO()
        round_trip.dump(data, stream)
    except (YAMLError, ValueError) as failure:
        # A date that does not exist is a ValueError.
        message = f"cannot be rewritten: {str(failure).splitlines()[0]}"
        raise PackageError([error(message, file)]) from failure
    return stream.getvalue()
