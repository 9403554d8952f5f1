"""What each format of packages says about its submissions folder, as data.

Sources: Kattis problem package format, legacy and 2025-09, "Example submissions"; the native
format is 2025-09 with verdicts of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judging.core.expectations import ANY, FOLDERS
from judging.core.problem import Expectation
from judging.core.verdicts import Verdict

_FINE = (Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.MLE, Verdict.OLE)


@dataclass(frozen=True, slots=True)
class Convention:
    """How a submissions folder is read.

    `folders` are the rules of the expectation folders, `verdicts` those that submissions.yaml may
    name. `strict`: what is not known (a folder, a glob that matches nothing) is an error; else it
    is named in a warning, since packages of other systems have habits of their own.
    """

    folders: Mapping[str, Expectation]
    verdicts: tuple[Verdict, ...] = _FINE[:4]
    strict: bool = False


def bound_of(permitted: frozenset[Verdict], required: frozenset[Verdict]) -> str | None:
    """How a rule bounds the time limit, by 2025-09: `lower` where it permits no TLE, `upper` where
    it requires TLE and nothing else would do; else None."""
    if Verdict.TLE not in permitted:
        return "lower"
    return "upper" if required == frozenset({Verdict.TLE}) else None


def _folder(name: str) -> Expectation:
    permitted, required = FOLDERS[name]
    return Expectation(permitted, required, f"folder {name}", bound=bound_of(permitted, required))


def _legacy(
    name: str, permitted: frozenset[Verdict], required: frozenset[Verdict], bound: str | None = None
) -> Expectation:
    return Expectation(permitted, required, f"folder {name}", bound=bound)


KATTIS_2025_09 = Convention({name: _folder(name) for name in FOLDERS})
NATIVE = Convention(KATTIS_2025_09.folders, _FINE, strict=True)
_PARTIAL = "partially_accepted"
LEGACY = Convention(
    {
        "accepted": _folder("accepted"),
        _PARTIAL: Expectation(ANY, frozenset(), f"folder {_PARTIAL}", partial=True),
        "wrong_answer": _legacy("wrong_answer", *FOLDERS["wrong_answer"]),
        "time_limit_exceeded": _legacy(
            "time_limit_exceeded", ANY - {Verdict.RTE}, frozenset({Verdict.TLE}), "upper"
        ),
        # "Crashes for some test case": nothing is said of the others.
        "run_time_error": _legacy("run_time_error", ANY, frozenset({Verdict.RTE})),
    }
)
# Drafts of 2025-09 still had that folder.
DRAFT = Convention({**KATTIS_2025_09.folders, _PARTIAL: LEGACY.folders[_PARTIAL]})
