"""From a Polygon package to a native one: what is carried over, and what is not, each by name.

Checkers, validators and interactors stay programs for testlib, with an adapter around them. Tests
that the package does not hold are made by its generators: their commands become recipes.
"""

from __future__ import annotations

import math
import re
import uuid
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.core.limits import MIB
from judging.package.groups.testdata import GROUP_FILE
from judging.package.native import LAYOUT
from judging.package.problem_yaml import config
from judging.transfer.new_package import NewPackage
from judging.transfer.polygon import problem_xml, programs, statements, tests
from judging.transfer.polygon.package_files import PackageFiles, valid_name, with_unix_line_ends
from judging.transfer.polygon.problem_xml import NAME, Description, Testset

_TESTSET = "tests"
# What lies in every package and says nothing that is not said elsewhere.
_KNOWN = (
    (re.compile(r".*\.(exe|jar|class|dll)|.*/[^./]+\.jar"), "built programs: built again here"),
    (re.compile(r"(scripts/.*|(doall|wipe)\.(sh|bat))"), "Polygon's own scripts: not needed"),
    (re.compile(r"files/(olymp\.sty|problem\.tex|statements\.ftl|tutorial\.tex|.*\.ftl)"),
     "Polygon's own layout of statements: not needed"),
    (re.compile(r"solutions[/].*\.desc"), "Polygon's notes on solutions: problem.xml has them"),
    (re.compile(r"(check\.\w+|tags)"), "a copy of what problem.xml names elsewhere"),
    (re.compile(r"(statements|statement-sections)/.*/?example\.\d+(\.a)?"),
     "examples of statements: the samples are there"),
    (re.compile(r"statements/.*"), "statements made for readers: their sources are carried over"),
    (re.compile(r"statement-sections/.*/tutorial\.tex"), "tutorials: no place for them"),
)  # fmt: skip


def convert(root: Path) -> NewPackage:
    """The package in the folder `root` as a native one. Raises PackageError where it is none, or
    holds no test at all."""
    files, new = PackageFiles(root), NewPackage()
    path = files.find(NAME)
    if path is None:
        raise PackageError([error(f"no {NAME}: expected a Polygon package", NAME)])
    described = problem_xml.read(path)
    testset = _testset(described, new)
    arguments = programs.checker(described, files, new)
    asks = programs.validators(described, files, new)
    found = tests.folders(testset, asks, new)
    model = programs.solutions(described, files, new)
    known = programs.generators(described, files)
    recipes = tests.place(testset, found, files, known, new)
    _recipes(recipes, model, known, files, new)
    if not recipes and not any(n.startswith(f"{LAYOUT.data}/") for n in new.files):
        message = f"no test of testset {testset.name} can be had: expected {testset.input_pattern}"
        raise PackageError([error(message, NAME)])
    _invalid(described, files, new)
    partial = programs.gives_points(described, files)
    _settings(tests.settings(testset, found, asks, partial), arguments, new)
    statements.place(described, files, new)
    _config(described, testset, new)
    _say_rest(described, files, new)
    return new


def _testset(described: Description, new: NewPackage) -> Testset:
    by_name = {testset.name: testset for testset in described.testsets}
    chosen = by_name.get(_TESTSET, described.testsets[0])
    for testset in described.testsets:
        if testset is not chosen:
            what = f"testset {testset.name} with {len(testset.tests)} tests"
            new.lose(NAME, what, f"a package has one: {chosen.name} is taken")
    return chosen


def _recipes(
    recipes: Mapping[str, object],
    model: str | None,
    known: Mapping[str, str],
    files: PackageFiles,
    new: NewPackage,
) -> None:
    """Writes generators.yaml, with the sources that its commands need."""
    if not recipes:
        return
    used = dict.fromkeys(
        recipe.split()[0] for recipe in _leaves(recipes) if isinstance(recipe, str)
    )
    document: dict[str, object] = {"solution": f"/{model}"} if model else {}
    if used:
        document["generators"] = {
            name: programs.generator(known[name], files, new) for name in used
        }
    new.add_yaml(f"{LAYOUT.generators}/generators.yaml", {**document, "data": recipes})


