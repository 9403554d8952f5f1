"""Any package as one of the legacy version, plain or with what DOMjudge reads beside it.

What is expected of a submission is its folder there. Where no folder means it, the submission goes
to another one with a line for DOMjudge, `@EXPECTED_RESULTS@`, at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from judging.core.problem import Problem, Source, Submission
from judging.core.templates import substituted_bytes
from judging.languages import detect
from judging.package.files.layout import KATTIS_LEGACY as LAYOUT
from judging.package.files.sources import NOT_PROGRAMS, hidden
from judging.package.parts import GRADERS
from judging.package.problem_yaml import domjudge
from judging.transfer.filesystem import read_file
from judging.transfer.kattis import expectations, metadata, test_groups, yaml_edits
from judging.transfer.kattis.current import lose_missing_tests, under
from judging.transfer.new_package import NewPackage

NAME = "kattis-legacy"
_STATEMENTS = "problem_statement"
_COPIED = ("attachments", "include")
RENDERED = ("problem.pdf", "problem.html")
_TEXTS = (".tex", ".md", ".html", ".txt")
_TAKEN = ("statement", _STATEMENTS, domjudge.INI)
_SETTINGS = "testdata.y*ml"
_GROUPS = "test_group.yaml"
_INVALID = {"invalid_input": "invalid_inputs"}


def write(problem: Problem, name: str) -> NewPackage:
    """The package `name` of the legacy version."""
    new = NewPackage()
    lose_missing_tests(problem, new)
    config = metadata.of_legacy(problem, new)
    settings: Mapping[str, object] = {}
    if any(problem.paths.data.rglob(_SETTINGS)):
        # They are of this version already, and are copied with the data.
        flags = metadata.raw(problem).get("validator_flags")
    else:
        arguments, settings = test_groups.of_legacy(problem, new)
        flags = " ".join(arguments)
    if flags:
        config["validator_flags"] = flags
    new.add_yaml(LAYOUT.config, config)
    if problem.limits.time_s is not None:
        new.add(domjudge.TIME_LIMIT, f"{problem.limits.time_s:g}\n".encode())
    _data(problem, new)
    for inner, entry in settings.items():
        new.add_yaml(f"{LAYOUT.data}/{inner}", entry)
    for source, target in statement_files(problem):
        new.add(f"{_STATEMENTS}/{target}", statement_text(problem, source))
    for submission in problem.submissions:
        _submission(problem, submission, new)
    _validators(problem, new)
    _rest(problem, new)
    return new


def statement_files(problem: Problem) -> Iterator[tuple[Path, str]]:
    """Every file of the statements with its name beside a statement called `problem`."""
    paths = problem.paths
    if paths.config.parent != paths.root:
        for source in under(paths.config.parent, paths):
            if source != paths.config and not source.is_relative_to(paths.data):
                inner = source.relative_to(paths.config.parent).as_posix()
                yield source, re.sub(r"^statement(?=[.])", "problem", inner)
        return
    for folder in ("statement", _STATEMENTS):
        for source in under(paths.root / folder, paths):
            yield source, source.relative_to(paths.root / folder).as_posix()


def statement_text(problem: Problem, source: Path) -> bytes | Path:
    """A file of the statements with the package's constants put in, where it is a text."""
    if not problem.constants or source.suffix not in _TEXTS:
        return source
    return substituted_bytes(read_file(source), problem.constants)


def _data(problem: Problem, new: NewPackage) -> None:
    paths = problem.paths
    for source in under(paths.data, paths):
        inner = source.relative_to(paths.data).as_posix()
        root, _, rest = inner.partition("/")
        shown = paths.relative_path(source)
        if source == paths.manifest:
            new.lose(shown, "the digests of the data files", "no manifest there")
        elif source.match(_SETTINGS):
            new.add(f"{LAYOUT.data}/{inner}", source)
        elif source.name == _GROUPS:
            continue
        elif root in ("invalid_output", "valid_output"):
            new.lose(shown, "not carried over", "the legacy version does not know such tests")
        elif source.suffix == ".yaml" and root != "invalid_input":
            new.lose(shown, "settings of one test", "what of them has a place is in its folder's")
        elif source.suffix == ".yaml":
            new.lose(shown, "settings of one test", "no place for them")
        else:
            new.add(f"{LAYOUT.data}/{_INVALID.get(root, root)}/{rest}", source)


