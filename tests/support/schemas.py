"""Check values against the schemas that `judge schema` prints, with a validator of others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import Any

from jsonschema import Draft202012Validator
from support.command import judge

from judging.core.diagnostics import Diagnostic
from judging.package.files.layout import CONTEST_FILES
from judging.package.yaml import documents

Path = tuple[str, ...]


@cache
def names() -> tuple[str, ...]:
    """Return the name of every schema."""
    lines = judge("schema").out.splitlines()
    return tuple(line.split()[0] for line in lines)


@cache
def printed(name: str) -> dict[str, Any]:
    """Return a schema as the command prints it."""
    done = judge("schema", name)
    assert done.code == 0
    schema: dict[str, Any] = json.loads(done.out)
    return schema


def faults(name: str, value: object) -> list[str]:
    """Return what a schema refuses in a value of YAML or JSON, each with its place."""
    return _faults(_validator(name), value)


def faults_if_closed(name: str, value: object) -> list[str]:
    """Return what a schema refuses if keys that it does not list count too.

    The schemas of reports accept such keys, because a newer judge may add some.
    """
    return _faults(_closed_validator(name), value)


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(printed(name))


@cache
def _closed_validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(_closed(printed(name)))


def _faults(validator: Draft202012Validator, value: object) -> list[str]:
    found = validator.iter_errors(value)
    return [f"{fault.json_path}: {fault.message}" for fault in found]


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(part) for key, part in schema.items()}
    if isinstance(closed.get("properties"), dict) and closed.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


def keys_in(name: str, part: Sequence[str | int] = ()) -> list[Path]:
    """Return the path of every key in a table of a schema, through tables in tables.

    part: the steps from the schema to the table.
    """
    schema = printed(name)
    table: Any = schema
    for step in part:
        table = table[step]
    found = _keys_in(table, schema.get("$defs", {}), ())
    return list(dict.fromkeys(found))


def _keys_in(part: Any, definitions: dict[str, Any], path: Path) -> Iterator[Path]:
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        # Folders are in folders without an end, and so each is a part of its own.
        if name in ("folder", "entry", "entries"):
            return
        part = definitions[name]
    for alternative in part.get("anyOf", ()):
        yield from _keys_in(alternative, definitions, path)
    for key, inner in part.get("properties", {}).items():
        yield (*path, key)
        yield from _keys_in(inner, definitions, (*path, key))


def of_package_file(root: FilePath, name: str) -> str | None:
    """Return the schema of a file of a package, or None."""
    return _of_file(name, _format_of(root))


def _of_file(path: str, version: str) -> str | None:
    """Return the schema of a file of a package in a format, or None."""
    folder, _, name = path.rpartition("/")
    if name == "problem.yaml":
        kinds = {"legacy": "problem-legacy", "2023-07-draft": "problem-draft"}
        return kinds.get(version, "problem")
    own = (
        "generators.yaml",
        "submissions.yaml",
        "equivalent_mutants.yaml",
        "judge.yaml",
    )
    if name in own:
        return name.removesuffix(".yaml")
    if name == "manifest.json":
        return "manifest"
    if name in ("problems.yaml", "contest.yaml"):
        return "contest"
    if "data" not in folder.split("/") or not name.endswith(".yaml"):
        return None
    if name == "testdata.yaml" or version == "legacy":
        return "testdata"
    return "test_group" if name == "test_group.yaml" else "test"


# Messages about the form of a value, which a schema can state. Others are about what it
# names, or about several values.
_FORM = re.compile(
    r"unknown key|expected (text|one of|true or false|a list|a mapping|a whole number)\b"
)


def disagreements(root: FilePath, found: Sequence[Diagnostic]) -> list[str]:
    """Compare what loading a package found in its YAML with what the schemas refuse."""
    said: list[str] = []
    for file in sorted(root.rglob("*.yaml")):
        name = file.relative_to(root).as_posix()
        schema = of_package_file(root, name)
        values = content(file)
        if schema is None or values is None:
            continue
        refused = faults(schema, values)
        # A fault that several files have is reported once, with the other names.
        if refused and not any(name == d.file or file.name in d.message for d in found):
            said.append(f"{name}: only the schema refuses it: {refused}")
        for diagnostic in found:
            is_form = diagnostic.file == name and _FORM.match(diagnostic.message)
            if is_form and not refused and _is_there(values, diagnostic.key):
                said.append(f"only the reader refuses it: {diagnostic}")
    return said


def content(file: FilePath) -> object:
    """Return the values in a YAML file; None if it cannot be read."""
    faults: list[Diagnostic] = []
    if not file.is_file() or not file.resolve().is_relative_to(file.parent):
        return None
    listed = "problems" if file.name in CONTEST_FILES else ""
    document = documents.parse(
        file.read_bytes(), file.name, faults.append, listed=listed, empty=True
    )
    return None if document is None or faults else document.data


def _format_of(root: FilePath) -> str:
    """Return the version of the package format that the schemas are chosen by."""
    if (root / "problem" / "problem.yaml").is_file():
        return "2025-09"
    config = content(root / "problem.yaml")
    stated = config.get("problem_format_version") if isinstance(config, dict) else None
    if stated in ("2023-07", "2023-07-draft"):
        return "2023-07-draft"
    return "legacy" if stated in (None, "legacy", "legacy-icpc") else "2025-09"


def _is_there(content: object, key: str | None) -> bool:
    """Return whether a key is in the file itself, and not in a text in it."""
    for part in (key or "").split("."):
        if isinstance(content, list):
            return True
        if not isinstance(content, dict) or part not in content:
            # A name may have dots itself.
            return False
        content = content[part]
    return True