def _leaves(recipes: Mapping[str, object]) -> list[object]:
    found: list[object] = []
    for entry in recipes.values():
        inner = entry.get("data") if isinstance(entry, dict) else None
        found += _leaves(inner) if isinstance(inner, dict) else [entry]
    return found


def _invalid(described: Description, files: PackageFiles, new: NewPackage) -> None:
    """The inputs that the validator's own tests say it must refuse."""
    others = 0
    for validator in described.validators:
        for name, verdict in validator.tests:
            path = files.find(name)
            if path is None or verdict != "INVALID":
                others += 1
                continue
            place = f"{LAYOUT.data}/invalid_input/{valid_name(path.name)}.in"
            new.add(place, with_unix_line_ends(path))
    if others:
        new.lose(NAME, f"{others} tests of the validator", "only inputs to refuse have a place")
    if described.checker_tests:
        why = "tests of checkers: their inputs need not be valid, as they must be here"
        new.lose(NAME, f"{described.checker_tests} tests of the checker", why)


def _settings(
    settings: Mapping[str, dict[str, object]],
    arguments: tuple[str, ...],
    new: NewPackage,
) -> None:
    merged = {name: dict(entry) for name, entry in settings.items()}
    if arguments:
        # Stated once for each of the two: a folder's settings hold for those inside it.
        for folder in ("sample", "secret"):
            if any(name.startswith(f"{LAYOUT.data}/{folder}/") for name in new.files):
                entry = merged.setdefault(f"{folder}/{GROUP_FILE}", {})
                entry["output_validator_args"] = list(arguments)
    for name, entry in merged.items():
        new.add_yaml(f"{LAYOUT.data}/{name}", entry)


def _config(described: Description, testset: Testset, new: NewPackage) -> None:
    names = {}
    for language, name in described.names.items():
        code = statements.code(language)
        if code is not None and name.strip():
            names[code] = name.strip()
    title = described.short_name or "problem"
    memory = math.ceil(testset.memory_bytes / MIB)
    if memory * MIB != testset.memory_bytes:
        what = f"the memory limit of {testset.memory_bytes} bytes"
        new.lose(NAME, what, f"whole MiB only: {memory} MiB")
    kinds = ["scoring" if tests.scoring(testset) else "pass-fail"]
    kinds += ["interactive"] if described.interactor else []
    seed = described.url or f"polygon:{described.short_name}"
    data: dict[str, object] = {
        "problem_format_version": config.VERSION,
        "type": kinds if len(kinds) > 1 else kinds[0],
        "name": names or title,
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, seed)),
    }
    if described.url:
        data["source"] = {"name": "Polygon", "url": described.url}
    if described.tags:
        data["keywords"] = list(described.tags)
    data["limits"] = {"time_limit": testset.time_s, "memory": memory}
    new.add_yaml(LAYOUT.config, data)


def _say_rest(described: Description, files: PackageFiles, new: NewPackage) -> None:
    if described.reads or described.writes:
        named = " and ".join(filter(None, (described.reads, described.writes)))
        why = "submissions use standard input and output here: these will fail"
        new.lose(NAME, f"the files {named} that submissions use", why)
    if described.runs > 1:
        new.lose(NAME, f"{described.runs} runs of each submission", "they are run once")
    feedback = {g.feedback for t in described.testsets for g in t.groups if g.feedback}
    if feedback:
        new.lose(NAME, f"feedback policies ({', '.join(sorted(feedback))})", "no place for them")
    for what, count in described.rest.items():
        new.lose(NAME, f"{count} {what}", "no place for them")
    for resource in described.resources:
        # Beside the programs that include them; what no program includes is named below.
        if PurePosixPath(resource).name in {PurePosixPath(name).name for name in new.files}:
            files.find(resource)
    files.lose_rest(new, _KNOWN)
