"""`testdata.yaml` of legacy and of the drafts after it: every data folder is a group.

A folder inherits each setting that it does not state from the folder around it. Source:
legacy, "Test data groups" and "Default grader specification".
"""

import contextlib
import math

from judging.core.diagnostics import did_you_mean
from judging.core.problem import TestGroup, ValidatorArgs
from judging.core.scoring import FLAGS
from judging.package.groups.test_group import Settings, origins_in
from judging.package.problem_yaml.config import flag_words
from judging.package.yaml import kinds
from judging.package.yaml.tables import Table
from judging.values import replace

_MOST_SCORE = 1e15  # whole numbers up to it are exact
_DECIMAL = r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?"
_SCORE = kinds.either(
    kinds.number(-_MOST_SCORE, _MOST_SCORE), kinds.text_like(rf"\s*{_DECIMAL}\s*")
)
_FLAGS = kinds.either(kinds.ANY_TEXT, {"type": "number"})
_NAMED_FLAGS = {
    "name": kinds.key(kinds.ANYTHING, "The name of the validator."),
    "flags": kinds.key(_FLAGS, "Its arguments, separated by spaces."),
}
_SCORING = {
    "score": kinds.key(_SCORE, "The score of a test that passes."),
    "max_score": kinds.key(_SCORE, "The highest score of the group."),
    "aggregation": kinds.key(
        kinds.one_of(["sum", "min"]), "How the scores of the parts are combined."
    ),
}
KEYS: kinds.Keys = {
    "on_reject": kinds.key(
        kinds.one_of(["break", "continue"]), "Whether a wrong test ends the group."
    ),
    "grading": kinds.key(
        kinds.either(kinds.one_of(["default", "custom"]), kinds.table(_SCORING)),
        "What grades the group: default, or custom for the program in graders/.",
    ),
    "grader_flags": kinds.key(
        _FLAGS, "The arguments of the grader, separated by spaces, such as sum."
    ),
    "input_validator_flags": kinds.key(
        kinds.either(_FLAGS, kinds.named(kinds.or_null(_FLAGS))),
        "The arguments of the input validators, or {name: VALIDATOR, flags: FLAGS}.",
    ),
    "output_validator_flags": kinds.key(
        kinds.either(_FLAGS, kinds.table(_NAMED_FLAGS)),
        "The arguments of the output validators, separated by spaces.",
    ),
    "accept_score": kinds.key(_SCORE, "The score of a test that passes."),
    "reject_score": kinds.key(_SCORE, "The score of a test that does not pass."),
    "range": kinds.key(
        kinds.text_like(rf"\s*{_DECIMAL}\s+{_DECIMAL}\s*"),
        "The lowest and the highest score: 0 100.",
    ),
    # Keys of the drafts.
    "scoring": kinds.key(kinds.table(_SCORING), "How the group is scored."),
    "run_samples": kinds.key({"const": True}, "Samples always run."),
}


