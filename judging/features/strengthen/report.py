"""The reports of `judge strengthen`; `judge schema strengthen` describes the JSON object."""

from collections.abc import Mapping, Sequence

from judging.core.diagnostics import count_many, first_of
from judging.features.hack import all_tried, refusals
from judging.features.strengthen.objects import StrengtheningObject
from judging.features.strengthen.search import StrengtheningReport
from judging.features.strengthen.search.report import Evidence, ReachedBound, StreamYield
from judging.reports.document import (
    Advice,
    Block,
    Chapter,
    Column,
    Document,
    Fact,
    Facts,
    Items,
    Lines,
    Name,
    Opens,
    Section,
    Span,
    Table,
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
from judging.reports.wording import counted, decoded, interrupted_while
from judging.values import replace, told

_WIDTH = 100  # columns of a quote in a pipe or a file
_NO_TIME = "not known, there was no time"
_TO_READ_BARS = (
    "At the left of a bar, in another shade: victims that no other input kills. An input is "
    "tried on a victim only as long as few tests kill it."
)
_COLUMNS = (
    Column("source", "name"),
    Column("inputs", "number"),
    Column("victims killed", "number"),
    Column("by no other input", "number"),
    Column("s of CPU", "number"),
    Column("kills per s of CPU", "number"),
)


def render_text(report: StrengtheningReport, medium: Medium = FILE) -> str:
    return text.render(document_of(report), medium, _WIDTH)


def document_of(report: StrengtheningReport, contents: bool = True) -> Document:
    """Return the report as a document: a page without `contents` has no inputs."""
    warnings = [str(each) for each in count_many(report.diagnostics)]
    return Document(
        title=report.problem,
        lead="",
        exit_code=report.exit_code,
        summary=[_victims(report), *_all_tried(report), *_ended_early(report)],
        facts=Facts([Fact("seed", str(report.seed))]),
        parts=[
            *faults.sections(report.diagnostics, ()),
            _in_text("", Lines(warnings)),
            *_refusal(report, contents),
            _in_text("", Lines([f"{report.problem}: {_victims(report)}"])),
            _shares(report),
            _bars_of_sources(report),
            _to_add(report, contents),
            _not_killed(report),
            _in_text("Inputs", Items([*_streams(report), *_all_tried(report)])),
            _in_text("", Lines(_ended_early(report))),
        ],
    )


def _in_text(title: str, block: Block) -> Section:
    """Return what a page has in its head, or draws."""
    return Section(title, [block], where=Where.TEXT, folds=True)


def _refusal(report: StrengtheningReport, contents: bool) -> list[Section]:
    found = refusals.sections(report.refusal, contents)
    return [replace(section, folds=True) for section in found]


def _victims(report: StrengtheningReport) -> str:
    total = len(report.victims)
    submissions = list(report.victims.values()).count("")
    wrong = counted(submissions, "wrong submission")
    mutants = counted(total - submissions, "mutant")
    return f"{counted(total, 'victim')}: {wrong} and {mutants}"


def _killed(report: StrengtheningReport) -> dict[str, int | None]:
    """Return how many victims are killed in each way; None: not known."""
    total = len(report.victims)
    return {
        f"by the {counted(len(report.existing), 'existing test')}": total
        - len(report.left_by_existing),
        f"with {counted(len(report.proposed), 'more test')}": total - len(report.left),
        "by all inputs that were tried": report.ceiling,
        "by tests chosen without knowing them": report.held_out,
    }


def _shares(report: StrengtheningReport) -> Chapter:
    """Return how many victims are killed in each way; a page draws a bar for each."""
    victims = len(report.victims)
    lines = []
    bars = []
    for how, killed in _killed(report).items():
        lines.append(_share(how, killed, victims))
        bars.append({"title": how, "killed": killed, "note": ""})
        if killed is None:
            bars[-1]["note"] = _NO_TIME
    widget = Widget("kill_bars", {"victims": victims, "bars": bars})
    sections = [_in_text("", Lines(lines)), Section("", [widget], where=Where.PAGE)]
    return Chapter("Kills", sections)


def _share(how: str, killed: int | None, victims: int) -> str:
    """Return the line on how many victims are killed in one way."""
    if killed is None:
        return f"killed {how}: {_NO_TIME}"
    if not victims:
        return f"killed {how}: 0 of 0"
    return f"killed {how}: {killed} of {victims} = {killed / victims:.1%}"


def _bars_of_sources(report: StrengtheningReport) -> Section:
    """Return what a page shows of each source of inputs, the one with most kills first."""
    if not report.streams:
        return Section("", [])
    bars = []
    rows = []
    best_first = sorted(
        report.streams.items(), key=lambda stream: (-stream[1].kills, stream[0])
    )
    for source, shown in best_first:
        inputs = counted(shown.inputs, "input")
        bar = {"title": source, "killed": shown.kills, "alone": shown.alone}
        bars.append({**bar, "note": inputs})
        rows.append(_row(source, shown))
    return Section(
        "Kills of each source of inputs",
        [
            Advice(_TO_READ_BARS),
            Widget("kill_bars", {"victims": len(report.victims), "bars": bars}),
            Section("In numbers", [Table(_COLUMNS, rows)]),
        ],
        where=Where.PAGE,
    )


def _row(source: str, shown: StreamYield) -> Sequence[Words]:
    rate = "-"
    if shown.cpu_s > 0:
        per_second = shown.kills / shown.cpu_s
        rate = f"{per_second:.2f}" if per_second < 10 else f"{per_second:.0f}"
    counts = (str(shown.inputs), str(shown.kills), str(shown.alone))
    return (Name(source), *counts, f"{shown.cpu_s:.1f}", rate)


def _streams(report: StrengtheningReport) -> list[str]:
    """Return a line for each source of new inputs: how many victims they kill."""
    lines = []
    for source, shown in report.streams.items():
        line = f"{source}: {counted(shown.inputs, 'input')}"
        line += f", {counted(shown.kills, 'victim')} killed"
        if shown.alone:
            line += f", {shown.alone} by no other input"
        line += f", {shown.cpu_s:.1f} s of CPU"
        lines.append(line)
    return lines


def _ended_early(report: StrengtheningReport) -> list[str]:
    """Return why a search has ended before all of its steps, if it has."""
    code = f"Exit code {report.exit_code}"
    if report.interrupted:
        unsure = "The tests to add may not have run on every program."
        return [f"{code}: {interrupted_while(report.running)}. {unsure}"]
    if report.is_broken:
        return [f"{code}: an error of the package, above, has ended the search."]
    if report.refusal is not None:
        return [f"{code}: {refusals.EXIT_REASON}, which has ended the search."]
    return []


def _all_tried(report: StrengtheningReport) -> list[str]:
    if report.all_tried is None:
        return []
    return [all_tried.in_words(report.all_tried)]


def _to_add(report: StrengtheningReport, contents: bool) -> Section:
    """Return the tests to add: what made each, and what it shows."""
    items: list[Words] = []
    for test in report.proposed:
        name: Span = Name(test.name)
        if contents:
            shown = decoded(test.content)[:MOST_CHARACTERS]
            name = Opens(test.name, "Input", shown)
        size = counted(len(test.content), "byte")
        items.append((name, f": {test.origin}, {size}\n{describe(test.evidence)}"))
    blocks: list[Block] = [Items(items)]
    if items and not report.ended_early and not report.adds:
        command = f"`judge strengthen --seed {report.seed} --write`"
        blocks.append(Lines([f"  {command} adds them."]))
    return Section("Tests to add", blocks, folds=True)


def _not_killed(report: StrengtheningReport) -> Section:
    left: list[Words] = []
    for path in report.left:
        left.append((Name(path), " ", Name(report.victims[path])))
    return Section("Not killed", [Items(left)], folds=True)


def describe(evidence: Evidence) -> str:
    """Return a line about what a test shows: the bounds, then the victims, mutants
    last."""
    parts = []
    if evidence.bounds:
        bounds = sorted(evidence.bounds, key=lambda bound: bound.label)
        parts.append(f"reaches {first_of([_named(bound) for bound in bounds])}")
    if evidence.outcome:
        parts.append(f"has the answer {evidence.outcome}, as few do")
    if evidence.kills:
        kills = sorted(evidence.kills, key=lambda path: ("@" in path, path))
        parts.append(f"kills {first_of(kills)}")
    return "; ".join(parts) or "differs in origin and size"


def _named(bound: ReachedBound) -> str:
    """Return a bound in words; a grammar's variables have no other location than their
    name."""
    end = {"least": "smallest", "most": "largest"}[bound.end]
    place = "" if bound.location == bound.name else f" ({bound.location})"
    return f"the {end} {bound.name}{place}"


def render_json(report: StrengtheningReport, medium: Medium = FILE) -> str:
    shown = {name: evidence.labels for name, evidence in report.existing.items()}
    added = {}
    for test in report.proposed:
        shown[test.name] = test.evidence.labels
        added[test.name] = (test.origin, decoded(test.content))
    return dumped(_document(report, shown, added), medium)


def render_html(report: StrengtheningReport, medium: Medium = FILE) -> str:
    document = document_of(report, medium.contents)
    return page(f"{report.problem}: judge strengthen", [section(document)], medium)


def _document(
    report: StrengtheningReport,
    tests: Mapping[str, Sequence[str]],
    added: Mapping[str, tuple[str, str]],
) -> StrengtheningObject:
    streams = {
        source: replace(shown, cpu_s=round(shown.cpu_s, 3))
        for source, shown in report.streams.items()
    }
    return told(
        StrengtheningObject,
        report,
        tests=tests,
        added=added,
        left_today=report.left_by_existing,
        refusal=refusals.as_object(report.refusal),
        streams=streams,
    )


FORMATS: Mapping[str, Render[StrengtheningReport]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
