"""Import the tests and groups of a Polygon package.

Polygon numbers its tests from 1, and the numbers become names. Samples go to `sample`,
the others to `secret`, with a folder for each group if groups give points. A sample that
gives points goes to both, because `sample` scores nothing.
"""

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from pathlib import Path

from judging.core.diagnostics import first_of
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import (
    PackageFiles,
    valid_name,
    with_unix_line_ends,
)
from judging.features.transfer.polygon.problem_xml import NAME, Group, Test, Testset
from judging.package.files.layout import GROUP_FILE
from judging.package.native import LAYOUT
from judging.values import Value, replace

_MANUAL = "manual"
# Words of Polygon's commands that a shell would interpret; generators.yaml runs no shell.
_SHELL = frozenset({"|", "<", ";", "&", "&&"})


class Folder(Value):
    """A folder of tests below `data`.

    Without `points` it has no score of its own. `complete`: the points are given for all
    of its tests together. `requires` are the folders that must pass. `group` is its name in Polygon.
    """

    name: str
    tests: tuple[Test, ...]
    points: float | None = None
    complete: bool = False
    requires: tuple[str, ...] = ()
    group: str = ""


def folders(testset: Testset, by_group: bool, new: NewPackage) -> list[Folder]:
    """Return every folder with tests. A folder comes after those that it requires.
    `by_group`: give each group a folder even if nothing scores."""
    samples: list[Test] = []
    others: list[Test] = []
    for test in testset.tests:
        if test.sample:
            samples.append(test)
        else:
            others.append(test)
    found: list[Folder] = []
    if samples:
        found.append(Folder("sample", tuple(samples)))
    if testset.scoring:
        found += _scored(testset, new)
    elif by_group:
        found += _unscored_groups(others)
    else:
        if testset.groups:
            new.drop(f"{NAME}: {len(testset.groups)} groups", "they give no points")
        if others:
            found.append(Folder("secret", tuple(others), group=others[0].group))
    return found


def report_new_names(found: Sequence[Folder], new: NewPackage) -> None:
    """Report the groups whose folders have other names."""
    renamed: list[str] = []
    for folder in found:
        name = folder.name.removeprefix("secret/")
        for test in folder.tests:
            if test.group not in ("", name):
                renamed.append(f"{test.group} becomes {name}")
    if renamed:
        what = f"{NAME}: names of groups: {first_of(list(dict.fromkeys(renamed)))}"
        new.change(what, "folders of tests have these names")


def _unscored_groups(tests: Sequence[Test]) -> Iterator[Folder]:
    """Yield a folder for each group, in the order of their first tests."""
    for group, name in _names([test.group for test in tests]).items():
        members = tuple(test for test in tests if test.group == group)
        yield Folder(f"secret/{name}", members, group=group)


def _scored(testset: Testset, new: NewPackage) -> Iterator[Folder]:
    """Yield a folder for each group that scores. A group whose tests score alone gets a
    folder for each number of points, because all tests of a folder share its points equally."""
    declared = {group.name: group for group in testset.groups}
    groups: dict[str, Group] = {}
    for test in testset.tests:
        if _counts(test, testset):
            # A test may name a group that <groups> does not list.
            undeclared = Group(test.group, None, False, (), "")
            groups[test.group] = declared.get(test.group, undeclared)
    parts: list[Folder] = []
    for group in groups.values():
        parts += _parts(group, testset)
    alone = len(groups) == len(parts) == 1
    if alone and not any(group.dependencies for group in groups.values()):
        yield parts[0]  # nothing else is in `secret`, so it needs no folders
    else:
        yield from _ordered(list(groups.values()), testset, new)


def _counts(test: Test, testset: Testset) -> bool:
    """Return False for a sample that scores nothing, in a group of such samples."""
    if not test.group:
        return bool(test.points) or not test.sample
    for group in testset.groups:
        if group.name == test.group and group.points:
            return True
    for member in testset.tests:
        if member.group == test.group and (member.points or not member.sample):
            return True
    return False


def _parts(group: Group, testset: Testset) -> Iterator[Folder]:
    """Yield each folder of a group, all with the name `secret`, without what they require."""
    in_group = [test for test in testset.tests if test.group == group.name]
    members = tuple(test for test in in_group if _counts(test, testset))
    total = sum(test.points for test in members) or group.points or 0.0
    whole = Folder("secret", members, total, group=group.name)
    if group.complete:
        yield replace(whole, points=group.points or total, complete=True)
    elif not any(test.points for test in members):
        # A group that gives no points may be required by others: then it must be pass-fail.
        yield replace(whole, complete=not total)
    else:
        for points in dict.fromkeys(test.points for test in members):
            same = tuple(test for test in members if test.points == points)
            yield replace(whole, tests=same, points=points * len(same))


