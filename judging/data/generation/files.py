"""Make every file of the tests: those that generators write and those that recipes state."""

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from judging.core.diagnostics import Severity, error, first_of, warning
from judging.core.limits import Limits
from judging.core.problem import Problem, Recipe, Submission, Testcase
from judging.data.generation.commands import generator_arguments
from judging.data.generation.steps import (
    MadeFiles,
    RunGenerator,
    RunSolution,
    run_distinct,
)
from judging.jobs import Job
from judging.jobs.checkers import Checker
from judging.package.files.layout import ROOTS
from judging.programs import Executable
from judging.session import Findings, Session
from judging.store import Store, digest_of_file

Files = dict[str, str]
"""The files of one test: extension -> digest in the store."""


# The data folders whose tests have right answers; no answer is made elsewhere.
_ANSWERED = ("sample", "secret", "invalid_output", "valid_output", "fuzz")

_SEARCH_S = 5  # a search for a regular expression may take


@dataclass(frozen=True, slots=True)
class PreparedTest:
    """A testcase with the digests of its files in the store.

    `answer` and `output` are None only where none is needed (an invalid input). `working_files` is
    the key of a tree in the store; programs find its files in their working directory.
    """

    testcase: Testcase
    input: str
    answer: str | None
    output: str | None = None
    working_files: str | None = None

    @property
    def name(self) -> str:
        return self.testcase.name

    def job(
        self,
        submission: Submission,
        program: Executable,
        limits: Limits,
        checker: Checker,
        keep: Path | None = None,
    ) -> Job:
        """Return the job of a submission on this test. `keep` is for the files of all runs."""
        return Job(
            submission=submission.path,
            testcase=self.name,
            program=program.on_test(self.testcase.args, self.working_files),
            input=self.input,
            answer=self.answer or "",
            limits=limits,
            checker=checker,
            checker_args=self.testcase.output_validator_args,
            keep=str(keep / submission.path.lstrip("/") / self.name) if keep else None,
        )


def prepare_tests(
    problem: Problem, testcases: Iterable[Testcase], session: Session, findings: Findings
) -> list[PreparedTest]:
    """Store the files of testcases: those that their recipes make, else those of the package.

    The package's answer counts if it belongs to the input that the recipe makes. Report files that
    cannot be made; leave their testcases out.
    """
    cases = list(testcases)
    recipes = {case.name: case.recipe or Recipe(files=_files(case)) for case in cases}
    attempt = Findings()
    made = _make_all(problem, recipes, cases, session, attempt)
    lost = [case for case in cases if case.name not in made]
    if (
        lost
        and (problem.paths.foreign or not attempt.broken)
        and all(map(_is_whole, lost))
    ):
        # The data were made elsewhere: the faults concern this machine, or tools of other judges.
        made |= {
            c.name: {e: session.store.add(path) for e, path in _files(c)} for c in lost
        }
        names = first_of([case.name for case in lost])
        findings.report(
            *(replace(d, severity=Severity.WARNING) for d in attempt.diagnostics)
        )
        findings.report(*map(warning, attempt.machine_errors))
        findings.report(
            warning(f"recipes fail here, so existing files are used: {names}")
        )
    else:
        findings.report(*attempt.diagnostics)
        findings.report_machine(attempt.machine_errors)
    return [
        PreparedTest(
            case,
            files[".in"],
            files.get(".ans"),
            files.get(".out"),
            _store_working_files(case, session.store),
        )
        for case in cases
        if (files := made.get(case.name)) is not None
    ]


def expected_files(
    problem: Problem, session: Session, findings: Findings
) -> dict[str, str]:
    """Make every file that generators.yaml describes, and the answers that other tests lack.

    Return digests by name in the data folder. Report files that cannot be made, and leave them out.
    """
    lacking = {
        c.name: Recipe(files=_files(c)) for c in problem.testcases if c.answer is None
    }
    made = _make_all(problem, {**lacking, **problem.recipes}, (), session, findings)
    return {
        f"{name}{extension}": digest
        for name, files in made.items()
        for extension, digest in files.items()
    }


def _store_working_files(case: Testcase, store: Store) -> str | None:
    """Store the extra files of a testcase; return the key of their tree, or None without any."""
    if not case.files:
        return None
    return store.add_tree((name, path.read_bytes()) for name, path in case.files)


def _files(case: Testcase) -> tuple[tuple[str, Path], ...]:
    paths = ((".in", case.input), (".ans", case.answer), (".out", case.output))
    return tuple((extension, path) for extension, path in paths if path is not None)


def _needed(name: str) -> tuple[str, ...]:
    return ROOTS.get(name.partition("/")[0], (".in",))


def _is_whole(case: Testcase) -> bool:
    return set(_needed(case.name)) <= dict(_files(case)).keys()


def _make_all(
    problem: Problem,
    recipes: Mapping[str, Recipe],
    cases: Iterable[Testcase],
    session: Session,
    findings: Findings,
) -> dict[str, Files]:
    """Make all files of each recipe; leave out a test that lacks a file its folder requires. The
    answers and outputs of `cases` in the package are used where their recipes make none."""
    made = _run_recipes(problem, recipes, session, findings)
    for case in (case for case in cases if case.recipe and case.name in made):
        files = made[case.name]
        same = case.input is None or digest_of_file(case.input) == files.get(".in")
        for extension, path in (
            (".ans", case.answer if same else None),
            (".out", case.output),
        ):
            if path is not None and extension not in files:
                files[extension] = session.store.add(path)
    _add_answers(problem, recipes, made, session, findings)
    for name in list(made):
        recipe, files = recipes[name], made[name]
        _add_links(name, recipe, files, findings)
        needed = _needed(name) if recipe.makes_input else ()
        own = {".out"} if (problem.paths.data / f"{name}.out").is_file() else set()
        missing = [e for e in needed if e not in files.keys() | own]
        if not missing:
            _check_matches(name, recipe, files, session.store, findings)
            continue
        # `_add_answers` has reported an answer that cannot be made.
        if missing != [".ans"] or not _is_answered(name):
            message = f"{name}: no {', '.join(missing)}: neither the recipe nor the package has it"
            findings.report(error(message, recipe.file or name, recipe.line))
        del made[name]
    return made


