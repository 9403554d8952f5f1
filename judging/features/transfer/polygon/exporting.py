"""Convert any package to Polygon's format: problem.xml, numbered tests, programs in `files`.

Checkers and validators that exit with 42 or 43 are wrapped in an adapter. Programs for
testlib that an import wrapped are unwrapped.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from judging.core.problem import Problem, Source, Submission, Testcase
from judging.core.verdicts import Verdict, listed
from judging.features.transfer import problem_files
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.package_files import valid_name
from judging.features.transfer.polygon import adapters, polygon_groups
from judging.features.transfer.polygon.generators import (
    FILES,
    add_commands,
    filled_contents,
    only_source,
)
from judging.features.transfer.polygon.problem_xml import NAME as PROBLEM_XML
from judging.features.transfer.polygon.programs import TAG_RULES
from judging.features.transfer.polygon.statements import export_statements
from judging.package.files.layout import STATEMENT_FILES

_SOLUTIONS = "solutions"
_AC = Verdict.AC
_TLE = Verdict.TLE
_MLE = Verdict.MLE
# What a submission may get as a whole -> tag.
_TAGS: Mapping[frozenset[Verdict], str] = {
    frozenset({_AC}): "accepted",
    frozenset({Verdict.WA}): "wrong-answer",
    frozenset({_TLE}): "time-limit-exceeded",
    frozenset({_MLE}): "memory-limit-exceeded",
    frozenset({Verdict.RTE}): "runtime-error",
    frozenset({_AC, _TLE}): "time-limit-exceeded-or-accepted",
    frozenset({_TLE, _MLE}): "time-limit-exceeded-or-memory-limit-exceeded",
    frozenset({Verdict.WA, _TLE, Verdict.RTE}): "rejected",
}
# Keys of problem.yaml that problem.xml expresses, and those that only versions of the
# formats have: the test groups show what is scored, the programs which type it is.
_CARRIED_KEYS = frozenset(
    {"name", "keywords", "type", "validation", "grading", "problem_format_version"}
)
_CARRIED_LIMITS = frozenset({"time_limit", "memory"})


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` to a Polygon package with the short name `name`."""
    new = NewPackage()
    url = _url_in_polygon(problem)
    short_name = url.rpartition("/")[2] or name
    root = Element("problem", {"revision": "1", "short-name": short_name})
    if url:
        root.set("url", url)
    export_statements(problem, root, new)
    tests = _add_tests(problem, root, new)
    files = SubElement(root, "files")
    listed = SubElement(files, "resources")
    executables = SubElement(files, "executables")
    assets = SubElement(root, "assets")
    resources: set[str] = set()
    _add_checker(problem, assets, resources, new)
    _add_validators(problem, assets, resources, new)
    _add_solutions(problem, assets, new)
    commands = add_commands(problem, tests, executables, resources, new)
    _report_recipes(problem, len(commands), new)
    for inner in sorted(resources):
        SubElement(listed, "file", {"path": f"{FILES}/{inner}"})
    _add_tags(problem, root)
    _drop_settings(problem, new)
    _drop_rest(problem, new)
    indent(root, "    ")
    # ElementTree would write the declaration with single quotes.
    declaration = b'<?xml version="1.0" encoding="utf-8"?>\n'
    new.add(PROBLEM_XML, declaration + tostring(root, "utf-8"))
    return new


def _url_in_polygon(problem: Problem) -> str:
    """Return the address that an import from Polygon keeps as the source, else ""."""
    source = problem.metadata.get("source")
    if not isinstance(source, Mapping) or source.get("name") != "Polygon":
        return ""
    return str(source.get("url") or "").rstrip("/")


