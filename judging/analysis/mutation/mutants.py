"""Wrong programs made of right ones: each mutant is one submission with one edit. Pure."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.analysis.mutation.grammars import Grammar, Parsed
from judging.analysis.mutation.operators import Edit, edits

_ID_DIGITS = 8
_CONTEXT = 2


@dataclass(frozen=True, slots=True)
class Mutant:
    """One edit of one file of a submission.

    `id` stays the same as long as the changed lines do: it comes from the file's name, those lines
    before and after, and which of several equal places it is; not from line numbers. `line` counts
    from 1; `before` and `after` are the changed lines, their white space squeezed.
    """

    id: str
    operator: str
    file: str
    line: int
    before: str
    after: str
    diff: str
    content: bytes

    @property
    def change(self) -> str:
        """The changed lines on one line, for people."""
        return f"{self.before} -> {self.after}"


def mutants(files: Iterable[tuple[str, bytes]], grammar: Grammar) -> list[Mutant]:
    """Every mutant of the given source files, in the order of files and of places in them; no two
    with the same text."""
    found: dict[str, Mutant] = {}
    for name, content in files:
        lines = content.split(b"\n")
        for edit in edits(Parsed(grammar, content)):
            mutant = _mutant(name, content, lines, edit)
            found.setdefault(mutant.id, mutant)
    return list(found.values())


def _mutant(name: str, content: bytes, lines: Sequence[bytes], edit: Edit) -> Mutant:
    first = content.count(b"\n", 0, edit.start)
    last = content.count(b"\n", 0, edit.end)
    changed = content[: edit.start] + edit.text + content[edit.end :]
    added = edit.text.count(b"\n")
    fresh = changed.split(b"\n")[first : first + added + 1]
    before, after = _one_line(lines[first : last + 1]), _one_line(fresh)
    same = _places(lines, first, last)
    key = "\0".join((name, before, after, str(same)))
    return Mutant(
        # The letter keeps YAML from reading a number.
        id=f"m{hashlib.sha256(key.encode('utf-8', 'surrogateescape')).hexdigest()[:_ID_DIGITS]}",
        operator=edit.operator,
        file=name,
        line=first + 1,
        before=before,
        after=after,
        diff=_diff(name, content, changed),
        content=changed,
    )


def _places(lines: Sequence[bytes], first: int, last: int) -> int:
    """How many places before this one hold the same lines."""
    wanted = [line.strip() for line in lines[first : last + 1]]
    size = len(wanted)
    return sum([li.strip() for li in lines[k : k + size]] == wanted for k in range(first))


def _one_line(lines: Sequence[bytes]) -> str:
    return " ".join(b" ".join(lines).decode("utf-8", "replace").split())


def _diff(name: str, before: bytes, after: bytes) -> str:
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
    lines = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="", n=_CONTEXT)
    return "\n".join(lines)
