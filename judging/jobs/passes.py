"""The passes of one submission on one testcase: one, or in a multi-pass problem as many
as the output validator asks for.

Each pass has its own input and its own full limits; the answer file is always the test's.
Source: problem package format 2025-09, "Multi-pass validation".
"""

import itertools
from collections.abc import Callable, Sequence

from judging.core.limits import Limits
from judging.core.runs import CheckResult, Execution
from judging.core.verdicts import Verdict
from judging.jobs.checkers import Checker, OutputValidator
from judging.jobs.dialogue import Pass, run_dialogue
from judging.jobs.running import execute
from judging.jobs.transcript import JUDGE, SUBMISSION, Transcript
from judging.programs import Executable
from judging.values import replace


def run_passes(
    programs: Sequence[Executable],
    validator: OutputValidator,
    checker: Checker,
    limits: Limits,
    transcript: Transcript | None,
) -> list[Pass]:
    """Run the submission and its validator until the validator asks for no further pass.

    programs: what runs in each pass; the last one also in all passes after it.
    """
    run_once = _run_captured
    if checker.interactive:
        run_once = run_dialogue

    def run(number: int) -> Pass:
        program = programs[min(number, len(programs)) - 1]
        return run_once(program, validator, limits, transcript)

    return repeat_passes(run, validator, checker, transcript)


def repeat_passes(
    run: Callable[[int], Pass],
    validator: OutputValidator,
    checker: Checker,
    transcript: Transcript | None = None,
) -> list[Pass]:
    """Run passes, by their numbers from 1, until the validator asks for no further one.

    The last pass has the largest times and sizes of all.
    """
    done: list[Pass] = []
    for number in itertools.count(1):
        one = run(number)
        next_input = None
        if checker.multi_pass and one.check is not None:
            next_input = validator.next_pass
        if next_input is not None:
            fault = _fault(one, number, checker)
            if fault is not None:
                message = f"checker {checker.name}: {fault}"
                one = replace(one, check=CheckResult(Verdict.JE, message, final=True))
                next_input = None
        done.append(one)
        # A program that failed gets no further pass, whatever the validator asks for.
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
    if transcript is not None:
        transcript.start()
        transcript.add(JUDGE, validator.input_file.read_bytes())
    run = execute(program, validator.input_file, limits, validator.worker)
    if transcript is not None:
        transcript.add(SUBMISSION, run.stdout)
        transcript.end_pass()
    check = None
    if run.succeeded:
        check = validator.decide(run.stdout)
    return Pass(run, check)


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
    """Return the last execution with the largest measurements of all: each limit is for one pass."""
    return replace(
        executions[-1],
        cpu_s=max(each.cpu_s for each in executions),
        wall_s=max(each.wall_s for each in executions),
        memory_bytes=max(each.memory_bytes for each in executions),
        output_bytes=max(each.output_bytes for each in executions),
        waited_s=max(each.waited_s for each in executions),
    )
