"""Run generators once more in another second: many take random numbers from the clock.

The two runs of each recipe follow each other at once, so both may see the same second.
"""

from typing import ClassVar

from judging.core.diagnostics import Location
from judging.core.problem import Problem, Recipe
from judging.data.generation.prepared import generator_runs
from judging.data.generation.program_runs import MadeFiles, RunGenerator
from judging.features.validate.junk.sampling import this_second, wait_for_another_second
from judging.package.files.sources import severity_for
from judging.sandbox.worker import Worker
from judging.session import Findings, Question, Session, keep_result
from judging.store import Store, key_of

# Recipes of each generator that are tried. One that uses the clock mostly does so in
# each of its runs.
_PER_GENERATOR = 3


class _RepeatGenerator(Question[MadeFiles]):
    """Make the files of a recipe once more, and compare them with those that are known.

    after: the run waits until this second is over.
    """

    kind: ClassVar[str] = "repeated generator"
    result: ClassVar[type] = MadeFiles
    first: RunGenerator
    made: MadeFiles
    after: int

    @property
    def asks(self) -> tuple[str, ...]:
        return self.first.asks

    def stopped_programs(self, result: MadeFiles) -> tuple[str, ...]:
        return self.first.stopped_programs(result)

    @property
    def key(self) -> str:
        return key_of(self.first.key, repr(self.made.files))

    def run(self, worker: Worker) -> MadeFiles:
        wait_for_another_second(self.after)
        again = self.first.repeat(worker)
        if again.fault is not None or again.files == self.made.files:
            return again
        differing = self.first.differing()
        # Its files are used no longer: every command reports this in their place.
        keep_result(self.first, differing, worker.store)
        return differing

    def may_keep(self, result: MadeFiles) -> bool:
        return self.first.may_keep(result)

    def from_json(self, value: object, store: Store) -> MadeFiles | None:
        return self.first.from_json(value, store)


def repeat_generators(
    problem: Problem, session: Session, findings: Findings
) -> list[str]:
    """Report every generator that makes other files in another second; return a line on
    what was tried."""
    chosen: dict[str, Recipe] = {}
    counts: dict[str, int] = {}
    for name, recipe in problem.recipes.items():
        if recipe.command is None:
            continue
        generator = recipe.command.split()[0]
        counts[generator] = counts.get(generator, 0) + 1
        if counts[generator] <= _PER_GENERATOR:
            chosen[name] = recipe
    # What cannot be built or made is reported where the tests are made.
    runs = generator_runs(problem, chosen, session, Findings())
    known = session.ask("generate", runs)
    then = this_second()
    steps = {
        name: _RepeatGenerator(runs[name], made, then)
        for name, made in known.items()
        if made.fault is None
    }
    again = session.ask("generate again", steps)
    for name, made in again.items():
        if made.differs and made.fault is not None:
            recipe = chosen[name]
            place = Location(recipe.file, recipe.line, name)
            findings.report(place.diagnostic(severity_for(problem.paths), made.fault))
    if not again:
        return []
    return [f"Recipes of generators that ran again in another second: {len(again)}."]
