"""Rewrite problem.yaml for another version of the format."""

import re
import uuid
from collections.abc import Collection, Mapping, Sequence

from judging.core.limits import ProblemLimits, resolution_for
from judging.core.problem import Problem
from judging.features.transfer.new_package import NewPackage
from judging.package import native, testlib
from judging.package.problem_yaml import config, config_limits

# Keys with the same meaning in both versions.
_COPIED = (
    "version", "credits", "license", "rights_owner", "embargo_until", "languages",
    "allow_file_writing", "constants",
)  # fmt: skip
# Keys that are written in another way. Nothing is dropped with them, or a step says what.
_HANDLED = (
    "problem_format_version", "type", "name", "uuid", "author", "source", "source_url",
    "keywords", "limits", "validation", "validator_flags", "grading",
)  # fmt: skip
# `author` of the legacy version is one text, and the format does not say how it
# separates several people. A name that contains one of these is split.
_BETWEEN_AUTHORS = re.compile(r",|;|\band\b|&")
# The files by which an output validator of 2025-09 scores.
_SCORE_FILE = re.compile(rb"\bscore(_multiplier)?\.txt\b")
_MULTIPLIER = re.compile(rb"\bscore_multiplier\b")
_LIMITS = {
    **config_limits.WHOLE,
    "validation_passes": config_limits.WholeLimit(
        "validation_passes", "passes", 1, "Passes of a run"
    ),
}
_DEFAULT = ProblemLimits(None)


def is_current(problem: Problem) -> bool:
    """Return True for a 2025-09 or native package: the two share one problem.yaml."""
    return problem.format in (native.NAME, config.VERSION)


def required_keys(types: Sequence[str], name: object, seed: str) -> dict[str, object]:
    """Return the keys that every problem.yaml of 2025-09 has, with a uuid made from `seed`."""
    return {
        "problem_format_version": config.VERSION,
        "type": list(types) if len(types) > 1 else types[0],
        "name": name,
        # 2025-09 requires a uuid. One that is computed stays the same when the package
        # is converted again; a random one would make a new problem each time.
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, seed)),
    }


def to_2025_09(problem: Problem, new: NewPackage) -> dict[str, object]:
    """Return the problem.yaml of 2025-09 for a package of another version."""
    old = problem.metadata
    file = problem.paths.relative_path(problem.paths.config)
    seed = f"problem:{problem.paths.root.name}:{problem.name}"
    data = required_keys(problem.types, old.get("name") or problem.name, seed)
    if old.get("uuid"):
        data["uuid"] = old["uuid"]
    for key in _COPIED:
        if old.get(key) is not None:
            data[key] = old[key]
    author = old.get("author")
    if isinstance(author, str) and "credits" not in data:
        data["credits"] = {"authors": _split_names(author)}
    _add_source_of_2025_09(old, data, file, new)
    keywords = old.get("keywords")
    if keywords:
        # Legacy, "Keywords": "Space separated list of keywords". 2025-09 has a YAML list.
        data["keywords"] = keywords.split() if isinstance(keywords, str) else keywords
    limits = _time_limits(problem.limits) | _other_limits(problem.limits)
    if limits:
        data["limits"] = limits
    _drop_for_2025_09(problem, file, new)
    return data


def _split_names(author: str) -> list[str]:
    names = [name.strip() for name in _BETWEEN_AUTHORS.split(author)]
    return [name for name in names if name]


def _add_source_of_2025_09(
    old: Mapping[str, object], data: dict[str, object], file: str, new: NewPackage
) -> None:
    """Add `source`: a name, or a mapping with the `source_url` of the older version.

    Both versions forbid an address without the name of its source.
    """
    source = old.get("source")
    url = old.get("source_url")
    if url and not source:
        new.drop(f"{file}: source_url", "2025-09 needs the name of the source with it")
    elif url and isinstance(source, str):
        data["source"] = {"name": source, "url": url}
    elif source:
        data["source"] = source


def _drop_for_2025_09(problem: Problem, file: str, new: NewPackage) -> None:
    old = problem.metadata
    for key in old:
        if key not in (*_COPIED, *_HANDLED):
            new.drop(f"{file}: {key}", "2025-09 has no such key")
    for key in _mapping_at(old, "grading"):
        if key != "objective":
            new.drop(f"{file}: grading.{key}", "2025-09 has no such setting")
        elif problem.minimize:
            why = "2025-09 always maximizes scores"
            new.drop(f"{file}: grading.objective: min", why)


def to_legacy(problem: Problem, new: NewPackage) -> dict[str, object]:
    """Return the problem.yaml of the legacy version."""
    old = problem.metadata
    file = problem.paths.relative_path(problem.paths.config)
    data: dict[str, object] = {"name": problem.name}
    if isinstance(old.get("name"), dict) and len(_mapping_at(old, "name")) > 1:
        new.drop(f"{file}: names in other languages", "legacy packages have one name")
    if problem.scoring:
        data["type"] = "scoring"
    for key in ("uuid", "license", "rights_owner"):
        if old.get(key) is not None:
            data[key] = old[key]
    # `credits` may be one name, a list of names or a mapping with `authors`.
    authors = _mapping_at(old, "credits").get("authors") or old.get("credits")
    author = _join_names(authors) or old.get("author")
    if author:
        data["author"] = author
    _add_source_of_legacy(old, data, file, new)
    keywords = old.get("keywords")
    if isinstance(keywords, list):
        keywords = " ".join(keywords)
    if keywords:
        data["keywords"] = keywords
    data["validation"] = _validation(problem)
    _ask_for_scores(problem, new)
    if problem.minimize:
        data["grading"] = {"objective": "min"}
    # The time limit is in `.timelimit`. The multipliers are always written: legacy
    # packages have 5 and 2 where nothing is stated, 2025-09 has 2 and 1.5.
    data["limits"] = {
        "time_multiplier": problem.limits.ac_to_time_limit,
        "time_safety_margin": problem.limits.time_limit_to_tle,
        **_other_limits(problem.limits),
    }
    _drop_for_legacy(old, {*data, *_HANDLED, "credits", "constants"}, file, new)
    return data


