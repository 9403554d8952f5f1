"""`testdata.yaml` of the legacy format and of the drafts after it: every data folder is a group.

A folder inherits each setting that it does not state from the folder around it. Source: legacy,
"Test data groups" and "Default grader specification".
"""

import contextlib
import math
from dataclasses import replace

from judging.core.diagnostics import did_you_mean
from judging.core.problem import TestGroup, ValidatorArgs
from judging.core.scoring import FLAGS
from judging.package.groups.test_group import Settings, origins_in
from judging.package.problem_yaml.config import flag_words
from judging.package.yaml.tables import Table

_KEYS = (
    "on_reject",
    "grading",
    "grader_flags",
    "input_validator_flags",
    "output_validator_flags",
    "accept_score",
    "reject_score",
    "range",
    # Keys of the drafts.
    "scoring",
    "run_samples",
)
_MOST_SCORE = 1e15


def read_group(
    table: Table | None, name: str, scoring: bool, inherited: Settings
) -> Settings:
    """Return the settings of the folder `name`; `table` has those that the folder states."""
    group = inherited.group or TestGroup("", graded=True, breaks=True)
    # The default grader knows this flag at the root only.
    flags = tuple(
        f for f in group.flags if f != "ignore_sample" or group.custom or not name
    )
    group = replace(group, name=name, flags=flags)
    if table is None:
        return replace(inherited, group=group)
    for key in table.values:
        if key not in _KEYS:
            # Other tools only warn too: packages carry keys of their own here.
            table.warning(key, f"unknown key '{key}': ignored")
    on_reject = table.text("on_reject")
    if on_reject not in (None, "break", "continue"):
        table.error("on_reject", f"expected break or continue, found '{on_reject}'")
    custom = _custom(table, group.custom, scoring)
    group = replace(
        group,
        breaks=group.breaks if on_reject is None else on_reject == "break",
        flags=_flags(table, group.flags, custom),
        custom=custom,
        accept_score=_score(table, "accept_score", group.accept_score),
        reject_score=_score(table, "reject_score", group.reject_score),
        range=_range(table, group.range),
    )
    if group.breaks and "ignore_sample" in group.flags and not name:
        message = (
            "ignore_sample with on_reject: break: no secret test runs if a sample fails"
        )
        table.warning("grader_flags", message)
    keys = {
        f"{of}_validator_args": f"{of}_validator_flags" for of in ("input", "output")
    }
    test = replace(
        inherited.test,
        origins=origins_in(table, keys, inherited.test),
        input_validator_args=_input_args(table, inherited.test.input_validator_args),
        output_validator_args=_output_args(table, inherited.test.output_validator_args),
    )
    return Settings(test, _of_draft(table, group))


def _custom(table: Table, inherited: bool, scoring: bool) -> bool:
    grading = table.values.get("grading")
    if grading is None or isinstance(grading, dict):
        return inherited
    if grading not in ("default", "custom"):
        table.expected("grading", "default or custom")
    if grading == "custom" and not scoring:
        table.warning("grading", "only a problem of type scoring has graders: ignored")
    return grading == "custom" and scoring


def _flags(table: Table, inherited: tuple[str, ...], custom: bool) -> tuple[str, ...]:
    if not table.has("grader_flags"):
        return inherited
    flags = flag_words(table, "grader_flags")
    for flag in flags:
        if flag not in FLAGS and not custom:
            hint = did_you_mean(flag, FLAGS)
            message = f"the default grader has no flag '{flag}': ignored{hint}"
            table.warning("grader_flags", message)
    return flags


def _score(table: Table, key: str, inherited: float) -> float:
    value = table.values.get(key)
    if isinstance(value, str):
        # In the draft, scores are texts.
        with contextlib.suppress(ValueError):
            value = float(value)
    table = replace(table, values={**table.values, key: value})
    score = table.number(key, -_MOST_SCORE, _MOST_SCORE)
    return inherited if score is None else score


def _range(table: Table, inherited: tuple[float, float]) -> tuple[float, float]:
    if not table.has("range"):
        return inherited
    with contextlib.suppress(ValueError):
        low, high = map(float, str(table.values["range"]).split())
        if low <= high:
            return (low, high)
    table.expected("range", "two numbers, the smaller first: range: 0 100")
    return inherited


def _of_draft(table: Table, group: TestGroup) -> TestGroup:
    """Return `group` with the drafts' `scoring`, which the first draft called `grading`."""
    if table.flag("run_samples") is False:
        table.error("run_samples", "not supported: samples always run")
    older = isinstance(table.values.get("grading"), dict)
    scoring = table.table("scoring") or (table.table("grading") if older else None)
    if scoring is None:
        return group
    scoring.check_keys(("score", "max_score", "aggregation"))
    aggregation = scoring.text("aggregation")
    if aggregation not in (None, "sum", "min"):
        scoring.error("aggregation", f"expected sum or min, found '{aggregation}'")
    most = _score(scoring, "max_score", math.inf)
    return replace(
        group,
        accept_score=_score(scoring, "score", group.accept_score),
        flags=group.flags if aggregation is None else (*group.flags, aggregation),
        range=(group.range[0], min(most, group.range[1])),
    )


def _input_args(table: Table, inherited: ValidatorArgs) -> ValidatorArgs:
    key = "input_validator_flags"
    named = table.table(key) if isinstance(table.values.get(key), dict) else None
    if named is None:
        return flag_words(table, key) if table.has(key) else inherited
    if set(named.values) <= {"name", "flags"}:
        name = named.text("name")
        return {} if name is None else {name: flag_words(named, "flags")}
    return {name: flag_words(named, name) for name in named.values}


def _output_args(table: Table, inherited: tuple[str, ...]) -> tuple[str, ...]:
    key = "output_validator_flags"
    named = table.table(key) if isinstance(table.values.get(key), dict) else None
    if named is None:
        return flag_words(table, key) if table.has(key) else inherited
    named.check_keys(("name", "flags"))
    if named.has("name"):
        named.warning(
            "name", "ignored: every output validator decides and gets these flags"
        )
    return flag_words(named, "flags")
