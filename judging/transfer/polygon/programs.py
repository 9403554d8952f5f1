"""Programs of a Polygon package: checker, interactor, validators, generators and solutions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from judging.languages import is_source
from judging.package.files.sources import inside
from judging.package.native import LAYOUT
from judging.transfer import testlib_adapter
from judging.transfer.filesystem import read_file
from judging.transfer.new_package import NewPackage
from judging.transfer.polygon import kattis_adapter
from judging.transfer.polygon.package_files import PackageFiles, valid_name
from judging.transfer.polygon.problem_xml import NAME, Description

# Tag -> folder, and the rule of one that is no folder of the format.
_FOLDERS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "main": ("accepted", {}),
    "accepted": ("accepted", {}),
    "wrong-answer": ("wrong_answer", {}),
    "presentation-error": ("wrong_answer", {}),
    "time-limit-exceeded": ("time_limit_exceeded", {}),
    "runtime-error": ("run_time_error", {}),
    "rejected": ("rejected", {}),
    "failed": ("rejected", {}),
    "time-limit-exceeded-or-accepted": (
        "time_limit_exceeded_or_accepted",
        {"permitted": ["AC", "TLE"], "use_for_time_limit": False},
    ),
    "time-limit-exceeded-or-memory-limit-exceeded": (
        "time_limit_exceeded_or_memory_limit_exceeded",
        {
            "permitted": ["AC", "TLE", "MLE"],
            "required": ["TLE", "MLE"],
            "use_for_time_limit": False,
        },
    ),
    "memory-limit-exceeded": (
        "memory_limit_exceeded",
        {"permitted": ["AC", "MLE"], "required": ["MLE"]},
    ),
}
# Standard checkers that the default comparison equals, for packages that lack their sources.
_STANDARD: Mapping[str, tuple[str, ...]] = {
    "wcmp": ("case_sensitive",),
    "hcmp": (),
    "ncmp": (),
    "icmp": (),
    "uncmp": (),
    "yesno": (),
    "nyesno": (),
    "rcmp4": ("float_tolerance", "1e-4"),
    "rcmp6": ("float_tolerance", "1e-6"),
    "rcmp9": ("float_tolerance", "1e-9"),
    "rcmp": ("float_tolerance", "1.5e-6"),
    "lcmp": ("case_sensitive",),
    "fcmp": ("case_sensitive", "space_change_sensitive"),
}
_POINTS = re.compile(rb"\b(quitp|quitpi|_points|_pc)\b")
_EXACT = frozenset({"wcmp", "rcmp4", "rcmp6", "rcmp9", "fcmp"})


def checker(described: Description, files: PackageFiles, new: NewPackage) -> tuple[str, ...]:
    """Carries checker and interactor over; gives arguments for the default comparison where there
    is no source of the checker."""
    given = files.find(described.checker or "")
    if given is not None and described.interactor is None:
        arguments = kattis_adapter.default_checker_arguments(read_file(given))
        if arguments is not None:
            return arguments
    wanted = {"CHECKER": described.checker, "INTERACTOR": described.interactor}
    if given is not None and read_file(given) == kattis_adapter.ACCEPTS_ALL:
        wanted["CHECKER"] = None
    programs: dict[str, str] = {}
    for role, source in wanted.items():
        if source is not None and _usable(source, role.lower(), files, new):
            programs[role] = source
    if programs:
        for name, content in _wrap(programs, files, new).items():
            new.add(f"{LAYOUT.output_validator}/{name}", content)
        return ()
    name = described.checker_name.removeprefix("std::").partition(".")[0]
    if described.interactor is not None:
        return ()
    if name in _STANDARD:
        if name not in _EXACT:
            why = f"judged by the default comparison, {' '.join(_STANDARD[name]) or 'as it is'}"
            new.lose(NAME, f"the checker {described.checker_name}", why)
        return _STANDARD[name]
    if described.checker is None:
        new.lose(NAME, "the checker", "none is there: the default comparison judges")
    return ()


def gives_points(described: Description, files: PackageFiles) -> bool:
    """True where checker or interactor may say how many points a test is worth."""
    sources = [files.find(s) for s in (described.checker, described.interactor) if s]
    return any(path is not None and _POINTS.search(read_file(path)) for path in sources)


def validators(described: Description, files: PackageFiles, new: NewPackage) -> bool:
    """Carries the input validators over; True where one asks for a test's group."""
    asks = False
    taken: list[str] = []
    for validator in described.validators:
        source = validator.source
        if not _usable(source, "validator", files, new):
            continue
        path = files.find(source)
        asks = asks or (
            path is not None and any(w in read_file(path) for w in (b"group()", b"testset()"))
        )
        folder = valid_name(PurePosixPath(source).stem, taken)
        taken.append(folder)
        for name, content in _wrap({"VALIDATOR": source}, files, new).items():
            new.add(f"{LAYOUT.input_validators}/{folder}/{name}", content)
    return asks


