"""Search for inputs on which a slow submission is slow, by what they cost it.

A submission that is slow on few inputs only passes on random ones, and a measured time
of some milliseconds does not tell which of two inputs is nearer to a slow one. The number
of executed basic blocks does (judging/cost). So the most costly inputs are changed, and
the most costly of those again. What is found is only a candidate: it runs with real time
like every other input, and the verdict of this run counts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from judging.core.limits import MIB
from judging.core.problem import Expectation
from judging.core.verdicts import Verdict
from judging.cost import BlockCount, count_blocks
from judging.features.hack.hunt.inputs.stream import Stream
from judging.features.hack.hunt.running.trials import Trial, are_valid
from judging.features.hack.hunt.setup import HuntSetup
from judging.programs import Executable
from judging.session import Session
from judging.values import Value

# The bounds are chosen, not measured. A few inputs are kept, so that the search does not
# end in one kind of input, and so many are made of them at once; fewer if they are large,
# because making and validating an input of a MiB takes seconds.
_KEPT = 4
_GENERATION = 24
_LEAST_GENERATION = 6
_GENERATION_BYTES = 6 * MIB
_MOST_GENERATIONS = 40
# The search ends when it finds nothing that costs clearly more for so many generations, or
# for so many blocks or bytes of input, which are some ten seconds each. Unlike seconds, they
# do not depend on the speed of the machine.
_MOST_IN_VAIN = 12
_MOST_BLOCKS_IN_VAIN = 2 * 10**10
_MOST_BYTES_IN_VAIN = 8 * MIB
_CLEARLY_MORE = 1.01
# So many inputs of a search become tests: real time may rank them in another order.
_FOUND = 3


class _CostedInput(Value):
    trial: Trial
    cost: BlockCount


@dataclass(slots=True)
class _InVain:
    """What was done since the search last found an input that costs clearly more."""

    generations: int = 0
    blocks: int = 0
    made_bytes: int = 0

    def add(self, made: Iterable[Trial], costed: Iterable[_CostedInput]) -> None:
        """Add a generation: all inputs that were made, and the valid ones."""
        self.generations += 1
        self.made_bytes += sum(len(trial.content) for trial in made)
        self.blocks += sum(one.cost.blocks for one in costed)

    @property
    def is_enough(self) -> bool:
        """Whether to give up."""
        if self.generations >= _MOST_IN_VAIN or self.blocks >= _MOST_BLOCKS_IN_VAIN:
            return True
        return self.made_bytes >= _MOST_BYTES_IN_VAIN


@dataclass(slots=True)
class CostSearch:
    """Searches for costly inputs of one submission after another.

    is_over: tells that there is no time for another generation.
    """

    setup: HuntSetup
    session: Session
    stream: Stream
    is_over: Callable[[], bool]
    _calls: int = field(default=0)

    def large_inputs(self, count: int) -> list[Trial]:
        """Return new draws that are large, at most `count`."""
        return self.stream.large(count, self._next_number())

    def search(self, program: Executable, starts: Sequence[Trial]) -> list[Trial]:
        """Return the most costly inputs that were found, the most costly first.

        program: counts its basic blocks.
        starts: valid inputs, with which the search begins.
        """
        counting = program.on_test(self.setup.args, self.setup.working_files)
        best = _most_costly(self._with_costs(counting, starts))
        in_vain = _InVain()
        for _ in range(_MOST_GENERATIONS):
            # A run that its limit stopped is slow enough: real time decides now.
            if not best or best[0].cost.stopped:
                break
            if in_vain.is_enough or self.is_over():
                break
            before = best[0].cost
            parents = _turns([one.trial for one in best])
            count = _size_of_generation(parents[0])
            made = self.stream.slower(parents, count, self._next_number())
            costed = self._with_costs(counting, self._only_valid(made))
            best = _most_costly([*best, *costed])
            if best[0].cost.blocks >= _CLEARLY_MORE * before.blocks:
                in_vain = _InVain()
            else:
                in_vain.add(made, costed)
        return [one.trial for one in best[:_FOUND]]

    def _next_number(self) -> int:
        """Return a number for the stream. Its rounds, and the blocks of other descendants,
        count up from 0."""
        self._calls += 1
        return -self._calls

    def _only_valid(self, trials: Iterable[Trial]) -> list[Trial]:
        # All validations start before the first one is awaited, so that they run side by
        # side.
        start = self.session.executor.start
        programs = self.setup.programs
        checks = [(t, start(are_valid, programs, [t.content])) for t in trials]
        return [trial for trial, valid in checks if valid.result() == [True]]

    def _with_costs(
        self, program: Executable, trials: Sequence[Trial]
    ) -> list[_CostedInput]:
        """Return the inputs of which the program left a count."""
        contents = [trial.content for trial in trials]
        limits = self.setup.programs.limits_of(program)
        counts = count_blocks(program, contents, limits, self.session)
        costed = []
        for trial, cost in zip(trials, counts, strict=True):
            if cost is not None:
                costed.append(_CostedInput(trial, cost))
        return costed


def may_be_too_slow(rule: Expectation | None) -> bool:
    """Return whether a TLE kills a wrong submission with this expectation."""
    return rule is not None and Verdict.TLE in (rule.required or rule.permitted)


def _most_costly(costed: Iterable[_CostedInput]) -> list[_CostedInput]:
    """Return the inputs to go on with, the most costly first, each of another cost.

    Of equal costs the latest input stays: it is changed further where single changes cost
    nothing yet, and two inputs of one cost most often differ in nothing that matters.
    """
    stopped: list[_CostedInput] = []
    by_cost: dict[BlockCount, _CostedInput] = {}
    for one in costed:
        if one.cost.stopped:
            # In the order in which they were made: where a limit stopped them is measured.
            stopped.append(one)
        else:
            by_cost[one.cost] = one
    ended = [by_cost[cost] for cost in sorted(by_cost, reverse=True)]
    return [*stopped, *ended][:_KEPT]


def _size_of_generation(parent: Trial) -> int:
    """Return how many inputs to make near one of this size."""
    fitting = _GENERATION_BYTES // (len(parent.content) + 1)
    return max(_LEAST_GENERATION, min(_GENERATION, fitting))


def _turns(trials: Sequence[Trial]) -> list[Trial]:
    """Return the order in which inputs are changed: the first one before each other one,
    because only what is more costly than it counts."""
    first, *others = trials
    turns = [first]
    for other in others:
        turns += [other, first]
    return turns
