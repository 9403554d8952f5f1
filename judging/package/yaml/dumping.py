"""New YAML files from plain values; keys keep their order."""

import json
import re
from collections.abc import Mapping

import yaml

_PLAIN = re.compile(r"[a-z_]+")


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
        width=10_000,  # never fold a long text over lines
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
