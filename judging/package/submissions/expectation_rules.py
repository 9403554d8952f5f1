"""Read `submissions.yaml`: which verdicts are expected of which submissions; combine its rules.

A rule applies to every submission that its glob matches. Each expectation folder has a default
rule; a rule under the folder's own name replaces it key by key. Inside a rule, a glob of tests or
test groups holds expectations for these alone. Source: 2025-09, "Example submissions".
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from judging.core import globs
from judging.core.diagnostics import DiagnosticSink, did_you_mean
from judging.core.expectations import ANY
from judging.core.problem import Expectation, Source, Submission
from judging.core.verdicts import Verdict
from judging.package.problem_yaml.config_metadata import check_people
from judging.package.submissions.conventions import Convention, bound_of
from judging.package.yaml.documents import Document
from judging.package.yaml.tables import Table, is_number, top

_ON_TESTS = ("permitted", "required", "score", "message", "use_for_time_limit")
KEYS = ("language", "entrypoint", "authors", "model_solution", *_ON_TESTS)
# In the package format, RTE includes MLE and OLE.
_RTE = frozenset({Verdict.RTE, Verdict.MLE, Verdict.OLE})
_TLE = frozenset({Verdict.TLE})
_MOST_SCORE = 1e300


@dataclass(frozen=True, slots=True)
class Rule:
    """One key of submissions.yaml, or the default of a folder (`line` None).

    `alternatives` are the globs after its braces are expanded. `parts` are the expectations, each
    for all tests or for some.
    """

    alternatives: tuple[str, ...]
    parts: tuple[Expectation, ...] = ()
    line: int | None = None
    language: str | None = None
    entrypoint: str | None = None
    model_solution: bool = False

    def applies_to(self, path: str) -> bool:
        """Return True for a submission at `path`, relative to the submissions folder."""
        return any(globs.matches(glob, path) for glob in self.alternatives)


class Contradiction(ValueError):
    """The rules for one submission contradict each other; the message says why."""


def defaults(convention: Convention) -> dict[str, Rule]:
    return {name: Rule((name,), (rule,)) for name, rule in convention.folders.items()}


def read(
    document: Document,
    convention: Convention,
    tests: Collection[str],
    report: DiagnosticSink,
) -> dict[str, Rule]:
    """Return every rule, with the folders' defaults; report and leave out what cannot be read."""
    rules = defaults(convention)
    table = top(document, report)
    for glob, values in table.values.items():
        if not isinstance(values, dict):
            table.expected(glob, "a mapping")
        elif alternatives := _expand(table, glob):
            key = glob.strip("/")
            rule = rules.get(key, Rule(alternatives))
            rules[key] = _rule(table.inner(glob, values), rule, convention, tests)
    return rules


def combine(source: Source, rules: Sequence[Rule], tests: Iterable[str]) -> Submission:
    """Return `source` with `rules` as a submission; raise Contradiction if they cannot all hold."""
    parts = tuple(part for rule in rules for part in rule.parts)
    bounds = {part.bound for part in parts if not part.tests} - {None}
    if len(bounds) > 1:
        raise Contradiction("it bounds the time limit both from below and from above")
    _check(parts, tests)
    whole = [part for part in parts if not part.tests]
    scores = [part.score for part in whole if part.score]
    narrowest = min(
        (part.required for part in parts if part.required),
        key=lambda verdicts: len(_unfold_rte(verdicts)),
        default=frozenset(),
    )
    expectation = Expectation(
        _fold_rte(_permitted(whole)),
        _fold_rte(narrowest),
        " and ".join(dict.fromkeys(part.stated_by for part in whole or parts))
        or "no rule",
        next((part.message for part in whole if part.message), None),
        (max(low for low, _ in scores), min(high for _, high in scores))
        if scores
        else None,
        any(part.partial for part in whole),
        bound=next(iter(bounds), None),
        parts=parts,
    )
    language = _single("language", [rule.language for rule in rules])
    entrypoint = _single("entrypoint", [rule.entrypoint for rule in rules])
    return Submission(
        replace(source, language=language, entrypoint=entrypoint),
        expectation if parts else None,
        any(rule.model_solution for rule in rules),
    )


def _check(parts: Sequence[Expectation], tests: Iterable[str]) -> None:
    """Raise Contradiction if the rules leave no verdict for a test, or forbid a required one."""
    # Tests with the same rules need one check only.
    alike: dict[tuple[Expectation, ...], str] = {
        tuple(p for p in parts if not p.tests): ""
    }
    for name in tests:
        alike.setdefault(tuple(part for part in parts if part.applies_to(name)), name)
    possible: dict[Expectation, frozenset[Verdict]] = {}
    for concerned, name in alike.items():
        permitted = _permitted(concerned)
        if not permitted:
            on = f" on {name}" if name else ""
            raise Contradiction(f"no verdict satisfies all rules{on}")
        for part in concerned:
            possible[part] = possible.get(part, frozenset()) | permitted
    for part, verdicts in possible.items():
        if part.required and not _unfold_rte(part.required) & verdicts:
            on = f" on {', '.join(part.tests)}" if part.tests else ""
            raise Contradiction(f"none of the verdicts required{on} is permitted")


