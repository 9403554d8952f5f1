"""What is said of a text that is not YAML: plain words, and the line of the fault.

Both parsers of PyYAML are asked: libyaml's, and its own where a wheel lacks libyaml.
"""

from __future__ import annotations

import re

import pytest
import yaml

from judging.core.diagnostics import Diagnostic
from judging.package.yaml import documents

NO_COLON = "expected `key: value`: a colon and a space are missing"
TAB = "the line begins with a tab: indent with spaces"

# What somebody wrote: the line of the fault, and words of the message.
FAULTS: dict[str, tuple[str, int, str]] = {
    "tab": ("a:\n\tb: 3\n", 2, TAB),
    "tab after spaces": ("a:\n  \tb: 3\n", 2, TAB),
    "tab before the second key": ("a:\n  b: 3\n\tc: 4\n", 3, TAB),
    "tab before an item": ("a:\n\t- 1\n", 2, TAB),
    "tab after a hyphen": ("-\ta: 1\n", 1, "a tab in column 2: use spaces"),
    "double quote": ('a: "x\nb: 3\nc: 4\n', 1, "the quote in column 4 is never closed"),
    "single quote": ("b: 1\na: 'x\n", 2, "the quote in column 4 is never closed"),
    "quote of a key": ('"a: 1\nb: 2\n', 1, "the quote in column 1 is never closed"),
    "apostrophe": ("a: 'It's'\nb: 2\n", 1, "write '' for ' inside single quotes"),
    "quote above": (
        'a: "x\nb: 1 # "y" z\n',
        2,
        "a quote that is not closed in a line above",
    ),
    "two quoted words": ('a: "x" and "y"\n', 1, "text after the closing quote"),
    "bracket": ("a: [1, 2\nb: 3\n", 2, "the [ in line 1 is still open"),
    "bracket to the end": ("a: [1, 2\n", 1, "the [ in column 4 is never closed"),
    "bracket and nothing": ("b: 1\na: [", 2, "the [ in column 4 is never closed"),
    "brace": ("a: {b: 1\nc: 3\n", 2, "the { in line 1 is still open"),
    "brace to the end": ("a: {b: 1", 1, "the { in column 4 is never closed"),
    "other bracket": ("a: [1, 2}\n", 1, "a comma or ] is missing before column 9"),
    "bracket alone": ("a: ]\n", 1, "a value cannot begin with ]: write it in quotes"),
    "brace alone": ("a: 1\n}\n", 2, "} in column 1 closes nothing"),
    "comma": ("a: {b: 1 c: 2}\n", 1, "a comma or } is missing before column 11"),
    "comma of a line": ("a: {\n  b: 1\n  c: 2\n}\n", 3, "missing before this line"),
    "deeper": ("a: 1\n  b: 2\n", 2, "indented deeper than line 1, which has a value"),
    "less deep": ("a:\n    b: 2\n  c: 3\n", 3, "indented by 2 spaces"),
    "less deep item": ("a:\n  - 1\n - 2\n", 3, "indented by 1 space:"),
    "less deep than the first": ("  a: 1\nb: 2\n", 2, "indented less than the lines"),
    "block text": ("a: |\n  b\n c\nd: 1\n", 3, "indented by 1 space:"),
    "item among keys": ("a: 1\n- b\n", 2, "a list item among keys"),
    "key among items": ("- b\na: 1\n", 2, "a key among list items"),
    "item beside a key": ("a: - b\n", 1, "a list item in column 4: begin it on a line"),
    "no colon": ("name Sum\nlimits: 3\n", 1, NO_COLON),
    "no colon later": ("a: 1\nname Sum\nlimits: 3\n", 2, NO_COLON),
    "no colon at the end": ("a: 1\nlimits\n", 2, NO_COLON),
    "no colon before keys": ("a: 1\nlimits\n  time: 3\n", 2, NO_COLON),
    "no space": ("a:1\nb: 2\n", 1, "a space is missing after the colon"),
    "two colons": ("a: Sum: again\n", 1, "a second `: ` in column 7"),
    "at sign": ("a: @me\n", 1, "a value cannot begin with @: write it in quotes"),
    "backtick": ("a: `x`\n", 1, "a value cannot begin with `: write it in quotes"),
    "percent sign": ("a: %d\n", 1, "a value cannot begin with %: write it in quotes"),
    "percent at the start": ("%d: 1\n", 1, "a line cannot begin with %"),
    "star": ("a: *.py\n", 1, "a value cannot begin with *: write it in quotes"),
    "ampersand": ("a: & b\n", 1, "a value cannot begin with &: write it in quotes"),
    "comma first": ("a: , b\n", 1, "a value cannot begin with ,: write it in quotes"),
    "question mark": ("a: ? b\n", 1, "a value cannot begin with ?: write it in quotes"),
    "exclamation mark": ("a: !<x\n", 1, "a value cannot begin with !"),
    "tag handle": ("a: !e!x y\n", 1, "a value cannot begin with !"),
    "two anchors": ("a: &x &y 1\n", 1, "unexpected text in column 7"),
    "escape": ('a: "\\d"\n', 1, "an unknown escape in double quotes"),
    "hexadecimal escape": ('a: "\\xZZ"\n', 1, "an unknown escape in double quotes"),
    "text after a bar": ("a: | 3\n  1 2\n", 1, "unexpected text after | or >"),
    "after the end": ("a: 1\n...\nb: 2\n", 3, "text after the end of the document"),
    "version": ("%YAML 2.0\n---\na: 1\n", 1, "an unknown version of YAML"),
    "conflict": ("b: 1\n<<<<<<< HEAD\na: 1\n=======\na: 2\n", 2, "a conflict of git"),
    "no-break space": ("a: 1\n \u00a0b: 2\n", 2, "a no-break space (U+00A0)"),
    "control character": ("a: é\nb: \x07\n", 2, "the character U+0007 is not allowed"),
}

