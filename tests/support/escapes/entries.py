"""The escape suite: every program below `escapes/` attacks the judge in one way, and says in its
head comment which way, and what must come of it.

    what it tries, in words

    promise: no-network     the promises of docs/promises.md that it attacks
    expect: AC              the verdicts that are right: AC where the program itself sees that the
                            attack failed and prints `held`
    groupless: RTE          verdicts that are right too on a tier without a control group
    holds: cgroup1 ...      the tiers on which that must be so, or `all`; `tier@root` and
                            `tier@user` where it depends on who the judge is
    never: rlimits: why     tiers on which it is not even run, because it would do real harm
    time, memory, output    limits in seconds and MiB where they are not 0.3, 64 and 1
    stdin: 4 KiB            so much input
    args: {answer} {token}  words on its command line
    victim: secret tcp      what the suite sets up for it on the host (host.py)
    needs: java ipv6        what the machine must have
    runs: twice | checker   how it is run, where it is not as a submission on one test;
          | together                      on two workers at once, which read 1 and 2
          | submission | judge | both     as that side of an interactive pair (`partner: NAME`)
    cold: yes               its program is not in memory when it runs first
    within: 2.5             seconds in which all must be over
    peak: 2                 MiB that may be reported at most
    smoke: yes              is among the few that run on every tier by default
"""

from __future__ import annotations

import contextlib
import os
import platform
import resource
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from support.head_comments import read_head

from judging.core.limits import MIB, Limits
from judging.languages import find, languages
from judging.store import Store

ESCAPES = Path(__file__).resolve().parents[2] / "sandbox" / "escapes"
FAMILIES = (
    "time",
    "memory",
    "processes",
    "files",
    "network",
    "streams",
    "environment",
    "compile",
)
_WAYS = "runs partner cold within peak smoke"
_FIELDS = (
    "promise expect groupless holds never time memory output stdin args victim needs "
    f"{_WAYS}"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One attack."""

    family: str
    path: Path
    tries: str
    fields: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.path.stem

    def words(self, field: str) -> list[str]:
        return self.fields.get(field, "").split()

    def number(self, field: str, otherwise: float) -> float:
        return float(self.fields.get(field, otherwise))

    def limits(self) -> Limits:
        time_s = self.number("time", 0.3)
        memory, output = int(self.number("memory", 64)), int(self.number("output", 1))
        return Limits(time_s, 1.5 * time_s, memory * MIB, output * MIB)

    def holds_on(self, tier: str, root: bool) -> bool:
        """Whether the tier, under a judge that is root or not, is said to stand it."""
        who = "root" if root else "user"
        return bool({"all", tier, f"{tier}@{who}"} & set(self.words("holds")))

    def never_on(self, tier: str, root: bool) -> str | None:
        """Why it must not be run there."""
        tiers, _, why = self.fields.get("never", "").partition(":")
        who = "root" if root else "user"
        return why.strip() if {tier, f"{tier}@{who}"} & set(tiers.split()) else None

    def lacking(self, store: Store) -> str | None:
        """What this machine lacks to run it."""
        for need in self.words("needs"):
            if need in languages():
                problem = find(languages()[need], store).problem
                if problem is not None:
                    return problem
            elif not _PRESENT[need]():
                return f"this machine has no {need}"
        return None


def _ipv6() -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as test:
        test.bind(("::1", 0))
        return True
    return False


_PRESENT: Mapping[str, Callable[[], bool]] = {
    "ipv6": _ipv6,
    "cores2": lambda: len(os.sched_getaffinity(0)) > 1,
    "core": lambda: resource.getrlimit(resource.RLIMIT_CORE)[1] != 0,
    "x86_64": lambda: platform.machine() == "x86_64",
}


def parse(path: Path) -> Entry:
    """Reads the head comment of a program; ValueError for one that does not follow the form."""
    tries, fields = read_head(path)
    if not {"promise", "expect", "holds"} <= set(fields) or set(fields) - {
        *_FIELDS.split()
    }:
        raise ValueError(f"{path}: the head comment has fields {sorted(fields)}")
    return Entry(path.parent.name, path, tries, fields)


def load() -> list[Entry]:
    """Every entry, by family and name."""
    return [
        parse(path)
        for family in FAMILIES
        for path in sorted((ESCAPES / family).iterdir())
        if path.suffix in (".c", ".cpp", ".py", ".js", ".java", ".sh")
    ]
