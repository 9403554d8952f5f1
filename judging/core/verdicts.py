"""Verdicts, and how the finer ones fold into those of package formats.

Source of the folding: the Kattis problem package format has only AC, WA, TLE and RTE.
"""

from collections.abc import Collection
from enum import StrEnum


class Verdict(StrEnum):
    """The verdict on one run, or on one submission."""

    AC = "AC"  # accepted
    WA = "WA"  # wrong answer
    TLE = "TLE"  # time limit exceeded
    RTE = "RTE"  # run-time error
    MLE = "MLE"  # memory limit exceeded
    OLE = "OLE"  # output limit exceeded
    CE = "CE"  # compile error
    JE = "JE"  # judge error: the run says nothing about the submission


NAMES = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong answer",
    Verdict.TLE: "time limit exceeded",
    Verdict.RTE: "run-time error",
    Verdict.MLE: "memory limit exceeded",
    Verdict.OLE: "output limit exceeded",
    Verdict.CE: "compile error",
    Verdict.JE: "judge error",
}
# One character for each, in matrices of tests.
LETTERS = {verdict: "." if verdict is Verdict.AC else verdict[0] for verdict in Verdict}

# Verdicts that depend on a measurement: another run of the same program may be faster or
# smaller, because other work on the machine takes time, caches and memory.
MEASURED = (Verdict.TLE, Verdict.MLE)

# The verdict that stands for one that the formats do not know.
FOLDED: dict[str, Verdict] = {Verdict.MLE: Verdict.RTE, Verdict.OLE: Verdict.RTE}
# The same for a folder of submissions: in problemtools and DOMjudge a program that prints
# forever runs until it times out.
FOLDED_TO_FOLDER: dict[str, Verdict] = {**FOLDED, Verdict.OLE: Verdict.TLE}


def listed(verdicts: Collection[Verdict], joiner: str = ", ") -> str:
    """Return verdicts in the order of the enumeration."""
    return joiner.join(verdict for verdict in Verdict if verdict in verdicts)


def is_in(verdict: Verdict, named: frozenset[Verdict]) -> bool:
    """True when `verdict` is one of `named`, exactly or
    after folding MLE and OLE into RTE.

    OLE counts as TLE too: nobody knows whether a run that the output limit stopped would
    have ended in time. Judges that let such a run go on say TLE if it does not.
    """
    if verdict in named:
        return True
    return FOLDED.get(verdict) in named or (
        verdict is Verdict.OLE and Verdict.TLE in named
    )
