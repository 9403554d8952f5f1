"""A package directory as a `Problem`: the reading that every 2025-09 layout shares.

Each part reports what is wrong with it and gives what could be read, so that one load names every
fault at once. Only a package without a name cannot be given as a `Problem`.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from judging.diagnostics import Diagnostic, error, warning
from judging.errors import PackageError
from judging.formats import config, documents, manifest, recipes, submissions, testdata
from judging.formats.conventions import Convention
from judging.formats.documents import Report
from judging.formats.layout import Layout
from judging.formats.recipes import Recipes
from judging.formats.sources import (
    NOT_PROGRAMS,
    children,
    is_named,
    link_fault,
    program,
    programs,
)
from judging.languages import is_program
from judging.problem import Paths, Problem, Source

_NOT_RUN = ".viva"


def load(directory: Path, layout: Layout, name: str, convention: Convention) -> Problem:
    """The package of format `name` at `directory`; `convention` says how submissions are read.

    Raises PackageError, with every fault found, where problem.yaml gives no name or wrong limits.
    """
    paths = layout.paths(directory.resolve())
    found: list[Diagnostic] = []
    report = found.append
    _check_links(paths, report)
    document = documents.read(paths.config, paths.shown(paths.config), report)
    settings = config.read(document, report) if document is not None else None
    made = _recipes(paths, report)
    tests = testdata.read(paths, made.tests, report)
    programs_of = submissions.read(paths, convention, [case.name for case in tests.judged], report)
    validators = _input_validators(paths, report)
    checkers = _output_validators(paths, report)
    pinned = _manifest(paths, report)
    _check_other_parts(paths, layout, report)
    if settings is None or settings.name is None or settings.limits is None:
        raise PackageError(found)
    return Problem(
        settings.name,
        name,
        settings.types,
        settings.limits,
        paths,
        testcases=tests.judged,
        invalid_inputs=tests.invalid_inputs,
        invalid_outputs=tests.invalid_outputs,
        valid_outputs=tests.valid_outputs,
        submissions=programs_of,
        input_validators=validators,
        answer_validators=_validators(paths.answer_validators, "answers were", paths, report),
        output_validators=checkers,
        generators=made.generators,
        solution=made.solution,
        manifest=pinned,
        languages=settings.languages,
        diagnostics=tuple(found),
    )


def _check_links(paths: Paths, report: Report) -> None:
    parts = {getattr(paths, field.name) for field in fields(paths)} - {paths.root}
    for part in sorted(parts):
        if is_named(part) and (fault := link_fault(part, paths.root)):
            report(error(fault, paths.shown(part)))


def _recipes(paths: Paths, report: Report) -> Recipes:
    if not is_named(paths.generators_yaml):
        return Recipes()
    document = documents.read(paths.generators_yaml, paths.shown(paths.generators_yaml), report)
    return Recipes() if document is None else recipes.read(document, paths, report)


def _manifest(paths: Paths, report: Report) -> dict[str, str] | None:
    if not is_named(paths.manifest):
        return None
    return manifest.read(paths.manifest, paths.shown(paths.manifest), report)


def _input_validators(paths: Paths, report: Report) -> tuple[Source, ...]:
    found = _validators(paths.input_validators, "inputs were", paths, report)
    if not found:
        message = "no input validator: the tests are judged on without a look at their form"
        report(warning(message, paths.shown(paths.input_validators)))
    return found


def _validators(folder: Path, what: str, paths: Paths, report: Report) -> tuple[Source, ...]:
    """The programs and grammars in `folder`, each a validator; what else lies there is named."""
    found = []
    for source in programs(folder, paths, report):
        if source.name.endswith(_NOT_RUN):
            message = f"a VIVA grammar is not run by this version: the {what} not checked by it"
            report(warning(message, source.name))
        elif any(is_program(name) for name, _ in source.files):
            found.append(source)
        else:
            report(warning("no language has such files: left out", source.name))
    return tuple(found)


def _output_validators(paths: Paths, report: Report) -> tuple[Source, ...]:
    folder = paths.output_validator
    if is_named(folder) and not folder.is_dir():
        report(error("expected a folder", paths.shown(folder)))
        return ()
    entries = [e for e in children(folder, paths, report) if e.name not in NOT_PROGRAMS]
    if not entries:
        return ()
    # One entry is the program itself; several are the parts of one program.
    made = program(entries[0] if len(entries) == 1 else folder, paths, report)
    return () if made is None else (made,)


def _check_other_parts(paths: Paths, layout: Layout, report: Report) -> None:
    for name, what in (
        ("include", "files that are added to every submission are"),
        ("static_validator", "a static validator is"),
    ):
        if (paths.root / name).is_dir() and any((paths.root / name).iterdir()):
            report(error(f"{what} not supported yet", name))
    if not any(paths.root.glob(layout.statement)):
        report(warning(f"no statement: expected {layout.statement}", paths.shown(paths.root)))
