"""From recipes to testcases: run generators, twice each, and the model solution for answers.

Nothing here writes into the package: what is made goes to the store, keyed by the program and its
arguments, so that it is made once. `judge generate` copies it into the package.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from judging.checkers import Checker, validation_limits
from judging.classify import ending_words
from judging.diagnostics import error
from judging.jobs import Job, execute
from judging.limits import Limits, ProblemLimits
from judging.problem import Problem, Recipe, Submission, Testcase
from judging.programs import Executable
from judging.results import Ending, Execution
from judging.sandbox.worker import Worker
from judging.store import Store, key_of
from judging.workshop import Workshop

_SEED = re.compile(r"\{seed(:[^}]*)?\}")
_GENERATED_BYTES = 256 * 2**20


@dataclass(frozen=True, slots=True)
class Prepared:
    """A testcase whose input and answer are in the store, by digest. `answer` is None only where
    none is needed (an invalid input)."""

    testcase: Testcase
    input: str
    answer: str | None

    @property
    def name(self) -> str:
        """The testcase's name."""
        return self.testcase.name

    def job(
        self, submission: Submission, program: Executable, limits: Limits, checker: Checker
    ) -> Job:
        """One submission on this test."""
        return Job(
            submission=submission.path,
            testcase=self.name,
            program=program,
            input=self.input,
            answer=self.answer or "",
            limits=limits,
            checker=checker,
            checker_args=self.testcase.output_validator_args,
        )


@dataclass(frozen=True, slots=True)
class _Made:
    """The digest of what a program wrote, or what went wrong."""

    digest: str | None
    problem: str | None = None


def arguments(recipe: Recipe) -> tuple[str, ...]:
    """The words of a generator command with its seed put in.

    The seed is int(sha512(salt + command), 16) mod 2^31, over the command as written; source:
    BAPCtools' documentation of generators.yaml.
    """
    command = recipe.command or ""
    whole = hashlib.sha512((recipe.salt + command).encode()).hexdigest()
    seed = str(int(whole, 16) % 2**31)
    return tuple(_SEED.sub(seed, command).split())


def prepare(problem: Problem, testcases: Iterable[Testcase], shop: Workshop) -> list[Prepared]:
    """Reads what lies in the package and makes what does not. What cannot be had is a finding,
    and its testcase is left out."""
    cases = list(testcases)
    made = make_inputs(problem, [c for c in cases if c.input is None], shop)
    inputs: dict[str, str] = {}
    for case in cases:
        digest = shop.store.add(case.input) if case.input else made.get(case.name)
        if digest is not None:
            inputs[case.name] = digest
    need = {c.name: inputs[c.name] for c in cases if c.name in inputs and c.answer is None}
    answers = make_answers(problem, [c for c in cases if c.name in need], need, shop)
    ready = []
    for case in cases:
        answer = shop.store.add(case.answer) if case.answer else answers.get(case.name)
        if case.name in inputs and answer is not None:
            ready.append(Prepared(case, inputs[case.name], answer))
    return ready


def make_inputs(problem: Problem, cases: Iterable[Testcase], shop: Workshop) -> dict[str, str]:
    """The digest of every input that its recipe gives, by testcase name."""
    inputs: dict[str, str] = {}
    commands: dict[str, _Generation] = {}
    for case in cases:
        recipe = case.recipe
        if recipe is None:
            continue
        if recipe.input is not None:
            inputs[case.name] = shop.store.add_bytes(recipe.input)
        elif recipe.copy is not None:
            inputs[case.name] = shop.store.add(recipe.copy)
        else:
            words = arguments(recipe)
            program = shop.tool(problem.generators[words[0]])
            if program is not None:
                commands[case.name] = _Generation(program, words[1:], problem.limits)
    made = shop.once("generate", commands)
    recipes = {case.name: case.recipe for case in cases}
    for name, result in made.items():
        recipe = recipes[name]
        if result.digest is not None:
            inputs[name] = result.digest
        elif recipe is not None:
            shop.report(error(f"{name}: {result.problem}", recipe.file, recipe.line))
    return inputs


