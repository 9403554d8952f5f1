"""The reports of `judge hack`: for people one find in full or several as a table, and
JSON.

`judge schema hack` describes the keys of the JSON object. Bytes that are not UTF-8 are
written as `\\xNN`; such an input is also given as `input_base64`.
"""

import shlex
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from judging.core.exit_codes import Reason, ReasonKind
from judging.core.scoring import format_score
from judging.core.verdicts import Verdict, listed
from judging.features.hack import all_tried, refusals
from judging.features.hack.hunt.finds import REPEATS, Find, Hunt, HuntReport, must_fail
from judging.features.hack.objects import (
    HuntObject,
    HuntReportObject,
    UnstableObject,
)
from judging.features.hack.quotes import (
    OUTPUT_BYTES,
    base64_unless_text,
    beginning,
    ending,
)
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import MOST_CHARACTERS, Section, page
from judging.reports.textkit import (
    diagnostics,
    findings,
    folded,
    joined,
    labelled,
    padded,
    section,
    shortened,
    widths_of,
)
from judging.reports.wording import (
    counted,
    decoded,
    inline,
    interrupted_while,
    printable,
)
from judging.values import replace, told

_WIDTH = 100  # columns in a pipe or a file
_NOBODY_CONFIRMS = "no other accepted submission answered in time"
_MAY_DRAW = "the output validator or the submission may draw random numbers"
_NOT_REPRODUCIBLE = "not reproducible: a steered search may miss this input, so save it"
_HEADINGS = ("submission", "found", "tokens", "bytes", "tried", "seconds")
_RIGHT = frozenset({2, 3, 4, 5})  # columns of numbers


def render_text(report: HuntReport, medium: Medium = FILE) -> str:
    """Return the report as text, in 100 columns, or as wide as the terminal; long
    names may exceed that."""
    width = medium.width or _WIDTH
    # Not in colour: `printable` escapes the codes of colours with all others.
    plain = replace(medium, color=False)
    if len(report.hunts) == 1:
        hunted = _one_hunt(report.hunts[0], report, width)
    else:
        hunted = _table(report.hunts, width)
    faults = diagnostics(report.diagnostics)
    sections = [
        section("Errors and warnings in the package", faults, plain),
        _refusals(report, width),
        hunted,
        folded(_all_tried(report.hunts), medium.width) if len(report.hunts) > 1 else [],
        *(_unstable(hunt, width) for hunt in report.hunts),
        [_unmet(hunt) for hunt in report.hunts if hunt.met is False],
        _disagreements(report),
        _not_hunted(report),
        section("Machine errors", findings(report.machine_errors), plain),
        _summary(report),
    ]
    return printable(joined(sections))


def _one_hunt(hunt: Hunt, report: HuntReport, width: int) -> list[str]:
    if hunt.find is not None:
        return _found(hunt, hunt.find, report, width)
    if hunt.reason:  # was not hunted: a section of its own says so
        return []
    return [f"{hunt.path}: nothing found: {_effort(hunt)}", *_all_tried([hunt])]


def _all_tried(hunts: Sequence[Hunt]) -> list[str]:
    """Return within which limits all inputs were tried, of several hunts after the names of
    the submissions."""
    statements: dict[str, list[str]] = {}
    for hunt in hunts:
        if hunt.all_tried is not None:
            words = all_tried.in_words(hunt.all_tried)
            statements.setdefault(words, []).append(hunt.path)
    if len(hunts) == 1:
        return [f"  {words}" for words in statements]
    lines = []
    for words, paths in statements.items():
        lines.append(f"{', '.join(paths)}: nothing found, and {words}.")
    return lines


