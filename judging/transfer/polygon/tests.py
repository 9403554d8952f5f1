"""Import the tests and groups of a Polygon package.

Polygon numbers its tests from 1, and the numbers become names. Samples go to `sample`, the others
to `secret`, with a folder for each group if groups give points. A sample that gives points goes to
both, because `sample` scores nothing.
"""

import shlex
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from judging.package.files.layout import GROUP_FILE
from judging.package.native import LAYOUT
from judging.transfer.new_package import NewPackage
from judging.transfer.polygon.package_files import (
    PackageFiles,
    valid_name,
    with_unix_line_ends,
)
from judging.transfer.polygon.problem_xml import NAME, Group, Test, Testset

_MANUAL = "manual"
_SHELL = frozenset({"|", "<", ";", "&", "&&"})


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of tests below `data`.

    Without `points` it has no score of its own. `complete`: the points are given for all of its
    tests together. `requires` are the folders that must pass. `group` is its name in Polygon.
    """

    name: str
    tests: tuple[Test, ...]
    points: float | None = None
    complete: bool = False
    requires: tuple[str, ...] = ()
    group: str = ""


def folders(testset: Testset, by_group: bool, new: NewPackage) -> list[Folder]:
    """Return every folder with tests. A folder comes after those that it requires. `by_group`: give
    each group a folder even if nothing scores."""
    samples = tuple(t for t in testset.tests if t.sample)
    found = [Folder("sample", samples)] if samples else []
    if not testset.scoring:
        others = [t for t in testset.tests if not t.sample]
        if testset.groups and not by_group:
            new.drop(f"{NAME}: {len(testset.groups)} groups", "they give no points")
        names = _names([t.group for t in others]) if by_group else {}
        for group in dict.fromkeys(names.get(t.group, "") for t in others):
            members = tuple(t for t in others if names.get(t.group, "") == group)
            place = f"secret/{group}" if group else "secret"
            found.append(Folder(place, members, group=members[0].group))
        return found
    return [*found, *_scored(testset, new)]


def _scored(testset: Testset, new: NewPackage) -> Iterator[Folder]:
    """Yield a folder for each group that scores. A group whose tests score alone gets a folder for
    each number of points, because all tests of a folder share its points equally."""
    declared = {group.name: group for group in testset.groups}
    names = [t.group for t in testset.tests if _counts(t, testset)]
    groups = [
        declared.get(n) or Group(n, None, False, (), "") for n in dict.fromkeys(names)
    ]
    parts = [part for group in groups for part in _parts(group, testset)]
    if len(groups) == len(parts) == 1 and not groups[0].dependencies:
        yield parts[0]
    else:
        yield from _ordered(groups, testset, new)


def _counts(test: Test, testset: Testset) -> bool:
    """Return False for a sample that scores nothing, in a group of such samples."""
    group = [t for t in testset.tests if t.group == test.group]
    if not test.group:
        return not test.sample or bool(test.points)
    worth = any(g.points for g in testset.groups if g.name == test.group)
    return worth or any(t.points or not t.sample for t in group)


def _parts(group: Group, testset: Testset) -> Iterator[Folder]:
    """Yield each folder of a group, all with the name `secret`, without what they require."""
    members = tuple(
        t for t in testset.tests if t.group == group.name and _counts(t, testset)
    )
    total = sum(t.points for t in members) or group.points or 0.0
    whole = Folder("secret", members, total, group=group.name)
    if group.complete:
        yield replace(whole, points=group.points or total, complete=True)
    elif not any(t.points for t in members):
        yield replace(whole, complete=not total)
    else:
        for points in dict.fromkeys(t.points for t in members):
            same = tuple(t for t in members if t.points == points)
            yield replace(whole, tests=same, points=points * len(same))


def _ordered(groups: list[Group], testset: Testset, new: NewPackage) -> Iterator[Folder]:
    """Yield the folders of `groups`, named so that a group sorts after those it requires."""
    ordered = _by_dependency(groups)
    names = _names([g.name for g in ordered])
    if any(
        names[d] > names[g.name] for g in ordered for d in g.dependencies if d in names
    ):
        names = {g.name: f"{i:02d}-{names[g.name]}" for i, g in enumerate(ordered, 1)}
    only_samples = {t.group for t in testset.tests if t.sample} - names.keys()
    complete: dict[str, str] = {}
    for group in ordered:
        parts = list(_parts(group, testset))
        requires = []
        for need in group.dependencies:
            if need in complete:
                requires.append(complete[need])
            elif need in only_samples:
                requires.append("sample")
            else:
                why = "only a complete-group can be required"
                new.drop(f"{NAME}: dependency of group {group.name} on {need}", why)
        for part in parts:
            name = f"secret/{names[group.name]}"
            if len(parts) > 1:
                name += f"-{part.tests[0].points:g}".replace(".", "_")
            elif part.complete:
                complete[group.name] = name
            yield replace(part, name=name, requires=tuple(dict.fromkeys(requires)))


def _by_dependency(groups: list[Group]) -> list[Group]:
    """Sort groups so that each comes after its dependencies; a cycle stays as it is."""
    waiting = {group.name: group for group in groups}
    done: list[Group] = []

    def enter(name: str) -> None:
        if group := waiting.pop(name, None):
            for need in group.dependencies:
                enter(need)
            done.append(group)

    for group in groups:
        enter(group.name)
    return done


def _names(groups: list[str]) -> dict[str, str]:
    """Return a folder name for each group; all numbers get as many digits as the longest."""
    digits = max((len(name) for name in groups if name.isdecimal()), default=1)
    names: dict[str, str] = {}
    for group in groups:
        if group not in names:
            plain = group.zfill(digits) if group.isdecimal() else group or "ungrouped"
            names[group] = valid_name(plain, names.values())
    return names


def add_tests(
    testset: Testset,
    found: list[Folder],
    files: PackageFiles,
    known: Collection[str],
    new: NewPackage,
) -> dict[str, object]:
    """Add the files of the tests and return the recipes: test name -> entry of generators.yaml. A
    test has a recipe if one of the generators `known` makes it or if it has no answer."""
    recipes: dict[str, object] = {}
    with_cr_lf: set[int] = set()
    without_command: set[int] = set()
    for folder, test in ((f, test) for f in found for test in f.tests):
        file, name = testset.input_pattern % test.number, _test_name(test, testset)
        paths = {
            ".in": files.take(file),
            ".ans": files.take(testset.answer_pattern % test.number),
        }
        fault = _command_fault(test, known)
        contents = {
            end: with_unix_line_ends(path) for end, path in paths.items() if path
        }
        if fault and ".in" not in contents:
            new.drop(file, fault)
            continue
        if any(isinstance(content, bytes) for content in contents.values()):
            with_cr_lf.add(test.number)
        if fault and ".ans" not in contents:
            # A test needs a recipe to get its answer generated: copying a file is the simplest.
            new.add(f"{LAYOUT.generators}/{_MANUAL}/{name}.in", contents[".in"])
            recipes[f"{folder.name}/{name}"] = {"copy": f"{_MANUAL}/{name}"}
            continue
        for end, content in contents.items():
            new.add(f"{LAYOUT.data}/{folder.name}/{name}{end}", content)
        if not fault and test.command:
            recipes[f"{folder.name}/{name}"] = test.command.strip()
        elif test.command is not None:
            without_command.add(test.number)
    every = f"of {len(testset.tests)} tests"
    if with_cr_lf:
        what = f"{testset.input_pattern}: CR LF becomes LF in {len(with_cr_lf)} {every}"
        new.change(what, "testlib expects LF on this system")
    if without_command:
        what = f"{testset.input_pattern}: commands of {len(without_command)} {every}"
        why = "no recipe can state them or the generator is missing; the tests are kept as files"
        new.drop(what, why)
    return recipes


def _command_fault(test: Test, known: Collection[str]) -> str:
    """Return why a recipe cannot run a test's command; an empty string if it can."""
    if test.command is None or not test.command.strip():
        return "its file is not in the package"
    words = test.command.split()
    if test.file is not None or ">" in words:
        return f"generators.yaml allows no command that writes several files: {test.command}"
    try:
        plain = shlex.split(test.command) == words and not _SHELL & set(words)
    except ValueError:
        plain = False
    if not plain:
        return f"generators.yaml allows no quotes or pipes: {test.command}"
    if words[0] not in known:
        return f"its generator {words[0]} has no source in the package"
    return ""


