"""Find the validators, the grader and the visualizers of a package."""

from collections.abc import Iterable
from pathlib import Path

from judging.core.diagnostics import Location, first_of
from judging.core.problem import Source, TestGroup
from judging.languages import is_program, is_script
from judging.package import testlib
from judging.package.files.layout import (
    GRADERS,
    INPUT_VISUALIZER,
    OUTPUT_VISUALIZER,
    Layout,
)
from judging.package.files.sources import (
    PackageFiles,
    entry_exists,
    is_header,
    readable_files,
)
from judging.package.problem_yaml.config import Config
from judging.package.yaml.documents import as_warnings
from judging.values import replace


def of_inputs(files: PackageFiles, layout: Layout) -> tuple[Source, ...]:
    """Return the input validators; warn if there are none."""
    folder = files.paths.input_validators
    found = in_folder(folder, "inputs", files)
    if layout.more_input_validators is not None:
        older_folder = files.paths.root / layout.more_input_validators
        found += in_folder(older_folder, "inputs", files)
    if not found:
        files.warning(folder, "no input validator: test inputs are not checked")
    return tuple(testlib.adapt(source, "VALIDATOR", files) for source in found)


def in_folder(folder: Path, checked: str, files: PackageFiles) -> tuple[Source, ...]:
    """Return the validators in `folder`, programs and grammars; report other files.

    A folder with build or run scripts is one program. Headers belong to each program
    beside them. `checked` names the files that the validators check.
    """
    # In every format, a script `build` or `run` makes its folder one program.
    if _has_script(folder, files):
        whole = files.program(folder)
        return () if whole is None else (whole,)
    sources = files.programs(folder)
    loose = [source for source in sources if not _is_folder(source, files)]
    headers = [source for source in loose if is_header(_file_name(source))]
    header_files = tuple(source.files[0] for source in headers)
    found = []
    for source in sources:
        place = files.paths.root / source.name
        if source.name.endswith(".viva"):
            message = f"VIVA grammars are not supported: it does not check the {checked}"
            files.warning(place, message)
        elif any(is_program(name) for name, _ in source.files):
            if source in loose:
                found.append(replace(source, files=source.files + header_files))
            else:
                found.append(source)
        elif source not in headers:
            files.warning(place, "skipped: no known language for this file name")
    if headers and not found:
        message = "skipped: header files without a program that includes them"
        files.warning(folder, message)
    return tuple(found)


def _has_script(folder: Path, files: PackageFiles) -> bool:
    """Return True for a folder with a script `build` or `run`; a program that somebody
    compiled under such a name is none."""
    # Only scripts at the top count. Faults of the folder are reported where it is read.
    for name, place in readable_files(folder, files.paths):
        if is_script(name) and files.why_no_program(place) is None:
            return True
    return False


def _is_folder(source: Source, files: PackageFiles) -> bool:
    return files.is_folder(files.paths.root / source.name)


def _file_name(source: Source) -> str:
    """Return the name of the only file of a program that is no folder."""
    name, _ = source.files[0]
    return name


def of_outputs(
    files: PackageFiles, layout: Layout, config: Config
) -> tuple[Source, ...]:
    """Return the output validators; without any, the default comparison decides."""
    folder = files.paths.output_validator
    found = _output_programs(files, layout)
    place = files.name(folder)
    # Three states: None if the format has no `validation`, so that a folder is enough.
    if config.custom is False and found:
        files.warning(folder, "not used: problem.yaml states validation: default")
        return ()
    needs_one = {"interactive", "multi-pass"} & set(config.types)
    if config.custom and not found:
        message = f"states custom, but there is no output validator in {place}"
        files.report(_origin(config.validation_origin, place).error(message))
    # Two programs cannot talk to one submission, or both make its next input.
    elif needs_one and len(found) != 1:
        kinds = " ".join(kind for kind in config.types if kind != "pass-fail")
        names = first_of([source.name.rpartition("/")[2] for source in found])
        count = f"has {len(found)}: {names}" if found else "has none"
        message = f"{kinds} needs exactly one output validator, but {place} {count}"
        files.report(_origin(config.types_origin, place).error(message))
    role = "INTERACTOR" if "interactive" in config.types else "CHECKER"
    return tuple(testlib.adapt(source, role, files) for source in found)


def _origin(origin: Location | None, folder: str) -> Location:
    """Return where problem.yaml asks for an output validator, else where one belongs."""
    return origin or Location(folder)


def _output_programs(files: PackageFiles, layout: Layout) -> tuple[Source, ...]:
    folder = files.paths.output_validator
    if entry_exists(folder) and not folder.is_dir():
        files.error(folder, "expected a folder")
        return ()
    # Legacy: each file or folder is a program, and all must accept.
    if layout.several_validators:
        return in_folder(folder, "outputs", files)
    made = files.only_program(folder)
    return () if made is None else (made,)


def grader(files: PackageFiles, groups: Iterable[TestGroup]) -> Source | None:
    """Return the grader of a legacy package; None if no group needs one."""
    folder = files.paths.root / GRADERS
    found = files.programs(folder) if folder.is_dir() else []
    if not any(group.custom for group in groups):
        if found:
            files.warning(folder, "not used: no group has grading: custom")
        return None
    if len(found) != 1:
        count = f"{len(found)} graders" if found else "no grader"
        files.error(folder, f"{count}, expected one: a group has grading: custom")
        return None
    return found[0]


def input_visualizer(files: PackageFiles) -> Source | None:
    """Return the program that draws the pictures of tests; None without one."""
    return _visualizer(files, INPUT_VISUALIZER)


def output_visualizer(files: PackageFiles) -> Source | None:
    """Return the program that draws the pictures of outputs; None without one."""
    return _visualizer(files, OUTPUT_VISUALIZER)


def _visualizer(files: PackageFiles, name: str) -> Source | None:
    folder = files.paths.root / name
    if not folder.is_dir():
        return None
    # No verdict depends on a picture.
    lenient = replace(files, report=as_warnings(files.report))
    return lenient.only_program(folder)
