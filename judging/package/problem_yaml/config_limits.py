"""Read `limits` of a `problem.yaml` of any format, converted once to bytes and seconds."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from judging.core.limits import MIB, ProblemLimits
from judging.package.yaml.tables import Table

_MOST_S = 86400
_LEAST_S = 0.001
_MOST_SIZE = 2**20
_MOST_RATIO = 1000
_RATIOS = ("ac_to_time_limit", "time_limit_to_tle")

# key -> (field of ProblemLimits, factor to seconds or bytes, unit)
WHOLE = {
    "memory": ("memory_bytes", MIB, "MiB"),
    "output": ("output_bytes", MIB, "MiB"),
    "code": ("code_bytes", 1024, "KiB"),
    "compilation_time": ("compilation_s", 1.0, "seconds"),
    "compilation_memory": ("compilation_memory_bytes", MIB, "MiB"),
    "validation_time": ("validation_s", 1.0, "seconds"),
    "validation_memory": ("validation_memory_bytes", MIB, "MiB"),
    "validation_output": ("validation_output_bytes", MIB, "MiB"),
}
KEYS = (*WHOLE, "time_multipliers", "time_limit", "time_resolution", "validation_passes")
LEGACY_KEYS = (*WHOLE, "time_multiplier", "time_safety_margin", "validation_passes")
# Keys that other tools read but the format does not know.
_OTHERS = ("generator_time", "visualizer_time")


def read(
    table: Table, keys: Collection[str], defaults: ProblemLimits
) -> ProblemLimits | None:
    """Return the limits in `table`, a whole problem.yaml, with `defaults` for missing keys.

    `keys` are the keys that the format knows. Return None if the time limit, or all of `limits`,
    cannot be read; the fault is reported.
    """
    limits = table.table("limits")
    if limits is None:
        return None if table.has("limits") else defaults
    limits.check_keys(keys, _OTHERS)
    # The keys are names of fields, which the type checker cannot know.
    found = replace(defaults, **dict(_stated(limits, keys)))  # type: ignore[arg-type]
    return None if found.time_s is None and limits.has("time_limit") else found


def _stated(limits: Table, keys: Collection[str]) -> Iterator[tuple[str, float]]:
    for key, (field, factor, unit) in WHOLE.items():
        most = _MOST_S if unit == "seconds" else _MOST_SIZE
        if (value := limits.integer(key, 1, most, f" of {unit}")) is not None:
            yield field, value * factor
    numbers = {
        "time_limit": ("time_s", _LEAST_S, _MOST_S),
        "time_resolution": ("time_resolution_s", _LEAST_S, _MOST_S),
        "time_multiplier": ("ac_to_time_limit", 1, _MOST_RATIO),
        "time_safety_margin": ("time_limit_to_tle", 1, _MOST_RATIO),
    }
    for key, (field, least, most) in numbers.items():
        if key in keys and (number := limits.number(key, least, most)) is not None:
            yield field, number
    if (passes := limits.integer("validation_passes", 2, _MOST_RATIO)) is not None:
        yield "validation_passes", passes
    multipliers = (
        limits.table("time_multipliers") if "time_multipliers" in keys else None
    )
    if multipliers is not None:
        multipliers.check_keys(_RATIOS)
        for key in _RATIOS:
            if (ratio := multipliers.number(key, 1, _MOST_RATIO)) is not None:
                yield key, ratio
