"""Convert any package to the legacy version.

The folder of a submission states what is expected of it. If no folder does, the submission goes to
`mixed` with a tag for DOMjudge, `@EXPECTED_RESULTS@`, in its last line.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from judging.core.problem import Problem, Source, Submission
from judging.languages import detect
from judging.package.files.layout import KATTIS_LEGACY as LAYOUT
from judging.package.files.sources import NOT_PROGRAMS, hidden
from judging.package.problem_yaml import domjudge
from judging.package.validators import GRADERS
from judging.package.yaml import editing
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import metadata, test_groups, yaml_edits
from judging.transfer.kattis.submissions_yaml import path_in_folder
from judging.transfer.kattis.verdict_folders import folder_and_results
from judging.transfer.new_package import NewPackage
from judging.transfer.problem_files import (
    files_below,
    fill_constants,
    report_missing_tests,
    statement_content,
    statement_files,
)

NAME = "kattis-legacy"
RENDERED = ("problem.pdf", "problem.html")
_TAG = "@EXPECTED_RESULTS@: "
_STATEMENTS = "problem_statement"
_COPIED = ("attachments", "include")
_HANDLED = ("statement", _STATEMENTS, domjudge.INI)
_SETTINGS = "testdata.y*ml"
_NEWER_SETTINGS = "test_group.yaml"
_INVALID = {"invalid_input": "invalid_inputs"}


def export(problem: Problem, name: str) -> NewPackage:
    """Convert `problem` to the legacy version; the name of the folder does not matter."""
    new = convert(problem)
    _add_generators(problem, new)
    return new


def convert(problem: Problem) -> NewPackage:
    """Convert `problem` to the legacy version, without its generators."""
    new = NewPackage()
    report_missing_tests(problem, new)
    config = metadata.to_legacy(problem, new)
    settings: Mapping[str, object] = {}
    if any(problem.paths.data.rglob(_SETTINGS)):
        # The settings are legacy ones, and are copied with the data.
        flags = problem.metadata.get("validator_flags")
    else:
        arguments, settings = test_groups.to_legacy(problem, new)
        flags = " ".join(arguments)
    if flags:
        config["validator_flags"] = flags
    new.add_yaml(LAYOUT.config, config)
    if problem.limits.time_s is not None:
        new.add(domjudge.TIME_LIMIT, f"{problem.limits.time_s:g}\n".encode())
    _add_data(problem, new)
    for inner, entry in settings.items():
        new.add_yaml(f"{LAYOUT.data}/{inner}", entry)
    for source, target in statement_files(problem.paths):
        new.add(f"{_STATEMENTS}/{target}", statement_content(problem, source))
    for submission in problem.submissions:
        _add_submission(problem, submission, new)
    _add_validators(problem, new)
    for folder in _COPIED:
        for source in files_below(problem.paths.root / folder, problem.paths):
            new.add(source.relative_to(problem.paths.root).as_posix(), source)
    _drop_unknown(problem, new)
    return new


def _add_data(problem: Problem, new: NewPackage) -> None:
    paths = problem.paths
    for source in files_below(paths.data, paths):
        inner = source.relative_to(paths.data).as_posix()
        root, _, rest = inner.partition("/")
        file = paths.relative_path(source)
        if source == paths.manifest:
            new.drop(file, "legacy packages have no manifest")
        elif source.match(_SETTINGS):
            new.add(f"{LAYOUT.data}/{inner}", source)
        elif source.name == _NEWER_SETTINGS:
            continue
        elif root in ("invalid_output", "valid_output"):
            new.drop(file, "legacy packages have no such tests")
        elif source.suffix == ".yaml":
            new.drop(file, "legacy packages have settings for folders, not for single tests")
        else:
            new.add(f"{LAYOUT.data}/{_INVALID.get(root, root)}/{rest}", source)


def _add_submission(problem: Problem, submission: Submission, new: NewPackage) -> None:
    source = submission.source
    folder, results = folder_and_results(submission, problem.scoring, new)
    name = PurePosixPath(source.name).name
    target = f"{LAYOUT.submissions}/{folder}/{name}"
    if target in new.files or any(known.startswith(f"{target}/") for known in new.files):
        given = PurePosixPath(path_in_folder(problem, submission)).parent.name
        target = f"{LAYOUT.submissions}/{folder}/{given}_{name}"
    contents = {inner: fill_constants(path, source.constants) for inner, path in source.files}
    if results is not None:
        _add_tag(contents, results, problem.paths.relative_path(source.files[0][1]), new)
    for inner, content in contents.items():
        new.add(target if _is_single_file(source) else f"{target}/{inner}", content)


def _is_single_file(source: Source) -> bool:
    """Return True if a program is a file and not a folder."""
    return [name for name, _ in source.files] == [PurePosixPath(source.name).name]


def _add_tag(contents: dict[str, bytes | Path], results: str, file: str, new: NewPackage) -> None:
    """Add a comment with the expected results to the end of the first source file."""
    texts = {n: c if isinstance(c, bytes) else read_file(c) for n, c in contents.items()}
    language = detect(list(texts.items()))
    name = next((n for n in texts if language and language.claims(PurePosixPath(n).name)), None)
    if language is None or name is None or not language.comment:
        new.drop(f"{file}: expected {results}", "no comment can state it in this language")
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
            target = f"{folder}/{PurePosixPath(source.name).name}"
            for inner, path in source.files:
                if inner not in NOT_PROGRAMS:
                    content = fill_constants(path, source.constants)
                    new.add(target if _is_single_file(source) else f"{target}/{inner}", content)


def _add_generators(problem: Problem, new: NewPackage) -> None:
    paths = problem.paths
    sources = list(files_below(paths.generators, paths))
    for source in sources:
        content: bytes | Path | None = source
        if source == paths.generators_yaml:
            content = editing.edit(
                read_file(source),
                paths.relative_path(source),
                lambda data: yaml_edits.move_solution(data, paths, LAYOUT),
            )
        target = f"{LAYOUT.generators}/{source.relative_to(paths.generators).as_posix()}"
        new.add(target, content or b"")
    if sources:
        new.keep_unused(paths.relative_path(paths.generators), "legacy packages run none")


def _drop_unknown(problem: Problem, new: NewPackage) -> None:
    """Report the rules and, in a package of another format, everything else that is left out."""
    paths = problem.paths
    if paths.submissions_yaml.is_file():
        file = paths.relative_path(paths.submissions_yaml)
        new.drop(file, "folders and tags keep what they can")
    if paths.equivalents.is_file():
        new.drop(paths.relative_path(paths.equivalents), "legacy packages have no such file")
    if not paths.foreign:
        return
    for rendered in filter(Path.is_file, (paths.root / name for name in RENDERED)):
        new.add(rendered.name, rendered)
    taken = {path.partition("/")[0] for path in (*new.files, *_HANDLED)}
    validators = (*problem.input_validators, *problem.answer_validators)
    parts = (paths.config, paths.data, paths.submissions, paths.generators, paths.output_validator)
    taken |= {paths.relative_path(part).partition("/")[0] for part in parts}
    taken |= {source.name.partition("/")[0] for source in validators}
    for entry in sorted(paths.root.iterdir()):
        exists = entry.is_file() or any(files_below(entry, paths))
        if exists and entry.name not in taken and not hidden(entry.name):
            new.drop(entry.name, "legacy packages have no place for it")
