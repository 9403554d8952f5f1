"""`test_group.yaml` and `NAME.yaml` of 2025-09: the settings of data folders and of tests.

Folders and tests inherit arguments from the folder around them, but not the rules for scoring.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from judging.core.diagnostics import Location
from judging.core.problem import Aggregation, Testcase, TestGroup, ValidatorArgs
from judging.core.scoring.rules import DEFAULTS
from judging.package.yaml.tables import Table

_SCORING = ("max_score", "score_aggregation", "require_pass")
_STATIC = ("static_validation_score", "static_validator_args")
# `answer_validator_args` is a key of BAPCtools, like the validators that it is for.
_VALIDATOR_ARGS = (
    "input_validator_args",
    "answer_validator_args",
    "output_validator_args",
)
_VISUALIZER_ARGS = ("input_visualizer_args", "output_visualizer_args")
_SHARED = ("args", *_VALIDATOR_ARGS, *_VISUALIZER_ARGS, "full_feedback")
_GROUP_KEYS = (*_SHARED, *_SCORING, *_STATIC)
_TEST_KEYS = (*_SHARED, "hint", "description", "rejected_at")
_MOST_SCORE = 10**9


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force in one folder: arguments for its tests, and the rules for scoring.

    `test` has the arguments, but no name and no files. `group` is None if the folder is no group
    of its own.
    """

    test: Testcase
    group: TestGroup | None = None


def origins_in(
    table: Table, keys: Mapping[str, str], test: Testcase
) -> Mapping[str, Location]:
    """Return the origins of `test`, updated by the fields that `table` states; `keys` by field."""
    stated = {
        field: table.location(key) for field, key in keys.items() if table.has(key)
    }
    return {**test.origins, **stated}


def read_group(
    table: Table | None, name: str, scoring: bool, inherited: Settings
) -> Settings:
    """Return the settings of the folder `name`; `table` has those that the folder states."""
    settings = replace(inherited, group=DEFAULTS.get(name))
    if table is None:
        return settings
    table.check_keys(_GROUP_KEYS)
    for key in _STATIC:
        if key in table.values:
            table.error(key, "static validation is not supported")
    settings = replace(settings, test=_arguments(table, settings.test))
    group = settings.group or TestGroup(name)
    folder, _, inner = name.partition("/")
    unscored = name not in ("sample", "secret") and (folder != "secret" or "/" in inner)
    if unscored:
        fault = "only secret and the folders directly in it are scored"
    elif not scoring:
        fault = "only a problem of type scoring has scores"
    elif name == "sample":
        fault = "samples are not scored"
    else:
        return replace(settings, group=_scored(table, group))
    # Without scores, the key changes nothing.
    report = table.error if scoring else table.warning
    for key in _SCORING:
        if key in table.values:
            report(key, fault)
    return settings if unscored else replace(settings, group=group)


def read_test(table: Table, name: str, test: Testcase) -> Testcase:
    """Return `test`, which has what its folder states, with what the settings of `name` state."""
    table.check_keys(_TEST_KEYS)
    notes = table.as_warnings()
    notes.text("hint")
    notes.text("description")
    place = table.table("rejected_at")
    if place is not None and not name.startswith("invalid_input/"):
        notes.error("rejected_at", "only a test in invalid_input is rejected")
    return replace(_arguments(table, test), rejected_at=_place(place) if place else None)


def _scored(table: Table, group: TestGroup) -> TestGroup:
    score = group.max_score
    if table.values.get("max_score") == "unbounded":
        score = None
    elif table.has("max_score"):
        score = table.number("max_score", 0, _MOST_SCORE)
    aggregation = group.aggregation
    known = (Aggregation.PASS_FAIL, Aggregation.SUM, Aggregation.MIN)
    word = table.text("score_aggregation")
    if word in known:
        aggregation = Aggregation(word)
    elif word is not None:
        expected = ", ".join(known)
        table.error("score_aggregation", f"expected one of {expected}, found '{word}'")
    required = (
        table.text_or_texts("require_pass") if table.values.get("require_pass") else ()
    )
    return replace(
        group, max_score=score, aggregation=aggregation, require_pass=required or ()
    )


def check(
    groups: Mapping[str, TestGroup],
    scoring: bool,
    report: Callable[[str, str, str], None],
) -> None:
    """Report (group, key, message) for each fault in how 2025-09's groups refer to one another."""
    for name, group in groups.items():
        for required in group.require_pass:
            if fault := _requirement_fault(name, required, groups):
                report(name, "require_pass", fault)
        unbounded = scoring and name != "sample" and group.max_score is None
        if unbounded and (fault := _score_fault(group, groups.get("secret"))):
            report(name, "max_score", fault)


def _requirement_fault(
    name: str, required: str, groups: Mapping[str, TestGroup]
) -> str | None:
    if name == "secret" and required != "sample":
        return f"secret can require sample only, found '{required}'"
    if required == name:
        return "a group cannot require itself"
    if required not in groups:
        inner = f"secret/{required}"
        before = [n for n in groups if n < name and n not in ("sample", "secret")]
        wanted = [
            f"'{n}'" for n in (*([inner] if inner in groups else before), "sample")
        ]
        return f"no group '{required}'; write {' or '.join(wanted)}"
    if required > name:
        first, second = required.rpartition("/")[2], name.rpartition("/")[2]
        return (
            f"groups run in name order and '{required}' sorts after '{name}': "
            f"rename, e.g. 1-{first}, 2-{second}"
        )
    if groups[required].aggregation is not Aggregation.PASS_FAIL:
        return f"'{required}' is not a pass-fail group: only these can be required"
    return None


def _score_fault(group: TestGroup, secret: TestGroup | None) -> str | None:
    if group.aggregation is Aggregation.PASS_FAIL:
        return "missing: a pass-fail group of a scoring problem needs a maximum score"
    if secret is not None and secret.max_score is not None:
        return f"missing: secret has max_score {secret.max_score:g}, so each group in it needs one"
    return None


def _place(table: Table) -> tuple[int, int] | None:
    table.check_keys(("line", "column"))
    line, column = table.integer("line", 1, 10**9), table.integer("column", 1, 10**9)
    for key in ("line", "column"):
        if not table.has(key):
            table.error(key, "missing: expected rejected_at: {line: 1, column: 1}")
    return None if line is None or column is None else (line, column)


def _arguments(table: Table, inherited: Testcase) -> Testcase:
    for_people = table.as_warnings()
    for_people.flag("full_feedback")
    for key in _VISUALIZER_ARGS:
        for_people.texts(key)
    inputs, answers, _ = _VALIDATOR_ARGS
    args, outputs = table.texts("args"), table.texts("output_validator_args")
    return replace(
        inherited,
        origins=origins_in(table, {key: key for key in _VALIDATOR_ARGS}, inherited),
        args=inherited.args if args is None else args,
        input_validator_args=_by_name(table, inputs, inherited.input_validator_args),
        answer_validator_args=_by_name(table, answers, inherited.answer_validator_args),
        output_validator_args=inherited.output_validator_args
        if outputs is None
        else outputs,
    )


def _by_name(table: Table, key: str, inherited: ValidatorArgs) -> ValidatorArgs:
    by_name = table.values.get(key)
    if isinstance(by_name, dict):
        inner = table.inner(key, by_name)
        return {name: inner.texts(name) or () for name in by_name}
    stated = table.texts(key)
    return inherited if stated is None else stated
