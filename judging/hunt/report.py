"""What a hunt is given and what comes of it. Pure.

Everything that is found, an input that nobody wrote, is a `Find`; a hunt that ends without one has
`find` None, and says how hard it looked.
"""

from __future__ import annotations

from dataclasses import dataclass

from judging.core.diagnostics import Diagnostic, errors_in
from judging.core.problem import Expectation
from judging.core.verdicts import Verdict, is_in


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look. A hunt that finds nothing ends when `time_s` seconds have passed and
    `least_tries` inputs were tried, or at `tries` inputs in any case; None: no such bound.

    `seed` and the package decide the numbered stream of inputs; `tests`: the package's own tests
    are in it. `reduce_s` bounds the CPU time that the submission is given while a find is reduced,
    which comes after `time_s`. `steer`: the last third of `time_s` goes to a search for slow and
    large runs, steered by the time and memory that they take, where the submission may be too slow
    or too large.
    """

    seed: int = 0
    time_s: float | None = 20.0
    tries: int | None = None
    least_tries: int = 0
    tests: bool = True
    reduce_s: float | None = 10.0
    steer: bool = True


@dataclass(frozen=True, slots=True)
class Find:
    """A valid input on which a submission is not AC.

    `got` is what it wrote, `message` the judge's word on it. `origin` says where the input came
    from before it was reduced, `index` is its place in the numbered stream from 0 (None: it was
    found by a steered search, which need not repeat), `first` the input as it was met, and
    `shrinks` how many steps led from there to `input`. `expected` is the reference's output, which
    the accepted submission `confirmed_by` agrees with; None where no other is there, or in time.
    """

    input: bytes
    expected: bytes
    got: bytes
    verdict: Verdict
    message: str
    origin: str
    index: int | None
    first: bytes
    shrinks: int
    confirmed_by: str | None


@dataclass(frozen=True, slots=True)
class Hunt:
    """One submission, hunted. `tried` counts inputs up to and with the find, and none of its
    reduction; `by_origin` counts them by where they came from. `seconds` is wall time in all,
    `search_s` what of it passed before the reduction.

    `verdict` is the find's, CE where it does not compile, AC where nothing was found, None where
    it was not hunted; `reason` says why not.
    """

    path: str
    find: Find | None
    tried: int = 0
    search_s: float = 0.0
    seconds: float = 0.0
    verdict: Verdict | None = Verdict.AC
    expectation: Expectation | None = None
    reason: str | None = None
    by_origin: tuple[tuple[str, int], ...] = ()

    @property
    def per_second(self) -> float:
        """Inputs tried per second of the search."""
        return self.tried / self.search_s if self.search_s > 0 else 0.0

    @property
    def met(self) -> bool | None:
        """Whether it ended as expected: found for one that must fail, nothing for one that must
        not; None where nothing is expected or it was not hunted."""
        if self.expectation is None or self.verdict is None:
            return None
        if must_fail(self.expectation):
            named = self.expectation.permitted | self.expectation.required
            return self.verdict is not Verdict.AC and is_in(self.verdict, named)
        return is_in(self.verdict, self.expectation.permitted)


def must_fail(expectation: Expectation | None) -> bool:
    """True where some input must exist on which a submission is not AC."""
    return (
        expectation is not None
        and bool(expectation.required)
        and not is_in(Verdict.AC, expectation.required)
    )


@dataclass(frozen=True, slots=True)
class HuntReport:
    """The whole of one `judge hack`. `reference` is the accepted submission that gave the answers.

    `machine_errors` are what the machine could not do; `allow_missing`: submissions that could not
    be hunted for lack of a toolchain do not count as errors.
    """

    problem: str
    seed: int
    hunts: tuple[Hunt, ...] = ()
    reference: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    machine_errors: tuple[str, ...] = ()
    interrupted: bool = False
    allow_missing: bool = False

    @property
    def exit_code(self) -> int:
        """0 each hunt ended as expected, 1 not, 3 package broken, 4 machine, 5 nothing was hunted,
        130 interrupted. Where several apply: the first of 130, 4, 3, 5, 1, 0."""
        missed = [h for h in self.hunts if h.verdict is None]
        broken = bool(errors_in(self.diagnostics))
        if self.interrupted:
            return 130
        if self.machine_errors or (missed and not self.allow_missing and not broken):
            return 4
        if broken:
            return 3
        if len(missed) == len(self.hunts):
            return 5  # an empty list too
        return 1 if any(hunt.met is False for hunt in self.hunts) else 0