def _found(hunt: Hunt, find: Find, report: HuntReport, width: int) -> list[str]:
    """Return a find in full: the texts, where it came from, how to repeat it."""
    message = f", {printable(find.message)}" if find.message else ""
    steps = counted(find.shrinks, "step")
    size = f"{len(find.first)} bytes, shrunk to {len(find.input)} in {steps}"
    confirmed = _value("not confirmed", _NOBODY_CONFIRMS)
    if hunt.interrupted:
        confirmed = _value("not confirmed", "the hunt was interrupted")
    if find.confirmed_by:
        confirmed = _value("confirmed by", find.confirmed_by)
    outputs = _outputs(find, width)
    if hunt.interrupted and find.transcript == b"":
        outputs = []  # the dialogue was not recorded any more
    return [
        f"{hunt.path}: {find.verdict}{message}",
        "  input",
        *beginning(find.input, width),
        *outputs,
        _value("found by", f"{find.origin}: {size}"),
        _value(
            "answer by" if find.transcript is None else "accepted",
            report.reference or "",
        ),
        confirmed,
        *_repeated(find),
        _value("tried", _effort(hunt)),
        _how_to_repeat(hunt, report),
    ]


def _refusals(report: HuntReport, width: int) -> list[str]:
    """Return the find against the checker: there is one at most, because no hunt follows."""
    for hunt in report.hunts:
        if hunt.refusal is not None:
            more = [_value("tried", _effort(hunt)), _how_to_repeat(hunt, report)]
            return refusals.in_words(hunt.refusal, width, more)
    return []


def _outputs(find: Find, width: int) -> list[str]:
    """Return what programs wrote: the two outputs, or the end of the dialogue."""
    if find.transcript is None:
        return [
            "  expected",
            *beginning(find.expected, width),
            "  got",
            *beginning(find.got, width),
        ]
    if find.transcript:
        return ["  interaction", *ending(find.transcript, width)]
    if find.again in (None, REPEATS):
        return ["  interaction", "  | (nothing was written)"]
    return []  # the verdict did not come again while it was recorded


def _repeated(find: Find) -> list[str]:
    """Return how often a find came again, if not every time."""
    if find.again in (None, REPEATS):
        return []
    runs = f"fails in {find.again} of {REPEATS} more runs: {_MAY_DRAW}"
    return [_value("unstable", runs)]


def _unstable(hunt: Hunt, width: int) -> list[str]:
    """Return the input on which a submission failed once and not again."""
    find = hunt.unstable
    if find is None:
        return []
    message = f", {printable(find.message)}" if find.message else ""
    return [
        f"{hunt.path}: {find.verdict}{message}",
        f"  found once, not again in {REPEATS} runs: {_MAY_DRAW}",
        "  input",
        *beginning(find.input, width),
        *_outputs(find, width),
    ]


def _value(label: str, value: str) -> str:
    return labelled(label, value, refusals.LABEL_WIDTH, indent="  ")


def _how_to_repeat(hunt: Hunt, report: HuntReport) -> str:
    command = _repeat(hunt, report)
    if command is None:
        return _value("repeat", _NOT_REPRODUCIBLE)
    return _value("repeat with", command)


def _repeat(hunt: Hunt, report: HuntReport) -> str | None:
    """Return the command that finds the same input; None if none does."""
    find = hunt.find
    if hunt.refusal is not None:
        find = hunt.refusal.find
    if find is None or find.index is None:
        return None
    options = f"--seed {report.seed} --tries {find.index + 1}"
    return f"{report.command} {shlex.quote(hunt.path)} {options}"


def _effort(hunt: Hunt) -> str:
    ran = hunt.tried + hunt.invalid
    if not ran:
        return f"no input was ready after {hunt.search_s:.1f} s: give more --time"
    inputs = counted(ran, "input")
    if hunt.invalid:
        inputs += f", {hunt.invalid} of them invalid"
    return f"{inputs}, {hunt.per_second:.0f} per second, {hunt.seconds:.1f} s in all"


def _unmet(hunt: Hunt) -> str:
    expectation = hunt.expectation
    assert expectation is not None
    if hunt.find is not None and hunt.find.scores is not None:
        scores = hunt.find.scores
        return (
            f"{hunt.path}: scored {format_score(scores.submission)} where the reference "
            f"scores {format_score(scores.reference)}, expected the same "
            f"({expectation.stated_by})"
        )
    named = expectation.permitted
    if must_fail(expectation):
        # AC is permitted on some tests: of the whole submission it is not expected.
        named = (named | expectation.required) - {Verdict.AC}
    expected = listed(named, " or ")
    return (
        f"{hunt.path}: got {hunt.verdict}, expected {expected} ({expectation.stated_by})"
    )


