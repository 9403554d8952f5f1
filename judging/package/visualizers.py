"""Find the visualizers of a package: programs that draw pictures of tests and of outputs."""

from judging.core.problem import Source
from judging.package.files.layout import INPUT_VISUALIZER, OUTPUT_VISUALIZER
from judging.package.files.sources import PackageFiles
from judging.package.yaml.documents import as_warnings
from judging.values import replace


def of_inputs(files: PackageFiles) -> Source | None:
    """Return the program that draws the pictures of tests; None without one."""
    return _program(files, INPUT_VISUALIZER)


def of_outputs(files: PackageFiles) -> Source | None:
    """Return the program that draws the pictures of outputs; None without one."""
    return _program(files, OUTPUT_VISUALIZER)


def _program(files: PackageFiles, name: str) -> Source | None:
    folder = files.paths.root / name
    if not folder.is_dir():
        return None
    # No verdict depends on a picture.
    lenient = replace(files, report=as_warnings(files.report))
    return lenient.only_program(folder)
