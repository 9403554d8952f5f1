"""A problem's own checker: `program input answer feedback_dir/ [args] < output`.

Exit code 42 accepts, 43 rejects; any other ending, 0 included, means that the checker
itself failed (JE). Source: problem package format, "output validator".
"""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judging.core.classify import describe_tool_ending
from judging.core.limits import ENDLESS_BYTES, Limits, ProblemLimits
from judging.core.problem import Testcase, ValidatorArgs
from judging.core.runs import CheckResult, Ending, Execution, SanitizerFault
from judging.core.timings import Purpose
from judging.core.verdicts import Verdict
from judging.files import Below
from judging.jobs.running import command, faults_in
from judging.programs import Executable
from judging.sandbox.command import Command, Content, streams
from judging.sandbox.worker import Worker
from judging.values import replace

ACCEPTED = 42
REJECTED = 43
# The folder of its files, beside the other files of a run that are kept.
FEEDBACK = "feedback"
_MESSAGE_BYTES = (
    16 * 1024
)  # of a message to people; a checker may write as much as it likes


def validation_limits(limits: ProblemLimits) -> Limits:
    """Return the limits of a validator or checker."""
    return Limits(
        time_s=limits.validation_s,
        kill_s=limits.validation_s,
        memory_bytes=limits.validation_memory_bytes,
        output_bytes=limits.validation_output_bytes,
    )


def writing_limits(limits: ProblemLimits) -> Limits:
    """Return the limits of a program of the package that writes inputs, or as much as an
    input: a generator, or an interactive validator with its side of the dialogue."""
    plain = validation_limits(limits)
    return replace(plain, output_bytes=max(plain.output_bytes, ENDLESS_BYTES))


def limits_key(limits: ProblemLimits) -> str:
    """Return the part of the key of a kept decision that says under which limits the
    validator or checker made it. Under lower ones it may be stopped before it decides."""
    return repr(validation_limits(limits))


def input_args(validator: Executable, case: Testcase) -> tuple[str, ...]:
    """Return the arguments of an input validator for one test: its own from the package,
    then the submission's. A grammar takes none."""
    if not validator.takes_arguments:
        return ()
    return (*_own(validator, case.input_validator_args), *case.args)


def answer_args(validator: Executable, case: Testcase) -> tuple[str, ...]:
    """Return the arguments of an answer validator for one test. A grammar takes none."""
    if not validator.takes_arguments:
        return ()
    return _own(validator, case.answer_validator_args)


def _own(validator: Executable, args: ValidatorArgs) -> tuple[str, ...]:
    if not isinstance(args, Mapping):
        return args
    name = validator.name.rpartition("/")[2]
    # Older packages omit the extension.
    return args.get(name, args.get(name.partition(".")[0], ()))


