"""What differs between two outcomes of one case, and what of it counts.

The place of a value is its keys joined by dots: `submissions[3].testcases[0].verdict`.
The patterns below are matched with the whole place without indices:
`submissions.testcases.verdict`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Any

from benchmarks.comparing.running import Outcome

# Values that differ between two runs of one judge, and why.
MEASURED: Mapping[str, str] = {
    "*cpu_s": "CPU time of a run",
    "*wall_s": "wall time of a run, or of the whole command",
    "*accepted_cpu_share": "ratio of CPU times",
    "*submissions.max_memory_bytes": "peak memory of a run",
    "*submissions.testcases.memory_bytes": "peak memory of a run",
    "*submissions.clear": "a time may be on either side of the margin",
    "*submissions.other_results": "as `clear`",
    "*submissions.sensitive_tests": "as `clear`",
    "repeated": "times of runs that `--repeat` repeats",
    "*testcases.output_bytes": "a traceback counts, with the cache's path in it",
    "languages.memory_bytes": "peak memory of a run of `doctor`; limits are compared",
    "*seconds": "how long a hunt took",
    "*per_second": "speed of a hunt",
    "*time_factor_spread": "how far the timings of this machine scatter",
    "*recalled": "runs on an overloaded machine, or close to a limit, are not kept",
    "cache_bytes": "size of a cache, which has paths of the checkout in it",
    "date": "the moment of the report",
    "*tool_version": "the checkouts may stand before and after a release",
    "machine": "its processor and kernel",
    "*toolchains.version": "a compiler may be updated between a saved run and this one",
    "languages.version": "as the versions of toolchains",
    "ac_ratio": "ratio of CPU times",
    "tle_ratio": "ratio of CPU times",
    "time_limit.limit_to_slowest": "ratio of CPU times",
    "time_limit.fastest_to_limit": "ratio of CPU times",
    "*slowest_accepted.path": "which of several fast runs is slowest is chance",
    "*slowest_accepted.test*": "as the path",
    "*fastest_too_slow.path": "which of several slow runs is fastest is chance",
    "*fastest_too_slow.test*": "as the path",
}

# Texts for people. A difference in one of them is a change of wording.
WORDING: Mapping[str, str] = {
    "*message": "of a diagnostic, a run, a find or a mutant",
    "*reason": "why something was skipped or not decided",
    "*why": "why an expectation is not met",
    "*notes": "remarks on a run",
    "*warnings": "remarks on the sandbox",
    "*machine_errors": "what the machine could not do",
    "*nothing_judged": "why nothing was judged",
    "*repeat": "the command line that repeats a hunt",
    "*remark": "on a package of a contest",
    "languages.problem": "what a language lacks (`doctor`)",
    "languages.install": "how to install a language (`doctor`)",
}

# Parts of texts for people that differ between two runs, and why. In other texts, such
# as an input or what a program wrote, the same words are data and are compared.
IN_WORDING: Mapping[str, str] = {
    r"\d+(\.\d+)?(?= ?(s|ms|seconds|times)\b)": "a measured time, or a ratio of times",
    r"\d+(\.\d+)?(?= ?(bytes|KB|MB|KiB|MiB|GiB)\b)": "a measured size",
}

# Endings that become the same word: a program that computes without end is stopped by
# either of these limits, depending on what else the machine does.
TIME_LIMITS = ("cpu limit", "wall limit")

SHOWN_CHARACTERS = 160


class Finding(StrEnum):
    """What the comparison of a case, or of one place in it, says."""

    SAME = "same"
    WORDING = "wording"
    ADDED = "added"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in which two outcomes differ, with what is there on both sides."""

    place: str
    before: str
    after: str
    finding: Finding = Finding.DIFFERENT


def compare(before: Outcome, after: Outcome) -> Iterator[Difference]:
    """Yield where two outcomes differ."""
    if (before.exit_code, before.crashed) != (after.exit_code, after.crashed):
        yield Difference("exit code", _end_of(before), _end_of(after))
    yield from _in_values(
        _comparable(before.report, ""), _comparable(after.report, ""), ""
    )
    yield from _in_files(before.files, after.files)


