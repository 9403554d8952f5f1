"""Convert a Polygon package to the native format.

Checkers, validators and interactors stay programs for testlib, with an adapter around them. Tests
without files become recipes: their commands go to generators.yaml.
"""

import hashlib
import math
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.core.limits import MIB
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.kattis import metadata
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import (
    PackageFiles,
    valid_name,
    with_unix_line_ends,
)
from judging.features.transfer.polygon import problem_xml, programs, statements, tests
from judging.features.transfer.polygon.problem_xml import NAME, Description, Testset
from judging.package.files.layout import GROUP_FILE
from judging.package.groups import manifest
from judging.package.native import LAYOUT

_TESTSET = "tests"
_STRESSES = "stresses"
_MADE = (
    "Polygon makes them itself: scripts, built programs, copies, examples, rendered "
    "statements and their layout"
)
# Files that every package has and nobody needs here, with the reason.
_NOT_NEEDED = (
    (re.compile(r".*\.(exe|jar|class|dll)|.*/[^./]+\.jar"), _MADE),
    (re.compile(r"(scripts/.*|(doall|wipe)\.(sh|bat))"), _MADE),
    (re.compile(r"files/(olymp\.sty|problem\.tex|statements\.ftl|tutorial\.tex|.*\.ftl)"), _MADE),
    (re.compile(r"solutions[/].*\.desc"), _MADE),
    (re.compile(r"(check\.\w+|tags)"), _MADE),
    (re.compile(r"(statements|statement-sections)/.*/?example\.\d+(\.a)?"), _MADE),
    (re.compile(r"statements/.*"), _MADE),
    (re.compile(r"statement-sections/.*/tutorial\.tex"), "native packages have no tutorials"),
)  # fmt: skip


def convert(root: Path) -> NewPackage:
    """Convert the Polygon package in the folder `root`. Raises PackageError if its
    problem.xml is missing or invalid, or if it has no tests."""
    files = PackageFiles(root)
    new = NewPackage()
    path = files.take(NAME)
    if path is None:
        raise PackageError([error("missing: expected a Polygon package", NAME)])
    described = problem_xml.read(path)
    testset = _choose_testset(described, new)
    arguments = programs.add_checker(described, files, new)
    pass_group = programs.add_validators(described, files, new)
    found = tests.folders(testset, pass_group, new)
    if testset.scoring and not pass_group:
        # Arguments of input validators keep the names otherwise.
        tests.report_new_names(found, new)
    model = programs.add_solutions(described, files, new)
    known = programs.known_generators(described, files)
    recipes = tests.add_tests(testset, found, files, known, new)
    if recipes:
        _add_recipes(recipes, model, known, files, new)
    if not recipes and not new.has_files_in(LAYOUT.data):
        message = (
            f"no tests: the files {testset.input_pattern} of testset {testset.name} are missing, "
            "and no generator can make them"
        )
        raise PackageError([error(message, NAME)])
    _add_invalid_inputs(described, files, new)
    checker_scores = programs.gives_points(described, files)
    if checker_scores and not testset.scoring:
        what = f"{described.checker or described.interactor}: it may give points"
        why = "no test gives any: an output with points is accepted, with 0 points wrong"
        new.change(what, why)
    settings = tests.settings(testset, found, pass_group, checker_scores)
    _add_settings(settings, arguments, new)
    _add_manifest(recipes, new)
    statements.import_statements(described, files, new)
    _add_config(described, testset, new)
    _drop_rest(described, files, new)
    return new


def _choose_testset(described: Description, new: NewPackage) -> Testset:
    by_name = {testset.name: testset for testset in described.testsets}
    chosen = by_name.get(_TESTSET, described.testsets[0])
    for testset in described.testsets:
        if testset is not chosen:
            what = f"{NAME}: testset {testset.name} with {len(testset.tests)} tests"
            new.drop(what, f"a package has one testset: {chosen.name} is kept")
    return chosen


def _add_recipes(
    recipes: Mapping[str, object],
    model: str | None,
    known: Mapping[str, str],
    files: PackageFiles,
    new: NewPackage,
) -> None:
    """Add generators.yaml, and the generators that its recipes run."""
    document: dict[str, object] = {}
    if model:
        document["solution"] = f"/{model}"
    commands = [recipe for recipe in recipes.values() if isinstance(recipe, str)]
    # A generator is often several files. generators.yaml lists them under the name that
    # the commands of Polygon use.
    generators: dict[str, list[str]] = {}
    for name in dict.fromkeys(command.split()[0] for command in commands):
        generators[name] = programs.add_generator(known[name], files, new)
    if generators:
        document["generators"] = generators
    data: dict[str, dict[str, Any]] = {}
    for test, recipe in recipes.items():
        *folders, name = test.split("/")
        entries: dict[str, Any] = data
        for folder in folders:
            entries = entries.setdefault(folder, {"data": {}})["data"]
        entries[name] = recipe
    new.add_yaml(f"{LAYOUT.generators}/generators.yaml", {**document, "data": data})


