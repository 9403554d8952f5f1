"""A mutation report as text for people and as JSON for machines. Pure.

JSON: `{"schema": 1, "problem", "exit_code", "seed", "wall_s", "interrupted", "diagnostics",
"machine_errors", "submissions": [{"path", "language", "tests_total", NUMBERS, "operators": {NAME:
NUMBERS}, "stale", "mutants": [{"id", "operator", "file", "line", "before", "after", "diff", "fate",
"verdict", "test", "message", "reason", "hunt": null | {"tried", "seconds", "largest", "input",
"verdict", "message", "found_for"}}]}]}`, where NUMBERS are "made", "not_compiled", "same",
"judged", "killed", "by_tle", "equivalent", "survived", "score" (0 to 1). `Fate` has the words of
"fate".
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import asdict

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

SCHEMA = 1
_COLUMNS = ("made", "CE", "same", "judged", "killed", "by TLE", "equal", "left", "score")
_SHOWN_BYTES = 400


def text(report: MutationReport, width: int = 80) -> str:
    """The score by operator, and every mutant that no test kills; at most `width` columns but for
    source code."""
    parts = [_mutation(mutation, width) for mutation in report.mutations]
    parts += [f"{diagnostic}" for diagnostic in report.diagnostics]
    parts += [f"error: {message}" for message in report.machine_errors]
    parts.append(_conclusion(report, width))
    if report.interrupted:
        parts.append("Exit code 130: interrupted. The mutants above are those that were settled.")
    return "\n\n".join(parts) + "\n"


def _mutation(mutation: Mutation, width: int) -> str:
    total = mutation.total
    name = languages()[mutation.language].name
    lines = [
        f"{mutation.path} ({name}): {total.made} mutants, {mutation.tests} tests",
        "",
        f"  {'operator':<11}"
        + "".join(f"{column:>8}" for column in _COLUMNS[:-3])
        + "".join(f"{column:>6}" for column in _COLUMNS[-3:]),
        *(_row(tally) for tally in (*mutation.by_operator, total)),
    ]
    for fate, title in _TITLES.items():
        found = mutation.of(fate)
        if found:
            lines += ["", title.format(len(found))]
            lines += [line for finding in found for line in _finding(finding, width)]
    return "\n".join(lines)


_TITLES = {
    Fate.HOLE: "Holes, {}: no test kills them, but an input that was found does",
    Fate.SURVIVED: "Undecided, {}: no test kills them, and nothing says that none can",
    Fate.LIKELY: "Likely equivalent, {}: neither the tests nor a long hunt kill them",
    Fate.KNOWN: "Equivalent, {}: the package says why",
}


def _row(tally: Tally) -> str:
    numbers = (tally.made, tally.not_compiled, tally.same, tally.judged, tally.killed, tally.by_tle)
    score = "-" if tally.score is None else f"{_percent(tally.score)}"
    last = (str(tally.equivalent), str(tally.survived), score)
    return (
        f"  {tally.operator:<11}"
        + "".join(f"{number:>8}" for number in numbers)
        + "".join(f"{word:>6}" for word in last)
    )


def _percent(share: float) -> str:
    """Rounded down: 100 % is all of them."""
    return f"{int(share * 1000 + 1e-9) / 10:g}%"


def _finding(finding: Finding, width: int) -> list[str]:
    mutant = finding.mutant
    head = f"  {mutant.id}  {mutant.operator}, {mutant.file}:{mutant.line}"
    if finding.fate is Fate.KNOWN:
        said = f"{head}: {finding.reason}"
        return textwrap.wrap(said, width, initial_indent="", subsequent_indent=" " * 12)
    lines = ["", head + _counts(finding)]
    lines += [f"    {line}" for line in mutant.diff.splitlines()[2:]]
    hunted = finding.hunted
    if hunted is not None and hunted.input is not None and hunted.like is None:
        lines += [f"    killed ({hunted.verdict}) by this input: {hunted.message}".rstrip(": ")]
        lines += [f"    | {line}" for line in _shown(hunted.input, width - 6)]
    return lines


def _counts(finding: Finding) -> str:
    hunted = finding.hunted
    if hunted is None:
        return "; not hunted"
    if hunted.like is not None:
        return f"; killed by the input found for {hunted.like}"
    plural = "" if hunted.tried == 1 else "s"
    return f"; {hunted.tried} input{plural} hunted in {hunted.seconds:.1f} s"


def _shown(content: bytes, width: int) -> list[str]:
    said = content[:_SHOWN_BYTES].decode("utf-8", "backslashreplace").splitlines()
    lines = [line if len(line) <= width else line[: width - 3] + "..." for line in said[:6]]
    cut = len(content) > _SHOWN_BYTES or len(said) > 6
    return [*lines, f"... ({len(content)} bytes)"] if cut else lines


def _conclusion(report: MutationReport, width: int) -> str:
    findings = [finding for mutation in report.mutations for finding in mutation.findings]
    holes = sum(finding.fate is Fate.HOLE for finding in findings)
    undecided = sum(finding.fate is Fate.SURVIVED for finding in findings)
    said = [_score(report.mutations)]
    if holes:
        verb = "shows" if holes == 1 else "show"
        said.append(f"{holes} {verb} a hole in the tests; --save NAME closes it.")
    if undecided:
        verb = "is" if undecided == 1 else "are"
        said.append(
            f"{undecided} {verb} undecided: a mutant is called likely equivalent after "
            f"{ENOUGH_TRIES} hunted inputs and {ENOUGH_S:g} s (--tries {ENOUGH_TRIES})."
        )
    said.append(f"Took {report.wall_s:.0f} s.")
    return textwrap.fill(" ".join(said), width)


def _score(mutations: Sequence[Mutation]) -> str:
    judged = sum(mutation.total.judged for mutation in mutations)
    killed = sum(mutation.total.killed for mutation in mutations)
    slow = sum(mutation.total.by_tle for mutation in mutations)
    equal = sum(mutation.total.equivalent for mutation in mutations)
    if judged == equal:
        return "No mutant was judged that is not equivalent."
    share = _percent(killed / (judged - equal))
    late = f", {slow} of them for their time" if slow else ""
    aside = f", {equal} called equivalent aside" if equal else ""
    said = f"the tests kill {killed} of {judged - equal} mutants{late}{aside}"
    return f"Mutation score {share}: {said}."


def document(report: MutationReport) -> str:
    """All of it as one JSON object; keys are only ever added within a schema number."""
    whole = {
        "schema": SCHEMA,
        "problem": report.problem,
        "exit_code": report.exit_code,
        "seed": report.seed,
        "wall_s": round(report.wall_s, 3),
        "interrupted": report.interrupted,
        "diagnostics": [asdict(diagnostic) for diagnostic in report.diagnostics],
        "machine_errors": list(report.machine_errors),
        "submissions": [_submission(mutation) for mutation in report.mutations],
    }
    said = json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False)
    return said.encode("utf-8", "replace").decode("utf-8") + "\n"


def _submission(mutation: Mutation) -> dict[str, object]:
    return {
        "path": mutation.path,
        "language": mutation.language,
        "tests_total": mutation.tests,
        **_tally(mutation.total),
        "operators": {tally.operator: _tally(tally) for tally in mutation.by_operator},
        "stale": list(mutation.stale),
        "mutants": [_mutant(finding) for finding in mutation.findings],
    }


def _tally(tally: Tally) -> dict[str, object]:
    numbers = asdict(tally)
    del numbers["operator"]
    return {**numbers, "score": None if tally.score is None else round(tally.score, 6)}


def _mutant(finding: Finding) -> dict[str, object]:
    mutant, hunted = finding.mutant, finding.hunted
    return {
        "id": mutant.id,
        "operator": mutant.operator,
        "file": mutant.file,
        "line": mutant.line,
        "before": mutant.before,
        "after": mutant.after,
        "diff": mutant.diff,
        "fate": finding.fate,
        "verdict": finding.verdict,
        "test": finding.test,
        "message": finding.message,
        "reason": finding.reason,
        "hunt": hunted
        and {
            "tried": hunted.tried,
            "seconds": round(hunted.seconds, 3),
            "largest": hunted.largest,
            "input": None if hunted.input is None else hunted.input.decode("utf-8", "replace"),
            "verdict": hunted.verdict,
            "message": hunted.message,
            "found_for": hunted.like,
        },
    }
