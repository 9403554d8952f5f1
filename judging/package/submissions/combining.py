"""Combine the rules that apply to one submission; refuse contradictory ones."""

from collections.abc import Iterable, Sequence

from judging.core.expectations import ANY
from judging.core.problem import Expectation, Source, Submission
from judging.core.verdicts import Verdict
from judging.package.submissions.expectation_rules import Rule
from judging.values import replace

# In the package format, RTE includes MLE and OLE.
_RTE = frozenset({Verdict.RTE, Verdict.MLE, Verdict.OLE})


class Contradiction(ValueError):
    """The rules for one submission contradict each other; the message says why."""


def combine(source: Source, rules: Sequence[Rule], tests: Iterable[str]) -> Submission:
    """Return `source` with `rules`; raise Contradiction if they cannot all hold."""
    parts: tuple[Expectation, ...] = ()
    for rule in rules:
        parts += rule.parts
    bound = _single_bound(parts)
    _check(parts, tests)
    language = _single("language", [rule.language for rule in rules])
    entrypoint = _single("entrypoint", [rule.entrypoint for rule in rules])
    return Submission(
        replace(source, language=language, entrypoint=entrypoint),
        _summary(parts, bound) if parts else None,
        any(rule.model_solution for rule in rules),
    )


def _single_bound(parts: Iterable[Expectation]) -> str | None:
    """Return how the rules for all tests bound the time limit."""
    bounds = {part.bound for part in parts if not part.tests}
    bounds.discard(None)
    if len(bounds) > 1:
        raise Contradiction("it bounds the time limit both from below and from above")
    return next(iter(bounds), None)


def _summary(parts: tuple[Expectation, ...], bound: str | None) -> Expectation:
    """Return the expectation with these parts; its own fields summarize them."""
    whole = [part for part in parts if not part.tests]
    required = [part.required for part in parts if part.required]
    # Each rule requires a verdict of its own set; the narrowest says most.
    narrowest = min(required, key=_count_apart, default=frozenset())
    places = dict.fromkeys(part.stated_by for part in whole or parts)
    messages = [part.message for part in whole if part.message]
    return Expectation(
        permitted=_fold_rte(_permitted(whole)),
        required=_fold_rte(narrowest),
        stated_by=" and ".join(places) or "no rule",
        message=messages[0] if messages else None,
        score=_common_range([part.score for part in whole if part.score]),
        partial=any(part.partial for part in whole),
        bound=bound,
        parts=parts,
    )


def _common_range(
    ranges: Sequence[tuple[float, float]],
) -> tuple[float, float] | None:
    """Return the scores that lie in all the ranges; None without any range."""
    if not ranges:
        return None
    lows = [low for low, _ in ranges]
    highs = [high for _, high in ranges]
    return max(lows), min(highs)


def _check(parts: Sequence[Expectation], tests: Iterable[str]) -> None:
    """Raise Contradiction if a test can get no verdict, or no required one."""
    # Tests with the same rules need one check only.
    whole = tuple(part for part in parts if not part.tests)
    first_tests: dict[tuple[Expectation, ...], str] = {whole: ""}
    for name in tests:
        applying = tuple(part for part in parts if part.applies_to(name))
        first_tests.setdefault(applying, name)
    possible: dict[Expectation, frozenset[Verdict]] = {}
    for applying, name in first_tests.items():
        permitted = _permitted(applying)
        if not permitted:
            on = f" on {name}" if name else ""
            raise Contradiction(f"no verdict satisfies all rules{on}")
        for part in applying:
            possible[part] = possible.get(part, frozenset()) | permitted
    for part, verdicts in possible.items():
        if part.required and not _unfold_rte(part.required) & verdicts:
            on = f" on {', '.join(part.tests)}" if part.tests else ""
            raise Contradiction(f"none of the verdicts required{on} is permitted")


def _permitted(parts: Iterable[Expectation]) -> frozenset[Verdict]:
    """Return what all of `parts` permit, with MLE and OLE apart from RTE."""
    sets = [_unfold_rte(part.permitted) for part in parts]
    # Without a rule, every verdict is permitted.
    if not sets:
        return _unfold_rte(ANY)
    return frozenset.intersection(*sets)


def _count_apart(verdicts: frozenset[Verdict]) -> int:
    return len(_unfold_rte(verdicts))


def _unfold_rte(verdicts: frozenset[Verdict]) -> frozenset[Verdict]:
    """Add MLE and OLE where RTE stands for them too, so that sets can be intersected."""
    if Verdict.RTE in verdicts:
        return verdicts | _RTE
    return verdicts


def _fold_rte(verdicts: frozenset[Verdict]) -> frozenset[Verdict]:
    """Leave out MLE and OLE where RTE stands for them too: shorter in messages."""
    if Verdict.RTE in verdicts:
        return verdicts - {Verdict.MLE, Verdict.OLE}
    return verdicts


def _single(key: str, values: Iterable[str | None]) -> str | None:
    """Return the one value that the rules state for `key`; None if none does."""
    stated = {value for value in values if value is not None}
    if len(stated) > 1:
        raise Contradiction(f"different values of {key}: {', '.join(sorted(stated))}")
    return next(iter(stated), None)
