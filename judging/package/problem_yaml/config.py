"""Read `problem.yaml` of every version: check all keys, keep those that judging needs.

Source: Kattis problem package format 2025-09 and legacy, "Problem metadata"; for the
draft between them, the versions of its text. Native packages use the 2025-09 file
unchanged.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from judging.core.diagnostics import Location, did_you_mean
from judging.core.limits import ProblemLimits, is_multiple, resolution_for
from judging.package import language_factors
from judging.package.problem_yaml import config_limits, config_metadata
from judging.package.yaml import kinds
from judging.package.yaml.tables import Table, is_number
from judging.values import Value, replace

VERSION = "2025-09"
# `submit-answer` is known, but refused: its submissions are no programs.
TYPES = ("pass-fail", "scoring", "multi-pass", "interactive", "submit-answer")
_SUPPORTED = kinds.one_of([kind for kind in TYPES if kind != "submit-answer"])
_COMMON = {
    "type": kinds.key(
        kinds.either(_SUPPORTED, kinds.list_of(_SUPPORTED, 1)),
        "What kind of problem it is: a word, or a list. Default: pass-fail.",
    ),
    "name": kinds.key(
        kinds.either(
            kinds.TEXT, kinds.named(kinds.key(kinds.TEXT, "The title in this language."))
        ),
        "The title: a text, or one for each language.",
    ),
    "languages": kinds.key(
        kinds.TEXT_OR_TEXTS,
        "The languages that are allowed: a list, or `all`, the default.",
    ),
}
_CONSTANT = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_PLAIN = kinds.either(kinds.ANY_TEXT, {"type": "number"})
_CONSTANTS = kinds.named(
    kinds.either(
        _PLAIN,
        {
            **kinds.named(_PLAIN),
            "properties": {
                "value": kinds.filled_key(_PLAIN, "What {{name}} stands for.")
            },
            "required": ["value"],
        },
    ),
    _CONSTANT.pattern,
)


def _version(*versions: str) -> kinds.Schema:
    about = "The version of the package format."
    return kinds.filled_key(kinds.one_of(versions), about)


KEYS: kinds.Keys = {
    "problem_format_version": _version(VERSION, "2025-09-draft"),
    **_COMMON,
    "limits": kinds.key(
        kinds.table(config_limits.KEYS), "The limits of submissions and validators."
    ),
    **config_metadata.KEYS,
    "allow_file_writing": kinds.key(kinds.FLAG, "Not supported: ignored."),
    "constants": kinds.key(
        _CONSTANTS,
        "Values that {{name}} stands for in the files of the package. With variants: "
        "{value: 1000, tex: '10^3'}, where {{name.tex}} is the second.",
    ),
}
_GRADING = {
    "objective": kinds.key(kinds.one_of(["min", "max"]), "Which score is the best."),
    "show_test_data_groups": kinds.key(kinds.ANYTHING, "Not used."),
}
_VALIDATION = {
    "validation": kinds.key(
        kinds.text_like(r"\s*(default|custom(\s+(interactive|score|multi-?pass))*)\s*"),
        "default, or custom with any of interactive, score, multi-pass.",
    ),
    "validator_flags": kinds.key(
        kinds.either(kinds.ANY_TEXT, {"type": "number"}),
        "The arguments of the output validators, separated by spaces.",
    ),
    "grading": kinds.key(kinds.table(_GRADING), "How scores are compared."),
}
# Packages keep the keys that their system wrote, with an empty text as their value.
_UNUSED_TEXTS = kinds.either(kinds.TEXT_OR_TEXTS, kinds.one_of([""]))
_OLD_METADATA = {
    "author": kinds.key(_UNUSED_TEXTS, "Who wrote the problem."),
    "source_url": kinds.key(_UNUSED_TEXTS, "The address of the source."),
}
LEGACY_KEYS: kinds.Keys = {
    # A package that states no version has this one.
    "problem_format_version": kinds.or_null(_version("legacy", "legacy-icpc")),
    **_COMMON,
    "limits": kinds.key(
        kinds.table(config_limits.LEGACY_KEYS),
        "The limits of submissions and validators.",
    ),
    "uuid": kinds.key(_UNUSED_TEXTS, "Identifies the problem."),
    "source": kinds.key(_UNUSED_TEXTS, "Where the problem is from."),
    "license": config_metadata.LICENSE,
    "rights_owner": kinds.key(kinds.ANYTHING, "Who owns the rights."),
    "keywords": kinds.key(_UNUSED_TEXTS, "Words that describe the problem."),
    **_OLD_METADATA,
    **_VALIDATION,
}
DRAFT_KEYS: kinds.Keys = {
    **dict.fromkeys(_OLD_METADATA, kinds.key(kinds.ANYTHING, "Not read.")),
    **KEYS,
    "problem_format_version": _version("2023-07", "2023-07-draft"),
    **_VALIDATION,
}
# Keys without effect on judging that packages take from other versions and tools.
_FOREIGN = (
    *config_metadata.KEYS,
    *_OLD_METADATA,
    "libraries",
    "difficulty",
    "short_name",
    "color",
)
# `100_000`, `1e5` and the like, which YAML's readers take for text or for a fraction.
_UNUSUAL_NUMBER = re.compile(r"[+-]?\d+(_\d+)+|[+-]?\d+(\.0*)?([eE]\+?\d{1,2})?")
# Source: legacy, "limits": time_multiplier and time_safety_margin.
_LEGACY_LIMITS = ProblemLimits(None, ac_to_time_limit=5.0, time_limit_to_tle=2.0)


class Config(Value):
    """The settings of a problem.yaml that judging needs; an unreadable part is None.

    `types` is empty if they could not be read. `languages` None means all languages.
    `constants` has the text of each constant and variant. `custom` is True if
    `validation` says that output validators decide, False if it says that the default
    comparison does, else None. `validation_origin` is where that stands; `types_origin`
    is the place of `type`. `minimize` and `validator_scores` are as in `Problem`.
    """

    name: str | None
    types: tuple[str, ...]
    limits: ProblemLimits | None
    languages: tuple[str, ...] | None
    constants: Mapping[str, str] = {}
    custom: bool | None = None
    types_origin: Location | None = None
    validation_origin: Location | None = None
    validator_args: tuple[str, ...] = ()
    validator_args_origin: Location | None = None
    minimize: bool = False
    validator_scores: bool = True

    @property
    def scoring(self) -> bool:
        return "scoring" in self.types

    @property
    def may_be_scoring(self) -> bool:
        """True unless the types are known, and scoring is none of them.

        Whether settings for scores are misplaced is unknown before problem.yaml is
        mended, which has its own error.
        """
        known = bool(self.types) and all(kind in TYPES for kind in self.types)
        return self.scoring or not known


def read_native(table: Table) -> Config:
    """Return the settings of a native package; every unknown key is an error."""
    table = language_factors.without_key(table)
    table.check_keys(KEYS)
    key = "problem_format_version"
    version = table.text(key)
    # Native packages are new: they need no older version.
    if version is not None and version != VERSION:
        table.error(key, f"expected {VERSION}, found '{version}'")
    if not table.has(key):
        table.error(key, f"missing: expected {key}: {VERSION}")
    return _current(table)


def _warn_of_resolution(table: Table, limits: ProblemLimits | None) -> None:
    """Warn of a time limit that BAPCtools refuses in a package of 2025-09."""
    if limits is None or limits.time_s is None:
        return
    if is_multiple(limits.time_s, limits.time_resolution_s):
        return
    resolution = f"{limits.time_resolution_s:g} s"
    stated = table.table("limits")
    if stated is None or not stated.has("time_resolution"):
        resolution += ", the default"
    better = resolution_for(limits.time_s, limits.time_resolution_s)
    table.warning(
        ("limits", "time_limit"),
        f"{limits.time_s:g} s is no multiple of time_resolution ({resolution}), as the "
        f"format demands, so that BAPCtools refuses it: write `time_resolution: {better:g}`",
    )


def read_2025_09(table: Table) -> Config:
    """Return the settings of a package for other tools too."""
    table = language_factors.without_key(table)
    _check_keys(table, KEYS)
    current = _current(table)
    _warn_of_resolution(table, current.limits)
    return current


def read_draft(table: Table) -> Config:
    """Return the settings of a draft of 2025-09, which still had keys of legacy."""
    table = language_factors.without_key(table)
    _check_keys(table, DRAFT_KEYS)
    return _with_validation(table, _current(table))


def read_legacy(table: Table) -> Config:
    """Return the settings in a problem.yaml of the legacy format or its ICPC subset."""
    table = language_factors.without_key(table)
    _check_keys(table, LEGACY_KEYS, "allow_file_writing")
    about = table.as_warnings()
    config_metadata.check_license(about)
    for key in ("uuid", "author", "source", "source_url", "keywords"):
        # Packages keep the keys that their system wrote, without a value.
        if table.values.get(key) not in ("", None):
            about.text_or_texts(key)
    limits = config_limits.read(table, config_limits.LEGACY_KEYS, _LEGACY_LIMITS)
    types_origin = table.location("type")
    config = Config(
        _name(about),
        _types(table),
        limits,
        _languages(table),
        types_origin=types_origin,
    )
    config = _with_validation(table, config)
    # Legacy: without `validation`, the default comparison decides.
    return replace(config, custom=bool(config.custom))


def _check_keys(table: Table, keys: Collection[str], *ignored: str) -> None:
    """Report unknown keys, as errors only if judging may depend on them."""
    # By the formats every unknown key is an error, but packages have keys of other
    # tools.
    known = {*KEYS, *LEGACY_KEYS}
    # A key of another tool changes nothing; one that resembles a known key is a slip.
    others = []
    for key in table.values:
        if key not in known and not did_you_mean(key, known):
            others.append(key)
    table.check_keys(keys, (*_FOREIGN, *ignored, *others))


def _current(table: Table) -> Config:
    about = table.as_warnings()
    config_metadata.check(about)
    if about.flag("allow_file_writing"):
        table.warning("allow_file_writing", "not supported: ignored")
    limits = config_limits.read(table, config_limits.KEYS, ProblemLimits(None))
    if not table.has("name"):
        about.error("name", "missing: the folder's name is used")
    return Config(
        _name(about),
        _types(table),
        limits,
        _languages(table),
        _constants(table),
        types_origin=table.location("type"),
    )


def _with_validation(table: Table, config: Config) -> Config:
    """Return `config` with what the older formats say about output validation."""
    text = table.text("validation") or ""
    # The draft wrote multipass.
    words = text.replace("multipass", "multi-pass").split()
    _check_validation(table, words)
    objective = _objective(table)
    args: tuple[str, ...] = ()
    origin = None
    if table.has("validator_flags"):
        args = flag_words(table, "validator_flags")
        origin = table.location("validator_flags")
    more = [kind for kind in ("interactive", "multi-pass") if kind in words]
    validation_origin = table.location("validation")
    return replace(
        config,
        types_origin=validation_origin if more else config.types_origin,
        validation_origin=validation_origin,
        types=tuple(dict.fromkeys((*config.types, *more))),
        custom=words[0] == "custom" if words else None,
        validator_args=args,
        validator_args_origin=origin,
        minimize=objective == "min",
        # Only `custom score` makes a score of what the validator writes.
        validator_scores="score" in words or "validation" not in table.values,
    )


def _check_validation(table: Table, words: Sequence[str]) -> None:
    """Report words of `validation` other than `default` or `custom [score] ...`."""
    if not words:
        return
    first, *others = words
    if first not in ("default", "custom"):
        message = f"expected default or custom first, found '{first}'"
        table.error("validation", message)
    known = ("interactive", "score", "multi-pass")
    for word in others:
        if word not in known or first == "default":
            expected = f"expected custom with any of {', '.join(known)}"
            table.error("validation", f"{expected}, found '{' '.join(words)}'")
            return


def _objective(table: Table) -> str | None:
    """Return which score is the best: `min`, `max` or None."""
    grading = table.table("grading")
    if grading is None:
        return None
    old = ("accept_score", "reject_score", "range", "on_reject", "custom_scoring")
    grading.check_keys(_GRADING, old)
    objective = grading.text("objective")
    if objective not in (None, "min", "max"):
        grading.error("objective", f"expected min or max, found '{objective}'")
    return objective


def flag_words(table: Table, key: str) -> tuple[str, ...]:
    """Return the command-line arguments in a legacy text, split at white space."""
    value = table.values.get(key)
    if isinstance(value, str) or is_number(value):
        return tuple(str(value).split())
    if value is not None:
        table.expected(key, "text: arguments separated by spaces")
    return ()


def _name(table: Table) -> str | None:
    """Return the name; of several languages, the English one or the first."""
    value = table.values.get("name")
    if not isinstance(value, dict):
        return table.text("name")
    names = table.inner("name", value)
    found = {language: names.text(language) for language in names.values}
    # English first: all output of this program is English.
    english = found.get("en")
    if english:
        return english
    return next(filter(None, found.values()), None)


def _types(table: Table) -> tuple[str, ...]:
    if not table.has("type"):
        return ("pass-fail",)
    types = table.text_or_texts("type") or ()
    if len(types) == 1 and len(types[0].split()) > 1:
        types = tuple(types[0].split())
        table.warning("type", f"write several types as a list: [{', '.join(types)}]")
    for kind in types:
        if kind not in TYPES:
            expected = f"expected one of {', '.join(TYPES)}"
            hint = did_you_mean(kind, TYPES)
            table.error("type", f"{expected}, found '{kind}'{hint}")
        elif kind == "submit-answer":
            table.error("type", f"{kind} problems are not supported")
    return types


def _languages(table: Table) -> tuple[str, ...] | None:
    languages = table.text_or_texts("languages")
    if languages == ("all",):
        return None
    return languages


def _constants(table: Table) -> dict[str, str]:
    """Return the texts of constants by what stands in braces: `name`, `name.variant`."""
    constants = table.table("constants")
    found: dict[str, str] = {}
    if constants is None:
        return found
    for name, value in constants.values.items():
        variants = value if isinstance(value, dict) else {"value": value}
        if not _CONSTANT.fullmatch(name):
            constants.error(name, "expected letters, digits and _, with no digit first")
            continue
        if "value" not in variants:
            constants.error(name, "missing: expected the key value beside the variants")
            continue
        for variant, text in variants.items():
            if not is_number(text) and not isinstance(text, str):
                what = "a number, text, or a map with value and variants"
                constants.expected(name, what)
                break
            found[f"{name}.{variant}"] = str(text)
        found[name] = found.get(f"{name}.value", "")
        _warn_of_unusual_number(constants, name, found[name])
    return found


def _warn_of_unusual_number(constants: Table, name: str, text: str) -> None:
    """Warn of a value that is an integer to people, and not to most programs."""
    if not _UNUSUAL_NUMBER.fullmatch(text) or text.lstrip("+-").isdecimal():
        return
    # Imported here: few packages write a number in this way.
    from decimal import Decimal

    # As a text: Python refuses to write integers of thousands of digits.
    plain, _, _ = f"{Decimal(text):f}".partition(".")
    constants.warning(
        name,
        f"programs and generators.yaml get '{text}', which most cannot read as an integer: "
        f"write {plain}",
    )