def _ordered(groups: list[Group], testset: Testset, new: NewPackage) -> Iterator[Folder]:
    """Yield the folders of `groups`, named so that a group sorts after those it requires."""
    ordered = _by_dependency(groups)
    names = _names_in_order(ordered)
    samples = {test.group for test in testset.tests if test.sample}
    only_samples = samples - names.keys()
    complete: dict[str, str] = {}
    for group in ordered:
        requires = _required_folders(group, complete, only_samples, new)
        parts = list(_parts(group, testset))
        for part in parts:
            name = f"secret/{names[group.name]}"
            if len(parts) > 1:
                name += f"-{part.tests[0].points:g}".replace(".", "_")
            elif part.complete:
                complete[group.name] = name
            yield replace(part, name=name, requires=requires)


def _names_in_order(ordered: list[Group]) -> dict[str, str]:
    """Return a folder name for each group, which sorts after the groups that it requires.

    2025-09, "Group dependencies": required groups "must come lexicographically earlier".
    """
    names = _names([group.name for group in ordered])
    for group in ordered:
        for need in group.dependencies:
            if need in names and names[need] > names[group.name]:
                return {
                    other.name: f"{position:02d}-{names[other.name]}"
                    for position, other in enumerate(ordered, 1)
                }
    return names


def _required_folders(
    group: Group, complete: Mapping[str, str], only_samples: Set[str], new: NewPackage
) -> tuple[str, ...]:
    """Return the folders that a group requires. `complete` are those of the complete
    groups so far.

    2025-09, "Group dependencies": each required group "must have `pass-fail`
    aggregation".
    """
    requires: list[str] = []
    for need in group.dependencies:
        if need in complete:
            requires.append(complete[need])
        elif need in only_samples:
            requires.append("sample")
        else:
            why = "only a complete-group can be required"
            new.drop(f"{NAME}: dependency of group {group.name} on {need}", why)
    return tuple(dict.fromkeys(requires))


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
    """Return a folder name for each group; all numbers get as many digits as the longest.

    Folders sort as text, where 10 would come before 9.
    """
    digits = max((len(name) for name in groups if name.isdecimal()), default=1)
    names: dict[str, str] = {}
    for group in groups:
        if group in names:
            continue
        plain = group or "ungrouped"
        if group.isdecimal():
            plain = group.zfill(digits)
        names[group] = valid_name(plain, names.values())
    return names


class _AddedTest(Value):
    """What became of a test: its recipe if it has one, whether its line ends changed,
    and whether a command was lost that made it."""

    recipe: object = None
    line_ends_changed: bool = False
    command_lost: bool = False


def add_tests(
    testset: Testset,
    found: list[Folder],
    files: PackageFiles,
    known: Collection[str],
    new: NewPackage,
) -> dict[str, object]:
    """Add the files of the tests and return the recipes: test name -> entry of
    generators.yaml. A test has a recipe if one of the generators `known` makes it or if
    it has no answer."""
    recipes: dict[str, object] = {}
    # By number: a sample that gives points is in two folders, but is one test.
    line_ends_changed: set[int] = set()
    command_lost: set[int] = set()
    for folder in found:
        for test in folder.tests:
            place = f"{folder.name}/{_test_name(test, testset)}"
            added = _add_test(test, place, testset, files, known, new)
            if added.recipe is not None:
                recipes[place] = added.recipe
            if added.line_ends_changed:
                line_ends_changed.add(test.number)
            if added.command_lost:
                command_lost.add(test.number)
    pattern = testset.input_pattern
    every = f"of {len(testset.tests)} tests"
    if line_ends_changed:
        what = f"{pattern}: CR LF becomes LF in {len(line_ends_changed)} {every}"
        new.change(what, "testlib expects LF on this system")
    if command_lost:
        why = (
            "no recipe can state them or the generator is missing; the tests are kept as "
            "files"
        )
        new.drop(f"{pattern}: commands of {len(command_lost)} {every}", why)
    return recipes


