"""A copy of a package with fewer secret tests: the same programs, rules and samples.

A whole package, not a list of names: `judge run` in it takes a fraction of the time and still shows
every fault that is known, which is what a setter wants while a problem changes. In generators.yaml
the tests that are left out go, and numbered tests are named, so that each keeps its name; comments
and order of the rest stay.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from judging.core.diagnostics import Diagnostic
from judging.core.errors import MachineError, UsageError
from judging.core.problem import Paths, Problem
from judging.package.files.sources import files_under
from judging.package.groups import manifest
from judging.package.groups.testdata import ROOTS, split
from judging.package.yaml import editing
from judging.transfer.filesystem import claim_folder, write_file

_NAMED_TWICE = re.compile(r"(?:^|[\s{,'\"])(?:count|include)['\"]?\s*:")
# The keys that make a mapping in generators.yaml a test and not a folder.
_TEST_KEYS = ("generate", "copy", "in")


def check_minimize_target(problem: Problem, out: Path) -> None:
    """Raises UsageError where `out` cannot take the copy: in the package, or where files are."""
    if out.resolve().is_relative_to(problem.paths.root):
        raise UsageError(
            f"{out} lies inside the package {problem.paths.root}: name a place outside"
        )
    rules = problem.paths.generators_yaml
    if rules.is_file() and _NAMED_TWICE.search(rules.read_text("utf-8", "replace")):
        shown = problem.paths.relative_path(rules)
        raise UsageError(f"{shown} has entries of several tests (count, include): not reduced yet")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{out} is not an empty folder: name a folder that does not exist yet")


def write_minimized(problem: Problem, keep: Collection[str], out: Path) -> int:
    """Writes `problem` into the new folder `out` with the samples and, of the secret tests, those
    in `keep`; gives the number of tests it then has.

    Raises UsageError for a place that cannot take it, MachineError where it cannot be written.
    """
    check_minimize_target(problem, out)
    names = [test.name for test in problem.testcases]
    kept = {name for name in names if not name.startswith("secret/") or name in keep}
    dropped = set(names) - _with_ruled(problem, names, kept)
    claim_folder(out)
    for source in _files(problem.paths):
        content = _content(problem, source, dropped)
        if content is not None:
            write_file(out / source.relative_to(problem.paths.root), content)
    if problem.manifest is not None:
        moved = out / problem.paths.manifest.relative_to(problem.paths.root)
        write_file(moved, manifest.render(manifest.digests(moved.parent)).encode())
    return len(names) - len(dropped)


def _with_ruled(problem: Problem, names: Collection[str], kept: Collection[str]) -> set[str]:
    """`kept`, and the tests without which a rule of submissions.yaml that names tests breaks: all
    tests of a rule that requires a verdict or a message, the first test of any other rule."""
    found = set(kept)
    rules = [r for s in problem.submissions if s.expectation for r in s.expectation.rules]
    for rule in (rule for rule in rules if rule.tests):
        ruled = [name for name in names if rule.concerns(name)]
        if rule.required or rule.message:
            found.update(ruled)
        elif found.isdisjoint(ruled):
            found.update(ruled[:1])
    return found


def _files(paths: Paths) -> Iterator[Path]:
    """Every file of the package. Files whose names start with a dot are parts of a package only at
    its top, such as DOMjudge's `.timelimit`."""
    ignored: list[Diagnostic] = []  # a package that was judged was loaded without errors
    yield from files_under(paths.root, paths, ignored.append)
    yield from (path for path in sorted(paths.root.glob(".*")) if path.is_file())


def _content(problem: Problem, source: Path, dropped: Collection[str]) -> bytes | None:
    """What the copy holds in the place of `source`; None: nothing."""
    paths = problem.paths
    if source == paths.manifest:
        return None
    if source.is_relative_to(paths.data):
        name, extension = split(source.relative_to(paths.data).as_posix())
        if extension and name in dropped:
            return None
    try:
        content = source.read_bytes()
    except OSError as failure:
        raise MachineError(f"cannot read {source}: {failure.strerror}") from failure
    return _recipes(problem, content, dropped) if source == paths.generators_yaml else content


def _recipes(problem: Problem, content: bytes, dropped: Collection[str]) -> bytes | None:
    """generators.yaml without the tests that are dropped."""
    made = [
        test.name
        for tests in (
            problem.testcases,
            problem.invalid_inputs,
            problem.invalid_outputs,
            problem.valid_outputs,
        )
        for test in tests
        if test.recipe
    ]

    def reduce(document: Any) -> bool:
        data = document.get("data") or {}
        for root in ROOTS:
            if isinstance(data.get(root), dict):
                _name_numbered(data[root], root, made)
                _drop(data[root], root, dropped)
        return True

    file = problem.paths.relative_path(problem.paths.generators_yaml)
    return editing.edit(content, file, reduce)


def _is_folder(entry: Any) -> bool:
    return isinstance(entry, dict) and not any(key in entry for key in _TEST_KEYS)


def _name_numbered(folder: Any, name: str, made: Collection[str]) -> None:
    """Turns each list of numbered tests into a mapping by the names that they have."""
    entries = folder.get("data")
    if isinstance(entries, list):
        members = [(key, entry) for item in entries for key, entry in item.items()]
        # Numbers have leading zeros: their order is that of the list.
        tests = iter(sorted(test for test in made if test.rpartition("/")[0] == name))
        width = len(str(sum(_is_folder(entry) for _, entry in members)))
        folders = 0
        named = {}
        for key, entry in members:
            if _is_folder(entry):
                folders += 1
                number = f"{folders:0{width}}"
                named[f"{number}-{key}" if key else number] = entry
            else:
                named[next(tests).rpartition("/")[2]] = entry
        folder["data"] = entries = named
    for key, entry in (entries or {}).items():
        if _is_folder(entry):
            _name_numbered(entry, f"{name}/{key}", made)


def _drop(folder: Any, name: str, dropped: Collection[str]) -> None:
    entries = folder.get("data") or {}
    for key in list(entries):
        inner = f"{name}/{key}"
        if _is_folder(entries[key]):
            _drop(entries[key], inner, dropped)
        elif inner in dropped:
            del entries[key]
