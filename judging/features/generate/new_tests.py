"""Adds test data to a package for several commands, and says what it writes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from judging import package
from judging.core.diagnostics import Diagnostic, error, warning
from judging.core.errors import PackageError, UsageError
from judging.core.events import PhaseStarted
from judging.core.problem import Aggregation, Problem, Testcase
from judging.core.scoring import format_score, scoring
from judging.core.scoring.aggregated import Aggregated
from judging.core.timings import Tally
from judging.features.generate.writing import (
    added_tests,
    check_places,
    files_of_tests,
    write_data,
)
from judging.files import below
from judging.package.generators import adding
from judging.reports.wording import counted
from judging.session import Findings, Session
from judging.terminal import interrupts, opening, output
from judging.terminal.screen import Screen
from judging.values import Value


class NewTest(Value):
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
    same = len(contents) - changed
    output.say(
        f"{counted(len(contents), 'file')}: {changed} written, {same} up to date already",
        log,
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


def add_test(
    problem: Problem, test: NewTest, tier: str, tally: Tally, log: TextIO
) -> None:
    """Add a test to the package: its recipe, its files, the manifest.

    tally: gets the runs that make and check its files.
    log: gets the names of written files.

    Raise PackageError, and leave the package as it was, if the new test is faulty.
    """
    paths = problem.paths
    recipes = paths.generators_yaml
    before = recipes.read_bytes() if recipes.is_file() else None
    written: list[Path] = []
    warnings = Findings()
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
        with opening.workers(tier, 1, tally) as workers, Screen() as listener:
            session = workers.session(fresh.limits, listener)
            with opening.told_when_interrupted(session, warnings, listener.say):
                contents = _files(fresh, cases, session, test.source, warnings)
        check_places(fresh, contents)
    # An interrupt too must leave the package as it was.
    except BaseException:
        # Of a fault of the test too, which a signal may follow.
        with interrupts.delayed():
            _take_back(paths.root, written, recipes, before)
        raise
    for path in written:
        output.say(f"wrote {paths.relative_path(path)}", log)
    for found in warnings.diagnostics:
        output.say(found, log)
    for changed_points in _changed_points(problem, fresh):
        output.say(changed_points, log)
    # In a package without recipes and manifest, the files that were
    # added are all there is to write.
    if test.answer is None or before is not None or problem.manifest is not None:
        changed = package.load(paths.root, paths.links_within)
        update_data(changed, contents, log, name_files=True)


def _changed_points(before: Problem, after: Problem) -> Iterator[Diagnostic]:
    """Yield a warning for each group whose tests give fewer points than before."""
    data = after.paths.relative_path(after.paths.data)
    old = _shared_points(before)
    for group, points in _shared_points(after).items():
        before_all = old.get(group, points)
        if len(before_all) == len(points):
            continue
        most = points[0] * len(points)
        would_keep = before_all[0] * len(points)
        message = (
            f"each of its {counted(len(points), 'test')} gives {format_score(points[0])} "
            f"points now, {format_score(before_all[0])} before: max_score "
            f"{format_score(most)} is shared; max_score {format_score(would_keep)} would "
            "keep the points of each test"
        )
        yield warning(message, f"{data}/{group}")


def _shared_points(problem: Problem) -> dict[str, list[float]]:
    """Return the points of each test, for the groups whose tests share a maximum."""
    rules = scoring(problem)
    points: dict[str, list[float]] = {}
    if not isinstance(rules, Aggregated):
        return points
    for case in problem.testcases:
        group = rules.group_of(case.name)
        of_test = rules.of_test(case.name)
        if group.aggregation is not Aggregation.SUM or of_test is None:
            continue
        if of_test.accept_score is not None:
            points.setdefault(group.name, []).append(of_test.accept_score)
    return points


def _files(
    problem: Problem,
    cases: Sequence[Testcase],
    session: Session,
    source: Path | None,
    warnings: Findings,
) -> dict[str, bytes]:
    """Return the files of the new tests. Raise PackageError with their faults, at the
    `source` of the test: its place in the package is removed again.

    warnings: as in `files_of_tests`.
    """
    try:
        return files_of_tests(problem, cases, session, warnings)
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


def _take_back(
    root: Path, written: Collection[Path], recipes: Path, before: bytes | None
) -> None:
    """Remove the files that were written, and restore the recipes if they were too."""
    for path in written:
        if before is None or path != recipes:
            below(root, path).remove()
        else:
            below(root, path).write(before)