# Words of the parsers: each names a rule of theirs, none what a person wrote.
PARSER = re.compile(
    r"while (scanning|parsing)|scalar|flow|block (map|seq|coll)|token|stream|context"
)


@pytest.fixture(params=["libyaml", "PyYAML"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    loader: type | None = yaml.SafeLoader
    if request.param == "libyaml":
        loader = getattr(yaml, "CSafeLoader", None)
        if loader is None:
            pytest.skip("this PyYAML has no libyaml")
    monkeypatch.setattr(documents, "LOADER", loader)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_in_plain_words_at_its_line(fault: str) -> None:
    text, line, words = FAULTS[fault]
    found: list[Diagnostic] = []
    assert documents.parse(text.encode(), "f.yaml", found.append) is None
    (error,) = found
    assert (error.line, words in error.message) == (line, True), error
    assert not PARSER.search(error.message), error


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a: caf\xe9\n", "not UTF-8: byte 0xe9: save the file as UTF-8"),
        ("a: 1\n".encode("utf-16"), "UTF-16: save the file as UTF-8"),
        ("a: 1\n\ufeffb: 2\n".encode(), "a byte order mark (U+FEFF) inside the file"),
        (b"a: {{max_n}}\n", "write {{...}} in quotes"),
        (b"a: !include x\n", "write a value that begins with ! in quotes"),
        (b"a: *x\n", "write a value that begins with * in quotes"),
        (b"a:1\n", "write a space after each colon"),
    ],
)
def test_what_is_no_document_says_what_to_write(content: bytes, words: str) -> None:
    found: list[Diagnostic] = []
    assert documents.parse(content, "f.yaml", found.append) is None
    (error,) = found
    assert words in error.message


def test_a_byte_order_mark_at_the_start_is_read() -> None:
    found: list[Diagnostic] = []
    document = documents.parse("\ufeffa: 1\n".encode(), "f.yaml", found.append)
    assert document is not None
    assert (document.data, found) == ({"a": 1}, [])
