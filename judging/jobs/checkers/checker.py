"""What decides whether an output is right: the default comparison, or the problem's programs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core.limits import ProblemLimits
from judging.core.results import CheckResult
from judging.core.verdicts import Verdict
from judging.jobs.checkers.default import compare
from judging.jobs.checkers.validator import OutputValidator
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.store import key_of


@dataclass(frozen=True, slots=True)
class Checker:
    """`programs` are the built output validators; none: the default comparison.

    An output is right when every program accepts it. Several: legacy packages only. `interactive`:
    there is no output, the one program talks to the submission. `multi_pass`: the one program may
    ask for another run. `record`: what the two say to one another is noted down, which is slower.
    """

    programs: tuple[Executable, ...]
    limits: ProblemLimits
    interactive: bool = False
    multi_pass: bool = False
    record: bool = False

    @property
    def key(self) -> str:
        """Changes when an output may be decided upon otherwise."""
        return key_of(*(program.key for program in self.programs)) if self.programs else "default"

    @property
    def name(self) -> str | None:
        """The programs' names, for messages; None for the default comparison."""
        return ", ".join(program.name for program in self.programs) or None

    def decide(
        self,
        input_file: Path,
        answer_file: Path,
        output: bytes,
        args: Sequence[str],
        worker: Worker,
        keep: Path | None = None,
    ) -> CheckResult:
        """What is said of one output: the first program that does not accept it, else the last.

        `keep` is a folder for the programs' feedback.
        """
        if not self.programs:
            try:
                return compare(output, answer_file.read_bytes(), args)
            except ValueError as fault:
                return CheckResult(Verdict.JE, str(fault))
        result = CheckResult(Verdict.AC)
        for program in self.programs:
            with self.validator(program, input_file, answer_file, args, worker, keep) as validator:
                result = validator.decide(output)
            if result.verdict is not Verdict.AC:
                break
        return result

    @contextlib.contextmanager
    def validator(
        self,
        program: Executable,
        input_file: Path,
        answer_file: Path,
        args: Sequence[str],
        worker: Worker,
        keep: Path | None = None,
    ) -> Iterator[OutputValidator]:
        """One of the programs on one testcase; its feedback is copied to `keep` at the end."""
        files = input_file, answer_file
        with worker.store.workspace() as folder:
            validator = OutputValidator(program, self.limits, worker, *files, args, folder)
            yield validator
            if keep is not None:
                validator.copy_feedback(keep)
