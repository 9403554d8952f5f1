"""Read `submissions.yaml`: which verdicts are expected of which submissions.

A rule applies to every submission that its glob matches. Each expectation folder has a
default rule; a rule under the folder's own name replaces it key by key. Inside a rule, a
glob of tests or test groups holds expectations for these alone. Source: 2025-09,
"Example submissions".
"""

from collections.abc import Collection, Sequence

from judging.core import globs
from judging.core.diagnostics import DiagnosticSink, did_you_mean
from judging.core.expectations import ANY
from judging.core.problem import Expectation
from judging.core.verdicts import Verdict
from judging.package.problem_yaml.config_metadata import PEOPLE, check_people
from judging.package.submissions.conventions import NATIVE, Convention, bound_of
from judging.package.yaml import kinds
from judging.package.yaml.documents import Document
from judging.package.yaml.tables import Table, is_number, top
from judging.values import Value, replace

_TLE = frozenset({Verdict.TLE})
# Sums of such scores are still finite numbers.
_MOST_SCORE = 1e300
_SCORE = kinds.number(-_MOST_SCORE, _MOST_SCORE)
# MLE and OLE are verdicts of native packages only, which no schema can tell.
_VERDICTS = kinds.list_of(kinds.one_of(NATIVE.verdicts), 1)
_BOUNDS = ("lower", "upper")
_ON_TESTS = {
    "permitted": kinds.key(_VERDICTS, "Each test must give one of these verdicts."),
    "required": kinds.key(_VERDICTS, "Some test must give one of these verdicts."),
    "score": kinds.key(
        kinds.either(_SCORE, {**kinds.list_of(_SCORE, 2), "maxItems": 2}),
        "The score of the submission or group, or [lowest, highest].",
    ),
    "message": kinds.key(kinds.TEXT, "A part of some judge message."),
    "use_for_time_limit": kinds.key(
        kinds.either(kinds.FLAG, kinds.one_of(_BOUNDS)),
        "Whether it bounds the time limit: false, or from which side.",
    ),
}
KEYS: kinds.Keys = {
    "language": kinds.key(kinds.TEXT, "The id of the language, such as cpp."),
    "entrypoint": kinds.key(kinds.TEXT, "The file or class that runs first."),
    "authors": kinds.key(PEOPLE, "Who wrote it: `Full Name <email>`, or several."),
    "model_solution": kinds.key(kinds.FLAG, "It is the model solution."),
    **_ON_TESTS,
}
# The whole file: globs of submissions; in each of them, globs of tests besides the keys.
FILE = kinds.named(kinds.table(KEYS, others=kinds.table(_ON_TESTS)))


class Rule(Value):
    """One key of submissions.yaml, or the default of a folder (`line` None).

    `alternatives` are the globs after its braces are expanded. `parts` are the
    expectations, each for all tests or for some.
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


def defaults(convention: Convention) -> dict[str, Rule]:
    return {name: Rule((name,), (rule,)) for name, rule in convention.folders.items()}


def read(
    document: Document,
    convention: Convention,
    tests: Collection[str],
    report: DiagnosticSink,
) -> dict[str, Rule]:
    """Return every rule, with the folders' defaults; report unreadable ones."""
    rules = defaults(convention)
    table = top(document, report)
    for glob, values in table.values.items():
        if not isinstance(values, dict):
            table.expected(glob, "a mapping")
            continue
        alternatives = _expand(table, glob)
        if not alternatives:
            continue
        # A key that names a default folder replaces its rule; any other adds one.
        key = glob.strip("/")
        replaced = rules.get(key, Rule(alternatives))
        rules[key] = _rule(table.inner(glob, values), replaced, convention, tests)
    return rules


def _rule(
    table: Table, replaced: Rule, convention: Convention, tests: Collection[str]
) -> Rule:
    """Return `replaced` with what `table` states; `tests` names the judged tests."""
    globs_of_tests = {}
    own_values = {}
    for key, value in table.values.items():
        if key not in KEYS and isinstance(value, dict):
            globs_of_tests[key] = value
        else:
            own_values[key] = value
    replace(table, values=own_values).check_keys(KEYS)
    parts_on_tests: list[Expectation] = []
    for glob, values in globs_of_tests.items():
        inner = table.inner(glob, values)
        parts_on_tests += _parts_on_tests(table, glob, inner, convention, tests)
    if table.has("authors"):
        check_people(table.as_warnings(), "authors")
    base = replaced.parts[0] if replaced.parts else Expectation(ANY, frozenset(), "")
    parts = tuple(_parts(table, base, convention.verdicts)) or replaced.parts
    return replace(
        replaced,
        parts=(*parts, *parts_on_tests),
        line=table.document.line(table.path),
        language=table.text("language"),
        entrypoint=table.text("entrypoint"),
        model_solution=table.flag("model_solution") or False,
    )