def read_group(
    table: Table | None, name: str, scoring: bool, inherited: Settings
) -> Settings:
    """Return the settings of the folder `name`; `table` has those that it states."""
    # Legacy: `on_reject` is `break` unless stated.
    group = inherited.group or TestGroup("", graded=True, breaks=True)
    flags = group.flags
    if name and not group.custom:
        # The default grader knows this flag at the root only.
        flags = tuple(flag for flag in flags if flag != "ignore_sample")
    group = replace(group, name=name, flags=flags)
    if table is None:
        return replace(inherited, group=group)
    for key in table.values:
        if key not in KEYS:
            hint = did_you_mean(key, KEYS)
            _report_unknown(table, key, f"unknown key '{key}'", hint, scoring)
    on_reject = table.text("on_reject")
    if on_reject not in (None, "break", "continue"):
        table.error("on_reject", f"expected break or continue, found '{on_reject}'")
    breaks = group.breaks
    if on_reject is not None:
        breaks = on_reject == "break"
    custom = _custom(table, group.custom, scoring)
    group = replace(
        group,
        breaks=breaks,
        flags=_flags(table, group.flags, custom, scoring),
        custom=custom,
        accept_score=_score(table, "accept_score", group.accept_score),
        reject_score=_score(table, "reject_score", group.reject_score),
        range=_range(table, group.range),
    )
    if group.breaks and "ignore_sample" in group.flags and not name:
        effect = "no secret test runs if a sample fails"
        message = f"ignore_sample with on_reject: break: {effect}"
        table.warning("grader_flags", message)
    keys = {
        "input_validator_args": "input_validator_flags",
        "output_validator_args": "output_validator_flags",
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


def _flags(
    table: Table, inherited: tuple[str, ...], custom: bool, scoring: bool
) -> tuple[str, ...]:
    if not table.has("grader_flags"):
        return inherited
    flags = flag_words(table, "grader_flags")
    for flag in flags:
        if flag not in FLAGS and not custom:
            hint = did_you_mean(flag, FLAGS)
            message = f"the default grader has no flag '{flag}'"
            _report_unknown(table, "grader_flags", message, hint, scoring)
    return flags


def _report_unknown(
    table: Table, key: str, message: str, hint: str, scoring: bool
) -> None:
    """Report a word that nothing reads.

    One that resembles a known word (`hint`) is a slip, which makes scores wrong. Other
    words are those of other tools.
    """
    if hint and scoring:
        table.error(key, f"{message}{hint}")
    else:
        table.warning(key, f"{message}: ignored{hint}")


def _score(table: Table, key: str, inherited: float) -> float:
    value = table.values.get(key)
    if isinstance(value, str):
        # In the draft, scores are texts.
        with contextlib.suppress(ValueError):
            value = float(value)
    table = replace(table, values={**table.values, key: value})
    score = table.number(key, -_MOST_SCORE, _MOST_SCORE)
    if score is None:
        return inherited
    return score


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
    """Return `group` with `scoring` of the drafts, `grading` in the first one."""
    if table.flag("run_samples") is False:
        table.error("run_samples", "not supported: samples always run")
    scoring = table.table("scoring")
    # In legacy, `grading` is a word; in the first draft, a mapping.
    if scoring is None and isinstance(table.values.get("grading"), dict):
        scoring = table.table("grading")
    if scoring is None:
        return group
    scoring.check_keys(_SCORING)
    flags = group.flags
    aggregation = scoring.text("aggregation")
    if aggregation not in (None, "sum", "min"):
        scoring.error("aggregation", f"expected sum or min, found '{aggregation}'")
    if aggregation is not None:
        # The default grader of legacy has flags of the same names.
        flags = (*flags, aggregation)
    least, most = group.range
    most_stated = _score(scoring, "max_score", math.inf)
    return replace(
        group,
        accept_score=_score(scoring, "score", group.accept_score),
        flags=flags,
        range=(least, min(most, most_stated)),
    )


def _input_args(table: Table, inherited: ValidatorArgs) -> ValidatorArgs:
    """Return the flags of all input validators, or a map from a name to its flags."""
    key = "input_validator_flags"
    value = table.values.get(key)
    if value is None:
        return inherited
    if not isinstance(value, dict):
        return flag_words(table, key)
    named = table.inner(key, value)
    # `{name: VALIDATOR, flags: FLAGS}` of legacy, or `{VALIDATOR: FLAGS, ...}` of a
    # draft.
    if not set(named.values) <= {"name", "flags"}:
        return {name: flag_words(named, name) for name in named.values}
    name = named.text("name")
    if name is None:
        return {}
    return {name: flag_words(named, "flags")}


def _output_args(table: Table, inherited: tuple[str, ...]) -> tuple[str, ...]:
    """Return the flags of the output validators."""
    key = "output_validator_flags"
    value = table.values.get(key)
    if value is None:
        return inherited
    if not isinstance(value, dict):
        return flag_words(table, key)
    named = table.inner(key, value)
    named.check_keys(_NAMED_FLAGS)
    if named.has("name"):
        message = "ignored: every output validator decides and gets these flags"
        named.warning("name", message)
    return flag_words(named, "flags")
