"""The rules of each package format for its submissions folder, as data.

The native format is 2025-09 with MLE and OLE. Source: Kattis problem package format,
legacy and 2025-09, "Example submissions".
"""

from collections.abc import Mapping

from judging.core.expectations import ANY, FOLDERS
from judging.core.problem import Expectation
from judging.core.verdicts import Verdict
from judging.values import Value, replace

_ALL = (Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.MLE, Verdict.OLE)


class Convention(Value):
    """How to read a submissions folder.

    `folders` are the default rules of the expectation folders. `verdicts` may appear in
    submissions.yaml. If `strict`, an unknown folder or a glob that matches nothing is an
    error; else it is a warning, because packages for other systems differ in these.
    """

    folders: Mapping[str, Expectation]
    verdicts: tuple[Verdict, ...] = _ALL[:4]
    strict: bool = False


def bound_of(permitted: frozenset[Verdict], required: frozenset[Verdict]) -> str | None:
    """Return how a rule bounds the time limit by 2025-09.

    `lower` if it does not permit TLE, `upper` if it requires TLE alone, else None.
    """
    if Verdict.TLE not in permitted:
        return "lower"
    if required == {Verdict.TLE}:
        return "upper"
    return None


def _folder(name: str) -> Expectation:
    permitted, required = FOLDERS[name]
    return Expectation(
        permitted, required, f"folder {name}", bound=bound_of(permitted, required)
    )


KATTIS_2025_09 = Convention({name: _folder(name) for name in FOLDERS})
NATIVE = Convention(KATTIS_2025_09.folders, _ALL, strict=True)
_PARTIAL = "partially_accepted"
LEGACY = Convention(
    {
        "accepted": _folder("accepted"),
        _PARTIAL: Expectation(ANY, frozenset(), f"folder {_PARTIAL}", partial=True),
        # In legacy, only accepted submissions bound the time limit from below.
        "wrong_answer": replace(_folder("wrong_answer"), bound=None),
        # May also give wrong answers, but not crash.
        "time_limit_exceeded": replace(
            _folder("time_limit_exceeded"), permitted=ANY - {Verdict.RTE}, bound="upper"
        ),
        # "Crashes for some test case": other tests may have any verdict.
        "run_time_error": replace(_folder("run_time_error"), permitted=ANY, bound=None),
    }
)
# Drafts of 2025-09 still had the folder partially_accepted.
DRAFT = Convention({**KATTIS_2025_09.folders, _PARTIAL: LEGACY.folders[_PARTIAL]})
