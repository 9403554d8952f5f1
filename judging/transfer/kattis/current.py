"""Any package as one of 2025-09, or as a native one, which is the same with other folder names.

Of a package that is one of the two already, files are copied as they are but for three:
generators.yaml names the solution by its new path, submissions.yaml loses the verdicts that 2025-09
does not know, and a test's settings lose `rejected_at`. Comments and order of these stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judging.core.diagnostics import Diagnostic
from judging.core.problem import Paths, Problem
from judging.package import native
from judging.package.files.layout import KATTIS_2025_09, Layout
from judging.package.files.sources import NOT_PROGRAMS, files_under
from judging.package.problem_yaml import domjudge
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import expectations, metadata, test_groups, yaml_edits
from judging.transfer.new_package import Difference, NewPackage

NAME = "kattis-2025-09"
_ROOT_NAME = re.compile(r"[a-z0-9]+")
# Parts at the top of a package that have the same name in every format.
_SAME = ("include", "attachments", "solution", "answer_validators")
_OLDER_VALIDATORS = "input_format_validators"
_STATEMENTS = ("statement", "problem_statement")
_OLD_DATA = re.compile(r"^(invalid_input|invalid_output)s/")
_LEGACY_GROUPS = ("testdata.yaml", "testdata.yml")


def write(problem: Problem, name: str) -> NewPackage:
    """The package `name` of 2025-09."""
    return convert(problem, KATTIS_2025_09, name)


def convert(problem: Problem, layout: Layout, name: str = "") -> NewPackage:
    """`problem` with the folders of `layout`, native or of 2025-09; `name` of a folder for the
    latter is held against its rules."""
    new = NewPackage()
    _shape_losses(problem, name, layout is native.LAYOUT, new)
    current = metadata.is_current(problem)
    files = list(_files(problem, layout))
    for source, target in files:
        shown = problem.paths.relative_path(source)
        if target is None:
            _not_carried(problem.paths, source, shown, new)
            continue
        content = _content(problem, source, layout, current, new)
        if content is not None:
            new.add(target, content)
    _output_validator(problem, layout, new)
    expectations.lose_compile_errors(problem, new)
    if not current:
        new.add_yaml(layout.config, metadata.of_2025_09(problem, new))
        for inner, settings in test_groups.of_2025_09(problem, new).items():
            new.add_yaml(f"{layout.data}/{inner}", settings)
        rules = expectations.rules(problem)
        if rules:
            new.add_yaml(f"{layout.submissions}/submissions.yaml", rules)
    else:
        _tell(problem, layout, new)
    _say_rest(problem, [source for source, _ in files], new)
    return new


def _files(problem: Problem, layout: Layout) -> Iterator[tuple[Path, str | None]]:
    """Every file of the package with its name in the new one; None: it has no place there."""
    paths = problem.paths
    folders = {
        paths.data: layout.data,
        paths.submissions: layout.submissions,
        paths.input_validators: layout.input_validators,
        paths.root / _OLDER_VALIDATORS: layout.input_validators,
        paths.generators: layout.generators,
        **{paths.root / name: name for name in _SAME},
    }
    astray = {paths.root / submission.path for submission in problem.submissions}
    yield paths.config, layout.config
    for source, inner in _statements(paths):
        # The statement's own name changes; pictures beside it keep theirs.
        folder, _, wanted = layout.statement.partition("/")
        stem = wanted.partition(".")[0]
        renamed = re.sub(r"^(statement|problem)(?=[.])", stem, inner)
        renamed = re.sub(rf"^{stem}(?=[.][a-z]+$)", f"{stem}.en", renamed)
        yield source, f"{folder}/{renamed}"
    for folder_path, name in folders.items():
        for source in under(folder_path, paths):
            inner = source.relative_to(folder_path).as_posix()
            if folder_path == paths.data:
                inner = _OLD_DATA.sub(r"\1/", inner)
            elif "/" not in inner and source in astray:
                inner = f"{expectations.OTHERS}/{inner}"
            target = f"{name}/{inner}"
            # In these folders the format takes every file for a program.
            taken = source.name in NOT_PROGRAMS and source.parent in (
                paths.input_validators,
                *(f for f in [source.parent] if f.parent == paths.submissions),
            )
            own = source in (paths.manifest, paths.equivalents) and layout is not native.LAYOUT
            yield source, None if taken or own else target


def _statements(paths: Paths) -> Iterator[tuple[Path, str]]:
    if paths.config.parent != paths.root:
        for source in under(paths.config.parent, paths):
            if source != paths.config and not source.is_relative_to(paths.data):
                yield source, source.relative_to(paths.config.parent).as_posix()
        return
    for folder in _STATEMENTS:
        for source in under(paths.root / folder, paths):
            yield source, source.relative_to(paths.root / folder).as_posix()


def under(folder: Path, paths: Paths) -> Iterator[Path]:
    """Every file below `folder`, as far as a package may hold it."""
    # A package that is written was loaded without errors: nothing comes up here.
    ignored: list[Diagnostic] = []
    return files_under(folder, paths, ignored.append)


def _not_carried(paths: Paths, source: Path, shown: str, new: NewPackage) -> None:
    if source == paths.manifest:
        new.lose(shown, "the digests of the data files", "no manifest there")
    elif source == paths.equivalents:
        new.lose(shown, "the known equivalents", "no mutants there")
    else:
        new.lose(shown, "not carried over", "every file there is a program")


def _content(
    problem: Problem, source: Path, layout: Layout, current: bool, new: NewPackage
) -> bytes | Path | None:
    """What stands in the place of `source`; None: nothing, or something that is made anew."""
    paths = problem.paths
    shown = paths.relative_path(source)
    differences: list[Difference] = []
    content: bytes | None
    if source == paths.generators_yaml:
        content, differences = yaml_edits.edited(
            read_file(source), shown, lambda data: yaml_edits.repath(data, paths, layout)
        )
    elif source == paths.config or source == paths.submissions_yaml:
        if not current:
            return None
        if source == paths.config or layout is native.LAYOUT:
            return source
        content, differences = yaml_edits.edited(
            read_file(source), shown, lambda data: yaml_edits.fold(data, shown)
        )
    elif source.is_relative_to(paths.data) and source.name in _LEGACY_GROUPS:
        return None
    elif (
        source.is_relative_to(paths.data)
        and source.suffix == ".yaml"
        and layout is not native.LAYOUT
    ):
        content, differences = yaml_edits.edited(
            read_file(source), shown, lambda data: yaml_edits.drop_place(data, shown)
        )
    else:
        return source
    new.differences.extend(differences)
    return content


def _tell(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Adds rules for the submissions of which only a tag, or nothing, says what is expected."""
    more = expectations.untold(problem)
    if not more:
        return
    name = f"{layout.submissions}/submissions.yaml"
    given = new.files.get(name)
    if given is None:
        new.add_yaml(name, more)
        return

    def add(data: Any) -> tuple[bool, list[Difference]]:
        data.update(more)
        return True, []

    content = given if isinstance(given, bytes) else read_file(given)
    new.add(name, yaml_edits.edited(content, name, add)[0] or content)


