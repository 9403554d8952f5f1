"""From recipes to testcases: run generators, twice each, and the model solution for answers.

Nothing here writes into the package: what is made goes to the store, keyed by the program and its
arguments, so that it is made once. `judge generate` copies it into the package.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from judging.core.classify import ending_words
from judging.core.diagnostics import error, warning
from judging.core.limits import Limits, ProblemLimits
from judging.core.problem import Problem, Recipe, Submission, Testcase
from judging.core.results import Ending, Execution
from judging.jobs import Job, execute
from judging.jobs.checkers import Checker, validation_limits
from judging.package.groups.testdata import EXTENSIONS, ROOTS
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Findings, Session, Step
from judging.store import Store, key_of

# What generators.yaml calls a test to its generator, in `{name}` and in the files it writes.
_CALLED = "testcase"
_SEED = re.compile(r"\{seed(:[0-9]+)?\}")
_SEEDS = 2**31
_GENERATED_BYTES = 256 * 2**20
# Where answers are to be right: elsewhere none is made.
_ANSWERED = ("sample", "secret", "invalid_output", "valid_output", "fuzz")

Files = dict[str, str]
"""The files of one test: extension -> digest in the store."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A testcase whose files are in the store, by digest. `answer` and `output` are None only
    where none is needed (an invalid input). `working_files` is the key of the tree in the store
    that programs on this test find where they start."""

    testcase: Testcase
    input: str
    answer: str | None
    output: str | None = None
    working_files: str | None = None

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
            program=program.on_test(self.testcase.args, self.working_files),
            input=self.input,
            answer=self.answer or "",
            limits=limits,
            checker=checker,
            checker_args=self.testcase.output_validator_args,
        )


@dataclass(frozen=True, slots=True)
class _Made:
    """The files that a program wrote, extension and digest, or what went wrong."""

    files: tuple[tuple[str, str], ...]
    problem: str | None = None


def seed_of(recipe: Recipe) -> int:
    """The seed of a recipe: int(sha512(salt + command), 16) mod 2^31, over the command as written
    but for `{count}`. Between the two stands `:count-1` for the tests of an entry but that of
    count 1. Source: BAPCtools' documentation of generators.yaml, and what it does.
    """
    number = "" if recipe.count == 1 else f":{recipe.count - 1}"
    drawn = f"{recipe.salt}{number}{recipe.command}"
    return int(hashlib.sha512(drawn.encode("utf-8", "surrogatepass")).hexdigest(), 16) % _SEEDS


def arguments(recipe: Recipe, attempt: int = 0) -> tuple[str, ...]:
    """The words of a generator command with its name and seed put in; `attempt` counts the seeds
    tried before this one."""
    seed = str((seed_of(recipe) + attempt) % _SEEDS)
    words = shlex.split(recipe.command or "")
    return tuple(_SEED.sub(seed, word.replace("{name}", _CALLED)) for word in words)


def prepare(
    problem: Problem, testcases: Iterable[Testcase], session: Session, findings: Findings
) -> list[Prepared]:
    """Reads what lies in the package and makes what does not. What cannot be had is a finding,
    and its testcase is left out."""
    cases = list(testcases)
    made = _complete(problem, {case.name: _as_it_lies(case) for case in cases}, session, findings)
    return [
        Prepared(
            case,
            files[".in"],
            files.get(".ans"),
            files.get(".out"),
            _working_files(case, session.store),
        )
        for case in cases
        if (files := made.get(case.name)) is not None
    ]


def _working_files(case: Testcase, store: Store) -> str | None:
    if not case.files:
        return None
    return store.add_tree((name, path.read_bytes()) for name, path in case.files)


def make_inputs(
    problem: Problem, cases: Iterable[Testcase], session: Session, findings: Findings
) -> dict[str, str]:
    """The digest of every input that its recipe gives, by testcase name."""
    recipes = {case.name: case.recipe for case in cases if case.recipe is not None}
    made = _written(problem, recipes, session, findings)
    return {name: files[".in"] for name, files in made.items() if ".in" in files}


def expected_files(problem: Problem, session: Session, findings: Findings) -> dict[str, str]:
    """What generators.yaml says should lie in the data folder: file name -> digest. Failures are
    findings, and their files are left out."""
    made = _complete(problem, problem.recipes, session, findings)
    return {
        f"{name}{extension}": digest
        for name, files in made.items()
        for extension, digest in files.items()
    }


def _as_it_lies(case: Testcase) -> Recipe:
    """The recipe of what the package has not: its own files stand before all others."""
    lying = ((".in", case.input), (".ans", case.answer), (".out", case.output))
    files = tuple((extension, path) for extension, path in lying if path is not None)
    needed = ROOTS.get(case.name.partition("/")[0], (".in",))
    if case.recipe is None or set(needed) <= {extension for extension, _ in files}:
        return Recipe(files=files)
    return replace(case.recipe, files=(*case.recipe.files, *files))


def _complete(
    problem: Problem, recipes: Mapping[str, Recipe], session: Session, findings: Findings
) -> dict[str, Files]:
    """All files of each recipe; one that lacks a file its folder asks for is left out."""
    made = _written(problem, recipes, session, findings)
    _answer(problem, recipes, made, session, findings)
    for name in list(made):
        recipe, files = recipes[name], made[name]
        place = (recipe.file, recipe.line) if recipe.file else (name, None)
        for extension, target in recipe.links:
            if target in files:
                files[extension] = files[target]
            else:
                findings.report(warning(f"{name}{extension}: no {target} to link to", *place))
        needed = ROOTS.get(name.partition("/")[0], (".in",)) if recipe.makes_input else ()
        missing = [extension for extension in needed if extension not in files]
        if missing:
            # That no answer could be made was reported when it was tried.
            if missing != [".ans"] or not _is_answered(name):
                findings.report(error(f"{name}: no {', '.join(missing)} was made", *place))
            del made[name]
        else:
            _match(name, recipe, files, session.store, findings)
    return made


def _written(
    problem: Problem, recipes: Mapping[str, Recipe], session: Session, findings: Findings
) -> dict[str, Files]:
    """What generators write, and the recipes state; those that fail are left out."""
    commands: dict[str, _Generation] = {}
    for name, recipe in recipes.items():
        if recipe.command is not None:
            program = session.builder.tool(problem.generators[arguments(recipe)[0]], findings)
            if program is not None:
                drawing = replace(recipe, files=(), links=(), matches=(), file="", line=None)
                commands[name] = _Generation(program, drawing, problem.limits)
    done = _once("generate", commands, session)
    made: dict[str, Files] = {}
    for name, recipe in recipes.items():
        files: Files = {}
        if recipe.command is not None:
            result = done.get(name)
            if result is None:
                continue
            if result.problem is not None:
                findings.report(error(f"{name}: {result.problem}", recipe.file, recipe.line))
                continue
            files.update(result.files)
        for extension, content in recipe.files:
            stored = session.store.add if isinstance(content, Path) else session.store.add_bytes
            files[extension] = stored(content)  # type: ignore[arg-type]
        made[name] = files
    return made


def _is_answered(name: str) -> bool:
    return name.partition("/")[0] in _ANSWERED


def _answer(
    problem: Problem,
    recipes: Mapping[str, Recipe],
    made: dict[str, Files],
    session: Session,
    findings: Findings,
) -> None:
    """Adds the answers that are missing: the solution's, or an empty one where the submission
    talks to the output validator."""
    runs: dict[str, _Answering] = {}
    cases = {case.name: case for case in problem.testcases}
    for name, files in made.items():
        if ".ans" in files or ".in" not in files or not _is_answered(name):
            continue
        if not problem.answers_are_outputs:
            files[".ans"] = session.store.add_bytes(b"")
        elif (program := _solution(problem, recipes[name], session, findings)) is not None:
            case = cases.get(name, Testcase(name))
            bound = program.on_test(case.args, _working_files(case, session.store))
            runs[name] = _Answering(bound, files[".in"], problem.limits)
    for name, result in _once("answer", runs, session).items():
        made[name].update(result.files)
        if result.problem is not None:
            file = problem.paths.relative_path(problem.paths.data)
            findings.report(error(f"no answer: {result.problem}", f"{file}/{name}"))


def _match(name: str, recipe: Recipe, files: Files, store: Store, findings: Findings) -> None:
    for extension, pattern in recipe.matches:
        digest = files.get(extension)
        text = "" if digest is None else store.blob(digest).read_bytes().decode(errors="replace")
        if re.search(pattern, text, re.MULTILINE | re.DOTALL) is None:
            message = f"{name}{extension}: nothing in it matches {pattern!r}"
            findings.report(warning(message, recipe.file, recipe.line))


W = TypeVar("W", bound=Step[Any])


def _once(phase: str, work: Mapping[str, W], session: Session) -> dict[str, _Made]:
    """`Worksession.once`, with equal work done for one of its names."""
    names = {item.key: name for name, item in reversed(list(work.items()))}
    done = session.once(phase, {name: work[name] for name in sorted(names.values())})
    return {name: done[names[item.key]] for name, item in work.items()}


def _solution(
    problem: Problem, recipe: Recipe, session: Session, findings: Findings
) -> Executable | None:
    """The program that makes the answer; None after a finding."""
    if recipe.solution == "":
        message = "no answer is stated, and solution says that none is made"
        findings.report(error(message, recipe.file, recipe.line))
        return None
    if recipe.solution is not None:
        sources = [s.source for s in problem.submissions if f"/{s.path}" == recipe.solution]
        return session.builder.tool(
            sources[0] if sources else problem.generators[recipe.solution], findings
        )
    if problem.model_solution is None:
        file = problem.paths.relative_path(problem.paths.submissions)
        findings.report(error("no accepted submission: answers cannot be made", file))
        return None
    return session.builder.tool(problem.model_solution.source, findings)


class _Making:
    """Work that makes files: remembered by their digests, and of use while they are there."""

    __slots__ = ()

    def to_json(self, result: _Made) -> dict[str, str] | None:
        return dict(result.files) if result.problem is None else None

    def from_json(self, value: Any, store: Store) -> _Made | None:
        if not isinstance(value, dict) or not all(store.blob(d).exists() for d in value.values()):
            return None
        return _Made(tuple(value.items()))


@dataclass(frozen=True, slots=True)
class _Generation(_Making):
    """One generator command; of `recipe`, what has a bearing on it."""

    program: Executable
    recipe: Recipe
    limits: ProblemLimits

    kind: ClassVar[str] = "generated"

    @property
    def key(self) -> str:
        tries = str(self.recipe.retries) if _SEED.search(self.recipe.command or "") else ""
        return key_of(self.program.key, *arguments(self.recipe)[1:], tries)

    def run(self, worker: Worker) -> _Made:
        made = _Made(())
        for attempt in range(self.recipe.retries):
            made, ended = self.attempt(attempt, worker)
            if made.problem is None:
                again, _ = self.attempt(attempt, worker)
                return made if again == made else _Made((), self.differs())
            if ended.ending is not Ending.EXITED or not _SEED.search(self.recipe.command or ""):
                break
        return made

    def attempt(self, number: int, worker: Worker) -> tuple[_Made, Execution]:
        """One run, with the seed of that number: what it wrote, and how it ended."""
        limits = replace(validation_limits(self.limits), output_bytes=_GENERATED_BYTES)
        args = arguments(self.recipe, number)[1:]
        with worker.store.collecting_folder() as left:
            execution, output, stderr = execute(self.program, b"", limits, worker, *args, into=left)
            if execution.ending is not Ending.EXITED or execution.exit_code != 0:
                return _Made((), _failure(self.program, execution, stderr)), execution
            files = {
                extension: worker.store.add(path)
                for extension in EXTENSIONS
                if (path := left / f"{_CALLED}{extension}").is_file()
            }
        if ".in" not in files and output:
            files[".in"] = worker.store.add_bytes(output)
        if ".in" not in files:
            said = f"{self.program.name}: printed nothing and wrote no {_CALLED}.in"
            return _Made((), said), execution
        return _Made(tuple(sorted(files.items()))), execution

    def differs(self) -> str:
        shown = " ".join((self.program.name, *arguments(self.recipe)[1:]))
        return f"generator differs on its second run: {shown}; draw from {{seed}}"


@dataclass(frozen=True, slots=True)
class _Answering(_Making):
    """The model solution on one input."""

    program: Executable
    input: str
    limits: ProblemLimits

    kind: ClassVar[str] = "answered"

    @property
    def key(self) -> str:
        return key_of(self.program.key, self.input, *self.program.args, *self.program.working_files)

    def run(self, worker: Worker) -> _Made:
        limits = replace(
            validation_limits(self.limits),
            memory_bytes=self.limits.memory_bytes,
            output_bytes=self.limits.output_bytes,
        )
        given = worker.store.blob(self.input).read_bytes()
        execution, output, stderr = execute(self.program, given, limits, worker)
        if execution.ending is not Ending.EXITED or execution.exit_code != 0:
            return _Made((), _failure(self.program, execution, stderr))
        return _Made(((".ans", worker.store.add_bytes(output)),))


def _failure(program: Executable, execution: Execution, stderr: bytes) -> str:
    last = stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
    return f"{program.name}: {ending_words(execution)}" + (f": {last[0]}" if last else "")
