"""Check the data files without running a program: samples, and files as text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from judging.core.diagnostics import Diagnostic, Location, warning
from judging.core.limits import MIB
from judging.core.problem import Problem, Testcase
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import locate_file, recipes_are_broken, report_alike
from judging.data.text_faults import text_faults
from judging.package.generators.entries import identity
from judging.session import Findings, Session
from judging.values import Value, replace


def check_files(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> None:
    """Report missing samples, repeated tests, and files that break the rules for text."""
    data = problem.paths.relative_path(problem.paths.data)
    findings.report(*_missing_samples(problem))
    limit = problem.limits.output_bytes
    by_fault: dict[str, list[Diagnostic]] = {}
    for file in _text_files(problem, tests, session):
        faults = text_faults(file.path)
        if not file.is_input and file.path.stat().st_size > limit:
            faults.append(f"larger than the output limit of {limit / MIB:g} MiB")
        for fault in faults:
            by_fault.setdefault(fault, []).append(file.location.warning(fault))
    for alike in by_fault.values():
        report_alike(alike, data, findings)
    report_alike(_repeated_inputs(problem, tests), data, findings)


class _TextFile(Value):
    """A data file, and where a person finds it: the file itself, or its recipe."""

    path: Path
    location: Location
    is_input: bool


def _repeated_inputs(
    problem: Problem, tests: Sequence[PreparedTest]
) -> Iterator[Diagnostic]:
    """Warn of a test that repeats one of its group: it shows nothing more.

    Often two recipes have the same arguments and seed. A sample may be a secret test
    as well, so groups are not compared with each other.
    """
    first: dict[tuple[object, ...], Testcase] = {}
    for test in tests:
        case = test.testcase
        # What a submission gets on this test, and what its answer is compared with.
        given = (test.input, test.answer, test.working_files, case.args)
        known = first.setdefault((case.group, given), case)
        if known is case or _was_reported(case, known):
            continue
        message = f"the same test as {known.name}"
        if case.recipe is None:
            yield warning(message, case.name)
            continue
        if case.recipe.command is not None and "{seed" not in case.recipe.command:
            message += ": add {seed} to its command"
        yield locate_file(problem, case, ".in").warning(message)


def _was_reported(case: Testcase, known: Testcase) -> bool:
    """Return True for tests with one command, or of one entry with `count`: loading
    generators.yaml has named them."""
    recipe = case.recipe
    other = known.recipe
    if recipe is None or other is None or identity(recipe) != identity(other):
        return False
    one_entry = (recipe.file, recipe.line) == (other.file, other.line)
    return one_entry or (recipe.command is not None and not recipe.files)


def _missing_samples(problem: Problem) -> Iterator[Diagnostic]:
    # One that cannot be read may make some: that is reported already.
    if recipes_are_broken(problem):
        return
    names = [case.name for case in problem.testcases]
    if not any(name.startswith("sample/") for name in names):
        folder = problem.paths.data / "sample"
        # A folder with other files has samples of the statement only.
        if not (folder.is_dir() and any(folder.iterdir())):
            yield warning("no sample test", problem.paths.relative_path(folder))


def _text_files(
    problem: Problem, tests: Sequence[PreparedTest], session: Session
) -> Iterator[_TextFile]:
    for test in tests:
        for extension, digest in test.files.items():
            if extension != ".out":
                place = _place(problem, test.testcase, extension)
                path = session.store.blob(digest)
                yield _TextFile(path, place, extension == ".in")
    prepared = {test.name for test in tests}
    examples = (
        *problem.valid_outputs,
        *problem.invalid_outputs,
        *problem.invalid_answers,
    )
    # A test whose answer cannot be made is not prepared: its input may be why.
    unprepared = [case for case in problem.testcases if case.name not in prepared]
    for case in (*unprepared, *examples):
        for file in (case.input, case.answer):
            if file is not None:
                place = Location(problem.paths.relative_path(file))
                yield _TextFile(file, place, file == case.input)


def _place(problem: Problem, case: Testcase, extension: str) -> Location:
    """Locate a file of a test. A recipe makes several, so its place names the file too."""
    place = locate_file(problem, case, extension)
    if case.recipe is not None:
        return replace(place, key=f"{case.name}{extension}")
    return place
