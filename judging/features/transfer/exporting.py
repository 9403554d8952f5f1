"""`judge export`: write a package in another format, to a new folder or zip file."""

import os
from collections.abc import Sequence
from pathlib import Path

from judging.core.diagnostics import Diagnostic, did_you_mean, error, errors_in
from judging.core.errors import PackageError, UsageError, raise_errors
from judging.core.problem import Problem
from judging.features.transfer import archives
from judging.features.transfer.filesystem import check_free, new_folder
from judging.features.transfer.formats import ExportFormat, export_format, export_formats
from judging.features.transfer.kattis import domjudge
from judging.features.transfer.latex_pictures import PictureToPdf, add_pdfs
from judging.features.transfer.new_package import (
    ConversionNote,
    NewPackage,
    merge_similar,
)
from judging.features.transfer.package_files import names_not_allowed, names_that_fold
from judging.features.transfer.problem_files import missing_tests
from judging.files import Below, temporary_folder
from judging.package import load
from judging.package.named_places import new_file

# The versions that a problem.yaml names, and what people call them -> the format.
_OTHER_NAMES = {
    "2025-09": "kattis-2025-09",
    "kattis": "kattis-2025-09",
    # The draft of 2025-09: those who read it read 2025-09 now.
    "2023-07-draft": "kattis-2025-09",
    "2023-07": "kattis-2025-09",
    "legacy": "kattis-legacy",
    # The subset of legacy with one kind of problem.
    "legacy-icpc": "kattis-legacy",
    "icpc": "kattis-legacy",
}
TESTING_TOOL = "attachments/testing_tool.py"


class RefusedExport(PackageError):
    """`judge` would refuse the package that was made; `notes` say how it differs."""

    def __init__(
        self, diagnostics: Sequence[Diagnostic], notes: Sequence[ConversionNote]
    ) -> None:
        super().__init__(diagnostics)
        self.notes = notes


def format_called(name: str) -> str:
    """Return the format of this name, one of `export_formats`, or of a version that
    problem.yaml may name; `name` itself if there is none."""
    return _OTHER_NAMES.get(name, name)


def check_target(problem: Problem, out: Path, format: str) -> None:
    """Raise UsageError if `export_package` would refuse the format or the place."""
    known = export_formats()
    if format not in known:
        hint = did_you_mean(format, known)
        raise UsageError(
            f"unknown format '{format}': expected one of {', '.join(known)}{hint}"
        )
    if archives.is_zip_name(out):
        if os.path.lexists(out):
            raise UsageError(f"{out} already exists: name a new file")
        new_file(out)  # refuses a link
    else:
        check_free(out)
    paths = problem.paths
    validators = (
        paths.input_validators,
        paths.answer_validators,
        paths.output_validator,
    )
    for part in (paths.data, paths.submissions, paths.generators, *validators):
        if out.resolve().is_relative_to(part):
            raise UsageError(
                f"{out} is inside {part}, which is read: name a folder elsewhere"
            )


def export_package(
    problem: Problem,
    out: Path,
    format: str,
    to_pdf: domjudge.ToPdf = None,
    tool: bytes = b"",
    picture_to_pdf: PictureToPdf | None = None,
) -> list[ConversionNote]:
    """Write `problem` in `format`, its statement rendered by `to_pdf`, with a testing
    `tool` if that is not empty, and PDFs of pictures in SVG; return what differs.

    `out` is a new zip file if its name ends in .zip, else a new folder. `format` may be
    any name that `format_called` knows. Raises
    UsageError if the format is unknown or `out` is taken, PackageError if the package
    has errors or lacks files, or if it has names that the format does not allow, and
    RefusedExport if `judge` would refuse what was made. Then nothing is left at `out`.
    """
    format = format_called(format)
    check_target(problem, out, format)
    faults = [*errors_in(problem.diagnostics), *missing_tests(problem)]
    if faults:
        raise PackageError(faults)
    # Convert before anything is written: `out` may lie inside the package, but not in a part of it.
    target = export_format(format)
    options = {"to_pdf": to_pdf} if target.renders else {}
    new = target.convert(problem, _name_for(problem, out, target), **options)
    if target.with_latex:
        add_pdfs(new, picture_to_pdf)
    raise_errors(names_that_fold(new))
    if target.is_read:
        raise_errors(names_not_allowed(new))
    if tool:
        new.add(TESTING_TOOL, tool)
        new.change(
            f"{TESTING_TOOL}: made",
            "contestants see the interactor and the samples in it",
        )
    if archives.is_zip_name(out):
        _write_archive(new, out, format)
    else:
        with new_folder(out) as place:
            new.write(place)
            _check_written(place.path, new, out, format)
    return merge_similar(new.notes)


def _name_for(problem: Problem, out: Path, target: ExportFormat) -> str:
    """Return the name of the new package: the package's own. With rules for the name of a
    folder, it is the folder's, because a folder is called as it is written."""
    if target.named_by_folder and not archives.is_zip_name(out):
        return out.resolve().name
    return problem.paths.root.name


def _write_archive(new: NewPackage, out: Path, format: str) -> None:
    """Write the zip file once it is known to be one that `judge` reads."""
    with temporary_folder("judge-export-") as folder:
        files = folder / "files"
        files.mkdir()
        new.write(Below(files))
        archive = folder / "package.zip"
        archives.pack(files, Below(archive.parent, (archive.name,)))
        _check_written(archive, new, out, format)
        archives.pack(files, new_file(out))


def _check_written(package: Path, new: NewPackage, out: Path, format: str) -> None:
    """Raise RefusedExport if `judge` would refuse the `package` that `new` is written as,
    and that is to be `out`."""
    if not export_format(format).is_read:
        return
    faults = _errors_of(package)
    if faults:
        message = f"not written: as {format}, the package would have these errors"
        faults.insert(0, error(message, out.name))
        raise RefusedExport(faults, merge_similar(new.notes))


def _errors_of(package: Path) -> list[Diagnostic]:
    with temporary_folder("judge-export-") as folder:
        try:
            root = package
            if archives.is_zip_name(package):
                archives.unpack(package, folder)
                root = folder
            return errors_in(load(root).diagnostics)
        except PackageError as failure:
            return list(failure.diagnostics)