def settings(
    testset: Testset, found: list[Folder], pass_group: bool, checker_scores: bool
) -> dict[str, dict[str, object]]:
    """Return the settings of folders and tests: path below `data` -> values.

    `pass_group`: the input validators get the group as an argument. `checker_scores`: the checker
    may give points.
    """
    files: dict[str, dict[str, object]] = {}
    for folder in found:
        entry: dict[str, object] = {}
        if folder.points is not None:
            entry["max_score"] = folder.points
            together = "min" if checker_scores else "pass-fail"
            entry["score_aggregation"] = together if folder.complete else "sum"
            if folder.requires:
                entry["require_pass"] = list(folder.requires)
        if pass_group and folder.name != "sample":
            entry |= _group_arguments(testset, folder.group)
        elif pass_group:
            for test in folder.tests:
                file = f"sample/{_test_name(test, testset)}.yaml"
                files[file] = _group_arguments(testset, test.group)
        if entry:
            files[f"{folder.name}/{GROUP_FILE}"] = entry
    points = {f.name: f.points for f in found if f.points is not None}
    if points and "secret" not in points:
        total = sum(points.values())
        files[f"secret/{GROUP_FILE}"] = {"max_score": total, "score_aggregation": "sum"}
    return files


def _group_arguments(testset: Testset, group: str) -> dict[str, object]:
    words = ["--testset", testset.name, *(["--group", group] if group else [])]
    return {"input_validator_args": words}


def _test_name(test: Test, testset: Testset) -> str:
    digits = max(2, len(str(len(testset.tests))))
    return f"{test.number:0{digits}d}"
