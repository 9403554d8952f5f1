"""Values of shared options, checked, and as the pipeline takes them."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import not_
from typing import Any

from judging.core.diagnostics import did_you_mean
from judging.core.errors import UsageError
from judging.core.events import Listener, TimeBounded
from judging.core.options import ALL, FIRST_ERROR, Options
from judging.languages import languages
from judging.session import WorkExecutor
from judging.terminal.kinds import Command, WithPages
from judging.values import Value, field, field_names, replace

# What a hunt or a run may take: ten days. The sandbox counts nanoseconds, so a bound is
# needed, and nobody waits longer.
_MOST_S = 864_000
# No two machines differ by more.
_MOST_FACTOR = 1000


def seconds(option: str, value: float | None) -> float | None:
    """Return a positive number of seconds, or None; raise UsageError for any other."""
    if value is None or 0 < value <= _MOST_S:
        return value
    expected = "expected a positive number of seconds"
    if 0 < value < math.inf:
        expected = f"expected at most {_MOST_S} seconds"
    raise UsageError(f"{option} {value:g}: {expected}")


class WholeTime(Value):
    """The value of `--time`, from the start of the command on: what the whole command may
    take, whatever its steps are.

    seconds: None for no bound.
    is_stated: the command line states it; 0 states that there is no bound.
    """

    seconds: float | None
    is_stated: bool
    started: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, value: float | None) -> "WholeTime":
        """Return what `--time VALUE` says; raise UsageError for a wrong value."""
        return cls(seconds("--time", value or None), value is not None)

    @property
    def end_s(self) -> float:
        """When the command must end, on the monotonic clock."""
        return math.inf if self.seconds is None else self.started + self.seconds

    def time_of_hunt(self, default_s: float, tries: int | None) -> float | None:
        """Return the seconds of one hunt if neither `--time` nor `--tries` bounds it."""
        return None if self.is_stated or tries is not None else default_s

    def announce(self, listener: Listener) -> None:
        """Tell a listener how much time is left, if that is bounded."""
        if self.seconds is not None:
            listener(TimeBounded(self.end_s - time.monotonic()))


def until(value: str) -> str:
    """Return the value of `--until`; raise UsageError for an unknown one."""
    if value not in (FIRST_ERROR, ALL):
        raise UsageError(f"--until {value}: expected first-error or all")
    return value


def margin(value: float) -> float:
    """Return the value of `--margin`; raise UsageError unless it is 1 or more."""
    if not 1 <= value < math.inf:
        raise UsageError(f"--margin {value:g}: expected a number from 1, as in 1.5")
    return value


def repeats(value: int | None) -> int:
    """Return the value of `--repeat`, 0 without it; raise UsageError unless it is positive."""
    if value is None:
        return 0
    if value < 1:
        raise UsageError(f"--repeat {value}: expected a number of runs from 1")
    return value


def toolchains(pairs: Sequence[str]) -> dict[str, str]:
    """Return the values of `--language`: from a language's id to the id of the language
    whose toolchain runs it. Raise UsageError for a pair that does not share its file
    names."""
    known = _interchangeable()
    chosen: dict[str, str] = {}
    for pair in pairs:
        if pair not in known:
            hint = did_you_mean(pair, known) or f"; known: {' '.join(known)}"
            raise UsageError(
                f"--language {pair}: expected two languages with the same file names{hint}"
            )
        language, toolchain = known[pair]
        chosen[language] = toolchain
    return chosen


def _interchangeable() -> Mapping[str, tuple[str, str]]:
    """Return each pair of languages with common file names, by what is typed for it."""
    names = {
        id: set(entry.files) for id, entry in languages().items() if entry.submissions
    }
    pairs = {}
    for one in names:
        for other in names:
            if one != other and names[one] & names[other]:
                pairs[f"{one}={other}"] = (one, other)
    return dict(sorted(pairs.items()))


# The fields of `Options` whose value is typed in another way: the option, and how its value
# is read. For every other field it is the option of the same name.
_READ: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "until": ("until", until),
    "tests": ("tests", tuple),
    "time_s": ("time_limit", partial(seconds, "--time-limit")),
    "read_as": ("language", toolchains),
    "contents": ("no_contents", not_),
    "margin": ("margin", margin),
    "repeat": ("repeat", repeats),
}


def judging_options(command: Command) -> Options:
    """Return how to judge, as far as a command has options for it; the rest are defaults.

    The time factor is not in them: `with_time_factor` needs workers to measure it.
    """
    typed = vars(command)
    chosen: dict[str, Any] = {}
    for name in field_names(Options):
        option, read = _READ.get(name, (name, None))
        if option not in typed or option == "time_factor":
            continue
        value = typed[option]
        chosen[name] = read(value) if read else value
    if isinstance(command, WithPages):
        chosen["facts"] = bool(command.pages)
    return Options(**chosen)


def with_time_factor(options: Options, factor: str, executor: WorkExecutor) -> Options:
    """Return options with the value of `--time-factor`; `auto` measures the machine."""
    if factor == "auto":
        # Imported here: few commands measure the machine.
        from judging.machine.calibration import calibrate

        measured = executor.start(calibrate).result()
        return replace(
            options, time_factor=measured.factor, time_factor_spread=measured.spread
        )
    try:
        value = float(factor)
    except ValueError:
        value = math.nan
    if not 0 < value <= _MOST_FACTOR:
        expected = f"expected a positive number up to {_MOST_FACTOR}, or auto"
        raise UsageError(f"--time-factor {factor}: {expected}")
    return replace(options, time_factor=value)
