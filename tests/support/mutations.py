"""Broken copies of files, as a fuzzer makes them. The seed of `chance` determines every copy."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

# Values that a reader of YAML, XML or plain text may stumble over.
HOSTILE: Sequence[bytes] = (
    *(
        b"",
        b"~",
        b"true",
        b"no",
        b"0",
        b"-1",
        b"1e999",
        b"-1e308",
        b"1e-400",
        b".nan",
        b"-.inf",
    ),
    *(
        b"0x" + b"f" * 5000,
        b"0o" + b"7" * 6000,
        b"9" * 4000,
        b"9" * 5000,
        b"1" * 30,
        b"1.0",
    ),
    *(
        b"2025-99-99",
        b"2025-09-01",
        b"12:30:45",
        b"9" * 400 + b".5",
        b"1_000",
        b"0 0 0",
        b"nan",
    ),
    *(
        b"'",
        b'"',
        b'"\\ud800"',
        b'"\\0"',
        b'"\\x1b[2J"',
        b"'\x1b[2J'",
        b"\0",
        b"\x07",
        b"\x85",
    ),
    *(
        b"[]",
        b"{}",
        b"[[]]",
        b"[{}]",
        b"{a: {b: [c]}}",
        b"[" * 60 + b"]" * 60,
        b"{a: " * 60,
    ),
    *(
        (b"{data: {%s: " % (b"x" * 250)) * 20 + b"~" + b"}" * 40,
        b"[[q]",
        b"{match: '[[q]', in: x}",
    ),
    *(
        b"&a [*a]",
        b"*a",
        b"&a x",
        b"&a {<<: *a}",
        b"!!binary x",
        b"!!set {x}",
        b"!x y",
        b"!",
    ),
    *(
        b"!!python/object/apply:os.abort []",
        b"%YAML 9.9",
        b"@",
        b"`",
        b"|",
        b">-",
        b"? [x]",
    ),
    *(
        b"a" * 20_000,
        bytes(range(33, 127)) * 60,
        b"a/" * 2000,
        b"x" * 300,
        b"- " * 60,
        b": ",
    ),
    *(
        "é\u202e\u2028\U0001f600".encode(),
        b"\xff\xfe\x80",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
    ),
    *(
        b"{{least}}",
        b"{{",
        b"{seed}{seed}",
        b"{seed:9}",
        b"{count}",
        b"1..=999999999",
        b"[5, 5]",
    ),
    *(
        b"..",
        b".",
        b"/",
        b"//",
        b"/etc/passwd",
        b"../../..",
        b"a//b",
        b"/..",
        b"nul\\x",
        b"~root",
    ),
    *(
        b"**",
        b"*",
        b"{a,b}" * 12,
        b"{" * 30,
        b"{a",
        b"}",
        b"?",
        b"[a]",
        b"*/*",
        b"secret/*",
    ),
    *(
        b"'(a+)+$'",
        b"'['",
        b"'[[a'",
        b"'a{99999999999}'",
        b"'(?<'",
        b"'(?P<a>(?P<a>'",
        b"'\\'",
    ),
    *(
        b"'" + b"(" * 2000 + b"'",
        b"'(?i)x(?s)'",
        b"'(?u)(?a)'",
        b"'\\8'",
        b"sample",
        b"secret",
        b"test_group",
    ),
    *(
        b"manifest.json",
        b"unbounded",
        b"min",
        b"{name: x}",
        b"{link: in}",
        b"{link: [x]}",
        b"AC",
    ),
    *(
        b"[AC, AC]",
        b"[WA]",
        b"[x, 1, ~]",
        b"[[AC]]",
        b"&#0;",
        b"&x;",
        b"<!DOCTYPE a>",
        b"]]>",
    ),
    *(
        b"%d",
        b"%s",
        b"%99d",
        b"%%%d",
        b"\\",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\t",
        b"---",
        b"...",
        b"#",
    ),
)
_VALUE = re.compile(rb'(?<=: )[^\n]+|(?<=- )[^\n]+|(?<==")[^"\n]*|(?<=>)[^<\n]+')
_WORD = re.compile(rb"[^\s:,\[\]{}<>=\"']+")
_HEADS = re.compile(rb"PK(\x01\x02|\x03\x04|\x05\x06)")
_HEAD_BYTES = 46
_CODECS = ("utf-16", "utf-32", "utf-8-sig", "latin-1", "utf-7", "cp037")


@dataclass(frozen=True, slots=True)
class Mutator:
    """Breaks files in one to four places. `others` are files whose pieces go in."""

    chance: Random
    others: Sequence[bytes]

    def text(self, content: bytes) -> bytes:
        return self._broken(content, (*_ON_TEXT, *_ON_TEXT, _byte, _encoding, _cut))

    def archive(self, content: bytes) -> bytes:
        """Break a zip file, mostly in its headers and names."""
        return self._broken(
            content, (_head, _head, _head, _name, _name, _byte, _cut, _piece)
        )

    def _broken(self, content: bytes, ways: Sequence[_Way]) -> bytes:
        for _ in range(self.chance.choice((1, 1, 2, 4))):
            content = self.chance.choice(ways)(self, content)
        return content

    def place(self, content: bytes) -> int:
        return self.chance.randrange(len(content) + 1)

    def hostile(self) -> bytes:
        return self.chance.choice(HOSTILE)

    def replaced(self, content: bytes, pattern: re.Pattern[bytes], by: bytes) -> bytes:
        """Put `by` in the place of one match."""
        found = list(pattern.finditer(content))
        if not found:
            return content + by
        match = self.chance.choice(found)
        return content[: match.start()] + by + content[match.end() :]


_Way = Callable[[Mutator, bytes], bytes]


def _byte(mutator: Mutator, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(mutator.chance.choice((1, 1, 5)) if content else 0):
        changed[mutator.chance.randrange(len(changed))] = mutator.chance.randrange(256)
    return bytes(changed)


def _cut(mutator: Mutator, content: bytes) -> bytes:
    start, end = sorted((mutator.place(content), mutator.place(content)))
    return mutator.chance.choice(
        (content[:start], content[start:end], content[:start] + content[end:])
    )


def _piece(mutator: Mutator, content: bytes) -> bytes:
    """Put a piece of another file in."""
    other = mutator.chance.choice(mutator.others)
    start, end = sorted((mutator.place(other), mutator.place(other)))
    at = mutator.place(content)
    return content[:at] + other[start:end][:2000] + content[at:]


def _encoding(mutator: Mutator, content: bytes) -> bytes:
    codec = mutator.chance.choice(_CODECS)
    return content.decode("utf-8", "replace").encode(codec, "replace")


def _lines(mutator: Mutator, content: bytes) -> bytes:
    """Delete, repeat, swap or indent lines, or put one of another file in."""
    lines = content.splitlines(keepends=True) or [b"\n"]
    first, second = (mutator.chance.randrange(len(lines)) for _ in range(2))
    match mutator.chance.randrange(6):
        case 0:
            del lines[first]
        case 1:
            lines.insert(second, lines[first])
        case 2:
            lines[first], lines[second] = lines[second], lines[first]
        case 3:
            lines[first] = b" " * mutator.chance.randrange(9) + lines[first].lstrip(b" ")
        case 4:
            lines += lines[min(first, second) : max(first, second) + 1] * 20
        case _:
            other = mutator.chance.choice(mutator.others).splitlines(keepends=True) or [
                b"\n"
            ]
            indent = lines[first][: len(lines[first]) - len(lines[first].lstrip(b" "))]
            lines.insert(first, indent + mutator.chance.choice(other).lstrip(b" "))
    return b"".join(lines)


def _value(mutator: Mutator, content: bytes) -> bytes:
    return mutator.replaced(content, _VALUE, mutator.hostile())


def _word(mutator: Mutator, content: bytes) -> bytes:
    """Replace a word, also a key, by a hostile one or by a word of some file."""
    other = mutator.chance.choice((content, *mutator.others))
    words = _WORD.findall(other) or [b""]
    by = (
        mutator.hostile()
        if mutator.chance.random() < 0.5
        else mutator.chance.choice(words)
    )
    return mutator.replaced(content, _WORD, by)


def _exchange(mutator: Mutator, content: bytes) -> bytes:
    """Replace a value by a value of some file."""
    values = _VALUE.findall(mutator.chance.choice((content, *mutator.others))) or [b""]
    return mutator.replaced(content, _VALUE, mutator.chance.choice(values))


def _head(mutator: Mutator, content: bytes) -> bytes:
    """Change a field of one header of a zip file."""
    heads = [match.start() for match in _HEADS.finditer(content)] or [0]
    at = mutator.chance.choice(heads) + mutator.chance.randrange(_HEAD_BYTES)
    number = mutator.chance.choice((0, 1, 0x7F, 0xFF, 0xFFFF, 0x8000, 0xFFFFFFFF, 99))
    field = struct.pack("<I", number)[: mutator.chance.choice((1, 2, 4))]
    return (content[:at] + field + content[at + len(field) :])[: max(len(content), 1)]


def _name(mutator: Mutator, content: bytes) -> bytes:
    """Overwrite a part of a name in a zip file, once or wherever it stands."""
    words = sorted(set(re.findall(rb"[a-z_.]{2,}", content))) or [b"x"]
    old = mutator.chance.choice(words)
    new = mutator.chance.choice(
        (b"../", b"/", b"\0", b"\\", b"\xff", b":", b"CON", *words)
    )
    new = (new * len(old))[: len(old)]
    return content.replace(old, new, mutator.chance.choice((1, -1)))


_ON_TEXT: Sequence[_Way] = (_lines, _value, _value, _word, _exchange, _piece)