def _permitted(parts: Iterable[Expectation]) -> frozenset[Verdict]:
    """Return the verdicts that all of `parts` permit, with MLE and OLE apart from RTE."""
    sets = [_unfold_rte(part.permitted) for part in parts] or [_unfold_rte(ANY)]
    return frozenset.intersection(*sets)


def _unfold_rte(verdicts: frozenset[Verdict]) -> frozenset[Verdict]:
    return verdicts | _RTE if Verdict.RTE in verdicts else verdicts


def _fold_rte(verdicts: frozenset[Verdict]) -> frozenset[Verdict]:
    return verdicts - (_RTE - {Verdict.RTE}) if Verdict.RTE in verdicts else verdicts


def _single(key: str, values: Iterable[str | None]) -> str | None:
    stated = {value for value in values if value is not None}
    if len(stated) > 1:
        raise Contradiction(f"different values of {key}: {', '.join(sorted(stated))}")
    return next(iter(stated), None)


def _rule(
    table: Table, replaced: Rule, convention: Convention, tests: Collection[str]
) -> Rule:
    known = convention.verdicts
    on_tests = []
    values = table.values.items()
    on_globs = {
        key: value
        for key, value in values
        if key not in KEYS and isinstance(value, dict)
    }
    on_all = {key: value for key, value in values if key not in on_globs}
    replace(table, values=on_all).check_keys(KEYS)
    for key, value in on_globs.items():
        if globbed := _expand(table, key):
            inner = table.inner(key, value)
            inner.check_keys(_ON_TESTS)
            blank = Expectation(ANY, frozenset(), "", tests=globbed)
            on_tests += _parts(inner, blank, known)
            if not any(blank.applies_to(test) for test in tests):
                report = table.error if convention.strict else table.warning
                folders = {test.rpartition("/")[0] for test in tests}
                hint = did_you_mean(key, [*sorted(folders), *tests])
                report(key, f"matches no test or test group{hint}")
    if table.has("authors"):
        check_people(table.as_warnings(), "authors")
    base = next(iter(replaced.parts), Expectation(ANY, frozenset(), ""))
    return replace(
        replaced,
        parts=(*(_parts(table, base, known) or replaced.parts), *on_tests),
        line=table.document.line(table.path),
        language=table.text("language"),
        entrypoint=table.text("entrypoint"),
        model_solution=table.flag("model_solution") or False,
    )


def _parts(
    table: Table, base: Expectation, verdicts: Sequence[Verdict]
) -> list[Expectation]:
    """Return the expectations that `table` states; `base` has its tests and default verdicts."""
    use = table.values.get("use_for_time_limit")
    stated = {key for key in _ON_TESTS if table.has(key)}
    if use is True:
        stated.discard("use_for_time_limit")
    if not stated:
        return []
    permitted = _verdicts(table, "permitted", verdicts) or base.permitted
    required = _verdicts(table, "required", verdicts) or base.required
    changed = (permitted, required) != (base.permitted, base.required)
    bound = (
        bound_of(permitted, required) if changed or not base.stated_by else base.bound
    )
    used = str(use) if use in ("lower", "upper") else None
    if used is None and use is not None and not isinstance(use, bool):
        table.expected("use_for_time_limit", "true, false, lower or upper")
    # In the format, an explicit `lower` or `upper` is also a rule about TLE.
    if used == "lower":
        permitted -= _TLE
    extra = used == "upper" and required not in (frozenset(), _TLE)
    part = replace(
        base,
        permitted=permitted,
        required=_TLE if used == "upper" and not extra else required,
        stated_by=f"{table.document.file}:{table.document.line(table.path)}",
        message=table.text("message"),
        score=_score(table),
        bound=None if extra or use is False else used or bound,
    )
    if not extra:
        return [part]
    return [
        part,
        replace(
            part, permitted=ANY, required=_TLE, message=None, score=None, bound=used
        ),
    ]


def _expand(table: Table, glob: str) -> tuple[str, ...]:
    """Return the alternatives of a key that is a glob; report it and return () if it is none."""
    try:
        return tuple(part.strip("/") for part in globs.expand(glob))
    except globs.GlobError as failure:
        table.error(glob, f"not a glob: {failure}")
        return ()


def _score(table: Table) -> tuple[float, float] | None:
    """Return the (lowest, highest) score; a single number is both."""
    value = table.values.get("score")
    ends: list[object] = value if isinstance(value, list) else [value, value]
    numbers = [float(end) for end in ends if is_number(end) and abs(end) <= _MOST_SCORE]
    if len(numbers) == len(ends) == 2 and numbers[0] <= numbers[1]:
        return numbers[0], numbers[1]
    if value is not None:
        table.expected("score", "a score or a range [lowest, highest]")
    return None


def _verdicts(
    table: Table, key: str, known: Sequence[Verdict]
) -> frozenset[Verdict] | None:
    words = table.texts(key)
    for word in words or ():
        if word not in known:
            table.error(key, f"expected any of {', '.join(known)}, found '{word}'")
            return None
    if words == ():
        table.error(key, "expected at least one verdict")
    return frozenset(map(Verdict, words)) if words else None
