"""Convert any package to 2025-09, or to the native format: the same with other folder names.

Files of a 2025-09 or native package are copied. Three of them are edited:
generators.yaml gets the new path of the solution, submissions.yaml loses the verdicts
that 2025-09 does not know, and a test's settings lose `rejected_at`. Comments and order stay.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from judging.core.diagnostics import first_of
from judging.core.limits import resolution_for
from judging.core.problem import Paths, Problem
from judging.features.transfer import copied_library, git_files, problem_files
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.kattis import (
    metadata,
    partial_scores,
    submissions_yaml,
    test_groups,
)
from judging.features.transfer.new_package import NewPackage
from judging.languages import contents_of
from judging.package import native, testlib
from judging.package.files.layout import (
    GROUP_FILE,
    INPUT_VISUALIZER,
    KATTIS_2025_09,
    OUTPUT_VISUALIZER,
    SCHEMAS,
    Layout,
)
from judging.package.files.sources import NOT_PROGRAMS, readable_files
from judging.package.files.statement_files import statement_files
from judging.package.problem_yaml import domjudge_settings
from judging.package.problem_yaml.time_limit import RESOLUTION, set_in_yaml
from judging.package.yaml import writing

# 2025-09, "General requirements": "The directory name must consist solely of lowercase
# letters a-z and digits 0-9."
FOLDER_NAME = re.compile(r"[a-z0-9]+")
# Folders at the top of a package that have the same name in every format.
_SAME = (
    "include",
    "attachments",
    "solution",
    "problem_slide",
    "answer_validators",
    INPUT_VISUALIZER,
    OUTPUT_VISUALIZER,
)
_OLDER_VALIDATORS = "input_format_validators"
_OLDER_DATA = re.compile(
    r"^(invalid_input|invalid_answer|invalid_output|valid_output)s/"
)
_LEGACY_SETTINGS = ("testdata.yaml", "testdata.yml")
# The first line of problem.yaml, for editors. Its path starts in the folder of the file.
_SCHEMA = re.compile(rb"\A(# yaml-language-server: \$schema=)(?:\.\./)*(?=\.schemas/)")


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` to 2025-09. `name` is the name of the new package's folder."""
    new = NewPackage()
    if not FOLDER_NAME.fullmatch(name):
        why = "2025-09 allows lowercase letters and digits only: rename the folder"
        new.ask_to_fix(f"folder name {name}", why)
    convert(problem, KATTIS_2025_09, new)
    problem_files.keep_language_factors_unused(problem, new)
    return new


