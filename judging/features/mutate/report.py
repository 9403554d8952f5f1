"""The reports of `judge mutate`: for people scores and the mutants that no test kills,
and JSON.

`judge schema mutate` describes the keys of the JSON object.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from judging.core.diagnostics import count_many
from judging.core.exit_codes import ExitCode
from judging.features.hack import refusals
from judging.features.hack.hunt import Find
from judging.features.mutate.objects import (
    MutantHuntObject,
    MutantObject,
    MutatedSubmissionObject,
    MutationReportObject,
    NumbersObject,
)
from judging.features.mutate.results import (
    ENOUGH_TRIES,
    MutantCounts,
    MutantHunt,
    MutantResult,
    MutatedSubmission,
    MutationReport,
    Outcome,
)
from judging.languages import languages
from judging.reports.document import (
    Block,
    Chapter,
    Column,
    Document,
    Drawn,
    Fact,
    Facts,
    Lines,
    Name,
    Paragraph,
    Section,
    Table,
    Where,
    Widget,
    faults,
    text,
)
from judging.reports.document.page import section
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import MOST_CHARACTERS, page
from judging.reports.textkit import shortened, wrapped
from judging.reports.wording import counted, decoded, interrupted_while, printable
from judging.values import Value, astuple, fields_of, told

_WIDTH = 80  # columns in a pipe or a file
_COLUMNS = (
    Column("operator", "name"),
    Column("made", "number"),
    Column("CE", "number"),
    Column("same", "number"),
    Column("judged", "number"),
    Column("killed", "number"),
    Column("by TLE", "number"),
    Column("equiv", "number"),
    Column("survivors", "number"),
    Column("score", "number"),
)
# Of an input that kills a mutant: enough to see its shape. `--save` keeps all of it.
_SHOWN_BYTES = 400
_SHOWN_LINES = 6

_TITLES = {
    Outcome.HOLE: "Holes: {} that no test kills, but an input found by the hunt does",
    Outcome.SURVIVED: "Undecided: {} that no test kills, {hunted}",
    Outcome.LIKELY: "Likely equivalent: {} that neither a test nor a long hunt kills",
    Outcome.KNOWN: "Equivalent: {}, for the reasons that the package gives",
}


def render_text(report: MutationReport, medium: Medium = FILE) -> str:
    """Return the report as text. Only source code is wider than 80 columns, or than the
    terminal."""
    return text.render(document_of(report), medium, _WIDTH)


def document_of(report: MutationReport, contents: bool = True) -> Document:
    """Return the report as a document: a page without `contents` has no inputs."""
    seed = Fact("seed", str(report.seed))
    sentences = _sentences(report)
    parts: list[Section | Chapter] = [
        *faults.sections(report.diagnostics, report.machine_errors)
    ]
    for diagnostic in count_many(report.diagnostics):
        parts.append(_in_text(Lines([str(diagnostic)])))
    for mutated in report.submissions:
        parts.append(_mutated(mutated, report, contents))
    for message in report.machine_errors:
        parts.append(_in_text(Lines([f"error: {message}"])))
    parts += refusals.sections(report.refusal, contents)
    parts.append(_in_text(Paragraph(" ".join(sentences))))
    parts.append(_in_text(Lines(_interrupted(report))))
    return Document(
        title=report.problem,
        lead="",
        exit_code=report.exit_code,
        summary=sentences,
        facts=Facts([seed, Fact("took", f"{report.wall_s:.2f} s")]),
        parts=parts,
    )


def _in_text(block: Block) -> Section:
    """Return what a page has in its head, or with the source."""
    return Section("", [block], where=Where.TEXT)


def _interrupted(report: MutationReport) -> list[str]:
    if not report.interrupted:
        return []
    interrupted = interrupted_while(report.running)
    code = f"Exit code {ExitCode.INTERRUPTED}: {interrupted}."
    return [f"{code} {_unsettled(report)}"]


def _unsettled(report: MutationReport) -> str:
    """Return how many mutants have no outcome."""
    if not report.submissions:
        return "No mutant was made."
    were = counted(report.unsettled, "mutant was", "mutants were")
    return f"{were} not settled."


def _mutated(
    mutated: MutatedSubmission, report: MutationReport, contents: bool
) -> Chapter:
    """Return the table of a submission, and its mutants: all of them at their lines on a
    page, and those that no test kills in a text."""
    title = _title(mutated)
    rows = [_row(counts) for counts in (*mutated.by_operator, mutated.total)]
    sections = [
        _in_text(Lines([title])),
        Section("", [Table(_COLUMNS, rows, headings=True)]),
    ]
    for outcome, words in _TITLES.items():
        found = mutated.with_outcome(outcome)
        if found:
            mutants = counted(len(found), "mutant")
            heading = words.format(mutants, hunted=_hunted(found, report))
            shown = Drawn(Mutants(found))
            sections.append(Section(heading, [shown], where=Where.TEXT))
    files = [(name, decoded(content)) for name, content in mutated.files]
    marks = [_mark(result, contents) for result in mutated.results]
    source = Widget("mutants", {"files": files, "mutants": marks})
    sections.append(Section("", [source], where=Where.PAGE))
    return Chapter(Name(title), sections)


def _title(mutated: MutatedSubmission) -> str:
    language = languages()[mutated.language].name
    mutants = counted(mutated.total.made, "mutant")
    if mutated.unsettled:
        every = counted(mutated.total.made + mutated.unsettled, "mutant")
        mutants = f"{mutated.total.made} of {every}"
    return f"{mutated.path} ({language}): {mutants}, {counted(mutated.tests, 'test')}"


def _hunted(undecided: Sequence[MutantResult], report: MutationReport) -> str:
    """Return how undecided mutants were hunted."""
    if report.no_hunt:
        return "not hunted (--no-hunt)"
    hunts = [result.hunt for result in undecided]
    if None not in hunts:
        return "hunted too briefly"
    return "hunted too briefly or not at all" if any(hunts) else "not hunted"


def _row(counts: MutantCounts) -> tuple[str, ...]:
    operator, *numbers = astuple(counts)
    score = "-" if counts.score is None else _percent(counts.score)
    return (operator, *map(str, numbers), score)


def _percent(share: float) -> str:
    """Return a share, rounded down: only all of them are 100%."""
    # The summand makes up for floats: 0.29 * 1000 is 289.99999999999994.
    return f"{int(share * 1000 + 1e-9) / 10:g}%"


class Mutants(Value):
    """Mutants of one outcome, in lines."""

    results: Sequence[MutantResult]

    def lines(self, width: int) -> list[str]:
        lines = []
        for result in self.results:
            lines += _result(result, width)
        return lines


def _result(result: MutantResult, width: int) -> list[str]:
    """Return a mutant that no test kills: its change, how it was hunted, what kills
    it."""
    mutant = result.mutant
    head = f"  {mutant.id}  {mutant.operator}, {mutant.file}:{mutant.line}"
    if result.outcome is Outcome.KNOWN:
        # The reason continues below the operator, after the id of the mutant.
        return wrapped(f"{head}: {result.reason}", width, first="", rest=" " * 12)
    # Without the first two lines of the diff: they name the file, as the head does.
    change = [f"    {line}" for line in mutant.diff.splitlines()[2:]]
    lines = ["", f"{head}; {_effort(result)}", *change]
    hunt = result.hunt
    # An input that was found for another mutant is shown there.
    if hunt is not None and hunt.find is not None and hunt.found_for is None:
        lines.append(f"    {_killing(hunt.find)}")
        lines += [f"    | {line}" for line in _beginning(hunt.find.input, width - 6)]
    return lines


def _killing(find: Find) -> str:
    message = f": {find.message}" if find.message else ""
    return f"this input kills it ({find.verdict}){message}"


def _effort(result: MutantResult) -> str:
    hunt = result.hunt
    if hunt is None:
        return "not hunted"
    if hunt.found_for is not None:
        return f"killed by the input found for {hunt.found_for}"
    return f"hunted with {counted(hunt.tried, 'input')} in {hunt.seconds:.1f} s"


def _beginning(content: bytes, width: int) -> list[str]:
    """Return the first lines of an input, and its size if there are more."""
    lines = printable(decoded(content[:_SHOWN_BYTES])).splitlines()
    shown = [shortened(line, width) for line in lines[:_SHOWN_LINES]]
    if len(content) > _SHOWN_BYTES or len(lines) > _SHOWN_LINES:
        shown.append(f"... ({counted(len(content), 'byte')})")
    return shown


def _sentences(report: MutationReport) -> list[str]:
    """Return the conclusion: the score, what the user can do next, and the time it
    took."""
    outcomes: Counter[Outcome] = Counter()
    for mutated in report.submissions:
        outcomes.update(result.outcome for result in mutated.results)
    sentences = [_score(report.submissions)]
    if report.refusal is not None:
        sentences.append("The hunts ended with a find against the checker.")
    holes = outcomes[Outcome.HOLE]
    if holes:
        show = counted(holes, "mutant shows", "mutants show")
        sentences.append(f"{show} a hole in the tests; --save NAME closes it.")
    undecided = outcomes[Outcome.SURVIVED]
    if undecided:
        are = counted(undecided, "mutant is", "mutants are")
        enough = (
            f"a mutant is called likely equivalent after {ENOUGH_TRIES} hunted inputs "
            f"(--tries {ENOUGH_TRIES})"
        )
        if report.no_hunt:
            enough = "without --no-hunt, the judge looks for an input that kills it"
            if undecided > 1:
                enough = "without --no-hunt, the judge looks for inputs that kill them"
        sentences.append(f"{are} undecided: {enough}.")
    if report.unsettled and not report.interrupted:
        sentences.append(f"--time is used up: {_unsettled(report)}")
    sentences.append(f"Took {report.wall_s:.0f} s.")
    return sentences


def _score(submissions: Sequence[MutatedSubmission]) -> str:
    judged = 0
    killed = 0
    slow = 0
    equivalent = 0
    for mutated in submissions:
        total = mutated.total
        judged += total.judged
        killed += total.killed
        slow += total.by_tle
        equivalent += total.equivalent
    counts = judged - equivalent
    if not counts:
        return "No mutant was judged that is not equivalent."
    kills = "all" if killed == counts else f"{killed} of"
    sentence = f"Mutation score {_percent(killed / counts)}: the tests kill {kills} "
    sentence += counted(counts, "mutant")
    if slow:
        sentence += f" ({slow} by time limit)"
    if equivalent:
        verb = "is" if equivalent == 1 else "are"
        sentence += f"; {equivalent} marked equivalent {verb} not counted"
    return f"{sentence}."


def render_json(report: MutationReport, medium: Medium = FILE) -> str:
    submissions = [_submission(mutated) for mutated in report.submissions]
    return dumped(_document(report, submissions), medium)


def render_html(report: MutationReport, medium: Medium = FILE) -> str:
    document = document_of(report, medium.contents)
    return page(f"{report.problem}: judge mutate", [section(document)], medium)


def _mark(result: MutantResult, contents: bool) -> Json:
    """Return a mutant as a page shows it: its input is cut, or left out."""
    killing = ""
    shown = ""
    hunt = result.hunt
    if hunt is not None and hunt.find is not None and contents:
        killing = _killing(hunt.find)
        shown = decoded(hunt.find.input)[:MOST_CHARACTERS]
    return {
        **as_json(_mutant(result)),
        "effort": _effort(result) if hunt is not None else "",
        "hunt": None,
        "killing": killing,
        "input": shown,
    }


def _document(
    report: MutationReport, submissions: Sequence[MutatedSubmissionObject]
) -> MutationReportObject:
    return told(
        MutationReportObject,
        report,
        wall_s=round(report.wall_s, 3),
        submissions=submissions,
        refusal=refusals.as_object(report.refusal),
    )


def _submission(mutated: MutatedSubmission) -> MutatedSubmissionObject:
    return told(
        MutatedSubmissionObject,
        mutated,
        tests_total=mutated.tests,
        **fields_of(_numbers(mutated.total)),
        operators={counts.operator: _numbers(counts) for counts in mutated.by_operator},
        mutants=[_mutant(result) for result in mutated.results],
    )


def _numbers(counts: MutantCounts) -> NumbersObject:
    return told(NumbersObject, counts)


def _mutant(result: MutantResult) -> MutantObject:
    return told(
        MutantObject,
        result.mutant,
        fate=result.outcome,
        verdict=result.verdict,
        test=result.test,
        message=result.message,
        reason=result.reason,
        hunt=None if result.hunt is None else _hunt(result.hunt),
    )


def _hunt(hunt: MutantHunt) -> MutantHuntObject:
    find = hunt.find
    return MutantHuntObject(
        tried=hunt.tried,
        seconds=round(hunt.seconds, 3),
        largest=hunt.largest,
        input=find and find.input.decode("utf-8", "replace"),
        verdict=find and find.verdict,
        message=find.message if find else "",
        found_for=hunt.found_for,
    )


FORMATS: Mapping[str, Render[MutationReport]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
