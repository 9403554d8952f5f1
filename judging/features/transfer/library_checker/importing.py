"""Convert a problem of Library Checker to the native format.

Checker and verifier stay programs for testlib, with an adapter around them. Every test
that a program makes becomes a recipe.
"""

import re
from pathlib import Path

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.kattis import metadata
from judging.features.transfer.library_checker import statement
from judging.features.transfer.library_checker.info import (
    NAME,
    Info,
    Solution,
    TestFamily,
    read,
)
from judging.features.transfer.library_checker.programs import (
    ProgramFolder,
    Sources,
    params_header,
)
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import PackageFiles, valid_name
from judging.package import testlib
from judging.package.native import LAYOUT

# The memory limit of the site, in MiB; no file states it. Source: the page of each
# problem on https://judge.yosupo.jp.
_MEMORY_MIB = 1024
# The site has no limit on output, and 10^6 numbers are more than our default of 8 MiB. The
# largest answers have 320 MiB: 2^25 numbers below 10^9.
_OUTPUT_MIB = 512
# A validator for testlib keeps each character that it has read from stdin, in 4 bytes of an
# array that grows to twice its size: this is enough for the largest input that a generator
# may print. Our default of 2048 MiB is too little for an input of 316 MiB.
_VALIDATION_MEMORY_MIB = 4096
_MODEL = "correct.cpp"
_SAMPLES = "example"
_FOLDERS = {
    None: "accepted",
    "WA": "wrong_answer",
    "TLE": "time_limit_exceeded",
    "RTE": "run_time_error",
}
# What a solution may get that is expected to be too slow. The expectations were checked
# without a limit on memory: under one, a slow program may run out of memory first.
_SLOW = ("MLE", "TLE")
_NOT_NEEDED = (
    (re.compile(r"hash\.json"), "digests of the data: judge makes the data again"),
    (re.compile(r"params\.h|(in|out)/.*"), "made by generate.py: judge makes its own"),
    (re.compile(r".*\.(h|hh|hpp)"), "no program of info.toml includes it"),
    (re.compile(r"gen/[^/]+"), "info.toml has no test for it"),
    (re.compile(r"sol/[^/]+"), "info.toml does not list it as a solution"),
)


def convert(root: Path) -> NewPackage:
    """Convert the problem in the folder `root`. Raise PackageError if its info.toml
    cannot be read, or if it has no model solution or no test."""
    files = PackageFiles(root)
    new = NewPackage()
    path = files.take(NAME)
    if path is None:
        raise PackageError([error("missing: expected a problem", NAME)])
    info = read(path)
    sources = Sources(files, _common(root), params_header(info.params))
    if sources.common is None:
        why = (
            "run the import on the folder inside a checkout of library-checker-problems"
        )
        new.ask_to_fix("common: not found", why)
    _add_validator(info, sources, new)
    _add_checker(info, sources, new)
    model = _add_solutions(info, sources, new)
    _add_tests(info, sources, model, new)
    _add_statements(files, new)
    _add_config(info, root, new)
    files.drop_rest(new, _NOT_NEEDED)
    return new


def _common(root: Path) -> PackageFiles | None:
    """Return the files that all problems of a checkout share: CHECKOUT/common for the
    problem CHECKOUT/CATEGORY/PROBLEM."""
    folder = root.parent.parent / "common"
    if (folder / testlib.HEADER).is_file():
        return PackageFiles(folder)
    return None


def _add_validator(info: Info, sources: Sources, new: NewPackage) -> None:
    programs = ProgramFolder(sources, new)
    names = programs.add(info.validator)
    if not names:
        new.drop(f"{info.validator}: the validator", "its source is not in the problem")
        return
    folder = f"{LAYOUT.input_validators}/{names[0].partition('.')[0]}"
    _add_testlib_program("VALIDATOR", names[0], programs, folder, new)


