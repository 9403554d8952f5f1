"""Runs submissions on inputs of many sizes, and counts their basic blocks where it can."""

from collections.abc import Iterable, Mapping, Sequence

from judging.core.events import PhaseStarted, StepDone
from judging.core.limits import Growth, Limits, Measure, ProblemLimits, SizedRun
from judging.core.problem import Submission
from judging.core.runs import Ending, Execution
from judging.cost import count_blocks
from judging.data.bounds import Number
from judging.features.limits.growing.inputs import GrowingInputs, SizedInput
from judging.features.limits.growth import clearly_s, growth_on_demand
from judging.jobs import execute
from judging.jobs.validating import require_run
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Session
from judging.values import Value, replace

_PHASE = "growth"
# Sizes that a ladder must have, so that something can be said of it.
_FEWEST_SIZES = 4


def measure_growths(
    submissions: Sequence[Submission],
    counting: Mapping[str, Executable],
    growing: GrowingInputs,
    problem_limits: ProblemLimits,
    limit_s: float,
    time_s: float,
    session: Session,
) -> tuple[Growth, ...]:
    """Return how the cost of each submission grows with each size.

    counting: programs that count their blocks, by the name of their source.
    limit_s: the time limit in a language without a factor.

    A submission runs on the smallest inputs first, until its runs have taken `time_s` seconds
    of CPU time, which other programs on this machine do not shorten. After a run that its limit
    stops, larger inputs of the same ladder are left out.
    Raise MachineError if the sandbox fails.
    """
    sources = [submission.source for submission in submissions]
    built = session.builder.build(sources, problem_limits.code_bytes)
    session.on_event(PhaseStarted(_PHASE, len(submissions) * len(growing.inputs)))
    found: list[Growth] = []
    for submission in submissions:
        program = built[submission.path]
        if not isinstance(program, Executable):
            continue  # the run before this has reported it
        limits = problem_limits.of_program(program.language, limit_s)
        counts = counting.get(submission.source.name)
        measured = _Measured(program, counts, growing, limits, session)
        runs = measured.runs(submission.path, time_s)
        measure = Measure.BLOCKS if counts is not None else Measure.TIME
        found += _growths(submission.path, runs, growing, measure, limits.time_s)
    return tuple(found)


class _Run(Value):
    """A run on one input."""

    input: SizedInput
    of: SizedRun


class _Measured(Value):
    """A submission that is measured. `counting`: the program that counts its blocks."""

    program: Executable
    counting: Executable | None
    growing: GrowingInputs
    limits: Limits
    session: Session

    def runs(self, path: str, time_s: float) -> list[_Run]:
        """Run the submission on the inputs, the smallest first: on the coarse ladder, and
        on the inputs of the fine one where times tell something."""
        coarse = [one for one in self.growing.inputs if not one.fine]
        fine = [one for one in self.growing.inputs if one.fine]
        runs = self._run_each(path, coarse, time_s)
        telling = []
        if self.counting is None:
            telling = _telling(self.growing.inputs, runs)
        spent_s = sum(run.of.cpu_s for run in runs)
        runs += self._run_each(path, telling, time_s - spent_s)
        for one in fine:
            if one not in telling:
                self.session.on_event(StepDone(_PHASE, f"{path} {one.name}", True))
        return runs

    def _run_each(
        self, path: str, inputs: Iterable[SizedInput], time_s: float
    ) -> list[_Run]:
        """Run the submission on inputs until the time is over; after a run that was too slow,
        on no larger one of the same ladder."""
        too_slow: set[str | None] = set()
        spent_s = 0.0
        runs = []
        for one in inputs:
            left_out = one.alone in too_slow or spent_s >= time_s
            if not left_out:
                execution = self._execute(one)
                spent_s += execution.cpu_s
                runs.append(_Run(one, self._sized(one, execution)))
                if execution.stopped:
                    too_slow.add(one.alone)
            self.session.on_event(StepDone(_PHASE, f"{path} {one.name}", left_out))
        return runs

    def _execute(self, one: SizedInput) -> Execution:
        # One at a time: a run beside this one would change its time.
        program = self.program.on_test(self.growing.args, self.growing.working_files)
        executor = self.session.executor
        execution: Execution
        execution = executor.start(_run, program, one.digest, self.limits).result()
        return execution

    def _sized(self, one: SizedInput, execution: Execution) -> SizedRun:
        # A run that crashed may have had more to do.
        ended = execution.ending is Ending.EXITED and execution.exit_code == 0
        blocks = None
        if ended and self.counting is not None:
            blocks = self._count(self.counting, one)
        return SizedRun(one.name, one.sizes, execution.cpu_s, ended, blocks)

    def _count(self, counting: Executable, one: SizedInput) -> int | None:
        program = counting.on_test(self.growing.args, self.growing.working_files)
        content = self.session.store.blob(one.digest).read_bytes()
        [count] = count_blocks(program, [content], self.limits, self.session)
        return None if count is None or count.stopped else count.blocks


