"""Read `limits` of a problem.yaml of any format, converted to bytes and seconds."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from judging.core.limits import MIB, ProblemLimits
from judging.package.yaml.tables import Table

# Bounds on nonsense, such as a time limit in milliseconds. Chosen, not measured.
_MOST_S = 86400
_LEAST_S = 0.001
_MOST_SIZE = 2**20
_MOST_RATIO = 1000
_RATIOS = ("ac_to_time_limit", "time_limit_to_tle")


@dataclass(frozen=True, slots=True)
class WholeLimit:
    """A limit that is a whole number: its field, its unit and how much one unit is."""

    field: str
    unit: str
    factor: float

    @property
    def most(self) -> int:
        return _MOST_S if self.unit == "seconds" else _MOST_SIZE


@dataclass(frozen=True, slots=True)
class _Number:
    """A limit that is any number from `least` to `most`, and its field."""

    field: str
    least: float
    most: float


WHOLE = {
    "memory": WholeLimit("memory_bytes", "MiB", MIB),
    "output": WholeLimit("output_bytes", "MiB", MIB),
    "code": WholeLimit("code_bytes", "KiB", 1024),
    "compilation_time": WholeLimit("compilation_s", "seconds", 1.0),
    "compilation_memory": WholeLimit("compilation_memory_bytes", "MiB", MIB),
    "validation_time": WholeLimit("validation_s", "seconds", 1.0),
    "validation_memory": WholeLimit("validation_memory_bytes", "MiB", MIB),
    "validation_output": WholeLimit("validation_output_bytes", "MiB", MIB),
}
_NUMBERS = {
    "time_limit": _Number("time_s", _LEAST_S, _MOST_S),
    "time_resolution": _Number("time_resolution_s", _LEAST_S, _MOST_S),
    "time_multiplier": _Number("ac_to_time_limit", 1, _MOST_RATIO),
    "time_safety_margin": _Number("time_limit_to_tle", 1, _MOST_RATIO),
}
KEYS = (*WHOLE, "time_multipliers", "time_limit", "time_resolution", "validation_passes")
LEGACY_KEYS = (*WHOLE, "time_multiplier", "time_safety_margin", "validation_passes")
# Keys that other tools read but the format does not know.
_OTHERS = ("generator_time", "visualizer_time")


def read(
    table: Table, keys: Collection[str], defaults: ProblemLimits
) -> ProblemLimits | None:
    """Return the limits in a whole problem.yaml, with `defaults` for missing keys.

    `keys` are the keys that the format knows. Return None if the time limit, or all of
    `limits`, cannot be read; the fault is reported.
    """
    limits = table.table("limits")
    if limits is None and table.has("limits"):
        return None
    if limits is None:
        return defaults
    limits.check_keys(keys, _OTHERS)
    stated = _stated(limits, keys)
    # The keys are names of fields, which the type checker cannot know.
    found = replace(defaults, **stated)  # type: ignore[arg-type]
    if found.time_s is None and limits.has("time_limit"):
        return None
    return found


def _stated(limits: Table, keys: Collection[str]) -> dict[str, float]:
    """Return the readable limits in `limits`, in seconds or bytes, by their fields."""
    found: dict[str, float] = {}
    for key, whole in WHOLE.items():
        value = limits.integer(key, 1, whole.most, f" of {whole.unit}")
        if value is not None:
            found[whole.field] = value * whole.factor
    for key, number in _NUMBERS.items():
        if key in keys:
            stated = limits.number(key, number.least, number.most)
            if stated is not None:
                found[number.field] = stated
    passes = limits.integer("validation_passes", 2, _MOST_RATIO)
    if passes is not None:
        found["validation_passes"] = passes
    if "time_multipliers" in keys:
        found |= _multipliers(limits)
    return found


def _multipliers(limits: Table) -> dict[str, float]:
    """Return the readable ratios under `time_multipliers`; keys and fields are the same."""
    multipliers = limits.table("time_multipliers")
    if multipliers is None:
        return {}
    multipliers.check_keys(_RATIOS)
    found = {}
    for key in _RATIOS:
        ratio = multipliers.number(key, 1, _MOST_RATIO)
        if ratio is not None:
            found[key] = ratio
    return found
