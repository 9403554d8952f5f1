"""`judge schema`: its list, its schemas, and every JSON report compared with its schema."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import schemas
from support.command import SCRIPT, TESTS, Package, judge, sound, spawn

# The others are Polygon's, which `judge import` converts first.
PACKAGES = [
    path.name
    for path in sorted((TESTS / "packages").iterdir())
    if not path.name.startswith("polygon_")
]


def test_the_list_has_a_line_for_each_schema() -> None:
    done = judge("schema")
    assert done.code == 0
    lines = done.out.splitlines()
    assert len(lines) == len(schemas.names()) == 23
    assert all(len(line.split()) > 1 for line in lines)
    assert done.says("generators", "generators.yaml")
    assert done.says("hack", "judge hack")


def test_an_unknown_name_is_a_usage_error_that_names_a_similar_one() -> None:
    done = judge("schema", "generatros")
    assert (done.code, done.out) == (2, "")
    assert done.says("no schema 'generatros'", "did you mean 'generators'?")


@pytest.mark.slow
@pytest.mark.parametrize("name", schemas.names())
def test_each_schema_is_one_by_the_metaschema(name: str, tmp_path: Path) -> None:
    schema = schemas.printed(name)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:judge:schema:{name}"
    file = tmp_path / "schema.json"
    file.write_text(json.dumps(schema))
    checker = SCRIPT.with_name("check-jsonschema")
    assert spawn([checker, "--check-metaschema", file]).code == 0


@pytest.mark.parametrize("name", schemas.names())
def test_each_key_is_described_in_a_sentence(name: str) -> None:
    described = 0
    for table in _tables(schemas.printed(name)):
        for key, value in table.items():
            assert value["description"].endswith("."), key
            described += 1
    assert described > 1


def _tables(part: Any) -> Iterator[dict[str, Any]]:
    """Yield the keys of each mapping in a schema."""
    if isinstance(part, list):
        for inner in part:
            yield from _tables(inner)
    if isinstance(part, dict):
        properties = part.get("properties")
        if isinstance(properties, dict) and "type" in part:
            yield properties
        for inner in part.values():
            yield from _tables(inner)


FOLDERS = ("solutions", "submissions")
COMMANDS = [
    ("run", ["run"]),
    pytest.param(
        "run", ["run", "--until", "all", "--time-factor", "2"], marks=pytest.mark.slow
    ),
    ("run", ["run", "--tests", "none"]),
    pytest.param("run", ["validate", "--junk"], marks=pytest.mark.slow),
    ("limits", ["limits"]),
    pytest.param(
        "hack",
        ["hack", "solutions/wrong_answer", "--tries", "20"],
        marks=pytest.mark.slow,
    ),
    pytest.param("hack", ["hack", "--all", "--tries", "5"], marks=pytest.mark.slow),
    ("strength", ["strength"]),
    pytest.param("mutate", ["mutate", "--no-hunt"], marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=str)
def test_a_report_has_the_keys_of_its_schema_and_no_others(
    tmp_path: Path, name: str, command: list[str]
) -> None:
    report = written(sound(tmp_path), *command)
    assert schemas.faults_if_closed(name, report) == []
    assert schemas.faults(name, report) == []
    assert_each_key_is_needed(name, report)


def assert_each_key_is_needed(name: str, report: dict[str, Any]) -> None:
    """Fail if a report without one of its keys, or with another one, is not refused."""
    places = list(_objects(report))
    assert places
    for place in places:
        for key, value in list(place.items()):
            del place[key]
            missing = schemas.faults(name, report)
            place["renamed"] = value
            renamed = schemas.faults_if_closed(name, report)
            del place["renamed"]
            place[key] = {"of another type": [0]}
            of_another_type = schemas.faults(name, report)
            place[key] = value
            # A report need not name its origin: those made from Python do not.
            if key not in ("date", "tool_version", "machine", "input_base64"):
                assert missing, key
            assert renamed, key
            assert of_another_type, key


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield each object of a report whose keys are fixed."""
    if isinstance(value, dict):
        yield value
        for key, inner in value.items():
            if key not in (
                "languages",
                "toolchains",
                "inputs",
                "by_origin",
                "operators",
            ):
                yield from _objects(inner)
    if isinstance(value, list):
        for inner in value:
            yield from _objects(inner)


@pytest.mark.slow
def test_the_report_of_strengthen_has_the_keys_of_its_schema(tmp_path: Path) -> None:
    report = written(sound(tmp_path), "strengthen", "--tries", "20")
    assert schemas.faults_if_closed("strengthen", report) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGES)
def test_reports_of_other_kinds_of_packages(tmp_path: Path, name: str) -> None:
    root = tmp_path / name
    shutil.copytree(TESTS / "packages" / name, root)
    package = Package(root)
    commands = ["run", "limits"]
    if any((root / folder / "wrong_answer").is_dir() for folder in FOLDERS):
        # Without a wrong submission there is nothing to measure, and no report.
        commands.append("strength")
    for command in commands:
        report = written(package, command)
        assert schemas.faults_if_closed(command, report) == [], command


def test_the_report_of_a_package_that_cannot_be_read(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("problem/problem.yaml", "name: [")
    for command in ("run", "strength"):
        report = written(package, command)
        assert report["diagnostics"]
        assert schemas.faults_if_closed(command, report) == [], command


def test_the_report_of_a_contest(tmp_path: Path) -> None:
    sound(tmp_path)
    (tmp_path / "problems.yaml").write_text("- id: package\n  label: A\n- id: gone\n")
    file = tmp_path / "report.json"
    judge("run", "--contest", tmp_path, "--json", file)
    report = json.loads(file.read_text())
    assert report["diagnostics"]
    assert report["problems"]
    assert schemas.faults_if_closed("run-contest", report) == []


def written(package: Package, *command: str) -> Any:
    """Run a command on a package; return its JSON report."""
    file = package.root.parent / "report.json"
    file.unlink(missing_ok=True)
    package.judge(*command, "--json", file)
    return json.loads(file.read_text())
