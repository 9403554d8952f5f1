"""Sources of validators as they are read, and what is read as short texts."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from judging.features.describe.hints import Reading
from judging.features.describe.tree import (
    Choice,
    Fixed,
    Integer,
    Newline,
    Node,
    Real,
    Repeat,
    Space,
    Until,
    Word,
)
from judging.features.describe.validators import read_validator


def cpp(
    body: str,
    header: str = "testlib.h",
    before: str = "",
    arguments: Sequence[str] = (),
) -> Reading:
    """Read a C++ validator whose main function has this body."""
    source = f'#include "{header}"\nusing namespace std;\n{before}\n'
    source += f"int main(int argc, char** argv) {{\n{body}\n}}\n"
    return read_validator([("validate.cpp", source.encode())], arguments)


def python(body: str, arguments: Sequence[str] = ()) -> Reading:
    """Read a Python validator, behind its imports."""
    source = "import re\nimport sys\nfrom sys import stdin\n" + textwrap.dedent(body)
    return read_validator([("validate.py", source.encode())], arguments)


def shown(nodes: tuple[Node, ...]) -> str:
    """Return nodes in one line: `n[1..5] [n: a[0..n]]` with `/` for the ends of lines."""
    return " ".join(_shown(node) for node in nodes if not isinstance(node, Space))


def _shown(node: Node) -> str:
    if isinstance(node, (Integer, Real)):
        return f"{node.name}[{node.low}..{node.high}]"
    if isinstance(node, Word):
        return f"{node.name}<{node.pattern}, {node.shortest}..{node.longest}>"
    if isinstance(node, Newline):
        return "/"
    if isinstance(node, Fixed):
        return repr(node.text)
    if isinstance(node, Repeat):
        count = node.count
        if isinstance(count, Until):
            count = f"until '{count.text}' {count.least}..{count.most}"
        index = f"{node.index} < " if node.index else ""
        return f"[{index}{count}: {shown(node.body)}]"
    if isinstance(node, Choice):
        cases = (f"{case.text}: {shown(case.body)}" for case in node.cases)
        return f"{node.by}({'; '.join(cases)})"
    raise AssertionError(node)


def body(reading: Reading) -> str:
    assert reading.description is not None, reading.notes
    return shown(reading.description.body)


def relations(reading: Reading) -> list[str]:
    assert reading.description is not None, reading.notes
    found = []
    for relation in reading.description.relations:
        words = [relation.kind.value, *relation.names, relation.bound]
        found.append(" ".join(word for word in words if word))
    return found
