"""Which bounds of the input do the tests reach? Asked of the input validators themselves.

A validator that knows `--constraints_file FILE` writes there what it checks and what it saw; one
that does not is left alone: whatever it says or does when it is called so has no meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from judging.core.diagnostics import warning
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Problem
from judging.jobs.checkers import input_args
from judging.jobs.validating import ask_validator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.store import Store, key_of
from judging.testdata.bounds import Bound, parse
from judging.testdata.generation import PreparedTest

OPTION = "--constraints_file"
_FILE = "bounds.txt"
_FILE_BYTES = MIB


@dataclass(frozen=True, slots=True)
class _Reading:
    """One input validator on one input: the text of its constraints file, "" where it has none."""

    kind: ClassVar[str] = "constraints"
    program: Executable
    input: str
    args: tuple[str, ...]
    limits: ProblemLimits

    @property
    def key(self) -> str:
        return key_of(self.program.key, self.input, *self.args)

    def run(self, worker: Worker) -> str:
        content = worker.store.blob(self.input).read_bytes()
        with worker.store.collecting_folder() as folder:
            args = (*self.args, OPTION, _FILE)
            answer = ask_validator(self.program, content, args, self.limits, worker, into=folder)
            file = folder / _FILE
            if not answer.accepted or file.is_symlink() or not file.is_file():
                return ""
            with file.open("rb") as text:
                return text.read(_FILE_BYTES).decode("utf-8", "replace")

    def to_json(self, result: str) -> str:
        return result

    def from_json(self, value: str, store: Store) -> str:
        return value


def read_bounds(
    problem: Problem, tests: Sequence[PreparedTest], session: Session, findings: Findings
) -> dict[str, tuple[Bound, ...]]:
    """The bounds that the validators name for each test, by testcase name, in order of the tests.

    A constraints file that is none is a finding, and counts as not written.
    """
    validators = session.builder.tools(problem.input_validators, findings)
    readings = {
        f"{test.name} {validator.name}": _Reading(
            validator, test.input, input_args(validator, test.testcase), problem.limits
        )
        for test in tests
        for validator in validators
    }
    texts = session.once("bounds", readings)
    found: dict[str, tuple[Bound, ...]] = {}
    for test in tests:
        bounds: list[Bound] = []
        for validator in validators:
            try:
                bounds += parse(texts[f"{test.name} {validator.name}"])
            except ValueError as fault:
                findings.report(warning(f"what it writes for {OPTION}: {fault}", validator.name))
        found[test.name] = tuple(bounds)
    return found
