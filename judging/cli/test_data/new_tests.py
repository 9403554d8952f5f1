"""Adds test data to a package for several commands, and says what it writes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from judging import package
from judging.cli.common import interrupts, opening, output
from judging.cli.screen.screen import Screen
from judging.core.diagnostics import Diagnostic, error
from judging.core.errors import PackageError, UsageError
from judging.core.events import PhaseStarted
from judging.core.problem import Problem, Testcase
from judging.data.writing import added_tests, files_of_tests, write_data
from judging.files import write_whole
from judging.package.generators import adding
from judging.reports.wording import counted
from judging.session import Session


@dataclass(frozen=True, slots=True)
class NewTest:
    """A test to add.

    place: its folders and its name, as `adding.place_of` returns them.
    content: the input, or the generator command that makes it.
    answer: None for the answer that the model solution gives.
    comment: written above its recipe.
    source: the file that it is a copy of, which faults of the test then name.
    """

    place: tuple[str, ...]
    content: bytes | str
    comment: str
    answer: bytes | None = None
    source: Path | None = None


def update_data(
    problem: Problem, contents: Mapping[str, bytes], log: TextIO, *, name_files: bool
) -> None:
    """Write files that differ from `contents`, and the manifest; count them in `log`.

    name_files: also name each file that is written.
    """

    with Screen() as screen:
        screen(PhaseStarted("write", 1))

        def tell(path: Path) -> None:
            if name_files:
                screen.say(f"wrote {problem.paths.relative_path(path)}", log)

        changed = write_data(problem, contents, tell)
    output.say(
        f"{counted(len(contents), 'file')} up to date, {changed} just written", log
    )


def require_save(save: str | None, group: str | None) -> None:
    """Raise UsageError for `--group` without `--save`, which it is about."""
    if group is not None and save is None:
        raise UsageError("--group says where --save NAME puts the test: add that option")


def _check_group(problem: Problem, place: tuple[str, ...], names: Sequence[str]) -> None:
    """Raise PackageError if none of the new tests is in the group that `place` says.

    The folders in a list of generators.yaml have a number before their key.
    """
    folder = "/".join(place[:-1])
    in_folder = any(name.startswith(f"{folder}/") for name in names)
    if in_folder or not adding.scored_groups(problem):
        return
    file = problem.paths.relative_path(problem.paths.generators_yaml)
    message = f"no entry is called '{place[1]}': add the test to {folder} by hand"
    raise PackageError([error(message, file)])


def add_test(problem: Problem, test: NewTest, tier: str, log: TextIO) -> None:
    """Add a test to the package: its recipe, its files, the manifest.

    log: gets the names of written files.

    Raise PackageError, and leave the package as it was, if the new test is faulty.
    """
    paths = problem.paths
    recipes = paths.generators_yaml
    before = recipes.read_bytes() if recipes.is_file() else None
    written: list[Path] = []
    try:
        # Which files were written must be known here, or an interrupt would leave them
        # behind.
        with interrupts.delayed():
            written = adding.add_test(
                paths, test.place, test.content, test.answer, test.comment
            )
        fresh = package.load(paths.root, paths.links_within)
        cases = added_tests(problem, fresh)
        _check_group(problem, test.place, [case.name for case in cases])
        with opening.workers(tier, 1) as workers, Screen() as listener:
            session = workers.session(fresh.limits, listener)
            contents = _files(fresh, cases, session, test.source)
    # An interrupt too must leave the package as it was.
    except BaseException:
        # Of a fault of the test too, which a signal may follow.
        with interrupts.delayed():
            _take_back(written, recipes, before)
        raise
    for path in written:
        output.say(f"wrote {paths.relative_path(path)}", log)
    # In a package without recipes and manifest, the files that were
    # added are all there is to write.
    if test.answer is None or before is not None or problem.manifest is not None:
        changed = package.load(paths.root, paths.links_within)
        update_data(changed, contents, log, name_files=True)


def _files(
    problem: Problem, cases: Sequence[Testcase], session: Session, source: Path | None
) -> dict[str, bytes]:
    """Return the files of the new tests. Raise PackageError with their faults, at the
    `source` of the test: its place in the package is removed again."""
    try:
        return files_of_tests(problem, cases, session)
    except PackageError as failure:
        if source is None:
            raise
        named = [
            _at_source(fault, source, problem, cases) for fault in failure.diagnostics
        ]
        raise PackageError(named) from failure


def _at_source(
    fault: Diagnostic, source: Path, problem: Problem, cases: Sequence[Testcase]
) -> Diagnostic:
    """Return a fault of the new tests as one of their `source`; others as they are."""
    data = problem.paths.relative_path(problem.paths.data)
    for case in cases:
        recipe = case.recipe
        in_recipe = recipe is not None and (fault.file, fault.line) == (
            recipe.file,
            recipe.line,
        )
        if in_recipe or (fault.file or "").startswith(f"{data}/{case.name}."):
            message = fault.message.removeprefix(f"{case.name}: ")
            return Diagnostic(fault.severity, f"{message}; not added", str(source))
    return fault


def _take_back(written: Collection[Path], recipes: Path, before: bytes | None) -> None:
    """Remove the files that were written, and restore the recipes."""
    if before is not None:
        write_whole(recipes, before)
    for path in written:
        if before is None or path != recipes:
            path.unlink()
