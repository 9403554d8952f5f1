"""The steps that run on workers: a generator or a visualizer twice, a solution once."""

import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import ClassVar

from judging.core.limits import Limits, ProblemLimits
from judging.core.problem import Recipe
from judging.core.runs import Ending
from judging.core.timings import Purpose
from judging.jobs import execute
from judging.jobs.checkers import limits_key, validation_limits, writing_limits
from judging.jobs.running import ProgramRun
from judging.package.files.layout import EXTENSIONS, PICTURES
from judging.package.files.layout import KATTIS_2025_09 as BAPCTOOLS
from judging.package.files.picture_types import picture_fault
from judging.package.generators.generator_commands import (
    TEST_NAME,
    generator_arguments,
    uses_seed,
)
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Question, Session
from judging.store import Store, key_of
from judging.values import Value, replace


class MadeFiles(Value):
    """The files that a program made, as pairs of extension and digest, or what went wrong.

    exited: no signal or limit ended the program.
    stopped: a limit of time or output stopped it.
    differs: two runs of the same command made different files.
    """

    files: tuple[tuple[str, str], ...] = ()
    fault: str | None = None
    exited: bool = True
    stopped: bool = False
    differs: bool = False


class _FileMaker(Question[MadeFiles]):
    """A question to a program that makes files. The store keeps their digests, which are
    valid while it has the files, and no fault but one: that two runs differ. The next two
    may happen to agree, and the package would seem sound without an edit."""

    result: ClassVar[type] = MadeFiles

    program: Executable

    @property
    def asks(self) -> tuple[str, ...]:
        return (self.program.key,)

    def stopped_programs(self, result: MadeFiles) -> tuple[str, ...]:
        return self.asks if result.stopped else ()

    def may_keep(self, result: MadeFiles) -> bool:
        return result.differs or result.fault is None

    def from_json(self, value: object, store: Store) -> MadeFiles | None:
        made = super().from_json(value, store)
        # The cache may have been cleared of files since; then the step runs again.
        if made is None or not all(store.has(digest) for _, digest in made.files):
            return None
        return made


class RunGenerator(_FileMaker):
    """Run the generator command of a recipe twice, and compare what both runs make."""

    program: Executable
    recipe: Recipe
    limits: ProblemLimits

    kind: ClassVar[str] = "generated"

    @property
    def key(self) -> str:
        # Without a seed there is one attempt at most: retries then change nothing.
        retries = str(self.recipe.retries) if uses_seed(self.recipe) else ""
        # The name too: a generator sees it in the path by which it is started.
        arguments = generator_arguments(self.recipe)
        return key_of(self.program.key, repr(self._run_limits), *arguments, retries)

    def run(self, worker: Worker) -> MadeFiles:
        """Try the recipe's seeds in turn until the generator exits with 0."""
        made = MadeFiles()
        for attempt in range(self.recipe.retries):
            made = self.attempt(attempt, worker)
            if made.fault is None:
                return self._checked(made, attempt, worker)
            # A generator that a limit or a signal ended would most likely end so again.
            if not made.exited or not uses_seed(self.recipe):
                break
        return made

    def repeat(self, worker: Worker) -> MadeFiles:
        """Return what the seed makes that `run` has found to work, or the last fault."""
        made = MadeFiles()
        for attempt in range(self.recipe.retries):
            made = self.attempt(attempt, worker)
            # The next seed makes other files, so a seed that worked and was ended by a
            # limit this time must not be passed over.
            if made.fault is None or not made.exited:
                break
        return made

    def differing(self) -> MadeFiles:
        """Return the fault of a generator that makes other files when it runs again."""
        words = (self.program.name, *generator_arguments(self.recipe)[1:])
        command = " ".join(words)
        fault = f"two runs of `{command}` differ; draw random numbers from {{seed}} only"
        return MadeFiles(fault=fault, differs=True)

    def _checked(self, made: MadeFiles, attempt: int, worker: Worker) -> MadeFiles:
        """Return `made` if a second run with the same seed makes the same files, else the fault.

        The format wants generators that are deterministic: tests would otherwise change
        with every machine, and kept results of such tests would be wrong.
        """
        again = self.attempt(attempt, worker)
        # An interrupt or a limit may have ended the second run: that is no difference.
        if again.fault is not None or again == made:
            return again
        return self.differing()

    def attempt(self, number: int, worker: Worker) -> MadeFiles:
        """Run the generator once, with seed number `number` of the recipe."""
        files: dict[str, str] = {}
        with worker.store.copy_out_folder() as folder:
            run = self.execute(number, folder, worker)
            if not run.succeeded:
                run = self._with_limit_of_files(run, folder)
                exited = run.execution.ending is Ending.EXITED
                fault = f"{self.program.name}: {run.failure_under(self._run_limits)}"
                return MadeFiles((), fault, exited, run.execution.at_limit)
            for extension in EXTENSIONS:
                path = folder / f"{TEST_NAME}{extension}"
                if path.is_file():
                    files[extension] = worker.store.add(path)
        # What it wrote as a file counts; otherwise what it printed is the input.
        if ".in" not in files and run.stdout:
            files[".in"] = worker.store.add_bytes(run.stdout)
        if ".in" not in files:
            fault = f"{self.program.name}: printed nothing, wrote no {TEST_NAME}.in"
            return MadeFiles(fault=fault)
        return MadeFiles(tuple(sorted(files.items())))

    def _with_limit_of_files(self, run: ProgramRun, folder: Path) -> ProgramRun:
        """Return a failed run as stopped at the output limit if a file that it left in
        `folder` is that large: the next write to it has failed. By itself such a run ends
        with an exit code or a signal that names no limit."""
        if run.execution.ending not in (Ending.EXITED, Ending.SIGNALED):
            return run
        limit = self._run_limits.output_bytes
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
        if max(sizes, default=0) < limit:
            return run
        return replace(run, execution=replace(run.execution, ending=Ending.OUTPUT_LIMIT))

    @property
    def _run_limits(self) -> Limits:
        return writing_limits(self.limits)

    def execute(self, number: int, into: Path, worker: Worker) -> ProgramRun:
        """Run the generator once, with seed number `number` of the recipe.

        into: an empty folder for the files that it leaves.
        """
        name, *args = generator_arguments(self.recipe, number)
        # As BAPCtools starts generators.
        place = f"{BAPCTOOLS.generators}/{PurePosixPath(name).name}"
        program = replace(self.program, place=place)
        return execute(
            program,
            b"",
            self._run_limits,
            worker,
            *args,
            into=into,
            purpose=Purpose.GENERATE,
        )


