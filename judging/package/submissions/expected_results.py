"""Read `@EXPECTED_RESULTS@` in a source: DOMjudge's expectation outside the standard folders.

The names are DOMjudge's verdicts and their aliases. A number after `@EXPECTED_SCORE@` is a score;
any other text is read as results. Source: DOMjudge's import of problems.
"""

from __future__ import annotations

import re

from judging.core.diagnostics import DiagnosticSink, did_you_mean, warning
from judging.core.expectations import ANY
from judging.core.problem import Expectation, Paths, Source
from judging.core.verdicts import Verdict

RESULTS = {
    "CORRECT": Verdict.AC,
    "ACCEPTED": Verdict.AC,
    "WRONG-ANSWER": Verdict.WA,
    "WRONG_ANSWER": Verdict.WA,
    "NO-OUTPUT": Verdict.WA,
    "NO_OUTPUT": Verdict.WA,
    "TIMELIMIT": Verdict.TLE,
    "TIME_LIMIT_EXCEEDED": Verdict.TLE,
    "RUN-ERROR": Verdict.RTE,
    "RUN_TIME_ERROR": Verdict.RTE,
    "MEMORY-LIMIT": Verdict.MLE,
    "MEMORY_LIMIT": Verdict.MLE,
    "OUTPUT-LIMIT": Verdict.OLE,
    "OUTPUT_LIMIT": Verdict.OLE,
    "COMPILER-ERROR": Verdict.CE,
    "COMPILER_ERROR": Verdict.CE,
}
# In these folders DOMjudge ignores tags.
STANDARD = frozenset({"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"})

_TAG = re.compile(rb"@EXPECTED_(RESULTS|SCORE)@:[ \t]*([A-Z0-9_.,+ \t-]*)", re.IGNORECASE)
_MOST_BYTES = 2**20


def read_tag(source: Source, paths: Paths, report: DiagnosticSink) -> Expectation | None:
    """Return the expectation in the tag of one of `source`'s files; None if there is none.

    Warn about a tag that cannot be used.
    """
    found = []
    for _, path in source.files:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
        place = paths.relative_path(path)
        for match in _TAG.finditer(content):
            line = content.count(b"\n", 0, match.start()) + 1
            found.append((place, line, match[1].upper(), match[2].decode().strip(" \t,-")))
    if len(found) > 1:
        (place, line, _, _), (other, again, _, _) = found[:2]
        message = f"a second tag: the first is in {place}:{line}; both are ignored"
        report(warning(message, other, again))
    if len(found) != 1:
        return None
    place, line, kind, text = found[0]
    stated_by = f"@EXPECTED_{kind.decode()}@ in {place}:{line}"
    if kind == b"SCORE" and re.fullmatch(r"[+-]?\d+(\.\d*)?", text):
        return Expectation(ANY, frozenset(), stated_by, score=(float(text), float(text)))
    words = [word.strip().upper() for word in text.split(",")]
    unknown = [word for word in words if word not in RESULTS]
    if unknown:
        message = f"@EXPECTED_{kind.decode()}@ ignored: unknown result '{unknown[0]}'"
        report(warning(f"{message}{did_you_mean(unknown[0], RESULTS)}", place, line))
        return None
    return _expecting(frozenset(RESULTS[word] for word in words), stated_by)


def _expecting(named: frozenset[Verdict], stated_by: str) -> Expectation:
    """Expect one of `named` for the submission as a whole; single tests may also be AC."""
    bounds = {frozenset({Verdict.AC}): "lower", frozenset({Verdict.TLE}): "upper"}
    return Expectation(named | {Verdict.AC}, named, stated_by, bound=bounds.get(named))