def _end_of(outcome: Outcome) -> str:
    """Return the exit code, and the last line of standard error: it mostly says why."""
    lines = outcome.errors.strip().splitlines() or [""]
    crash = "crashed, " if outcome.crashed else ""
    return f"{crash}{outcome.exit_code}: {_shown(lines[-1])}"


def _comparable(value: Any, place: str) -> Any:
    """Return a part of a report without what differs from run to run.

    A measured value becomes a word, and null stays, so that null is told from a number.
    """
    if value is None:
        return None
    if _matches(place, MEASURED):
        return "measured"
    if isinstance(value, dict):
        return {
            key: _comparable(part, _below(place, key)) for key, part in value.items()
        }
    if isinstance(value, list):
        return [_comparable(part, place) for part in value]
    if place.endswith("testcases.ending") and value in TIME_LIMITS:
        return "cpu or wall limit"
    if isinstance(value, str) and _matches(place, WORDING):
        for pattern in IN_WORDING:
            value = re.sub(pattern, "N", value)
    return value


def _matches(place: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(place, pattern) for pattern in patterns)


def _below(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _in_values(before: Any, after: Any, place: str) -> Iterator[Difference]:
    """Yield where two parts of reports differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _in_objects(before, after, place)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _in_lists(before, after, place)
    elif type(before) is not type(after) or before != after:
        finding = Finding.DIFFERENT
        if isinstance(before, str) and isinstance(after, str):
            without_indices = re.sub(r"\[\d+\]", "", place)
            if _matches(without_indices, WORDING):
                finding = Finding.WORDING
        yield Difference(place or "report", _shown(before), _shown(after), finding)


def _in_objects(
    before: Mapping[str, Any], after: Mapping[str, Any], place: str
) -> Iterator[Difference]:
    for key in before:
        if key not in after:
            yield Difference(_below(place, key), _shown(before[key]), "no such key")
    for key in after:
        if key not in before:
            # What reads a report of the same schema must accept keys that it does not know.
            now = _shown(after[key])
            yield Difference(_below(place, key), "no such key", now, Finding.ADDED)
    common_before = [key for key in before if key in after]
    common_after = [key for key in after if key in before]
    if common_before != common_after:
        where = f"order of keys in {place or 'report'}"
        yield Difference(where, _shown(common_before), _shown(common_after))
    for key in common_before:
        yield from _in_values(before[key], after[key], _below(place, key))


def _in_lists(
    before: Sequence[Any], after: Sequence[Any], place: str
) -> Iterator[Difference]:
    if len(before) != len(after):
        was = f"{len(before)}: {_shown(before)}"
        now = f"{len(after)}: {_shown(after)}"
        yield Difference(f"length of {place}", was, now)
        return
    if before != after and sorted(map(repr, before)) == sorted(map(repr, after)):
        yield Difference(f"order of {place}", _shown(before), _shown(after))
        return
    for i in range(len(before)):
        yield from _in_values(before[i], after[i], f"{place}[{i}]")


def _in_files(
    before: Mapping[str, str], after: Mapping[str, str]
) -> Iterator[Difference]:
    for name in sorted(before.keys() | after.keys()):
        was = before.get(name, "not written")
        now = after.get(name, "not written")
        if was != now:
            yield _in_text(f"file {name}", was, now)


def _in_text(place: str, before: str, after: str) -> Difference:
    """Return the first line that differs, or how many lines there are if none does."""
    was = before.split("\n")
    now = after.split("\n")
    for i in range(min(len(was), len(now))):
        if was[i] != now[i]:
            return Difference(f"{place}:{i + 1}", _shown(was[i]), _shown(now[i]))
    return Difference(place, f"{len(was)} lines", f"{len(now)} lines")


def _shown(value: Any) -> str:
    """Return a value on one line, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= SHOWN_CHARACTERS:
        return text
    return text[: SHOWN_CHARACTERS - 4] + " ..."
