"""Load a package directory as a `Problem`: the steps that all formats share.

Each step reports its faults and returns what it could read, so that one load names every fault.
Only a package with unreadable limits cannot become a `Problem`.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
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
from judging.package import root_folder, validators
from judging.package.files import links
from judging.package.files.layout import Layout
from judging.package.files.sources import PackageFiles, entry_exists, link_fault
from judging.package.generators import recipes
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


@dataclass(frozen=True, slots=True)
class Dialect:
    """The differences between package formats.

    `config` reads a problem.yaml; `other` is the layout of the format whose validator folders stand
    in for those that the package lacks.
    """

    name: str
    layout: Layout
    submissions: Convention
    config: Callable[[Table], Config]
    data: DataFormat
    other: Layout | None = None


def load(
    directory: Path,
    config: str,
    choose: Callable[[Document | None], Dialect],
    within: Path | None,
    *,
    foreign: bool,
) -> Problem:
    """Load the package in the dialect that `choose` returns for its problem.yaml, called `config`.

    `foreign` is as in `Paths`, `within` is its `links_within`. Raise PackageError, with every
    fault, if problem.yaml cannot be read or gives wrong limits.
    """
    found: list[Diagnostic] = []
    if foreign and not entry_exists(directory / config):
        found.append(warning("missing: every setting has its default", config))
        document: Document | None = Document(config, {}, {})
    else:
        document = documents.read(
            directory / config, config, found.append, empty=foreign
        )
    dialect = _with_folders_of_other(choose(document), directory, found.append)
    root = directory.resolve()
    linked = links.read(root, within, dialect.layout.program_folders(root))
    own = dialect.layout.paths(root, foreign=foreign)
    paths = replace(own, links_within=within, linked=linked)
    return _load(PackageFiles(paths, found.append), dialect, document, found)


def _with_folders_of_other(
    dialect: Dialect, root: Path, report: DiagnosticSink
) -> Dialect:
    """Return `dialect` with a layout that has the validator folders that the package has."""
    own, other = dialect.layout, dialect.other
    if other is None:
        return dialect
    layout, older = own, other.more_input_validators
    if own.more_input_validators is None and older and (root / older).is_dir():
        layout = replace(layout, more_input_validators=older)
    if (
        not entry_exists(root / own.output_validator)
        and (root / other.output_validator).is_dir()
    ):
        several = other.several_validators
        layout = replace(
            layout, output_validator=other.output_validator, several_validators=several
        )
    for name in sorted(layout.validator_folders - own.validator_folders):
        kind = (
            own.output_validator
            if name == other.output_validator
            else own.input_validators
        )
        report(
            warning(
                f"folder of another format, read all the same: rename it to {kind}", name
            )
        )
    return replace(dialect, layout=layout)


def _load(
    files: PackageFiles,
    dialect: Dialect,
    document: Document | None,
    found: list[Diagnostic],
) -> Problem:
    _check_links(files)
    config = _config(files, dialect, document)
    files = replace(files, constants=config.constants)
    made = recipes.read(files)
    data = data_folder.read(files, made, dialect.data, config)
    include = files.included()
    submissions = _submissions(files, dialect, config, data, include)
    input_validators = validators.of_inputs(files, dialect.layout)
    answer_validators = validators.in_folder(
        files.paths.answer_validators, "answers", files
    )
    output_validators = validators.of_outputs(files, dialect.layout, config)
    grader = validators.grader(files, data.groups.values())
    pinned = manifest.read(files)
    root_folder.check(files, dialect.layout, dialect.other)
    if config.name is None or config.limits is None:
        raise PackageError(group_repeated(found))
    return Problem(
        config.name,
        dialect.name,
        config.types,
        config.limits,
        files.paths,
        testcases=data.judged,
        groups=data.groups,
        minimize=config.minimize,
        validator_scores=config.validator_scores,
        invalid_inputs=data.tests["invalid_input"],
        invalid_outputs=data.tests["invalid_output"],
        valid_outputs=data.tests["valid_output"],
        submissions=submissions,
        input_validators=input_validators,
        answer_validators=answer_validators,
        output_validators=output_validators,
        grader=grader,
        include=include,
        constants=config.constants,
        generators=made.generators,
        recipes=made.all,
        solution=made.solution,
        manifest=pinned.files if pinned else None,
        generated=pinned.generated if pinned else frozenset(),
        languages=config.languages,
        metadata={} if document is None else document.data,
        diagnostics=tuple(group_repeated(found)),
    )


def _check_links(files: PackageFiles) -> None:
    paths = files.paths
    values = (getattr(paths, field.name) for field in fields(paths))
    parts = {value for value in values if isinstance(value, Path)}
    for part in sorted(parts - {paths.root, paths.links_within}):
        read = isinstance(paths.linked.get(part), tuple)
        if entry_exists(part) and not read and (fault := link_fault(part, paths)):
            files.error(part, fault)


def _config(files: PackageFiles, dialect: Dialect, document: Document | None) -> Config:
    if document is None:
        return Config(None, ("pass-fail",), None, None)
    paths, statement = files.paths, dialect.layout.statement
    config = dialect.config(top(document, files.report))
    statement_names.check_languages(paths, statement, document, files.report)
    if not paths.foreign:
        return replace(config, name=config.name or paths.root.name)
    settings = domjudge_settings.read(paths.root, files.report)
    name = (
        config.name
        or settings.name
        or statement_names.name(paths, statement)
        or paths.root.name
    )
    if not config.validator_args:
        args, origin = settings.args, settings.args_origin
        config = replace(config, validator_args=args, validator_args_origin=origin)
    return _with_time_limit(
        replace(config, name=name), settings, document.file, files.report
    )


def _with_time_limit(
    config: Config, settings: DomjudgeSettings, file: str, report: DiagnosticSink
) -> Config:
    stated = {**settings.time_limits}
    if config.limits is not None and config.limits.time_s is not None:
        stated = {file: config.limits.time_s, **stated}
    if len(set(stated.values())) > 1:
        places = " and ".join(
            f"{seconds:g} s in {file}" for file, seconds in stated.items()
        )
        report(error(f"different time limits: {places}", next(iter(stated))))
    if config.limits is None:
        return config
    return replace(
        config, limits=replace(config.limits, time_s=next(iter(stated.values()), None))
    )


def _submissions(
    files: PackageFiles,
    dialect: Dialect,
    config: Config,
    data: TestData,
    include: Include,
) -> tuple[Submission, ...]:
    found = discovery.read(
        files, dialect.submissions, [test.name for test in data.judged]
    )
    for submission in found if "scoring" not in config.types else ():
        for rule in submission.expectation.rules if submission.expectation else ():
            if rule.score is not None or rule.partial:
                message = (
                    f"expects a score ({rule.stated_by}), but the problem has no scores"
                )
                files.fault(files.paths.root / submission.path, message)
    return tuple(replace(s, source=replace(s.source, include=include)) for s in found)