def _submission(problem: Problem, submission: Submission, new: NewPackage) -> None:
    paths, source = problem.paths, submission.source
    place = expectations.placed(submission, problem.scoring)
    for what in place.differences:
        new.lose(source.name, what, "no folder says so")
    name = PurePosixPath(source.name).name
    lone = len(source.files) == 1 and source.files[0][0] == name
    target = f"{LAYOUT.submissions}/{place.folder}/{name}"
    if target in new.files or any(known.startswith(f"{target}/") for known in new.files):
        given = PurePosixPath(expectations.relative(problem, submission)).parent.name
        target = f"{LAYOUT.submissions}/{place.folder}/{given}_{name}"
    contents = {inner: _filled(source, path) for inner, path in source.files}
    if place.tag is not None:
        _tag(contents, place.tag, paths.relative_path(source.files[0][1]), new)
    for inner, content in contents.items():
        new.add(target if lone else f"{target}/{inner}", content)


def _tag(contents: dict[str, bytes], tag: str, shown: str, new: NewPackage) -> None:
    """Adds the line that DOMjudge reads, as a comment at the end of the first source file."""
    language = detect(list(contents.items()))
    name = next((n for n in contents if language and language.claims(PurePosixPath(n).name)), None)
    if language is None or name is None or not language.comment:
        new.lose(shown, f"what is expected of it ({tag})", "no comment can say so")
        return
    text = contents[name]
    line = f"{language.comment} {expectations.TAG}{tag}\n"
    contents[name] = text + (b"" if text.endswith(b"\n") else b"\n") + line.encode()


def _filled(source: Source, path: Path) -> bytes:
    return substituted_bytes(read_file(path), source.constants)


def _validators(problem: Problem, new: NewPackage) -> None:
    programs = {
        LAYOUT.input_validators: problem.input_validators,
        LAYOUT.answer_validators: problem.answer_validators,
        LAYOUT.output_validator: problem.output_validators,
        GRADERS: (problem.grader,) if problem.grader else (),
    }
    for folder, sources in programs.items():
        for source in sources:
            name = PurePosixPath(source.name).name
            lone = len(source.files) == 1 and source.files[0][0] == name
            for inner, path in source.files:
                if inner not in NOT_PROGRAMS:
                    target = f"{folder}/{name}" if lone else f"{folder}/{name}/{inner}"
                    new.add(target, _filled(source, path))


def _rest(problem: Problem, new: NewPackage) -> None:
    paths = problem.paths
    for folder in _COPIED:
        for source in under(paths.root / folder, paths):
            new.add(source.relative_to(paths.root).as_posix(), source)
    if any(True for _ in under(paths.generators, paths)):
        for source in under(paths.generators, paths):
            content: bytes | Path | None = source
            if source == paths.generators_yaml:
                name = paths.relative_path(source)
                content, _ = yaml_edits.edited(
                    read_file(source), name, lambda data: yaml_edits.repath(data, paths, LAYOUT)
                )
            target = f"{LAYOUT.generators}/{source.relative_to(paths.generators).as_posix()}"
            new.add(target, content or b"")
        new.lose(
            paths.relative_path(paths.generators),
            "what makes the tests",
            "carried along; the legacy version runs no generators",
        )
    for what in (paths.submissions_yaml, paths.equivalents):
        if what.is_file():
            why = "folders and tags say what they can"
            new.lose(paths.relative_path(what), "not carried over", why)
    if not paths.foreign:
        return
    for rendered in filter(Path.is_file, (paths.root / name for name in RENDERED)):
        new.add(rendered.name, rendered)
    taken = {f"{name}/".partition("/")[0] for name in (*new.files, *_TAKEN)}
    taken |= {paths.relative_path(place).partition("/")[0] for place in _places(problem)}
    for place in sorted(paths.root.iterdir()):
        named = place.is_file() or any(under(place, paths))
        if named and place.name not in taken and not hidden(place.name):
            new.lose(place.name, "not carried over", "the legacy version has no place for it")


def _places(problem: Problem) -> Iterator[Path]:
    """What was looked at under whatever name it has."""
    paths = problem.paths
    yield from (paths.config, paths.data, paths.submissions, paths.generators)
    for source in (*problem.input_validators, *problem.answer_validators):
        yield paths.root / source.name
    yield paths.output_validator
