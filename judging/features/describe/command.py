"""`judge describe`: show the input format, keep it, compare it, draw from it."""

from collections import Counter
from pathlib import Path

from judging.core.errors import NothingToJudge, UsageError, raise_errors
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem, Source
from judging.drawing import formats, strategies
from judging.drawing.sources import source_of_grammar
from judging.features.describe.keeping import LEARNT, keep_format, shown_format
from judging.features.describe.learnt import (
    LearntFormat,
    learn_format,
    measure_format,
    prepared_material,
)
from judging.features.describe.options import Describe
from judging.features.describe.report import FORMATS
from judging.package.generators.described_format import NAME
from judging.package.named_places import check_folder, named_folder
from judging.reports.wording import counted
from judging.session import Findings, Session
from judging.terminal import opening, output
from judging.terminal.screen import Screen

# Of draws that are valid and of tests that fit. A grammar may say less than a validator
# checks, so that some of its draws are invalid; what the tests have, it must describe.
_AGREES = 0.5
# How many of ten inputs are of which stream.
_SHARES = {"small": 2, "uniform": 4, "biased": 3, "large": 1}


def describe(request: Describe) -> ExitCode:
    """Find the format and write the reports; return UNMET if there is none, or if the one
    that is kept does not agree with the package."""
    _check(request)
    wanted = output.targets(request.reports, FORMATS, contents=False)
    tier = opening.sandbox_tier(request.sandbox)
    problem = opening.load(request.problem, request.links_within)
    raise_errors(problem.diagnostics)
    kept = _kept(problem, request)
    with (
        opening.workers(tier, request.jobs, request.tally) as workers,
        Screen() as listener,
    ):
        session = workers.session(problem.limits, listener)
        with opening.told_when_interrupted(session, Findings(), listener.say):
            found, origin = _found(problem, kept, session, request.seed)
            drawn = _drawn(found, request, session)
    output.write(shown_format(problem, found, origin), wanted, FORMATS)
    log = output.messages(wanted)
    if request.folder is not None and drawn:
        _write_inputs(drawn, request.folder)
        output.say(f"wrote {counted(len(drawn), 'input')} into {request.folder}", log)
    if request.write and found.grammar:
        place = keep_format(problem, found)
        output.say(f"wrote {problem.paths.relative_path(place)}", log)
    return ExitCode.SUCCESS if _agrees(found) else ExitCode.UNMET


def _check(request: Describe) -> None:
    """Raise UsageError for options that do not go together."""
    if request.check and request.write:
        raise UsageError("--check writes nothing, --write writes a file: choose one")
    if (request.draw is None) != (request.folder is None):
        raise UsageError(
            "expected --draw N DIR: a number, and the folder for the inputs"
        )
    if request.folder is not None:
        if request.folder.exists() and not request.folder.is_dir():
            raise UsageError(f"--draw: {request.folder} is a file, expected a folder")
        check_folder(request.folder)


def _kept(problem: Problem, request: Describe) -> Source | None:
    """Return the grammar that the package has and that is shown; None if one is learnt."""
    place = problem.paths.relative_path(problem.paths.generators / NAME)
    if request.write and problem.input_format is not None:
        raise UsageError(
            f"--write: {place} is there: compare it with --check, or remove it first"
        )
    known = formats.grammar_of(problem)
    if request.check and known is None:
        raise NothingToJudge(f"--check: no {place}: `judge describe --write` makes one")
    # One that was kept is learnt anew, so that both can be compared.
    is_validator = known is not None and known is not problem.input_format
    return known if request.check or is_validator else None


def _found(
    problem: Problem, kept: Source | None, session: Session, seed: int
) -> tuple[LearntFormat, str]:
    """Return the format and where it is from. Raise NothingToJudge if there is nothing to
    learn from."""
    material = prepared_material(problem, session, seed)
    if material is None:
        raise NothingToJudge(
            "nothing to learn from: no test, or a validator that cannot be built; `judge "
            "validate` says more"
        )
    if kept is None:
        return learn_format(material, session), LEARNT
    return measure_format(material, kept, session), kept.name


def _agrees(found: LearntFormat) -> bool:
    if not found.grammar or found.fitting < found.tests:
        return False
    return not found.validators or found.valid_share >= _AGREES


def _drawn(
    found: LearntFormat, request: Describe, session: Session
) -> list[strategies.DrawnInput]:
    """Return the inputs that are asked for, the smallest first."""
    if request.draw is None or not found.grammar:
        return []
    tree = source_of_grammar(found.program, session.store).tree
    batch = strategies.Batch(tree, NAME, request.seed, 1, _counts(request.draw))
    draws: strategies.Draws = session.executor.start(strategies.draw, batch).result()
    if draws.fault is not None:
        raise NothingToJudge(f"--draw: {draws.fault}")
    return sorted(draws.inputs, key=lambda draw: len(draw.content))


def _counts(count: int) -> strategies.Counts:
    """Return how many of `count` inputs to draw of each stream; what is left is uniform."""
    counts = Counter(
        {stream: count * of_ten // 10 for stream, of_ten in _SHARES.items()}
    )
    counts["uniform"] += count - sum(counts.values())
    return tuple(counts.items())


def _write_inputs(inputs: list[strategies.DrawnInput], folder: Path) -> None:
    """Write inputs as NUMBER-FAMILY.in; the number says how they are ordered by size."""
    place = named_folder(folder)
    place.make_folder()
    width = len(str(len(inputs)))
    for number, drawn in enumerate(inputs, 1):
        name = f"{number:0{width}}-{drawn.stream}.in"
        (place / name).write(drawn.content)
