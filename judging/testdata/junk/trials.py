"""The work of trying junk: one test's inputs on the validators, one answer on the checker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judging.core.limits import ProblemLimits
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.store import Store, key_of
from judging.testdata.junk.form import Form
from judging.testdata.junk.inputs import mutants
from judging.testdata.junk.outputs import forgiven

_VERSION = "3"  # of what is tried: a new one forgets what is remembered
_AROUND = 24  # bytes shown on either side of the change


@dataclass(frozen=True, slots=True)
class Slip:
    """One piece of junk that was not taken for what it is. `kind` is what was changed, `shown` the
    bytes around that, `size` the length of the whole, `program` and `said` who said what to it."""

    kind: str
    shown: str
    size: int
    program: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one test's junk: how much there was, what slipped through, and what ended a
    program in a way that its protocol does not know."""

    count: int
    slips: tuple[Slip, ...]
    broken: tuple[Slip, ...] = ()

    def to_json(self) -> Any:
        """As a JSON value."""
        return [self.count, *([_fields(slip) for slip in s] for s in (self.slips, self.broken))]

    @classmethod
    def from_json(cls, value: Any) -> Tried:
        """From `to_json`."""
        count, slips, broken = value
        return cls(count, tuple(Slip(*s) for s in slips), tuple(Slip(*s) for s in broken))


def _fields(slip: Slip) -> list[str | int]:
    return [slip.kind, slip.shown, slip.size, slip.program, slip.said]


class _Trying:
    """Work that tries junk."""

    __slots__ = ()

    def to_json(self, result: Tried) -> Any:
        return result.to_json()

    def from_json(self, value: Any, store: Store) -> Tried:
        return Tried.from_json(value)


@dataclass(frozen=True, slots=True)
class InputJunk(_Trying):
    """The junk made of one input, for the input validators together: one of them must refuse it.
    `args` are those of each of them."""

    kind: ClassVar[str] = "junk"
    validators: tuple[Executable, ...]
    name: str
    input: str
    args: tuple[tuple[str, ...], ...]
    form: Form
    limits: ProblemLimits

    @property
    def key(self) -> str:
        """What stands for this work in the store."""
        keys = (validator.key for validator in self.validators)
        return key_of(_VERSION, self.name, self.input, self.form.key, *keys, repr(self.args))

    def run(self, worker: Worker) -> Tried:
        """Makes the junk and tries it."""
        text = worker.store.blob(self.input).read_bytes()
        made = mutants(text, self.form, self.name)
        slips, broken = [], []
        for mutant in made:
            known = mutant.kind, around(mutant.text, text), len(mutant.text)
            for validator, args in zip(self.validators, self.args, strict=True):
                answer = ask_validator(validator, mutant.text, args, self.limits, worker)
                if not answer.in_protocol:
                    broken.append(Slip(*known, validator.name, answer.message))
                if not answer.accepted:
                    break
            else:
                slips.append(Slip(*known))
        return Tried(len(made), tuple(slips), tuple(broken))


@dataclass(frozen=True, slots=True)
class AnswerJunk(_Trying):
    """One answer, written in other ways that must pass as well."""

    kind: ClassVar[str] = "forgiven"
    checker: Checker
    input: str
    answer: str
    args: tuple[str, ...]

    @property
    def key(self) -> str:
        """What stands for this work in the store."""
        return key_of(_VERSION, self.checker.key, self.input, self.answer, *self.args)

    def run(self, worker: Worker) -> Tried:
        """Writes the answer otherwise and checks that."""
        files = worker.store.blob(self.input), worker.store.blob(self.answer)
        answer = files[1].read_bytes()
        made = forgiven(answer, self.args, not self.checker.programs)
        slips = []
        for mutant in made:
            result = self.checker.decide(*files, mutant.text, self.args, worker)
            if result.verdict is not Verdict.AC:
                shown = around(mutant.text, answer)
                slips.append(Slip(mutant.kind, shown, len(mutant.text), "", result.message))
        return Tried(len(made), tuple(slips))


def around(changed: bytes, before: bytes) -> str:
    """The bytes around the first difference, as Python writes them; `...` where there are more."""
    size = min(len(changed), len(before))
    first = next((i for i in range(size) if changed[i] != before[i]), size)
    start, end = max(0, first - _AROUND), first + _AROUND
    left, right = "..." if start else "", "..." if end < len(changed) else ""
    return f"{left}{changed[start:end]!r}{right}"


def shortest(slips: Sequence[tuple[Slip, str]]) -> tuple[Slip, str]:
    """The slip that stands for others of its kind, with the test it was made of."""
    return min(slips, key=lambda pair: (pair[0].size, pair[0].shown, pair[1]))
