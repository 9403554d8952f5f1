"""A package directory as a `Problem`: the reading that every format shares.

Each part reports what is wrong with it and gives what could be read, so that one load names every
fault at once. Only a package without a name cannot be given as a `Problem`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from pathlib import Path

from judging.core.diagnostics import Diagnostic, DiagnosticSink, error, warning
from judging.core.errors import PackageError
from judging.core.problem import Paths, Problem, Source, Submission
from judging.package import parts
from judging.package.files.layout import Layout
from judging.package.files.sources import flaw, is_named, link_fault
from judging.package.generators import recipes
from judging.package.generators.recipes import Recipes
from judging.package.groups import manifest, testdata
from judging.package.groups.testdata import DataFormat
from judging.package.problem_yaml import domjudge, statements
from judging.package.problem_yaml.config import Config
from judging.package.submissions import reading
from judging.package.submissions.conventions import Convention
from judging.package.yaml import documents
from judging.package.yaml.documents import Document


@dataclass(frozen=True, slots=True)
class Dialect:
    """What tells one format of packages from another. `config` reads a problem.yaml; `foreign` is
    as in `Paths`; `other` is the layout of the format that it must not be mixed with."""

    name: str
    layout: Layout
    submissions: Convention
    config: Callable[[Document, DiagnosticSink], Config]
    data: DataFormat
    foreign: bool = False
    other: Layout | None = None


def load(directory: Path, dialect: Dialect) -> Problem:
    """The package at `directory`, written in `dialect`.

    Raises PackageError, with every fault found, where problem.yaml gives no name or wrong limits.
    """
    layout = dialect.layout
    paths = layout.paths(directory.resolve(), foreign=dialect.foreign)
    found: list[Diagnostic] = []
    report = found.append
    _check_links(paths, report)
    settings = _settings(paths, dialect, report)
    made = _recipes(paths, settings, report)
    makers = zip(made.generators, _templated(made.generators.values(), settings), strict=True)
    stated = testdata.Stated(made.tests, made.settings, made.groups)
    tests = testdata.read(paths, stated, report, dialect.data, settings)
    included = parts.include(paths, settings.constants, report)
    names = [case.name for case in tests.judged]
    programs_of = [
        replace(s, source=replace(s.source, include=included, constants=settings.constants))
        for s in reading.read(paths, dialect.submissions, names, report)
    ]
    _check_scores(programs_of, settings, paths, report)
    validators = parts.input_validators(paths, layout, report)
    checkers = parts.output_validators(paths, layout, settings, report)
    wanted = any(group.custom for group in tests.groups.values())
    grader = parts.grader(paths, wanted, report)
    pinned = _manifest(paths, report)
    parts.check_others(paths, layout, dialect.other, report)
    if settings.name is None or settings.limits is None:
        raise PackageError(found)
    return Problem(
        settings.name,
        dialect.name,
        settings.types,
        settings.limits,
        paths,
        testcases=tests.judged,
        groups=tests.groups,
        minimize=settings.minimize,
        validator_scores=settings.validator_scores,
        invalid_inputs=tests.invalid_inputs,
        invalid_outputs=tests.invalid_outputs,
        valid_outputs=tests.valid_outputs,
        submissions=tuple(programs_of),
        input_validators=_templated(validators, settings),
        answer_validators=_templated(parts.answer_validators(paths, report), settings),
        output_validators=_templated(checkers, settings),
        grader=grader and replace(grader, constants=settings.constants),
        include=included,
        constants=settings.constants,
        generators=dict(makers),
        recipes=made.all,
        solution=made.solution,
        manifest=pinned,
        languages=settings.languages,
        diagnostics=tuple(found),
    )


def _check_scores(
    submissions: Iterable[Submission], settings: Config, paths: Paths, report: DiagnosticSink
) -> None:
    """Only a scoring problem has scores to expect."""
    if "scoring" in settings.types:
        return
    for submission in submissions:
        for rule in submission.expectation.rules if submission.expectation else ():
            if rule.score is not None or rule.partial:
                message = f"a score is expected of it ({rule.stated_by}), and nothing is scored"
                report(flaw(paths)(message, submission.path))


def _templated(sources: Iterable[Source], settings: Config) -> tuple[Source, ...]:
    return tuple(replace(source, constants=settings.constants) for source in sources)


def _check_links(paths: Paths, report: DiagnosticSink) -> None:
    places = {getattr(paths, field.name) for field in fields(paths)} - {paths.root, paths.foreign}
    for part in sorted(places):
        if is_named(part) and (fault := link_fault(part, paths.root)):
            report(error(fault, paths.relative_path(part)))


def _recipes(paths: Paths, settings: Config, report: DiagnosticSink) -> Recipes:
    if not is_named(paths.generators_yaml):
        return Recipes()
    file = paths.relative_path(paths.generators_yaml)
    document = documents.read(paths.generators_yaml, file, report)
    return (
        Recipes() if document is None else recipes.read(document, paths, report, settings.constants)
    )


def _manifest(paths: Paths, report: DiagnosticSink) -> dict[str, str] | None:
    if not is_named(paths.manifest):
        return None
    return manifest.read(paths.manifest, paths.relative_path(paths.manifest), report)


def _settings(paths: Paths, dialect: Dialect, report: DiagnosticSink) -> Config:
    """What problem.yaml says, and the files that state parts of the same."""
    nothing = Config(None, ("pass-fail",), None, None)
    shown = paths.relative_path(paths.config)
    document: Document | None
    if paths.foreign and not is_named(paths.config):
        report(warning("missing: everything it might say is as it is by default", shown))
        document = Document(shown, {}, {})
    else:
        document = documents.read(paths.config, shown, report, empty=paths.foreign)
    found = nothing
    if document is not None:
        found = dialect.config(document, report)
        statements.check_languages(paths, dialect.layout.statement, document, report)
    if not paths.foreign or document is None:
        return found
    beside = domjudge.read(paths.root, report)
    stated = {**beside.time_limits}
    if found.limits is not None and found.limits.time_s is not None:
        stated = {shown: found.limits.time_s, **stated}
    if len(set(stated.values())) > 1:
        all_of_them = " and ".join(f"{seconds:g} s in {file}" for file, seconds in stated.items())
        report(error(f"different time limits: {all_of_them}", next(iter(stated))))
    limits = found.limits
    if limits is not None and stated:
        limits = replace(limits, time_s=next(iter(stated.values())))
    return replace(
        found,
        name=found.name or _name(paths, dialect.layout, document, beside.name),
        limits=limits,
        validator_args=found.validator_args or beside.compare_args,
    )


def _name(paths: Paths, layout: Layout, document: Document, other: str | None) -> str | None:
    """A name for a problem whose problem.yaml has none, but not where it has a wrong one."""
    if document.data.get("name") is not None:
        return None
    return other or statements.name(paths, layout.statement) or paths.root.name
