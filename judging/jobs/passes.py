"""The passes of one submission on one testcase: one, or in a multi-pass problem as many as its
output validator asks for.

Each pass has the whole limits to itself and an input of its own; the answer is that of the test.
Source: problem package format 2025-09, "Multi-pass validation".
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judging.core.limits import Limits
from judging.core.results import CheckResult, Execution
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker, OutputValidator
from judging.jobs.dialogue import converse
from judging.jobs.running import Pass, execute
from judging.jobs.transcript import JUDGE, SUBMISSION, Transcript
from judging.programs import Executable
from judging.sandbox.worker import Worker


@dataclass(frozen=True, slots=True)
class Passes:
    """What came of them: the last one, with the times and sizes of the largest, the stderr of all,
    and how many there were."""

    last: Pass
    stderr: bytes
    count: int


def judge_passes(
    program: Executable,
    validator: OutputValidator,
    checker: Checker,
    limits: Limits,
    worker: Worker,
    transcript: Transcript | None,
) -> Passes:
    """Runs the submission and its validator until that asks for no more."""
    run = converse if checker.interactive else _captured
    done: list[Pass] = []
    for number in itertools.count(1):
        one = run(program, validator, limits, worker, transcript)
        asked = validator.next_pass if checker.multi_pass and one.check is not None else None
        if asked is not None and (fault := _fault(one, number, checker)):
            one = replace(
                one, check=CheckResult(Verdict.JE, f"checker {checker.name}: {fault}", final=True)
            )
            asked = None
        done.append(one)
        if asked is None or one.execution.exit_code != 0:
            break
        validator.input_file = asked
        if transcript is not None:
            transcript.next_pass()
    last = replace(done[-1], execution=_largest([one.execution for one in done]))
    return Passes(last, b"".join(one.stderr for one in done), len(done))


def _captured(
    program: Executable,
    validator: OutputValidator,
    limits: Limits,
    worker: Worker,
    transcript: Transcript | None,
) -> Pass:
    content = validator.input_file.read_bytes()
    run = execute(program, content, limits, worker)
    if transcript is not None:
        transcript.add(JUDGE, content)
        transcript.add(SUBMISSION, run.stdout)
        transcript.end_pass()
    check = validator.decide(run.stdout) if run.succeeded else None
    return Pass(run.execution, run.stderr, check, run.stdout)


def _fault(one: Pass, number: int, checker: Checker) -> str | None:
    """What is wrong with asking for another pass, by the rules of the format."""
    if one.check is not None and one.check.verdict is Verdict.WA:
        return "rejects, and asks for another pass by nextpass.in"
    allowed = checker.limits.validation_passes
    if number >= allowed and one.execution.exit_code == 0:
        return f"asked for more passes than limits.validation_passes allows, which are {allowed}"
    return None


def _largest(executions: Sequence[Execution]) -> Execution:
    return replace(
        executions[-1],
        cpu_s=max(execution.cpu_s for execution in executions),
        wall_s=max(execution.wall_s for execution in executions),
        memory_bytes=max(execution.memory_bytes for execution in executions),
        output_bytes=max(execution.output_bytes for execution in executions),
    )
