"""Read problem.xml of a Polygon package as values.

Source: packages that Polygon writes; there is no public specification of the format.
"""

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
    """One test of a testset, numbered from 1.

    `command` generates it, if anything does. If the command writes several files, `file` is the
    number of this test's file.
    """

    number: int
    command: str | None
    file: str | None
    group: str
    points: float
    sample: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A group of tests. `complete`: it gives its points for all of its tests or not at all."""

    name: str
    points: float | None
    complete: bool
    dependencies: tuple[str, ...]
    feedback: str


@dataclass(frozen=True, slots=True)
class Testset:
    """Tests with their limits in seconds and bytes. Each pattern has one %d for the number."""

    name: str
    time_s: float
    memory_bytes: int
    input_pattern: str
    answer_pattern: str
    tests: tuple[Test, ...]
    groups: tuple[Group, ...]

    @property
    def scoring(self) -> bool:
        return any(t.points for t in self.tests) or any(g.points for g in self.groups)


@dataclass(frozen=True, slots=True)
class Validator:
    """An input validator: its source, and its tests as (path, verdict)."""

    source: str
    tests: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Description:
    """Everything in problem.xml that an import uses. Paths are relative to the package.

    `statements` are paths by (language, MIME type), `named_files` what submissions use instead of
    standard input and output. `checker` is the path of its source, `checker_name` Polygon's name
    for it. `solutions` are (tag, path). `unused` counts the elements that have no place in other
    packages, by their name.
    """

    short_name: str
    url: str | None
    names: Mapping[str, str]
    statements: Mapping[tuple[str, str], str]
    testsets: tuple[Testset, ...]
    named_files: tuple[str, ...]
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
    unused: Mapping[str, int]


def read(path: Path) -> Description:
    """Read the file at `path`. Raises PackageError if it is not a valid problem.xml."""
    try:
        content = path.read_bytes()
        if b"<!ENTITY" in content or b"<!DOCTYPE" in content:
            raise _invalid(
                "it declares a document type or entities: expected elements only"
            )
        root = ElementTree.fromstring(content)
    except OSError as failure:
        raise _invalid(f"cannot be read: {failure.strerror}") from failure
    except (ElementTree.ParseError, ValueError, LookupError) as failure:
        raise _invalid(f"not XML: {failure}") from failure
    if root.tag != "problem":
        raise _invalid(f"expected <problem>, found <{root.tag}>")
    judging = root.find("judging")
    testsets = tuple(_testset(e) for e in root.iterfind("judging/testset"))
    if judging is None or not testsets:
        raise _invalid("no <testset> in <judging>")
    return Description(
        short_name=root.get("short-name", ""),
        url=root.get("url"),
        names={
            e.get("language", ""): e.get("value", "")
            for e in root.iterfind("names/name")
        },
        statements={
            (e.get("language", ""), e.get("type", "")): e.get("path", "")
            for e in root.iterfind("statements/statement")
        },
        testsets=testsets,
        named_files=tuple(
            n for key in ("input-file", "output-file") if (n := judging.get(key))
        ),
        runs=_whole(judging.get("run-count", "1"), "run-count"),
        resources=tuple(_paths(root, "files/resources/file")),
        executables=tuple(_paths(root, "files/executables/executable/source")),
        checker=next(_paths(root, "assets/checker/source"), None),
        checker_name=next(
            (e.get("name", "") for e in root.iterfind("assets/checker")), ""
        ),
        checker_tests=len(root.findall("assets/checker/testset/tests/test")),
        interactor=next(_paths(root, "assets/interactor/source"), None),
        validators=tuple(_validators(root)),
        solutions=tuple(
            (e.get("tag", ""), next(_paths(e, "source"), ""))
            for e in root.iterfind("assets/solutions/solution")
        ),
        tags=tuple(e.get("value", "") for e in root.iterfind("tags/tag")),
        unused=_unused(root),
    )


def _paths(root: Element, path: str) -> Iterator[str]:
    return (e.get("path", "") for e in root.iterfind(path))


def _testset(element: Element) -> Testset:
    name = element.get("name", "")
    tests = tuple(_test(i, e) for i, e in enumerate(element.iterfind("tests/test"), 1))
    count = _whole(_text(element, "test-count", str(len(tests))), "test-count")
    if not tests:
        tests = tuple(Test(i, None, None, "", 0.0, False) for i in range(1, count + 1))
    time_ms = _number(_text(element, "time-limit"), f"time-limit of testset {name}")
    memory = _whole(_text(element, "memory-limit"), f"memory-limit of testset {name}")
    if time_ms <= 0 or memory <= 0:
        raise _invalid(f"testset {name}: expected limits above 0")
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
        listed = tuple((pattern % i, e.get("verdict", "")) for i, e in tests)
        yield Validator(next(_paths(element, "source"), ""), listed)


def _unused(root: Element) -> dict[str, int]:
    places = {
        "tutorials": "tutorials/tutorial",
        "documents": "documents/document",
        "stresses": "stresses/list/stress",
        "extra-tags": "assets/solutions/solution/extra-tags/extra-tag",
        "attachments": "files/attachments/file",
        "resources for solutions": "files/resources/file/assets",
    }
    return {name: n for name, place in places.items() if (n := len(root.findall(place)))}


def _text(element: Element, path: str, default: str | None = None) -> str:
    text = element.findtext(path, "").strip() or default
    if text is None:
        raise _invalid(
            f"no <{path}> in <{element.tag} name={element.get('name', '')!r}>"
        )
    return text


def _pattern(text: str) -> str:
    if not _PATTERN.fullmatch(text):
        raise _invalid(f"expected a pattern such as tests/%02d, found {text!r}")
    return text


def _number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e15:
        raise _invalid(f"{what}: expected a number of at least 0, found {text!r}")
    return value


def _whole(text: str, what: str) -> int:
    value = _number(text, what)
    if value != int(value) or (what == "test-count" and value > _MOST_TESTS):
        raise _invalid(f"{what}: expected a whole number, found {text!r}")
    return int(value)


def _invalid(message: str) -> PackageError:
    return PackageError([error(message, NAME)])