def _add_tests(problem: Problem, root: Element, new: NewPackage) -> dict[str, Element]:
    """Add <judging> with one testset, and the files of its tests; return the elements of
    the tests by their names."""
    tests = [test for test in problem.testcases if test.input and test.answer]
    # Empty names of files mean standard input and output.
    attributes = {"input-file": "", "output-file": "", "run-count": "1"}
    judging = SubElement(root, "judging", attributes)
    factors = problem_files.language_factors(problem)
    if factors:
        new.drop(f"language_factors: {factors}", "problem.xml has no place for them")
    testset = SubElement(judging, "testset", {"name": "tests"})
    time_s = problem.limits.time_s
    if time_s is None:
        file = problem.paths.relative_path(problem.paths.config)
        why = "problem.xml states 1 s; `judge limits --write` states a limit"
        new.ask_to_fix(f"{file}: no time limit", why)
        time_s = 1.0
    digits = max(2, len(str(len(tests))))  # Polygon's own packages have %02d
    # Polygon states time in milliseconds and memory in bytes.
    for key, value in (
        ("time-limit", round(time_s * 1000)),
        ("memory-limit", problem.limits.memory_bytes),
        ("test-count", len(tests)),
        ("input-path-pattern", f"tests/%0{digits}d"),
        ("answer-path-pattern", f"tests/%0{digits}d.a"),
    ):
        SubElement(testset, key).text = str(value)
    listed = SubElement(testset, "tests")
    scores = _add_groups(problem, tests, testset, new)
    elements: dict[str, Element] = {}
    for number, test in enumerate(tests, 1):
        attributes = {"method": "manual"}
        if test.name.startswith("sample/"):
            attributes["sample"] = "true"
        attributes |= scores[test.name]
        elements[test.name] = SubElement(listed, "test", attributes)
        place = f"tests/{number:0{digits}d}"
        for path, content in ((place, test.input), (f"{place}.a", test.answer)):
            if content is not None:
                new.add(path, content)
    if tests:
        data = problem.paths.relative_path(problem.paths.data)
        new.change(f"{data}: test names become numbers", "Polygon numbers its tests")
    return elements


def _add_groups(
    problem: Problem, tests: Sequence[Testcase], testset: Element, new: NewPackage
) -> dict[str, dict[str, str]]:
    """Add the groups of a scoring problem; return the group and the points of each test,
    as attributes by its name."""
    scores: dict[str, dict[str, str]] = {}
    if not problem.scoring:
        # Groups give no points, but validators may ask for them.
        for test in tests:
            group, _ = polygon_groups.split_arguments(test.input_validator_args)
            scores[test.name] = {"group": group} if group else {}
        return scores
    groups = polygon_groups.groups_of(problem, tests)
    names = polygon_groups.names_in_polygon(problem, groups, new)
    points = polygon_groups.add_groups(problem, groups, names, testset, new)
    for name, folder in groups.items():
        given = f"{points.get(name, 0.0):g}"
        scores[name] = {"group": names[folder], "points": given}
    return scores


def _add_program(
    role: str,
    source: Source,
    arguments: Sequence[str],
    resources: set[str],
    new: NewPackage,
) -> dict[str, str]:
    """Add a checker, interactor or validator and return role -> file name of its
    sources. `resources` collects the files that the sources include."""
    contents = filled_contents(source)
    unwrapped = adapters.unwrap_for_polygon(contents)
    if unwrapped is not None:
        roles, files = unwrapped
    else:
        name = only_source(contents)
        if name is None:
            why = "Polygon takes a single source in the language of testlib"
            new.drop(source.name, why)
            return {}
        files = adapters.wrap_for_polygon(role, name, contents, arguments)
        roles = {role: name}
    for inner, content in files.items():
        given = new.files.get(f"{FILES}/{inner}")
        name = inner  # all programs share the folder `files`, so names may be taken
        if inner in roles.values():
            if given is not None:
                name = f"{role.lower()}_{inner}"
                for played, taken in roles.items():
                    if taken == inner:
                        roles[played] = name
        elif given is None:
            resources.add(inner)
        elif given != content:
            what = f"{source.name}: the file {inner}"
            new.drop(what, "another program has a different file with this name")
            continue
        new.add(f"{FILES}/{name}", content)
    return roles


