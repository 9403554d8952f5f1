"""`judge generate`: write the test data that generators.yaml describes."""

import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from judging.core.diagnostics import Diagnostic, Severity, errors_in, warning
from judging.core.errors import PackageError, UsageError, raise_errors
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem
from judging.core.timings import Tally
from judging.data.generation.prepared import expected_files, prepare_tests
from judging.data.generation.stale import has_same_settings, leftovers, stale_files
from judging.data.text_faults import text_faults
from judging.data.validation.outputs import check_answers_as_outputs
from judging.drawing import formats
from judging.features.describe.keeping import keep_format
from judging.features.describe.using import format_in_use, needs_format
from judging.features.generate import report as generated
from judging.features.generate.illustrations import DrawnPictures, draw_pictures
from judging.features.generate.new_tests import NewTest, add_test, update_data
from judging.features.generate.options import Generate
from judging.features.transfer.copied_library import write_library
from judging.files import below
from judging.package import load
from judging.package.files.layout import INPUT_VISUALIZER
from judging.package.generators import adding, shapes
from judging.package.groups import manifest
from judging.package.groups.data_folder import is_picture, split
from judging.package.groups.manifest import Difference
from judging.reports.wording import counted
from judging.session import Findings
from judging.store import digest_of
from judging.terminal import opening, output
from judging.terminal.kinds import given
from judging.terminal.screen import Screen
from judging.values import Value

# Endings of files with an input; the name of a test has none.
_EXTENSIONS = (".in", ".txt", ".dat")


def generate(request: Generate) -> ExitCode:
    """Write the data that generators.yaml describes, and answers that tests lack.

    With `--check`, only list the files that would change, and return BROKEN_PACKAGE if
    there are any. With `--add`, add a test. With `--prune`, also remove what only
    former recipes made.
    """
    _refuse_to_write_in_a_check(request)
    _refuse_group_without_test(request)
    tier = opening.sandbox_tier(request.sandbox)
    package = opening.load(request.problem, request.links_within)
    if request.from_format and not package.broken:
        package = _with_format(package, tier, request)
        for path in formats.write_recipes(package):
            output.say(f"wrote {package.paths.relative_path(path)}")
        # The recipes that were just written are data of the package now.
        package = opening.load(request.problem, request.links_within)
    raise_errors(package.diagnostics)
    if request.copy_shapes:
        _copy_library(package)
        # The copy is a part of the generators from here on.
        package = opening.load(request.problem, request.links_within)
    _say_faults_of_recipes(package)
    if request.add is not None:
        _add(package, request.add, request.group, tier, request.tally)
        return ExitCode.SUCCESS
    # Without a manifest, a file that somebody wrote by hand
    # looks like one that a recipe made.
    if request.prune and package.manifest is None:
        raise UsageError("--prune: without a manifest, no file is known to be generated")
    made = _make(package, tier, request.jobs, request.tally, for_export=False)
    contents = made.contents
    left = leftovers(package, made.in_use)
    _deal_with_leftovers(package, left, remove=request.prune and not request.check)
    is_stale = False
    if request.check:
        wrong = _differences(package, contents)
        output.say(generated.render_check(package, len(contents), wrong), end="")
        is_stale = bool(wrong or left)
    else:
        update_data(package, contents, sys.stdout, name_files=request.verbose)
    # After the files were written: who looks for the fault of the checker needs them.
    for found in made.rejected:
        output.say(found)
    if is_stale or errors_in(made.rejected):
        return ExitCode.BROKEN_PACKAGE
    return ExitCode.SUCCESS


def _with_format(package: Problem, tier: str, request: Generate) -> Problem:
    """Return the package with a format to draw from. One that is learnt is written into the
    package first, so that the recipes follow a file that the setter can read and edit.

    Raise UsageError if none is known, or most of its draws are invalid.
    """
    if not needs_format(package):
        return package
    with (
        opening.workers(tier, request.jobs, request.tally) as workers,
        Screen() as listener,
    ):
        session = workers.session(package.limits, listener)
        with opening.told_when_interrupted(session, Findings(), listener.say):
            in_use = format_in_use(package, session)
    learnt = in_use.learnt
    fault = in_use.fault
    if learnt is not None and not learnt.is_mostly_valid:
        fault = (
            "most draws of the format that was learnt are invalid: `judge describe --write` "
            "keeps it, to be edited"
        )
    if fault or learnt is None:
        raise UsageError(
            f"--from-format: no input validator is a checktestdata grammar (.ctd), and {fault}"
        )
    output.say(f"wrote {package.paths.relative_path(keep_format(package, learnt))}")
    return opening.load(request.problem, request.links_within)


def _say_faults_of_recipes(package: Problem) -> None:
    """Print the warnings of generators.yaml, before the data that may follow from them."""
    recipes = package.paths.relative_path(package.paths.generators_yaml)
    output.say_found(found for found in package.diagnostics if found.file == recipes)


def _refuse_group_without_test(request: Generate) -> None:
    if request.group is not None and request.add is None:
        raise UsageError("--group says where --add FILE puts the test: add that option")


def _refuse_to_write_in_a_check(request: Generate) -> None:
    if not request.check:
        return
    writing = given(
        from_format=request.from_format, copy_shapes=request.copy_shapes, add=request.add
    )
    if writing:
        raise UsageError(
            f"--check writes nothing, {writing[0]} writes files: choose one of them"
        )