def _add_invalid_inputs(
    described: Description, files: PackageFiles, new: NewPackage
) -> None:
    """Add the tests of validators whose verdict is INVALID."""
    others = 0
    for validator in described.validators:
        for name, verdict in validator.tests:
            path = files.take(name)
            if path is not None and verdict == "INVALID":
                place = f"{LAYOUT.data}/invalid_input/{valid_name(path.name)}.in"
                new.add(place, with_unix_line_ends(path))
            else:
                others += 1
    if others:
        count = sum(len(validator.tests) for validator in described.validators)
        what = f"{NAME}: {others} of {count} tests of validators"
        new.drop(what, "only inputs that a validator must reject have a place")
    if described.checker_tests:
        what = f"{NAME}: tests of the checker: {described.checker_tests}"
        new.drop(what, "their inputs may be invalid, which native packages do not allow")


def _add_settings(
    settings: dict[str, dict[str, object]], arguments: tuple[str, ...], new: NewPackage
) -> None:
    """Add the settings, and the `arguments` of the default comparison for every test."""
    # The settings of these two folders apply to all folders in them.
    for folder in ("sample", "secret"):
        if arguments and new.has_files_in(f"{LAYOUT.data}/{folder}"):
            entry = settings.setdefault(f"{folder}/{GROUP_FILE}", {})
            entry["output_validator_args"] = list(arguments)
    for name, entry in settings.items():
        new.add_yaml(f"{LAYOUT.data}/{name}", entry)


def _add_manifest(recipes: Mapping[str, object], new: NewPackage) -> None:
    """Add the manifest if the package has answers of tests that generators make.

    It records that their inputs are generated and their answers given: else the main
    solution would make the answers again, which may take long.
    """
    folder = f"{LAYOUT.data}/"
    data = {
        name.removeprefix(folder): hashlib.sha256(read_file(content)).hexdigest()
        for name, content in new.files.items()
        if name.startswith(folder)
    }
    made = [f"{test}.in" for test in recipes if f"{test}.ans" in data]
    if made:
        new.add(LAYOUT.manifest, manifest.render(data, made).encode())


def _add_config(described: Description, testset: Testset, new: NewPackage) -> None:
    names = {}
    for language, name in described.names.items():
        code = statements.CODES.get(language.lower())
        if code is not None and name.strip():
            names[code] = name.strip()
    # Rounded up: with less memory than on Polygon, a right submission could fail.
    memory = math.ceil(testset.memory_bytes / MIB)
    if memory * MIB != testset.memory_bytes:
        given = f"memory limit of {testset.memory_bytes} bytes"
        what = f"{NAME}: {given} becomes {memory} MiB"
        new.change(what, "problem.yaml states whole MiB")
    kinds = ["scoring" if testset.scoring else "pass-fail"]
    if described.interactor:
        kinds.append("interactive")
    # The url names the problem on Polygon, so that a newer revision keeps its uuid.
    seed = described.url or f"polygon:{described.short_name}"
    shown = names or described.short_name or "problem"
    data = metadata.required_keys(kinds, shown, seed)
    if described.url:
        data["source"] = {"name": "Polygon", "url": described.url}
    if described.tags:
        data["keywords"] = list(described.tags)
    data["limits"] = {"time_limit": testset.time_s, "memory": memory}
    new.add_yaml(LAYOUT.config, data)


def _drop_rest(described: Description, files: PackageFiles, new: NewPackage) -> None:
    """Report what native packages have no place for, and the files that nothing took."""
    named = " and ".join(described.named_files)
    if named:
        why = "submissions must use standard input and output"
        new.ask_to_fix(f"{NAME}: submissions use {named}", why)
    if described.runs > 1:
        what = f"{NAME}: run-count {described.runs}"
        new.drop(what, "a submission runs once on each test")
    policies = _feedback_policies(described)
    if policies:
        new.drop(f"{NAME}: feedback policies {policies}", "native packages have none")
    if described.details:
        what = f"{NAME}: {', '.join(described.details)}"
        new.drop(what, "native packages have no place for them")
    for element, count in described.unused.items():
        new.drop(f"{NAME}: {element}: {count}", "native packages have no place for them")
    if "stresses" in described.unused:
        for path in files.files_in(_STRESSES):
            files.take(f"{_STRESSES}/{path.name}")  # counted above
    # Resources were added with the programs that include them.
    added = {PurePosixPath(name).name for name in new.files}
    for resource in described.resources:
        if PurePosixPath(resource).name in added:
            files.take(resource)
    files.drop_rest(new, _NOT_NEEDED)


def _feedback_policies(described: Description) -> str:
    """Return the feedback policies of all groups, as a list for people."""
    found: set[str] = set()
    for testset in described.testsets:
        found.update(group.feedback for group in testset.groups)
    return ", ".join(sorted(found - {""}))
