"""Check the data files without running a program: samples, and files as text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from judging.core.diagnostics import Diagnostic, warning
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.data.generation.prepared import PreparedTest
from judging.data.reporting import locate_file, recipes_are_broken, report_alike
from judging.session import Findings, Session


def check_files(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> None:
    """Report missing samples, repeated tests, and files that break the rules for text."""
    data = problem.paths.relative_path(problem.paths.data)
    findings.report(*_missing_samples(problem))
    by_fault: dict[str, list[Diagnostic]] = {}
    for name, path in _text_files(problem, tests, session):
        faults = _text_faults(path)
        limit = problem.limits.output_bytes
        if not name.endswith(".in") and path.stat().st_size > limit:
            faults.append(f"larger than the output limit of {limit / MIB:g} MiB")
        for fault in faults:
            by_fault.setdefault(fault, []).append(warning(fault, name))
    for alike in by_fault.values():
        report_alike(alike, data, findings)
    report_alike(_repeated_inputs(tests), data, findings)


def _repeated_inputs(tests: Sequence[PreparedTest]) -> Iterator[Diagnostic]:
    """Warn of a test that repeats one of its group: it shows nothing more.

    Often two recipes have the same arguments and seed. A sample may be a secret test
    as well, so groups are not compared with each other.
    """
    first: dict[tuple[object, ...], str] = {}
    for test in tests:
        case = test.testcase
        # What a submission gets on this test, and what its answer is compared with.
        given = (test.input, test.answer, test.working_files, case.args)
        known = first.setdefault((case.group, given), test.name)
        if known != test.name:
            yield warning(f"the same test as {known}", test.name)


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
) -> Iterator[tuple[str, Path]]:
    for test in tests:
        for extension, digest in test.files.items():
            if extension != ".out":
                file = locate_file(problem, test.testcase, extension).file
                yield file or test.name, session.store.blob(digest)
    examples = (
        *problem.valid_outputs,
        *problem.invalid_outputs,
        *problem.invalid_answers,
    )
    for case in examples:
        for path in (case.input, case.answer):
            if path is not None:
                yield problem.paths.relative_path(path), path


def _text_faults(path: Path) -> list[str]:
    """Return what is wrong with a file as text. Read it in blocks."""
    carriage_returns = False
    last = b""
    with path.open("rb") as file:
        mark = file.read(3)
        file.seek(0)
        while block := file.read(MIB):
            carriage_returns |= b"\r" in block
            last = block[-1:]
    faults = []
    if mark == b"\xef\xbb\xbf":
        faults.append("starts with a byte-order mark")
    if carriage_returns:
        faults.append("has carriage returns: lines must end with a line feed only")
    if last not in (b"", b"\n"):
        faults.append("no line feed at the end of the last line")
    return faults
