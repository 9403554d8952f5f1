"""How long a search for tests may take, and what each of its steps may use of that."""

import math
import time
from enum import Enum

from judging.values import Value, field


class Step(Enum):
    """The steps of a search; the value is the share of the time after which it ends.

    Chosen, not measured: inputs on victims are what a search is for. What the steps leave
    is for the tests that are chosen: they run on every submission that must be accepted,
    and, until OTHERS ends, on all other programs.
    """

    MUTANTS = 0.2
    EXISTING = 0.35
    INPUTS = 0.7
    COSTLY = 0.77
    HUNTS = 0.85
    OTHERS = 0.95
    CHOICE = 1.0


class Budget(Value):
    """The time of a search, from its start on. seconds: None for no bound."""

    seconds: float | None = None
    started: float = field(default_factory=time.monotonic)

    def end_s(self, step: Step) -> float:
        """Return when a step must end, on the monotonic clock."""
        if self.seconds is None:
            return math.inf
        return self.started + step.value * self.seconds

    def left_s(self, step: Step) -> float:
        """Return how many seconds a step still has; not positive if there are none."""
        return self.end_s(step) - time.monotonic()

    def is_over(self, step: Step) -> bool:
        """Return True if a step must end."""
        return self.left_s(step) <= 0