def _add_checker(info: Info, sources: Sources, new: NewPackage) -> None:
    programs = ProgramFolder(sources, new)
    names = programs.add(info.checker)
    if not names:
        new.ask_to_fix(f"{info.checker}: missing", "the default comparison is used")
        return
    _add_testlib_program("CHECKER", names[0], programs, LAYOUT.output_validator, new)


def _add_testlib_program(
    role: str, name: str, programs: ProgramFolder, folder: str, new: NewPackage
) -> None:
    """Add a program for testlib in its adapter, and the files that it includes."""
    contents = dict(programs.contents)
    contents |= testlib.wrap({role: (name, contents.pop(name))})
    for inner, content in contents.items():
        new.add(f"{folder}/{inner}", content)


def _add_solutions(info: Info, sources: Sources, new: NewPackage) -> str:
    """Add the solutions, and return the path of the model solution."""
    listed = {solution.file: solution for solution in info.solutions}
    model = listed.pop(_MODEL, Solution(_MODEL, None, frozenset(), False))
    rules: dict[str, object] = {}
    path = _add_solution(model, sources, rules, new)
    if path is None:
        message = "missing: no other file makes the answers"
        raise PackageError([error(message, f"sol/{_MODEL}")])
    rules[path] = {"model_solution": True}
    for solution in listed.values():
        if _add_solution(solution, sources, rules, new) is None:
            new.drop(f"sol/{solution.file}", "its source is not in the problem")
    new.add_yaml(f"{LAYOUT.submissions}/submissions.yaml", rules)
    return f"{LAYOUT.submissions}/{path}"


def _add_solution(
    solution: Solution, sources: Sources, rules: dict[str, object], new: NewPackage
) -> str | None:
    """Add one solution and its rule; return its path among the submissions, or None if
    its source is missing."""
    programs = ProgramFolder(sources, new)
    graders = ("grader",) if solution.is_function else ()
    names = programs.add(f"sol/{solution.file}", graders)
    if not names:
        return None
    if solution.is_function:
        _add_grader(solution, programs)
    folder = _folder(solution, rules)
    name = names[0]
    if len(programs.contents) == 1:
        new.add(f"{LAYOUT.submissions}/{folder}/{name}", programs.contents[name])
        return f"{folder}/{name}"
    path = _free_folder(f"{folder}/{name.partition('.')[0]}", new)
    for inner, content in programs.contents.items():
        new.add(f"{LAYOUT.submissions}/{path}/{inner}", content)
    return path


def _add_grader(solution: Solution, programs: ProgramFolder) -> None:
    """Add the files of the grader, which calls the function of a solution."""
    files = programs.sources.files.files_in("grader")
    if not files:
        why = f"sol/{solution.file} is a function, and nothing calls it"
        programs.new.ask_to_fix("grader: missing", why)
    for file in files:
        programs.add(f"grader/{file.name}", ("grader",))


def _free_folder(path: str, new: NewPackage) -> str:
    """Return the path, with a number if another solution has this folder: x.1.cpp and
    x.2.cpp both ask for x."""
    free = path
    number = 2
    while new.has_files_in(f"{LAYOUT.submissions}/{free}"):
        free = f"{path}_{number}"
        number += 1
    return free


def _folder(solution: Solution, rules: dict[str, object]) -> str:
    """Return the expectation folder of a solution; add its rule unless the format
    defines it."""
    expected = solution.expected
    allowed = solution.allowed - {expected}
    if not allowed:
        defined = _FOLDERS[expected]
        if expected == "TLE":
            rules[defined] = {"permitted": ["AC", *_SLOW], "required": [*_SLOW]}
        return defined
    others = set(allowed)
    rule: dict[str, object] = {"use_for_time_limit": False}
    if expected is not None:
        others.add(expected)
        rule["required"] = [*_SLOW] if expected == "TLE" else [expected]
    folder = "_or_".join(["ac", *sorted(map(str.lower, others))])
    if expected is not None:
        folder = f"{expected.lower()}_in_{folder}"
    if "TLE" in others:
        others.update(_SLOW)
    rules[folder] = {"permitted": ["AC", *sorted(others)], **rule}
    return folder


