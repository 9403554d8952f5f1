"""`judge strengthen`: which tests are lacking, and adding them."""

from typing import TextIO

from judging import package
from judging.core.exit_codes import ExitCode
from judging.core.problem import Problem, Recipe
from judging.core.timings import Tally
from judging.drawing import formats
from judging.features.generate.new_tests import NewTest, add_test
from judging.features.hack.hunt import Effort, Hunter
from judging.features.strengthen.candidates import read_candidates
from judging.features.strengthen.options import Strengthen
from judging.features.strengthen.report import FORMATS, describe
from judging.features.strengthen.search import (
    Budget,
    StrengtheningReport,
    StrengtheningSearch,
    in_group,
)
from judging.package.generators import adding
from judging.session import Findings
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.terminal.settings import WholeTime
from judging.values import replace


def strengthen(request: Strengthen) -> ExitCode:
    """Search, write the reports, and add the tests if `--write` is given."""
    whole = WholeTime.of(request.time)
    budget = Budget(whole.seconds, whole.started)
    wanted = output.targets(request.reports, FORMATS)
    problem = opening.load(request.problem, request.links_within)
    if request.write or request.group:
        # A group that is unknown, or needed and missing, is named before any work is done.
        adding.place_of(problem, "stronger", "--write", request.group)
    candidates = read_candidates(request.candidates, budget)
    tier = opening.sandbox_tier(request.sandbox)
    effort = Effort(request.seed, None, request.tries, tests=False)
    with (
        opening.cluster(tier, request) as workers,
        Screen() as listener,
    ):
        whole.announce(listener)
        session = workers.session(problem.limits, listener)
        problem = opening.timed(problem, session, listener.say)
        if request.group:
            problem = in_group(problem, request.group)
        findings = Findings(listener)
        with opening.told_when_interrupted(session, findings, listener.say):
            search = StrengtheningSearch.start(
                Hunter(problem, session, findings, whole.end_s),
                effort,
                mutants=request.limit,
                budget=budget,
                group=request.group,
            )
        found = search.run(request.count, candidates)
        report = replace(found, adds=request.write)
        # Generators may still make inputs that nobody waits for.
        workers.executor.kill()
    output.write(report, wanted, FORMATS)
    if request.write and not report.ended_early:
        log = output.messages(wanted)
        _add_proposed(problem, report, request.group, tier, request.tally, log)
    return report.exit_code


def _add_proposed(
    problem: Problem,
    report: StrengtheningReport,
    group: str | None,
    tier: str,
    tally: Tally,
    log: TextIO,
) -> None:
    """Add the proposed tests to a group, each as its generator's command if it has one."""
    recipes: dict[str, Recipe] = {}
    if problem.paths.generators_yaml.is_file():
        for test in report.proposed:
            if test.recipe is not None:
                recipes[test.name] = test.recipe
    drawn = any(formats.uses(recipe) for recipe in recipes.values())
    # Inputs drawn from the grammar are made by a program, which comes into the package
    # with them.
    if drawn and formats.NAME not in problem.generators:
        written = problem.paths.relative_path(formats.write_program(problem))
        output.say(f"wrote {written}", log)
    for test in report.proposed:
        # Each test that is added changes generators.yaml, so the next one needs the
        # package again.
        fresh = package.load(problem.paths.root, problem.paths.links_within)
        name = test.name.rpartition("/")[2]
        place = adding.place_of(fresh, name, "--write", group)
        comment = f"{describe(test.evidence)}: judge strengthen --seed {report.seed}"
        command = recipes[test.name].command if test.name in recipes else None
        new = NewTest(place, command or test.content, comment)
        add_test(fresh, new, tier, tally, log)