class RunSolution(_FileMaker):
    """Run a solution on one input; its output is the answer."""

    program: Executable
    input: str
    limits: ProblemLimits

    kind: ClassVar[str] = "answered"

    @property
    def key(self) -> str:
        return key_of(
            self.program.key,
            repr(self._run_limits),
            self.input,
            *self.program.args,
            *self.program.working_files,
        )

    @property
    def _run_limits(self) -> Limits:
        return replace(
            validation_limits(self.limits),
            memory_bytes=self.limits.memory_bytes,
            output_bytes=self.limits.output_bytes,
        )

    def run(self, worker: Worker) -> MadeFiles:
        limits = self._run_limits
        content = worker.store.blob(self.input)
        run = execute(self.program, content, limits, worker, purpose=Purpose.GENERATE)
        if not run.succeeded:
            fault = f"{self.program.name}: {run.failure_under(limits, 'output')}"
            return MadeFiles(fault=fault, stopped=run.execution.at_limit)
        return MadeFiles(((".ans", worker.store.add_bytes(run.stdout)),))


class DrawTest(_FileMaker):
    """Run the input visualizer on a test twice, and compare the pictures.

    input, answer: digests in the store.
    """

    program: Executable
    input: str
    answer: str
    args: tuple[str, ...]
    limits: ProblemLimits

    kind: ClassVar[str] = "drawn"

    @property
    def key(self) -> str:
        limits = limits_key(self.limits)
        return key_of(self.program.key, limits, self.input, self.answer, *self.args)

    def run(self, worker: Worker) -> MadeFiles:
        drawn = self._draw(worker)
        if drawn.fault is not None:
            return drawn
        again = self._draw(worker)
        if again.fault is not None or again == drawn:
            return again
        # Otherwise the file would be out of date on every other machine.
        fault = "two runs draw different pictures; use no time and no random numbers"
        return MadeFiles(fault=fault, differs=True)

    def _draw(self, worker: Worker) -> MadeFiles:
        """Run the visualizer once, in a folder with the test under the names that
        BAPCtools gives its files: it may name the picture after its first argument."""
        limits = validation_limits(self.limits)
        names = (f"{TEST_NAME}.in", f"{TEST_NAME}.ans")
        with (
            worker.store.workspace() as given,
            worker.store.copy_out_folder() as folder,
        ):
            given.chmod(0o755)  # the sandbox may read it under another user id
            for name, digest in zip(names, (self.input, self.answer), strict=True):
                shutil.copyfile(worker.store.blob(digest), given / name)
                (given / name).chmod(0o644)
            run = execute(
                self.program,
                b"",
                limits,
                worker,
                *names,
                *self.args,
                copy_in=[given],
                into=folder,
                purpose=Purpose.OTHER,
            )
            if not run.succeeded:
                exited = run.execution.ending is Ending.EXITED
                fault = run.failure_under(limits)
                return MadeFiles((), fault, exited, run.execution.at_limit)
            return _drawn_picture(folder, worker.store)


def _drawn_picture(folder: Path, store: Store) -> MadeFiles:
    """Return the picture that a visualizer has left in a folder, or what is wrong."""
    found = []
    for extension in PICTURES:
        path = folder / f"{TEST_NAME}{extension}"
        if path.is_file():
            found.append(path)
    if not found:
        expected = f"{TEST_NAME} with one of the endings {', '.join(PICTURES)}"
        return MadeFiles(fault=f"wrote no picture; expected {expected}")
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        return MadeFiles(fault=f"wrote {names}; expected one picture for a test")
    (picture,) = found
    content = picture.read_bytes()
    fault = picture_fault(picture.suffix, content)
    if fault is not None:
        return MadeFiles(fault=f"{picture.name} {fault}")
    return MadeFiles(((picture.suffix, store.add_bytes(content)),))


def run_distinct(
    phase: str, steps: Mapping[str, Question[MadeFiles]], session: Session
) -> dict[str, MadeFiles]:
    """Run questions as `Session.ask` does, but those with equal keys only once."""
    first_of_key: dict[str, str] = {}
    for name, step in steps.items():
        first_of_key.setdefault(step.key, name)
    distinct = {name: steps[name] for name in sorted(first_of_key.values())}
    done = session.ask(phase, distinct)
    results = {}
    for name, step in steps.items():
        first = first_of_key[step.key]
        if first in done:
            results[name] = done[first]
    return results