def _add_tests(info: Info, sources: Sources, model: str, new: NewPackage) -> None:
    programs = ProgramFolder(sources, new)
    generators: dict[str, list[str]] = {}
    data: dict[str, dict[str, object]] = {"sample": {}, "secret": {}}
    for family in info.tests:
        group = data["sample" if family.stem == _SAMPLES else "secret"]
        stem = valid_name(family.stem)
        if stem != family.stem:
            why = "names of tests have letters, digits and _ . - only"
            new.change(f"gen/{family.file}: its tests begin with {stem}", why)
        if family.file.endswith(".in"):
            group |= _copied_tests(family, stem, sources, new)
            continue
        names = programs.add(f"gen/{family.file}")
        if not names:
            why = f"tests that are left out: {family.number}"
            new.ask_to_fix(f"gen/{family.file}: missing", why)
            continue
        generators[stem] = names
        for number in range(family.number):
            group[f"{stem}_{number:02}"] = f"{stem} {number}"
    if not any(data.values()):
        raise PackageError([error("no tests", NAME)])
    if not data["secret"]:
        data["secret"] = dict(data["sample"])
        new.change(f"{NAME}: the examples are secret tests too", "there are no others")
    for name, content in programs.contents.items():
        new.add(f"{LAYOUT.generators}/{name}", content)
    new.add_yaml(
        f"{LAYOUT.generators}/generators.yaml",
        {
            "solution": f"/{model}",
            "generators": generators,
            "data": {name: {"data": tests} for name, tests in data.items() if tests},
        },
    )


def _copied_tests(
    family: TestFamily, stem: str, sources: Sources, new: NewPackage
) -> dict[str, object]:
    """Add the files of tests that were made by hand; return their recipes."""
    recipes: dict[str, object] = {}
    for number in range(family.number):
        file = f"gen/{family.file.removesuffix('.in')}_{number:02}.in"
        path = sources.files.take(file)
        if path is None:
            new.ask_to_fix(f"{file}: missing", "its test is left out")
            continue
        name = f"{stem}_{number:02}"
        copied = f"manual/{name}"
        new.add(f"{LAYOUT.generators}/{copied}.in", path)
        recipes[name] = {"copy": copied}
    return recipes


def _add_statements(files: PackageFiles, new: NewPackage) -> None:
    path = files.take("task.md")
    if path is None:
        new.drop("task.md: the statement", "its file is not in the problem")
        return
    text = read_file(path).decode("utf-8", "replace").replace("\r\n", "\n")
    for language in statement.LANGUAGES:
        content = statement.converted(text, language)
        new.add(LAYOUT.statement.replace("*", f"{language}.md"), content.encode())


def _add_config(info: Info, root: Path, new: NewPackage) -> None:
    seed = f"library-checker:{root.name}"
    data = metadata.required_keys(["pass-fail"], info.title, seed)
    source = {"name": "Library Checker"}
    if info.forum:
        source["url"] = info.forum
    data["source"] = source
    data["limits"] = {
        "time_limit": info.time_s,
        "memory": _MEMORY_MIB,
        "output": _OUTPUT_MIB,
        "validation_memory": _VALIDATION_MEMORY_MIB,
    }
    what = f"{NAME}: the memory limit is {_MEMORY_MIB} MiB"
    new.change(what, "that of the site: no file states one")
    what = f"{NAME}: the output limit is {_OUTPUT_MIB} MiB"
    new.change(what, "the site has none")
    what = f"{NAME}: the memory limit of validators is {_VALIDATION_MEMORY_MIB} MiB"
    new.change(what, "testlib keeps all that they read, in 4 bytes a character")
    if info.params:
        data["constants"] = dict(info.params)
    new.add_yaml(LAYOUT.config, data)
