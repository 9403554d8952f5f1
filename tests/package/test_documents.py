"""YAML with positions: values, their lines, and errors with a line."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.operations import operations

from judging.core.diagnostics import Diagnostic
from judging.core.errors import PackageError
from judging.package.yaml import documents, writing
from judging.package.yaml.documents import MAX_DEPTH, MAX_VALUES, Document


def parse(content: str | bytes) -> tuple[Document | None, list[str]]:
    found: list[Diagnostic] = []
    content = content if isinstance(content, bytes) else content.encode()
    return documents.parse(content, "f.yaml", found.append), [
        str(item) for item in found
    ]


def value_of(text: str) -> object:
    document, found = parse(f"key: {text}\n")
    assert document is not None
    assert found == []
    return document.data["key"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("'~'", "~"),
        ("true", True),
        ("no", "no"),
        ("12", 12),
        ("-0x1f", "-0x1f"),
        ("0x1f", 31),
        ("0o17", 15),
        ("017", 17),
        ("1e3", 1000.0),
        ("1.5", 1.5),
        (".inf", math.inf),
        ("-.inf", -math.inf),
        ("1:30", "1:30"),
        ("2025-09-01", "2025-09-01"),
        ("'12'", "12"),
        ("!!str 12", "12"),
        ("|\n  a\n  b\n", "a\nb\n"),
        ("[1, [a]]", [1, ["a"]]),
        ("{a: {b: c}}", {"a": {"b": "c"}}),
    ],
)
def test_values_are_those_of_the_core_schema(text: str, value: object) -> None:
    assert value_of(text) == value
    assert type(value_of(text)) is type(value)


def test_nan_is_a_number() -> None:
    assert math.isnan(value_of(".nan"))  # type: ignore[arg-type]


def test_every_key_and_item_has_its_line() -> None:
    document, _ = parse("a:\n  b: 1\n  c:\n  - x\n  - y: 2\n\nd: [p,\n  q]\n")
    assert document is not None
    assert dict(document.lines) == {
        ("a",): 1,
        ("a", "b"): 2,
        ("a", "c"): 3,
        ("a", "c", 0): 4,
        ("a", "c", 1): 5,
        ("a", "c", 1, "y"): 5,
        ("d",): 7,
        ("d", 0): 7,
        ("d", 1): 8,
    }


def test_a_finding_names_file_line_and_dotted_key() -> None:
    document, _ = parse("\na:\n  b: [1]\n")
    assert document is not None
    assert (
        str(document.location(("a", "b", 0)).error("bad"))
        == "error: f.yaml:3: a.b.0: bad"
    )
    assert (
        str(document.location(("a", "absent")).warning("odd"))
        == "warning: f.yaml:2: a.absent: odd"
    )
    assert str(document.location(()).error("whole")) == "error: f.yaml: whole"


def test_lines_inside_an_alias_are_those_of_its_anchor() -> None:
    document, found = parse("a: &x {p: 1,\n  q: [2]}\nb:\n  c: *x\n")
    assert found == []
    assert document is not None
    assert document.data["b"] == {"c": {"p": 1, "q": [2]}}
    assert document.line(("b", "c", "q", 0)) == 2
    assert document.line(("b", "c")) == 4


def test_a_duplicate_key_is_reported_and_the_first_stands() -> None:
    document, found = parse("a: 1\nb:\n  c: 1\n  c: {d: 2}\n")
    assert document is not None
    assert document.data == {"a": 1, "b": {"c": 1}}
    assert found == ["error: f.yaml:4: b.c: duplicate key: line 3 has it too"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "f.yaml: expected a mapping (`key: value` lines), found nothing"),
        ("- 1\n", "f.yaml: expected a mapping (`key: value` lines), found a list"),
        ("word\n", "f.yaml: expected a mapping (`key: value` lines), found text 'word'"),
        ("a: [1\nb: 2\n", "f.yaml:2: not YAML: "),
        ("a: 1\n b: 2\n", "f.yaml:2: not YAML: indented deeper than line 1"),
        (
            "a:\n\tb: 1\n",
            "f.yaml:2: not YAML: the line begins with a tab: indent with spaces",
        ),
        (
            "a:\n  b: 1\n \tc: 2\n",
            "f.yaml:3: not YAML: the line begins with a tab: indent with spaces",
        ),
        (
            "a: 1\nb: @x\n",
            "f.yaml:2: not YAML: a value cannot begin with @: write it in quotes (column 4)",
        ),
        (b"a: 1\nb: \xff\n", "f.yaml:2: not UTF-8: byte 0xff"),
        ("a: é\nb: \x07", "f.yaml:2: not YAML: the character U+0007"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2: a second document starts here"),
        (
            "a: 1\n5: 2\n",
            "f.yaml:2: a key must be text, found the number 5; write it in quotes",
        ),
        ("a: 1\nyes: 1\ntrue: 2\n", "f.yaml:3: a key must be text, found true"),
        ("? [a]\n: 1\n", "f.yaml:1: a key must be text, not a list"),
        ("a: *b\n", "f.yaml:1: the alias *b has no anchor before it"),
        ("a: &x [*x]\n", "f.yaml:1: the alias *x has no anchor before it"),
        ("a: !!binary x\n", "f.yaml:1: unknown tag tag:yaml.org,2002:binary"),
        ("a: !!set {x}\n", "f.yaml:1: unknown tag tag:yaml.org,2002:set"),
        ("a: " + "9" * 5000, "f.yaml:1: a number with too many digits"),
        ("a: 0x" + "f" * 5000, "f.yaml:1: a number with too many digits"),
        (
            "a: " + "[" * 100 + "]" * 100,
            f"f.yaml:1: nested more than {MAX_DEPTH} levels deep",
        ),
    ],
)
def test_unreadable_yaml_is_one_error_with_a_line(
    content: str | bytes, message: str
) -> None:
    document, found = parse(content)
    assert document is None
    assert len(found) == 1
    assert found[0].startswith(f"error: {message}")


def test_a_file_that_cannot_be_edited_is_an_error_of_the_package() -> None:
    with pytest.raises(PackageError, match=r"f\.yaml: cannot be rewritten: month"):
        writing.edit(b"a: 2025-99-99\n", "f.yaml", lambda data: True)


def test_exploding_aliases_are_refused_before_they_explode() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    document, found = parse("\n".join(levels))
    assert document is None
    # Each level has 9 times the values of the one before: the sixth is the first with too many.
    (refused,) = found
    assert f"f.yaml:6: more than {MAX_VALUES} values, aliases counted in full" in refused


def test_many_anchors_take_linear_time() -> None:
    def read(count: int) -> None:
        document, _ = parse("".join(f"k{i}: &k{i} [{i}]\n" for i in range(count)))
        assert document is not None
        assert len(document.data) == count

    assert operations(lambda: read(600)) < 2.5 * operations(lambda: read(300))


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    found: list[Diagnostic] = []
    assert documents.read(tmp_path, "folder.yaml", found.append) is None
    assert documents.read(tmp_path / "none.yaml", "none.yaml", found.append) is None
    assert [str(item) for item in found] == [
        "error: folder.yaml: not a regular file",
        "error: none.yaml: not a regular file",
    ]


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(documents.MAX_BYTES + 1)
    found: list[Diagnostic] = []
    assert documents.read(path, "big.yaml", found.append) is None
    assert str(found[0]) == "error: big.yaml: cannot be read: larger than 16 MiB"