def _validation(problem: Problem) -> str:
    """Return `validation` of the legacy version: default, or custom with its words."""
    if not problem.output_validators:
        return "default"
    words = ["custom"]
    for kind in ("interactive", "multi-pass"):
        if kind in problem.types:
            words.append(kind)
    if problem.scoring and _may_score(problem):
        words.append("score")
    return " ".join(words)


def _may_score(problem: Problem) -> bool:
    """Return True if the output validator may score; else the legacy version must not
    say `score`, because judges then expect score.txt for each right output."""
    if not is_current(problem):
        return "score" in str(problem.metadata.get("validation")).split()
    validator = problem.output_validators[0]
    own = testlib.own_files(validator)
    if testlib.has_adapter(validator):
        return any(map(testlib.gives_points, own))
    return any(_SCORE_FILE.search(text) for text in own)


def _ask_for_scores(problem: Problem, new: NewPackage) -> None:
    """Report an output validator that may leave out score.txt for a right output."""
    scoring = problem.scoring and bool(problem.output_validators)
    if not scoring or not is_current(problem) or not _may_score(problem):
        return
    validator = problem.output_validators[0]
    multiplies = any(map(_MULTIPLIER.search, testlib.own_files(validator)))
    if testlib.has_adapter(validator):
        why = (
            "legacy judges need score.txt for each right output, and it gives points for "
            "some only: end each right output with quitp"
        )
        new.ask_to_fix(validator.name, why)
    elif multiplies:
        why = (
            "legacy judges know no score_multiplier.txt: write score.txt with the points "
            "of the test, for each right output"
        )
        new.ask_to_fix(validator.name, why)


def _drop_for_legacy(
    old: Mapping[str, object], kept: Collection[str], file: str, new: NewPackage
) -> None:
    for key in old:
        if key not in kept:
            new.drop(f"{file}: {key}", "legacy packages have no such key")
    for key in _mapping_at(old, "credits"):
        if key != "authors":
            new.drop(f"{file}: credits.{key}", "legacy packages name authors only")
    if old.get("constants"):
        why = "legacy packages have none: programs and statements get the values"
        new.drop(f"{file}: constants", why)
    if "time_resolution" in _mapping_at(old, "limits"):
        new.drop(f"{file}: limits.time_resolution", "legacy packages have no such limit")


def _add_source_of_legacy(
    old: Mapping[str, object], data: dict[str, object], file: str, new: NewPackage
) -> None:
    """Add `source` and `source_url`, the first of the sources that 2025-09 may list."""
    source = old.get("source")
    if isinstance(source, list):
        if len(source) > 1:
            new.drop(f"{file}: all sources but the first", "legacy packages have one")
        source = source[0] if source else None
    if isinstance(source, dict):
        if source.get("url"):
            data["source_url"] = source["url"]
        source = source.get("name")
    if source:
        data["source"] = source


def _time_limits(limits: ProblemLimits) -> dict[str, object]:
    """Return the keys of `limits` that concern time, where they differ from the defaults."""
    found: dict[str, object] = {}
    if limits.time_s is not None:
        found["time_limit"] = limits.time_s
    multipliers = _multipliers(limits)
    if multipliers != _multipliers(_DEFAULT):
        found["time_multipliers"] = multipliers
    resolution_s = limits.time_resolution_s
    if limits.time_s is not None:
        # BAPCtools refuses a limit that is no multiple of it.
        resolution_s = resolution_for(limits.time_s, resolution_s)
    if resolution_s != _DEFAULT.time_resolution_s:
        found["time_resolution"] = resolution_s
    return found


def _multipliers(limits: ProblemLimits) -> dict[str, float]:
    return {
        "ac_to_time_limit": limits.ac_to_time_limit,
        "time_limit_to_tle": limits.time_limit_to_tle,
    }


def _other_limits(limits: ProblemLimits) -> dict[str, object]:
    """Return the other keys of `limits` in the units of the format, but no defaults."""
    found: dict[str, object] = {}
    for key, limit in _LIMITS.items():
        value = getattr(limits, limit.field)
        if value != getattr(_DEFAULT, limit.field):
            found[key] = value / limit.factor
    return found


def _mapping_at(data: Mapping[str, object], key: str) -> dict[str, object]:
    """Return the mapping at a key; empty if the value is something else."""
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _join_names(people: object) -> str:
    """Return the names of 2025-09 credits, without e-mail addresses: `Ann
    <ann@x.org>`."""
    names = []
    for person in people if isinstance(people, list) else [people]:
        name = person.get("name") if isinstance(person, dict) else person
        if isinstance(name, str):
            names.append(name.partition("<")[0].strip())
    return ", ".join(names)
