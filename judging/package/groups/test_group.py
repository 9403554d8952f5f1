"""What the YAML files of data folders and tests say: `test_group.yaml` and `NAME.yaml` of 2025-09.

Arguments are inherited by the folders and tests below; how a group is scored is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judging.core.problem import Aggregation, TestGroup, ValidatorArgs
from judging.package.yaml.tables import Table

_SCORING = ("max_score", "score_aggregation", "require_pass")
_STATIC = ("static_validation_score", "static_validator_args")
_SHARED = (
    "args",
    "input_validator_args",
    "answer_validator_args",
    "output_validator_args",
    "input_visualizer_args",
    "output_visualizer_args",
    "full_feedback",
)
_GROUP_KEYS = (*_SHARED, *_SCORING, *_STATIC)
_TEST_KEYS = (*_SHARED, "hint", "description", "rejected_at")
_SCORES = 10**9


@dataclass(frozen=True, slots=True)
class Settings:
    """What is in force in one folder: arguments for its tests, and how it is scored (None: it is
    no group of its own)."""

    args: tuple[str, ...] = ()
    input_validator_args: ValidatorArgs = ()
    answer_validator_args: ValidatorArgs = ()
    output_validator_args: tuple[str, ...] = ()
    group: TestGroup | None = None


def implied(name: str, inherited: Settings) -> Settings:
    """The settings of the folder `name` before its own file is read."""
    if name == "secret":
        group: TestGroup | None = TestGroup(name, Aggregation.SUM, max_score=100.0)
    else:
        group = TestGroup(name) if name == "sample" else None
    return replace(inherited, group=group)


def read_group(table: Table, name: str, scoring: bool, settings: Settings) -> Settings:
    """`settings` of the folder `name` with what its test_group.yaml says."""
    table.know(_GROUP_KEYS)
    for key in _STATIC:
        if key in table.values:
            table.error(key, "static validation is not judged by this version")
    settings = _arguments(table, settings)
    found = [key for key in _SCORING if key in table.values]
    if name not in ("sample", "secret") and not _is_group(name):
        for key in found:
            table.error(key, "only secret and the folders directly in it are scored")
        return settings
    if not scoring:
        for key in found:
            table.error(key, "only a problem of type scoring has scores")
        return replace(settings, group=settings.group or TestGroup(name))
    if name == "sample":
        for key in found:
            table.error(key, "samples are not scored")
        return settings
    return replace(settings, group=_scored(table, settings.group or TestGroup(name)))


def read_test(table: Table, name: str, settings: Settings) -> tuple[Settings, Place | None]:
    """The settings of the test `name`, and where its input must be refused."""
    table.know(_TEST_KEYS)
    table.text("hint")
    table.text("description")
    place = table.table("rejected_at")
    if place is not None and not name.startswith("invalid_input/"):
        table.error("rejected_at", "only a test in invalid_input is rejected")
    return _arguments(table, settings), None if place is None else _place(place)


Place = tuple[int, int]


def _is_group(name: str) -> bool:
    return name.startswith("secret/") and name.count("/") == 1


def _scored(table: Table, group: TestGroup) -> TestGroup:
    score = group.max_score
    if table.values.get("max_score") == "unbounded":
        score = None
    elif table.has("max_score"):
        score = table.number("max_score", 0, _SCORES)
    aggregation = group.aggregation
    known = (Aggregation.PASS_FAIL, Aggregation.SUM, Aggregation.MIN)
    word = table.text("score_aggregation")
    if word in known:
        aggregation = Aggregation(word)
    elif word is not None:
        expected = ", ".join(known)
        table.error("score_aggregation", f"expected one of {expected}, found '{word}'")
    required = table.text_or_texts("require_pass") if table.values.get("require_pass") else ()
    return replace(group, max_score=score, aggregation=aggregation, require_pass=required or ())


def check(groups: Mapping[str, TestGroup], scoring: bool) -> list[tuple[str, str, str]]:
    """What the groups of a 2025-09 package say about one another and may not: (name of the group,
    key, what is wrong)."""
    faults = []
    secret = groups.get("secret")
    for name, group in groups.items():
        for wanted in group.require_pass:
            other = groups.get(wanted)
            if other is None or (name == "secret" and wanted != "sample"):
                expected = [n for n in groups if n < name and n != "secret"]
                message = f"expected {' or '.join(expected) or 'nothing'}, found '{wanted}'"
                faults.append((name, "require_pass", message))
            elif wanted >= name:
                faults.append((name, "require_pass", f"'{wanted}' does not come before it"))
            elif other.aggregation is not Aggregation.PASS_FAIL:
                faults.append((name, "require_pass", f"'{wanted}' is not pass-fail"))
        unbounded = scoring and name != "sample" and group.max_score is None
        if unbounded and group.aggregation is Aggregation.PASS_FAIL:
            message = "missing: a pass-fail group of a scoring problem needs a number of points"
            faults.append((name, "max_score", message))
        elif unbounded and secret is not None and secret.max_score is not None:
            message = f"missing: secret is bounded by {secret.max_score:g}, so this must be too"
            faults.append((name, "max_score", message))
    return faults


def _place(table: Table) -> Place | None:
    table.know(("line", "column"))
    line, column = table.whole("line", 1, 10**9), table.whole("column", 1, 10**9)
    for key in ("line", "column"):
        if not table.has(key):
            table.error(key, "missing: expected rejected_at: {line: 1, column: 1}")
    return None if line is None or column is None else (line, column)


def _arguments(table: Table, inherited: Settings) -> Settings:
    table.flag("full_feedback")
    for key in ("input_visualizer_args", "output_visualizer_args"):
        table.texts(key)
    arguments = {key: table.texts(key) for key in ("args", "output_validator_args")}
    return replace(
        inherited,
        args=_or(arguments["args"], inherited.args),
        input_validator_args=_by_name(
            table, "input_validator_args", inherited.input_validator_args
        ),
        # Of BAPCtools, like the validators that they are for.
        answer_validator_args=_by_name(
            table, "answer_validator_args", inherited.answer_validator_args
        ),
        output_validator_args=_or(
            arguments["output_validator_args"], inherited.output_validator_args
        ),
    )


def _by_name(table: Table, key: str, inherited: ValidatorArgs) -> ValidatorArgs:
    by_name = table.values.get(key)
    if isinstance(by_name, dict):
        inner = table.table(key)
        assert inner is not None
        return {name: inner.texts(name) or () for name in by_name}
    stated = table.texts(key)
    return inherited if stated is None else stated


def _or(stated: tuple[str, ...] | None, inherited: tuple[str, ...]) -> tuple[str, ...]:
    return inherited if stated is None else stated
