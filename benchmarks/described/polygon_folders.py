"""Polygon folders made of the problems of two other systems, TPS and Rime.

Both keep validators and checkers for testlib, as Polygon does, so `judge import` reads the
result. No program runs here: what generators make is made later, in the sandbox.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

_HEADERS = ("*.h", "*.hpp")
_DEFAULT_TIME_S = 2.0
_MEMORY_MIB = 1024

_TPS_TAGS = {
    "model_solution": "main",
    "correct": "accepted",
    "time_limit": "time-limit-exceeded",
    "memory_limit": "memory-limit-exceeded",
    "incorrect": "wrong-answer",
    "runtime_error": "rejected",
    "failed": "rejected",
    "time_limit_and_runtime_error": "rejected",
}


class NotReadable(Exception):
    """A problem lacks what a Polygon folder needs. The text says what."""


@dataclass(frozen=True, slots=True)
class ManualTest:
    """A test whose input is a file of the problem."""

    file: Path
    sample: bool


@dataclass(frozen=True, slots=True)
class GeneratedTest:
    """A test that a generator writes: its name and arguments."""

    command: str


@dataclass(frozen=True, slots=True)
class Solution:
    """A program, the name that it gets, and Polygon's tag for it."""

    file: Path
    name: str
    tag: str


@dataclass(frozen=True, slots=True)
class FoundProblem:
    """What both systems know about a problem."""

    name: str
    time_s: float
    validator: Path
    checker: Path | None
    generators: Sequence[Path]
    headers: Sequence[Path]
    solutions: Sequence[Solution]
    tests: Sequence[ManualTest | GeneratedTest]


def from_tps(root: Path) -> FoundProblem:
    """Read a problem of TPS: problem.json, solutions.json, subtasks.json and gen/data."""
    stated = json.loads((root / "problem.json").read_text())
    subtasks = json.loads((root / "subtasks.json").read_text())
    validator = root / "validator" / _one(subtasks.get("global_validators", []))
    checker = root / "checker/checker.cpp"
    has_checker = stated.get("has_checker", True) and checker.is_file()
    tests = list(_tests_of_tps(root))
    return FoundProblem(
        name=stated["name"],
        time_s=float(stated.get("time_limit", _DEFAULT_TIME_S)),
        validator=validator,
        checker=checker if has_checker else None,
        generators=list(_generators_used(root / "gen", tests)),
        headers=[*_headers(root / "gen"), *_headers(root / "validator")],
        solutions=list(_solutions_of_tps(root)),
        tests=tests,
    )


def _one(validators: Sequence[str]) -> str:
    if len(validators) != 1 or " " in validators[0]:
        raise NotReadable("expected one global validator without arguments")
    return validators[0]


def _solutions_of_tps(root: Path) -> Iterator[Solution]:
    listed = json.loads((root / "solutions.json").read_text())
    for name, facts in listed.items():
        file = root / "solution" / name
        if file.is_file():
            yield Solution(file, name, _TPS_TAGS[facts["verdict"]])


def _tests_of_tps(root: Path) -> Iterator[ManualTest | GeneratedTest]:
    """Yield each test of gen/data once. The first group holds the samples."""
    groups = 0
    seen = set()
    for line in (root / "gen/data").read_text().splitlines():
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if words[0] in ("@subtask", "@testset"):
            groups += 1
        if words[0].startswith("@") or tuple(words) in seen:
            continue
        seen.add(tuple(words))
        if words[0] == "manual":
            yield ManualTest(root / "gen/manual" / words[1], sample=groups == 1)
        else:
            yield GeneratedTest(" ".join(words))


def _generators_used(
    folder: Path, tests: Sequence[ManualTest | GeneratedTest]
) -> Iterator[Path]:
    names = set()
    for test in tests:
        if isinstance(test, GeneratedTest):
            names.add(test.command.split()[0])
    for name in sorted(names):
        found = sorted(folder.glob(f"{name}.*"))
        if not found:
            raise NotReadable(f"no generator {name}")
        yield found[0]


def from_rime(root: Path) -> FoundProblem:
    """Read a problem of Rime: PROBLEM, a SOLUTION in each solution's folder, and tests/.

    A solution with `challenge_cases` is wrong; TLE in the name of its folder says how. One
    that is wrong by its name alone is left out: nothing says which of the two holds.
    """
    problem = _without_comments(root / "PROBLEM")
    reference = _named("reference_solution", problem)
    tests = root / "tests"
    samples = sorted(tests.glob("00_sample*.in"))
    others = [file for file in sorted(tests.glob("*.in")) if file not in samples]
    found = [ManualTest(file, sample=True) for file in samples]
    found += [ManualTest(file, sample=False) for file in others]
    time_s = re.search(r"time_limit\s*=\s*([\d.]+)", problem)
    return FoundProblem(
        name=root.name,
        time_s=float(time_s[1]) if time_s else _DEFAULT_TIME_S,
        validator=tests / "validator.cc",
        checker=None,
        generators=[],
        headers=list(_headers(tests)),
        solutions=list(_solutions_of_rime(root, reference)),
        tests=found,
    )


