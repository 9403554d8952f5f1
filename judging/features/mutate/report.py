"""The reports of `judge mutate`: for people scores and the mutants that no test kills,
and JSON.

`judge schema mutate` describes the keys of the JSON object.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from judging.core.diagnostics import count_many
from judging.core.exit_codes import ExitCode
from judging.features.hack import refusals
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
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import MOST_CHARACTERS, Section, page
from judging.reports.textkit import joined, shortened, table, wrapped
from judging.reports.wording import counted, decoded, interrupted_while, printable
from judging.values import astuple, fields_of, told

_WIDTH = 80  # columns in a pipe or a file
_HEADINGS = (
    "operator",
    "made",
    "CE",
    "same",
    "judged",
    "killed",
    "by TLE",
    "equiv",
    "survivors",
    "score",
)
_NUMBERS = frozenset(range(1, len(_HEADINGS)))  # columns that are set to the right
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
    width = medium.width or _WIDTH
    conclusion = " ".join(_sentences(report))
    sections = [[str(diagnostic)] for diagnostic in count_many(report.diagnostics)]
    sections += [_mutated(mutated, report, width) for mutated in report.submissions]
    sections += [[f"error: {message}"] for message in report.machine_errors]
    if report.refusal is not None:
        sections.append(refusals.in_words(report.refusal, width))
    sections.append(wrapped(conclusion, width, first="", rest=""))
    if report.interrupted:
        interrupted = interrupted_while(report.running)
        code = f"Exit code {ExitCode.INTERRUPTED}: {interrupted}."
        sections.append([f"{code} {_unsettled(report)}"])
    return printable(joined(sections))


def _unsettled(report: MutationReport) -> str:
    """Return how many mutants have no outcome."""
    if not report.submissions:
        return "No mutant was made."
    were = counted(report.unsettled, "mutant was", "mutants were")
    return f"{were} not settled."


def _mutated(
    mutated: MutatedSubmission, report: MutationReport, width: int
) -> list[str]:
    """Return the table of a submission, and its mutants that no test kills."""
    total = mutated.total
    language = languages()[mutated.language].name
    mutants = counted(total.made, "mutant")
    if mutated.unsettled:
        every = counted(total.made + mutated.unsettled, "mutant")
        mutants = f"{total.made} of {every}"
    tests = counted(mutated.tests, "test")
    rows: list[Sequence[str]] = [_HEADINGS]
    for counts in (*mutated.by_operator, total):
        rows.append(_row(counts))
    lines = [
        f"{mutated.path} ({language}): {mutants}, {tests}",
        "",
        *table(rows, _NUMBERS, indent="  "),
    ]
    for outcome, title in _TITLES.items():
        found = mutated.with_outcome(outcome)
        if found:
            mutants = counted(len(found), "mutant")
            lines += ["", title.format(mutants, hunted=_hunted(found, report))]
        for result in found:
            lines += _result(result, width)
    return lines


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
        message = f": {hunt.find.message}" if hunt.find.message else ""
        lines.append(f"    this input kills it ({hunt.find.verdict}){message}")
        lines += [f"    | {line}" for line in _beginning(hunt.find.input, width - 6)]
    return lines


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
    document: Json = {
        **as_json(_document(report, [])),
        "refusal": refusals.for_page(report.refusal, medium.contents),
        "submissions": [_shown(mutated, medium) for mutated in report.submissions],
        "summary": _sentences(report),
    }
    title = f"{report.problem}: judge mutate"
    return page(title, [Section("mutation", document)], medium)


def _shown(mutated: MutatedSubmission, medium: Medium) -> Json:
    """Return a submission with its source for a page: inputs are cut, or left out."""
    mutants = []
    for result in mutated.results:
        mutant: Json = as_json(_mutant(result))
        if result.hunt is not None:
            hunt = _hunt(result.hunt)
            text = (hunt.input or "")[:MOST_CHARACTERS]
            mutant["hunt"] = {
                **as_json(hunt),
                "input": text if medium.contents else None,
            }
        mutants.append(mutant)
    files = [(name, decoded(content)) for name, content in mutated.files]
    return {**as_json(_submission(mutated)), "mutants": mutants, "files": files}


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
