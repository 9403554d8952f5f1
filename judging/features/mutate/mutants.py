"""Make mutants: each is a right submission with one edit. Pure."""

import difflib
import hashlib
from collections.abc import Iterable, Sequence

from judging.features.mutate.grammars import Grammar, ParsedSource
from judging.features.mutate.operators import Edit, make_edits
from judging.values import Value

# 32 bits: among 1,000 mutants of a submission, two share an id once in about 8,600
# submissions. The later one is then dropped as a duplicate.
_ID_DIGITS = 8
_CONTEXT = 2  # lines around a change in a diff


class Mutant(Value):
    """One edit of one file of a submission.

    `id` is a digest of the file's name, the changed lines before and after, and how many
    equal lines come before them; so edits elsewhere, which change line numbers, do not
    change it. `line` counts from 1; `before` and `after` are the changed lines with
    single spaces.
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
    """Return every mutant of source files (name, content), in their order, without
    duplicates."""
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
    number = _equal_before(lines, first, last + 1)
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


def _equal_before(lines: Sequence[bytes], start: int, end: int) -> int:
    """Return how often the lines from `start` to `end` come before, whatever their
    indentation."""
    wanted = [line.strip() for line in lines[start:end]]
    number = 0
    for other in range(start):
        place = lines[other : other + len(wanted)]
        if [line.strip() for line in place] == wanted:
            number += 1
    return number


def _one_line(lines: Sequence[bytes]) -> str:
    return " ".join(b" ".join(lines).decode("utf-8", "replace").split())


def _diff(name: str, before: bytes, after: bytes) -> str:
    old = before.decode("utf-8", "replace").splitlines()
    new = after.decode("utf-8", "replace").splitlines()
    lines = difflib.unified_diff(
        old, new, f"a/{name}", f"b/{name}", lineterm="", n=_CONTEXT
    )
    return "\n".join(lines)