def _solutions_of_rime(root: Path, reference: str) -> Iterator[Solution]:
    for stated in sorted(root.glob("*/SOLUTION")):
        text = _without_comments(stated)
        source = stated.parent / _named("src", text)
        name = f"{stated.parent.name}{source.suffix}"
        if stated.parent.name == reference:
            tag = "main"
        elif "challenge_cases" not in text:
            if stated.parent.name.endswith("_WA"):
                continue
            tag = "accepted"
        elif "TLE" in stated.parent.name:
            tag = "time-limit-exceeded"
        else:
            tag = "wrong-answer"
        yield Solution(source, name, tag)


def _without_comments(file: Path) -> str:
    return re.sub(r"#.*", "", file.read_text())


def _named(key: str, text: str) -> str:
    found = re.search(rf"{key}\s*=\s*['\"]([^'\"]+)['\"]", text)
    if found is None:
        raise NotReadable(f"no {key}")
    return found[1]


def _headers(folder: Path) -> Iterator[Path]:
    for pattern in _HEADERS:
        yield from sorted(folder.glob(pattern))


def write_polygon_folder(problem: FoundProblem, target: Path) -> None:
    """Write a folder that `judge import` reads as a Polygon package."""
    files = target / "files"
    files.mkdir(parents=True)
    for file in (*problem.headers, *problem.generators):
        shutil.copy(file, files)
    # `judge import` finds a header by its name alone.
    validator = problem.validator.read_text().replace('#include "./', '#include "')
    (files / f"validator{problem.validator.suffix}").write_text(validator)
    if problem.checker is not None:
        shutil.copy(problem.checker, files / "checker.cpp")
    (target / "solutions").mkdir()
    for solution in problem.solutions:
        shutil.copy(solution.file, target / "solutions" / solution.name)
    (target / "tests").mkdir()
    for number, test in enumerate(problem.tests, 1):
        if isinstance(test, ManualTest):
            shutil.copy(test.file, target / "tests" / f"{number:02}")
    ElementTree.ElementTree(_xml(problem)).write(target / "problem.xml")


def _xml(problem: FoundProblem) -> ElementTree.Element:
    root = ElementTree.Element("problem", {"short-name": problem.name})
    judging = ElementTree.SubElement(root, "judging")
    testset = ElementTree.SubElement(judging, "testset", {"name": "tests"})
    milliseconds = round(1000 * problem.time_s)
    ElementTree.SubElement(testset, "time-limit").text = str(milliseconds)
    ElementTree.SubElement(testset, "memory-limit").text = str(_MEMORY_MIB << 20)
    tests = ElementTree.SubElement(testset, "tests")
    for test in problem.tests:
        ElementTree.SubElement(tests, "test", _attributes(test))
    listed = ElementTree.SubElement(root, "files")
    resources = ElementTree.SubElement(listed, "resources")
    for name in sorted({header.name for header in problem.headers}):
        ElementTree.SubElement(resources, "file", {"path": f"files/{name}"})
    executables = ElementTree.SubElement(listed, "executables")
    for generator in problem.generators:
        executable = ElementTree.SubElement(executables, "executable")
        _add_source(executable, f"files/{generator.name}")
    assets = ElementTree.SubElement(root, "assets")
    if problem.checker is not None:
        _add_source(ElementTree.SubElement(assets, "checker"), "files/checker.cpp")
    validators = ElementTree.SubElement(assets, "validators")
    validator = ElementTree.SubElement(validators, "validator")
    _add_source(validator, f"files/validator{problem.validator.suffix}")
    solutions = ElementTree.SubElement(assets, "solutions")
    for solution in problem.solutions:
        element = ElementTree.SubElement(solutions, "solution", {"tag": solution.tag})
        _add_source(element, f"solutions/{solution.name}")
    return root


def _attributes(test: ManualTest | GeneratedTest) -> dict[str, str]:
    if isinstance(test, GeneratedTest):
        return {"method": "generated", "cmd": test.command}
    if test.sample:
        return {"method": "manual", "sample": "true"}
    return {"method": "manual"}


def _add_source(parent: ElementTree.Element, path: str) -> None:
    ElementTree.SubElement(parent, "source", {"path": path})