def convert(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Convert `problem` to 2025-09, or to the native format with its `layout`."""
    paths = problem.paths
    _check_groups(problem, new)
    files = list(_files(problem, layout))
    new_places = {paths.relative_path(source): target for source, target in files}
    leftovers = problem_files.leftovers(problem)
    for source, target in files:
        why = _why_not(paths, source, layout) or leftovers.get(source, "")
        if why:
            new.drop(paths.relative_path(source), why)
            continue
        if source == paths.generators_yaml:
            new.add(target, problem_files.move_solutions(paths, layout, new_places))
            continue
        content = _content(paths, source, layout, new)
        if source == paths.config and layout is not native.LAYOUT:
            content = _with_resolution(problem, content, new)
        if content is not None:
            new.add(target, content)
    problem_files.add_language_factors(problem, layout, new)
    git_files.add(paths, new)
    for inner, schema in readable_files(paths.root / SCHEMAS, paths):
        new.add(f"{SCHEMAS}/{inner}", schema)
    if layout is not native.LAYOUT:
        _fill_submissions(problem, layout, new)
        _fill_recipes(problem, layout, new)
        _name_tests_without_recipe(problem, new)
    copied_library.add_library(paths, layout.generators, new)
    _add_output_validator(problem, layout, leftovers, new)
    _add_adapters(problem, layout, new)
    submissions_yaml.drop_compile_errors(problem, new)
    submissions_yaml.note_missing_expectations(problem, new)
    if metadata.is_current(problem):
        submissions_yaml.add_missing_rules(problem, layout, new)
    else:
        _add_settings(problem, layout, new)
    parts = (
        paths.config,
        paths.settings,
        paths.output_validator,
        *(source for source, _ in files),
    )
    known = (domjudge_settings.TIME_LIMIT, *map(paths.relative_path, parts))
    why = "2025-09 and native packages have no place for it"
    problem_files.drop_unknown(paths, known, why, new)


def _check_groups(problem: Problem, new: NewPackage) -> None:
    """Report tests next to groups, which legacy packages may have.

    2025-09, "Test data groups": "There can only be test data groups _or_ test cases in
    `data/secret`, never both."
    """
    if not any(test.group == "secret" for test in problem.testcases):
        return
    for name, group in problem.groups.items():
        if name.startswith("secret/") and not group.graded:
            data = problem.paths.relative_path(problem.paths.data)
            why = "2025-09 allows tests or groups, not both"
            new.ask_to_fix(f"{data}/secret: tests next to groups", why)
            return


def _add_settings(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Add the YAML files of 2025-09 for a package of another version."""
    new.add_yaml(layout.config, metadata.to_2025_09(problem, new))
    settings = test_groups.to_2025_09(problem, new)
    for inner, values in settings.items():
        new.add_yaml(f"{layout.data}/{inner}", values)
    recipes = f"{layout.generators}/{problem.paths.generators_yaml.name}"
    content = new.files.get(recipes)
    if settings and content is not None:
        changed = problem_files.replace_group_settings(
            read_file(content),
            problem.paths.relative_path(problem.paths.generators_yaml),
            test_groups.LEGACY_SETTINGS,
            GROUP_FILE,
            settings,
        )
        new.add(recipes, changed)
    partial = partial_scores.score_range(problem, settings) if problem.scoring else None
    rules = submissions_yaml.rules(problem, partial, new)
    if rules:
        new.add_yaml(f"{layout.submissions}/submissions.yaml", rules)


def _files(problem: Problem, layout: Layout) -> Iterator[tuple[Path, str]]:
    """Yield each file to copy or edit, with its path in the new package."""
    paths = problem.paths
    # These two are written from scratch for a package of another version.
    remade: tuple[Path, ...] = (paths.config, paths.submissions_yaml)
    if metadata.is_current(problem):
        remade = ()
        yield paths.config, layout.config
    for source, inner in statement_files(paths):
        yield source, statement_place(inner, layout)
    folders = {
        paths.data: layout.data,
        paths.submissions: layout.submissions,
        paths.input_validators: layout.input_validators,
        paths.root / _OLDER_VALIDATORS: layout.input_validators,
        paths.generators: layout.generators,
        **{paths.root / name: name for name in _SAME},
    }
    submissions = {paths.root / submission.path for submission in problem.submissions}
    for folder_path, name in folders.items():
        for inner, source in readable_files(folder_path, paths):
            place = inner
            if folder_path == paths.data:
                place = _OLDER_DATA.sub(r"\1/", inner)
            elif "/" not in inner and source in submissions:
                # 2025-09: submissions "must be placed in a direct subdirectory".
                place = f"{submissions_yaml.MIXED}/{inner}"
            if source == paths.manifest:
                yield source, layout.manifest
            elif source not in remade:
                yield source, f"{name}/{place}"


def statement_place(inner: str, layout: Layout) -> str:
    """Return the path for a file of the statement that is called `inner` beside `problem.*`.

    2025-09, "Problem statements": the file is named `problem.<language>.<filetype>`. A
    name without a language means English. Pictures keep their names.
    """
    folder, _, wanted = layout.statement.partition("/")
    stem = wanted.partition(".")[0]
    renamed = re.sub(r"^(statement|problem)(?=[.])", stem, inner)
    renamed = re.sub(rf"^{stem}(?=[.][a-z]+$)", f"{stem}.en", renamed)
    return f"{folder}/{renamed}"


def _why_not(paths: Paths, source: Path, layout: Layout) -> str:
    """Return why a file has no place in the new package; an empty string if it has one."""
    if source in (paths.manifest, paths.equivalents):
        if layout is native.LAYOUT:
            return ""
        return "2025-09 has no such file"
    programs = (
        source.parent == paths.input_validators
        or source.parent.parent == paths.submissions
    )
    if programs and source.name in NOT_PROGRAMS:
        return "every file in this folder is read as a program"
    return ""


def _content(
    paths: Paths, source: Path, layout: Layout, new: NewPackage
) -> bytes | Path | None:
    """Return the content of a file in the new package; None for settings that `convert` makes."""
    in_data = source.is_relative_to(paths.data)
    if in_data and source.name in _LEGACY_SETTINGS:
        return None
    if source == paths.config:
        way_up = b"../" * layout.config.count("/")
        return _SCHEMA.sub(rb"\1" + way_up, read_file(paths.content(source)))
    if layout is native.LAYOUT:
        return paths.content(source)
    if source == paths.submissions_yaml:
        return submissions_yaml.fold_verdicts(paths, new)
    if in_data and source.suffix == ".yaml":
        return _drop_rejected_at(source, paths.relative_path(source), new)
    return paths.content(source)


def _with_resolution(
    problem: Problem, content: bytes | Path | None, new: NewPackage
) -> bytes | Path | None:
    """Return problem.yaml with a `time_resolution` that its time limit is a multiple of:
    BAPCtools refuses any other limit."""
    limits = problem.limits
    if content is None or limits.time_s is None:
        return content
    resolution_s = resolution_for(limits.time_s, limits.time_resolution_s)
    if resolution_s == limits.time_resolution_s:
        return content
    file = problem.paths.relative_path(problem.paths.config)
    new.change(
        f"{file}: time_resolution is {resolution_s:g} s",
        f"2025-09 wants the limit of {limits.time_s:g} s to be a multiple of it",
    )
    return set_in_yaml(read_file(content), file, resolution_s, RESOLUTION)


def _fill_submissions(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Put the values of constants into the submissions: BAPCtools replaces none there."""
    folder = problem.paths.relative_path(problem.paths.submissions)
    for file, content in list(new.files.items()):
        if not file.startswith(f"{layout.submissions}/") or file.endswith(".yaml"):
            continue
        filled = problem_files.fill_constants(content, problem.constants)
        if filled != content:
            new.add(file, filled)
            what = f"{folder}/{file.removeprefix(f'{layout.submissions}/')}: constants"
            new.change(what, "their values: BAPCtools replaces none in submissions")


def _fill_recipes(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Put the values of constants into the literal texts of generators.yaml: BAPCtools
    replaces those in commands only."""
    recipes = problem.paths.generators_yaml
    place = f"{layout.generators}/{recipes.name}"
    content = new.files.get(place)
    if content is None:
        return
    file = problem.paths.relative_path(recipes)
    before = read_file(content)
    filled = problem_files.fill_literal_texts(before, file, problem.constants)
    if filled != before:
        new.add(place, filled)
        why = "their values: BAPCtools replaces none there"
        new.change(f"{file}: constants in literal texts", why)


def _name_tests_without_recipe(problem: Problem, new: NewPackage) -> None:
    """Report the tests that `bt generate` moves away, because no recipe makes them."""
    paths = problem.paths
    handmade = problem.tests_without_recipe
    if not paths.generators_yaml.is_file() or not handmade:
        return
    what = f"{paths.relative_path(paths.data)}: no recipe for {first_of(handmade)}"
    remedy = "move it elsewhere, then `judge generate --add FILE` writes a recipe"
    new.ask_to_fix(what, f"`bt generate` removes such a test: {remedy}")


def _drop_rejected_at(source: Path, file: str, new: NewPackage) -> bytes | None:
    def change(data: Any) -> bool:
        if "rejected_at" not in data:
            return False
        del data["rejected_at"]
        new.drop(f"{file}: rejected_at", "2025-09 has no such key")
        return True

    return writing.edit(read_file(source), file, change)


def _add_adapters(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Replace input validators for testlib by those in the adapter, which other tools can run."""
    carried: set[str] = set()
    needed: set[str] = set()
    for validator in problem.input_validators:
        if not testlib.is_adapted(validator):
            needed.update(inner for inner, _ in validator.files)
        else:
            place = f"{layout.input_validators}/{PurePosixPath(validator.name).name}"
            for file in list(new.files):
                if file == place or file.startswith(f"{place}/"):
                    del new.files[file]
            for inner, content in contents_of(validator):
                new.add(f"{place}/{inner}", content)
                carried.add(inner)
    # What lay beside a validator of one file, such as testlib.h, is now in its folder.
    for inner in carried - needed:
        new.files.pop(f"{layout.input_validators}/{inner}", None)


def _add_output_validator(
    problem: Problem, layout: Layout, leftovers: Mapping[Path, str], new: NewPackage
) -> None:
    paths = problem.paths
    files: Sequence[tuple[str, Path | bytes]]
    files = readable_files(paths.output_validator, paths)
    if not problem.output_validators:
        if files:
            file = paths.relative_path(paths.output_validator)
            new.drop(file, "the package does not use it")
        return
    # 2025-09 has one output validator, in the folder `output_validator` itself.
    validator = problem_files.single_output_validator(problem, "2025-09", new)
    several = len(problem.output_validators) > 1
    in_folder = (paths.root / validator.name).is_dir()
    if several or in_folder or testlib.is_adapted(validator):
        files = validator.files
    # The files next to a validator of a single file belong to it.
    for inner, source in files:
        if isinstance(source, Path) and source in leftovers:
            new.drop(paths.relative_path(source), leftovers[source])
            continue
        content = source if isinstance(source, bytes) else paths.content(source)
        new.add(f"{layout.output_validator}/{inner}", content)
