"""Load a package directory as a `Problem`: the steps that all formats share.

Each step reports its faults and returns what it could read, so that one load names every
fault. Only a package with unreadable limits cannot become a `Problem`.
"""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from judging.core.diagnostics import (
    Diagnostic,
    DiagnosticSink,
    error,
    group_repeated,
    warning,
)
from judging.core.errors import PackageError
from judging.core.problem import Include, Problem, Submission
from judging.package import language_factors, root_folder, validators
from judging.package.files import links
from judging.package.files.layout import Layout
from judging.package.files.sources import PackageFiles, entry_exists, link_fault
from judging.package.generators import described_format, recipes
from judging.package.groups import data_folder, manifest
from judging.package.groups.data_folder import DataFormat, TestData
from judging.package.problem_yaml import domjudge_settings, statement_names
from judging.package.problem_yaml.config import Config
from judging.package.problem_yaml.domjudge_settings import DomjudgeSettings
from judging.package.submissions import discovery
from judging.package.submissions.conventions import Convention
from judging.package.yaml import documents
from judging.package.yaml.documents import Document
from judging.package.yaml.tables import Table, top
from judging.values import Value, replace


class Dialect(Value):
    """The differences between package formats.

    `config` reads a problem.yaml; `other` is the layout of the format whose validator
    folders stand in for those that the package lacks. `first_is_main` is as in `Source`.
    """

    name: str
    layout: Layout
    submissions: Convention
    config: Callable[[Table], Config]
    data: DataFormat
    other: Layout | None = None
    first_is_main: bool = False


def load(
    directory: Path,
    config: str,
    choose: Callable[[Document | None], Dialect],
    within: Path | None,
    *,
    foreign: bool,
) -> Problem:
    """Load the package in the dialect that `choose` returns for its problem.yaml.

    `config` names that file, `foreign` is as in `Paths`, `within` is its `links_within`.
    Raise PackageError, with every fault, if problem.yaml cannot be read or gives wrong
    limits.
    """
    found: list[Diagnostic] = []
    document: Document | None
    if foreign and not entry_exists(directory / config):
        found.append(warning("missing: every setting has its default", config))
        document = Document(config, {}, {})
    else:
        path = directory / config
        document = documents.read(path, config, found.append, empty=foreign)
    dialect = _with_folders_of_other(choose(document), directory, found.append)
    root = directory.resolve()
    linked = links.read(root, within, dialect.layout.program_folders(root))
    own = dialect.layout.paths(root, foreign=foreign)
    paths = replace(own, links_within=within, linked=linked)
    files = PackageFiles(paths, found.append, first_is_main=dialect.first_is_main)
    return _load(files, dialect, document, found)


def _with_folders_of_other(
    dialect: Dialect, root: Path, report: DiagnosticSink
) -> Dialect:
    """Return `dialect` with the validator folders of the other format that are there."""
    own = dialect.layout
    other = dialect.other
    if other is None:
        return dialect
    layout = own
    older = other.more_input_validators
    if own.more_input_validators is None and older and (root / older).is_dir():
        layout = replace(layout, more_input_validators=older)
    singular = own.input_validators.removesuffix("s")
    folders = (own.input_validators, layout.more_input_validators or "")
    lacks_inputs = not any(name and (root / name).is_dir() for name in folders)
    if lacks_inputs and (root / singular).is_dir():
        # By analogy with `output_validator` of 2025-09.
        layout = replace(layout, more_input_validators=singular)
    lacks_own = not entry_exists(root / own.output_validator)
    if lacks_own and (root / other.output_validator).is_dir():
        layout = replace(
            layout,
            output_validator=other.output_validator,
            several_validators=other.several_validators,
        )
    for name in sorted(layout.validator_folders - own.validator_folders):
        kind = own.input_validators
        if name == other.output_validator:
            kind = own.output_validator
        message = f"a folder name of another format, still read: rename it to {kind}"
        report(warning(message, name))
    return replace(dialect, layout=layout)


