"""Read `limits` of a problem.yaml of any format, converted to bytes and seconds."""

from collections.abc import Collection

from judging.core.limits import MIB, ProblemLimits
from judging.package.language_factors import without_key
from judging.package.yaml import kinds
from judging.package.yaml.tables import Table
from judging.values import Value, replace

# Bounds on nonsense, such as a time limit in milliseconds.
MOST_S = 86400
LEAST_S = 0.001
_MOST_SIZE = 2**20
_MOST_RATIO = 1000
_AC_TO_LIMIT = "The time limit is at least this many times the slowest accepted run."
_LIMIT_TO_TLE = "A run that must time out takes this many times the limit."
_RATIO = kinds.number(1, _MOST_RATIO)
_RATIOS = {
    "ac_to_time_limit": kinds.key(_RATIO, _AC_TO_LIMIT),
    "time_limit_to_tle": kinds.key(_RATIO, _LIMIT_TO_TLE),
}


class WholeLimit(Value):
    """A limit that is a whole number: its field, its unit and how much one unit is.

    `about` says what is limited.
    """

    field: str
    unit: str
    factor: float
    about: str

    @property
    def most(self) -> int:
        return MOST_S if self.unit == "seconds" else _MOST_SIZE


class _Number(Value):
    """A limit that is any number from `least` to `most`, its field, and what it is."""

    field: str
    least: float
    most: float
    about: str


WHOLE = {
    "memory": WholeLimit("memory_bytes", "MiB", MIB, "Memory of a submission"),
    "output": WholeLimit("output_bytes", "MiB", MIB, "Output of a submission"),
    "code": WholeLimit("code_bytes", "KiB", 1024, "Source code of a submission"),
    "compilation_time": WholeLimit("compilation_s", "seconds", 1.0, "Time to compile"),
    "compilation_memory": WholeLimit(
        "compilation_memory_bytes", "MiB", MIB, "Memory to compile"
    ),
    "validation_time": WholeLimit("validation_s", "seconds", 1.0, "Time of a validator"),
    "validation_memory": WholeLimit(
        "validation_memory_bytes", "MiB", MIB, "Memory of a validator"
    ),
    "validation_output": WholeLimit(
        "validation_output_bytes", "MiB", MIB, "Output of a validator"
    ),
}
_NUMBERS = {
    "time_limit": _Number(
        "time_s", LEAST_S, MOST_S, "The time limit, in seconds of CPU time."
    ),
    "time_resolution": _Number(
        "time_resolution_s",
        LEAST_S,
        MOST_S,
        "An inferred time limit is a multiple of this, in seconds.",
    ),
    "time_multiplier": _Number("ac_to_time_limit", 1, _MOST_RATIO, _AC_TO_LIMIT),
    "time_safety_margin": _Number("time_limit_to_tle", 1, _MOST_RATIO, _LIMIT_TO_TLE),
}
_WHOLE_KEYS = {
    name: kinds.key(kinds.integer(1, limit.most), f"{limit.about}, in {limit.unit}.")
    for name, limit in WHOLE.items()
}
_NUMBER_KEYS = {
    name: kinds.key(kinds.number(limit.least, limit.most), limit.about)
    for name, limit in _NUMBERS.items()
}
_PASSES = {
    "validation_passes": kinds.key(
        kinds.integer(2, _MOST_RATIO), "The most passes of a run."
    ),
}
KEYS: kinds.Keys = {
    "time_limit": _NUMBER_KEYS["time_limit"],
    **_WHOLE_KEYS,
    "time_multipliers": kinds.key(
        kinds.table(_RATIOS), "How the time limit relates to times of runs."
    ),
    "time_resolution": _NUMBER_KEYS["time_resolution"],
    **_PASSES,
}
LEGACY_KEYS: kinds.Keys = {
    "time_limit": _NUMBER_KEYS["time_limit"],
    **_WHOLE_KEYS,
    "time_multiplier": _NUMBER_KEYS["time_multiplier"],
    "time_safety_margin": _NUMBER_KEYS["time_safety_margin"],
    **_PASSES,
}
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
    limits = without_key(limits)
    limits.check_keys(keys, _OTHERS)
    stated = _stated(limits, keys)
    found = replace(defaults, **stated)
    if found.time_s is None and limits.has("time_limit"):
        return None
    return found


def _stated(limits: Table, keys: Collection[str]) -> dict[str, float]:
    """Return the readable limits in `limits`, in seconds or bytes, by their fields."""
    found: dict[str, float] = {}
    for name, whole in WHOLE.items():
        value = limits.integer(name, 1, whole.most, f" of {whole.unit}")
        if value is not None:
            found[whole.field] = value * whole.factor
    for name, limit in _NUMBERS.items():
        if name in keys:
            stated = limits.number(name, limit.least, limit.most)
            if stated is not None:
                found[limit.field] = stated
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
    for name in _RATIOS:
        ratio = multipliers.number(name, 1, _MOST_RATIO)
        if ratio is not None:
            found[name] = ratio
    return found