def _output_validator(problem: Problem, layout: Layout, new: NewPackage) -> None:
    paths = problem.paths
    named = list(under(paths.output_validator, paths))
    if not problem.output_validators:
        if named:
            shown = paths.relative_path(paths.output_validator)
            new.lose(shown, f"{len(named)} files", "the package does not use them")
        return
    if len(problem.output_validators) == 1:
        (program,) = problem.output_validators
        folder = paths.root / program.name
        alone = not folder.is_dir() and folder.parent == paths.output_validator
        if not alone and folder != paths.output_validator:
            named = list(under(folder, paths))
        base = folder if folder.is_dir() else paths.output_validator
        for source in named:
            new.add(f"{layout.output_validator}/{source.relative_to(base).as_posix()}", source)
        return
    first, *others = problem.output_validators
    for name, path in first.files:
        new.add(f"{layout.output_validator}/{name}", path)
    for other in others:
        new.lose(other.name, "an output validator", f"there is one: {first.name} decides alone")


def _shape_losses(problem: Problem, name: str, to_native: bool, new: NewPackage) -> None:
    paths = problem.paths
    if not to_native and not _ROOT_NAME.fullmatch(name):
        why = "the format wants lowercase letters and digits: rename the folder"
        new.lose(".", f"the folder name {name}", why)
    if not to_native:
        lose_missing_tests(problem, new)
    groups = {name for name, group in problem.groups.items() if not group.graded}
    directly = any(test.group == "secret" for test in problem.testcases)
    if directly and any(name.startswith("secret/") for name in groups):
        why = "the format wants either tests or groups in secret, not both"
        new.lose(f"{paths.relative_path(paths.data)}/secret", "tests beside groups", why)


def lose_missing_tests(problem: Problem, new: NewPackage) -> None:
    """Names the tests whose files are not in the package."""
    tests = [*problem.testcases, *problem.invalid_inputs]
    for test in [*tests, *problem.invalid_outputs, *problem.valid_outputs]:
        complete = test.input is not None and (
            test.answer is not None or test in problem.invalid_inputs
        )
        if not complete:
            why = "its files are not in the package: run `judge generate` before the export"
            shown = problem.paths.relative_path(problem.paths.data)
            new.lose(f"{shown}/{test.name}", "the test", why)


def _say_rest(problem: Problem, carried: list[Path], new: NewPackage) -> None:
    """Names what lies at the top of a package of other tools and is not carried over."""
    paths = problem.paths
    if not paths.foreign:
        return
    known = {paths.root / domjudge.TIME_LIMIT, *paths.output_validator.parents}
    known |= {parent for source in carried for parent in (source, *source.parents)}
    for place in sorted(paths.root.iterdir()):
        inner = place == paths.output_validator or place in known
        if inner or (place.name.startswith(".") and place.name != domjudge.TIME_LIMIT):
            continue
        count = sum(1 for p in place.rglob("*") if p.is_file()) if place.is_dir() else 1
        why = "native packages and 2025-09 have none"
        if place.name == domjudge.INI:
            why = "its time limit is taken; what else it says is DOMjudge's own"
        if count:
            new.lose(place.name, "not carried over", why)
