"""The submissions in a package's expectation folders, and what is expected of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from judging.diagnostics import did_you_mean, error, warning
from judging.expectations import FOLDERS
from judging.formats import documents, submission_rules
from judging.formats.documents import Report
from judging.formats.sources import NOT_PROGRAMS, children, is_named, program
from judging.formats.submission_rules import Contradiction, Rule, combine
from judging.problem import Paths, Source, Submission
from judging.verdicts import Verdict


def read(paths: Paths, verdicts: Sequence[Verdict], report: Report) -> tuple[Submission, ...]:
    """Every submission in order of path. `verdicts` are those submissions.yaml may name."""
    rules = submission_rules.defaults()
    if is_named(paths.submissions_yaml):
        shown = paths.shown(paths.submissions_yaml)
        document = documents.read(paths.submissions_yaml, shown, report)
        if document is not None:
            rules = submission_rules.read(document, verdicts, report)
    known = (paths.submissions_yaml, paths.equivalents)
    found: dict[str, Source] = {}
    for folder in children(paths.submissions, paths, report):
        if folder.is_dir():
            found |= _in_folder(folder, paths, rules, report)
        elif folder not in known and folder.name not in NOT_PROGRAMS:
            message = f"not in an expectation folder: expected one of {', '.join(FOLDERS)}"
            report(error(message, paths.shown(folder)))
    _check_globs(rules, list(found), paths, report)
    return tuple(_submission(path, source, rules, report) for path, source in found.items())


def _in_folder(
    folder: Path, paths: Paths, rules: Mapping[str, Rule], report: Report
) -> dict[str, Source]:
    """The submissions in one expectation folder, by path relative to the submissions folder."""
    found = {}
    for entry in children(folder, paths, report):
        if entry.name in NOT_PROGRAMS:
            continue
        source = program(entry, paths, report)
        if source is None:
            report(warning("an empty folder is no submission", paths.shown(entry)))
        else:
            found[f"{folder.name}/{entry.name}"] = source
    if folder.name not in FOLDERS:
        unruled = [p for p in found if not any(r.applies_to(p) for r in rules.values())]
        if unruled or not found:
            hint = did_you_mean(folder.name, FOLDERS)
            message = f"unknown expectation folder: expected {', '.join(FOLDERS)}"
            where = paths.shown(paths.submissions_yaml)
            report(error(f"{message}, or a rule in {where}{hint}", paths.shown(folder)))
    return found


def _check_globs(rules: Mapping[str, Rule], found: list[str], paths: Paths, report: Report) -> None:
    usual = {key for folder in FOLDERS for key in (folder, f"{folder}/*")}
    for glob, rule in rules.items():
        if glob not in usual and not any(rule.applies_to(path) for path in found):
            hint = did_you_mean(glob, found)
            where = paths.shown(paths.submissions_yaml)
            report(error(f"matches no submission{hint}", where, rule.line, glob))


def _submission(path: str, source: Source, rules: Mapping[str, Rule], report: Report) -> Submission:
    applying = [rule for rule in rules.values() if rule.applies_to(path)]
    try:
        combined = combine(applying)
    except Contradiction as failure:
        lines = ", ".join(rule.stated_by for rule in applying)
        report(error(f"its rules ({lines}) cannot all hold: {failure}", source.name))
        return Submission(source, None)
    stated = replace(source, language=combined.language, entrypoint=combined.entrypoint)
    return Submission(stated, combined.expectation, combined.times_limit, combined.model_solution)
