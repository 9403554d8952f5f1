"""The groups of a Polygon testset, from those of a package; points go to their tests."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from judging.core.problem import (
    Aggregation,
    Problem,
    Testcase,
    TestGroup,
    ValidatorArgs,
)
from judging.core.scoring.graded import score_mode
from judging.core.scoring.rules import SECRET, group_of
from judging.features.transfer.new_package import NewPackage
from judging.values import Value


class _Worth(Value):
    """The points of a group, and whether they are given for all of its tests together."""

    points: float
    together: bool


def groups_of(problem: Problem, tests: Sequence[Testcase]) -> dict[str, str]:
    """Return the folder whose points each test counts for: test name -> `secret/1`.

    A folder deeper than that is no group in Polygon, nor in 2025-09.
    """
    if problem.graded:
        return {test.name: "/".join(test.group.split("/")[:2]) for test in tests}
    return {test.name: group_of(test.name, problem.groups) for test in tests}


def names_in_polygon(
    problem: Problem, groups: Mapping[str, str], new: NewPackage
) -> dict[str, str]:
    """Return the name of each group: the one that validators expect as `--group`, if all
    of its tests agree and no other group has it; else the name of its folder.

    groups: the folder whose points each test counts for, by the test's name.
    """
    expected: dict[str, set[str]] = {}
    for test in problem.testcases:
        if test.name in groups:
            name = split_arguments(test.input_validator_args)[0]
            expected.setdefault(groups[test.name], set()).add(name)
    names = {folder: folder.removeprefix("secret/") for folder in expected}
    given = {folder: min(found) for folder, found in expected.items() if len(found) == 1}
    for folder, name in given.items():
        if name and list(given.values()).count(name) == 1:
            names[folder] = name
    if len(set(names.values())) < len(names):
        names = {folder: folder.removeprefix("secret/") for folder in expected}
    for folder, found in expected.items():
        for name in sorted(found - {"", names[folder]}):
            what = f"{_folder(problem, folder)}: group {name} becomes {names[folder]}"
            new.change(what, "validators get the new name; a folder is one group")
    return names


def split_arguments(given: ValidatorArgs) -> tuple[str, list[str]]:
    """Return the group that input validators get as `--group`, and the arguments that
    Polygon does not pass itself: it passes `--testset` and `--group`."""
    if not isinstance(given, tuple):
        return "", [word for words in given.values() for word in words]
    group = ""
    others: list[str] = []
    words = iter(given)
    for word in words:
        if word == "--group":
            group = next(words, "")
        elif word == "--testset":
            next(words, None)
        else:
            others.append(word)
    return group, others


def add_groups(
    problem: Problem,
    groups: Mapping[str, str],
    polygon_names: Mapping[str, str],
    testset: Element,
    new: NewPackage,
) -> dict[str, float]:
    """List the groups below `testset`, and return the points of each test by its name.

    polygon_names: the names in Polygon, by the folder of the group.
    """
    listed = SubElement(testset, "groups")
    names = list(dict.fromkeys(groups.values()))
    found: dict[str, float] = {}
    for name in names:
        group = problem.groups.get(name, TestGroup(name))
        members = [test for test in groups if groups[test] == name]
        worth = _worth(group, len(members))
        if name == SECRET and not problem.graded and _has_parts(names):
            # 2025-09: the score of `secret` is that of its groups; tests beside them
            # count for nothing, which loading warns of.
            worth = _Worth(0.0, together=False)
        found |= _add_group(group, members, worth, polygon_names, listed)
        if group.aggregation is Aggregation.MIN and not group.graded:
            what = f"{_folder(problem, name)}: the minimum score becomes all or nothing"
            new.change(what, "Polygon has no minimum over the tests of a group")
    _report_inner_folders(problem, groups, new)
    if _has_parts(names):
        _report_aggregation_of_secret(problem, new)
    return found


def _add_group(
    group: TestGroup,
    members: Sequence[str],
    worth: _Worth,
    names: Mapping[str, str],
    listed: Element,
) -> dict[str, float]:
    """Add one group, and return the points of the tests `members`."""
    attributes = {
        "name": names[group.name],
        "points": f"{worth.points:g}",
        "points-policy": "complete-group" if worth.together else "each-test",
    }
    entry = SubElement(listed, "group", attributes)
    if group.require_pass:
        dependencies = SubElement(entry, "dependencies")
        for required in group.require_pass:
            name = names.get(required, required.removeprefix("secret/"))
            attributes = {"group": name}
            SubElement(dependencies, "dependency", attributes)
    if worth.together:
        # The points of a complete-group are those of its tests together: the first
        # has all of them.
        return {members[0]: worth.points}
    return dict.fromkeys(members, worth.points / len(members))


def _has_parts(names: Sequence[str]) -> bool:
    """Return True if some of the groups are in `secret`."""
    return any(name.startswith("secret/") for name in names)


def _folder(problem: Problem, name: str) -> str:
    return f"{problem.paths.relative_path(problem.paths.data)}/{name}"


def _report_inner_folders(
    problem: Problem, groups: Mapping[str, str], new: NewPackage
) -> None:
    """Report folders whose tests join the group around them, and what this changes."""
    inner: dict[str, str] = {}
    for test, name in groups.items():
        folder = test.rpartition("/")[0]
        if folder != name:
            inner[folder] = name
    for folder, name in inner.items():
        what = f"{_folder(problem, folder)}: its tests join the group {name}"
        new.change(what, "Polygon has no groups in groups")
        own = problem.groups.get(folder)
        outer = problem.groups.get(name)
        if own is None or outer is None:
            continue
        if _rules(own) != _rules(outer):
            what = f"{_folder(problem, folder)}: its own rules for scores"
            new.drop(what, f"those of {name} hold for all of its tests: scores differ")


def _rules(group: TestGroup) -> tuple[str, float, float]:
    return score_mode(group.flags), group.accept_score, group.reject_score


def _report_aggregation_of_secret(problem: Problem, new: NewPackage) -> None:
    """Report if the score of `secret` is not the sum of its groups."""
    secret = problem.groups.get(SECRET)
    if secret is None:
        return
    kind: str = secret.aggregation
    if secret.graded:
        kind = score_mode(secret.flags)
    if kind != "sum":
        what = f"{_folder(problem, SECRET)}: {kind} of its groups becomes their sum"
        new.change(what, "Polygon adds the points of groups up: scores differ")


def _worth(group: TestGroup, tests: int) -> _Worth:
    """Return what a group with so many `tests` gives, by legacy or by 2025-09 settings."""
    together = group.aggregation in (Aggregation.PASS_FAIL, Aggregation.MIN)
    if group.name == "sample":
        return _Worth(0.0, together)
    if not group.graded:
        return _Worth(group.max_score or 0.0, together)
    if "min" in group.flags:
        return _Worth(group.accept_score, True)
    # `accept_score` of the legacy version is the score of each test.
    return _Worth(group.accept_score * tests, False)