def _load(
    files: PackageFiles,
    dialect: Dialect,
    document: Document | None,
    found: list[Diagnostic],
) -> Problem:
    """Read each part of the package; `found` gets the faults of all."""
    _check_links(files)
    config = _config(files, dialect, document)
    # From here on: problem.yaml itself has no constants, but states them.
    files = replace(files, constants=config.constants)
    # Recipes before the data: their settings of folders win over those in files.
    made = recipes.read(files)
    data = data_folder.read(files, made, dialect.data, config)
    include = files.included()
    # After the data: globs of tests in submissions.yaml are compared with its names.
    submissions = _submissions(files, dialect, config, data, include)
    input_validators = validators.of_inputs(files, dialect.layout)
    answer_validators = validators.in_folder(
        files.paths.answer_validators, "answers", files
    )
    output_validators = validators.of_outputs(files, dialect.layout, config)
    grader = validators.grader(files, data.groups.values())
    input_visualizer = validators.input_visualizer(files)
    output_visualizer = validators.output_visualizer(files)
    input_format = described_format.read(files)
    pinned = manifest.read(files)
    factors = language_factors.read(files)
    root_folder.check(
        files, dialect.layout, dialect.other, format_known=document is not None
    )
    # Last, so that one load names every fault.
    if config.name is None or config.limits is None:
        raise PackageError(group_repeated(found))
    return Problem(
        config.name,
        dialect.name,
        # An empty tuple means a wrong `type`, which was reported.
        config.types or ("pass-fail",),
        replace(config.limits, language_factors=factors),
        files.paths,
        testcases=data.judged,
        groups=data.groups,
        minimize=config.minimize,
        validator_scores=config.validator_scores,
        invalid_inputs=data.tests["invalid_input"],
        invalid_answers=data.tests["invalid_answer"],
        invalid_outputs=data.tests["invalid_output"],
        valid_outputs=data.tests["valid_output"],
        submissions=submissions,
        input_validators=input_validators,
        answer_validators=answer_validators,
        output_validators=output_validators,
        grader=grader,
        input_visualizer=input_visualizer,
        output_visualizer=output_visualizer,
        include=include,
        constants=config.constants,
        input_format=input_format,
        generators=made.generators,
        recipes=made.all,
        unread_recipes=made.unread,
        solution=made.solution,
        manifest=pinned.files if pinned else None,
        generated=pinned.generated if pinned else frozenset(),
        languages=config.languages,
        first_is_main=dialect.first_is_main,
        metadata={} if document is None else document.data,
        diagnostics=tuple(group_repeated(found)),
    )


def _check_links(files: PackageFiles) -> None:
    """Report parts of the package that are links which must not be followed."""
    paths = files.paths
    parts = set()
    for field in fields(paths):
        value = getattr(paths, field.name)
        if isinstance(value, Path):
            parts.add(value)
    for part in sorted(parts - {paths.root, paths.links_within}):
        is_linked_folder = isinstance(paths.linked.get(part), tuple)
        if is_linked_folder or not entry_exists(part):
            continue
        fault = link_fault(part, paths)
        if fault is not None:
            files.error(part, fault)


def _config(files: PackageFiles, dialect: Dialect, document: Document | None) -> Config:
    """Return the settings of problem.yaml, completed from other files of the package."""
    paths = files.paths
    statement = dialect.layout.statement
    statement_names.check_encoding(paths, statement, files.report)
    if document is None:
        return Config(None, (), None, None)
    config = dialect.config(top(document, files.report))
    statement_names.check_languages(paths, statement, document, files.report)
    if not paths.foreign:
        return replace(config, name=config.name or paths.root.name)
    settings = domjudge_settings.read(paths.root, files.report)
    # In the order of docs/formats.md, "What is read".
    name = config.name or settings.name
    name = name or statement_names.name(paths, statement) or paths.root.name
    config = replace(config, name=name)
    if not config.validator_args:
        config = replace(
            config,
            validator_args=settings.args,
            validator_args_origin=settings.args_origin,
        )
    return _with_time_limit(config, settings, document.file, files.report)


def _with_time_limit(
    config: Config, settings: DomjudgeSettings, file: str, report: DiagnosticSink
) -> Config:
    """Return `config` with the time limit of problem.yaml, else of DOMjudge's files.

    Report limits that differ: each system would judge by another.
    """
    limits = config.limits
    stated: dict[str, float] = {}
    if limits is not None and limits.time_s is not None:
        stated[file] = limits.time_s
    stated |= settings.time_limits
    if len(set(stated.values())) > 1:
        all_places = [f"{seconds:g} s in {place}" for place, seconds in stated.items()]
        message = f"different time limits: {' and '.join(all_places)}"
        report(error(message, next(iter(stated))))
    if limits is None:
        return config
    time_s = next(iter(stated.values()), None)
    return replace(config, limits=replace(limits, time_s=time_s))


def _submissions(
    files: PackageFiles,
    dialect: Dialect,
    config: Config,
    data: TestData,
    include: Include,
) -> tuple[Submission, ...]:
    """Return the submissions, with the files that the package adds to them."""
    names = [test.name for test in data.judged]
    found = []
    for submission in discovery.read(files, dialect.submissions, names):
        if not config.may_be_scoring:
            _check_no_score(submission, files)
        source = replace(submission.source, include=include)
        found.append(replace(submission, source=source))
    return tuple(found)


def _check_no_score(submission: Submission, files: PackageFiles) -> None:
    if submission.expectation is None:
        return
    for rule in submission.expectation.rules:
        if rule.score is not None or rule.partial:
            expected = f"expects a score ({rule.stated_by})"
            path = files.paths.root / submission.path
            files.fault(path, f"{expected}, but the problem has no scores")
