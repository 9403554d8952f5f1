"""Which inputs are changed and tried again: those on which programs split in a new way."""

from collections import deque
from dataclasses import dataclass, field

from judging.features.hack.hunt.inputs.stream import Stream
from judging.features.hack.hunt.running.trials import Trial

# One block of inputs in so many consists of descendants. Most kills need no descent,
# and an input that kills nobody has none.
_EVERY = 4
# So often an input has descendants in a block before it is given up. Chosen, not measured.
_TURNS = 3


@dataclass(slots=True)
class _Parent:
    trial: Trial
    turns: int = _TURNS


@dataclass(slots=True)
class Descent:
    """The inputs that are changed, and in which ways programs have split so far.

    blocks: how many blocks of inputs there were.
    """

    stream: Stream
    blocks: int = 0
    _splits: set[tuple[frozenset[str], str]] = field(default_factory=set)
    _parents: deque[_Parent] = field(default_factory=deque)

    def note(self, trial: Trial, killed: frozenset[str], outcome: str) -> None:
        """Keep an input if no other one kills the same victims with the same outcome."""
        split = (killed, outcome)
        if split not in self._splits:
            self._splits.add(split)
            self._parents.append(_Parent(trial))

    def next_block(self, count: int) -> list[Trial]:
        """Return descendants if it is their turn, at most `count`; else nothing."""
        self.blocks += 1
        if self.blocks % _EVERY or not self._parents:
            return []
        chosen = [self._parents.popleft() for _ in range(min(count, len(self._parents)))]
        for parent in chosen:
            parent.turns -= 1
            if parent.turns:
                self._parents.append(parent)
        trials = [parent.trial for parent in chosen]
        return self.stream.descendants(trials, count, self.blocks)
