"""Convert any package to the legacy version.

The folder of a submission states what is expected of it: the verdict of the submission as a whole,
the first that is not AC. If no folder does, the submission goes to `mixed` with a tag for DOMjudge,
`@EXPECTED_RESULTS@`, in its last line.
"""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from judging.core.expectations import FOLDERS
from judging.core.problem import Problem, Source, Submission
from judging.core.verdicts import FOLDED, Verdict
from judging.languages import detect
from judging.package.files.layout import GRADERS, GROUP_FILE
from judging.package.files.layout import KATTIS_LEGACY as LAYOUT
from judging.package.files.sources import NOT_PROGRAMS, link_fault, readable_files
from judging.package.files.statement_files import statement_files
from judging.package.problem_yaml import domjudge_settings
from judging.package.submissions.expected_results import RESULTS
from judging.transfer import problem_files
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import metadata, test_groups
from judging.transfer.kattis.submissions_yaml import MIXED, path_in_folder
from judging.transfer.new_package import NewPackage

RENDERED = ("problem.pdf", "problem.html")
_TAG = "@EXPECTED_RESULTS@: "
_STATEMENTS = "problem_statement"
_COPIED = ("attachments", "include")
_HANDLED = ("statement", _STATEMENTS, domjudge_settings.INI, *RENDERED)
_SETTINGS = "testdata.y*ml"
_INVALID = {"invalid_input": "invalid_inputs"}
# Verdict -> the folder of submissions that must get it, and nothing else but AC.
_FOLDERS = {
    v: name
    for v in Verdict
    for name, (_, required) in FOLDERS.items()
    if required == {v}
}
_PARTIAL = "partially_accepted"
# Verdict -> the results that DOMjudge's tag names for it. DOMjudge may show MLE as a run error.
_RESULTS: Mapping[Verdict, tuple[str, ...]] = {
    # Of several names for a verdict, the first.
    **{verdict: (name,) for name, verdict in reversed(RESULTS.items())},
    Verdict.MLE: ("MEMORY-LIMIT", "RUN-ERROR"),
}


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` to the legacy version; the name of the folder does not matter."""
    new, paths = convert(problem), problem.paths
    generators = readable_files(paths.generators, paths)
    for inner, source in generators:
        stated = source == paths.generators_yaml
        content = (
            problem_files.move_solution(paths, LAYOUT)
            if stated
            else paths.content(source)
        )
        new.add(f"{LAYOUT.generators}/{inner}", content)
    problem_files.add_shapes(paths, LAYOUT.generators, new)
    if generators:
        new.keep_unused(
            paths.relative_path(paths.generators), "legacy packages run none"
        )
    return new


def convert(problem: Problem) -> NewPackage:
    """Convert `problem` to the legacy version, without its generators."""
    new, paths = NewPackage(), problem.paths
    config = metadata.to_legacy(problem, new)
    settings: Mapping[str, object] = {}
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
        new.add(domjudge_settings.TIME_LIMIT, f"{problem.limits.time_s:g}\n".encode())
    _add_data(problem, new)
    for inner, entry in settings.items():
        new.add_yaml(f"{LAYOUT.data}/{inner}", entry)
    for source, target in statement_files(paths):
        new.add(
            f"{_STATEMENTS}/{target}", problem_files.statement_content(problem, source)
        )
    for submission in problem.submissions:
        _add_submission(problem, submission, new)
    _add_validators(problem, new)
    for folder in _COPIED:
        for inner, source in readable_files(paths.root / folder, paths):
            new.add(f"{folder}/{inner}", paths.content(source))
    _drop_rest(problem, new)
    return new


def _add_data(problem: Problem, new: NewPackage) -> None:
    paths = problem.paths
    for inner, source in readable_files(paths.data, paths):
        root, _, rest = inner.partition("/")
        file = paths.relative_path(source)
        if source == paths.manifest:
            new.drop(file, "legacy packages have no manifest")
        elif source.match(_SETTINGS):
            new.add(f"{LAYOUT.data}/{inner}", source)
        elif source.name == GROUP_FILE:
            continue
        elif root in ("invalid_output", "valid_output"):
            new.drop(file, "legacy packages have no such tests")
        elif source.suffix == ".yaml":
            new.drop(
                file, "legacy packages have settings for folders, not for single tests"
            )
        else:
            new.add(f"{LAYOUT.data}/{_INVALID.get(root, root)}/{rest}", source)


def _add_submission(problem: Problem, submission: Submission, new: NewPackage) -> None:
    source = submission.source
    folder, results = _folder_and_results(submission, problem.scoring, new)
    name = PurePosixPath(source.name).name
    target = f"{LAYOUT.submissions}/{folder}/{name}"
    if target in new.files or any(known.startswith(f"{target}/") for known in new.files):
        given = PurePosixPath(path_in_folder(problem, submission)).parent.name
        target = f"{LAYOUT.submissions}/{folder}/{given}_{name}"
    contents = _contents(source)
    if results is not None:
        _add_tag(contents, results, source.name, new)
    _add_program(source, contents, target, new)


def _folder_and_results(
    submission: Submission, scoring: bool, new: NewPackage
) -> tuple[str, str | None]:
    """Return the folder for a submission, and the results for DOMjudge's tag if no folder means
    what is expected. Report what neither states."""
    expectation = submission.expectation
    if expectation is None:
        new.change(f"{submission.path}: moved to {MIXED}", "it has no expected verdict")
        return MIXED, None
    problem_files.drop_details(submission, "legacy folders state verdicts only", new)
    whole = problem_files.whole_verdicts(expectation)
    some_points = expectation.score is not None and expectation.score[1] > 0
    if scoring and (expectation.partial or (some_points and Verdict.AC not in whole)):
        return _PARTIAL, None
    folded = {FOLDED.get(verdict, verdict) for verdict in whole}
    if len(folded) == 1 and folded <= _FOLDERS.keys():
        (verdict,) = folded
        for unknown in sorted(v for v in whole if v not in folded):
            what = f"{submission.path}: {unknown} becomes {verdict}"
            new.change(what, "no legacy folder means it")
        return _FOLDERS[verdict], None
    names = dict.fromkeys(
        name for v in Verdict if v in whole for name in _RESULTS.get(v, ())
    )
    return MIXED, ", ".join(names)


def _contents(source: Source) -> dict[str, bytes | Path]:
    return {
        n: problem_files.fill_constants(path, source.constants)
        for n, path in source.files
    }


def _add_program(
    source: Source, contents: Mapping[str, bytes | Path], target: str, new: NewPackage
) -> None:
    is_file = [name for name, _ in source.files] == [PurePosixPath(source.name).name]
    for inner, content in contents.items():
        new.add(target if is_file else f"{target}/{inner}", content)


def _add_tag(
    contents: dict[str, bytes | Path], results: str, file: str, new: NewPackage
) -> None:
    texts = {n: read_file(c) for n, c in contents.items()}
    language = detect(list(texts.items()))
    name = next(
        (n for n in texts if language and language.claims(PurePosixPath(n).name)), None
    )
    if any(_TAG.encode() in text for text in texts.values()):
        return  # with two tags, none would count
    if language is None or name is None or not language.comment:
        new.drop(
            f"{file}: expected {results}", "no comment can state it in this language"
        )
        return
    end = b"" if texts[name].endswith(b"\n") else b"\n"
    contents[name] = texts[name] + end + f"{language.comment} {_TAG}{results}\n".encode()


def _add_validators(problem: Problem, new: NewPackage) -> None:
    programs = {
        LAYOUT.input_validators: problem.input_validators,
        LAYOUT.answer_validators: problem.answer_validators,
        LAYOUT.output_validator: problem.output_validators,
        GRADERS: (problem.grader,) if problem.grader else (),
    }
    for folder, sources in programs.items():
        for source in sources:
            contents = {
                n: c for n, c in _contents(source).items() if n not in NOT_PROGRAMS
            }
            _add_program(
                source, contents, f"{folder}/{PurePosixPath(source.name).name}", new
            )


def _drop_rest(problem: Problem, new: NewPackage) -> None:
    """Report the rules and, in a package of another format, everything else that is left out."""
    paths = problem.paths
    if paths.submissions_yaml.is_file():
        file = paths.relative_path(paths.submissions_yaml)
        new.drop(file, "folders and tags keep what they can")
    if paths.equivalents.is_file():
        new.drop(
            paths.relative_path(paths.equivalents), "legacy packages have no such file"
        )
    for rendered in (paths.root / name for name in RENDERED):
        if paths.foreign and rendered.is_file():
            if fault := link_fault(rendered, paths):
                new.drop(rendered.name, fault)
            else:
                new.add(rendered.name, rendered)
    parts = (
        paths.config,
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
        *(v.name for v in validators),
    ]
    problem_files.drop_unknown(paths, known, "legacy packages have no place for it", new)
