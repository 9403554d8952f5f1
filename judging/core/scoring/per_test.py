"""The score of one test, which the output validator may set. Pure.

Sources: Kattis problem package format 2025-09, "Scoring test
cases", and the older format, "Graders".
"""

import math

from judging.core.runs import CheckResult, TestcaseResult
from judging.core.verdicts import Verdict
from judging.values import Value, replace

# The files of the feedback folder that the output validator may write.
SCORE = "score.txt"
MULTIPLIER = "score_multiplier.txt"
# Three tests of 100/3 points add up to 100 again, and 12
# digits show every score up to 1000.
_PLACES = 9
# How much a message quotes of a file: it may hold anything.
_QUOTED_CHARACTERS = 40


class TestScoring(Value):
    """The rules for the score of one test.

    The output validator may write a score from `low` to `high` to one of `files`, unless
    `forbidden` says why not; only if `any_verdict` also for a wrong output. Otherwise
    the score is `accept_score` or `reject_score`. If `accept_score` is None, the
    validator must write a score for a right output.
    """

    accept_score: float | None = None
    reject_score: float | None = 0.0
    low: float = 0.0
    high: float = math.inf
    files: tuple[str, ...] = (SCORE, MULTIPLIER)
    forbidden: str = ""
    any_verdict: bool = False


def apply_score(result: TestcaseResult, rules: TestScoring | None) -> TestcaseResult:
    """Return the result with its score, or with JE if the
    output validator broke the rules.

    Without rules the test has no score, and the files that
    the validator writes are ignored.
    """
    if rules is None or result.verdict is Verdict.JE:
        return result
    written = None
    if result.check is not None and result.verdict in (Verdict.AC, Verdict.WA):
        try:
            written = _written_score(result.check, rules)
        except ValueError as fault:
            message = f"output validator: {fault}"
            failed = CheckResult(Verdict.JE, message)
            return replace(
                result, verdict=Verdict.JE, check=failed, message=message, diff=""
            )
    if written is not None:
        return replace(result, score=written)
    if result.verdict is Verdict.AC:
        return replace(result, score=rules.accept_score)
    return replace(result, score=rules.reject_score)


def score_fault(check: CheckResult, rules: TestScoring | None) -> str:
    """Return how the output validator broke the rules of scores; "" if it did not."""
    if rules is None:
        return ""
    try:
        _written_score(check, rules)
    except ValueError as fault:
        return f"output validator: {fault}"
    return ""


def _written_score(check: CheckResult, rules: TestScoring) -> float | None:
    """Return the score that the output validator wrote, or None. Raise
    ValueError if it breaks the rules."""
    accepted = check.verdict is Verdict.AC
    written: dict[str, str] = {}
    if SCORE in rules.files and check.score is not None:
        written[SCORE] = check.score
    if MULTIPLIER in rules.files and check.multiplier is not None:
        written[MULTIPLIER] = check.multiplier
    if not written:
        if accepted and rules.accept_score is None and not rules.forbidden:
            raise ValueError(
                f"wrote no {SCORE} for a right output; the test has no maximum score "
                "to use instead"
            )
        return None
    names = " and ".join(written)
    if rules.forbidden:
        raise ValueError(f"wrote {names}, but {rules.forbidden}")
    if not accepted and not rules.any_verdict:
        raise ValueError(f"wrote {names} for an output that it rejects")
    if len(written) > 1:
        raise ValueError(f"wrote {names}, expected only one of them")
    [(name, text)] = written.items()
    if name == SCORE:
        return _parse_score(name, text, rules.low, rules.high)
    if rules.accept_score is None:
        raise ValueError(
            f"wrote {name} for a test without a maximum score, expected {SCORE}"
        )
    return round_score(_parse_score(name, text, 0.0, 1.0) * rules.accept_score)


def given_score(check: CheckResult) -> float | None:
    """Return the number that the output validator gave, a score or a share of one, to be
    compared with that of another output on the same test; None if it gave none."""
    text = check.multiplier if check.score is None else check.score
    if text is None:
        return None
    try:
        return round_score(_parse_score(SCORE, text, -math.inf, math.inf))
    except ValueError:
        return None


def _parse_score(name: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    # Python reads 1_000 as a number. No other judge does.
    if not math.isfinite(value) or "_" in text:
        raise ValueError(f"{name} says {text[:_QUOTED_CHARACTERS]!r}, expected a number")
    if not low <= round_score(value) <= round_score(high):
        raise ValueError(
            f"{name} says {format_score(value)}, expected {format_range(low, high)}"
        )
    return value


def round_score(score: float) -> float:
    """Round to nine places, so that three thirds add up to one. Infinite scores stay infinite."""
    if not math.isfinite(score):
        return score
    return round(score, _PLACES)


def format_score(score: float) -> str:
    """Return a score as people write it: `30`, `33.333333333`."""
    return f"{score + 0.0:.12g}"  # + 0.0 turns a negative zero into zero


def format_range(low: float, high: float) -> str:
    """Describe the scores from `low` to `high`."""
    if low == high:
        return format_score(low)
    if math.isinf(high):
        return "any score" if math.isinf(low) else f"at least {format_score(low)}"
    if math.isinf(low):
        return f"at most {format_score(high)}"
    return f"{format_score(low)} to {format_score(high)}"
