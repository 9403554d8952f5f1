"""Convert any package to the legacy version.

The folder of a submission states what is expected of it: the verdict of the submission
as a whole, the first that is not AC. If no folder does, the submission goes to `mixed`
with a tag for DOMjudge, `@EXPECTED_RESULTS@`, in its last line, or stays in a folder that
the format does not know. problemtools reports an error for it and does not run it.
"""

import re
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath

from judging.core.expectations import ANY, FOLDERS
from judging.core.problem import Expectation, Paths, Problem, Source, Submission
from judging.core.scoring import scoring
from judging.core.verdicts import FOLDED_TO_FOLDER, Verdict, listed
from judging.features.transfer import copied_library, problem_files
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.kattis import metadata, test_groups
from judging.features.transfer.kattis.submissions_yaml import MIXED, path_in_folder
from judging.features.transfer.new_package import NewPackage
from judging.languages import detect
from judging.package.files.layout import GRADERS, GROUP_FILE
from judging.package.files.layout import KATTIS_LEGACY as LAYOUT
from judging.package.files.sources import NOT_PROGRAMS, link_fault, readable_files
from judging.package.files.statement_files import statement_files
from judging.package.problem_yaml import domjudge_settings
from judging.package.submissions.conventions import LEGACY
from judging.package.submissions.expected_results import RESULTS
from judging.values import Value, replace

RENDERED = ("problem.pdf", "problem.html")
_TAG = "@EXPECTED_RESULTS@: "
_STATEMENTS = "problem_statement"
_COPIED = ("attachments", "include")
_HANDLED = ("statement", _STATEMENTS, domjudge_settings.INI, *RENDERED)
_SETTINGS = "testdata.y*ml"
_NO_MANIFEST = "legacy packages have no manifest"
_NOT_LATEX = (".md", ".typ")
_NO_TITLE = re.compile(rb"\\problemname\{\s*\}")
_SPECIAL_IN_LATEX = re.compile(r"[#$%&_{}]")
# The legacy version has no tests of validators. problemtools refuses a package with
# another folder in `data` than `sample` and `secret`.
_TESTS_OF_VALIDATORS = (
    "invalid_input",
    "invalid_answer",
    "invalid_output",
    "valid_output",
)


def _folder_of_each_verdict() -> dict[Verdict, str]:
    """Return for a verdict the folder of submissions that must get it, and else only AC."""
    found: dict[Verdict, str] = {}
    for name, (_, required) in FOLDERS.items():
        if len(required) == 1:
            (verdict,) = required
            found[verdict] = name
    return found


def _results_of_each_verdict() -> dict[Verdict, tuple[str, ...]]:
    """Return for a verdict the results that DOMjudge's tag names for it."""
    found: dict[Verdict, tuple[str, ...]] = {}
    for name, verdict in RESULTS.items():
        # Of several names for a verdict, the first.
        found.setdefault(verdict, (name,))
    # DOMjudge may show MLE as a run error.
    found[Verdict.MLE] = ("MEMORY-LIMIT", "RUN-ERROR")
    return found


