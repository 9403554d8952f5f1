"""`judge mutate`: small wrong variants of submissions that survive the tests."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from judging import package
from judging.core.errors import NothingToJudge, raise_errors
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem, Submission
from judging.core.timings import Tally
from judging.features.generate.new_tests import NewTest, add_test, require_save
from judging.features.hack.hunt import Effort
from judging.features.mutate import mutating
from judging.features.mutate.options import Mutate
from judging.features.mutate.report import FORMATS
from judging.features.mutate.results import MutationReport, Outcome
from judging.package.generators import adding
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.terminal.settings import WholeTime

# Twenty survivors take ten minutes.
_DEFAULT_S = 30.0


def mutate(request: Mutate) -> ExitCode:
    """Mutate, write the reports, and save finds if `--save` is given."""
    whole = WholeTime.of(request.time)
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    tier = opening.sandbox_tier(request.sandbox)
    require_save(request.save, request.group)
    problem = opening.load(request.problem, request.links_within, request.paths)
    raise_errors(problem.diagnostics)
    effort = None
    if not request.no_hunt:
        time_s = whole.time_of_hunt(_DEFAULT_S, request.tries)
        # A mutant that is hunted has survived every test.
        effort = Effort(request.seed, time_s, request.tries, tests=False)
    options = mutating.Options(request.seed, request.limit, effort, end_s=whole.end_s)
    submissions = _chosen(problem, request.paths)
    if request.save is not None:
        # A bad name is refused before the long work.
        adding.place_of(problem, request.save, group=request.group)
    with (
        opening.cluster(tier, request) as workers,
        Screen() as listener,
    ):
        whole.announce(listener)
        session = workers.session(problem.limits, listener, fresh=request.fresh)
        problem = opening.timed(problem, session, listener.say)
        report = mutating.mutate(problem, submissions, session, options)
    output.write(report, wanted, FORMATS)
    if request.save is not None:
        log = output.messages(wanted)
        _save(problem, report, request.save, request.group, tier, request.tally, log)
    return report.exit_code


def _save(
    problem: Problem,
    report: MutationReport,
    name: str,
    group: str | None,
    tier: str,
    tally: Tally,
    log: TextIO,
) -> None:
    """Add every input that was found as a test: NAME, NAME-2, and so on."""
    count = 0
    for part in report.submissions:
        for finding in part.with_outcome(Outcome.HOLE):
            hunt = finding.hunt
            # An input that was found for another mutant is saved for that one.
            if hunt is None or hunt.find is None or hunt.found_for is not None:
                continue
            find = hunt.find
            change = finding.mutant.change
            count += 1
            # The package is read again, because each test that is added changes it.
            fresh = package.load(problem.paths.root, problem.paths.links_within)
            numbered = name if count == 1 else f"{name}-{count}"
            place = adding.place_of(fresh, numbered, group=group)
            comment = f"kills {part.path} with {change} ({find.verdict}): judge mutate"
            test = NewTest(place, find.input, comment, find.expected)
            add_test(fresh, test, tier, tally, log)


def _chosen(problem: Problem, paths: Sequence[Path]) -> tuple[Submission, ...]:
    if paths:
        return package.select(problem, paths)
    model = problem.model_solution
    if model is None:
        folder = problem.paths.relative_path(problem.paths.submissions)
        raise NothingToJudge(f"no accepted submission in {folder} to make mutants of")
    return (model,)