def _add_test(
    test: Test,
    place: str,
    testset: Testset,
    files: PackageFiles,
    known: Collection[str],
    new: NewPackage,
) -> _AddedTest:
    """Add the files of one test at `place`, its folder and name."""
    file = testset.input_pattern % test.number
    input = files.take(file)
    answer = files.take(testset.answer_pattern % test.number)
    fault = _command_fault(test, known)
    if fault and input is None:
        new.drop(file, fault)
        return _AddedTest()
    contents: dict[str, bytes | Path] = {}
    if input is not None:
        contents[".in"] = with_unix_line_ends(input)
    if answer is not None:
        contents[".ans"] = with_unix_line_ends(answer)
    changed = any(isinstance(content, bytes) for content in contents.values())
    if fault and answer is None:
        # A test needs a recipe to get its answer generated: copying a file is the simplest.
        copied = f"{_MANUAL}/{place.rpartition('/')[2]}"
        new.add(f"{LAYOUT.generators}/{copied}.in", contents[".in"])
        return _AddedTest({"copy": copied}, changed)
    for extension, content in contents.items():
        new.add(f"{LAYOUT.data}/{place}{extension}", content)
    if test.command is None:
        return _AddedTest(None, changed)
    if fault:
        return _AddedTest(None, changed, command_lost=True)
    return _AddedTest(test.command.strip(), changed)


def _command_fault(test: Test, known: Collection[str]) -> str:
    """Return why a recipe cannot run a test's command; an empty string if it can."""
    if test.command is None or not test.command.strip():
        return "its file is not in the package"
    words = test.command.split()
    if test.file is not None or ">" in words:
        # Polygon: `gen > {1-3}` writes the tests 1 to 3, each of which has a `from-file`.
        return f"generators.yaml allows no command that writes several files: {test.command}"
    if not _is_plain(test.command):
        return f"generators.yaml allows no quotes or pipes: {test.command}"
    if words[0] not in known:
        return f"its generator {words[0]} has no source in the package"
    return ""


def _is_plain(command: str) -> bool:
    """Return True if a command means the same with and without a shell."""
    words = command.split()
    if _SHELL & set(words):
        return False
    try:
        return shlex.split(command) == words
    except ValueError:  # a quote that is not closed
        return False


def settings(
    testset: Testset, found: list[Folder], pass_group: bool, checker_scores: bool
) -> dict[str, dict[str, object]]:
    """Return the settings of folders and tests: path below `data` -> values.

    `pass_group`: the input validators get the group as an argument. `checker_scores`:
    the checker may give points.
    """
    files: dict[str, dict[str, object]] = {}
    for folder in found:
        entry = _scoring(folder, checker_scores)
        if pass_group and folder.name == "sample":
            # Samples of several groups share a folder, so each test has its own arguments.
            for test in folder.tests:
                file = f"sample/{_test_name(test, testset)}.yaml"
                files[file] = _group_arguments(testset, test.group)
        elif pass_group:
            entry |= _group_arguments(testset, folder.group)
        if entry:
            files[f"{folder.name}/{GROUP_FILE}"] = entry
    points: dict[str, float] = {}
    for folder in found:
        if folder.points is not None:
            points[folder.name] = folder.points
    if points and "secret" not in points:
        # The default maximum of `secret` is 100, whatever its folders give.
        total = sum(points.values())
        files[f"secret/{GROUP_FILE}"] = {"max_score": total, "score_aggregation": "sum"}
    return files


def _scoring(folder: Folder, checker_scores: bool) -> dict[str, object]:
    """Return the keys of a folder's settings that concern its score."""
    if folder.points is None:
        return {}
    aggregation = "sum"
    if folder.complete:
        # 2025-09 forbids that a validator gives a score in a group with pass-fail.
        aggregation = "min" if checker_scores else "pass-fail"
    found: dict[str, object] = {
        "max_score": folder.points,
        "score_aggregation": aggregation,
    }
    if folder.requires:
        found["require_pass"] = list(folder.requires)
    return found


def _group_arguments(testset: Testset, group: str) -> dict[str, object]:
    """Return the arguments by which testlib's validators learn the testset and the group."""
    words = ["--testset", testset.name]
    if group:
        words += ["--group", group]
    return {"input_validator_args": words}


def _test_name(test: Test, testset: Testset) -> str:
    """Return a test's number with leading zeros, because tests are ordered by name."""
    digits = max(2, len(str(len(testset.tests))))
    return f"{test.number:0{digits}d}"
