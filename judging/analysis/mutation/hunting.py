"""Survivors handed to the hunt for counterexamples: the one place that knows how it is called."""

from __future__ import annotations

from collections.abc import Collection

from judging.analysis.mutation.results import MutantHunt
from judging.core.problem import Problem, Submission
from judging.hunt import Effort, Hunter

_SHRINK_S = 10.0  # a find says that the tests have a hole: it need not be the very least


def _largest(problem: Problem, tried: Collection[str]) -> bool:
    """True when every generator command was tried at the size that it has in the package: with
    another seed, or as a test where it draws nothing."""
    seeded: dict[str, bool] = {}
    for case in problem.testcases:
        recipe = case.recipe
        if recipe is not None and recipe.command and "{seed" in recipe.command:
            met = f"{recipe.file}:{recipe.line}" in tried
            seeded[recipe.command] = met or seeded.get(recipe.command, False)
    return all(seeded.values())


def hunt(hunter: Hunter, mutant: Submission, seed: int, time_s: float, tries: int) -> MutantHunt:
    """Looks for an input that kills a mutant which every test let through, for `time_s` seconds
    and at least `tries` inputs."""
    # It passed the tests already: they would be tried in vain.
    shrink_s = min(time_s, _SHRINK_S)
    effort = Effort(seed, time_s, least_tries=tries, tests=False, shrink_s=shrink_s)
    hunted = hunter.hunt(mutant, effort)
    find = hunted.find
    return MutantHunt(
        tried=hunted.tried,
        seconds=hunted.search_s,
        largest=_largest(hunter.problem, dict(hunted.by_origin)),
        input=find.input if find else None,
        verdict=find.verdict if find else None,
        message=find.message if find else "",
        expected=find.expected if find else b"",
    )
