"""`judge strength --minimize`: copy a package with fewer secret tests.

The copy is a whole package. `judge run` in it takes a fraction of the time and still detects every
known fault, which is what a setter wants while a problem changes. generators.yaml loses the dropped
tests and names the numbered ones, so that every test keeps its name; comments and order stay.
"""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from judging.core.errors import UsageError
from judging.core.problem import Problem
from judging.package.files.layout import ROOTS
from judging.package.files.sources import readable_files
from judging.package.generators.entries import is_folder
from judging.package.groups import manifest
from judging.package.groups.data_folder import split
from judging.package.yaml import editing
from judging.transfer.filesystem import (
    new_folder,
    read_file,
    require_outside,
    write_file,
)

_SEVERAL_TESTS = re.compile(r"(?:^|[\s{,'\"])(?:count|include)['\"]?\s*:")


def check_minimize_target(problem: Problem, out: Path) -> None:
    """Raise UsageError if the package cannot be minimized, or not into the folder `out`."""
    require_outside(out, problem.paths.root)
    recipes = problem.paths.generators_yaml
    if recipes.is_file() and _SEVERAL_TESTS.search(
        recipes.read_text("utf-8", "replace")
    ):
        file = problem.paths.relative_path(recipes)
        raise UsageError(
            f"{file}: --minimize does not support entries with count or include: write each test "
            "as an entry of its own"
        )
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} is not an empty folder: name a new folder")


def write_minimized(problem: Problem, keep: Collection[str], out: Path) -> int:
    """Copy `problem` to the new folder `out` with all samples and the secret tests in `keep`.

    Tests that rules of submissions.yaml need stay too. Returns the number of tests in the copy.
    Raises UsageError as `check_minimize_target`, MachineError if a file cannot be copied.
    """
    check_minimize_target(problem, out)
    paths = problem.paths
    names = [test.name for test in problem.testcases]
    kept = {name for name in names if not name.startswith("secret/") or name in keep}
    dropped = set(names) - _with_tests_of_rules(problem, names, kept)
    with new_folder(out):
        # A package may have hidden files at its top, such as `.timelimit`.
        hidden = [path for path in sorted(paths.root.glob(".*")) if path.is_file()]
        for source in [
            *(path for _, path in readable_files(paths.root, paths)),
            *hidden,
        ]:
            if (content := _content(problem, source, dropped)) is not None:
                write_file(out / source.relative_to(paths.root), content)
        if problem.manifest is not None:
            copy = out / paths.manifest.relative_to(paths.root)
            digests = manifest.digests(copy.parent)
            write_file(copy, manifest.render(digests, problem.generated).encode())
    return len(names) - len(dropped)


def _with_tests_of_rules(
    problem: Problem, names: Collection[str], kept: Collection[str]
) -> set[str]:
    """Return `kept` with the tests that rules for single tests need: all tests of a rule that
    requires a verdict or a message, at least one test of any other rule."""
    found = set(kept)
    rules = [
        r for s in problem.submissions if s.expectation for r in s.expectation.rules
    ]
    for rule in (rule for rule in rules if rule.tests):
        concerned = [name for name in names if rule.applies_to(name)]
        if rule.required or rule.message:
            found.update(concerned)
        elif found.isdisjoint(concerned):
            found.update(concerned[:1])
    return found


def _content(
    problem: Problem, source: Path, dropped: Collection[str]
) -> bytes | Path | None:
    paths = problem.paths
    if source == paths.manifest:
        return None
    if source.is_relative_to(paths.data):
        name, extension = split(source.relative_to(paths.data).as_posix())
        return None if extension and name in dropped else source
    if source != paths.generators_yaml:
        return paths.content(source)
    generated = [name for name in problem.recipes if not name.endswith("/test_group")]

    def drop_tests(document: Any) -> bool:
        data = document.get("data") or {}
        for root in ROOTS:
            if isinstance(data.get(root), dict):
                _edit_folder(data[root], root, generated, dropped)
        return True

    return editing.edit(read_file(source), paths.relative_path(source), drop_tests)


def _edit_folder(
    folder: Any, name: str, generated: Collection[str], dropped: Collection[str]
) -> None:
    """Drop tests; turn each list of numbered tests into a mapping with the names of the tests."""
    entries = folder.get("data")
    if isinstance(entries, list):
        members = [(key, entry) for item in entries for key, entry in item.items()]
        # Numbers have leading zeros, so sorting keeps the order of the list.
        tests = iter(
            sorted(test for test in generated if test.rpartition("/")[0] == name)
        )
        width = len(str(sum(is_folder(entry) for _, entry in members)))
        folders = 0
        named = {}
        for key, entry in members:
            if is_folder(entry):
                folders += 1
                number = f"{folders:0{width}}"
                named[f"{number}-{key}" if key else number] = entry
            else:
                named[next(tests).rpartition("/")[2]] = entry
        folder["data"] = entries = named
    for key in list(entries or ()):
        inner = f"{name}/{key}"
        if is_folder(entries[key]):
            _edit_folder(entries[key], inner, generated, dropped)
        elif inner in dropped:
            del entries[key]