def _disagreements(report: HuntReport) -> list[str]:
    """Return who agrees with whom on each find of a hunt among accepted submissions."""
    lines = []
    for hunt in report.hunts:
        if not report.agree or hunt.find is None:
            continue
        found = hunt.find
        own_score = None if found.scores is None else found.scores.submission
        verdicts = [_verdict_of(hunt.path, found.verdict, own_score)]
        for each in found.others:
            verdicts.append(_verdict_of(each.path, each.verdict, each.score))
        reference = f"against the output of {report.reference}"
        if found.transcript is not None:
            # There is no output to compare with: the output validator decides.
            reference = f"on which {report.reference} is accepted"
        lines.append(f"on the input for {hunt.path}, {reference}: {', '.join(verdicts)}")
    return lines


def _verdict_of(path: str, verdict: Verdict, score: float | None) -> str:
    if score is None:
        return f"{path} {verdict}"
    return f"{path} {verdict} {format_score(score)}"


def _not_hunted(report: HuntReport) -> list[str]:
    """Return each reason not to hunt, after the submissions that it concerns."""
    reasons: dict[str, list[str]] = {}
    for hunt in report.hunts:
        if hunt.reason:
            reasons.setdefault(hunt.reason, []).append(hunt.path)
    return [f"{', '.join(paths)}: {reason}" for reason, paths in reasons.items()]


def _table(hunts: Sequence[Hunt], width: int) -> list[str]:
    """Return a row for each hunt; the input comes last, where a narrow terminal cuts
    it."""
    if not hunts:
        return []
    rows = [_HEADINGS, *map(_row, hunts)]
    widths = widths_of(rows)
    inputs = ["input"]
    for hunt in hunts:
        inputs.append("" if hunt.find is None else inline(hunt.find.input))
    lines = []
    for row, text in zip(rows, inputs, strict=True):
        line = "  ".join([*padded(row, widths, _RIGHT), text])
        lines.append(shortened(line.rstrip(), width))
    return lines


def _row(hunt: Hunt) -> tuple[str, ...]:
    find = hunt.find
    effort = (f"{hunt.tried:,}", f"{hunt.seconds:.1f}")
    if find is not None:
        size = (f"{len(find.input.split()):,}", f"{len(find.input):,}")
        verdict = str(find.verdict)
        if find.scores is not None:
            verdict += ", less" if find.scores.order < 0 else ", more"
        return (hunt.path, verdict, *size, *effort)
    verdict = "-"
    if hunt.reason is not None:
        verdict = str(hunt.verdict or "not hunted")
    return (hunt.path, verdict, "", "", *effort)


def _summary(report: HuntReport) -> list[str]:
    """Return how many hunts ended as expected, and why the exit code is not 0."""
    lines = []
    if len(report.hunts) > 1:
        ended = [hunt for hunt in report.hunts if hunt.verdict is not None]
        met = sum(hunt.met is not False for hunt in ended)
        hunts = counted(len(report.hunts), "hunt")
        lines.append(f"{met} of {hunts} ended as expected (seed {report.seed}).")
    for reason in report.reasons[:1]:
        words = _reason_in_words(reason, report)
        lines.append(f"Exit code {reason.exit_code}: {words}.")
    return lines


def _reason_in_words(reason: Reason, report: HuntReport) -> str:
    match reason.kind:
        case ReasonKind.INTERRUPTED:
            return interrupted_while(reason.detail)
        case ReasonKind.MACHINE_ERROR | ReasonKind.NOT_JUDGED:
            return "the machine could not run every hunt"
        case ReasonKind.BROKEN_PACKAGE:
            return "the package is broken"
        case ReasonKind.NOTHING_JUDGED:
            return "nothing was hunted"
        case ReasonKind.UNMET:
            if any(hunt.refusal for hunt in report.hunts):
                return refusals.EXIT_REASON
            return f"{counted(reason.count, 'hunt')} did not end as expected"