def _add_checker(
    problem: Problem, assets: Element, resources: set[str], new: NewPackage
) -> None:
    """Add the checker and the interactor: the output validator, or the default comparison."""
    shared = {test.output_validator_args for test in problem.testcases}
    arguments = next(iter(shared)) if len(shared) == 1 else ()
    if len(shared) > 1:
        data = problem.paths.relative_path(problem.paths.data)
        why = "tests differ in them, and a Polygon checker gets none"
        new.drop(f"{data}: output_validator_args", why)
    if problem.output_validators:
        roles = _add_output_validator(problem, arguments, resources, new)
    else:
        roles = {"CHECKER": adapters.DEFAULT_CHECKER}
        content = adapters.default_checker(arguments)
        new.add(f"{FILES}/{adapters.DEFAULT_CHECKER}", content)
    for role, tag in (("CHECKER", "checker"), ("INTERACTOR", "interactor")):
        if role in roles:
            entry = SubElement(assets, tag)
            SubElement(entry, "source", {"path": f"{FILES}/{roles[role]}"})


def _add_output_validator(
    problem: Problem, arguments: Sequence[str], resources: set[str], new: NewPackage
) -> dict[str, str]:
    """Add the output validator as a checker or interactor; return role -> file name."""
    validator = problem_files.single_output_validator(problem, "Polygon", new)
    if problem.multi_pass:
        what = f"{validator.name}: several passes"
        new.ask_to_fix(what, "Polygon runs a checker once")
    role = "INTERACTOR" if problem.interactive else "CHECKER"
    roles = _add_program(role, validator, arguments, resources, new)
    if "INTERACTOR" in roles and "CHECKER" not in roles:
        # Polygon runs a checker after every interactor.
        roles["CHECKER"] = adapters.DEFAULT_CHECKER
        new.add(f"{FILES}/{adapters.DEFAULT_CHECKER}", adapters.ACCEPTS_ALL)
    return roles


def _add_validators(
    problem: Problem, assets: Element, resources: set[str], new: NewPackage
) -> None:
    """Add the input validators, and the invalid inputs as tests of the first."""
    listed = SubElement(assets, "validators")
    data = problem.paths.relative_path(problem.paths.data)
    written = []
    for source in problem.input_validators:
        roles = _add_program("VALIDATOR", source, (), resources, new)
        if not roles:
            continue
        entry = SubElement(listed, "validator")
        SubElement(entry, "source", {"path": f"{FILES}/{roles['VALIDATOR']}"})
        written.append(entry)
    invalid = [test.input for test in problem.invalid_inputs if test.input]
    # 2025-09: an invalid input "must be rejected by at least one input validator".
    if invalid and written:
        _add_invalid_inputs(invalid, written[0], new)
    elif invalid:
        why = "Polygon tests its validator with them, and no validator is exported"
        new.drop(f"{data}/invalid_input", why)
    others: list[str] = []
    for test in problem.testcases:
        others += polygon_groups.split_arguments(test.input_validator_args)[1]
    if others:
        why = "Polygon validators get no arguments but --testset and --group"
        new.drop(f"{data}: input_validator_args", why)


def _add_invalid_inputs(
    inputs: Sequence[Path], validator: Element, new: NewPackage
) -> None:
    pattern = "files/tests/validator-tests/%02d"
    testset = SubElement(validator, "testset")
    SubElement(testset, "test-count").text = str(len(inputs))
    SubElement(testset, "input-path-pattern").text = pattern
    tests = SubElement(testset, "tests")
    for number, content in enumerate(inputs, 1):
        SubElement(tests, "test", {"verdict": "INVALID"})
        new.add(pattern % number, content)


def _add_solutions(problem: Problem, assets: Element, new: NewPackage) -> None:
    listed = SubElement(assets, "solutions")
    model = problem.model_solution
    for submission in problem.submissions:
        if len(submission.source.files) != 1:
            new.drop(submission.path, "Polygon takes submissions of a single file")
            continue
        ((_, source),) = submission.source.files
        path = _path_of_solution(submission, new)
        new.add(path, problem_files.fill_constants(source, submission.source.constants))
        tag = "main" if submission is model else _tag(submission, new)
        entry = SubElement(listed, "solution", {"tag": tag})
        SubElement(entry, "source", {"path": path})


def _path_of_solution(submission: Submission, new: NewPackage) -> str:
    """Return a path that is free: Polygon has all solutions in one folder."""
    given = PurePosixPath(submission.path)
    path = f"{_SOLUTIONS}/{given.name}"
    if path not in new.files:
        return path
    taken = [
        PurePosixPath(file).name
        for file in new.files
        if file.startswith(f"{_SOLUTIONS}/")
    ]
    return f"{_SOLUTIONS}/{valid_name(f'{given.parent.name}_{given.name}', taken)}"


