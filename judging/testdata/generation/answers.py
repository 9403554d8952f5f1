"""Make the answers that tests lack."""

from __future__ import annotations

from collections.abc import Mapping

from judging.core.diagnostics import error
from judging.core.problem import Problem, Recipe, Testcase
from judging.programs import Executable
from judging.session import Findings, Session
from judging.testdata.generation.prepared import store_working_files
from judging.testdata.generation.steps import RunSolution, run_distinct

# The data folders whose tests have right answers; no answer is made elsewhere.
_ANSWERED = ("sample", "secret", "invalid_output", "valid_output", "fuzz")


def is_answered(name: str) -> bool:
    """True for a test that must have an answer."""
    return name.partition("/")[0] in _ANSWERED


def add_answers(
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
        if ".ans" in files or ".in" not in files or not is_answered(name):
            continue
        if not problem.answers_are_outputs:
            files[".ans"] = session.store.add_bytes(b"")
        elif (program := _solution(problem, recipes[name], session, findings)) is not None:
            case = cases.get(name, Testcase(name))
            program = program.on_test(case.args, store_working_files(case, session.store))
            runs[name] = RunSolution(program, files[".in"], problem.limits)
    data = problem.paths.relative_path(problem.paths.data)
    for name, result in run_distinct("answer", runs, session).items():
        made[name].update(result.files)
        if result.fault is not None:
            findings.report(error(f"cannot make the answer: {result.fault}", f"{data}/{name}"))


def _solution(
    problem: Problem, recipe: Recipe, session: Session, findings: Findings
) -> Executable | None:
    """Build the program that makes the answer, or report why there is none."""
    if recipe.solution == "":
        message = "no answer: the recipe states none and its `solution` is empty"
        findings.report(error(message, recipe.file, recipe.line))
        return None
    if recipe.solution is not None:
        sources = [s.source for s in problem.submissions if f"/{s.path}" == recipe.solution]
        source = sources[0] if sources else problem.generators[recipe.solution]
        return session.builder.tool(source, findings)
    if problem.model_solution is None:
        folder = problem.paths.relative_path(problem.paths.submissions)
        findings.report(error("cannot make answers: add an accepted submission", folder))
        return None
    return session.builder.tool(problem.model_solution.source, findings)
