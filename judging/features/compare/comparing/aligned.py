"""One problem in several reports, side by side. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Self

from judging.core.diagnostics import first_of
from judging.features.compare.comparing.recorded import (
    RecordedProblem,
    RecordedReport,
    RecordedSubmission,
)
from judging.values import Value


class AlignedProblem(Value):
    """A problem, and what each report says of it; None where a report lacks it.

    paths: all submissions, sorted. shared: those that two reports or more have.
    changed_tests: those with different inputs, which have nothing to compare.
    """

    name: str
    problems: tuple[RecordedProblem | None, ...]
    paths: tuple[str, ...]
    shared: tuple[str, ...]
    changed_tests: frozenset[str]

    @classmethod
    def of(cls, name: str, problems: Sequence[RecordedProblem | None]) -> Self:
        counts: Counter[str] = Counter()
        digests: dict[str, set[str]] = {}
        for problem in problems:
            if problem is None:
                continue
            counts.update(list(problem.submissions))
            for test, digest in problem.inputs.items():
                digests.setdefault(test, set()).add(digest)
        paths = tuple(sorted(counts))
        return cls(
            name,
            tuple(problems),
            paths,
            tuple(path for path in paths if counts[path] > 1),
            frozenset(test for test, known in digests.items() if len(known) > 1),
        )

    def submissions(self, path: str) -> list[RecordedSubmission | None]:
        """Return what each report says of a submission."""
        found = []
        for problem in self.problems:
            found.append(None if problem is None else problem.submissions.get(path))
        return found

    def has_other_sources(self, path: str) -> bool:
        """Return whether the source of a submission is not the same in all reports."""
        known = [each.source for each in self.submissions(path) if each is not None]
        return len({*known} - {""}) > 1

    def language_of(self, path: str) -> str:
        known = [each.language for each in self.submissions(path) if each is not None]
        return known[0]


def may_be_same_program(one: RecordedSubmission, other: RecordedSubmission) -> bool:
    """Return False if both reports say what the source is, and it differs."""
    return one.source == other.source or "" in (one.source, other.source)


def align(reports: Sequence[RecordedReport]) -> list[AlignedProblem]:
    """Return each problem with what every report says of it, in the order in which the
    reports bring them."""
    if all(len(report.problems) == 1 for report in reports):
        # A problem that was renamed, or two versions of one: their tests tell.
        names = dict.fromkeys(report.problems[0].key for report in reports)
        problems = [report.problems[0] for report in reports]
        return [AlignedProblem.of(" / ".join(names), problems)]
    by_key: list[Mapping[str, RecordedProblem]] = []
    keys: dict[str, None] = {}
    for report in reports:
        known = {problem.key: problem for problem in report.problems}
        by_key.append(known)
        keys.update(dict.fromkeys(known))
    return [AlignedProblem.of(key, [known.get(key) for known in by_key]) for key in keys]


def not_in_common(aligned: AlignedProblem, labels: Sequence[str]) -> list[str]:
    """Return notes on what the reports of a problem do not have in common."""
    notes = []
    having: list[tuple[str, RecordedProblem]] = []
    lacking = []
    for label, problem in zip(labels, aligned.problems, strict=True):
        if problem is None:
            lacking.append(label)
        else:
            having.append((label, problem))
    names = dict.fromkeys(problem.key for _, problem in having)
    if len(names) > 1:
        notes.append(
            f"the reports are of different problems, {' and '.join(names)}: only what "
            "has the same name in both is compared"
        )
    if lacking:
        notes.append(f"{aligned.name} is not in {first_of(lacking)}")
    notes += _changed(aligned)
    all_tests: set[str] = set()
    for _, problem in having:
        all_tests |= problem.tests
    # By what is lacking: several reports often lack the same.
    by_words: dict[str, list[str]] = {}
    for label, problem in having:
        for words in _lacking(problem, aligned, all_tests):
            by_words.setdefault(words, []).append(label)
    for words, labels_lacking in by_words.items():
        notes.append(f"{aligned.name}: {words} in {first_of(labels_lacking)}")
    return notes


def _changed(aligned: AlignedProblem) -> list[str]:
    """Return notes on tests and submissions of one name that are not the same."""
    notes = []
    if aligned.changed_tests:
        tests = first_of(sorted(aligned.changed_tests))
        notes.append(f"{aligned.name}: other inputs, so not compared: {tests}")
    other_sources = [path for path in aligned.shared if aligned.has_other_sources(path)]
    if other_sources:
        paths = first_of(other_sources)
        notes.append(
            f"{aligned.name}: other sources, so no measure of a language: {paths}"
        )
    return notes


def _lacking(
    problem: RecordedProblem, aligned: AlignedProblem, all_tests: Collection[str]
) -> list[str]:
    """Return what a report lacks of a problem that other reports have."""
    found = []
    tests = sorted(set(all_tests) - problem.tests)
    if tests:
        found.append(f"no result on {first_of(tests)}")
    gone = [path for path in aligned.paths if path not in problem.submissions]
    if gone:
        found.append(f"no {first_of(gone)}")
    by_reason: dict[str, list[str]] = {}
    for path, submission in sorted(problem.submissions.items()):
        if submission.verdict is None:
            by_reason.setdefault(submission.reason, []).append(path)
    for reason, paths in by_reason.items():
        why = f" ({reason})" if reason else ""
        found.append(f"{first_of(paths)} not judged{why}")
    return found


def other_toolchains(
    reports: Sequence[RecordedReport], labels: Sequence[str]
) -> list[str]:
    """Return a note on each language whose toolchain is not the same in all reports."""
    versions: dict[str, dict[str, list[str]]] = {}
    for label, report in zip(labels, reports, strict=True):
        for problem in report.problems:
            for language, version in problem.toolchains.items():
                having = versions.setdefault(language, {}).setdefault(version, [])
                if label not in having:
                    having.append(label)
    notes = []
    for language, by_version in sorted(versions.items()):
        if len(by_version) > 1:
            words = [f"{v} in {first_of(names)}" for v, names in by_version.items()]
            notes.append(f"other versions of {language}: {'; '.join(words)}")
    return notes
