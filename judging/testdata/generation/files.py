"""Make every file of the tests: those that generators write and those that recipes state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from judging.core.diagnostics import error, warning
from judging.core.problem import Problem, Recipe, Testcase
from judging.package.groups.testdata import ROOTS
from judging.session import Findings, Session
from judging.store import Store
from judging.testdata.generation.answers import add_answers, is_answered
from judging.testdata.generation.commands import generator_arguments
from judging.testdata.generation.prepared import PreparedTest, store_working_files
from judging.testdata.generation.steps import RunGenerator, run_distinct

Files = dict[str, str]
"""The files of one test: extension -> digest in the store."""


def prepare_tests(
    problem: Problem, testcases: Iterable[Testcase], session: Session, findings: Findings
) -> list[PreparedTest]:
    """Store the files of testcases, and make those that the package lacks.

    Report files that cannot be made; leave their testcases out.
    """
    cases = list(testcases)
    made = _make_all(problem, {case.name: _recipe_of(case) for case in cases}, session, findings)
    return [
        PreparedTest(
            case,
            files[".in"],
            files.get(".ans"),
            files.get(".out"),
            store_working_files(case, session.store),
        )
        for case in cases
        if (files := made.get(case.name)) is not None
    ]


def make_inputs(
    problem: Problem, cases: Iterable[Testcase], session: Session, findings: Findings
) -> dict[str, str]:
    """Make the inputs that have a recipe; return their digests by testcase name."""
    recipes = {case.name: case.recipe for case in cases if case.recipe is not None}
    made = _run_recipes(problem, recipes, session, findings)
    return {name: files[".in"] for name, files in made.items() if ".in" in files}


def expected_files(problem: Problem, session: Session, findings: Findings) -> dict[str, str]:
    """Make every file that generators.yaml describes; return digests by name in the data folder.

    Report files that cannot be made, and leave them out.
    """
    made = _make_all(problem, problem.recipes, session, findings)
    return {
        f"{name}{extension}": digest
        for name, files in made.items()
        for extension, digest in files.items()
    }


def _recipe_of(case: Testcase) -> Recipe:
    """Return the recipe of a testcase, in which the files of the package come first."""
    paths = ((".in", case.input), (".ans", case.answer), (".out", case.output))
    files = tuple((extension, path) for extension, path in paths if path is not None)
    needed = ROOTS.get(case.name.partition("/")[0], (".in",))
    if case.recipe is None or set(needed) <= {extension for extension, _ in files}:
        return Recipe(files=files)
    return replace(case.recipe, files=(*case.recipe.files, *files))


def _make_all(
    problem: Problem, recipes: Mapping[str, Recipe], session: Session, findings: Findings
) -> dict[str, Files]:
    """Make all files of each recipe; leave out a test that lacks a file its folder requires."""
    made = _run_recipes(problem, recipes, session, findings)
    add_answers(problem, recipes, made, session, findings)
    for name in list(made):
        recipe, files = recipes[name], made[name]
        _add_links(name, recipe, files, findings)
        needed = ROOTS.get(name.partition("/")[0], (".in",)) if recipe.makes_input else ()
        missing = [extension for extension in needed if extension not in files]
        if not missing:
            _check_matches(name, recipe, files, session.store, findings)
            continue
        # `add_answers` has reported an answer that cannot be made.
        if missing != [".ans"] or not is_answered(name):
            message = f"{name}: no {', '.join(missing)}: neither the recipe nor the package has it"
            findings.report(error(message, recipe.file or name, recipe.line))
        del made[name]
    return made


def _run_recipes(
    problem: Problem, recipes: Mapping[str, Recipe], session: Session, findings: Findings
) -> dict[str, Files]:
    """Make the files that generators write and recipes state; leave out recipes that fail."""
    runs: dict[str, RunGenerator] = {}
    for name, recipe in recipes.items():
        if recipe.command is not None:
            generator = problem.generators[generator_arguments(recipe)[0]]
            program = session.builder.tool(generator, findings)
            if program is not None:
                runs[name] = RunGenerator(program, recipe, problem.limits)
    results = run_distinct("generate", runs, session)
    made: dict[str, Files] = {}
    for name, recipe in recipes.items():
        files: Files = {}
        if recipe.command is not None:
            result = results.get(name)
            if result is None:
                continue
            if result.fault is not None:
                findings.report(error(f"{name}: {result.fault}", recipe.file, recipe.line))
                continue
            files.update(result.files)
        for extension, content in recipe.files:
            files[extension] = _stored(content, session.store)
        made[name] = files
    return made


def _stored(content: bytes | Path, store: Store) -> str:
    return store.add(content) if isinstance(content, Path) else store.add_bytes(content)


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
        text = "" if digest is None else store.blob(digest).read_bytes().decode(errors="replace")
        if re.search(pattern, text, re.MULTILINE | re.DOTALL) is None:
            message = f"{name}{extension}: no text matches {pattern!r}"
            findings.report(warning(message, recipe.file, recipe.line))