_FOLDERS: Mapping[Verdict, str] = _folder_of_each_verdict()
_RESULTS: Mapping[Verdict, tuple[str, ...]] = _results_of_each_verdict()
_PARTIAL = "partially_accepted"


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` to the legacy version; the name of the folder does not matter."""
    new = NewPackage()
    converted = _convert(problem, new)
    paths = problem.paths
    generators = readable_files(paths.generators, paths)
    leftovers = problem_files.leftovers(problem)
    for inner, source in generators:
        if source == paths.manifest:
            new.drop(paths.relative_path(source), _NO_MANIFEST)
            continue
        if source in leftovers:
            new.drop(paths.relative_path(source), leftovers[source])
            continue
        if source == paths.generators_yaml:
            content: bytes | Path = _recipes(problem, converted)
        else:
            content = _program_file(source, problem)
        new.add(f"{LAYOUT.generators}/{inner}", content)
    copied_library.add_library(paths, LAYOUT.generators, new)
    _note_other_statements(problem, new)
    problem_files.keep_language_factors_unused(problem, new)
    if generators:
        folder = paths.relative_path(paths.generators)
        new.keep_unused(folder, "legacy packages run none")
    return new


def convert(problem: Problem) -> NewPackage:
    """Convert `problem` to the legacy version, without its generators."""
    new = NewPackage()
    _convert(problem, new)
    return new


class _Converted(Value):
    """What generators.yaml needs to know of the rest of the package.

    settings: those of groups, by the path of their file in the data folder; None if they
        are legacy ones already.
    submissions: the new path of each submission.
    """

    settings: Mapping[str, object] | None
    submissions: Mapping[str, str]


def _convert(problem: Problem, new: NewPackage) -> _Converted:
    """Add all but the generators."""
    paths = problem.paths
    config = metadata.to_legacy(problem, new)
    settings: Mapping[str, object] | None = None
    if any(paths.data.rglob(_SETTINGS)):
        # The settings are legacy ones, and are copied with the data.
        flags = problem.metadata.get("validator_flags")
    else:
        arguments, settings = test_groups.to_legacy(problem, new)
        flags = " ".join(arguments)
    if flags:
        config["validator_flags"] = flags
    new.add_yaml(LAYOUT.config, config)
    if problem.limits.time_s is not None:
        # The legacy version has no key for the time limit: judges infer it. By custom a
        # file states it, which DOMjudge reads too.
        new.add(domjudge_settings.TIME_LIMIT, f"{problem.limits.time_s:g}\n".encode())
    problem_files.add_language_factors(problem, LAYOUT, new)
    _add_data(problem, new)
    for inner, entry in (settings or {}).items():
        new.add_yaml(f"{LAYOUT.data}/{inner}", entry)
    _add_statements(problem, new)
    moved = {}
    for submission in problem.submissions:
        moved[submission.path] = _add_submission(problem, submission, new)
    _add_validators(problem, new)
    for folder in _COPIED:
        for inner, source in readable_files(paths.root / folder, paths):
            content = paths.content(source)
            if folder == "include":
                content = _program_file(source, problem)
            new.add(f"{folder}/{inner}", content)
    _drop_rest(problem, new)
    return _Converted(settings, moved)


def _add_statements(problem: Problem, new: NewPackage) -> None:
    for source, target in statement_files(problem.paths):
        content = problem_files.statement_content(problem, source)
        if source.suffix == ".tex":
            content = _with_title(content, target, problem)
        new.add(f"{_STATEMENTS}/{target}", content)


def _note_other_statements(problem: Problem, new: NewPackage) -> None:
    """Report sources of statements that no reader of legacy packages takes."""
    for source, _ in statement_files(problem.paths):
        if source.suffix in _NOT_LATEX:
            what = f"{problem.paths.relative_path(source)}: not LaTeX"
            new.ask_to_fix(
                what, "problemtools refuses other statements in legacy packages"
            )


def _with_title(content: bytes | Path, target: str, problem: Problem) -> bytes | Path:
    r"""Return a LaTeX statement with the problem's name in an empty `\problemname{}`.

    BAPCtools and our judge take the name from problem.yaml then; problemtools prints none.
    """
    text = read_file(content)
    if not _NO_TITLE.search(text):
        return content
    names = problem.metadata.get("name")
    name = problem.name
    if isinstance(names, dict):
        # problem.LANGUAGE.tex
        language = target.split(".")[1] if target.count(".") == 2 else "en"
        name = str(names.get(language, name))
    title = _SPECIAL_IN_LATEX.sub(r"\\\g<0>", name).encode()
    return _NO_TITLE.sub(lambda _: b"\\problemname{" + title + b"}", text)


def _recipes(problem: Problem, converted: _Converted) -> bytes:
    """Return generators.yaml with the values of constants and with legacy settings."""
    content = problem_files.recipes_content(problem, LAYOUT, converted.submissions)
    settings = converted.settings
    if settings is None:
        return content

    file = problem.paths.relative_path(problem.paths.generators_yaml)
    return problem_files.replace_group_settings(
        content, file, GROUP_FILE, test_groups.LEGACY_SETTINGS, settings
    )


def _program_file(source: Path, problem: Problem) -> bytes | Path:
    """Return a file of a program with the values of constants; one of a schema keeps
    what looks like one."""
    content = problem.paths.content(source)
    if source.suffix == ".json":
        return content
    return problem_files.fill_constants(content, problem.constants)


def _add_data(problem: Problem, new: NewPackage) -> None:
    paths = problem.paths
    for inner, source in readable_files(paths.data, paths):
        root = inner.partition("/")[0]
        file = paths.relative_path(source)
        if source == paths.manifest:
            new.drop(file, _NO_MANIFEST)
        elif source.match(_SETTINGS):
            new.add(f"{LAYOUT.data}/{inner}", source)
        elif source.name == GROUP_FILE:
            continue  # `convert` writes settings for the default grader
        elif root.removesuffix("s") in _TESTS_OF_VALIDATORS:
            new.drop(file, "legacy packages have no such tests")
        elif source.suffix == ".yaml":
            why = "legacy packages have settings for folders, not for single tests"
            new.drop(file, why)
        else:
            new.add(f"{LAYOUT.data}/{inner}", source)


def _add_submission(problem: Problem, submission: Submission, new: NewPackage) -> str:
    """Add a submission; return its new path."""
    source = submission.source
    place = _place(problem, submission, new)
    name = PurePosixPath(source.name).name
    target = f"{LAYOUT.submissions}/{place.folder}/{name}"
    if target in new.files or any(known.startswith(f"{target}/") for known in new.files):
        # Two folders of the package with a file of this name become one: name the folder.
        given = _own_folder(problem, submission)
        target = f"{LAYOUT.submissions}/{place.folder}/{given}_{name}"
    contents = _contents(source)
    if place.results is not None:
        _add_tag(contents, place.results, source.name, new)
    _add_program(source, contents, target, new)
    return target


class _Place(Value):
    """The folder for a submission, and the results for DOMjudge's tag if no folder means
    what is expected."""

    folder: str
    results: str | None = None


def _place(problem: Problem, submission: Submission, new: NewPackage) -> _Place:
    """Return where a submission goes. Report what neither folder nor tag states."""
    expectation = submission.expectation
    if expectation is None:
        return _place_elsewhere(problem, submission, "it has no expected verdict", new)
    if _is_stated_in_source(expectation):
        why = "no folder states its expected verdict"
        return _place_elsewhere(problem, submission, why, new)
    problem_files.drop_details(submission, "legacy folders state verdicts only", new)
    whole = problem_files.whole_verdicts(expectation)
    if _is_partial(problem, expectation, whole):
        return _Place(_PARTIAL)
    folder = _folder_with_rule(expectation)
    if folder is not None:
        return _Place(folder)
    folded = {FOLDED_TO_FOLDER.get(verdict, verdict) for verdict in whole}
    if len(folded) > 1 or not folded <= _FOLDERS.keys():
        return _place_with_tag(problem, submission, whole, new)
    (verdict,) = folded
    for unknown in sorted(whole):
        if unknown not in folded:
            what = f"{submission.path}: {unknown} becomes {verdict}"
            new.change(what, "no legacy folder expresses it")
    return _Place(_FOLDERS[verdict])


def _place_with_tag(
    problem: Problem, submission: Submission, whole: Collection[Verdict], new: NewPackage
) -> _Place:
    """Return the place of a submission that may get one of the verdicts `whole`."""
    expectation = submission.expectation
    why = f"no legacy folder means {listed(whole, ' or ')}"
    if expectation is not None and _expects_nothing(expectation):
        why = "any verdict meets its expectation"
    names: list[str] = []
    for verdict in Verdict:
        if verdict in whole:
            names += _RESULTS.get(verdict, ())
    place = _place_elsewhere(problem, submission, why, new)
    return replace(place, results=", ".join(dict.fromkeys(names)))


def _expects_nothing(expectation: Expectation) -> bool:
    free = expectation.permitted >= ANY and not expectation.required
    return free and expectation.score is None


def _is_stated_in_source(expectation: Expectation) -> bool:
    """Return True if only tags state the expectation: they are copied with the source."""
    return all(rule.stated_by.startswith("@") for rule in expectation.rules)


def _place_elsewhere(
    problem: Problem, submission: Submission, why: str, new: NewPackage
) -> _Place:
    """Return the place of a submission that no legacy folder fits; report it with `why`.

    DOMjudge reads tags in every folder that the format does not know.
    """
    folder = _own_folder(problem, submission)
    why = f"{why}; problemtools ignores it"
    if folder in FOLDERS or folder in LEGACY.folders:
        folder = MIXED
    stays = PurePosixPath(submission.path).parent.name == folder
    if stays:
        new.keep_unused(submission.path, why)
    else:
        new.change(f"{submission.path}: moved to {folder}", why)
    return _Place(folder)


def _own_folder(problem: Problem, submission: Submission) -> str:
    """Return the folder of a submission in the package, `mixed` if it has none."""
    return path_in_folder(problem, submission).partition("/")[0]


def _folder_with_rule(expectation: Expectation) -> str | None:
    """Return the legacy folder whose rule is the expectation; None if none has it.

    Some rules of legacy packages permit more than those of 2025-09.
    """
    for name, rule in LEGACY.folders.items():
        stated = (expectation.permitted, expectation.required)
        if stated == (rule.permitted, rule.required) and rule.required:
            return name
    return None


def _is_partial(
    problem: Problem, expectation: Expectation, whole: Collection[Verdict]
) -> bool:
    """Return True if a submission of a scoring problem gets a part of the points."""
    rules = scoring(problem)
    if rules is None:
        return False
    if expectation.partial:
        return True
    if expectation.score is None:
        return False
    _, high = expectation.score
    below_best = rules.best is not None and high < rules.best
    return high > 0 and (below_best or Verdict.AC not in whole)


def _contents(source: Source) -> dict[str, bytes | Path]:
    """Return the files of a program, with the values of constants: the version has none."""
    return {
        name: problem_files.fill_constants(path, source.constants)
        for name, path in source.files
    }


def _add_program(
    source: Source, contents: Mapping[str, bytes | Path], target: str, new: NewPackage
) -> None:
    """Add a program as the file `target` if it is one file of that name, else as a folder."""
    is_file = [name for name, _ in source.files] == [PurePosixPath(source.name).name]
    for inner, content in contents.items():
        new.add(target if is_file else f"{target}/{inner}", content)


def _add_tag(
    contents: dict[str, bytes | Path], results: str, file: str, new: NewPackage
) -> None:
    """Add a comment with DOMjudge's tag to the first source in `contents`."""
    texts = {name: read_file(content) for name, content in contents.items()}
    if any(_TAG.encode() in text for text in texts.values()):
        return  # with two tags, none would count
    language = detect(list(texts.items()))
    name = None
    if language is not None:
        sources = (n for n in texts if language.claims(PurePosixPath(n).name))
        name = next(sources, None)
    if language is None or name is None or not language.comment:
        why = "this language has no comment that could state it"
        new.drop(f"{file}: expected {results}", why)
        return
    end = b"" if texts[name].endswith(b"\n") else b"\n"
    contents[name] = texts[name] + end + f"{language.comment} {_TAG}{results}\n".encode()


def _add_validators(problem: Problem, new: NewPackage) -> None:
    """Add input, answer and output validators and the grader."""
    programs = {
        LAYOUT.input_validators: problem.input_validators,
        LAYOUT.answer_validators: problem.answer_validators,
        LAYOUT.output_validator: problem.output_validators,
        GRADERS: (problem.grader,) if problem.grader else (),
    }
    for folder, sources in programs.items():
        for source in sources:
            contents = _contents(source)
            for name in NOT_PROGRAMS:
                contents.pop(name, None)
            target = f"{folder}/{PurePosixPath(source.name).name}"
            _add_program(source, contents, target, new)


def _drop_rest(problem: Problem, new: NewPackage) -> None:
    """Report the rules and, in a package of another format, everything else that is left out."""
    paths = problem.paths
    why = "folders and tags carry over what they can express"
    problem_files.drop_rules(paths, (), (), why, new)
    if paths.equivalents.is_file():
        file = paths.relative_path(paths.equivalents)
        new.drop(file, "legacy packages have no such file")
    if paths.foreign:
        for name in RENDERED:
            _add_rendered(paths, paths.root / name, new)
    parts = (
        paths.config,
        paths.settings,
        paths.data,
        paths.submissions,
        paths.generators,
        paths.output_validator,
    )
    validators = (*problem.input_validators, *problem.answer_validators)
    known = [
        *new.files,
        *_HANDLED,
        *map(paths.relative_path, parts),
        *(validator.name for validator in validators),
    ]
    problem_files.drop_unknown(paths, known, "legacy packages have no place for it", new)


def _add_rendered(paths: Paths, rendered: Path, new: NewPackage) -> None:
    """Add a finished statement at the top of the package, unless a link leaves the package."""
    if not rendered.is_file():
        return
    fault = link_fault(rendered, paths)
    if fault:
        new.drop(rendered.name, fault)
    else:
        new.add(rendered.name, rendered)