def _copy_library(package: Problem) -> None:
    """Write the package's copy of `shapes`, if it needs one."""
    copy = package.paths.generators / shapes.NAME
    name = package.paths.relative_path(copy)
    if copy.exists():
        output.say(f"{name} stays: remove it first to copy what this judge has")
        return
    written = write_library(package.paths)
    if written:
        files = counted(len(written), "file")
        output.say(f"{name}: wrote {files}; from now on generators use this copy")
    else:
        output.say(f"{name}: not written, because no generator imports it")


def _deal_with_leftovers(package: Problem, left: Sequence[str], *, remove: bool) -> None:
    """Remove or name the files that no recipe makes any more."""
    for data_name in left:
        path = package.paths.data / data_name
        name = package.paths.relative_path(path)
        if remove:
            below(package.paths.root, path).remove()
            output.say(f"removed {name}")
        else:
            maker = "visualizer draws" if is_picture(data_name) else "recipe makes"
            output.say(
                f"{name}: no {maker} it any more; `judge generate --prune` removes it"
            )


class _Made(Value):
    """The content of every file that can be made, by name.

    kept: files that cannot be made now, and are not superfluous.
    rejected: what the checker says about answers that it does not accept as outputs.
    """

    contents: Mapping[str, bytes]
    kept: frozenset[str]
    rejected: Sequence[Diagnostic] = ()

    @property
    def in_use(self) -> Collection[str]:
        return self.contents.keys() | self.kept


def _make(
    package: Problem, tier: str, jobs: int | None, tally: Tally, *, for_export: bool
) -> _Made:
    """Make all files. For an export, neither draw pictures nor ask the checker about the
    answers: `judge validate` does that."""
    findings = Findings()
    rejected = Findings()
    contents = {}
    pictures = DrawnPictures()
    with opening.workers(tier, jobs, tally) as workers, Screen() as listener:
        session = workers.session(package.limits, listener)
        with opening.told_when_interrupted(session, findings, listener.say):
            digests = expected_files(package, session, findings)
            findings.raise_errors()
            if not for_export:
                pictures = draw_pictures(package, session, findings)
                answered = [
                    case for case in package.testcases if f"{case.name}.ans" in digests
                ]
                tests = prepare_tests(package, answered, session, Findings())
                check_answers_as_outputs(package, tests, session, rejected)
        # A picture that a recipe copies counts before a drawn one of the same name.
        for name, digest in {**pictures.digests, **digests}.items():
            contents[name] = workers.store.blob(digest).read_bytes()
    output.say_found(findings.diagnostics)
    return _Made(contents, pictures.kept, rejected.diagnostics)


def complete(package: Problem, tally: Tally) -> Problem:
    """Write files that can be made and are missing; return the package with them.
    `tally` gets the runs that make them.

    Raise PackageError if a recipe fails, or if a file is not what its recipe makes.
    """
    if not package.recipes and all(case.answer for case in package.testcases):
        return package
    # Pictures are exported as they are: none of them can make a verdict wrong.
    tier = opening.sandbox_tier("auto")
    made = _make(package, tier, None, tally, for_export=True)
    contents = made.contents
    digests = {name: digest_of(content) for name, content in contents.items()}
    # An export of other data than was judged here would be worse than none.
    stale = stale_files(package, digests, Severity.ERROR)
    if stale:
        raise PackageError(stale)
    if all((package.paths.data / name).exists() for name in contents):
        return package
    update_data(package, contents, sys.stdout, name_files=False)
    return load(package.paths.root, package.paths.links_within)


def _add(
    package: Problem, file: Path, group: str | None, tier: str, tally: Tally
) -> None:
    if file.resolve().is_relative_to(package.paths.data.resolve()):
        raise UsageError(
            f"--add {file}: it is in the data folder already, where `judge generate` "
            "records it; for a recipe, move it elsewhere and add it from there"
        )
    name = file.stem if file.suffix in _EXTENSIONS else file.name
    place = adding.place_of(package, name, "--add", group)
    try:
        content = file.read_bytes()
    except OSError as failure:
        raise UsageError(
            f"--add {file}: cannot be read: {failure.strerror}"
        ) from failure
    # Before the file is tried: a validator that rejects it seldom names this cause.
    for fault in text_faults(file):
        output.say(warning(fault, str(file)))
    comment = f"added by hand: judge generate --add {file.name}"
    new = NewTest(place, content, comment, source=file)
    add_test(package, new, tier, tally, sys.stdout)


def _differences(package: Problem, contents: Mapping[str, bytes]) -> list[str]:
    """Return how data files differ from `contents` and from the manifest."""
    paths = package.paths
    data = paths.data
    found: list[str] = []

    def note(path: Path, difference: Difference, source: str) -> None:
        name = paths.relative_path(path)
        found.append(generated.difference_in_words(name, difference, source))

    for name, content in contents.items():
        path = data / name
        if not path.is_file():
            has_recipe = split(name)[0] in package.recipes and not is_picture(name)
            source = "generators.yaml" if has_recipe else ""
            note(path, Difference.MISSING, source)
        elif path.read_bytes() != content and not has_same_settings(package, name):
            source = "generators.yaml"
            if is_picture(name):
                source = f"what {INPUT_VISUALIZER} draws"
            note(path, Difference.CHANGED, source)
    if package.manifest is not None:
        differences = manifest.differences(package.manifest, manifest.digests(data))
        for name, difference in differences:
            if has_same_settings(package, name):
                continue
            note(data / name, difference, manifest.NAME)
    elif not paths.foreign:
        note(paths.manifest, Difference.MISSING, "")
    return found