def _tag(submission: Submission, new: NewPackage) -> str:
    expectation = submission.expectation
    if expectation is None:
        new.change(f"{submission.path}: tagged rejected", "it has no expected verdict")
        return "rejected"
    whole = frozenset(problem_files.whole_verdicts(expectation))
    if whole not in _TAGS:
        what = f"{submission.path}: tagged rejected"
        new.change(what, f"no tag expresses {listed(whole)}")
    problem_files.drop_details(submission, "Polygon tags state verdicts only", new)
    return _TAGS.get(whole, "rejected")


def _add_tags(problem: Problem, root: Element) -> None:
    keywords = problem.metadata.get("keywords")
    if isinstance(keywords, str):
        keywords = keywords.split()
    if not isinstance(keywords, list) or not keywords:
        return
    tags = SubElement(root, "tags")
    for keyword in keywords:
        SubElement(tags, "tag", {"value": str(keyword)})


def _drop_settings(problem: Problem, new: NewPackage) -> None:
    """Report the keys of problem.yaml that Polygon has no place for."""
    file = problem.paths.relative_path(problem.paths.config)
    for key, value in problem.metadata.items():
        if key == "constants" and value:
            why = "Polygon has none: programs and statements get the values"
            new.drop(f"{file}: constants", why)
        elif key == "limits" and isinstance(value, dict):
            for limit in value:
                if limit not in _CARRIED_LIMITS:
                    new.drop(f"{file}: limits.{limit}", "Polygon has no such limit")
        elif key == "source" and _url_in_polygon(problem):
            continue
        elif key not in _CARRIED_KEYS and value:
            new.drop(f"{file}: {key}", "problem.xml has no such key")


def _drop_notes_of_tests(problem: Problem, new: NewPackage) -> None:
    data = problem.paths.data
    why = "a Polygon test has an input and an answer"
    for extension in (".hint", ".desc"):
        notes = [
            (data / f"{test.name}{extension}").exists() for test in problem.testcases
        ]
        if any(notes):
            what = f"{problem.paths.relative_path(data)}: {sum(notes)} {extension} files"
            new.drop(what, why)
    # A sample may have nothing but what the statement shows.
    for path in sorted((data / "sample").glob("*")):
        if path.name.endswith(STATEMENT_FILES):
            new.drop(problem.paths.relative_path(path), why)


def _report_recipes(problem: Problem, commands: int, new: NewPackage) -> None:
    """Report the recipes that are lost. `commands` is the number of those that are not."""
    paths = problem.paths
    folder = paths.relative_path(paths.generators)
    stated = [case.recipe.command for case in problem.testcases if case.recipe]
    recipes = sum(command is not None for command in stated)
    why = "the tests are exported as files"
    if commands and commands < recipes:
        what = f"{folder}: commands of {recipes - commands} of {recipes} tests"
        new.drop(what, f"Polygon cannot run them: {why}")
    elif not commands and (problem.generators or paths.generators_yaml.is_file()):
        new.drop(folder, why)


def _drop_rest(problem: Problem, new: NewPackage) -> None:
    """Report what Polygon has no place for."""
    paths = problem.paths
    data = paths.relative_path(paths.data)
    outputs = {
        "invalid_answer": problem.invalid_answers,
        "invalid_output": problem.invalid_outputs,
        "valid_output": problem.valid_outputs,
    }
    for folder, tests in outputs.items():
        if tests:
            why = "tests of a Polygon checker need an exact verdict"
            new.drop(f"{data}/{folder}", why)
    _drop_notes_of_tests(problem, new)
    for source in problem.answer_validators:
        new.drop(source.name, "Polygon has no answer validators")
    if problem.grader:
        new.drop(problem.grader.name, "Polygon has no graders")
    if problem.include:
        new.drop("include", "Polygon adds no files to submissions")
    why = "problem.xml carries over what it can express"
    carried = ("model_solution",)
    problem_files.drop_rules(paths, carried, list(TAG_RULES.values()), why, new)
