"""The programs of a package beside its submissions, and the folders that are no programs.

Validators and `include/` are read here; what else lies at the top of a package is known or named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, did_you_mean, error, warning
from judging.core.problem import Include, Paths, Source
from judging.core.templates import substitute_bytes
from judging.languages import is_program, is_script
from judging.package.files.layout import Layout
from judging.package.files.sources import (
    NOT_PROGRAMS,
    children,
    files_under,
    is_header,
    is_named,
    program,
    programs,
)
from judging.package.problem_yaml import domjudge
from judging.package.problem_yaml.config import Config

_NOT_RUN = ".viva"
GRADERS = "graders"
# Folders and files without effect on judging, of any format or of tools in the field.
_KNOWN = (
    "attachments",
    "solution",
    "generators",
    "include",
    "static_validator",
    "answer_validators",
    "answer_validator",
    GRADERS,
    "input_visualizer",
    "output_visualizer",
    "visualizers",
    "problem_slide",
    "README",
    "README.md",
    "README.txt",
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    domjudge.INI,
)
_STATEMENTS = ("statement", "problem_statement")


def input_validators(paths: Paths, layout: Layout, report: DiagnosticSink) -> tuple[Source, ...]:
    """Each file or folder in the folder of input validators."""
    found = _validators(paths.input_validators, "inputs were", paths, report)
    if layout.more_input_validators is not None:
        older = paths.root / layout.more_input_validators
        found += _validators(older, "inputs were", paths, report)
    if not found:
        message = "no input validator: the tests are judged on without a look at their form"
        report(warning(message, paths.relative_path(paths.input_validators)))
    return tuple(found)


def answer_validators(paths: Paths, report: DiagnosticSink) -> tuple[Source, ...]:
    """Each file or folder in the folder of answer validators."""
    return tuple(_validators(paths.answer_validators, "answers were", paths, report))


def _validators(folder: Path, what: str, paths: Paths, report: DiagnosticSink) -> list[Source]:
    """The programs and grammars in `folder`, each a validator; what else lies there is named. A
    folder that builds itself is one program, and headers belong to each program beside them."""
    sources = programs(folder, paths, report)
    loose = [source.files[0] for source in sources if source.files[0][1].parent == folder]
    if any(is_script(name) for name, _ in loose):
        whole = program(folder, paths, report)
        return [] if whole is None else [whole]
    headers = tuple(file for file in loose if is_header(file[0]))
    found = []
    for source in sources:
        single = source.files[0] in loose
        if source.name.endswith(_NOT_RUN):
            message = f"a VIVA grammar is not run by this version: the {what} not checked by it"
            report(warning(message, source.name))
        elif any(is_program(name) for name, _ in source.files):
            found.append(replace(source, files=source.files + headers) if single else source)
        elif not (single and is_header(source.name)):
            report(warning("no language has such files: left out", source.name))
    if headers and not found:
        report(warning("headers, and no program that includes them", paths.relative_path(folder)))
    return found


def output_validators(
    paths: Paths, layout: Layout, settings: Config, report: DiagnosticSink
) -> tuple[Source, ...]:
    """The programs that decide on outputs; none: the default comparison does."""
    found = _output_programs(paths, layout, report)
    shown = paths.relative_path(paths.output_validator)
    if settings.custom is False and found:
        report(warning("not used: validation is default", shown))
        return ()
    if settings.custom and not found:
        report(error("no output validator here, though validation is custom", shown))
    elif len(found) != 1 and {"interactive", "multi-pass"} & set(settings.types):
        kinds = " ".join(kind for kind in settings.types if kind != "pass-fail")
        count = "no output validator" if not found else f"{len(found)} output validators"
        report(error(f"{count}: a problem of type {kinds} needs one", shown))
    return found


def _output_programs(paths: Paths, layout: Layout, report: DiagnosticSink) -> tuple[Source, ...]:
    folder = paths.output_validator
    if is_named(folder) and not folder.is_dir():
        report(error("expected a folder", paths.relative_path(folder)))
        return ()
    if layout.several_validators:
        return tuple(_validators(folder, "outputs are", paths, report))
    entries = [e for e in children(folder, paths, report) if e.name not in NOT_PROGRAMS]
    if not entries:
        return ()
    # One entry is the program itself; several are the parts of one program.
    made = program(entries[0] if len(entries) == 1 else folder, paths, report)
    return () if made is None else (made,)


def grader(paths: Paths, wanted: bool, report: DiagnosticSink) -> Source | None:
    """The one program that grades the groups that ask for it, where one does."""
    folder = paths.root / GRADERS
    found = programs(folder, paths, report) if folder.is_dir() else []
    if not wanted:
        if found:
            report(warning("not used: no group has grading: custom", GRADERS))
        return None
    if len(found) != 1:
        count = "no grader" if not found else f"{len(found)} graders"
        report(error(f"{count} here, expected one: a group has grading: custom", GRADERS))
    return found[0] if len(found) == 1 else None


def include(paths: Paths, constants: Mapping[str, str], report: DiagnosticSink) -> Include:
    """The files that are added to submissions, by language, their constants put in."""
    found = {}
    for folder in children(paths.root / "include", paths, report):
        if not folder.is_dir():
            message = "belongs to no language: expected include/default/ or include/LANGUAGE/"
            report(warning(message, paths.relative_path(folder)))
            continue
        found[folder.name] = tuple(
            (
                file.relative_to(folder).as_posix(),
                substitute_bytes(file.read_bytes(), constants),
            )
            for file in files_under(folder, paths, report)
        )
    return found


def check_others(
    paths: Paths, layout: Layout, other: Layout | None, report: DiagnosticSink
) -> None:
    """Reports what is missing or not understood at the top of a package; `other` is the layout of
    the format whose folders this one must not hold."""
    folder = paths.root / "static_validator"
    if folder.is_dir() and any(folder.iterdir()):
        report(error("a static validator is not supported yet", folder.name))
    if not any(paths.root.glob(layout.statement)):
        message = f"no statement: expected {layout.statement}"
        report(warning(message, paths.relative_path(paths.root)))
    if not paths.foreign:
        return
    named = (layout.config, layout.data, layout.submissions, layout.input_validators)
    mine = {*named, layout.output_validator, layout.more_input_validators}
    theirs = _folders(other) - mine if other is not None else set()
    for entry in children(paths.root, paths, report):
        if entry.name in theirs and entry.is_dir():
            message = f"a folder of another format: expected {layout.output_validator}"
            report(error(f"two formats mixed: {message}", entry.name))
        elif entry.name not in (*mine, *_KNOWN, *_STATEMENTS) and not _is_document(entry):
            hint = did_you_mean(entry.name, [*filter(None, mine), *_KNOWN, *_STATEMENTS])
            report(warning(f"not understood: not read{hint}", entry.name))


def _folders(layout: Layout) -> set[str | None]:
    return {layout.input_validators, layout.more_input_validators, layout.output_validator}


def _is_document(path: Path) -> bool:
    """True for a rendered statement, as judging systems keep it beside the rest."""
    return path.is_file() and path.suffix in (".pdf", ".html", ".md", ".txt", ".tex", ".svg")
