"""Tests of a Polygon package: where each lies in a native one, and how its groups score.

Polygon counts its tests from 1; they keep their numbers as names. Samples go to `sample`, others
to `secret`, into a folder for each group where groups give points. A sample that gives points lies
in both, since samples score nothing.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from judging.package.groups.testdata import GROUP_FILE
from judging.package.native import LAYOUT
from judging.transfer.new_package import NewPackage
from judging.transfer.polygon.package_files import PackageFiles, valid_name, with_unix_line_ends
from judging.transfer.polygon.problem_xml import NAME, Group, Test, Testset

_MANUAL = "manual"
_LEAST_DIGITS = 2
_SHELL = frozenset({"|", "<", ";", "&", "&&"})


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of tests below `data`. `points` None: it scores nothing of its own.

    `complete`: the points are given for all tests together.
    """

    name: str
    tests: tuple[Test, ...]
    points: float | None = None
    complete: bool = False
    needs: tuple[str, ...] = ()
    group: str = ""


def scoring(testset: Testset) -> bool:
    """True when tests or groups give points."""
    return any(t.points for t in testset.tests) or any(g.points for g in testset.groups)


def folders(testset: Testset, by_group: bool, new: NewPackage) -> list[Folder]:
    """Every folder that holds tests; those that score come in an order that their needs allow.

    `by_group`: the groups get folders although nothing scores.
    """
    samples = tuple(t for t in testset.tests if t.sample)
    found = [Folder("sample", samples)] if samples else []
    if not scoring(testset):
        others = [t for t in testset.tests if not t.sample]
        if testset.groups and not by_group:
            new.lose(NAME, f"{len(testset.groups)} groups", "they give no points: all must pass")
        names = _names([t.group for t in others]) if by_group else {}
        for group in dict.fromkeys(names.get(t.group, "") for t in others):
            members = tuple(t for t in others if names.get(t.group, "") == group)
            place = f"secret/{group}" if group else "secret"
            found.append(Folder(place, members, group=members[0].group))
        return found
    return [*found, *_scored(testset, new)]


def _scored(testset: Testset, new: NewPackage) -> Iterator[Folder]:
    """Tests that give points, each group a folder; one for each number of points in a group whose
    tests score alone, since equal parts are what the format knows."""
    declared = {group.name: group for group in testset.groups}
    names = [t.group for t in testset.tests if _counts(t, testset)]
    groups = [declared.get(n) or Group(n, None, False, (), "") for n in dict.fromkeys(names)]
    if len(groups) == 1 and not groups[0].needs:
        parts = list(_parts(groups[0], testset))
        if len(parts) == 1:
            (points, complete, members) = parts[0]
            yield Folder("secret", members, points, complete, group=groups[0].name)
            return
    yield from _ordered(groups, testset, new)


def _counts(test: Test, testset: Testset) -> bool:
    """False for a sample that scores nothing, in a group of such samples."""
    group = [t for t in testset.tests if t.group == test.group]
    worth = any(t.points for t in group) or any(
        g.points for g in testset.groups if g.name == test.group
    )
    if not test.group:
        return not test.sample or bool(test.points)
    return worth or not all(t.sample for t in group)


def _parts(group: Group, testset: Testset) -> Iterator[tuple[float, bool, tuple[Test, ...]]]:
    """Points, whether they are given together, and the tests, of each folder of a group."""
    members = [t for t in testset.tests if t.group == group.name and _counts(t, testset)]
    total = sum(t.points for t in members) or group.points or 0.0
    if group.complete:
        yield group.points or total, True, tuple(members)
        return
    if not any(t.points for t in members):
        yield total, not total, tuple(members)
        return
    for points in dict.fromkeys(t.points for t in members):
        same = tuple(t for t in members if t.points == points)
        yield points * len(same), False, same


def _ordered(groups: list[Group], testset: Testset, new: NewPackage) -> Iterator[Folder]:
    """The folders of `groups`, named so that what a group needs comes before it in order."""
    ordered = _by_need(groups)
    names = _names([g.name for g in ordered])
    if any(names[need] > names[g.name] for g in ordered for need in g.needs if need in names):
        names = {g.name: f"{i:02d}-{names[g.name]}" for i, g in enumerate(ordered, 1)}
    only_samples = {t.group for t in testset.tests if t.sample} - names.keys()
    complete: dict[str, str] = {}
    for group in ordered:
        parts = list(_parts(group, testset))
        needs = []
        for need in group.needs:
            if need in complete:
                needs.append(complete[need])
            elif need in only_samples:
                needs.append("sample")
            else:
                why = "only a group whose tests pass together can be asked for"
                new.lose(NAME, f"group {group.name}: it needs group {need}", why)
        for points, together, members in parts:
            name = f"secret/{names[group.name]}"
            if len(parts) > 1:
                name += f"-{members[0].points:g}".replace(".", "_")
            elif together:
                complete[group.name] = name
            yield Folder(name, members, points, together, tuple(dict.fromkeys(needs)), group.name)


def _by_need(groups: list[Group]) -> list[Group]:
    """In the order given, but each after those it needs; a circle is left as it is."""
    known = {group.name: group for group in groups}
    done: dict[str, Group] = {}
    entered: set[str] = set()

    def enter(group: Group) -> None:
        if group.name in entered:
            return
        entered.add(group.name)
        for need in group.needs:
            if need in known:
                enter(known[need])
        done[group.name] = group

    for group in groups:
        enter(group)
    return list(done.values())


