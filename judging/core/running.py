"""What runs at a moment, as the events tell: steps of a phase, submissions on tests.

The live screen names what runs long, and an interrupt names what was running. Pure.
"""

from dataclasses import dataclass, field

from judging.core import events
from judging.values import Value

# After so long, a person wants to know what the judge waits for.
LONG_S = 3.0
_MOST_NAMED = 3


class _Work(Value):
    """Work on one test: a step of a phase or a submission, and when it began."""

    name: str
    started_s: float

    def in_words(self, now: float) -> str:
        return f"{self.name} ({clock(now - self.started_s)})"


@dataclass(slots=True)
class Running:
    """The work that has begun and not ended. Times are seconds of a monotonic clock."""

    _steps: dict[tuple[str, str], _Work] = field(default_factory=dict)
    _tests: dict[tuple[str, str], _Work] = field(default_factory=dict)
    # One submission after the other is hunted.
    _hunt: _Work | None = None

    def hear(self, event: events.Event, now: float) -> None:
        match event:
            case events.StepRuns(phase, step, programs):
                self._steps[phase, step] = _Work(_named(step, programs), now)
            case events.StepDone(phase, step):
                self._steps.pop((phase, step), None)
            case events.HuntProgress(path):
                name = f"the hunt of {path}"
                if self._hunt is None or self._hunt.name != name:
                    self._hunt = _Work(name, now)
            case events.TestcaseStarted(path, test):
                self._tests[path, test] = _Work(_named(test, (path,)), now)
            case events.TestcaseDone(path, result):
                self._tests.pop((path, result.name), None)
            case events.SubmissionDone(result):
                # The results of its other tests are discarded.
                for path, test in list(self._tests):
                    if path == result.path:
                        del self._tests[path, test]

    def long_step(self, now: float) -> str:
        """Return the step that has run longest, if that is long; empty without one."""
        return _longest(list(self._steps.values()), now)

    def long_work(self, now: float) -> str:
        """Return the same of all work."""
        return _longest([*self._steps.values(), *self._tests.values()], now)

    def in_words(self, now: float) -> str:
        """Return what runs, the longest first, and how long each has run."""
        work = [*self._steps.values(), *self._tests.values()]
        if self._hunt is not None:
            work.append(self._hunt)
        work.sort(key=lambda each: each.started_s)
        words = [each.in_words(now) for each in work[:_MOST_NAMED]]
        if len(work) > _MOST_NAMED:
            words.append(f"{len(work) - _MOST_NAMED} more")
        return ", ".join(words)


def _longest(work: list[_Work], now: float) -> str:
    first = min(work, key=lambda each: each.started_s, default=None)
    if first is None or now - first.started_s < LONG_S:
        return ""
    return first.in_words(now)


def _named(test: str, programs: tuple[str, ...]) -> str:
    """Return the test and the programs; some steps have the program in their name."""
    others = [program for program in programs if program not in test]
    if not others:
        return test
    return f"{test}: {', '.join(others)}"


def clock(seconds: float) -> str:
    """Return minutes and seconds: `1:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