def _telling(inputs: Sequence[SizedInput], runs: Sequence[_Run]) -> list[SizedInput]:
    """Return the fine inputs between the largest one on which a run is about as short as the
    start-up, and the smallest one on which it was stopped.

    inputs: all, the smallest first.
    """
    together = [run for run in runs if run.input.alone is None]
    start_s = min((run.of.cpu_s for run in together), default=0.0)
    first = 0
    end = len(inputs)
    for run in together:
        place = inputs.index(run.input)
        if not run.of.ended:
            end = min(end, place)
        elif run.of.cpu_s <= clearly_s(start_s):
            first = max(first, place)
    return [one for one in inputs[first:end] if one.fine]


def _run(program: Executable, digest: str, limits: Limits, worker: Worker) -> Execution:
    content = worker.store.blob(digest).read_bytes()
    execution = execute(program, content, limits, worker).execution
    require_run(execution)
    return execution


def _growths(
    path: str,
    runs: Iterable[_Run],
    growing: GrowingInputs,
    measure: Measure,
    limit_s: float,
) -> list[Growth]:
    """Return the growth with all sizes together, and with each one that grew alone."""
    ladders: dict[str | None, list[SizedRun]] = {None: []}
    for run in runs:
        ladders.setdefault(run.input.alone, []).append(run.of)
    steps = _steps_of_ladders(growing.inputs)
    shown: list[tuple[str, str | None]] = []
    for name in _sizes_that_grow_together(steps):
        shown.append((name, None))
    for alone in steps:
        if alone is not None and len(steps[alone].get(alone, ())) >= _FEWEST_SIZES:
            shown.append((alone, alone))
    found = []
    for name, alone in shown:
        of_ladder = ladders.get(alone, [])
        bound = growing.bounds.get(name)
        each = growth_on_demand(path, name, of_ladder, measure, bound, limit_s)
        found.append(replace(each, alone=alone is not None))
    return found


#: The values of each size, by its name, on each ladder, by the size that grows alone.
_Steps = dict[str | None, dict[str, set[Number]]]


def _steps_of_ladders(inputs: Iterable[SizedInput]) -> _Steps:
    steps: _Steps = {None: {}}
    for one in inputs:
        for name, value in one.sizes.items():
            steps.setdefault(one.alone, {}).setdefault(name, set()).add(value)
    return steps


def _sizes_that_grow_together(steps: _Steps) -> list[str]:
    """Return the sizes to show where all of them grow: those without a ladder of their own
    or, if all have one, the one with the widest range, because the others move with it."""
    together = steps[None]
    names = [name for name in together if len(together[name]) >= _FEWEST_SIZES]
    names = names or list(together)
    others = [name for name in names if name not in steps]
    if others or not names:
        return others
    return [max(names, key=lambda name: max(together[name]) / min(together[name]))]