def render_json(report: HuntReport, medium: Medium = FILE) -> str:
    hunts = [_hunt(hunt, report) for hunt in report.hunts]
    return dumped(_document(report, hunts), medium)


def render_html(report: HuntReport, medium: Medium = FILE) -> str:
    hunts = [_shown(hunt, report, medium.contents) for hunt in report.hunts]
    document: Json = {
        **as_json(_document(report, [])),
        "hunts": hunts,
        "summary": _summary(report),
        "unmet": [
            *(_unmet(hunt) for hunt in report.hunts if hunt.met is False),
            *_disagreements(report),
        ],
    }
    return page(f"{report.problem}: judge hack", [Section("hunt", document)], medium)


def _shown(hunt: Hunt, report: HuntReport, contents: bool) -> Json:
    """Return a hunt for a page: texts are cut, or left out."""
    known: Json = as_json(_hunt(hunt, report))
    known.pop("input_base64", None)
    known["input_bytes"] = 0
    known["first"] = ""
    if hunt.find is not None:
        known["input_bytes"] = len(hunt.find.input)
        known["first"] = decoded(hunt.find.first)
    known["refusal"] = refusals.for_page(hunt.refusal, contents)
    known["all_tried"] = ""
    if hunt.all_tried is not None:
        known["all_tried"] = all_tried.in_words(hunt.all_tried)
    for key in ("input", "expected", "got", "first"):
        known[key] = str(known[key] or "")[:MOST_CHARACTERS] if contents else None
    # A page shows an unstable input as one line, without its text.
    known["unstable"] = None
    if hunt.unstable is not None:
        once = hunt.unstable
        known["unstable"] = {"verdict": once.verdict, "message": once.message}
    known["transcript"] = None
    if hunt.find is not None and hunt.find.transcript is not None:
        shown = decoded(hunt.find.transcript)[-MOST_CHARACTERS:]
        known["transcript"] = shown if contents else ""
    return known


def _document(report: HuntReport, hunts: Sequence[HuntObject]) -> HuntReportObject:
    return told(HuntReportObject, report, hunts=hunts)


def _hunt(hunt: Hunt, report: HuntReport) -> HuntObject:
    find = hunt.find
    return told(
        HuntObject,
        hunt,
        found=find is not None,
        input=find and decoded(find.input),
        expected=find and _output(find, find.expected),
        got=find and _output(find, find.got),
        transcript=find and _transcript(find),
        again=find and find.again,
        unstable=hunt.unstable and _unstable_object(hunt.unstable),
        per_second=round(hunt.per_second, 1),
        seconds=round(hunt.seconds, 3),
        shrinks=0 if find is None else find.shrinks,
        first_bytes=find and len(find.first),
        repeat=_repeat(hunt, report),
        confirmed_by=find and find.confirmed_by,
        origin=find and find.origin,
        index=find and find.index,
        message=find and find.message,
        by_origin=dict(hunt.by_origin),
        others=() if find is None else find.others,
        scores=find and find.scores,
        refusal=refusals.as_object(hunt.refusal),
        input_base64=UNSET if find is None else base64_unless_text(find.input),
    )


def _output(find: Find, output: bytes) -> str | None:
    """Return an output of the JSON report; None where nothing is compared with it."""
    if find.transcript is not None:
        return None
    return decoded(output[:OUTPUT_BYTES])


def _transcript(find: Find) -> str | None:
    if find.transcript is None:
        return None
    return decoded(find.transcript[-OUTPUT_BYTES:])


def _unstable_object(find: Find) -> UnstableObject:
    return UnstableObject(
        input=decoded(find.input),
        verdict=find.verdict,
        message=find.message,
        transcript=_transcript(find),
        runs=REPEATS,
        index=find.index,
    )


FORMATS: Mapping[str, Render[HuntReport]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
