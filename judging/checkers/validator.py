"""A problem's own checker: `program input answer feedback_dir/ [args] < output`.

Exit 42 accepts, 43 rejects; anything else, 0 included, means that the checker itself failed (JE).
Source: problem package format, "output validator".
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.classify import ending_words
from judging.limits import MIB, Limits, ProblemLimits
from judging.programs import Executable
from judging.results import CheckResult, Ending, Execution
from judging.sandbox.contract import Command, MemoryFile, streams
from judging.sandbox.worker import Worker
from judging.verdicts import Verdict

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


@dataclass(frozen=True, slots=True)
class OutputValidator:
    """A built checker, ready to decide; `keep` is where its feedback is copied, if anywhere."""

    executable: Executable
    limits: ProblemLimits
    worker: Worker
    keep: Path | None = None

    def decide(
        self, input_file: Path, answer_file: Path, output: bytes, args: Sequence[str] = ()
    ) -> CheckResult:
        """Runs the checker on one output. Never raises for what the checker does."""
        limits = validation_limits(self.limits)
        with (
            streams() as (_, stdout, stderr),
            self.worker.sandbox.box() as box,
            self.worker.store.workspace() as workspace,
        ):
            feedback = workspace / "feedback"
            feedback.mkdir()
            feedback.chmod(0o777)  # who copies into it may have another user id
            given = MemoryFile(output)
            try:
                command = Command(
                    argv=self.executable.argv(
                        self.worker.store,
                        limits.memory_bytes,
                        str(input_file),
                        str(answer_file),
                        f"{box}/feedback/",
                        *args,
                    ),
                    box=box,
                    stdin=given.fd,
                    stdout=stdout.fd,
                    stderr=stderr.fd,
                    limits=self.executable.limits(limits),
                    env=self.executable.environment(box),
                    reads=self.executable.seen(self.worker.store, input_file, answer_file),
                    folders=("feedback",),
                    collects=(("feedback", feedback),),
                    collect_bytes=MIB,
                )
                execution = self.worker.sandbox.run(command)
            finally:
                given.close()
            if self.keep is not None:
                _copy_feedback(feedback, self.keep)
            said = stderr.read(_MESSAGE_BYTES).decode("utf-8", "replace").strip()
            return _result(execution, feedback, said, self.executable.name)


def _result(execution: Execution, feedback: Path, said: str, name: str) -> CheckResult:
    message = _feedback_text(feedback / "judgemessage.txt")
    if execution.ending is Ending.EXITED and execution.exit_code in (ACCEPTED, REJECTED):
        verdict = Verdict.AC if execution.exit_code == ACCEPTED else Verdict.WA
        team = _feedback_text(feedback / "teammessage.txt")
        return CheckResult(verdict, message, team)
    detail = f": {said.splitlines()[-1]}" if said else ""
    return CheckResult(
        Verdict.JE,
        f"checker {name}: {ending_words(execution)}, expected exit code {ACCEPTED} or {REJECTED}"
        f"{detail}",
    )


def _feedback_text(path: Path) -> str:
    """A feedback file's text; only a regular file counts, whatever the checker left there."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return ""
    with open(fd, "rb") as file:
        return file.read(_MESSAGE_BYTES).decode("utf-8", "replace").strip()


def _copy_feedback(feedback: Path, keep: Path) -> None:
    target = keep / "feedback"
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(feedback.iterdir()):
        if path.is_file() and not path.is_symlink():
            (target / path.name).write_bytes(path.read_bytes())
