"""Verdicts compared with a submission's expectation."""

from collections.abc import Collection, Iterable, Sequence

from judging.core.problem import Expectation
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict, is_in, listed

# The verdicts that the format knows. MLE and OLE fold into
# RTE, CE and JE are no expectation.
ANY = frozenset({Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE})

# Folder -> (permitted, required), from the Kattis problem package format, 2025-09.
FOLDERS: dict[str, tuple[frozenset[Verdict], frozenset[Verdict]]] = {
    "accepted": (frozenset({Verdict.AC}), frozenset({Verdict.AC})),
    "wrong_answer": (frozenset({Verdict.AC, Verdict.WA}), frozenset({Verdict.WA})),
    "time_limit_exceeded": (
        frozenset({Verdict.AC, Verdict.TLE}),
        frozenset({Verdict.TLE}),
    ),
    "run_time_error": (frozenset({Verdict.AC, Verdict.RTE}), frozenset({Verdict.RTE})),
    "rejected": (ANY, ANY - {Verdict.AC}),
    "brute_force": (
        frozenset({Verdict.AC, Verdict.RTE, Verdict.TLE}),
        frozenset({Verdict.RTE, Verdict.TLE}),
    ),
}


def overall_verdict(verdicts: Sequence[Verdict]) -> Verdict:
    """Return the verdict of a submission: the first in test order that is not AC, else AC."""
    for verdict in verdicts:
        if verdict is not Verdict.AC:
            return verdict
    return Verdict.AC


def verdict_of(results: Iterable[TestcaseResult]) -> Verdict:
    """Return the verdict that these results have together."""
    return overall_verdict([result.verdict for result in results])


def is_settled(
    expectation: Expectation | None, results: Sequence[TestcaseResult]
) -> bool:
    """True when `--until first-error` may stop: more tests cannot
    change whether the expectation is met.

    That is after the first verdict that is not permitted, or after the first
    verdict other than AC once every required verdict and message was seen. An
    expectation with rules for some tests only needs all tests. Without an
    expectation, any verdict other than AC settles it.
    """
    # Asked after every run of a submission: one pass over its results, in a list, is the fastest.
    verdicts = [result.verdict for result in results]
    failed = overall_verdict(verdicts) is not Verdict.AC
    if Verdict.JE in verdicts or expectation is None:
        return failed
    if first_violation(expectation, results):
        return True
    if not failed or any(rule.tests for rule in expectation.rules):
        return False
    return not any(_missing(rule, results) for rule in expectation.rules)


def can_settle(expectation: Expectation | None, result: TestcaseResult) -> bool:
    """True unless the test was passed as it may be. After such results alone, `is_settled`
    is False, however many they are, so it need not be asked."""
    if result.verdict is not Verdict.AC:
        return True
    rules = () if expectation is None else expectation.rules
    return not all(is_in(Verdict.AC, rule.permitted) for rule in rules)


def first_violation(
    expectation: Expectation, results: Sequence[TestcaseResult]
) -> tuple[TestcaseResult, Expectation] | None:
    """Return the first result whose verdict breaks a rule, and that rule."""
    for result in results:
        for rule in expectation.rules:
            # The verdict is looked at first: it seldom breaks a
            # rule, and globs are slow.
            permitted = is_in(result.verdict, rule.permitted)
            if not permitted and rule.applies_to(result.name):
                return result, rule
    return None


def settled_after(
    expectation: Expectation, results: Sequence[TestcaseResult]
) -> str | None:
    """Return the name of the test after which `--until first-error` stops, if it stops early."""
    may_be_settled = False
    for end in range(1, len(results)):
        last = results[end - 1]
        may_be_settled = may_be_settled or can_settle(expectation, last)
        if may_be_settled and is_settled(expectation, results[:end]):
            return last.name
    return None


def explain_violation(
    expectation: Expectation,
    results: Sequence[TestcaseResult],
    left_out: Collection[str] = (),
) -> str:
    """Return why the results break the expectation, or the empty string if they do not.

    left_out: the tests that were not chosen. A rule about one of them is broken only by
    a verdict that it does not permit.
    """
    for result in results:
        if result.verdict is Verdict.JE:
            return f"{result.name}: the run could not be judged: {result.message}"
    if (found := first_violation(expectation, results)) is not None:
        result, rule = found
        detail = f": {result.message}" if result.message else ""
        permitted = listed(rule.permitted, " or ")
        return (
            f"{result.name}: got {result.verdict}, permitted {permitted} "
            f"({rule.stated_by}){detail}"
        )
    for rule in expectation.rules:
        # A test that was left out may give what is missing.
        if any(map(rule.applies_to, left_out)):
            continue
        missing = _missing(rule, results)
        if missing:
            return missing
    return ""


def explain_undecided(
    expectation: Expectation,
    results: Sequence[TestcaseResult],
    left_out: Collection[str],
) -> str:
    """Return what only the tests that were not chosen can show, or the empty string."""
    for rule in expectation.rules:
        if not any(map(rule.applies_to, left_out)):
            continue
        if rule.partial or rule.score is not None:
            return f"its score needs every test ({rule.stated_by})"
        missing = _missing(rule, results)
        if missing:
            return missing
    return ""


def _missing(rule: Expectation, results: Sequence[TestcaseResult]) -> str:
    """Return what the rule requires but no test gave. Return the empty string if nothing
    is missing or none of the rule's tests ran."""
    mine = [result for result in results if rule.applies_to(result.name)]
    if not mine:
        return ""
    of = f" of {', '.join(rule.tests)}" if rule.tests else ""
    verdicts = {result.verdict for result in mine}
    if rule.required and not any(is_in(verdict, rule.required) for verdict in verdicts):
        required = listed(rule.required, " or ")
        given = listed(verdicts, " or ")
        return (
            f"must be {required} on at least one test{of} "
            f"({rule.stated_by}), but {_all(len(mine))} gave {given}"
        )
    if rule.message and not any(rule.message in r.message for r in mine):
        return f"no judge message{of} contains {rule.message!r} ({rule.stated_by})"
    return ""


def _all(count: int) -> str:
    if count == 1:
        return "the only test"
    return "both" if count == 2 else f"all {count}"
