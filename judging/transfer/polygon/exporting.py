"""Any package as one for Polygon: problem.xml, numbered tests, sources under `files`.

Checkers and validators that speak 42 and 43 get a small program around them, as the default
comparison does; those for testlib, brought in earlier, are given back as they were.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from judging.core.limits import ProblemLimits
from judging.core.problem import Aggregation, Problem, Source, Submission, Testcase
from judging.core.templates import substituted, substituted_bytes
from judging.core.verdicts import Verdict
from judging.languages import detect
from judging.transfer import testlib_adapter
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import expectations
from judging.transfer.kattis.current import lose_missing_tests
from judging.transfer.kattis.legacy import statement_files, statement_text
from judging.transfer.new_package import NewPackage
from judging.transfer.polygon import kattis_adapter, statements
from judging.transfer.polygon.package_files import valid_name
from judging.transfer.polygon.problem_xml import NAME as DESCRIPTION

NAME = "polygon"
_FILES = "files"
_SOLUTIONS = "solutions"
_AC, _TLE, _MLE = Verdict.AC, Verdict.TLE, Verdict.MLE
_TAGS: Mapping[frozenset[Verdict], str] = {
    frozenset({_AC}): "accepted",
    frozenset({Verdict.WA}): "wrong-answer",
    frozenset({_TLE}): "time-limit-exceeded",
    frozenset({_MLE}): "memory-limit-exceeded",
    frozenset({Verdict.RTE}): "runtime-error",
    frozenset({_AC, _TLE}): "time-limit-exceeded-or-accepted",
    frozenset({_TLE, _MLE}): "time-limit-exceeded-or-memory-limit-exceeded",
}
_SECTION = re.compile(r"\\section\*?\{([^{}]*)\}")
_SECTIONS = {"input": "input", "output": "output", "interaction": "interaction",
             "scoring": "scoring", "notes": "notes", "note": "notes"}  # fmt: skip


def write(problem: Problem, name: str) -> NewPackage:
    """The package `name` for Polygon."""
    new = NewPackage()
    lose_missing_tests(problem, new)
    root = Element("problem", {"revision": "1", "short-name": name})
    _statements(problem, root, new)
    tests = [t for t in problem.testcases if t.input is not None and t.answer is not None]
    _judging(problem, tests, root, new)
    files = SubElement(root, "files")
    resources = SubElement(files, "resources")
    SubElement(files, "executables")
    assets = SubElement(root, "assets")
    beside: dict[str, bytes] = {}
    _checker(problem, assets, beside, new)
    _validators(problem, assets, beside, new)
    _solutions(problem, assets, new)
    for inner in sorted(beside):
        SubElement(resources, "file", {"path": f"{_FILES}/{inner}"})
    _lose_rest(problem, new)
    indent(root, "    ")
    new.add(DESCRIPTION, b'<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, "utf-8"))
    return new


def _statements(problem: Problem, root: Element, new: NewPackage) -> None:
    names = SubElement(root, "names")
    listed = SubElement(root, "statements")
    for source, inner in statement_files(problem):
        parts = inner.split(".")
        code = parts[1] if parts[0] == "problem" and len(parts) == 3 else "en"
        language = statements.language(code)
        shown = problem.paths.relative_path(source)
        if parts[0] != "problem" or language is None or "/" in inner:
            new.lose(shown, "a file of the statements", "sections of known languages only")
            continue
        folder = f"statement-sections/{language}"
        if parts[-1] == "tex":
            text = substituted(read_file(source).decode("utf-8", "replace"), problem.constants)
            for section, content in _sections(text, problem.name).items():
                new.add(f"{folder}/{section}.tex", content.encode())
        elif parts[-1] in ("pdf", "html"):
            path = f"statements/.{parts[-1]}/{language}/problem.{parts[-1]}"
            new.add(path, statement_text(problem, source))
            kind = "application/pdf" if parts[-1] == "pdf" else "text/html"
            SubElement(listed, "statement", {"language": language, "path": path, "type": kind})
        else:
            new.add(f"{folder}/legend.tex", statement_text(problem, source))
            new.lose(shown, "Markdown", "Polygon takes LaTeX: carried as the legend, as it is")
        SubElement(names, "name", {"language": language, "value": problem.name})
    if not len(names):
        SubElement(names, "name", {"language": "english", "value": problem.name})


def _sections(text: str, name: str) -> dict[str, str]:
    title = re.search(r"\\problemname\{(.*)\}\s*", text)
    body = text[title.end() :] if title else text
    pieces = _SECTION.split(body)
    found = {"name": title[1] if title else name, "legend": pieces[0].strip() + "\n"}
    for heading, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        section = _SECTIONS.get(heading.strip().lower())
        if section is None:
            found["legend"] += f"\n\\section*{{{heading}}}\n{piece.strip()}\n"
        else:
            found[section] = piece.strip() + "\n"
    return found


def _judging(problem: Problem, tests: Sequence[Testcase], root: Element, new: NewPackage) -> None:
    judging = SubElement(root, "judging", {"input-file": "", "output-file": "", "run-count": "1"})
    testset = SubElement(judging, "testset", {"name": "tests"})
    shown = problem.paths.relative_path(problem.paths.config)
    time_s = problem.limits.time_s
    if time_s is None:
        new.lose(shown, "the time limit", "none is stated: 1 s stands in for it")
        time_s = 1.0
    digits = max(2, len(str(len(tests))))
    for key, value in (
        ("time-limit", round(time_s * 1000)),
        ("memory-limit", problem.limits.memory_bytes),
        ("test-count", len(tests)),
        ("input-path-pattern", f"tests/%0{digits}d"),
        ("answer-path-pattern", f"tests/%0{digits}d.a"),
    ):
        SubElement(testset, key).text = str(value)
    listed = SubElement(testset, "tests")
    points = _points(problem, tests, testset, new) if problem.scoring else {}
    for number, test in enumerate(tests, 1):
        attributes = {"method": "manual"}
        if test.name.startswith("sample/"):
            attributes["sample"] = "true"
        if problem.scoring:
            attributes |= {"group": _group(test.group), "points": f"{points.get(test.name, 0.0):g}"}
        SubElement(listed, "test", attributes)
        assert test.input is not None
        assert test.answer is not None
        new.add(f"tests/{number:0{digits}d}", test.input)
        new.add(f"tests/{number:0{digits}d}.a", test.answer)
    if tests:
        what = f"the names of {len(tests)} tests"
        data = problem.paths.relative_path(problem.paths.data)
        new.lose(data, what, "numbers in the same order stand for them")


def _group(name: str) -> str:
    return name.removeprefix("secret/")


def _points(
    problem: Problem, tests: Sequence[Testcase], testset: Element, new: NewPackage
) -> dict[str, float]:
    """The points of each test; the groups go to `testset`."""
    groups = SubElement(testset, "groups")
    found: dict[str, float] = {}
    for name in dict.fromkeys(test.group for test in tests):
        group = problem.groups.get(name)
        members = [test for test in tests if test.group == name]
        together = group is None or group.aggregation in (Aggregation.PASS_FAIL, Aggregation.MIN)
        most = 0.0
        if group is not None and name != "sample":
            if group.graded:
                together = "min" in group.flags
                most = group.accept_score * (1 if together else len(members))
            else:
                most = group.max_score or 0.0
        policy = "complete-group" if together else "each-test"
        entry = SubElement(
            groups, "group", {"name": _group(name), "points": f"{most:g}", "points-policy": policy}
        )
        needs = group.require_pass if group is not None else ()
        if needs:
            inner = SubElement(entry, "dependencies")
            for need in needs:
                SubElement(inner, "dependency", {"group": _group(need)})
        if not together:
            found |= {test.name: most / len(members) for test in members}
        elif members:
            found[members[0].name] = most
        if group is not None and group.aggregation is Aggregation.MIN and not group.graded:
            why = "Polygon gives a group's points whole or test by test"
            new.lose(f"data/{name}", "the least score of its tests", why)
    return found


def _program(
    role: str,
    source: Source,
    arguments: Sequence[str],
    beside: dict[str, bytes],
    new: NewPackage,
) -> dict[str, str]:
    """Puts a checker or validator under `files`; role -> name of each source that plays one."""
    contents = {n: substituted_bytes(read_file(p), source.constants) for n, p in source.files}
    given = testlib_adapter.unwrap(contents)
    if given is not None:
        roles, files = given
    else:
        sources = [n for n in contents if testlib_adapter.can_wrap(n)]
        language = detect(list(contents.items()))
        if len(sources) != 1 or language is None or not language.claims(sources[0]):
            why = "Polygon takes one source in the language of testlib"
            new.lose(source.name, f"the {role.lower()}", why)
            return {}
        files = kattis_adapter.wrap(role, sources[0], contents, arguments)
        roles = {role: sources[0]}
    for inner, content in files.items():
        name = inner
        if beside.get(name, content) != content or f"{_FILES}/{name}" in new.files:
            if inner not in roles.values():
                if new.files.get(f"{_FILES}/{name}") != content:
                    new.lose(source.name, inner, "another program has a file of that name")
                continue
            name = f"{role.lower()}_{inner}"
            roles = {r: name if n == inner else n for r, n in roles.items()}
        if inner not in roles.values() and name not in roles.values():
            beside[name] = content
        new.add(f"{_FILES}/{name}", content)
    return roles


def _checker(problem: Problem, assets: Element, beside: dict[str, bytes], new: NewPackage) -> None:
    shared = {test.output_validator_args for test in problem.testcases}
    arguments = next(iter(shared)) if len(shared) == 1 else ()
    if len(shared) > 1:
        shown = problem.paths.relative_path(problem.paths.data)
        new.lose(shown, "output_validator_args that differ", "a checker there gets none")
    if not problem.output_validators:
        name = f"{_FILES}/check{PurePosixPath(testlib_adapter.ADAPTER.name).suffix}"
        new.add(name, kattis_adapter.default_checker(arguments))
        SubElement(SubElement(assets, "checker"), "source", {"path": name})
        return
    first, *others = problem.output_validators
    for other in others:
        new.lose(other.name, "an output validator", f"there is one: {first.name} decides alone")
    if problem.multi_pass:
        new.lose(first.name, "several passes", "a checker there is run once")
    role = "INTERACTOR" if problem.interactive else "CHECKER"
    roles = _program(role, first, arguments, beside, new)
    if "INTERACTOR" in roles and "CHECKER" not in roles:
        roles["CHECKER"] = f"check{PurePosixPath(testlib_adapter.ADAPTER.name).suffix}"
        new.add(f"{_FILES}/{roles['CHECKER']}", kattis_adapter.ACCEPTS_ALL)
    for role, tag in (("CHECKER", "checker"), ("INTERACTOR", "interactor")):
        if role in roles:
            SubElement(SubElement(assets, tag), "source", {"path": f"{_FILES}/{roles[role]}"})


def _validators(
    problem: Problem, assets: Element, beside: dict[str, bytes], new: NewPackage
) -> None:
    listed = SubElement(assets, "validators")
    pattern = "files/tests/validator-tests/%02d"
    for index, source in enumerate(problem.input_validators):
        roles = _program("VALIDATOR", source, (), beside, new)
        if not roles:
            continue
        entry = SubElement(listed, "validator")
        SubElement(entry, "source", {"path": f"{_FILES}/{roles['VALIDATOR']}"})
        if index or not problem.invalid_inputs:
            continue
        testset = SubElement(entry, "testset")
        SubElement(testset, "test-count").text = str(len(problem.invalid_inputs))
        SubElement(testset, "input-path-pattern").text = pattern
        tests = SubElement(testset, "tests")
        for number, test in enumerate((t for t in problem.invalid_inputs if t.input), 1):
            SubElement(tests, "test", {"verdict": "INVALID"})
            assert test.input is not None
            new.add(pattern % number, test.input)
    told = [t for t in problem.testcases if t.input_validator_args]
    if told:
        shown = problem.paths.relative_path(problem.paths.data)
        new.lose(shown, f"input_validator_args of {len(told)} tests", "validators there get none")


def _solutions(problem: Problem, assets: Element, new: NewPackage) -> None:
    listed = SubElement(assets, "solutions")
    model = problem.model_solution
    for submission in problem.submissions:
        if len(submission.source.files) != 1:
            new.lose(submission.path, "a submission of several files", "Polygon takes one file")
            continue
        ((_, path),) = submission.source.files
        name = PurePosixPath(submission.path).name
        place = f"{_SOLUTIONS}/{name}"
        if place in new.files:
            folder = PurePosixPath(submission.path).parent.name
            taken = [PurePosixPath(n).name for n in new.files if n.startswith(f"{_SOLUTIONS}/")]
            place = f"{_SOLUTIONS}/{valid_name(f'{folder}_{name}', taken)}"
        new.add(place, substituted_bytes(read_file(path), submission.source.constants))
        tag = "main" if submission is model else _tag(submission, new)
        SubElement(SubElement(listed, "solution", {"tag": tag}), "source", {"path": place})


def _tag(submission: Submission, new: NewPackage) -> str:
    expectation = submission.expectation
    if expectation is None:
        new.lose(submission.path, "it has no expectation", "tagged rejected")
        return "rejected"
    whole = frozenset(expectations.as_whole(expectation))
    tag = _TAGS.get(whole, "rejected")
    if whole not in _TAGS and whole != frozenset({Verdict.WA, _TLE, Verdict.RTE}):
        what = f"the verdicts {', '.join(v for v in Verdict if v in whole)}"
        new.lose(submission.path, what, "no tag means them: tagged rejected")
    for what in expectations.unsaid(expectation, submission):
        new.lose(submission.path, what, "no tag says so")
    return tag


def _lose_rest(problem: Problem, new: NewPackage) -> None:
    paths = problem.paths
    if problem.invalid_outputs or problem.valid_outputs:
        count = len(problem.invalid_outputs) + len(problem.valid_outputs)
        why = "tests of a checker name verdicts there"
        new.lose(paths.relative_path(paths.data), f"{count} outputs to judge the checker by", why)
    limits = problem.limits
    if limits != ProblemLimits(limits.time_s, limits.memory_bytes):
        what = "limits other than of time and memory"
        new.lose(paths.relative_path(paths.config), what, "Polygon has none")
    for source in problem.answer_validators:
        new.lose(source.name, "an answer validator", "Polygon has none")
    if problem.grader:
        new.lose(problem.grader.name, "the grader of groups", "Polygon has none")
    if problem.include:
        new.lose("include", "files added to submissions", "Polygon has none")
    if problem.generators or paths.generators_yaml.is_file():
        why = "the tests are carried over as files"
        new.lose(paths.relative_path(paths.generators), "what makes the tests", why)
    for path in (paths.submissions_yaml, paths.manifest):
        if path.is_file():
            why = "problem.xml says what it can"
            new.lose(paths.relative_path(path), "not carried over", why)
