"""`problem.xml` of a Polygon package as values, nothing of it acted upon yet.

Source: packages that Polygon writes; no specification of the format is published.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from judging.core.diagnostics import error
from judging.core.errors import PackageError

NAME = "problem.xml"
_MOST_TESTS = 20_000
_PATTERN = re.compile(r"[^%]*%(0\d)?d[^%]*")


@dataclass(frozen=True, slots=True)
class Test:
    """One test of a testset. `number` counts from 1; `command` makes it where it is generated, and
    `file` is the one of several files that the command writes."""

    number: int
    command: str | None
    file: str | None
    group: str
    points: float
    sample: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A group of tests. `complete`: its points are given for all of its tests, or not at all."""

    name: str
    points: float | None
    complete: bool
    needs: tuple[str, ...]
    feedback: str


@dataclass(frozen=True, slots=True)
class Testset:
    """Tests with their limits, in seconds and bytes. The patterns have one %d for the number."""

    name: str
    time_s: float
    memory_bytes: int
    input_pattern: str
    answer_pattern: str
    tests: tuple[Test, ...]
    groups: tuple[Group, ...]

    def input(self, number: int) -> str:
        """The path of a test's input."""
        return _numbered(self.input_pattern, number)

    def answer(self, number: int) -> str:
        """The path of a test's answer."""
        return _numbered(self.answer_pattern, number)


