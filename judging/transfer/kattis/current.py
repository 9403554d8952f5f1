"""Convert any package to 2025-09, or to the native format: the same with other folder names.

Files of a 2025-09 or native package are copied. Three of them are edited: generators.yaml gets the
new path of the solution, submissions.yaml loses the verdicts that 2025-09 does not know, and a
test's settings lose `rejected_at`. Comments and order stay.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from judging.core.problem import Paths, Problem
from judging.languages import contents_of
from judging.package import native, testlib
from judging.package.files.layout import KATTIS_2025_09, Layout
from judging.package.files.sources import NOT_PROGRAMS, readable_files
from judging.package.files.statement_files import statement_files
from judging.package.problem_yaml import domjudge_settings
from judging.package.yaml import editing
from judging.transfer import problem_files
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import metadata, submissions_yaml, test_groups
from judging.transfer.new_package import NewPackage

_FOLDER_NAME = re.compile(r"[a-z0-9]+")
# Folders at the top of a package that have the same name in every format.
_SAME = ("include", "attachments", "solution", "answer_validators")
_OLDER_VALIDATORS = "input_format_validators"
_OLDER_DATA = re.compile(r"^(invalid_input|invalid_output|valid_output)s/")
_LEGACY_SETTINGS = ("testdata.yaml", "testdata.yml")


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` to 2025-09. `name` is the name of the new package's folder."""
    new = NewPackage()
    if not _FOLDER_NAME.fullmatch(name):
        why = "2025-09 allows lowercase letters and digits only: rename the folder"
        new.ask_to_fix(f"folder name {name}", why)
    convert(problem, KATTIS_2025_09, new)
    return new


def convert(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Convert `problem` to 2025-09, or to the native format with its `layout`."""
    paths = problem.paths
    directly = any(test.group == "secret" for test in problem.testcases)
    groups = [name for name, group in problem.groups.items() if not group.graded]
    if directly and any(name.startswith("secret/") for name in groups):
        what = f"{paths.relative_path(paths.data)}/secret: tests next to groups"
        new.ask_to_fix(what, "2025-09 allows tests or groups, not both")
    files = list(_files(problem, layout))
    for source, target in files:
        if why := _why_not(paths, source, layout):
            new.drop(paths.relative_path(source), why)
        elif (content := _content(paths, source, layout, new)) is not None:
            new.add(target, content)
    problem_files.add_shapes(paths, layout.generators, new)
    _add_output_validator(problem, layout, new)
    _add_adapters(problem, layout, new)
    submissions_yaml.drop_compile_errors(problem, new)
    if metadata.is_current(problem):
        submissions_yaml.add_missing_rules(problem, layout, new)
    else:
        new.add_yaml(layout.config, metadata.to_2025_09(problem, new))
        for inner, settings in test_groups.to_2025_09(problem, new).items():
            new.add_yaml(f"{layout.data}/{inner}", settings)
        if rules := submissions_yaml.rules(problem):
            new.add_yaml(f"{layout.submissions}/submissions.yaml", rules)
    parts = (paths.config, paths.output_validator, *(source for source, _ in files))
    known = (domjudge_settings.TIME_LIMIT, *map(paths.relative_path, parts))
    why = "2025-09 and native packages have no place for it"
    problem_files.drop_unknown(paths, known, why, new)


def _files(problem: Problem, layout: Layout) -> Iterator[tuple[Path, str]]:
    paths, current = problem.paths, metadata.is_current(problem)
    folders = {
        paths.data: layout.data,
        paths.submissions: layout.submissions,
        paths.input_validators: layout.input_validators,
        paths.root / _OLDER_VALIDATORS: layout.input_validators,
        paths.generators: layout.generators,
        **{paths.root / name: name for name in _SAME},
    }
    # These two are written anew for a package of another version.
    remade = () if current else (paths.config, paths.submissions_yaml)
    submissions = {paths.root / submission.path for submission in problem.submissions}
    if current:
        yield paths.config, layout.config
    for source, inner in statement_files(paths):
        # Only the statement itself is renamed; pictures keep their names.
        folder, _, wanted = layout.statement.partition("/")
        stem = wanted.partition(".")[0]
        renamed = re.sub(r"^(statement|problem)(?=[.])", stem, inner)
        renamed = re.sub(rf"^{stem}(?=[.][a-z]+$)", f"{stem}.en", renamed)
        yield source, f"{folder}/{renamed}"
    for folder_path, name in folders.items():
        for inner, source in readable_files(folder_path, paths):
            place = inner
            if folder_path == paths.data:
                place = _OLDER_DATA.sub(r"\1/", inner)
            elif "/" not in inner and source in submissions:
                place = f"{submissions_yaml.MIXED}/{inner}"
            if source not in remade:
                yield source, f"{name}/{place}"


def _why_not(paths: Paths, source: Path, layout: Layout) -> str:
    """Return why a file has no place in the new package; an empty string if it has one."""
    if source in (paths.manifest, paths.equivalents):
        return "" if layout is native.LAYOUT else "2025-09 has no such file"
    programs = (
        source.parent == paths.input_validators
        or source.parent.parent == paths.submissions
    )
    not_one = programs and source.name in NOT_PROGRAMS
    return "every file in this folder is read as a program" if not_one else ""


def _content(
    paths: Paths, source: Path, layout: Layout, new: NewPackage
) -> bytes | Path | None:
    in_data = source.is_relative_to(paths.data)
    if in_data and source.name in _LEGACY_SETTINGS:
        return None
    if source == paths.generators_yaml:
        return problem_files.move_solution(paths, layout)
    if layout is native.LAYOUT:
        return paths.content(source)
    if source == paths.submissions_yaml:
        return submissions_yaml.fold_verdicts(paths, new)
    if in_data and source.suffix == ".yaml":
        return _drop_rejected_at(source, paths.relative_path(source), new)
    return paths.content(source)


def _drop_rejected_at(source: Path, file: str, new: NewPackage) -> bytes | None:
    def change(data: Any) -> bool:
        if "rejected_at" not in data:
            return False
        del data["rejected_at"]
        new.drop(f"{file}: rejected_at", "2025-09 has no such key")
        return True

    return editing.edit(read_file(source), file, change)


def _add_adapters(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Replace input validators for testlib by those in the adapter, which other tools can run."""
    for validator in problem.input_validators:
        if testlib.is_adapted(validator):
            place = f"{layout.input_validators}/{PurePosixPath(validator.name).name}"
            for file in [
                f for f in new.files if f == place or f.startswith(f"{place}/")
            ]:
                del new.files[file]
            for inner, content in contents_of(validator):
                new.add(f"{place}/{inner}", content)


def _add_output_validator(problem: Problem, layout: Layout, new: NewPackage) -> None:
    paths = problem.paths
    files = readable_files(paths.output_validator, paths)
    if not problem.output_validators:
        if files:
            new.drop(
                paths.relative_path(paths.output_validator),
                "the package does not use it",
            )
        return
    validator = problem_files.single_output_validator(problem, "2025-09", new)
    # The files next to a validator of a single file come with it.
    alone = (
        len(problem.output_validators) == 1
        and not (paths.root / validator.name).is_dir()
    )
    alone = alone and not testlib.is_adapted(validator)
    for inner, source in files if alone else validator.files:
        content = source if isinstance(source, bytes) else paths.content(source)
        new.add(f"{layout.output_validator}/{inner}", content)
