"""The reports of `judge strengthen`; `judge schema strengthen` describes the JSON object."""

from collections.abc import Mapping, Sequence

from judging.core.diagnostics import count_many, first_of
from judging.features.hack import all_tried, refusals
from judging.features.strengthen.objects import StrengtheningObject
from judging.features.strengthen.search import StrengtheningReport
from judging.features.strengthen.search.report import Evidence, ReachedBound
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import MOST_CHARACTERS, Section, page
from judging.reports.textkit import folded, joined, section
from judging.reports.wording import counted, decoded, interrupted_while, printable
from judging.values import replace, told

_WIDTH = 100  # columns of a quote in a pipe or a file


def render_text(report: StrengtheningReport, medium: Medium = FILE) -> str:
    total = len(report.victims)
    left = [f"{path} {report.victims[path]}" for path in report.left]
    parts = [
        [str(each) for each in count_many(report.diagnostics)],
        _refusal(report, medium.width or _WIDTH),
        [f"{report.problem}: {_victims(report)}"],
        [_share(how, number, total) for how, number in _killed(report).items()],
        section("Tests to add", _proposed(report), medium),
        section("Not killed", left, medium),
        section("Inputs", [*_streams(report), *_all_tried(report)], medium),
    ]
    parts.append(_ended_early(report))
    return printable(joined(folded(lines, medium.width) for lines in parts))


def _refusal(report: StrengtheningReport, width: int) -> list[str]:
    if report.refusal is None:
        return []
    return refusals.in_words(report.refusal, width)


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


def _share(how: str, killed: int | None, victims: int) -> str:
    """Return the line on how many victims are killed in one way."""
    if killed is None:
        return f"killed {how}: not known, there was no time"
    if not victims:
        return f"killed {how}: 0 of 0"
    return f"killed {how}: {killed} of {victims} = {killed / victims:.1%}"


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


def _proposed(report: StrengtheningReport) -> list[str]:
    lines = []
    for test in report.proposed:
        size = counted(len(test.content), "byte")
        shown = describe(test.evidence)
        lines.append(f"{test.name}: {test.origin}, {size}\n{shown}")
    if lines and not report.ended_early:
        lines.append(f"`judge strengthen --seed {report.seed} --write` adds them.")
    return lines


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
    proposed = []
    for test in report.proposed:
        text = decoded(test.content)[:MOST_CHARACTERS]
        proposed.append(
            {
                "name": test.name,
                "origin": test.origin,
                "bytes": len(test.content),
                "shows": describe(test.evidence),
                "input": text if medium.contents else None,
            }
        )
    killed = _killed(report)
    summary = [_victims(report), *_all_tried(report)]
    summary += _ended_early(report)
    document: Json = {
        **as_json(_document(report, {}, {})),
        "refusal": refusals.for_page(report.refusal, medium.contents),
        "proposed": proposed,
        "shares": [{"how": how, "killed": count} for how, count in killed.items()],
        "summary": summary,
    }
    title = f"{report.problem}: judge strengthen"
    return page(title, [Section("strengthening", document)], medium)


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
