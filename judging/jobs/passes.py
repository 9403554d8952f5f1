"""The passes of one submission on one testcase: one, or in a multi-pass problem as many as the
output validator asks for.

Each pass has its own input and its own full limits; the answer file is always the test's.
Source: problem package format 2025-09, "Multi-pass validation".
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from judging.core.limits import Limits
from judging.core.results import CheckResult, Execution
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker, OutputValidator
from judging.jobs.dialogue import Pass, run_dialogue
from judging.jobs.running import execute
from judging.jobs.transcript import JUDGE, SUBMISSION, Transcript
from judging.programs import Executable


def run_passes(
    program: Executable,
    validator: OutputValidator,
    checker: Checker,
    limits: Limits,
    transcript: Transcript | None,
) -> list[Pass]:
    """Run the submission and its validator until the validator asks for no further pass.

    The last pass has the largest times and sizes of all.
    """
    run = run_dialogue if checker.interactive else _run_captured
    done: list[Pass] = []
    for number in itertools.count(1):
        one = run(program, validator, limits, transcript)
        next_input = (
            validator.next_pass if checker.multi_pass and one.check is not None else None
        )
        if next_input is not None and (fault := _fault(one, number, checker)):
            message = f"checker {checker.name}: {fault}"
            one = replace(one, check=CheckResult(Verdict.JE, message, final=True))
            next_input = None
        done.append(one)
        if next_input is None or one.run.execution.exit_code != 0:
            break
        validator.input_file = next_input
        if transcript is not None:
            transcript.next_pass()
    largest = _largest([one.run.execution for one in done])
    last = replace(done[-1], run=replace(done[-1].run, execution=largest))
    return [*done[:-1], last]


def _run_captured(
    program: Executable,
    validator: OutputValidator,
    limits: Limits,
    transcript: Transcript | None,
) -> Pass:
    content = validator.input_file.read_bytes()
    run = execute(program, content, limits, validator.worker)
    if transcript is not None:
        transcript.add(JUDGE, content)
        transcript.add(SUBMISSION, run.stdout)
        transcript.end_pass()
    return Pass(run, validator.decide(run.stdout) if run.succeeded else None)


def _fault(one: Pass, number: int, checker: Checker) -> str | None:
    """Return which rule of the format forbids a further pass, or None."""
    if one.check is not None and one.check.verdict is Verdict.WA:
        return "it rejects, but asks for another pass with nextpass.in"
    allowed = checker.limits.validation_passes
    if number >= allowed and one.run.execution.exit_code == 0:
        return (
            f"it asks for more passes than limits.validation_passes allows ({allowed})"
        )
    return None


def _largest(executions: Sequence[Execution]) -> Execution:
    measured = ("cpu_s", "wall_s", "memory_bytes", "output_bytes", "waited_s")
    largest = {
        name: max(getattr(each, name) for each in executions) for name in measured
    }
    return replace(executions[-1], **largest)
