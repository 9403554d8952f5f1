"""Find the validators and the grader of a package."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, error, warning
from judging.core.problem import Paths, Source
from judging.languages import is_program, is_script
from judging.package.files.layout import Layout
from judging.package.files.sources import (
    NOT_PROGRAMS,
    children,
    entry_exists,
    is_header,
    program,
    programs,
)
from judging.package.problem_yaml.config import Config

GRADERS = "graders"
_VIVA = ".viva"


@dataclass(frozen=True, slots=True)
class Validators:
    """The programs that check a package's inputs, answers and outputs, and grade its groups.

    Without `of_outputs` the default comparison decides.
    """

    of_inputs: tuple[Source, ...]
    of_answers: tuple[Source, ...]
    of_outputs: tuple[Source, ...]
    grader: Source | None


def read(
    paths: Paths, layout: Layout, config: Config, graded: bool, report: DiagnosticSink
) -> Validators:
    """Return the validators of a package; `graded` is True if a group has `grading: custom`."""
    return Validators(
        _input_validators(paths, layout, report),
        tuple(_in_folder(paths.answer_validators, "answers", paths, report)),
        _output_validators(paths, layout, config, report),
        _grader(paths, graded, report),
    )


def _input_validators(paths: Paths, layout: Layout, report: DiagnosticSink) -> tuple[Source, ...]:
    found = _in_folder(paths.input_validators, "inputs", paths, report)
    if layout.more_input_validators is not None:
        older = paths.root / layout.more_input_validators
        found += _in_folder(older, "inputs", paths, report)
    if not found:
        message = "no input validator: test inputs are not checked"
        report(warning(message, paths.relative_path(paths.input_validators)))
    return tuple(found)


def _in_folder(folder: Path, checked: str, paths: Paths, report: DiagnosticSink) -> list[Source]:
    """Return the programs and grammars in `folder`, each a validator; report other files.

    A folder with build or run scripts is one program. Headers belong to each program beside them.
    `checked` names the files that the validators check.
    """
    sources = programs(folder, paths, report)
    loose = [source.files[0] for source in sources if source.files[0][1].parent == folder]
    if any(is_script(name) for name, _ in loose):
        whole = program(folder, paths, report)
        return [] if whole is None else [whole]
    headers = tuple(file for file in loose if is_header(file[0]))
    found = []
    for source in sources:
        single = source.files[0] in loose
        if source.name.endswith(_VIVA):
            message = f"VIVA grammars are not supported: it does not check the {checked}"
            report(warning(message, source.name))
        elif any(is_program(name) for name, _ in source.files):
            found.append(replace(source, files=source.files + headers) if single else source)
        elif not (single and is_header(source.name)):
            report(warning("skipped: no known language for this file name", source.name))
    if headers and not found:
        message = "skipped: header files without a program that includes them"
        report(warning(message, paths.relative_path(folder)))
    return found


def _output_validators(
    paths: Paths, layout: Layout, config: Config, report: DiagnosticSink
) -> tuple[Source, ...]:
    found = _output_programs(paths, layout, report)
    place = paths.relative_path(paths.output_validator)
    if config.custom is False and found:
        report(warning("not used: problem.yaml states validation: default", place))
        return ()
    if config.custom and not found:
        report(error("no output validator, but problem.yaml states validation: custom", place))
    elif len(found) != 1 and {"interactive", "multi-pass"} & set(config.types):
        kinds = " ".join(kind for kind in config.types if kind != "pass-fail")
        count = "no output validator" if not found else f"{len(found)} output validators"
        report(error(f"{count}: a problem of type {kinds} needs exactly one", place))
    return found


def _output_programs(paths: Paths, layout: Layout, report: DiagnosticSink) -> tuple[Source, ...]:
    folder = paths.output_validator
    if entry_exists(folder) and not folder.is_dir():
        report(error("expected a folder", paths.relative_path(folder)))
        return ()
    if layout.several_validators:
        return tuple(_in_folder(folder, "outputs", paths, report))
    entries = [e for e in children(folder, paths, report) if e.name not in NOT_PROGRAMS]
    if not entries:
        return ()
    # One entry is the program itself; several are parts of one program.
    made = program(entries[0] if len(entries) == 1 else folder, paths, report)
    return () if made is None else (made,)


def _grader(paths: Paths, graded: bool, report: DiagnosticSink) -> Source | None:
    folder = paths.root / GRADERS
    found = programs(folder, paths, report) if folder.is_dir() else []
    if not graded:
        if found:
            report(warning("not used: no group has grading: custom", GRADERS))
        return None
    if len(found) != 1:
        count = "no grader" if not found else f"{len(found)} graders"
        report(error(f"{count}, expected one: a group has grading: custom", GRADERS))
    return found[0] if len(found) == 1 else None
