"""`test_group.yaml` and `NAME.yaml` of 2025-09: settings of data folders and of tests.

Folders and tests inherit arguments from the folder around them, but not the rules for
scoring.
"""

from collections.abc import Callable, Mapping

from judging.core.diagnostics import Location, Severity
from judging.core.problem import Aggregation, Testcase, TestGroup, ValidatorArgs
from judging.core.scoring.rules import DEFAULTS
from judging.package.groups.group_points import GroupFault
from judging.package.yaml import kinds
from judging.package.yaml.tables import Table
from judging.values import Value, replace

_MOST_SCORE = 10**9  # a bound on nonsense
_UNBOUNDED = "unbounded"
_AGGREGATIONS = (Aggregation.PASS_FAIL, Aggregation.SUM, Aggregation.MIN)
_SCORING = {
    "max_score": kinds.key(
        kinds.either(kinds.number(0, _MOST_SCORE), kinds.one_of([_UNBOUNDED])),
        "The points of the group, or unbounded.",
    ),
    "score_aggregation": kinds.key(
        kinds.one_of(_AGGREGATIONS),
        "pass-fail: all points or none. sum or min: of the scores of its parts.",
    ),
    "require_pass": kinds.key(
        kinds.either(kinds.TEXT, kinds.TEXTS),
        "Groups that must pass first: sample, or one such as secret/1-small.",
    ),
}
_STATIC = ("static_validation_score", "static_validator_args")
# `answer_validator_args` is a key of BAPCtools, like the validators that it is for.
_VALIDATOR_ARGS = (
    "input_validator_args",
    "answer_validator_args",
    "output_validator_args",
)
_VISUALIZER_ARGS = ("input_visualizer_args", "output_visualizer_args")
_BY_NAME = kinds.either(kinds.TEXTS, kinds.named(kinds.or_null(kinds.TEXTS)))
_SHARED = {
    "args": kinds.key(kinds.TEXTS, "Arguments of the submission."),
    "input_validator_args": kinds.key(
        _BY_NAME,
        "Arguments of the input validators: a list, or one by the name of each.",
    ),
    "answer_validator_args": kinds.key(
        _BY_NAME,
        "Arguments of the answer validators: a list, or one by the name of each.",
    ),
    "output_validator_args": kinds.key(
        kinds.TEXTS, "Arguments of the output validator, or of the default comparison."
    ),
    "input_visualizer_args": kinds.key(
        kinds.TEXTS, "Arguments of the input visualizer."
    ),
    "output_visualizer_args": kinds.key(
        kinds.TEXTS, "Arguments of the output visualizer."
    ),
    "full_feedback": kinds.key(kinds.FLAG, "Contestants may see everything."),
}
GROUP_KEYS: kinds.Keys = {**_SHARED, **_SCORING}
_MOST_PLACE = 10**9  # a bound on nonsense
_PLACE = {
    "line": kinds.filled_key(kinds.integer(1, _MOST_PLACE), "The line, from 1."),
    "column": kinds.filled_key(kinds.integer(1, _MOST_PLACE), "The column, from 1."),
}
TEST_KEYS: kinds.Keys = {
    **_SHARED,
    "hint": kinds.key(kinds.TEXT, "What contestants may be told when they fail it."),
    "description": kinds.key(kinds.TEXT, "What the test is about."),
    "rejected_at": kinds.key(
        kinds.table(_PLACE, required=list(_PLACE)),
        "Where the input validator must reject a test of invalid_input.",
    ),
}


class Settings(Value):
    """The settings in force in a folder: arguments for its tests, and rules for scoring.

    `test` has the arguments, but no name and no files. `group` is None if the folder is
    no group of its own.
    """

    test: Testcase
    group: TestGroup | None = None


def origins_in(
    table: Table, keys: Mapping[str, str], test: Testcase
) -> Mapping[str, Location]:
    """Return the origins of `test`, with those that `table` states; `keys` by field."""
    origins = dict(test.origins)
    for field, key in keys.items():
        if table.has(key):
            origins[field] = table.location(key)
    return origins


