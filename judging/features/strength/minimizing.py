"""`judge strength --minimize`: copy a package with fewer secret tests.

The copy is a whole package. `judge run` in it takes a fraction of the time and still
detects every known fault, which is what a setter wants while a problem changes.
generators.yaml loses the dropped tests and names the numbered ones, so that every test
keeps its name; comments and order stay.
"""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from judging.core.errors import UsageError
from judging.core.problem import Problem
from judging.features.transfer.filesystem import (
    check_free,
    new_folder,
    read_file,
    require_outside,
    write_file,
)
from judging.package.files.layout import ROOTS, SCHEMAS
from judging.package.files.sources import readable_files
from judging.package.generators.entries import is_folder
from judging.package.groups import manifest
from judging.package.groups.data_folder import split
from judging.package.yaml import writing

# An entry with one of these keys stands for several tests: none can be dropped alone.
_SEVERAL_TESTS = re.compile(r"(?:^|[\s{,'\"])(?:count|include)['\"]?\s*:")


def check_minimize_target(problem: Problem, out: Path) -> None:
    """Raise UsageError if the package cannot be minimized, or not into the folder `out`."""
    require_outside(out, problem.paths.root)
    recipes = problem.paths.generators_yaml
    if recipes.is_file():
        text = recipes.read_text("utf-8", "replace")
        if _SEVERAL_TESTS.search(text):
            file = problem.paths.relative_path(recipes)
            raise UsageError(
                f"{file}: --minimize does not support entries with count or include: write "
                "each test as an entry of its own"
            )
    check_free(out)


def write_minimized(problem: Problem, keep: Collection[str], out: Path) -> int:
    """Copy `problem` to the new folder `out` with all samples and the secret tests in `keep`,
    at least one.

    Tests that rules of submissions.yaml need stay too. Returns the number of tests in
    the copy. Raises UsageError as `check_minimize_target`, MachineError if a file cannot be copied.
    """
    check_minimize_target(problem, out)
    paths = problem.paths
    names = [test.name for test in problem.testcases]
    kept = {name for name in names if not name.startswith("secret/") or name in keep}
    secret = [name for name in names if name.startswith("secret/")]
    if kept.isdisjoint(secret):
        # The samples catch every fault; but a package without a secret test is broken.
        kept.update(secret[:1])
    dropped = set(names) - _with_tests_of_rules(problem, names, kept)
    with new_folder(out) as place:
        # A package may have hidden files at its top, such as `.timelimit`.
        hidden = [path for path in sorted(paths.root.glob(".*")) if path.is_file()]
        readable = [path for _, path in readable_files(paths.root, paths)]
        schemas = [path for _, path in readable_files(paths.root / SCHEMAS, paths)]
        for source in [*readable, *hidden, *schemas]:
            content = _content(problem, source, dropped)
            if content is not None:
                write_file(place / paths.relative_path(source), content)
        if problem.manifest is not None:
            # The manifest lists every file of the data folder, so the copy needs its own.
            copy = place / paths.relative_path(paths.manifest)
            digests = manifest.digests(out / paths.data.relative_to(paths.root))
            write_file(copy, manifest.render(digests, problem.generated).encode())
    return len(names) - len(dropped)


def _with_tests_of_rules(
    problem: Problem, names: Collection[str], kept: Collection[str]
) -> set[str]:
    """Return `kept` with the tests that rules for single tests need: all tests of a rule
    that requires a verdict or a message, at least one test of any other rule."""
    found = set(kept)
    for submission in problem.submissions:
        expectation = submission.expectation
        for rule in expectation.rules if expectation else ():
            if not rule.tests:
                continue
            concerned = [name for name in names if rule.applies_to(name)]
            if rule.required or rule.message:
                found.update(concerned)
            elif found.isdisjoint(concerned):
                # One test is enough to keep the rule from matching nothing.
                found.update(concerned[:1])
    return found


def _content(
    problem: Problem, source: Path, dropped: Collection[str]
) -> bytes | Path | None:
    """Return the content of a file in the copy; None if the copy does not have it."""
    paths = problem.paths
    if source == paths.manifest:
        return None
    if source.is_relative_to(paths.data):
        name, extension = split(source.relative_to(paths.data).as_posix())
        if extension and name in dropped:
            return None
        return source
    if source == paths.generators_yaml:
        return _without_recipes(problem, dropped)
    return paths.content(source)


def _without_recipes(problem: Problem, dropped: Collection[str]) -> bytes | None:
    """Return generators.yaml without the recipes of the `dropped` tests."""
    paths = problem.paths
    generated = [name for name in problem.recipes if not name.endswith("/test_group")]

    def drop_tests(document: Any) -> bool:
        data = document.get("data") or {}
        for root in ROOTS:
            if isinstance(data.get(root), dict):
                _edit_folder(data[root], root, generated, dropped)
        return True

    file = paths.relative_path(paths.generators_yaml)
    return writing.edit(read_file(paths.generators_yaml), file, drop_tests)


def _edit_folder(
    folder: Any, name: str, generated: Collection[str], dropped: Collection[str]
) -> None:
    """Drop tests; turn each list of numbered tests into a mapping with the names of the tests."""
    entries = folder.get("data")
    if isinstance(entries, list):
        entries = _named_entries(entries, name, generated)
        folder["data"] = entries
    for key in list(entries or ()):
        inner = f"{name}/{key}"
        if is_folder(entries[key]):
            _edit_folder(entries[key], inner, generated, dropped)
        elif inner in dropped:
            del entries[key]


def _named_entries(
    entries: list[dict[str, Any]], name: str, generated: Collection[str]
) -> dict[str, Any]:
    """Return the entries of a list with the names that they get from their numbers."""
    members = [(key, entry) for item in entries for key, entry in item.items()]
    # Numbers have leading zeros, so sorting keeps the order of the list.
    tests = sorted(test for test in generated if test.rpartition("/")[0] == name)
    next_test = iter(tests)
    width = len(str(sum(is_folder(entry) for _, entry in members)))
    folders = 0
    named: dict[str, Any] = {}
    for key, entry in members:
        if not is_folder(entry):
            named[next(next_test).rpartition("/")[2]] = entry
            continue
        # Folders have numbers of their own, as where recipes are read.
        folders += 1
        number = f"{folders:0{width}}"
        named[f"{number}-{key}" if key else number] = entry
    return named
