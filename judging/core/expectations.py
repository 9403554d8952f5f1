"""Verdicts compared with a submission's expectation."""

from collections.abc import Collection, Sequence

from judging.core.problem import Expectation
from judging.core.results import TestcaseResult
from judging.core.verdicts import Verdict, is_in, listed

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
    return next(
        (verdict for verdict in verdicts if verdict is not Verdict.AC), Verdict.AC
    )


def is_settled(
    expectation: Expectation | None, results: Sequence[TestcaseResult]
) -> bool:
    """True when `--until first-error` may stop: more tests cannot change whether the expectation is
    met.

    That is after the first verdict that is not permitted, or after the first verdict other than AC
    once every required verdict and message was seen. An expectation with rules for some tests only
    needs all tests. Without an expectation, any verdict other than AC settles it.
    """
    verdicts = [result.verdict for result in results]
    failed = overall_verdict(verdicts) is not Verdict.AC
    if Verdict.JE in verdicts or expectation is None:
        return failed
    if first_violation(expectation, results):
        return True
    whole = not any(rule.tests for rule in expectation.rules)
    return (
        failed
        and whole
        and not any(_missing(rule, results) for rule in expectation.rules)
    )


def first_violation(
    expectation: Expectation, results: Sequence[TestcaseResult]
) -> tuple[TestcaseResult, Expectation] | None:
    """Return the first result whose verdict breaks a rule, and that rule."""
    for result in results:
        for rule in expectation.rules:
            if not is_in(result.verdict, rule.permitted) and rule.applies_to(
                result.name
            ):
                return result, rule
    return None


def settled_after(
    expectation: Expectation, results: Sequence[TestcaseResult]
) -> str | None:
    """Return the name of the test after which `--until first-error` stops, if it stops early."""
    ends = (
        end for end in range(1, len(results)) if is_settled(expectation, results[:end])
    )
    return next((results[end - 1].name for end in ends), None)


def explain_violation(
    expectation: Expectation,
    results: Sequence[TestcaseResult],
    left_out: Collection[str] = (),
) -> str:
    """Return why the results break the expectation, or the empty string if they do not.

    left_out: the tests that were not chosen. A rule about one of them is broken only by a verdict
    that it does not permit.
    """
    for result in results:
        if result.verdict is Verdict.JE:
            return f"{result.name}: the run could not be judged: {result.message}"
    if (found := first_violation(expectation, results)) is not None:
        result, rule = found
        detail = f": {result.message}" if result.message else ""
        return (
            f"{result.name}: got {result.verdict}, permitted {listed(rule.permitted, ' or ')} "
            f"({rule.stated_by}){detail}"
        )
    decided = (
        rule for rule in expectation.rules if not any(map(rule.applies_to, left_out))
    )
    return next(filter(None, (_missing(rule, results) for rule in decided)), "")


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
        if missing := _missing(rule, results):
            return missing
    return ""


def _missing(rule: Expectation, results: Sequence[TestcaseResult]) -> str:
    """Return what the rule requires but no test gave. Return the empty string if nothing is missing
    or none of the rule's tests ran."""
    mine = [result for result in results if rule.applies_to(result.name)]
    if not mine:
        return ""
    of = f" of {', '.join(rule.tests)}" if rule.tests else ""
    if rule.required and not any(is_in(r.verdict, rule.required) for r in mine):
        count = "the only test" if len(mine) == 1 else f"all {len(mine)}"
        return (
            f"must be {listed(rule.required, ' or ')} on at least one test{of} "
            f"({rule.stated_by}), but {count} gave {listed({r.verdict for r in mine}, ' or ')}"
        )
    if rule.message and not any(rule.message in r.message for r in mine):
        return f"no judge message{of} contains {rule.message!r} ({rule.stated_by})"
    return ""
