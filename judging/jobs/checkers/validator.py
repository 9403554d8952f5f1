"""A problem's own checker: `program input answer feedback_dir/ [args] < output`.

Exit 42 accepts, 43 rejects; anything else, 0 included, means that the checker itself failed (JE).
Source: problem package format, "output validator".
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core.classify import describe_ending
from judging.core.limits import Limits, ProblemLimits
from judging.core.problem import Testcase, ValidatorArgs
from judging.core.results import CheckResult, Ending, Execution
from judging.core.verdicts import Verdict
from judging.programs import Executable
from judging.sandbox.contract import Command, MemoryFile, streams
from judging.sandbox.worker import Worker

ACCEPTED = 42
REJECTED = 43
_MESSAGE_BYTES = 16 * 1024


def validation_limits(limits: ProblemLimits) -> Limits:
    """What a validator or checker may use."""
    return Limits(
        time_s=limits.validation_s,
        kill_s=limits.validation_s,
        memory_bytes=limits.validation_memory_bytes,
        output_bytes=limits.validation_output_bytes,
    )


def input_args(validator: Executable, case: Testcase) -> tuple[str, ...]:
    """The arguments of an input validator for one test: the package's for it, then those that the
    submission gets. A grammar takes none."""
    if not validator.takes_arguments:
        return ()
    return (*_own(validator, case.input_validator_args), *case.args)


def answer_args(validator: Executable, case: Testcase) -> tuple[str, ...]:
    """The arguments of an answer validator for one test. A grammar takes none."""
    return _own(validator, case.answer_validator_args) if validator.takes_arguments else ()


def _own(validator: Executable, given: ValidatorArgs) -> tuple[str, ...]:
    """The arguments for this one."""
    if not isinstance(given, Mapping):
        return given
    name = validator.name.rpartition("/")[2]
    # Older packages leave the extension out.
    return given.get(name, given.get(name.partition(".")[0], ()))


@dataclass(slots=True)
class OutputValidator:
    """A built checker on one testcase: its runs, and the feedback directory that they share, all
    of which stays from one run to the next but for the input that was asked for.

    `input_file` is that of the next run; `folder` is empty and ours; `feedback` is what the last
    run left, and `next_pass` the input that it asked for, if it did.
    """

    executable: Executable
    limits: ProblemLimits
    worker: Worker
    input_file: Path
    answer_file: Path
    args: Sequence[str]
    folder: Path
    feedback: Path | None = None
    next_pass: Path | None = None
    _landing: Path | None = None

    def command(self, box: Path, stdin: int, stdout: int, stderr: int) -> Command:
        """The next run, to be started once and then concluded."""
        limits = validation_limits(self.limits)
        # Who copies into it, and out of it again, may have another user id.
        self._landing = Path(tempfile.mkdtemp(dir=self.folder)) / "feedback"
        self._landing.parent.chmod(0o755)
        self._landing.mkdir()
        self._landing.chmod(0o777)
        files = self.input_file, self.answer_file
        return Command(
            argv=self.executable.argv(
                self.worker.store,
                limits.memory_bytes,
                *map(str, files),
                f"{box}/feedback/",
                *self.args,
            ),
            box=box,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            limits=self.executable.limits(limits),
            env=self.executable.environment(box),
            read_only=self.executable.readable_paths(self.worker.store, *files),
            copy_in=() if self.feedback is None else (self.feedback.parent,),
            folders=("feedback",),
            copy_out=(("feedback", self._landing),),
            copy_out_bytes=self.limits.validation_output_bytes,
        )

    def conclude(self, execution: Execution, said: bytes) -> CheckResult:
        """What the run that ended so, and wrote `said` to stderr, says of the output."""
        assert self._landing is not None
        self.feedback = self._landing
        asked = self.feedback / "nextpass.in"
        self.next_pass = None
        if asked.is_file() and not asked.is_symlink():
            store = self.worker.store
            self.next_pass = store.blob(store.add(asked))  # where programs may read it
            asked.unlink()
        return _result(execution, self.feedback, said, self.executable.name)

    def decide(self, output: bytes) -> CheckResult:
        """Runs it on one output. Never raises for what it does."""
        given = MemoryFile(output)
        try:
            with streams() as (_, stdout, stderr), self.worker.sandbox.box() as box:
                command = self.command(box, given.fd, stdout.fd, stderr.fd)
                return self.conclude(self.worker.sandbox.run(command), stderr.read(_MESSAGE_BYTES))
        finally:
            given.close()

    def copy_feedback(self, keep: Path) -> None:
        """Copies the files of the feedback directory to a folder `feedback` below `keep`."""
        target = keep / "feedback"
        target.mkdir(parents=True, exist_ok=True)
        for path in sorted(self.feedback.iterdir()) if self.feedback else ():
            if path.is_file() and not path.is_symlink():
                (target / path.name).write_bytes(path.read_bytes())


def _result(execution: Execution, feedback: Path, stderr: bytes, name: str) -> CheckResult:
    message = _feedback_text(feedback / "judgemessage.txt")
    if execution.ending is Ending.EXITED and execution.exit_code in (ACCEPTED, REJECTED):
        verdict = Verdict.AC if execution.exit_code == ACCEPTED else Verdict.WA
        team = _feedback_text(feedback / "teammessage.txt")
        score = _score_text(feedback / "score.txt")
        multiplier = _score_text(feedback / "score_multiplier.txt")
        return CheckResult(verdict, message, team, score=score, multiplier=multiplier)
    said = stderr.decode("utf-8", "replace").strip()
    detail = f": {said.splitlines()[-1]}" if said else ""
    return CheckResult(
        Verdict.JE,
        f"checker {name}: {describe_ending(execution)}, expected exit code {ACCEPTED} or {REJECTED}"
        f"{detail}",
    )


def _feedback_text(path: Path) -> str:
    """A feedback file's text; only a regular file counts, whatever the checker left there."""
    if not path.is_file() or path.is_symlink():
        return ""
    with path.open("rb") as file:
        return file.read(_MESSAGE_BYTES).decode("utf-8", "replace").strip()


def _score_text(path: Path) -> str | None:
    """None where there is no such file; what is there and is no text is no number either."""
    return _feedback_text(path) if os.path.lexists(path) else None
