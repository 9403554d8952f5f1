"""How hard to hunt: what a caller of the hunt states. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to hunt one submission.

    Without a find, a hunt ends after `tries` inputs. It ends earlier when `time_s`
    seconds have passed, but not before `least_tries` inputs were tried. None: no such
    bound.

    seed: it and the package determine the stream of inputs.
    tests: whether the package's own tests are part of the stream.
    shrink_s: CPU seconds that the submission may use in shrinking a find without a step
    that makes it smaller, and a quarter of what it may use in all.
    steer: spend the last third of `time_s` on the steered search, which looks for slow
    and large runs. It is skipped if a slow run would not be a find.
    sanitize: hunt the submission as it is built with sanitizers. Its runs take longer, so a
    TLE or MLE is no find.
    agree: the submissions are accepted ones, of which each may be wrong: a find says what all
    others answer.
    """

    seed: int = 0
    # Chosen, not measured: long enough for some thousand inputs of a small program, and
    # short enough that a setter waits for it.
    time_s: float | None = 20.0
    tries: int | None = None
    least_tries: int = 0
    tests: bool = True
    # CPU time, not wall time: other work on the machine then seldom decides how small a
    # find gets.
    shrink_s: float | None = 10.0
    steer: bool = True
    sanitize: bool = False
    agree: bool = False
