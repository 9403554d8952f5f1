"""Compares reports: everything that a comparison has, from what each report has. Pure."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from judging.features.compare.comparing.aligned import (
    AlignedProblem,
    align,
    may_be_same_program,
    not_in_common,
    other_toolchains,
)
from judging.features.compare.comparing.ratios import (
    Ratios,
    Timed,
    language_ratios,
    submission_ratios,
)
from judging.features.compare.comparing.recorded import RecordedReport
from judging.features.compare.comparing.time_limits import limit_range
from judging.features.compare.comparing.verdicts import differences
from judging.reports.comparison import (
    REFERENCE,
    Comparison,
    LimitRange,
    ReportOrigin,
    SubmissionDifference,
)


def compare(
    reports: Sequence[RecordedReport], labels: Sequence[str] | None = None
) -> Comparison:
    """Compare two reports or more; the first is the one that times are compared with.

    labels: what the reports are called; by default, their files in short.
    """
    labels = labels or labels_of([report.file for report in reports])
    problems = align(reports)
    differing: list[SubmissionDifference] = []
    timed: list[Timed] = []
    limits: list[LimitRange] = []
    notes = other_toolchains(reports, labels)
    for aligned in problems:
        differing += differences(aligned)
        timed += _timed(aligned)
        limits.append(limit_range(aligned.name, aligned.problems))
        notes += not_in_common(aligned, labels)
    # What breaks an expectation comes first, then whole verdicts, then single tests.
    differing.sort(key=lambda d: (not d.met_on_some_only, not d.differs_as_a_whole))
    same_machine = [report.is_of_machine_of(reports[REFERENCE]) for report in reports]
    return Comparison(
        reports=tuple(map(_origin, reports, labels)),
        problems=tuple(aligned.name for aligned in problems),
        compared=sum(len(aligned.shared) for aligned in problems),
        differences=tuple(differing),
        languages=tuple(language_ratios(timed)),
        submissions=tuple(submission_ratios(timed, same_machine)),
        limits=tuple(limits),
        notes=tuple(notes),
    )


def _origin(report: RecordedReport, label: str) -> ReportOrigin:
    return ReportOrigin(
        label=label,
        file=report.file,
        date=report.date,
        machine=report.machine,
        tool_version=report.tool_version,
        missing=report.missing,
        remarks=report.remarks,
    )


def _timed(aligned: AlignedProblem) -> Iterator[Timed]:
    """Yield each submission that is in the first report and in another one, with the
    ratios of its runs."""
    for path in aligned.shared:
        before, *others = aligned.submissions(path)
        if before is None:
            continue
        for number, after in enumerate(others, REFERENCE + 1):
            if after is None:
                continue
            ratios = Ratios()
            for name, run in before.runs.items():
                if name in after.runs and name not in aligned.changed_tests:
                    ratios.add(run, after.runs[name])
            language = aligned.language_of(path)
            same_source = may_be_same_program(before, after)
            yield Timed(number, aligned.name, path, language, ratios, same_source)


def labels_of(files: Sequence[str]) -> list[str]:
    """Return a short name for each file: its own without `.json`, behind as many of its
    folders as tell it from the others. What all names end with is left out: the labels of
    `lab/run.json` and `home/run.json` are `lab` and `home`."""
    paths = [PurePath(file).parts for file in files]
    while len({path[-1] for path in paths}) == 1 < min(map(len, paths)):
        if len(paths) == 1:
            break
        paths = [path[:-1] for path in paths]
    labels = []
    for number, path in enumerate(paths):
        others = [*paths[:number], *paths[number + 1 :]]
        length = 1
        while length < len(path) and any(
            other[-length:] == path[-length:] for other in others
        ):
            length += 1
        labels.append("/".join(path[-length:]).removesuffix(".json"))
    # `a` and `a.json` are two files.
    return labels if len(set(labels)) == len(labels) else list(files)
