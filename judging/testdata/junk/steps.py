"""The steps that run on workers: try the junk of one input, or of one answer."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any, ClassVar

from judging.core.limits import ProblemLimits
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.store import Store, key_of
from judging.testdata.junk.answers import reformatted_answers
from judging.testdata.junk.input_shape import InputShape
from judging.testdata.junk.inputs import junk_inputs

_VERSION = "5"  # of the junk and its words: change it to forget the results in the store
_CONTEXT_BYTES = 24  # how much of the junk is quoted on either side of the change


@dataclass(frozen=True, slots=True)
class Misjudged:
    """One piece of junk on which a program decided wrongly.

    `kind` is what was changed, `excerpt` the bytes around the change, `size` the length of the junk
    in bytes, `program` the one that failed (empty: all of them), and `message` what it said.
    """

    kind: str
    excerpt: str
    size: int
    program: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class JunkResult:
    """The result of one test's junk: how much was tried, on what the decision was wrong (an input
    was accepted, or an answer rejected), and on what a validator broke its protocol."""

    count: int
    misjudged: tuple[Misjudged, ...]
    protocol_faults: tuple[Misjudged, ...] = ()


class _JunkStep:
    """A step that tries junk."""

    __slots__ = ()

    def to_json(self, result: JunkResult) -> Any:
        return astuple(result)

    def from_json(self, value: Any, store: Store) -> JunkResult:
        count, misjudged, faults = value
        return JunkResult(
            count, tuple(Misjudged(*m) for m in misjudged), tuple(Misjudged(*m) for m in faults)
        )


@dataclass(frozen=True, slots=True)
class TryInputs(_JunkStep):
    """Make junk of one input and ask the input validators; one of them must reject it.

    `args` has the arguments of each validator. `name` is the test's name, the seed of the junk.
    """

    kind: ClassVar[str] = "junk"
    validators: tuple[Executable, ...]
    name: str
    input: str
    args: tuple[tuple[str, ...], ...]
    shape: InputShape
    limits: ProblemLimits

    @property
    def key(self) -> str:
        """A digest of everything that can change the result."""
        keys = (validator.key for validator in self.validators)
        return key_of(_VERSION, self.name, self.input, self.shape.key, *keys, repr(self.args))

    def run(self, worker: Worker) -> JunkResult:
        """Ask the validators in turn, until one does not accept."""
        text = worker.store.blob(self.input).read_bytes()
        made = junk_inputs(text, self.shape, self.name)
        accepted, faults = [], []
        for junk in made:
            description = junk.kind, quote_change(junk.text, text), len(junk.text)
            for validator, args in zip(self.validators, self.args, strict=True):
                answer = ask_validator(validator, junk.text, args, self.limits, worker)
                if not answer.in_protocol:
                    faults.append(Misjudged(*description, validator.name, answer.message))
                if not answer.accepted:
                    break
            else:
                accepted.append(Misjudged(*description))
        return JunkResult(len(made), tuple(accepted), tuple(faults))


@dataclass(frozen=True, slots=True)
class TryAnswers(_JunkStep):
    """Reformat one answer and ask the checker, which must accept every form."""

    kind: ClassVar[str] = "forgiven"
    checker: Checker
    input: str
    answer: str
    args: tuple[str, ...]

    @property
    def key(self) -> str:
        """A digest of everything that can change the result."""
        return key_of(_VERSION, self.checker.key, self.input, self.answer, *self.args)

    def run(self, worker: Worker) -> JunkResult:
        """Ask the checker about every reformatted answer."""
        files = worker.store.blob(self.input), worker.store.blob(self.answer)
        answer = files[1].read_bytes()
        made = reformatted_answers(answer, self.args, default=not self.checker.programs)
        rejected = []
        for junk in made:
            result = self.checker.decide(*files, junk.text, self.args, worker)
            if result.verdict is not Verdict.AC:
                excerpt = quote_change(junk.text, answer)
                size = len(junk.text)
                rejected.append(Misjudged(junk.kind, excerpt, size, message=result.message))
        return JunkResult(len(made), tuple(rejected))


def quote_change(changed: bytes, original: bytes) -> str:
    """Quote the bytes around the first difference as Python does; `...` stands for more bytes."""
    size = min(len(changed), len(original))
    first = next((i for i in range(size) if changed[i] != original[i]), size)
    start, end = max(0, first - _CONTEXT_BYTES), first + _CONTEXT_BYTES
    left, right = "..." if start else "", "..." if end < len(changed) else ""
    return f"{left}{changed[start:end]!r}{right}"
