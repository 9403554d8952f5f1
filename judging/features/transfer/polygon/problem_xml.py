"""Read problem.xml of a Polygon package as values.

Source: packages that Polygon writes; there is no public specification of the format.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.values import Value

NAME = "problem.xml"
# More than any problem has. It stops a file of a few bytes that states a billion tests.
_MOST_TESTS = 20_000
# One %d, and nothing else that Python's % would read: the pattern comes from the file.
_PATTERN = re.compile(r"[^%]*%(0\d)?d[^%]*")


class Test(Value):
    """One test of a testset, numbered from 1.

    `command` generates it, if anything does. If the command writes several files, `file`
    is the number of this test's file.
    """

    number: int
    command: str | None
    file: str | None
    group: str
    points: float
    sample: bool


class Group(Value):
    """A group of tests. `complete`: it gives its points for all of its tests or not at all."""

    name: str
    points: float | None
    complete: bool
    dependencies: tuple[str, ...]
    feedback: str


class Testset(Value):
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
        """Return True if a test or a group gives points: there is no other sign of it."""
        of_tests = any(test.points for test in self.tests)
        return of_tests or any(group.points for group in self.groups)


class Validator(Value):
    """An input validator: its source, and its tests as (path, verdict)."""

    source: str
    tests: tuple[tuple[str, str], ...]


class Description(Value):
    """Everything in problem.xml that an import uses. Paths are relative to the package.

    `statements` are paths by (language, MIME type), `named_files` what submissions use
    instead of standard input and output. `checker` is the path of its source,
    `checker_name` Polygon's name for it. `solutions` are (tag, path), `notes` what setters say of
    them, by path. `unused` counts the elements that have no place in other packages, by their
    name; `details` names attributes and properties that have none.
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
    notes: Mapping[str, str]
    tags: tuple[str, ...]
    unused: Mapping[str, int]
    details: tuple[str, ...]


def read(path: Path) -> Description:
    """Read the file at `path`. Raises PackageError if it is not a valid problem.xml."""
    root = _parse(path)
    if root.tag != "problem":
        raise _invalid(f"expected <problem>, found <{root.tag}>")
    judging = root.find("judging")
    testsets = tuple(_testset(each) for each in root.iterfind("judging/testset"))
    if judging is None or not testsets:
        raise _invalid("no <testset> in <judging>")
    return Description(
        short_name=root.get("short-name", ""),
        url=root.get("url"),
        names=_names(root),
        statements=_statements(root),
        testsets=testsets,
        named_files=_named_files(judging),
        runs=_whole(judging.get("run-count", "1"), "run-count"),
        resources=tuple(_paths(root, "files/resources/file")),
        executables=tuple(_paths(root, "files/executables/executable/source")),
        checker=next(_paths(root, "assets/checker/source"), None),
        checker_name=_checker_name(root),
        checker_tests=len(root.findall("assets/checker/testset/tests/test")),
        interactor=next(_paths(root, "assets/interactor/source"), None),
        validators=tuple(_validators(root)),
        solutions=tuple(_solutions(root)),
        notes=_notes(root),
        tags=tuple(each.get("value", "") for each in root.iterfind("tags/tag")),
        unused=_unused(root),
        details=tuple(_details(root)),
    )


def _parse(path: Path) -> Element:
    try:
        content = path.read_bytes()
        # Entities can grow to gigabytes. Polygon declares none.
        if b"<!ENTITY" in content or b"<!DOCTYPE" in content:
            raise _invalid(
                "it declares a document type or entities: expected elements only"
            )
        return ElementTree.fromstring(content)
    except OSError as failure:
        raise _invalid(f"cannot be read: {failure.strerror}") from failure
    except (ElementTree.ParseError, ValueError, LookupError) as failure:
        # The last two: an encoding that Python does not know.
        raise _invalid(f"not XML: {failure}") from failure


def _names(root: Element) -> dict[str, str]:
    names = {}
    for element in root.iterfind("names/name"):
        names[element.get("language", "")] = element.get("value", "")
    return names


def _statements(root: Element) -> dict[tuple[str, str], str]:
    statements = {}
    for element in root.iterfind("statements/statement"):
        key = (element.get("language", ""), element.get("type", ""))
        statements[key] = element.get("path", "")
    return statements


def _named_files(judging: Element) -> tuple[str, ...]:
    # An empty name means standard input or output.
    names = (judging.get("input-file"), judging.get("output-file"))
    return tuple(name for name in names if name)


def _checker_name(root: Element) -> str:
    checker = root.find("assets/checker")
    return "" if checker is None else checker.get("name", "")


