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
    Quote,
    base64_unless_text,
    blocks_of,
)
from judging.reports.document import (
    Badge,
    Block,
    Code,
    Column,
    Document,
    Drawn,
    Fact,
    Facts,
    Items,
    Lines,
    Link,
    Marked,
    Name,
    Section,
    Table,
    Tone,
    Where,
    Widget,
    Words,
    faults,
    text,
)
from judging.reports.document.page import section
from judging.reports.documents import dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import MOST_CHARACTERS, page
from judging.reports.textkit import diagnostics, findings, padded, shortened, widths_of
from judging.reports.wording import (
    counted,
    decoded,
    inline,
    interrupted_while,
    printable,
)
from judging.values import Value, told

_WIDTH = 100  # columns in a pipe or a file
_NOBODY_CONFIRMS = "no other accepted submission answered in time"
_MAY_DRAW = "the output validator or the submission may draw random numbers"
_NOT_REPRODUCIBLE = "not reproducible: a steered search may miss this input, so save it"
_HEADINGS = ("submission", "found", "tokens", "bytes", "tried", "seconds")
_RIGHT = frozenset({2, 3, 4, 5})  # columns of numbers
_COLUMNS = (
    Column("outcome"),
    Column("submission", "wraps"),
    Column("found"),
    Column("inputs", "number"),
    Column("seconds", "number"),
    Column("per second", "number"),
    Column("what", "why"),
)


def render_text(report: HuntReport, medium: Medium = FILE) -> str:
    """Return the report as text, in 100 columns, or as wide as the terminal; long
    names may exceed that."""
    return text.render(document_of(report), medium, _WIDTH)


def document_of(report: HuntReport, contents: bool = True) -> Document:
    """Return the report as a document: a page without `contents` has no inputs and
    outputs."""
    reference = Fact("reference", report.reference or "")
    return Document(
        title=report.problem,
        lead="",
        exit_code=report.exit_code,
        summary=_summary(report),
        facts=Facts([reference, Fact("seed", str(report.seed))]),
        parts=[
            *faults.sections(report.diagnostics, report.machine_errors),
            _not_as_expected(report),
            _in_text(
                "Errors and warnings in the package",
                Items(diagnostics(report.diagnostics)),
                folds=True,
            ),
            _table_of_page(report.hunts),
            *_refusals(report, contents),
            *_hunted(report, contents),
            *_unstable(report, contents),
            _in_text("", Lines(_unmet(report))),
            _in_text("", Lines(_disagreements(report))),
            _in_text("", Lines(_not_hunted(report))),
            _in_text(
                "Machine errors", Items(findings(report.machine_errors)), folds=True
            ),
            _in_text("", Lines(_summary(report))),
        ],
    )


def _in_text(title: str, block: Block, folds: bool = False) -> Section:
    """Return what a page has in its head, or in its table of hunts."""
    return Section(title, [block], where=Where.TEXT, folds=folds)


def _not_as_expected(report: HuntReport) -> Section:
    found = Items([*_unmet(report), *_disagreements(report)])
    return Section("Not as expected", [found], tone=Tone.BAD, where=Where.PAGE)


def _hunted(report: HuntReport, contents: bool) -> list[Section]:
    """Return the finds in full: in a text if there was one hunt; of several, it has a
    table."""
    if len(report.hunts) == 1:
        hunt = report.hunts[0]
        if hunt.find is None and not hunt.reason:
            nothing = f"{hunt.path}: nothing found: {_effort(hunt)}"
            return [_in_text("", Lines([nothing, *_all_tried([hunt])]))]
        return _finds(report, contents, Where.EVERYWHERE)
    return [
        _in_text("", Drawn(HuntTable(report.hunts))),
        _in_text("", Lines(_all_tried(report.hunts)), folds=True),
        *_finds(report, contents, Where.PAGE),
    ]


def _finds(report: HuntReport, contents: bool, where: Where) -> list[Section]:
    sections = []
    for hunt in report.hunts:
        if hunt.find is not None:
            title = _title(hunt, hunt.find)
            blocks = _find(hunt, hunt.find, report, contents)
            sections.append(Section(title, blocks, where=where, name=hunt.path))
    return sections


def _title(hunt: Hunt, find: Find) -> Words:
    message = f", {printable(find.message)}" if find.message else ""
    return (Name(hunt.path), ": ", Badge(find.verdict), message)


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