@dataclass(frozen=True, slots=True)
class Validator:
    """An input validator: its source, and inputs that it must refuse or take (path, verdict)."""

    source: str
    tests: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One file of a statement; `type` is a MIME type."""

    language: str
    type: str
    path: str


@dataclass(frozen=True, slots=True)
class Description:
    """All of problem.xml that has a meaning here; every path is relative to the package.

    `checker` is None where there is none, `checker_name` as Polygon names it. `rest` has what is
    there beside: element -> how often.
    """

    short_name: str
    url: str | None
    names: Mapping[str, str]
    statements: tuple[Statement, ...]
    testsets: tuple[Testset, ...]
    reads: str
    writes: str
    runs: int
    resources: tuple[str, ...]
    executables: tuple[str, ...]
    checker: str | None
    checker_name: str
    checker_tests: int
    interactor: str | None
    validators: tuple[Validator, ...]
    solutions: tuple[tuple[str, str], ...]
    tags: tuple[str, ...]
    rest: Mapping[str, int]


def read(path: Path) -> Description:
    """The description in the file `path`. Raises PackageError where it makes no sense."""
    try:
        content = path.read_bytes()
        if b"<!ENTITY" in content or b"<!DOCTYPE" in content:
            raise _broken("a document type or entities: expected elements only")
        root = ElementTree.fromstring(content)
    except OSError as failure:
        raise _broken(f"cannot be read: {failure.strerror}") from failure
    except (ElementTree.ParseError, ValueError, LookupError) as failure:
        raise _broken(f"not XML: {failure}") from failure
    if root.tag != "problem":
        raise _broken(f"expected <problem>, found <{root.tag}>")
    judging = root.find("judging")
    testsets = tuple(_testset(e) for e in root.iterfind("judging/testset"))
    if judging is None or not testsets:
        raise _broken("no <testset> in <judging>")
    return Description(
        short_name=root.get("short-name", ""),
        url=root.get("url"),
        names={e.get("language", ""): e.get("value", "") for e in root.iterfind("names/name")},
        statements=tuple(
            Statement(e.get("language", ""), e.get("type", ""), e.get("path", ""))
            for e in root.iterfind("statements/statement")
        ),
        testsets=testsets,
        reads=judging.get("input-file", ""),
        writes=judging.get("output-file", ""),
        runs=_whole(judging.get("run-count", "1"), "run-count"),
        resources=tuple(_paths(root, "files/resources/file")),
        executables=tuple(_paths(root, "files/executables/executable/source")),
        checker=next(_paths(root, "assets/checker/source"), None),
        checker_name=next((e.get("name", "") for e in root.iterfind("assets/checker")), ""),
        checker_tests=len(root.findall("assets/checker/testset/tests/test")),
        interactor=next(_paths(root, "assets/interactor/source"), None),
        validators=tuple(_validators(root)),
        solutions=tuple(
            (e.get("tag", ""), next(_paths(e, "source"), ""))
            for e in root.iterfind("assets/solutions/solution")
        ),
        tags=tuple(e.get("value", "") for e in root.iterfind("tags/tag")),
        rest=_rest(root),
    )


def _paths(root: Element, place: str) -> Iterator[str]:
    return (e.get("path", "") for e in root.iterfind(place))


def _testset(element: Element) -> Testset:
    name = element.get("name", "")
    tests = tuple(_test(i, e) for i, e in enumerate(element.iterfind("tests/test"), 1))
    count = _whole(_text(element, "test-count", str(len(tests))), "test-count")
    if not tests:
        tests = tuple(Test(i, None, None, "", 0.0, False) for i in range(1, count + 1))
    time_ms = _number(_text(element, "time-limit"), f"time-limit of testset {name}")
    memory = _whole(_text(element, "memory-limit"), f"memory-limit of testset {name}")
    if time_ms <= 0 or memory <= 0:
        raise _broken(f"testset {name}: expected limits above 0")
    return Testset(
        name,
        time_ms / 1000,
        memory,
        _pattern(_text(element, "input-path-pattern", "tests/%02d")),
        _pattern(_text(element, "answer-path-pattern", "tests/%02d.a")),
        tests,
        tuple(map(_group, element.iterfind("groups/group"))),
    )


def _test(number: int, element: Element) -> Test:
    return Test(
        number,
        element.get("cmd") if element.get("method") != "manual" else None,
        element.get("from-file"),
        element.get("group", ""),
        _number(element.get("points", "0"), f"points of test {number}"),
        element.get("sample") == "true",
    )


def _group(element: Element) -> Group:
    name, points = element.get("name", ""), element.get("points")
    return Group(
        name,
        None if points is None else _number(points, f"points of group {name}"),
        element.get("points-policy") == "complete-group",
        tuple(e.get("group", "") for e in element.iterfind("dependencies/dependency")),
        element.get("feedback-policy", ""),
    )


def _validators(root: Element) -> Iterator[Validator]:
    for element in root.iterfind("assets/validators/validator"):
        pattern = _pattern(_text(element, "testset/input-path-pattern", "%02d"))
        tests = enumerate(element.iterfind("testset/tests/test"), 1)
        listed = tuple((_numbered(pattern, i), e.get("verdict", "")) for i, e in tests)
        yield Validator(next(_paths(element, "source"), ""), listed)


def _rest(root: Element) -> dict[str, int]:
    """Elements that describe what has no place in other packages."""
    places = {
        "tutorials": "tutorials/tutorial",
        "documents": "documents/document",
        "stresses": "stresses/list/stress",
        "extra-tags": "assets/solutions/solution/extra-tags/extra-tag",
        "attachments": "files/attachments/file",
        "resources for solutions": "files/resources/file/assets",
    }
    return {name: n for name, place in places.items() if (n := len(root.findall(place)))}


def _text(element: Element, place: str, default: str | None = None) -> str:
    text = element.findtext(place, "").strip() or default
    if text is None:
        raise _broken(f"no <{place}> in <{element.tag} name={element.get('name', '')!r}>")
    return text


def _pattern(text: str) -> str:
    if not _PATTERN.fullmatch(text):
        raise _broken(f"expected a pattern such as tests/%02d, found {text!r}")
    return text


def _numbered(pattern: str, number: int) -> str:
    return pattern % number


def _number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e15:
        raise _broken(f"{what}: expected a number from 0, found {text!r}")
    return value


def _whole(text: str, what: str) -> int:
    value = _number(text, what)
    if value != int(value) or (what == "test-count" and value > _MOST_TESTS):
        raise _broken(f"{what}: expected a whole number, found {text!r}")
    return int(value)


def _broken(message: str) -> PackageError:
    return PackageError([error(message, NAME)])
