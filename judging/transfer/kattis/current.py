"""Convert any package to 2025-09, or to the native format: the same with other folder names.

Files of a 2025-09 or native package are copied. Three of them are edited: generators.yaml gets the
new path of the solution, submissions.yaml loses the verdicts that 2025-09 does not know, and a
test's settings lose `rejected_at`. Comments and order stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from judging.core.problem import Paths, Problem
from judging.package import native
from judging.package.files.layout import KATTIS_2025_09, Layout
from judging.package.files.sources import NOT_PROGRAMS
from judging.package.problem_yaml import domjudge
from judging.package.yaml import editing
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import metadata, submissions_yaml, test_groups, yaml_edits
from judging.transfer.new_package import NewPackage
from judging.transfer.problem_files import (
    files_below,
    report_missing_tests,
    single_output_validator,
    statement_files,
)

NAME = "kattis-2025-09"
_FOLDER_NAME = re.compile(r"[a-z0-9]+")
# Folders at the top of a package that have the same name in every format.
_SAME = ("include", "attachments", "solution", "answer_validators")
_OLDER_VALIDATORS = "input_format_validators"
_OLDER_DATA = re.compile(r"^(invalid_input|invalid_output)s/")
_LEGACY_SETTINGS = ("testdata.yaml", "testdata.yml")


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` to 2025-09. `name` is the name of the new package's folder."""
    new = NewPackage()
    if not _FOLDER_NAME.fullmatch(name):
        why = "2025-09 allows lowercase letters and digits only: rename the folder"
        new.ask_to_fix(f"folder name {name}", why)
    report_missing_tests(problem, new)
    _convert(problem, KATTIS_2025_09, new)
    return new


def convert_to_native(problem: Problem) -> NewPackage:
    """Convert `problem` to the native format."""
    new = NewPackage()
    _convert(problem, native.LAYOUT, new)
    return new


def _convert(problem: Problem, layout: Layout, new: NewPackage) -> None:
    _report_tests_next_to_groups(problem, new)
    files = list(_files(problem, layout))
    for source, target in files:
        if why := _why_not(problem.paths, source, layout):
            new.drop(problem.paths.relative_path(source), why)
        elif source.name in _LEGACY_SETTINGS and source.is_relative_to(problem.paths.data):
            continue
        elif (edit := _edit(problem, source, layout, new)) is None:
            new.add(target, source)
        else:
            file = problem.paths.relative_path(source)
            content = editing.edit(read_file(source), file, edit)
            if content is not None:
                new.add(target, content)
    _add_output_validator(problem, layout, new)
    submissions_yaml.drop_compile_errors(problem, new)
    if metadata.is_current(problem):
        _add_missing_rules(problem, layout, new)
    else:
        new.add_yaml(layout.config, metadata.to_2025_09(problem, new))
        for inner, settings in test_groups.to_2025_09(problem, new).items():
            new.add_yaml(f"{layout.data}/{inner}", settings)
        rules = submissions_yaml.rules(problem)
        if rules:
            new.add_yaml(f"{layout.submissions}/submissions.yaml", rules)
    _drop_unknown(problem, [source for source, _ in files], new)


def _files(problem: Problem, layout: Layout) -> Iterator[tuple[Path, str]]:
    """Yield every file of the package with its path in the new one."""
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
        for source in files_below(folder_path, paths):
            inner = source.relative_to(folder_path).as_posix()
            if folder_path == paths.data:
                inner = _OLDER_DATA.sub(r"\1/", inner)
            elif "/" not in inner and source in submissions:
                inner = f"{submissions_yaml.MIXED}/{inner}"
            if source not in remade:
                yield source, f"{name}/{inner}"


def _why_not(paths: Paths, source: Path, layout: Layout) -> str:
    """Return why a file has no place in the new package; an empty string if it has one."""
    if source in (paths.manifest, paths.equivalents):
        return "" if layout is native.LAYOUT else "2025-09 has no such file"
    for_programs = (
        source.parent == paths.input_validators or source.parent.parent == paths.submissions
    )
    if for_programs and source.name in NOT_PROGRAMS:
        return "every file in this folder is read as a program"
    return ""


def _edit(
    problem: Problem, source: Path, layout: Layout, new: NewPackage
) -> Callable[[Any], bool] | None:
    """Return the edit that a YAML file needs; None for a file to copy."""
    paths = problem.paths
    file = paths.relative_path(source)
    if source == paths.generators_yaml:
        return lambda data: yaml_edits.move_solution(data, paths, layout)
    if layout is native.LAYOUT:
        return None
    if source == paths.submissions_yaml:
        return lambda data: yaml_edits.fold_verdicts(data, file, new)
    if source.is_relative_to(paths.data) and source.suffix == ".yaml":
        return lambda data: yaml_edits.drop_rejected_at(data, file, new)
    return None


def _add_missing_rules(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Add the rules that submissions.yaml lacks, to the file if there is one."""
    missing = submissions_yaml.missing_rules(problem)
    if not missing:
        return
    path = f"{layout.submissions}/submissions.yaml"
    given = new.files.get(path)
    if given is None:
        new.add_yaml(path, missing)
        return

    def add(data: Any) -> bool:
        data.update(missing)
        return True

    content = given if isinstance(given, bytes) else read_file(given)
    new.add(path, editing.edit(content, path, add) or content)


def _add_output_validator(problem: Problem, layout: Layout, new: NewPackage) -> None:
    paths = problem.paths
    files = list(files_below(paths.output_validator, paths))
    if not problem.output_validators:
        if files:
            new.drop(paths.relative_path(paths.output_validator), "the package does not use it")
        return
    validator = single_output_validator(problem, "2025-09", new)
    if len(problem.output_validators) > 1:
        for name, path in validator.files:
            new.add(f"{layout.output_validator}/{name}", path)
        return
    folder = paths.root / validator.name
    is_folder = folder.is_dir()
    if is_folder and folder != paths.output_validator:
        files = list(files_below(folder, paths))
    base = folder if is_folder else paths.output_validator
    for source in files:
        new.add(f"{layout.output_validator}/{source.relative_to(base).as_posix()}", source)


def _report_tests_next_to_groups(problem: Problem, new: NewPackage) -> None:
    groups = {name for name, group in problem.groups.items() if not group.graded}
    directly = any(test.group == "secret" for test in problem.testcases)
    if directly and any(name.startswith("secret/") for name in groups):
        folder = f"{problem.paths.relative_path(problem.paths.data)}/secret"
        new.ask_to_fix(
            f"{folder}: tests next to groups", "2025-09 allows tests or groups, not both"
        )


def _drop_unknown(problem: Problem, copied: list[Path], new: NewPackage) -> None:
    """Report the files and folders at the top of a package of another format that have no place
    in the new one."""
    paths = problem.paths
    if not paths.foreign:
        return
    known = {paths.root / domjudge.TIME_LIMIT, paths.config, *paths.output_validator.parents}
    known |= {parent for source in copied for parent in (source, *source.parents)}
    for entry in sorted(paths.root.iterdir()):
        hidden = entry.name.startswith(".") and entry.name != domjudge.TIME_LIMIT
        if entry == paths.output_validator or entry in known or hidden:
            continue
        if entry.is_dir() and not any(p.is_file() for p in entry.rglob("*")):
            continue
        why = "2025-09 and native packages have no place for it"
        if entry.name == domjudge.INI:
            why = "its time limit is kept; the rest concerns DOMjudge only"
        new.drop(entry.name, why)