def _names(groups: list[str]) -> dict[str, str]:
    """A folder name for each group; numbers get as many digits as the longest."""
    digits = max((len(name) for name in groups if name.isdecimal()), default=1)
    names: dict[str, str] = {}
    for group in groups:
        if group not in names:
            plain = group.zfill(digits) if group.isdecimal() else group or "ungrouped"
            names[group] = valid_name(plain, names.values())
    return names


@dataclass(frozen=True, slots=True)
class _Placing:
    """Carries tests over. `known` are the generators whose sources are in the package; `foreign`
    the tests with line ends of another system, `untold` those whose command is dropped."""

    testset: Testset
    files: PackageFiles
    known: Collection[str]
    new: NewPackage
    foreign: set[int] = field(default_factory=set)
    untold: set[int] = field(default_factory=set)

    def test(self, test: Test, name: str) -> object:
        """Puts the files of a test in; gives its recipe, where it has one."""
        shown = self.testset.input(test.number)
        given = self.files.find(shown)
        answer = self.files.find(self.testset.answer(test.number))
        fault = _unfit(test, self.known)
        if given is None and fault:
            self.new.lose(shown, f"test {test.number}", fault)
            return None
        contents = {}
        for extension, path in ((".in", given), (".ans", answer)):
            if path is not None:
                contents[extension] = with_unix_line_ends(path)
                if contents[extension] is not path:
                    self.foreign.add(test.number)
        if given is not None and answer is None and fault:
            # A test whose answer is to be made has a recipe; a file that is copied is the simplest.
            number = name.rpartition("/")[2]
            self.new.add(f"{LAYOUT.generators}/{_MANUAL}/{number}.in", contents[".in"])
            return {"copy": f"{_MANUAL}/{number}"}
        for extension, content in contents.items():
            self.new.add(f"{name}{extension}", content)
        if fault and test.command is not None:
            self.untold.add(test.number)
        return None if fault or test.command is None else test.command.strip()


def place(
    testset: Testset,
    found: list[Folder],
    files: PackageFiles,
    known: Collection[str],
    new: NewPackage,
) -> dict[str, object]:
    """Puts the files of the tests into `new`; gives the recipes of those that the generators
    `known` make, or that lack an answer, nested as in generators.yaml."""
    placing = _Placing(testset, files, known, new)
    recipes: dict[str, object] = {}
    for folder in found:
        for test in folder.tests:
            name = _title(test, testset)
            recipe = placing.test(test, f"{LAYOUT.data}/{folder.name}/{name}")
            if recipe is not None:
                _nest(recipes, [*folder.name.split("/"), name], recipe)
    if placing.foreign:
        what = f"line ends CR LF of {len(placing.foreign)} tests"
        new.lose(testset.input_pattern, what, "written as LF, as testlib reads them here")
    if placing.untold:
        why = "no recipe can say it, or its generator is not there: the files are kept"
        new.lose(testset.input_pattern, f"the commands of {len(placing.untold)} tests", why)
    return recipes


def _unfit(test: Test, known: Collection[str]) -> str:
    """Why a test cannot be made by its command; empty where it can."""
    if test.command is None or not test.command.strip():
        return "its file is not in the package"
    words = test.command.split()
    if test.file is not None or ">" in words:
        return f"its command writes several files: {test.command}"
    try:
        plain = shlex.split(test.command) == words and not _SHELL & set(words)
    except ValueError:
        plain = False
    if not plain:
        return f"its command has quotes or pipes, which recipes do not know: {test.command}"
    if words[0] not in known:
        return f"its generator {words[0]} has no source in the package"
    return ""


def _nest(recipes: dict[str, object], way: list[str], recipe: object) -> None:
    *folders, name = way
    inner = recipes
    for folder in folders:
        entry = inner.setdefault(folder, {"data": {}})
        assert isinstance(entry, dict)
        inner = entry["data"]
    inner[name] = recipe


def settings(
    testset: Testset, found: list[Folder], named: bool, scores: bool
) -> Mapping[str, dict[str, object]]:
    """What the settings of folders and tests say, by the file's name below `data`.

    `named`: the input validators are told the group. `scores`: the checker may give points.
    """
    files: dict[str, dict[str, object]] = {}
    scored = [f for f in found if f.points is not None]
    total = sum(f.points or 0 for f in scored)
    for folder in found:
        entry: dict[str, object] = {}
        if folder.points is not None:
            entry["max_score"] = _whole(folder.points)
            together = "min" if scores else "pass-fail"
            entry["score_aggregation"] = together if folder.complete else "sum"
            if folder.needs:
                entry["require_pass"] = list(folder.needs)
        if named and folder.name != "sample":
            entry |= _told(testset, folder.group)
        elif named:
            for test in folder.tests:
                files[f"sample/{_title(test, testset)}.yaml"] = _told(testset, test.group)
        if entry:
            files[f"{folder.name}/{GROUP_FILE}"] = entry
    if scored and scored[0].name != "secret":
        files[f"secret/{GROUP_FILE}"] = {"max_score": _whole(total), "score_aggregation": "sum"}
    return files


def _told(testset: Testset, group: str) -> dict[str, object]:
    words = ["--testset", testset.name, *(["--group", group] if group else [])]
    return {"input_validator_args": words}


def _title(test: Test, testset: Testset) -> str:
    digits = max(_LEAST_DIGITS, len(str(len(testset.tests))))
    return f"{test.number:0{digits}d}"


def _whole(points: float) -> int | float:
    return int(points) if points == int(points) else points