def _solutions(root: Element) -> Iterator[tuple[str, str]]:
    for element in root.iterfind("assets/solutions/solution"):
        yield element.get("tag", ""), next(_paths(element, "source"), "")


def _notes(root: Element) -> dict[str, str]:
    """Return the notes on solutions, each on one line."""
    notes = {}
    for element in root.iterfind("assets/solutions/solution"):
        note = "".join(c if c.isprintable() else " " for c in element.get("note", ""))
        if note.strip():
            notes[next(_paths(element, "source"), "")] = " ".join(note.split())
    return notes


def _paths(root: Element, path: str) -> Iterator[str]:
    for element in root.iterfind(path):
        yield element.get("path", "")


def _testset(element: Element) -> Testset:
    name = element.get("name", "")
    listed = enumerate(element.iterfind("tests/test"), 1)
    tests = tuple(_test(number, test) for number, test in listed)
    count = _whole(_text(element, "test-count", str(len(tests))), "test-count")
    if not tests:
        # Some packages state the number of tests only.
        numbers = range(1, count + 1)
        tests = tuple(Test(number, None, None, "", 0.0, False) for number in numbers)
    time_ms = _number(_text(element, "time-limit"), f"time-limit of testset {name}")
    memory = _whole(_text(element, "memory-limit"), f"memory-limit of testset {name}")
    if time_ms <= 0 or memory <= 0:
        raise _invalid(f"testset {name}: expected limits above 0")
    return Testset(
        name=name,
        time_s=time_ms / 1000,
        memory_bytes=memory,
        input_pattern=_pattern(_text(element, "input-path-pattern", "tests/%02d")),
        answer_pattern=_pattern(_text(element, "answer-path-pattern", "tests/%02d.a")),
        tests=tests,
        groups=tuple(_group(group) for group in element.iterfind("groups/group")),
    )


def _test(number: int, element: Element) -> Test:
    manual = element.get("method") == "manual"
    return Test(
        number=number,
        command=None if manual else element.get("cmd"),
        file=element.get("from-file"),
        group=element.get("group", ""),
        points=_number(element.get("points", "0"), f"points of test {number}"),
        sample=element.get("sample") == "true",
    )


def _group(element: Element) -> Group:
    name = element.get("name", "")
    points = None
    stated = element.get("points")
    if stated is not None:
        points = _number(stated, f"points of group {name}")
    needs = element.iterfind("dependencies/dependency")
    return Group(
        name=name,
        points=points,
        complete=element.get("points-policy") == "complete-group",
        dependencies=tuple(need.get("group", "") for need in needs),
        feedback=element.get("feedback-policy", ""),
    )


def _validators(root: Element) -> Iterator[Validator]:
    for element in root.iterfind("assets/validators/validator"):
        pattern = _pattern(_text(element, "testset/input-path-pattern", "%02d"))
        tests = []
        for number, test in enumerate(element.iterfind("testset/tests/test"), 1):
            tests.append((pattern % number, test.get("verdict", "")))
        yield Validator(next(_paths(element, "source"), ""), tuple(tests))


def _unused(root: Element) -> dict[str, int]:
    places = {
        "tutorials": "tutorials/tutorial",
        "documents": "documents/document",
        "stresses": "stresses/list/stress",
        "extra-tags": "assets/solutions/solution/extra-tags/extra-tag",
        "attachments": "files/attachments/file",
        "resources for solutions": "files/resources/file/assets",
    }
    counts = {name: len(root.findall(place)) for name, place in places.items()}
    return {name: count for name, count in counts.items() if count}


def _details(root: Element) -> Iterator[str]:
    """Yield the attributes and properties that have no place in other packages."""
    revision = root.get("revision", "1")
    if revision != "1":
        yield f"revision {revision}"
    short_name = root.get("short-name", "")
    if short_name and not root.get("url", "").endswith(f"/{short_name}"):
        yield f"short-name {short_name}"
    types = {element.get("type", "") for element in root.iterfind(".//source")}
    if types - {""}:
        yield f"types of sources {' '.join(sorted(types - {''}))}"
    checker = root.find("assets/checker")
    for attribute in ("name", "type"):
        value = None if checker is None else checker.get(attribute)
        if value:
            yield f"checker {attribute} {value}"
    properties = [each.get("name", "") for each in root.iterfind("properties/property")]
    if properties:
        yield f"properties {' '.join(properties)}"


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
    # The upper bound refuses "inf"; a comparison with "nan" is false.
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
