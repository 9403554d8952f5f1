"""Honest programs: each file below `tests/sandbox/ordinary/` is what a contestant or a setter
writes, and says in its head comment what must come of it.

    what it does, in words

    expect: AC              its verdict on every tier; for a program of a setter, the verdict of a
                            right submission that is judged with it
    differs: namespaces landlock: RTE: hidden-memory
                            tiers with another verdict, that verdict, and the promise of
                            docs/promises.md that explains it (`tier@root`, `tier@user`: only
                            under such a judge)
    why: ...                what fails there
    needs: numpy            modules of Python that must be there
    smoke: yes              is among the few that `make test` judges, on the strongest tier

All of them read n and n numbers, and print the sum; the programs of setters are about such numbers.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from support.head_comments import read_head

ORDINARY = Path(__file__).resolve().parents[2] / "sandbox" / "ordinary"
# Submissions, by what they do; then the programs of other roles.
SUBMISSIONS = (
    "reading",
    "writing",
    "locale",
    "threads",
    "memory",
    "clock",
    "files",
    "random",
    "machine",
    "processes",
)
ROLES = (
    "dialogues",
    "passes",
    "hunts",
    "input_validators",
    "output_validators",
    "interactors",
    "generators",
)
_FIELDS = frozenset({"expect", "differs", "why", "needs", "smoke"})


@dataclass(frozen=True, slots=True)
class Difference:
    """Tiers on which the verdict is another one, and the promise that explains it."""

    tiers: frozenset[str]
    verdict: str
    promise: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One program."""

    family: str
    path: Path
    does: str
    expect: str
    difference: Difference | None
    fields: Mapping[str, str]

    @property
    def name(self) -> str:
        """A name that no other program has, and that a submission may have."""
        return f"{self.family}_{self.path.name}"

    def verdict_on(self, tier: str, root: bool) -> str:
        """Return the right verdict on a tier, under a judge that is root or not."""
        who = "root" if root else "user"
        other = self.difference
        if other is not None and {tier, f"{tier}@{who}"} & other.tiers:
            return other.verdict
        return self.expect

    def lacking(self) -> str | None:
        """Return what this machine lacks to run it, beside its language."""
        for module in self.fields.get("needs", "").split():
            if importlib.util.find_spec(module) is None:
                return f"no module {module}"
        return None


def parse(path: Path) -> Entry:
    """Read the head comment of a program; ValueError for one that does not follow the form."""
    does, fields = read_head(path)
    if "expect" not in fields or set(fields) - _FIELDS:
        raise ValueError(f"{path}: the head comment has fields {sorted(fields)}")
    difference = None
    if "differs" in fields:
        tiers, verdict, promise = fields["differs"].split(": ")
        difference = Difference(frozenset(tiers.split()), verdict, promise)
        if "why" not in fields:
            raise ValueError(f"{path}: the head comment does not say why it differs")
    return Entry(path.parent.name, path, does, fields["expect"], difference, fields)


def load() -> list[Entry]:
    """Return every program, by family and name."""
    found = []
    for family in (*SUBMISSIONS, *ROLES):
        for path in sorted((ORDINARY / family).iterdir()):
            if path.is_file():
                found.append(parse(path))
    return found
