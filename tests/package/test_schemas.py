"""The schemas of YAML files refuse what the readers report, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support import schemas
from support.command import ROOT, TESTS, judge
from support.packages import CONFIG, make_package

from judging.core.diagnostics import Diagnostic
from judging.core.errors import PackageError
from judging.features.mutate import equivalents
from judging.features.transfer.scaffold import LAYOUTS, TYPES
from judging.package import contest_folder, load

# One value of each kind, and some that are right for some key.
FEW = [None, "", "x", 1, 0.5, True, ["x"], {"x": "y"}]
MANY = [
    *FEW,
    *(" ", "1", "0 1", "/solutions/accepted/sum.py", "1..=3", "AC", "min"),
    *(0, 2, -1, 10**16, False, [], [1], [None], [True], ["AC"], [[1]], ["x", "x"]),
    *({}, {"x": 1}, {"x": None}, {"x": ["y"]}, {"value": 1}, {"name": "x"}),
    *([{"name": "x"}], [0, 1], [1, 0, 2]),
]
# Beginnings of messages about the form of a value. Others are about what it names.
FORM = ("expected ", "unknown key", "not a key of this format")
KATTIS: Mapping[str, str | None] = {
    **dict.fromkeys(
        ("problem/problem.yaml", "validators/check.py", "solutions/accepted/sum.py")
    ),
    "problem.yaml": "name: Sums\ntype: scoring\n",
    "data/secret/1.in": "1\n",
    "data/secret/1.ans": "1\n",
    "input_validators/check.py": "pass\n",
    "submissions/accepted/sum.py": "pass\n",
}
SCORING = {"problem/problem.yaml": f"{CONFIG}type: scoring\n"}
GENERATORS = "generators/generators.yaml"
SUBMISSIONS = "solutions/submissions.yaml"
VERSION = "problem_format_version"

Read = Callable[[Path], Iterable[Diagnostic]]


def of_package(root: Path) -> Iterable[Diagnostic]:
    try:
        return load(root).diagnostics
    except PackageError as failure:
        return failure.diagnostics


def of_contest(root: Path) -> Iterable[Diagnostic]:
    return contest_folder.read(root).diagnostics


def of_mutants(root: Path) -> Iterable[Diagnostic]:
    found: list[Diagnostic] = []
    equivalents.read(load(root), found.append)
    return found


@dataclass(frozen=True)
class Place:
    """A table of keys in a file.

    base: the content of the file; the table lies at `path` in it.
    part: the name of the table in the schema: steps into it, or a definition.
    unlike: keys whose values only the reader can judge.
    """

    name: str
    file: str
    files: Mapping[str, str | None]
    base: Mapping[str, Any]
    path: tuple[str, ...] = ()
    part: tuple[str | int, ...] = ()
    read: Read = of_package
    unlike: tuple[str, ...] = ()


NATIVE = {VERSION: "2025-09", "name": "Sums", "uuid": "x", "limits": {"time_limit": 1.5}}
DRAFT = {VERSION: "2023-07-draft", "name": "Sums", "uuid": "x"}
IN_TEST = {"data": {"secret": {"data": {"a": {"in": "x"}}}}}
IN_SAMPLE = {"data": {"sample": {"data": {"1": {"in": "x"}}}}}
CONTEST = {"package/problem.yaml": "name: x", "package/data/secret/1.in": "x"}
RULE = ("additionalProperties",)
PLACES = [
    # An empty name or uuid is missing: a warning, because the format requires one.
    Place("problem", "problem/problem.yaml", {}, NATIVE, unlike=("name", "uuid")),
    Place(
        "problem-draft", "problem.yaml", KATTIS, DRAFT, unlike=("name", "uuid", VERSION)
    ),
    Place("problem-legacy", "problem.yaml", KATTIS, {"name": "Sums"}, unlike=(VERSION,)),
    Place(
        "test_group", "problem/data/secret/test_group.yaml", SCORING, {"max_score": 100}
    ),
    Place(
        "test",
        "problem/data/invalid_input/1.yaml",
        {"problem/data/invalid_input/1.in": "x"},
        {},
    ),
    Place("testdata", "data/secret/testdata.yaml", KATTIS, {}),
    # Which of the two settings of groups it is depends on the format of the package.
    Place("generators", GENERATORS, {}, {}, unlike=("testdata.yaml",)),
    Place(
        "generators",
        GENERATORS,
        {},
        {},
        path=("data", "secret"),
        part=("$defs", "folder"),
        unlike=("testdata.yaml",),
    ),
    # A text below `yaml` is a YAML file of its own.
    *(
        Place(
            "generators",
            GENERATORS,
            {},
            base,
            path=path,
            part=("$defs", "test"),
            unlike=("yaml",),
        )
        for base, path in (
            (IN_TEST, ("data", "secret", "data", "a")),
            (IN_SAMPLE, ("data", "sample", "data", "1")),
        )
    ),
    Place("submissions", SUBMISSIONS, {}, {}, path=("accepted",), part=RULE),
    Place(
        "submissions",
        SUBMISSIONS,
        {},
        {},
        path=("accepted", "secret"),
        part=(*RULE, *RULE),
    ),
    Place("judge", "problem/judge.yaml", {}, {}),
    Place("manifest", "problem/data/manifest.json", {}, {"files": {}}),
    Place(
        "contest",
        "contest.yaml",
        CONTEST,
        {"problems": ["package"]},
        part=("anyOf", 1),
        read=of_contest,
    ),
]

# Its reader, unlike all others, accepts unknown keys.
MUTANTS = Place(
    "equivalent_mutants",
    "solutions/equivalent_mutants.yaml",
    {},
    {},
    path=("accepted/sum.py", "m1"),
    part=(*RULE, *RULE),
    read=of_mutants,
)


def _param(place: Place) -> Any:
    """Return a parameter; the files that setters write most are compared each time."""
    marks = [] if place.name in _OFTEN else [pytest.mark.slow]
    return pytest.param(place, marks=marks, id="-".join((place.name, *place.path)))


_OFTEN = ("problem", "submissions", "test_group", "judge")


@pytest.mark.parametrize(
    "values", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"]
)
@pytest.mark.parametrize("place", [_param(place) for place in [*PLACES, MUTANTS]])
def test_a_schema_and_the_reader_refuse_the_same_values(
    tmp_path: Path, place: Place, values: list[Any]
) -> None:
    file = make_package(tmp_path, place.files) / place.file
    file.parent.mkdir(parents=True, exist_ok=True)
    compared = 0
    for key in schemas.keys_in(place.name, place.part):
        for value in [*values] if key[0] not in place.unlike else []:
            content = _with(place.base, (*place.path, *key), value)
            file.write_text(json.dumps(content))
            found = [d for d in place.read(tmp_path) if d.file == place.file]
            refused = schemas.faults(place.name, content)
            if refused:
                assert found, (key, value, refused)
            if any(d.message.startswith(FORM) for d in found):
                assert refused, (key, value, found)
            compared += 1
    assert compared >= 10


def _with(base: Mapping[str, Any], path: tuple[str, ...], value: object) -> Any:
    """Return a copy of a content that has `value` at `path`."""
    whole = json.loads(json.dumps(base))
    table = whole
    for key in path[:-1]:
        if not isinstance(table.get(key), dict):
            table[key] = {}
        table = table[key]
    table[path[-1]] = value
    return whole


@pytest.mark.parametrize("place", PLACES, ids=lambda p: "-".join((p.name, *p.path)))
def test_an_unknown_key_is_refused(tmp_path: Path, place: Place) -> None:
    file = make_package(tmp_path, place.files) / place.file
    file.parent.mkdir(parents=True, exist_ok=True)
    content = _with(place.base, (*place.path, "no_such_key"), "x")
    file.write_text(json.dumps(content))
    assert [d for d in place.read(tmp_path) if d.file == place.file]
    assert schemas.faults(place.name, content)


def test_the_files_of_this_repository_are_right_by_their_schemas() -> None:
    checked = 0
    for root in (ROOT, *(TESTS / "packages").iterdir()):
        if root.name.startswith("polygon_"):
            continue
        found = of_package(root)
        for file in sorted(root.rglob("*.yaml")) + sorted(root.rglob("manifest.json")):
            name = file.relative_to(root).as_posix()
            schema = schemas.of_package_file(root, name)
            if schema is None or {"tests", ".venv"} & set(name.split("/")):
                continue
            if not any(diagnostic.file == name for diagnostic in found):
                assert schemas.faults(schema, schemas.content(file)) == [], file
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", TYPES)
def test_what_judge_new_writes_is_right_by_the_schemas_that_it_names(
    tmp_path: Path, kind: str, layout: str
) -> None:
    judge("new", "hello", "--type", kind, "--layout", layout, cwd=tmp_path)
    named = 0
    for file in sorted((tmp_path / "hello").rglob("*.yaml")):
        first_line = file.read_text().splitlines()[0]
        start, _, schema = first_line.partition("$schema=")
        assert start == "# yaml-language-server: "
        place = (file.parent / schema).resolve()
        assert json.loads(place.read_text()) == schemas.printed(place.stem)
        assert place.stem == file.stem
        assert schemas.faults(place.stem, schemas.content(file)) == []
        named += 1
    assert named == (3 if kind == "scoring" else 2)
