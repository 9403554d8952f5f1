"""Verdicts against what was expected of a submission. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from judging.problem import Expectation
from judging.results import TestcaseResult
from judging.verdicts import Verdict, is_in

_ALL = frozenset({Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE})

# Folder -> (permitted, required), from the Kattis problem package format, 2025-09.
FOLDERS: dict[str, tuple[frozenset[Verdict], frozenset[Verdict]]] = {
    "accepted": (frozenset({Verdict.AC}), frozenset({Verdict.AC})),
    "wrong_answer": (frozenset({Verdict.AC, Verdict.WA}), frozenset({Verdict.WA})),
    "time_limit_exceeded": (frozenset({Verdict.AC, Verdict.TLE}), frozenset({Verdict.TLE})),
    "run_time_error": (frozenset({Verdict.AC, Verdict.RTE}), frozenset({Verdict.RTE})),
    "rejected": (_ALL, _ALL - {Verdict.AC}),
    "brute_force": (
        frozenset({Verdict.AC, Verdict.RTE, Verdict.TLE}),
        frozenset({Verdict.RTE, Verdict.TLE}),
    ),
}


def overall(verdicts: Sequence[Verdict]) -> Verdict:
    """A submission's verdict: the first that is not AC, in testcase order; else AC."""
    return next((verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC)


def settled(
    expectation: Expectation | None, verdicts: Sequence[Verdict], messages: Sequence[str] = ()
) -> bool:
    """True when no further test can change whether the expectation is met, as far as
    `--until first-error` looks: at the first verdict that is not permitted, or at the first
    non-AC once a required verdict was seen, and the message that is asked for among `messages`.
    Without an expectation: at the first non-AC."""
    if not verdicts:
        return False
    if Verdict.JE in verdicts:
        return True
    if expectation is None:
        return overall(verdicts) is not Verdict.AC
    if not all(is_in(verdict, expectation.permitted) for verdict in verdicts):
        return True
    required_seen = not expectation.required or any(
        is_in(v, expectation.required) for v in verdicts
    )
    if expectation.message and not any(expectation.message in message for message in messages):
        return False
    return required_seen and overall(verdicts) is not Verdict.AC


def broken_by(expectation: Expectation, results: Sequence[TestcaseResult]) -> str:
    """Why the results break the expectation, in words; the empty string when they meet it."""
    permitted = _shown(expectation.permitted)
    for result in results:
        if result.verdict is Verdict.JE:
            return f"{result.name}: the run could not be judged: {result.message}"
        if not is_in(result.verdict, expectation.permitted):
            detail = f": {result.message}" if result.message else ""
            return (
                f"{result.name}: got {result.verdict}, permitted {permitted} "
                f"({expectation.stated_by}){detail}"
            )
    if expectation.required and not any(is_in(r.verdict, expectation.required) for r in results):
        return (
            f"no test gave {_shown(expectation.required, ' or ')} ({expectation.stated_by}): "
            f"every one of {len(results)} gave {_shown({r.verdict for r in results}, ' or ')}"
        )
    if expectation.message and not any(expectation.message in r.message for r in results):
        return f"no judge message contains {expectation.message!r} ({expectation.stated_by})"
    return ""


def _shown(verdicts: frozenset[Verdict] | set[Verdict], joiner: str = ", ") -> str:
    return joiner.join(verdict for verdict in Verdict if verdict in verdicts)
