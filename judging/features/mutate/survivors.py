"""Hunt for inputs that kill the mutants which no test kills."""

from collections.abc import Collection, Mapping

from judging.core.diagnostics import warning
from judging.core.errors import NothingToJudge, PackageError
from judging.core.events import PhaseStarted, StepDone
from judging.core.problem import Problem, Submission
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict
from judging.data.generation.prepared import PreparedTest
from judging.features.hack.hunt import Effort, Find, Hunter, Refusal, share_until
from judging.features.mutate.mutant_runs import MutationSetup, results_on
from judging.features.mutate.results import MutantHunt, MutantResult, Outcome
from judging.package.generators.generator_commands import uses_seed
from judging.values import replace


def hunt_survivors(
    setup: MutationSetup,
    survivors: Mapping[str, Submission],
    results: dict[str, MutantResult],
    effort: Effort,
    end_s: float,
) -> Refusal | None:
    """Hunt each survivor, and update its result; both mappings are by mutant id.

    end_s: when the hunts must end, on the monotonic clock; they share the time fairly.
    Try an input found for one survivor on the others, before hunting these themselves.
    Return a find against the checker, which ends the hunts.
    """
    waiting = dict(survivors)
    if not waiting:
        return None
    session = setup.session
    session.on_event(PhaseStarted("hunt", len(waiting)))
    try:
        hunter = Hunter(setup.problem, session, setup.findings, end_s)
    except NothingToJudge as lacking:
        setup.findings.report(
            warning(f"the mutants that survive are not hunted: {lacking}")
        )
        return None
    except PackageError as broken:
        # The results on the tests are worth reporting without a hunt.
        setup.findings.report(*broken.diagnostics)
        return None
    while waiting:
        share = share_until(end_s, effort, len(waiting))
        if share.is_used_up:
            setup.findings.report(
                warning(f"--time is used up: survivors not hunted: {len(waiting)}")
            )
            return None
        id, mutant = next(iter(waiting.items()))
        del waiting[id]
        hunt = hunter.hunt(mutant, share)
        if hunt.refusal is not None:
            return hunt.refusal
        largest = _tried_largest(setup.problem, dict(hunt.by_origin))
        found = MutantHunt(hunt.tried, hunt.search_s, largest, hunt.find)
        results[id] = _hunted(results[id], found)
        session.on_event(StepDone("hunt", mutant.path))
        if hunt.find is None or not waiting:
            continue
        test = _test_of_find(hunter, id, hunt.find)
        for other, result in _killed_too(setup, test, waiting).items():
            killed = replace(hunt.find, verdict=result.verdict, message=result.message)
            also = MutantHunt(0, 0.0, largest, killed, found_for=id)
            results[other] = _hunted(results[other], also)
            session.on_event(StepDone("hunt", waiting.pop(other).path))
    return None


def _tried_largest(problem: Problem, tried: Collection[str]) -> bool:
    """True when the hunt tried every generator command that draws random numbers, as the
    package states it but for the seed."""
    commands = set()
    met = set()
    for case in problem.testcases:
        recipe = case.recipe
        if recipe is None or not uses_seed(recipe):
            continue
        commands.add(recipe.command)
        if f"{recipe.file}:{recipe.line}" in tried:
            met.add(recipe.command)  # one line of several with this command is enough
    return commands == met


def _hunted(result: MutantResult, mutant_hunt: MutantHunt) -> MutantResult:
    if mutant_hunt.find is not None:
        outcome = Outcome.HOLE
    else:
        outcome = Outcome.LIKELY if mutant_hunt.long_enough else Outcome.SURVIVED
    return replace(result, outcome=outcome, hunt=mutant_hunt)


def _test_of_find(hunter: Hunter, id: str, find: Find) -> PreparedTest:
    """Return the input found for mutant `id` as a test, with the arguments and files of
    the hunt that made the find."""
    store = hunter.session.store
    given = store.add_bytes(find.input)
    answer = store.add_bytes(find.expected)
    case = replace(hunter.setup.pattern, name=f"hunt/{id}", recipe=None)
    return PreparedTest(case, given, answer, working_files=hunter.setup.working_files)


def _killed_too(
    setup: MutationSetup, test: PreparedTest, waiting: Mapping[str, Submission]
) -> dict[str, TestcaseResult]:
    """Return the results of the waiting mutants that a test kills, by mutant id."""
    killed = {}
    for id, [result] in results_on(setup, waiting, [test]).items():
        if result.verdict is not Verdict.AC:
            killed[id] = result
    return killed