def read_group(
    table: Table | None, name: str, scoring: bool, inherited: Settings
) -> Settings:
    """Return the settings of the folder `name`; `table` has those that it states.

    scoring: the problem has scores, or may have some because its type is unreadable.
    """
    settings = replace(inherited, group=DEFAULTS.get(name))
    if table is None:
        return settings
    table.check_keys((*GROUP_KEYS, *_STATIC))
    for key in _STATIC:
        if key in table.values:
            table.error(key, "static validation is not supported")
    settings = replace(settings, test=_arguments(table, settings.test))
    group = settings.group or TestGroup(name)
    fault = _scoring_fault(name, scoring)
    if fault is None:
        return replace(settings, group=_scored(table, group))
    # Without scores, the key changes nothing.
    report = table.error if scoring else table.warning
    for key in _SCORING:
        if key in table.values:
            report(key, fault)
    if _is_scored_folder(name):
        return replace(settings, group=group)
    return settings


def _scoring_fault(name: str, scoring: bool) -> str | None:
    """Return why the folder `name` has no rules for scoring; None if it has."""
    if not _is_scored_folder(name):
        return "only secret and the folders directly in it are scored"
    if not scoring:
        return "only a problem of type scoring has scores"
    if name == "sample":
        return "samples are not scored"
    return None


def _is_scored_folder(name: str) -> bool:
    """Return True for `sample`, `secret` and the folders directly in `secret`.

    In 2025-09 these are the test groups; deeper folders only sort the tests of one.
    """
    if name in ("sample", "secret"):
        return True
    folder, _, inner = name.partition("/")
    return folder == "secret" and "/" not in inner


def read_test(table: Table, name: str, test: Testcase) -> Testcase:
    """Return `test`, as its folder states it, with what its own settings state."""
    table.check_keys(TEST_KEYS)
    notes = table.as_warnings()
    notes.text("hint")
    notes.text("description")
    place = table.table("rejected_at")
    if place is not None and not name.startswith("invalid_input/"):
        notes.error("rejected_at", "only a test in invalid_input is rejected")
    test = _arguments(table, test)
    if place is None:
        return replace(test, rejected_at=None)
    return replace(test, rejected_at=_place(place))


def _scored(table: Table, group: TestGroup) -> TestGroup:
    """Return `group` with the rules for scoring in `table`."""
    score = group.max_score
    if table.values.get("max_score") == _UNBOUNDED:
        score = None
    elif table.has("max_score"):
        score = table.number("max_score", 0, _MOST_SCORE)
    aggregation = group.aggregation
    word = table.text("score_aggregation")
    if word in _AGGREGATIONS:
        aggregation = Aggregation(word)
    elif word is not None:
        expected = ", ".join(_AGGREGATIONS)
        table.error("score_aggregation", f"expected one of {expected}, found '{word}'")
    required: tuple[str, ...] = ()
    # An empty list is allowed here: it requires nothing.
    if table.values.get("require_pass") != []:
        required = table.text_or_texts("require_pass") or ()
    return replace(
        group, max_score=score, aggregation=aggregation, require_pass=required
    )


def check(
    groups: Mapping[str, TestGroup],
    stated: Mapping[str, Table],
    scoring: bool,
    report: Callable[[GroupFault], None],
) -> None:
    """Report what groups of 2025-09 lack, and requirements that they cannot have.

    stated: the settings that groups state, by name.
    """
    for name, group in groups.items():
        for required in group.require_pass:
            fault = _requirement_fault(name, required, groups)
            if fault is not None:
                report(GroupFault(Severity.ERROR, name, "require_pass", fault))
        score = stated[name].values.get("max_score") if name in stated else None
        # A stated value that is no maximum was reported where it was read.
        unbounded = group.max_score is None and score in (None, _UNBOUNDED)
        if scoring and name != "sample" and unbounded:
            needed = _why_bounded(group, groups.get("secret"))
            if needed is not None:
                fault = f"{score or 'missing'}: {needed}"
                report(GroupFault(Severity.ERROR, name, "max_score", fault))