def _run_recipes(
    problem: Problem, recipes: Mapping[str, Recipe], session: Session, findings: Findings
) -> dict[str, Files]:
    """Make the files that generators write and recipes state; leave out recipes that fail."""
    store = session.store
    runs: dict[str, RunGenerator] = {}
    generators = {
        name: problem.generators[generator_arguments(recipe)[0]]
        for name, recipe in recipes.items()
        if recipe.command is not None
    }
    session.builder.build(generators.values())  # all at once
    for name, recipe in recipes.items():
        if name in generators:
            program = session.builder.tool(generators[name], findings)
            if program is not None:
                runs[name] = RunGenerator(program, recipe, problem.limits)
    results = run_distinct("generate", runs, session)
    made: dict[str, Files] = {}
    for name, recipe in recipes.items():
        if recipe.command is not None and name not in runs:
            continue
        result = results.get(name, MadeFiles())
        if result.fault is not None:
            findings.report(error(f"{name}: {result.fault}", recipe.file, recipe.line))
            continue
        stated = {
            extension: store.add(content)
            if isinstance(content, Path)
            else store.add_bytes(content)
            for extension, content in recipe.files
        }
        made[name] = {**dict(result.files), **stated}
    return made


def _add_answers(
    problem: Problem,
    recipes: Mapping[str, Recipe],
    made: Mapping[str, dict[str, str]],
    session: Session,
    findings: Findings,
) -> None:
    """Add the missing `.ans` files to `made`, which maps tests to their files.

    A solution prints each answer; it is empty where the submission talks to the output validator.
    Report answers that cannot be made.
    """
    runs: dict[str, RunSolution] = {}
    cases = {case.name: case for case in problem.testcases}
    for name, files in made.items():
        if ".ans" in files or ".in" not in files or not _is_answered(name):
            continue
        if not problem.answers_are_outputs:
            files[".ans"] = session.store.add_bytes(b"")
        elif (
            program := _solution(problem, recipes[name], session, findings)
        ) is not None:
            case = cases.get(name, Testcase(name))
            program = program.on_test(
                case.args, _store_working_files(case, session.store)
            )
            runs[name] = RunSolution(program, files[".in"], problem.limits)
    data = problem.paths.relative_path(problem.paths.data)
    for name, result in run_distinct("answer", runs, session).items():
        made[name].update(result.files)
        if result.fault is not None:
            findings.report(
                error(f"cannot make the answer: {result.fault}", f"{data}/{name}")
            )


def _solution(
    problem: Problem, recipe: Recipe, session: Session, findings: Findings
) -> Executable | None:
    if recipe.solution == "":
        message = "no answer: the recipe states none and its `solution` is empty"
        findings.report(error(message, recipe.file, recipe.line))
        return None
    if recipe.solution is not None:
        sources = [
            s.source for s in problem.submissions if f"/{s.path}" == recipe.solution
        ]
        source = sources[0] if sources else problem.generators[recipe.solution]
        return session.builder.tool(source, findings)
    if problem.model_solution is None:
        folder = problem.paths.relative_path(problem.paths.submissions)
        findings.report(error("cannot make answers: add an accepted submission", folder))
        return None
    return session.builder.tool(problem.model_solution.source, findings)


def _is_answered(name: str) -> bool:
    return name.partition("/")[0] in _ANSWERED


def _add_links(name: str, recipe: Recipe, files: Files, findings: Findings) -> None:
    for extension, target in recipe.links:
        if target in files:
            files[extension] = files[target]
        else:
            message = f"{name}{extension}: the test has no {target} to link to"
            findings.report(warning(message, recipe.file, recipe.line))


def _check_matches(
    name: str, recipe: Recipe, files: Files, store: Store, findings: Findings
) -> None:
    for extension, pattern in recipe.matches:
        digest = files.get(extension)
        text = (
            ""
            if digest is None
            else store.blob(digest).read_bytes().decode(errors="replace")
        )
        if (fault := _match(pattern, text)) is not None:
            message = f"{name}{extension}: {fault} {pattern!r}"
            findings.report(warning(message, recipe.file, recipe.line))


def _match(pattern: str, text: str) -> str | None:
    """Return why a text does not match a regular expression, or None. A child searches, because
    some expressions take for ever, and nothing but the end of a process stops a search."""
    flags = int(re.MULTILINE | re.DOTALL)
    code = f"import re, sys; sys.exit(not re.search(sys.argv[1], sys.stdin.read(), {flags}))"
    argv = [sys.executable, "-I", "-S", "-X", "utf8", "-c", code, pattern]
    try:
        done = subprocess.run(
            argv,
            input=text.encode(),
            capture_output=True,
            timeout=_SEARCH_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no result after {_SEARCH_S} s of searching for"
    return None if done.returncode == 0 else "no text matches"
