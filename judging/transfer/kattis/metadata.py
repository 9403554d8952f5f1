"""Rewrite problem.yaml for another version of the format."""

import re
import uuid
from collections.abc import Collection, Mapping, Sequence

from judging.core.limits import ProblemLimits
from judging.core.problem import Problem
from judging.package import native
from judging.package.problem_yaml import config, config_limits
from judging.transfer.new_package import NewPackage

_COPIED = (
    "version", "credits", "license", "rights_owner", "embargo_until", "languages",
    "allow_file_writing", "constants",
)  # fmt: skip
_HANDLED = ("problem_format_version", "type", "name", "uuid", "author", "source", "source_url",
         "keywords", "limits", "validation", "validator_flags", "grading")  # fmt: skip
_LIMITS = {
    **config_limits.WHOLE,
    "validation_passes": config_limits.WholeLimit("validation_passes", "passes", 1),
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
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, seed)),
    }


def to_2025_09(problem: Problem, new: NewPackage) -> dict[str, object]:
    """Return the problem.yaml of 2025-09 for a package of another version."""
    old = problem.metadata
    file = problem.paths.relative_path(problem.paths.config)
    seed = f"problem:{problem.paths.root.name}:{problem.name}"
    data = required_keys(problem.types, old.get("name") or problem.name, seed)
    data |= {"uuid": old["uuid"]} if old.get("uuid") else {}
    data |= {key: old[key] for key in _COPIED if old.get(key) is not None}
    if isinstance(old.get("author"), str) and "credits" not in data:
        names = map(str.strip, re.split(r",|;|\band\b|&", str(old["author"])))
        data["credits"] = {"authors": list(filter(None, names))}
    source, url = old.get("source"), old.get("source_url")
    if source:
        data["source"] = (
            {"name": source, "url": url} if url and isinstance(source, str) else source
        )
    elif url:
        new.drop(f"{file}: source_url", "2025-09 needs the name of the source with it")
    if keywords := old.get("keywords"):
        data["keywords"] = (
            str(keywords).split() if isinstance(keywords, str) else keywords
        )
    limits = _time_limits(problem.limits) | _other_limits(problem.limits)
    if limits:
        data["limits"] = limits
    for key in old:
        if key not in (*_COPIED, *_HANDLED):
            new.drop(f"{file}: {key}", "2025-09 has no such key")
    for key in _mapping_at(old, "grading"):
        if key != "objective":
            new.drop(f"{file}: grading.{key}", "2025-09 has no such setting")
        elif problem.minimize:
            new.drop(
                f"{file}: grading.objective: min", "2025-09 always maximizes scores"
            )
    return data


def to_legacy(problem: Problem, new: NewPackage) -> dict[str, object]:
    """Return the problem.yaml of the legacy version."""
    old = problem.metadata
    file = problem.paths.relative_path(problem.paths.config)
    data: dict[str, object] = {"name": problem.name}
    if isinstance(old.get("name"), dict) and len(_mapping_at(old, "name")) > 1:
        new.drop(f"{file}: names in other languages", "legacy packages have one name")
    if problem.scoring:
        data["type"] = "scoring"
    data |= {
        k: old[k] for k in ("uuid", "license", "rights_owner") if old.get(k) is not None
    }
    authors = _join_names(
        _mapping_at(old, "credits").get("authors") or old.get("credits")
    )
    if authors or old.get("author"):
        data["author"] = authors or old["author"]
    _source(old, data, file, new)
    if keywords := old.get("keywords"):
        data["keywords"] = keywords if isinstance(keywords, str) else " ".join(keywords)  # type: ignore[arg-type]
    words: list[str] = [
        kind for kind in ("interactive", "multi-pass") if kind in problem.types
    ]
    words += ["score"] if problem.scoring and problem.output_validators else []
    data["validation"] = (
        " ".join(["custom", *words]) if problem.output_validators else "default"
    )
    if problem.scoring and problem.output_validators and is_current(problem):
        why = "legacy output validators write score.txt, not score_multiplier.txt"
        new.ask_to_fix(problem.output_validators[0].name, why)
    if problem.minimize:
        data["grading"] = {"objective": "min"}
    # The time limit is in another file. The defaults of the multipliers differ.
    data["limits"] = {
        "time_multiplier": problem.limits.ac_to_time_limit,
        "time_safety_margin": problem.limits.time_limit_to_tle,
        **_other_limits(problem.limits),
    }
    _drop_for_legacy(old, {*data, *_HANDLED, "credits", "constants"}, file, new)
    return data


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


def _source(
    old: Mapping[str, object], data: dict[str, object], file: str, new: NewPackage
) -> None:
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
    found: dict[str, object] = {}
    if limits.time_s is not None:
        found["time_limit"] = limits.time_s
    multipliers = {
        key: getattr(limits, key) for key in ("ac_to_time_limit", "time_limit_to_tle")
    }
    if any(getattr(_DEFAULT, key) != value for key, value in multipliers.items()):
        found["time_multipliers"] = multipliers
    if limits.time_resolution_s != _DEFAULT.time_resolution_s:
        found["time_resolution"] = limits.time_resolution_s
    return found


def _other_limits(limits: ProblemLimits) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, limit in _LIMITS.items():
        value = getattr(limits, limit.field)
        if value != getattr(_DEFAULT, limit.field):
            found[key] = value / limit.factor
    return found


def _mapping_at(data: Mapping[str, object], key: str) -> dict[str, object]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _join_names(people: object) -> str:
    listed = people if isinstance(people, list) else [people]
    names = [
        person.get("name") if isinstance(person, dict) else person for person in listed
    ]
    return ", ".join(
        name.partition("<")[0].strip() for name in names if isinstance(name, str)
    )