def _requirement_fault(
    name: str, required: str, groups: Mapping[str, TestGroup]
) -> str | None:
    """Return why the group `name` cannot require the group `required`, or None."""
    if name == "secret" and required != "sample":
        return f"secret can require sample only, found '{required}'"
    if required == name:
        return "a group cannot require itself"
    if required not in groups:
        return f"no group '{required}'; write {_allowed_groups(name, required, groups)}"
    # Each group is judged once, so what it requires must be judged before it.
    if required > name:
        first = required.rpartition("/")[2]
        second = name.rpartition("/")[2]
        return (
            f"groups run in name order and '{required}' sorts after '{name}': "
            f"rename, e.g. 1-{first}, 2-{second}"
        )
    # 2025-09: only a pass-fail group passes or fails.
    if groups[required].aggregation is not Aggregation.PASS_FAIL:
        return f"'{required}' is not a pass-fail group: only these can be required"
    return None


def _allowed_groups(name: str, required: str, groups: Mapping[str, TestGroup]) -> str:
    """Return what to write instead of the unknown group `required`, for a message."""
    full_name = f"secret/{required}"
    if full_name in groups:
        return f"'{full_name}' or 'sample'"
    allowed = []
    for group in groups:
        if group < name and group not in ("sample", "secret"):
            allowed.append(f"'{group}'")
    return " or ".join([*allowed, "'sample'"])


def _why_bounded(group: TestGroup, secret: TestGroup | None) -> str | None:
    """Return why a group of a scoring problem needs a `max_score`, or None."""
    if group.aggregation is Aggregation.PASS_FAIL:
        return "a pass-fail group of a scoring problem needs a maximum score"
    if secret is not None and secret.max_score is not None:
        most = f"{secret.max_score:g}"
        return f"secret has max_score {most}, so each group in it needs one"
    return None


def _place(table: Table) -> tuple[int, int] | None:
    """Return (line, column) of `rejected_at`; None after a report."""
    table.check_keys(_PLACE)
    line = table.integer("line", 1, _MOST_PLACE)
    column = table.integer("column", 1, _MOST_PLACE)
    for key in _PLACE:
        if not table.has(key):
            table.error(key, "missing: expected rejected_at: {line: 1, column: 1}")
    if line is None or column is None:
        return None
    return line, column


def _arguments(table: Table, inherited: Testcase) -> Testcase:
    """Return `inherited` with the arguments that `table` states."""
    for_people = table.as_warnings()
    for_people.flag("full_feedback")
    input_pictures, output_pictures = _VISUALIZER_ARGS
    input_picture_args = for_people.texts(input_pictures)
    if input_picture_args is None:
        input_picture_args = inherited.input_visualizer_args
    output_picture_args = for_people.texts(output_pictures)
    if output_picture_args is None:
        output_picture_args = inherited.output_visualizer_args
    inputs, answers, outputs = _VALIDATOR_ARGS
    args = table.texts("args")
    if args is None:
        args = inherited.args
    output_args = table.texts(outputs)
    if output_args is None:
        output_args = inherited.output_validator_args
    return replace(
        inherited,
        origins=origins_in(table, {key: key for key in _VALIDATOR_ARGS}, inherited),
        args=args,
        input_validator_args=_by_name(table, inputs, inherited.input_validator_args),
        answer_validator_args=_by_name(table, answers, inherited.answer_validator_args),
        output_validator_args=output_args,
        input_visualizer_args=input_picture_args,
        output_visualizer_args=output_picture_args,
    )


def _by_name(table: Table, key: str, inherited: ValidatorArgs) -> ValidatorArgs:
    """Return a list of arguments for all validators, or a map from a name to a list."""
    by_name = table.values.get(key)
    if isinstance(by_name, dict):
        inner = table.inner(key, by_name)
        return {name: inner.texts(name) or () for name in by_name}
    stated = table.texts(key)
    if stated is None:
        return inherited
    return stated
