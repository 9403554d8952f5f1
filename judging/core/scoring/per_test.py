"""What one test may score, and what it does score by the word of the output validator. Pure.

Sources: Kattis problem package format 2025-09, "Scoring test cases", and the older format,
"Graders".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from judging.core.results import CheckResult, TestcaseResult
from judging.core.verdicts import Verdict

SCORE, MULTIPLIER = "score.txt", "score_multiplier.txt"
_PLACES = 9


@dataclass(frozen=True, slots=True)
class TestScoring:
    """What one test may score.

    `accepted` and `rejected` are its scores where the output validator gives none; `accepted`
    None: it must give one. What it gives lies between `least` and `most`. `files` are those it may
    speak with; in `mute` stands why it may write none of them. `any_verdict`: it may give a score
    for a wrong output too. `counts` False: whatever it says, the test has no score.
    """

    accepted: float | None = None
    rejected: float | None = 0.0
    least: float = 0.0
    most: float = math.inf
    files: tuple[str, ...] = (SCORE, MULTIPLIER)
    mute: str = ""
    any_verdict: bool = False
    counts: bool = True


def apply_score(result: TestcaseResult, rules: TestScoring) -> TestcaseResult:
    """The result with its score; JE where the output validator broke the rules of scoring."""
    if not rules.counts or result.verdict is Verdict.JE:
        return result
    given = None
    if result.check is not None and result.verdict in (Verdict.AC, Verdict.WA):
        try:
            given = _given(result.check, rules)
        except ValueError as fault:
            message = f"output validator: {fault}"
            failed = CheckResult(Verdict.JE, message)
            return replace(result, verdict=Verdict.JE, check=failed, message=message, diff="")
    usual = rules.accepted if result.verdict is Verdict.AC else rules.rejected
    return replace(result, score=usual if given is None else given)


def _given(check: CheckResult, rules: TestScoring) -> float | None:
    """The score that the validator gives, None where it gives none; ValueError says what is wrong
    with it."""
    accepted = check.verdict is Verdict.AC
    written = {SCORE: check.score, MULTIPLIER: check.multiplier}
    stated = [(name, text) for name in rules.files if (text := written[name]) is not None]
    if not stated:
        if accepted and rules.accepted is None and not rules.mute:
            raise ValueError(f"no {SCORE} for a right output of a test without a maximum score")
        return None
    names = " and ".join(name for name, _ in stated)
    if rules.mute:
        raise ValueError(f"wrote {names}, but {rules.mute}")
    if not accepted and not rules.any_verdict:
        raise ValueError(f"wrote {names} for an output that it does not accept")
    if len(stated) > 1:
        raise ValueError(f"wrote {names}, expected one of them")
    ((name, text),) = stated
    if name == SCORE:
        return _number(name, text, rules.least, rules.most)
    if rules.accepted is None:
        raise ValueError(f"wrote {name} for a test without a maximum score, expected {SCORE}")
    return rounded(_number(name, text, 0.0, 1.0) * rules.accepted)


def _number(name: str, text: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in text:
        raise ValueError(f"{name} says {text[:40]!r}, expected a number")
    if not least <= rounded(value) <= rounded(most):
        raise ValueError(f"{name} says {shown(value)}, expected {between(least, most)}")
    return value


def rounded(score: float) -> float:
    """To nine places, so that three thirds are the whole."""
    return round(score, _PLACES) if math.isfinite(score) else score


def shown(score: float) -> str:
    """A score as people write it."""
    return f"{score + 0.0:.12g}"


def between(least: float, most: float) -> str:
    """The scores from `least` to `most`, in words."""
    if least == most:
        return shown(least)
    if math.isinf(most):
        return "any score" if math.isinf(least) else f"at least {shown(least)}"
    return f"at most {shown(most)}" if math.isinf(least) else f"{shown(least)} to {shown(most)}"