@dataclass(slots=True)
class OutputValidator:
    """A built checker on one testcase. Its runs share the feedback directory.

    Files in that directory persist from one run to the next, except a requested input.

    input_file: the input of the next run.
    folder: an empty folder for feedback directories.
    interactive: its stdout is the stdin of a submission.
    feedback: the feedback directory that the last run left.
    faults: what sanitizers reported in all runs, if the checker was built with them.
    next_pass: the input that the last run requested, or None.
    """

    executable: Executable
    limits: ProblemLimits
    worker: Worker
    input_file: Path
    answer_file: Path
    args: Sequence[str]
    folder: Path
    interactive: bool = False
    feedback: Path | None = None
    faults: tuple[SanitizerFault, ...] = ()
    next_pass: Path | None = None
    _next_feedback: Path | None = None

    def command(self, box: Path, fds: tuple[int, int, int]) -> Command:
        """Return the command for the next run; `fds` are stdin, stdout and stderr. Start
        it once, then call `conclude`."""
        limits = validation_limits(self.limits)
        # The sandbox may copy from and to it under another user id.
        self._next_feedback = Path(tempfile.mkdtemp(dir=self.folder)) / "feedback"
        self._next_feedback.parent.chmod(0o755)
        self._next_feedback.mkdir()
        self._next_feedback.chmod(0o777)
        files = (self.input_file, self.answer_file)
        # The format demands the slash at the end of the feedback directory.
        args = (*map(str, files), f"{box}/feedback/", *self.args)
        plain = command(
            self.executable,
            limits,
            self.worker,
            box,
            fds,
            *args,
            read_only=files,
            purpose=Purpose.CHECK,
        )
        copy_in: tuple[Path, ...] = ()
        if self.feedback is not None:  # of the pass before
            copy_in = (self.feedback.parent,)
        return replace(
            plain,
            copy_in=copy_in,
            folders=("feedback",),
            copy_out=(("feedback", self._next_feedback),),
            copy_out_bytes=self.limits.validation_output_bytes,
            # Nothing else counts what goes through a pipe to another program.
            monitored=self.interactive,
            limits=replace(plain.limits, output_bytes=self._limits.output_bytes),
        )

    @property
    def _limits(self) -> Limits:
        """The limits of one run."""
        if self.interactive:
            return writing_limits(self.limits)
        return validation_limits(self.limits)

    def conclude(
        self, execution: Execution, stderr: bytes, stdout: bytes = b""
    ) -> CheckResult:
        """Return the check of a run that ended in this way and wrote this. The stdout of
        an interactive validator goes to the submission, and is not known."""
        assert self._next_feedback is not None
        self.feedback = self._next_feedback
        requested = self.feedback / "nextpass.in"
        self.next_pass = None
        if requested.is_file() and not requested.is_symlink():
            store = self.worker.store
            # Into the store: programs may read files there.
            self.next_pass = store.blob(store.add(requested))
            requested.unlink()
        check = _decision(execution, self.feedback)
        if check is None:
            check = self._failed(execution, stderr, stdout)
        self.faults += faults_in(stderr, self.executable, self.worker)
        return replace(check, faults=self.faults)

    def _failed(self, execution: Execution, stderr: bytes, stdout: bytes) -> CheckResult:
        """Return the verdict JE with how the checker ended and what it said about it."""
        assert self.feedback is not None
        ending = describe_tool_ending(execution, self._limits)
        if execution.ending is Ending.EXITED:
            ending += f", expected {ACCEPTED} or {REJECTED}"
        failure = f"{_called(self.executable.name)} failed: {ending}"
        said = _said(self.feedback, stderr, stdout)
        # The last line of endless output says nothing.
        if said and execution.ending is not Ending.OUTPUT_LIMIT:
            failure += f": {said}"
        return CheckResult(Verdict.JE, failure, stopped=execution.at_limit)

    def decide(self, output: Content) -> CheckResult:
        """Run the checker on one output. A failed checker is the verdict JE, never an exception."""
        with (
            streams(output) as (stdin, stdout, stderr),
            self.worker.sandbox.box() as box,
        ):
            prepared = self.command(box, (stdin.fd, stdout.fd, stderr.fd))
            execution = self.worker.sandbox.run(prepared)
            return self.conclude(
                execution, stderr.read(_MESSAGE_BYTES), stdout.read(_MESSAGE_BYTES)
            )

    def copy_feedback(self, keep: Below) -> None:
        """Copy the files of the feedback directory to the folder `FEEDBACK` in `keep`."""
        target = keep / FEEDBACK
        target.make_folder()
        if self.feedback is None:
            return
        for path in sorted(self.feedback.iterdir()):
            if path.is_file() and not path.is_symlink():
                (target / path.name).write(path.read_bytes())


def _decision(execution: Execution, feedback: Path) -> CheckResult | None:
    """Return what the checker decided; None if it failed."""
    if execution.ending is not Ending.EXITED:
        return None
    if execution.exit_code not in (ACCEPTED, REJECTED):
        return None
    verdict = Verdict.WA
    if execution.exit_code == ACCEPTED:
        verdict = Verdict.AC
    return CheckResult(
        verdict,
        _feedback_text(feedback / "judgemessage.txt"),
        score=_score_text(feedback / "score.txt"),
        multiplier=_score_text(feedback / "score_multiplier.txt"),
    )


def _called(name: str) -> str:
    """Return how messages call a checker: a whole folder `checker` says what it is."""
    return "the checker" if name == "checker" else f"the checker {name}"


def _said(feedback: Path, stderr: bytes, stdout: bytes) -> str:
    """Return the line in which a checker that failed says why; empty if it says nothing.

    Kattis and DOMjudge have judgeerror.txt for that. A crash says most in the last line
    of stderr, and testlib writes `FAIL ...` there.
    """
    lines = (
        *_feedback_text(feedback / "judgeerror.txt").splitlines()[:1],
        *_last_line(stderr),
        *_feedback_text(feedback / "judgemessage.txt").splitlines()[:1],
        *_last_line(stdout),
    )
    return lines[0] if lines else ""


def _last_line(written: bytes) -> list[str]:
    lines = written.decode("utf-8", "replace").strip().splitlines()[-1:]
    # How an exception of C++ ends that nobody catches: `  what():  no such test`.
    return [line.strip().removeprefix("what():").lstrip() for line in lines]


def _feedback_text(path: Path) -> str:
    """Return the text of a feedback file. Only a regular file counts, so links are ignored."""
    if not path.is_file() or path.is_symlink():
        return ""
    with path.open("rb") as file:
        return file.read(_MESSAGE_BYTES).decode("utf-8", "replace").strip()


def _score_text(path: Path) -> str | None:
    """Return the text of a score file, or None if there is no such file. Anything but a
    regular file gives "", which is not a number."""
    if not os.path.lexists(path):
        return None
    return _feedback_text(path)