def _parts_on_tests(
    table: Table,
    glob: str,
    inner: Table,
    convention: Convention,
    tests: Collection[str],
) -> list[Expectation]:
    """Return the expectations in `inner`, the table below a glob of tests in `table`."""
    alternatives = _expand(table, glob)
    if not alternatives:
        return []
    inner.check_keys(_ON_TESTS)
    blank = Expectation(ANY, frozenset(), "", tests=alternatives)
    parts = _parts(inner, blank, convention.verdicts)
    if not any(blank.applies_to(test) for test in tests):
        report = table.error if convention.strict else table.warning
        folders = {test.rpartition("/")[0] for test in tests}
        hint = did_you_mean(glob, [*sorted(folders), *tests])
        report(glob, f"matches no test or test group{hint}")
    return parts


def _parts(
    table: Table, base: Expectation, verdicts: Sequence[Verdict]
) -> list[Expectation]:
    """Return what `table` expects; `base` has its tests and default verdicts."""
    use = table.values.get("use_for_time_limit")
    stated = {key for key in _ON_TESTS if table.has(key)}
    # `true` is the default: it states nothing.
    if use is True:
        stated.discard("use_for_time_limit")
    if not stated:
        return []
    permitted = _verdicts(table, "permitted", verdicts) or base.permitted
    required = _verdicts(table, "required", verdicts) or base.required
    changed = (permitted, required) != (base.permitted, base.required)
    bound = base.bound
    if changed or not base.stated_by:
        bound = bound_of(permitted, required)
    # Not `in (True, False)`: 1 and 0 equal these.
    if use is not None and not isinstance(use, bool) and use not in _BOUNDS:
        table.expected("use_for_time_limit", "true, false, lower or upper")
    part = replace(
        base,
        permitted=permitted,
        required=required,
        stated_by=f"{table.document.file}:{table.document.line(table.path)}",
        message=table.text("message"),
        score=_score(table),
        bound=bound,
    )
    if use is False:
        return [replace(part, bound=None)]
    # In the format, an explicit `lower` or `upper` is also a rule about TLE.
    if use == "lower":
        return [replace(part, permitted=permitted - _TLE, bound="lower")]
    if use == "upper":
        return _too_slow(part)
    return [part]


def _too_slow(part: Expectation) -> list[Expectation]:
    """Return `part` with the rule that TLE is required."""
    if part.required in (frozenset(), _TLE):
        return [replace(part, required=_TLE, bound="upper")]
    # One rule cannot require TLE besides another verdict: any of `required` satisfies
    # it.
    too_slow = replace(
        part, permitted=ANY, required=_TLE, message=None, score=None, bound="upper"
    )
    return [replace(part, bound=None), too_slow]


def _expand(table: Table, glob: str) -> tuple[str, ...]:
    """Return the alternatives of a glob; () after a report."""
    try:
        return tuple(part.strip("/") for part in globs.expand(glob))
    except globs.GlobError as failure:
        table.error(glob, f"not a glob: {failure}")
        return ()


def _score(table: Table) -> tuple[float, float] | None:
    """Return the (lowest, highest) score; a single number is both."""
    value = table.values.get("score")
    if value is None:
        return None
    ends: list[object] = value if isinstance(value, list) else [value, value]
    # NaN fails the comparisons.
    numbers = [float(end) for end in ends if is_number(end) and abs(end) <= _MOST_SCORE]
    if len(numbers) == len(ends) == 2:
        low, high = numbers
        if low <= high:
            return low, high
    table.expected("score", "a score or a range [lowest, highest]")
    return None


def _verdicts(
    table: Table, key: str, known: Sequence[Verdict]
) -> frozenset[Verdict] | None:
    """Return the verdicts in the list at `key`; None if it is missing or reported."""
    words = table.texts(key)
    if words is None:
        return None
    for word in words:
        if word not in known:
            table.error(key, f"expected any of {', '.join(known)}, found '{word}'")
            return None
    if not words:
        table.error(key, "expected at least one verdict")
        return None
    return frozenset(map(Verdict, words))
