"""Runs: of one process, of a checker on its output, of a submission on a test."""

from enum import StrEnum
from typing import Annotated

from judging.core.verdicts import Verdict
from judging.values import Value, means


class Ending(StrEnum):
    """How a process ended, in the order of the launcher's `enum ending`
    (`launcher/run.h`). This is not a verdict: `classify` derives the verdict from it."""

    EXITED = "exited"
    SIGNALED = "signaled"
    CPU_LIMIT = "cpu limit"
    WALL_LIMIT = "wall limit"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    CANCELLED = "cancelled"
    SANDBOX_ERROR = "sandbox error"


# The endings of a process that a limit of time stopped.
TIME_LIMITS = (Ending.CPU_LIMIT, Ending.WALL_LIMIT)


class Execution(Value, omit_defaults=True):
    """One process and its descendants, as the sandbox measured them.

    cpu_s: user plus system time.
    memory_bytes: the largest resident set; without a control group, with what was found of
        other memory (sandbox/launcher/unseen.c).
    exit_code, signal: numbers, set only when `ending` is EXITED or SIGNALED.
    cpu_limit_s: the CPU time at which this process was to be stopped; set only when it was
        `stopped`. The limits by which a run is judged again later may be shorter.
    ended_at_s: a monotonic timestamp.
    waited_s: how long it was ready to run while others had its core: the wait of its first
        thread, or what was sampled of all its processes, whichever is longer. In a dialogue
        that the wall limit ended, the validator's wait if that is longer still.
    error: what failed, for a SANDBOX_ERROR.
    out_of_memory: why memory probably ran out although no limit was hit; else None.
    input_ended: stdin was at end of file when the process exited. Only
        measured if the command is `monitored`.
    """

    ending: Ending
    cpu_s: float = 0.0
    wall_s: float = 0.0
    memory_bytes: int = 0
    exit_code: int | None = None
    signal: int | None = None
    output_bytes: int = 0
    ended_at_s: float = 0.0
    waited_s: float = 0.0
    error: str | None = None
    out_of_memory: str | None = None
    input_ended: bool = False
    cpu_limit_s: float | None = None

    @property
    def stopped(self) -> bool:
        """True when a time limit stopped the process, so that its times are lower bounds."""
        return self.ending in TIME_LIMITS

    @property
    def at_limit(self) -> bool:
        """True when a limit of time or output stopped the process: it might never end."""
        return self.stopped or self.ending is Ending.OUTPUT_LIMIT

    @property
    def succeeded(self) -> bool:
        """True when the process exited with code 0."""
        return self.ending is Ending.EXITED and self.exit_code == 0


class SanitizerFault(Value):
    """A fault that a sanitizer reported.

    program: the name of the program.
    kind: in the sanitizer's word, such as `heap-buffer-overflow`.
    file: the first file on the stack that is one of the program's own; None without one.
    line: the line there.
    detail: what the sanitizer says besides, or empty.
    """

    program: str
    kind: str
    file: str | None = None
    line: int | None = None
    detail: str = ""

    def __str__(self) -> str:
        """Return the fault in one line: `heap-buffer-overflow in main.cpp:5: READ of size 4`."""
        place = "" if self.file is None else f" in {self.file}:{self.line}"
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.kind}{place}{detail}"


class CheckResult(Value, omit_defaults=True):
    """What a checker decided about one output.

    verdict: AC, WA, or JE if the checker itself failed.
    score, multiplier: the texts of score.txt and
        score_multiplier.txt; None without such a file.
    final: the verdict holds however the submission ended. True when the checker of an
        interactive problem failed, or rejected before the submission ended.
    stopped: the checker failed because a limit of time or output stopped it.
    faults: what sanitizers reported of the checker, if it was built with them.
    """

    verdict: Verdict
    message: str = ""
    score: str | None = None
    multiplier: str | None = None
    final: bool = False
    stopped: bool = False
    faults: tuple[SanitizerFault, ...] = ()

    @property
    def scores_nothing(self) -> bool:
        """True if the score or its multiplier is 0."""
        for text in (self.score, self.multiplier):
            try:
                if text is not None and float(text) == 0:
                    return True
            except ValueError:
                continue
        return False

    @property
    def fault(self) -> str:
        """How the checker failed; empty if it did not."""
        return self.message if self.verdict is Verdict.JE else ""


class DialogueLine(Value):
    """A line of a dialogue that --interaction recorded."""

    number: Annotated[int, means("Among all lines, from 1: the middle may be left out.")]
    at_s: Annotated[
        float, means("When it was complete: seconds since the programs started.")
    ]
    who: Annotated[str, means("judge or submission; empty where the next pass begins.")]
    text: Annotated[str, means("The line, cut if it is long.")]


class TestcaseResult(Value):
    """One submission on one testcase. A testcase that was not run has no result.

    diff: a short comparison of output and answer, for people.
    dialogue: the last lines of an interaction, for people.
    transcript: its first and last lines with their times.
    stderr: the first and last lines of stderr of a failed run, for people.
    in_pass: the number of the pass that decided; 0 if there was only one.
    note: what the validator did meanwhile, for people; a part of `message`.
    reruns: how often the run was repeated because its time was close to
        the limit. The fastest run counts.
    recalled: nothing was run; the result of an earlier run was kept.
    node: the node of a cluster that made the run; empty without a cluster.
    score: None unless tests are scored one by one.
    output: a digest of the output; empty in a dialogue, which has none.
    pictures: the names of pictures in the feedback directory that was kept.
    drawing_fault: how the output visualizer failed; empty if it did not.
    drawing_stopped: a limit of time stopped it.
    faults: what sanitizers reported of the submission, if it was built with them. Such
        results are never kept.
    stopped_early: it was stopped a little past the time limit. How much too slow the
        submission is was shown by a test before.
    """

    name: str
    verdict: Verdict
    execution: Execution
    check: CheckResult | None = None
    message: str = ""
    diff: str = ""
    dialogue: str = ""
    transcript: tuple[DialogueLine, ...] = ()
    stderr: str = ""
    in_pass: int = 0
    note: str = ""  # apart: a run that is judged again gets a new message around it
    reruns: int = 0
    recalled: bool = False
    score: float | None = None
    node: str = ""
    output: str = ""
    pictures: tuple[str, ...] = ()
    drawing_fault: str = ""
    drawing_stopped: bool = False
    faults: tuple[SanitizerFault, ...] = ()
    stopped_early: bool = False
