"""The reports of `judge mutate`: for people scores and the mutants that no test kills, and JSON.

`docs/mutation.md` describes the keys of the JSON object.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple

from judging.analysis.mutation.results import (
    ENOUGH_S,
    ENOUGH_TRIES,
    MutantCounts,
    MutantHunt,
    MutantResult,
    MutatedSubmission,
    MutationReport,
    Outcome,
)
from judging.core.exit_codes import ExitCode
from judging.languages import languages
from judging.reports.documents import Json, diagnostic, dumped, rounded
from judging.reports.layout import shortened, wrapped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import MOST_CHARACTERS, Section, page
from judging.reports.wording import counted, decoded, printable

_WIDTH = 80
_COLUMNS = ("made", "CE", "same", "judged", "killed", "by TLE", "equiv", "left", "score")
_SHOWN_BYTES = 400
_SHOWN_LINES = 6

_TITLES = {
    Outcome.HOLE: "Holes: {} that no test kills, but an input found by the hunt does",
    Outcome.SURVIVED: "Undecided: {} that no test kills, not hunted for long enough",
    Outcome.LIKELY: "Likely equivalent: {} that neither a test nor a long hunt kills",
    Outcome.KNOWN: "Equivalent: {}, for the reasons that the package gives",
}


def render_text(report: MutationReport, medium: Medium = FILE) -> str:
    """The report as text. Only source code is wider than 80 columns or those of the terminal."""
    width = medium.width or _WIDTH
    parts = [str(diagnostic) for diagnostic in report.diagnostics]
    parts += [_mutation(mutated, width) for mutated in report.submissions]
    parts += [f"error: {message}" for message in report.machine_errors]
    parts.append(
        "\n".join(wrapped(" ".join(_sentences(report)), width, first="", rest=""))
    )
    if report.interrupted:
        parts.append(
            f"Exit code {ExitCode.INTERRUPTED}: interrupted. "
            "The mutants that were not settled are missing."
        )
    return printable("\n\n".join(parts) + "\n")


def _mutation(mutated: MutatedSubmission, width: int) -> str:
    total = mutated.total
    name = languages()[mutated.language].name
    mutants, tests = counted(total.made, "mutant"), counted(mutated.tests, "test")
    lines = [
        f"{mutated.path} ({name}): {mutants}, {tests}",
        "",
        _line("operator", _COLUMNS),
        *(_row(counts) for counts in (*mutated.by_operator, total)),
    ]
    for outcome, title in _TITLES.items():
        if found := mutated.with_outcome(outcome):
            lines += ["", title.format(counted(len(found), "mutant"))]
            lines += [line for result in found for line in _result(result, width)]
    return "\n".join(lines)


def _row(counts: MutantCounts) -> str:
    operator, *numbers = astuple(counts)
    score = "-" if counts.score is None else _percent(counts.score)
    return _line(operator, [*map(str, numbers), score])


def _line(operator: str, cells: Sequence[str]) -> str:
    wide = "".join(f"{cell:>8}" for cell in cells[:-3])
    return f"  {operator:<11}{wide}{''.join(f'{cell:>6}' for cell in cells[-3:])}"


def _percent(share: float) -> str:
    """A share, rounded down: only all of them are 100%."""
    return f"{int(share * 1000 + 1e-9) / 10:g}%"


def _result(result: MutantResult, width: int) -> list[str]:
    mutant = result.mutant
    head = f"  {mutant.id}  {mutant.operator}, {mutant.file}:{mutant.line}"
    if result.outcome is Outcome.KNOWN:
        return wrapped(f"{head}: {result.reason}", width, first="", rest=" " * 12)
    lines = ["", head + _effort(result)]
    lines += [f"    {line}" for line in mutant.diff.splitlines()[2:]]
    hunt = result.hunt
    if hunt is not None and hunt.find is not None and hunt.found_for is None:
        message = f": {hunt.find.message}" if hunt.find.message else ""
        lines += [f"    this input kills it ({hunt.find.verdict}){message}"]
        lines += [f"    | {line}" for line in _quoted(hunt.find.input, width - 6)]
    return lines


def _effort(result: MutantResult) -> str:
    hunt = result.hunt
    if hunt is None:
        return "; not hunted"
    if hunt.found_for is not None:
        return f"; killed by the input found for {hunt.found_for}"
    return f"; hunted with {counted(hunt.tried, 'input')} in {hunt.seconds:.1f} s"


def _quoted(content: bytes, width: int) -> list[str]:
    lines = printable(decoded(content[:_SHOWN_BYTES])).splitlines()
    shown = [shortened(line, width) for line in lines[:_SHOWN_LINES]]
    cut = len(content) > _SHOWN_BYTES or len(lines) > _SHOWN_LINES
    return [*shown, f"... ({counted(len(content), 'byte')})"] if cut else shown


def _sentences(report: MutationReport) -> list[str]:
    results = [result for mutated in report.submissions for result in mutated.results]
    holes = sum(result.outcome is Outcome.HOLE for result in results)
    undecided = sum(result.outcome is Outcome.SURVIVED for result in results)
    sentences = [_score(report.submissions)]
    if holes:
        show = counted(holes, "mutant shows", "mutants show")
        sentences.append(f"{show} a hole in the tests; --save NAME closes it.")
    if undecided:
        are = counted(undecided, "mutant is", "mutants are")
        sentences.append(
            f"{are} undecided: a mutant is called likely equivalent after {ENOUGH_TRIES} hunted "
            f"inputs and {ENOUGH_S:g} s (--min-tries {ENOUGH_TRIES})."
        )
    return [*sentences, f"Took {report.wall_s:.0f} s."]


def _score(submissions: Sequence[MutatedSubmission]) -> str:
    judged = sum(mutated.total.judged for mutated in submissions)
    killed = sum(mutated.total.killed for mutated in submissions)
    slow = sum(mutated.total.by_tle for mutated in submissions)
    equivalent = sum(mutated.total.equivalent for mutated in submissions)
    counts = judged - equivalent
    if not counts:
        return "No mutant was judged that is not equivalent."
    kills = "all" if killed == counts else f"{killed} of"
    mutants = counted(counts, "mutant") + (f" ({slow} by time limit)" if slow else "")
    verb = "is" if equivalent == 1 else "are"
    aside = f"; {equivalent} marked equivalent {verb} not counted" if equivalent else ""
    return f"Mutation score {_percent(killed / counts)}: the tests kill {kills} {mutants}{aside}."


def render_json(report: MutationReport, medium: Medium = FILE) -> str:
    return dumped(
        _document(report, [_submission(mutated) for mutated in report.submissions]),
        medium,
    )


def render_html(report: MutationReport, medium: Medium = FILE) -> str:
    document = _document(
        report, [_shown(mutated, medium) for mutated in report.submissions]
    )
    document["summary"] = _sentences(report)
    return page(
        f"{report.problem}: judge mutate", [Section("mutation", document)], medium
    )


def _shown(mutated: MutatedSubmission, medium: Medium) -> Json:
    """Return a submission with its source for a page: inputs are cut, or left out."""
    mutants = [_mutant(result) for result in mutated.results]
    for hunt in (mutant["hunt"] for mutant in mutants):
        if isinstance(hunt, dict):
            hunt["input"] = (
                str(hunt["input"] or "")[:MOST_CHARACTERS] if medium.contents else None
            )
    files = [(name, decoded(content)) for name, content in mutated.files]
    return {**_submission(mutated), "mutants": mutants, "files": files}


def _document(report: MutationReport, submissions: Sequence[Json]) -> Json:
    return {
        "problem": report.problem,
        "exit_code": report.exit_code,
        "seed": report.seed,
        "wall_s": round(report.wall_s, 3),
        "interrupted": report.interrupted,
        "diagnostics": [diagnostic(found) for found in report.diagnostics],
        "machine_errors": report.machine_errors,
        "submissions": submissions,
    }


def _submission(mutated: MutatedSubmission) -> Json:
    return {
        "path": mutated.path,
        "language": mutated.language,
        "tests_total": mutated.tests,
        **_numbers(mutated.total),
        "operators": {
            counts.operator: _numbers(counts) for counts in mutated.by_operator
        },
        "stale": mutated.stale,
        "mutants": [_mutant(result) for result in mutated.results],
    }


def _numbers(counts: MutantCounts) -> Json:
    numbers = asdict(counts)
    del numbers["operator"]
    return {**numbers, "score": rounded(counts.score)}


def _mutant(result: MutantResult) -> Json:
    mutant = asdict(result.mutant)
    del mutant["content"]
    return {
        **mutant,
        "fate": result.outcome,
        "verdict": result.verdict,
        "test": result.test,
        "message": result.message,
        "reason": result.reason,
        "hunt": result.hunt and _hunt(result.hunt),
    }


def _hunt(hunt: MutantHunt) -> Json:
    find = hunt.find
    return {
        "tried": hunt.tried,
        "seconds": round(hunt.seconds, 3),
        "largest": hunt.largest,
        "input": find and find.input.decode("utf-8", "replace"),
        "verdict": find and find.verdict,
        "message": find.message if find else "",
        "found_for": hunt.found_for,
    }


FORMATS: Mapping[str, Render[MutationReport]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