def make_answers(
    problem: Problem, cases: Iterable[Testcase], inputs: Mapping[str, str], shop: Workshop
) -> dict[str, str]:
    """The digest of every answer, by testcase name: from its recipe, else the model solution."""
    answers: dict[str, str] = {}
    runs: dict[str, _Answering] = {}
    for case in cases:
        if not problem.answers_are_outputs and (case.recipe is None or case.recipe.answer is None):
            answers[case.name] = shop.store.add_bytes(b"")
        elif case.recipe is not None and case.recipe.answer is not None:
            answers[case.name] = shop.store.add_bytes(case.recipe.answer)
        elif case.name in inputs:
            program = _solution(problem, shop)
            if program is None:
                return answers
            runs[case.name] = _Answering(program, inputs[case.name], problem.limits)
    for name, result in shop.once("answer", runs).items():
        if result.digest is not None:
            answers[name] = result.digest
        else:
            file = problem.paths.shown(problem.paths.data)
            shop.report(error(f"no answer: {result.problem}", f"{file}/{name}"))
    return answers


def _solution(problem: Problem, shop: Workshop) -> Executable | None:
    solution = problem.model_solution
    if solution is None:
        file = problem.paths.shown(problem.paths.submissions)
        shop.report(error("no accepted submission: answers cannot be made", file))
        return None
    return shop.tool(solution.source)


class _Making:
    """Work that makes a file: remembered by its digest, and of use while the file is there."""

    __slots__ = ()

    def stored(self, result: _Made) -> str | None:
        return result.digest

    def recalled(self, value: Any, store: Store) -> _Made | None:
        whole = isinstance(value, str) and store.blob(value).exists()
        return _Made(value) if whole else None


@dataclass(frozen=True, slots=True)
class _Generation(_Making):
    """One generator command."""

    program: Executable
    args: tuple[str, ...]
    limits: ProblemLimits

    kind: ClassVar[str] = "generated"

    @property
    def key(self) -> str:
        return key_of(self.program.key, *self.args)

    def run(self, worker: Worker) -> _Made:
        limits = replace(validation_limits(self.limits), output_bytes=_GENERATED_BYTES)
        digests = []
        for _ in range(2):
            execution, output, stderr = execute(self.program, b"", limits, worker, *self.args)
            if execution.ending is not Ending.EXITED or execution.exit_code != 0:
                return _Made(None, _failure(self.program, execution, stderr))
            digests.append(worker.store.add_bytes(output))
        if digests[0] != digests[1]:
            shown = " ".join((self.program.name, *self.args))
            return _Made(None, f"generator differs on its second run: {shown}; draw from {{seed}}")
        return _Made(digests[0])


@dataclass(frozen=True, slots=True)
class _Answering(_Making):
    """The model solution on one input."""

    program: Executable
    input: str
    limits: ProblemLimits

    kind: ClassVar[str] = "answered"

    @property
    def key(self) -> str:
        return key_of(self.program.key, self.input)

    def run(self, worker: Worker) -> _Made:
        limits = replace(
            validation_limits(self.limits),
            memory_bytes=self.limits.memory_bytes,
            output_bytes=self.limits.output_bytes,
        )
        given = worker.store.blob(self.input).read_bytes()
        execution, output, stderr = execute(self.program, given, limits, worker)
        if execution.ending is not Ending.EXITED or execution.exit_code != 0:
            return _Made(None, _failure(self.program, execution, stderr))
        return _Made(worker.store.add_bytes(output))


def _failure(program: Executable, execution: Execution, stderr: bytes) -> str:
    last = stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    return f"{program.name}: {ending_words(execution)}" + (f": {last[0]}" if last else "")


def expected_files(problem: Problem, shop: Workshop) -> dict[str, str]:
    """What generators.yaml says should lie in the data folder: file name -> digest. Failures are
    findings, and their files are left out."""
    cases = [
        case for case in (*problem.testcases, *problem.invalid_inputs) if case.recipe is not None
    ]
    invalid = {case.name for case in problem.invalid_inputs}
    inputs = make_inputs(problem, cases, shop)
    answers = make_answers(problem, [c for c in cases if c.name not in invalid], inputs, shop)
    return {
        **{f"{name}.in": digest for name, digest in inputs.items()},
        **{f"{name}.ans": digest for name, digest in answers.items()},
    }