def _usable(source: str, role: str, files: PackageFiles, new: NewPackage) -> bool:
    if files.find(source) is None:
        new.lose(source, f"the {role}", "its source is not in the package")
        return False
    if not testlib_adapter.can_wrap(source):
        new.lose(source, f"the {role}", "not in the language of testlib: it cannot be adapted")
        return False
    return True


def _wrap(programs: Mapping[str, str], files: PackageFiles, new: NewPackage) -> dict[str, bytes]:
    """The files of one program that plays the roles in `programs`, and speaks 42 and 43."""
    sources: dict[str, tuple[str, bytes]] = {}
    beside: dict[str, bytes] = {}
    for role, source in programs.items():
        path = files.find(source)
        assert path is not None
        name = valid_name(path.name, [n for n, _ in sources.values()])
        sources[role] = (name, read_file(path))
        beside |= _includes(source, files, new)
    if len(sources) == 1:
        ((_, content),) = sources.values()
        if (own := kattis_adapter.unwrap(content, beside)) is not None:
            return own
    return {**beside, **testlib_adapter.wrap(sources)}


def _includes(source: str, files: PackageFiles, new: NewPackage) -> dict[str, bytes]:
    """Every file that a source includes from the package, at any depth."""
    found: dict[str, bytes] = {}
    folder = str(PurePosixPath(source).parent)
    waiting = [source]
    while waiting:
        path = files.find(waiting.pop())
        for name in testlib_adapter.quoted_includes(read_file(path)) if path else ():
            if name in found or valid_name(PurePosixPath(name).name) != name:
                continue
            places = dict.fromkeys([f"{folder}/{name}", f"files/{name}", name])
            place = next((p for p in places if files.find(p)), None)
            if place is None:
                why = f"{source} includes it and it is not in the package: put it beside"
                new.lose(name, "an included file", why)
                found[name] = b""
                continue
            inner = files.find(place)
            assert inner is not None
            found[name] = read_file(inner)
            waiting.append(place)
    return {name: content for name, content in found.items() if content}


def generators(described: Description, files: PackageFiles) -> dict[str, str]:
    """The generators whose sources are there, in a language that is known: name -> source."""
    found = {}
    for source in described.executables:
        place = inside(files.root, files.root, source) if source else None
        if place is not None and place.is_file() and is_source(place):
            found[PurePosixPath(source).stem] = source
    return found


def generator(source: str, files: PackageFiles, new: NewPackage) -> list[str]:
    """Carries a generator over; gives its files, the one to run first."""
    path = files.find(source)
    assert path is not None
    parts = {path.name: read_file(path), **_includes(source, files, new)}
    for part, content in parts.items():
        new.add(f"{LAYOUT.generators}/{part}", content)
    return list(parts)


def solutions(described: Description, files: PackageFiles, new: NewPackage) -> str | None:
    """Carries the solutions over; gives the path of the main one."""
    rules: dict[str, object] = {}
    taken: dict[str, list[str]] = {}
    model = None
    for tag, source in described.solutions:
        path = files.find(source)
        if path is None or tag not in _FOLDERS or not is_source(path):
            why = (
                f"the tag {tag}: it is not judged"
                if path and tag not in _FOLDERS
                else (
                    "no language that is known here" if path else "its source is not in the package"
                )
            )
            new.lose(source or NAME, "a solution", why)
            continue
        folder, rule = _FOLDERS[tag]
        name = valid_name(path.name, taken.setdefault(folder, []))
        taken[folder].append(name)
        new.add(f"{LAYOUT.submissions}/{folder}/{name}", path)
        if rule:
            rules[folder] = dict(rule)
        if tag == "main":
            model = f"{LAYOUT.submissions}/{folder}/{name}"
            rules[f"{folder}/{name}"] = {"model_solution": True}
        if tag == "presentation-error":
            new.lose(source, "the tag presentation-error", "there is WA only")
    if rules:
        new.add_yaml(f"{LAYOUT.submissions}/submissions.yaml", rules)
    return model
