"""`judge statement`: typeset a statement, or the booklet of a contest."""

import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from judging import package
from judging.core.diagnostics import Diagnostic, Severity, count_many, error, errors_in
from judging.core.errors import (
    MachineError,
    NothingToJudge,
    PackageError,
)
from judging.core.events import PhaseStarted, StepDone
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem
from judging.core.timings import Tally
from judging.features.contest import command as contest
from judging.features.statement import rendering
from judging.features.statement.options import Statement as Request
from judging.features.statement.reading import (
    EMPTY,
    Statement,
    find_statements,
    read_samples,
)
from judging.features.statement.rendering import Rendered, render, tool
from judging.package.named_places import replace_file
from judging.session import Findings
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.values import replace


def statement(request: Request) -> ExitCode:
    """Write the statement to a file; print what cannot be rendered."""
    output.check_file("--output", request.file)
    title = ""
    if request.contest is None:
        problem = opening.load(request.problem, request.links_within)
        chosen = [_choose(problem, request.language)]
    else:
        title, chosen = _booklet(request, request.contest)
    with Screen() as screen:
        content, is_sound = _render(
            chosen, title, request.format, request.sandbox, screen, request.tally
        )
    replace_file(request.file, content)
    # Written all the same: it shows where the fault is.
    output.say(f"wrote {request.file}{'' if is_sound else ', with the errors above'}")
    return ExitCode.SUCCESS if is_sound else ExitCode.BROKEN_PACKAGE


def _booklet(request: Request, directory: Path) -> tuple[str, list[Statement]]:
    """Return the name of a contest and the statements of its problems."""
    found = contest.packages(request, directory)
    faults = errors_in(found.diagnostics)
    if faults:
        raise PackageError(faults)
    output.say_found(found.diagnostics)
    if not found.entries:
        raise NothingToJudge(f"{found.name}: the contest lists no problem")
    chosen = []
    for place, entry in enumerate(found.entries):
        try:
            problem = package.load(entry.root, request.links_within, directory)
        except PackageError as broken:
            faults = [fault.below(entry.folder) for fault in broken.diagnostics]
            raise PackageError(faults) from broken
        own = _choose(problem, request.language)
        # A contest without labels counts its problems A, B, C, as contests do.
        label = entry.label or chr(ord("A") + place % 26)
        chosen.append(replace(own, label=label, folder=f"{entry.folder}/"))
    return found.name, chosen


def to_pdf(
    problem: Problem,
    screen: Screen,
    tally: Tally,
    said: Collection[Diagnostic] = (),
) -> bytes | None:
    """Return the statement as PDF; None, with a warning, if this machine cannot render.

    said: what was printed of the package before. Raise PackageError if the statement
    cannot be read.
    """
    if not find_statements(problem):
        # A language that has no such name: it is shown nowhere but in this format.
        return None
    chosen = [_choose(problem, None)]
    try:
        content, _ = _render(chosen, "", "pdf", "auto", screen, tally, said)
    except MachineError as failure:
        reason = str(failure).removeprefix("error: ")
        screen.say(f"warning: no PDF of the statement: {reason}", sys.stdout)
        return None
    return content


def picture_to_pdf(svg: bytes, tally: Tally) -> bytes | None:
    """Return an SVG picture as PDF; None if this machine cannot, or typst cannot read it."""
    try:
        tool("typst")
        with opening.workers(opening.sandbox_tier("auto"), 1, tally) as workers:
            started = workers.executor.start(rendering.picture_to_pdf, svg)
            converted: bytes | None = started.result()
    except MachineError:
        return None
    return converted


def _choose(problem: Problem, language: str | None) -> Statement:
    found = find_statements(problem)
    wanted = language or next(iter(found), "en")
    if wanted not in found:
        raise PackageError(
            [error(f"{problem.name}: no statement in {wanted}: {', '.join(found)}")]
        )
    return found[wanted]


def _render(
    chosen: Sequence[Statement],
    title: str,
    format: str,
    sandbox: str,
    screen: Screen,
    tally: Tally,
    said: Collection[Diagnostic] = (),
) -> tuple[bytes, bool]:
    """Return the document, and whether no error was found in the statements. Print what
    was found, except what was `said` already."""
    empty = [statement for statement in chosen if statement.is_empty]
    if empty:
        raise PackageError(
            [replace(each.fault(EMPTY), severity=Severity.ERROR) for each in empty]
        )
    # A statement that is written by hand in this format is
    # final, but a booklet needs its parts.
    if not title and chosen[0].source.suffix == f".{format}":
        return chosen[0].source.read_bytes(), True
    tool("typst")  # before anything is built
    findings = Findings()
    with opening.workers(opening.sandbox_tier(sandbox), 1, tally) as workers:
        with_samples = []
        for each in chosen:
            session = workers.session(each.problem.limits, screen)
            timed = opening.with_measured_limit(each.problem, session)
            samples = read_samples(timed, session, findings)
            with_samples.append(replace(each, problem=timed, samples=samples))
        screen(PhaseStarted("typeset", 1))
        started = workers.executor.start(render, with_samples, title, format)
        rendered: Rendered = started.result()
        screen(StepDone("typeset", format))
    faults = (*findings.diagnostics, *rendered.faults)
    known = set(said)
    for fault in count_many(fault for fault in faults if fault not in known):
        screen.say(str(fault), sys.stdout)
    if rendered.content is None:
        raise PackageError(
            [error("the statement cannot be rendered: see the messages above")]
        )
    return rendered.content, not errors_in(faults)