def _find(hunt: Hunt, find: Find, report: HuntReport, contents: bool) -> list[Block]:
    """Return a find in full: the texts, where it came from, how to repeat it."""
    confirmed = Fact("  not confirmed", _NOBODY_CONFIRMS)
    if hunt.interrupted:
        confirmed = Fact("  not confirmed", "the hunt was interrupted")
    if find.confirmed_by:
        confirmed = Fact("  confirmed by", find.confirmed_by)
    outputs = _outputs(find)
    if hunt.interrupted and find.transcript == b"":
        outputs = []  # the dialogue was not recorded any more
    answer_by = "  answer by" if find.transcript is None else "  accepted"
    facts = [
        refusals.found_by(find),
        Fact(answer_by, report.reference or ""),
        confirmed,
        *_repeated(find),
        Fact("  tried", _effort(hunt)),
        _how_to_repeat(hunt, report),
    ]
    first = decoded(find.first)[:MOST_CHARACTERS] if contents else ""
    return [
        *blocks_of([Quote("input", find.input), *outputs], contents),
        Facts(facts, refusals.LABEL_WIDTH),
        Widget("first_input", {"text": first, "bytes": len(find.first)}),
    ]


def _refusals(report: HuntReport, contents: bool) -> list[Section]:
    """Return the find against the checker: there is one at most, because no hunt follows."""
    for hunt in report.hunts:
        if hunt.refusal is not None:
            more = [Fact("  tried", _effort(hunt)), _how_to_repeat(hunt, report)]
            return refusals.sections(hunt.refusal, contents, more)
    return []


def _outputs(find: Find) -> list[Quote]:
    """Return what programs wrote: the two outputs, or the end of the dialogue."""
    if find.transcript is None:
        return [Quote("expected", find.expected), Quote("got", find.got)]
    if find.transcript:
        return [Quote("interaction", find.transcript, ending=True)]
    if find.again in (None, REPEATS):
        return [Quote("interaction", b"(nothing was written)", ending=True)]
    return []  # the verdict did not come again while it was recorded


def _repeated(find: Find) -> list[Fact]:
    """Return how often a find came again, if not every time."""
    if find.again in (None, REPEATS):
        return []
    runs = f"fails in {find.again} of {REPEATS} more runs: {_MAY_DRAW}"
    return [Fact("  unstable", runs)]


def _unstable(report: HuntReport, contents: bool) -> list[Section]:
    """Return the inputs on which a submission failed once and not again."""
    sections = []
    for hunt in report.hunts:
        find = hunt.unstable
        if find is not None:
            once = f"  found once, not again in {REPEATS} runs: {_MAY_DRAW}"
            quotes = [Quote("input", find.input), *_outputs(find)]
            blocks = [Lines([once]), *blocks_of(quotes, contents)]
            sections.append(Section(_title(hunt, find), blocks))
    return sections


def _how_to_repeat(hunt: Hunt, report: HuntReport) -> Fact:
    command = _repeat(hunt, report)
    if command is None:
        return Fact("  repeat", _NOT_REPRODUCIBLE)
    return Fact("  repeat with", Code(command))


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


def _unmet(report: HuntReport) -> list[str]:
    return [_unmet_of(hunt) for hunt in report.hunts if hunt.met is False]


def _unmet_of(hunt: Hunt) -> str:
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


class HuntTable(Value):
    """A row for each hunt; the input comes last, where a narrow terminal cuts it."""

    hunts: Sequence[Hunt]

    def lines(self, width: int) -> list[str]:
        if not self.hunts:
            return []
        rows = [_HEADINGS, *map(_row, self.hunts)]
        widths = widths_of(rows)
        inputs = ["input"]
        for hunt in self.hunts:
            inputs.append("" if hunt.find is None else inline(hunt.find.input))
        lines = []
        for row, shown in zip(rows, inputs, strict=True):
            line = "  ".join([*padded(row, widths, _RIGHT), shown])
            lines.append(shortened(line.rstrip(), width))
        return lines


def _table_of_page(hunts: Sequence[Hunt]) -> Section:
    rows = [_row_of_page(hunt) for hunt in hunts]
    return Section("Hunts", [Table(_COLUMNS, rows)], where=Where.PAGE)


def _row_of_page(hunt: Hunt) -> Sequence[Words]:
    outcome: Words = "-"
    if hunt.met is not None:
        outcome = Marked("ok", Tone.GOOD) if hunt.met else Marked("FAIL", Tone.BAD)
    path: Words = Name(hunt.path)
    found: Words = "not hunted" if hunt.reason else "nothing"
    what = ""
    if hunt.all_tried is not None:
        what = all_tried.in_words(hunt.all_tried)
    if hunt.unstable is not None:
        once = f"{hunt.unstable.verdict} once, not again in {REPEATS} runs"
        what = f"{once}: {hunt.unstable.message}"
    if hunt.reason:
        what = hunt.reason
    if hunt.find is not None:
        path = Link("section", hunt.path)
        found = Badge(hunt.find.verdict)
        what = hunt.find.message or what
    effort = (f"{hunt.tried:,}", f"{hunt.seconds:.1f}", f"{hunt.per_second:.0f}")
    return (outcome, path, found, *effort, Name(what))


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
    document = document_of(report, medium.contents)
    return page(f"{report.problem}: judge hack", [section(document)], medium)


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
