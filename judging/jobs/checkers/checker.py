"""Decides whether an output is right: with the default comparison, or the problem's programs."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from judging.core.limits import ProblemLimits
from judging.core.runs import CheckResult, SanitizerFault
from judging.core.verdicts import Verdict
from judging.files import Below
from judging.jobs.checkers.default import compare_files
from judging.jobs.checkers.validator import OutputValidator, limits_key
from judging.programs import Executable
from judging.sandbox.command import Content, opened
from judging.sandbox.worker import Worker
from judging.store import key_of
from judging.values import Value, replace


class Checker(Value):
    """The default comparison, or the problem's output validators.

    programs: the built validators; empty: the default comparison. Every program must
        accept an output. Only packages of the older format have several.
    interactive: the one program talks to the submission; there is no output to compare.
    multi_pass: the one program may ask for another run.
    record: record the dialogue, which is slower.
    visualizer: draws each output that was checked, into the folder of a job that keeps
        its files; None: no pictures are drawn.
    """

    programs: tuple[Executable, ...]
    limits: ProblemLimits
    interactive: bool = False
    multi_pass: bool = False
    record: bool = False
    visualizer: Executable | None = None

    @property
    def takes_part(self) -> bool:
        """True when the one program takes part in the run: it talks to the submission, or
        asks for passes. Then there is no output to compare with an answer."""
        return self.interactive or self.multi_pass

    @property
    def key(self) -> str:
        """A digest that changes when outputs may be judged differently."""
        if not self.programs:
            return "default"
        programs = [program.key for program in self.programs]
        return key_of(limits_key(self.limits), *programs)

    @property
    def name(self) -> str | None:
        """The names of the programs, for messages; None for the default comparison."""
        return ", ".join(program.name for program in self.programs) or None

    def decide(
        self,
        input_file: Path,
        answer_file: Path,
        output: Content,
        args: Sequence[str],
        worker: Worker,
        keep: Below | None = None,
    ) -> CheckResult:
        """Check one output: return the result of the first program that does not accept
        it, else of the last program.

        keep: a folder for the feedback of the programs.
        """
        if not self.programs:
            try:
                with opened(output) as got, answer_file.open("rb") as expected:
                    return compare_files(got, expected, args)
            except ValueError as fault:
                return CheckResult(Verdict.JE, str(fault))
        result = CheckResult(Verdict.AC)
        faults: tuple[SanitizerFault, ...] = ()
        for program in self.programs:
            with self.validator(
                program, input_file, answer_file, args, worker, keep
            ) as validator:
                result = validator.decide(output)
            faults += result.faults
            if result.verdict is not Verdict.AC:
                break
        return replace(result, faults=faults)

    @contextlib.contextmanager
    def validator(
        self,
        program: Executable,
        input_file: Path,
        answer_file: Path,
        args: Sequence[str],
        worker: Worker,
        keep: Below | None = None,
    ) -> Iterator[OutputValidator]:
        """Open one of the programs on one testcase; copy its feedback to `keep` at the end."""
        with worker.store.workspace() as folder:
            validator = OutputValidator(
                program,
                self.limits,
                worker,
                input_file,
                answer_file,
                args,
                folder,
                self.interactive,
            )
            yield validator
            if keep is not None:
                validator.copy_feedback(keep)
