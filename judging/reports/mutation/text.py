"""The report of `judge mutate` for people: the score of each operator, and the mutants that no test
kills."""

from __future__ import annotations

from collections.abc import Sequence

from judging.analysis.mutation.findings import (
    ENOUGH_S,
    ENOUGH_TRIES,
    Fate,
    Finding,
    Mutation,
    MutationReport,
    Tally,
)
from judging.languages import languages
from judging.reports.layout import shortened, wrapped
from judging.reports.medium import FILE, Medium
from judging.reports.wording import counted, decoded, printable

_WIDTH = 80
_COLUMNS = ("made", "CE", "same", "judged", "killed", "by TLE", "equiv", "left", "score")
_SHOWN_BYTES = 400
_SHOWN_LINES = 6

_TITLES = {
    Fate.HOLE: "Holes: {} that no test kills, but an input found by the hunt does",
    Fate.SURVIVED: "Undecided: {} that no test kills, not hunted for long enough",
    Fate.LIKELY: "Likely equivalent: {} that neither a test nor a long hunt kills",
    Fate.KNOWN: "Equivalent: {}, for the reasons that the package gives",
}


def render(report: MutationReport, medium: Medium = FILE) -> str:
    """The report as text. Only source code is wider than 80 columns or those of the terminal."""
    width = medium.width or _WIDTH
    parts = [_mutation(mutation, width) for mutation in report.mutations]
    parts += [str(diagnostic) for diagnostic in report.diagnostics]
    parts += [f"error: {message}" for message in report.machine_errors]
    parts.append(_conclusion(report, width))
    if report.interrupted:
        parts.append("Exit code 130: interrupted. The mutants that were not settled are missing.")
    return "\n\n".join(parts) + "\n"


def _mutation(mutation: Mutation, width: int) -> str:
    total = mutation.total
    name = languages()[mutation.language].name
    mutants, tests = counted(total.made, "mutant"), counted(mutation.tests, "test")
    lines = [
        f"{mutation.path} ({name}): {mutants}, {tests}",
        "",
        _line("operator", _COLUMNS),
        *(_row(tally) for tally in (*mutation.by_operator, total)),
    ]
    for fate, title in _TITLES.items():
        found = mutation.of(fate)
        if found:
            lines += ["", title.format(counted(len(found), "mutant"))]
            lines += [line for finding in found for line in _finding(finding, width)]
    return "\n".join(lines)


def _row(tally: Tally) -> str:
    numbers = (
        tally.made,
        tally.not_compiled,
        tally.same,
        tally.judged,
        tally.killed,
        tally.by_tle,
        tally.equivalent,
        tally.survived,
    )
    score = "-" if tally.score is None else _percent(tally.score)
    return _line(tally.operator, [*map(str, numbers), score])


def _line(operator: str, cells: Sequence[str]) -> str:
    wide = "".join(f"{cell:>8}" for cell in cells[:-3])
    return f"  {operator:<11}{wide}{''.join(f'{cell:>6}' for cell in cells[-3:])}"


def _percent(share: float) -> str:
    """A share, rounded down: only all of them are 100%."""
    return f"{int(share * 1000 + 1e-9) / 10:g}%"


def _finding(finding: Finding, width: int) -> list[str]:
    mutant = finding.mutant
    head = f"  {mutant.id}  {mutant.operator}, {mutant.file}:{mutant.line}"
    if finding.fate is Fate.KNOWN:
        return wrapped(f"{head}: {finding.reason}", width, first="", rest=" " * 12)
    lines = ["", head + _effort(finding)]
    lines += [f"    {line}" for line in mutant.diff.splitlines()[2:]]
    hunted = finding.hunted
    if hunted is not None and hunted.input is not None and hunted.like is None:
        message = f": {hunted.message}" if hunted.message else ""
        lines += [f"    this input kills it ({hunted.verdict}){message}"]
        lines += [f"    | {line}" for line in _quoted(hunted.input, width - 6)]
    return lines


def _effort(finding: Finding) -> str:
    hunted = finding.hunted
    if hunted is None:
        return "; not hunted"
    if hunted.like is not None:
        return f"; killed by the input found for {hunted.like}"
    return f"; hunted with {counted(hunted.tried, 'input')} in {hunted.seconds:.1f} s"


def _quoted(content: bytes, width: int) -> list[str]:
    lines = printable(decoded(content[:_SHOWN_BYTES])).splitlines()
    shown = [shortened(line, width) for line in lines[:_SHOWN_LINES]]
    cut = len(content) > _SHOWN_BYTES or len(lines) > _SHOWN_LINES
    return [*shown, f"... ({counted(len(content), 'byte')})"] if cut else shown


def _conclusion(report: MutationReport, width: int) -> str:
    findings = [finding for mutation in report.mutations for finding in mutation.findings]
    holes = sum(finding.fate is Fate.HOLE for finding in findings)
    undecided = sum(finding.fate is Fate.SURVIVED for finding in findings)
    sentences = [_score(report.mutations)]
    if holes:
        verb = "shows" if holes == 1 else "show"
        sentences.append(
            f"{counted(holes, 'mutant')} {verb} a hole in the tests; --save NAME closes it."
        )
    if undecided:
        verb = "is" if undecided == 1 else "are"
        sentences.append(
            f"{counted(undecided, 'mutant')} {verb} undecided: a mutant is called likely "
            f"equivalent after {ENOUGH_TRIES} hunted inputs and {ENOUGH_S:g} s "
            f"(--min-tries {ENOUGH_TRIES})."
        )
    sentences.append(f"Took {report.wall_s:.0f} s.")
    return "\n".join(wrapped(" ".join(sentences), width, first="", rest=""))


def _score(mutations: Sequence[Mutation]) -> str:
    judged = sum(mutation.total.judged for mutation in mutations)
    killed = sum(mutation.total.killed for mutation in mutations)
    slow = sum(mutation.total.by_tle for mutation in mutations)
    equivalent = sum(mutation.total.equivalent for mutation in mutations)
    counts = judged - equivalent
    if not counts:
        return "No mutant was judged that is not equivalent."
    kills = f"all {counts}" if killed == counts else f"{killed} of {counts}"
    by_time = f" ({slow} by time limit)" if slow else ""
    verb = "is" if equivalent == 1 else "are"
    aside = f"; {equivalent} marked equivalent {verb} not counted" if equivalent else ""
    return f"Mutation score {_percent(killed / counts)}: the tests kill {kills}{by_time}{aside}."
