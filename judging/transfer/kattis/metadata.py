"""`problem.yaml` of one version out of that of another."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping

from judging.core.diagnostics import Diagnostic
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Problem
from judging.package import native
from judging.package.problem_yaml import config
from judging.package.yaml import documents
from judging.transfer.new_package import NewPackage

_LEGACY = ("legacy", "legacy-icpc")
_CARRIED = (
    "version",
    "credits",
    "license",
    "rights_owner",
    "embargo_until",
    "languages",
    "allow_file_writing",
    "constants",
)
_READ = ("problem_format_version", "type", "name", "uuid", "author", "source", "source_url",
         "keywords", "limits", "validation", "validator_flags", "grading")  # fmt: skip
# Key -> field of ProblemLimits, and what divides it.
_LIMITS = {
    "memory": ("memory_bytes", MIB),
    "output": ("output_bytes", MIB),
    "code": ("code_bytes", 1024),
    "compilation_time": ("compilation_s", 1),
    "compilation_memory": ("compilation_memory_bytes", MIB),
    "validation_time": ("validation_s", 1),
    "validation_memory": ("validation_memory_bytes", MIB),
    "validation_output": ("validation_output_bytes", MIB),
    "validation_passes": ("validation_passes", 1),
}
_VALIDATED = ("interactive", "multi-pass")


def is_current(problem: Problem) -> bool:
    """True for a native package and one of 2025-09: its problem.yaml is as good in both."""
    return problem.format in (native.NAME, config.VERSION)


def raw(problem: Problem) -> dict[str, object]:
    """The values in problem.yaml; none where it is not there."""
    ignored: list[Diagnostic] = []
    path = problem.paths.config
    if not path.is_file():
        return {}
    document = documents.read(path, path.name, ignored.append, empty=True)
    return {} if document is None else document.data


def of_2025_09(problem: Problem, new: NewPackage) -> dict[str, object]:
    """The metadata of a package of another version for 2025-09."""
    old = raw(problem)
    shown = problem.paths.relative_path(problem.paths.config)
    kinds = list(problem.types)
    data: dict[str, object] = {
        "problem_format_version": config.VERSION,
        "type": kinds if len(kinds) > 1 else kinds[0],
        "name": old.get("name") or problem.name,
        "uuid": old.get("uuid") or _uuid(problem),
    }
    data |= {key: old[key] for key in _CARRIED if old.get(key) is not None}
    if isinstance(old.get("author"), str) and "credits" not in data:
        data["credits"] = {"authors": _people(str(old["author"]))}
    source, url = old.get("source"), old.get("source_url")
    if source:
        data["source"] = {"name": source, "url": url} if url and isinstance(source, str) else source
    elif url:
        new.lose(shown, "source_url", "there is none without a name of the source")
    keywords = old.get("keywords")
    if keywords:
        data["keywords"] = str(keywords).split() if isinstance(keywords, str) else keywords
    limits = _limits(problem.limits, ProblemLimits(None), legacy=False)
    if limits:
        data["limits"] = limits
    for key in old:
        if key not in (*_CARRIED, *_READ):
            new.lose(shown, key, "no such key in 2025-09")
    for key in _inner(old, "grading"):
        if key != "objective":
            new.lose(shown, f"grading: {key}", "no such setting in 2025-09")
        elif problem.minimize:
            new.lose(shown, "grading: objective: min", "2025-09 maximizes scores")
    return data


def of_legacy(problem: Problem, new: NewPackage) -> dict[str, object]:
    """The metadata for the legacy version."""
    old = raw(problem)
    shown = problem.paths.relative_path(problem.paths.config)
    data: dict[str, object] = {"name": problem.name}
    if isinstance(old.get("name"), dict) and len(_inner(old, "name")) > 1:
        new.lose(shown, "name", "one language only there; statements may give others")
    if problem.scoring:
        data["type"] = "scoring"
    for key in ("uuid", "license", "rights_owner"):
        if old.get(key) is not None:
            data[key] = old[key]
    authors = _names(_inner(old, "credits").get("authors") or old.get("credits"))
    if authors or old.get("author"):
        data["author"] = authors or old["author"]
    _source(old, data, shown, new)
    keywords = old.get("keywords")
    if keywords:
        data["keywords"] = keywords if isinstance(keywords, str) else " ".join(keywords)  # type: ignore[arg-type]
    words = [kind for kind in _VALIDATED if kind in problem.types]
    words += ["score"] if problem.scoring and problem.output_validators else []
    data["validation"] = " ".join(["custom", *words]) if problem.output_validators else "default"
    if problem.scoring and problem.output_validators and is_current(problem):
        what, why = "score_multiplier.txt", "the legacy version reads score.txt only"
        new.lose(problem.output_validators[0].name, what, why)
    if problem.minimize:
        data["grading"] = {"objective": "min"}
    limits = _limits(problem.limits, ProblemLimits(None), legacy=True)
    if limits:
        data["limits"] = limits
    kept = {*data, *_READ, "credits", "constants"}
    for key in old:
        if key not in kept:
            new.lose(shown, key, "no such key in the legacy version")
    for key in _inner(old, "credits"):
        if key != "authors":
            new.lose(shown, f"credits: {key}", "there are authors only")
    if old.get("constants"):
        new.lose(shown, "constants", "their values stand where they were named")
    if "time_resolution" in _inner(old, "limits"):
        new.lose(shown, "limits: time_resolution", "no such limit in the legacy version")
    return data


def _source(
    old: Mapping[str, object], data: dict[str, object], shown: str, new: NewPackage
) -> None:
    source = old.get("source")
    if isinstance(source, list):
        if len(source) > 1:
            new.lose(shown, "source", "one only there: the first is kept")
        source = source[0] if source else None
    if isinstance(source, dict):
        if source.get("url"):
            data["source_url"] = source["url"]
        source = source.get("name")
    if source:
        data["source"] = source


def _limits(limits: ProblemLimits, default: ProblemLimits, *, legacy: bool) -> dict[str, object]:
    """What `limits` has beside its defaults; the time limit of a legacy package lies elsewhere."""
    found: dict[str, object] = {}
    if not legacy and limits.time_s is not None:
        found["time_limit"] = _plain(limits.time_s)
    ratios = {
        "ac_to_time_limit": (limits.ac_to_time_limit, default.ac_to_time_limit),
        "time_limit_to_tle": (limits.time_limit_to_tle, default.time_limit_to_tle),
    }
    if legacy:
        found["time_multiplier"] = _plain(limits.ac_to_time_limit)
        found["time_safety_margin"] = _plain(limits.time_limit_to_tle)
    elif any(value != usual for value, usual in ratios.values()):
        found["time_multipliers"] = {key: _plain(value) for key, (value, _) in ratios.items()}
    if not legacy and limits.time_resolution_s != default.time_resolution_s:
        found["time_resolution"] = _plain(limits.time_resolution_s)
    for key, (field, factor) in _LIMITS.items():
        value = getattr(limits, field)
        if value != getattr(default, field):
            found[key] = _plain(value / factor)
    return found


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _inner(data: Mapping[str, object], key: str) -> dict[str, object]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _people(text: str) -> list[str]:
    return [name for part in re.split(r",|;|\band\b|&", text) if (name := part.strip())]


def _names(people: object) -> str:
    found = []
    for person in people if isinstance(people, list) else [people]:
        name = person.get("name") if isinstance(person, dict) else person
        if isinstance(name, str):
            found.append(name.partition("<")[0].strip())
    return ", ".join(found)


def _uuid(problem: Problem) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"problem:{problem.paths.root.name}:{problem.name}"))
