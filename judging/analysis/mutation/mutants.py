"""Make mutants: each is a right submission with one edit. Pure."""

import difflib
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.analysis.mutation.grammars import Grammar, ParsedSource
from judging.analysis.mutation.operators import Edit, make_edits

_ID_DIGITS = 8
_CONTEXT = 2


@dataclass(frozen=True, slots=True)
class Mutant:
    """One edit of one file of a submission.

    `id` is a digest of the file's name, the changed lines before and after, and how many equal
    lines come before them; so edits elsewhere, which change line numbers, do not change it. `line`
    counts from 1; `before` and `after` are the changed lines with single spaces.
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
        """The change on one line, for people."""
        return f"{self.before} -> {self.after}"


def make_mutants(files: Iterable[tuple[str, bytes]], grammar: Grammar) -> list[Mutant]:
    """Return every mutant of source files (name, content), in their order, without duplicates."""
    found: dict[str, Mutant] = {}
    for name, content in files:
        lines = content.split(b"\n")
        for edit in make_edits(ParsedSource(grammar, content)):
            mutant = _mutant(name, content, lines, edit)
            found.setdefault(mutant.id, mutant)
    return list(found.values())


def _mutant(name: str, content: bytes, lines: Sequence[bytes], edit: Edit) -> Mutant:
    first = content.count(b"\n", 0, edit.start)
    last = content.count(b"\n", 0, edit.end)
    changed = content[: edit.start] + edit.text + content[edit.end :]
    end = first + edit.text.count(b"\n") + 1
    before = _one_line(lines[first : last + 1])
    after = _one_line(changed.split(b"\n")[first:end])
    wanted = [line.strip() for line in lines[first : last + 1]]
    places = (
        [line.strip() for line in lines[k : k + len(wanted)]] for k in range(first)
    )
    number = sum(place == wanted for place in places)
    key = "\0".join((name, before, after, str(number)))
    return Mutant(
        # Without the letter, YAML may read the id as a number.
        id=f"m{hashlib.sha256(key.encode('utf-8', 'surrogateescape')).hexdigest()[:_ID_DIGITS]}",
        operator=edit.operator,
        file=name,
        line=first + 1,
        before=before,
        after=after,
        diff=_diff(name, content, changed),
        content=changed,
    )


def _one_line(lines: Sequence[bytes]) -> str:
    return " ".join(b" ".join(lines).decode("utf-8", "replace").split())


def _diff(name: str, before: bytes, after: bytes) -> str:
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
    lines = difflib.unified_diff(
        old, new, f"a/{name}", f"b/{name}", lineterm="", n=_CONTEXT
    )
    return "\n".join(lines)
