"""The form of data files as text, and what a package should have and lacks: no program is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from judging.core.diagnostics import Diagnostic, error, warning
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.session import Findings, Session
from judging.testdata.generation import PreparedTest
from judging.testdata.validation.findings import place, report_alike

_PIECE_BYTES = MIB


def check_form(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> None:
    """Reports data files that are no text as the formats want it, and tests that are missing."""
    data = problem.paths.relative_path(problem.paths.data)
    findings.report(*_missing(problem, data))
    faults: dict[str, list[Diagnostic]] = {}
    for shown, path in _files(problem, tests, session):
        for fault in _faults(path):
            faults.setdefault(fault, []).append(warning(fault, shown))
        most = problem.limits.output_bytes
        if not shown.endswith(".in") and path.stat().st_size > most:
            large = f"larger than the output limit of {most / MIB:g} MiB"
            faults.setdefault(large, []).append(warning(large, shown))
    for alike in faults.values():
        report_alike(alike, data, findings)


def _missing(problem: Problem, data: str) -> Iterator[Diagnostic]:
    judged = [case.name for case in problem.testcases]
    if not any(name.startswith("secret/") for name in judged):
        yield error("no secret test: nothing would be judged on it", data)
    if not any(name.startswith("sample/") for name in judged):
        shown = problem.paths.data / "sample"
        if not (shown.is_dir() and any(shown.iterdir())):
            yield warning("no sample", problem.paths.relative_path(shown))


def _files(
    problem: Problem, tests: Sequence[PreparedTest], session: Session
) -> Iterator[tuple[str, Path]]:
    """Every input, answer and output that must be well formed: its name for people, and place."""
    for test in tests:
        for extension, digest in ((".in", test.input), (".ans", test.answer)):
            if digest is not None:
                shown = place(problem, test.testcase, extension)[0]
                yield shown or test.name, session.store.blob(digest)
    outputs = (*problem.valid_outputs, *problem.invalid_outputs)
    for case in outputs:
        for path in (case.input, case.answer):
            if path is not None:
                yield problem.paths.relative_path(path), path


def _faults(path: Path) -> list[str]:
    """What keeps a file from being a text file; read piece by piece."""
    returns = False
    last = b""
    with path.open("rb") as file:
        mark = file.read(3)
        file.seek(0)
        while piece := file.read(_PIECE_BYTES):
            returns |= b"\r" in piece
            last = piece[-1:]
    found = ["starts with a byte-order mark"] if mark == b"\xef\xbb\xbf" else []
    found += ["has carriage returns: lines must end in a line feed alone"] if returns else []
    found += (
        ["the last line has no end: a line feed is missing"] if last not in (b"", b"\n") else []
    )
    return found
