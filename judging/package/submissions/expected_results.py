"""Read `@EXPECTED_RESULTS@` in a source: DOMjudge's expectation outside the standard folders.

The names are DOMjudge's verdicts and their aliases. A number after `@EXPECTED_SCORE@` is a score;
any other text is read as results. Source: DOMjudge's import of problems.
"""

import re
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, did_you_mean, warning
from judging.core.expectations import ANY
from judging.core.problem import Expectation, Paths, Source
from judging.core.verdicts import Verdict

RESULTS = {
    **dict.fromkeys(("CORRECT", "ACCEPTED"), Verdict.AC),
    **dict.fromkeys(
        ("WRONG-ANSWER", "WRONG_ANSWER", "NO-OUTPUT", "NO_OUTPUT"), Verdict.WA
    ),
    **dict.fromkeys(("TIMELIMIT", "TIME_LIMIT_EXCEEDED"), Verdict.TLE),
    **dict.fromkeys(("RUN-ERROR", "RUN_TIME_ERROR"), Verdict.RTE),
    **dict.fromkeys(("MEMORY-LIMIT", "MEMORY_LIMIT"), Verdict.MLE),
    **dict.fromkeys(("OUTPUT-LIMIT", "OUTPUT_LIMIT"), Verdict.OLE),
    **dict.fromkeys(("COMPILER-ERROR", "COMPILER_ERROR"), Verdict.CE),
}
# In these folders DOMjudge ignores tags.
STANDARD = frozenset(
    {"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error"}
)

_TAG = re.compile(
    rb"@EXPECTED_(RESULTS|SCORE)@:[ \t]*([A-Z0-9_.,+ \t-]*)", re.IGNORECASE
)
_MOST_BYTES = 2**20


def read_tag(source: Source, paths: Paths, report: DiagnosticSink) -> Expectation | None:
    """Return the expectation in the tag of a file of `source`, if any; warn of an unusable tag."""
    found = []
    for path in (path for _, path in source.files if isinstance(path, Path)):
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
        place = paths.relative_path(path)
        for match in _TAG.finditer(content):
            line = content.count(b"\n", 0, match.start()) + 1
            found.append(
                (place, line, match[1].upper(), match[2].decode().strip(" \t,-"))
            )
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
    if unknown := [word for word in words if word not in RESULTS]:
        message = f"@EXPECTED_{kind.decode()}@ ignored: unknown result '{unknown[0]}'"
        report(warning(f"{message}{did_you_mean(unknown[0], RESULTS)}", place, line))
        return None
    # The submission as a whole gets one of `named`; single tests may also be AC.
    named = frozenset(RESULTS[word] for word in words)
    bounds = {frozenset({Verdict.AC}): "lower", frozenset({Verdict.TLE}): "upper"}
    return Expectation(named | {Verdict.AC}, named, stated_by, bound=bounds.get(named))
