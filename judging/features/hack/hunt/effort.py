"""How hard to hunt: what a caller of the hunt states."""

import math
import time

from judging.values import Value, replace


class Effort(Value):
    """How hard to hunt one submission.

    Without a find, a hunt ends after `tries` inputs. `time_s` seconds bound the whole hunt:
    the search has two thirds of them, and shrinking a find has the rest. None: no such bound.

    seed: it and the package determine the stream of inputs.
    tests: whether the package's own tests are part of the stream.
    shrink_s: CPU seconds that the submission may use in shrinking a find without a step
    that makes it smaller, and a quarter of what it may use in all.
    steer: spend the last third of the search on the steered one, which looks for slow and
    large runs. It is skipped if a slow run would not be a find.
    sanitize: hunt the submission as it is built with sanitizers. Its runs take longer, so a
    TLE or MLE is no find.
    agree: the submissions are accepted ones, of which each may be wrong: a find says what all
    others answer.
    """

    seed: int = 0
    # Long enough for some thousand inputs of a small program, and short enough that a
    # setter waits for it.
    time_s: float | None = 30.0
    tries: int | None = None
    tests: bool = True
    # CPU time, not wall time: other work on the machine then seldom decides how small a
    # find gets.
    shrink_s: float | None = 10.0
    steer: bool = True
    sanitize: bool = False
    agree: bool = False

    @property
    def is_used_up(self) -> bool:
        """True if the hunt has no time at all."""
        return self.time_s is not None and self.time_s <= 0


def share_until(end_s: float, effort: Effort, waiting: int) -> Effort:
    """Return the effort of the next of `waiting` hunts, which share the time until `end_s`
    of the monotonic clock fairly: what one hunt does not need is for the others."""
    if end_s == math.inf:
        return effort
    return replace(effort, time_s=fair_share_s(end_s, waiting))


def fair_share_s(end_s: float, waiting: int) -> float:
    """Return the seconds for the next of `waiting` pieces of work, which share the time until
    `end_s` of the monotonic clock fairly; infinity if it has no end."""
    return (end_s - time.monotonic()) / waiting
