"""Read `@EXPECTED_RESULTS@`, DOMjudge's expectation outside the standard folders.

The names are DOMjudge's verdicts and their aliases. A number after `@EXPECTED_SCORE@` is
a score; any other text is read as results. Source: DOMjudge's import of problems.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, did_you_mean, warning
from judging.core.expectations import ANY
from judging.core.problem import Expectation, Paths, Source
from judging.core.verdicts import Verdict, is_in, listed
from judging.values import Value, replace

# CE can be expected by a tag only: no folder of any format stands for it.
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
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?")
# Sources are smaller. This bounds the work on data files beside them.
_MOST_BYTES = 2**20
_BOUNDS = {frozenset({Verdict.AC}): "lower", frozenset({Verdict.TLE}): "upper"}


class _Tag(Value):
    """A tag in a source. `kind` is RESULTS or SCORE, `text` what stands after it."""

    file: str
    line: int
    kind: str
    text: str

    @property
    def name(self) -> str:
        return f"@EXPECTED_{self.kind}@"

    @property
    def stated(self) -> str:
        return f"{self.name} in {self.place}"

    @property
    def is_score(self) -> bool:
        return self.kind == "SCORE" and _NUMBER.fullmatch(self.text) is not None

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def read_tag(source: Source, paths: Paths, report: DiagnosticSink) -> Expectation | None:
    """Return the expectation in the tags of `source`; warn of unusable tags.

    There may be one with results and one with a score. DOMjudge's own examples of
    scoring problems have both.
    """
    tags = list(_tags(source, paths))
    if not tags:
        return None
    scores = [tag for tag in tags if tag.is_score]
    results = [tag for tag in tags if not tag.is_score]
    for same in (scores, results):
        if len(same) > 1:
            first, second = same[:2]
            message = f"a second {second.name}: the first is in {first.place}; both are ignored"
            report(warning(message, second.file, second.line))
            same.clear()
    expectation = None
    if results:
        expectation = _of_results(results[0], report)
    if scores:
        return _with_score(expectation, scores[0])
    return expectation


def warn_of_unread_tags(
    source: Source, stated: Expectation, paths: Paths, report: DiagnosticSink
) -> None:
    """Warn of tags that say something else than what is `stated`, where they do not count.

    A tag that only repeats it does no harm: DOMjudge's users write one in each source.
    """
    for tag in _tags(source, paths):
        unread = f"{tag.name} does not count here: what is expected is stated by"
        if tag.is_score:
            report(warning(f"{unread} {stated.stated_by}", tag.file, tag.line))
            continue
        results = _of_results(tag, report)
        if results is None:
            continue
        others = [v for v in results.required if not is_in(v, stated.required)]
        if not others and len(results.required) >= len(stated.required):
            continue
        message = f"{unread} {stated.stated_by}"
        if len(others) == len(results.required):
            message += (
                f", which it contradicts: the tag says {listed(results.required, ' or ')}, "
                f"expected is {listed(stated.required, ' or ')}"
            )
        report(warning(message, tag.file, tag.line))


def _of_results(tag: _Tag, report: DiagnosticSink) -> Expectation | None:
    """Return what results in a tag state; None, after a warning, if one is unknown."""
    named = set()
    for part in tag.text.split(","):
        word = part.strip().upper()
        if word not in RESULTS:
            hint = did_you_mean(word, RESULTS)
            message = f"{tag.name} ignored: unknown result '{word}'{hint}"
            report(warning(message, tag.file, tag.line))
            return None
        named.add(RESULTS[word])
    # The submission as a whole gets one of the results; single tests may also be AC.
    required = frozenset(named)
    bound = _BOUNDS.get(required)
    return Expectation(required | {Verdict.AC}, required, tag.stated, bound=bound)


def _with_score(expectation: Expectation | None, tag: _Tag) -> Expectation:
    """Return an expectation that states the score too, or the score alone."""
    score = float(tag.text)
    if expectation is None:
        return Expectation(ANY, frozenset(), tag.stated, score=(score, score))
    stated_by = f"{expectation.stated_by} and {tag.stated}"
    return replace(expectation, score=(score, score), stated_by=stated_by)


def _tags(source: Source, paths: Paths) -> Iterator[_Tag]:
    """Yield the tags in the files of `source`, but not in those that links lead to."""
    for _, path in source.files:
        if not isinstance(path, Path):
            continue
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
        name = paths.relative_path(path)
        for match in _TAG.finditer(content):
            line = content.count(b"\n", 0, match.start()) + 1
            text = match[2].decode().strip(" \t,-")
            yield _Tag(name, line, match[1].decode().upper(), text)
