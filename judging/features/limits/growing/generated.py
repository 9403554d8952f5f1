"""Runs the package's generator commands with other seeds, and with other sizes.

A number in a command is taken for a size if the input that the command makes has a size of
this value. That may be wrong by chance. It does no harm: validators decide whether an input
is valid, and its sizes are read from the input, not from the command.
"""

import shlex
from collections.abc import Iterable, Mapping
from concurrent.futures import Future

from judging.core.problem import Problem, Recipe, Testcase
from judging.data.generation.program_runs import MadeFiles, RunGenerator
from judging.features.limits.sizes import Values
from judging.package.generators.generator_commands import (
    generator_arguments,
    uses_seed,
)
from judging.session import Findings, Session
from judging.values import Value, replace

# Commands whose sizes are changed, at most, and sizes of each. Chosen, not measured.
_MOST_COMMANDS = 3
_STEPS = 12
# A number below this is more likely a kind or a probability than a size.
_LEAST_SIZE = 5
_FIRST = 10
# A generator whose arguments do not fit together may draw forever.
_GENERATOR_S = 10.0


class GeneratedInputs(Value):
    """A command that runs, and what it will have made."""

    command: str
    made: Future[MadeFiles]


def start_generators(
    problem: Problem,
    session: Session,
    findings: Findings,
    sizes: Mapping[str, Values],
    seed: int,
) -> list[GeneratedInputs]:
    """Run each command with a fresh seed, and those with the largest sizes with smaller ones.

    sizes: of the tests.
    """
    limits = replace(problem.limits, validation_s=_GENERATOR_S)
    runs = []
    for recipe in _recipes(problem, sizes):
        fresh = replace(recipe, salt=f"{recipe.salt} growth {seed}")
        generator = problem.generators[generator_arguments(fresh)[0]]
        program = session.builder.tool(generator, findings)
        if program is not None:
            step = RunGenerator(program, fresh, limits)
            made = session.executor.start(step.attempt, 0)
            runs.append(GeneratedInputs(fresh.command or "", made))
    return runs


def _recipes(problem: Problem, sizes: Mapping[str, Values]) -> list[Recipe]:
    """Return the recipes to run, each command once."""
    recipes: dict[str, Recipe] = {}
    scaled: dict[str, list[str]] = {}
    for case in sorted(problem.testcases, key=lambda c: (-_largest(c, sizes), c.name)):
        recipe = case.recipe
        if recipe is None or recipe.command is None:
            continue
        if uses_seed(recipe):
            recipes.setdefault(recipe.command, recipe)
        words = shlex.split(recipe.command)
        places = _size_places(words, case, sizes)
        # Commands that differ only in these numbers become the same ones.
        form = shlex.join(w for place, w in enumerate(words) if place not in places)
        if not places or form in scaled or len(scaled) == _MOST_COMMANDS:
            continue
        scaled[form] = _scaled(words, places)
        for command in scaled[form]:
            recipes.setdefault(command, replace(recipe, command=command))
    return list(recipes.values())


def _largest(case: Testcase, sizes: Mapping[str, Values]) -> int | float:
    """Return the greatest size of a test."""
    values = [of_size[case.name] for of_size in sizes.values() if case.name in of_size]
    return max(values, default=0)


def _size_places(
    words: list[str], case: Testcase, sizes: Mapping[str, Values]
) -> set[int]:
    """Return the places of the arguments that are sizes of the test."""
    known = {of_size.get(case.name) for of_size in sizes.values()}
    places = set()
    for place, word in enumerate(words):
        number = int(word) if word.isascii() and word.isdigit() else 0
        if place and number >= _LEAST_SIZE and number in known:
            places.add(place)
    return places


def _scaled(words: Iterable[str], places: set[int]) -> list[str]:
    """Return the command with smaller sizes, all in one ratio: so a number of edges still
    fits the number of vertices."""
    words = list(words)
    largest = max(int(words[place]) for place in places)
    commands = []
    for step in range(_STEPS):
        factor = min(1.0, _FIRST / largest) ** (step / (_STEPS - 1))
        changed = list(words)
        for place in places:
            changed[place] = str(max(1, round(int(words[place]) * factor)))
        commands.append(shlex.join(changed))
    return list(dict.fromkeys(commands))
