"""Find the validators and the grader of a package."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from judging.core.problem import Source, TestGroup
from judging.languages import is_program, is_script
from judging.package import testlib
from judging.package.files.layout import GRADERS, Layout
from judging.package.files.sources import (
    NOT_PROGRAMS,
    PackageFiles,
    entry_exists,
    is_header,
)
from judging.package.problem_yaml.config import Config


def of_inputs(files: PackageFiles, layout: Layout) -> tuple[Source, ...]:
    folder = files.paths.input_validators
    found = in_folder(folder, "inputs", files)
    if layout.more_input_validators is not None:
        found += in_folder(
            files.paths.root / layout.more_input_validators, "inputs", files
        )
    if not found:
        files.warning(folder, "no input validator: test inputs are not checked")
    return tuple(testlib.adapt(source, "VALIDATOR", files) for source in found)


def in_folder(folder: Path, checked: str, files: PackageFiles) -> tuple[Source, ...]:
    """Return the programs and grammars in `folder`, each a validator; report other files.

    A folder with build or run scripts is one program. Headers belong to each program beside them.
    `checked` names the files that the validators check.
    """
    sources = files.programs(folder)
    root = files.paths.root
    loose = [
        source.files[0] for source in sources if not files.is_folder(root / source.name)
    ]
    if any(is_script(name) for name, _ in loose):
        whole = files.program(folder)
        return () if whole is None else (whole,)
    headers = tuple(file for file in loose if is_header(file[0]))
    found = []
    for source in sources:
        place = root / source.name
        single = source.files[0] in loose
        if source.name.endswith(".viva"):
            message = f"VIVA grammars are not supported: it does not check the {checked}"
            files.warning(place, message)
        elif any(is_program(name) for name, _ in source.files):
            found.append(
                replace(source, files=source.files + headers) if single else source
            )
        elif not (single and is_header(source.name)):
            files.warning(place, "skipped: no known language for this file name")
    if headers and not found:
        files.warning(
            folder, "skipped: header files without a program that includes them"
        )
    return tuple(found)


def of_outputs(
    files: PackageFiles, layout: Layout, config: Config
) -> tuple[Source, ...]:
    """Return the output validators; without any, the default comparison decides."""
    folder = files.paths.output_validator
    found = _output_programs(files, layout)
    if config.custom is False and found:
        files.warning(folder, "not used: problem.yaml states validation: default")
        return ()
    if config.custom and not found:
        files.error(
            folder, "no output validator, but problem.yaml states validation: custom"
        )
    elif len(found) != 1 and {"interactive", "multi-pass"} & set(config.types):
        kinds = " ".join(kind for kind in config.types if kind != "pass-fail")
        count = "no output validator" if not found else f"{len(found)} output validators"
        files.error(folder, f"{count}: a problem of type {kinds} needs exactly one")
    role = "INTERACTOR" if "interactive" in config.types else "CHECKER"
    return tuple(testlib.adapt(source, role, files) for source in found)


def _output_programs(files: PackageFiles, layout: Layout) -> tuple[Source, ...]:
    folder = files.paths.output_validator
    if entry_exists(folder) and not folder.is_dir():
        files.error(folder, "expected a folder")
        return ()
    if layout.several_validators:
        return in_folder(folder, "outputs", files)
    entries = [e for e in files.children(folder) if e.name not in NOT_PROGRAMS]
    # One entry is the program itself; several are parts of one program.
    made = (
        files.program(entries[0] if len(entries) == 1 else folder) if entries else None
    )
    return () if made is None else (made,)


def grader(files: PackageFiles, groups: Iterable[TestGroup]) -> Source | None:
    folder = files.paths.root / GRADERS
    found = files.programs(folder) if folder.is_dir() else []
    if not any(group.custom for group in groups):
        if found:
            files.warning(folder, "not used: no group has grading: custom")
        return None
    if len(found) != 1:
        count = "no grader" if not found else f"{len(found)} graders"
        files.error(folder, f"{count}, expected one: a group has grading: custom")
    return found[0] if len(found) == 1 else None
