"""Collects what a page shows of a run besides its results."""

from collections.abc import Sequence
from dataclasses import replace

from judging.core.problem import Problem, Recipe
from judging.core.results import FileStart, RunFacts, RunReport, TestFacts
from judging.data.generation.prepared import PreparedTest
from judging.pipeline.trust import time_limit_check
from judging.store import Store

# What a page shows of a file: a page holds two of these for each test, and there may be
# hundreds. Chosen, not measured.
SHOWN_BYTES = 2048


def run_facts(
    problem: Problem,
    tests: Sequence[PreparedTest],
    report: RunReport,
    store: Store,
    *,
    contents: bool,
) -> RunFacts:
    """Return the facts of a run; with `contents` also the first bytes of inputs and answers."""
    margins = None
    if report.limits is not None:
        margins = time_limit_check(problem, report.limits.time_s, report.submissions)
    shown = tuple(_test(test, store, contents) for test in tests)
    model = problem.model_solution
    model_path = model.path if model else None
    return RunFacts(contents, model_path, shown, margins)


def _test(test: PreparedTest, store: Store, contents: bool) -> TestFacts:
    recipe = test.testcase.recipe or Recipe()
    place = recipe.file
    if recipe.line is not None:
        place = f"{recipe.file}:{recipe.line}"
    facts = TestFacts(test.name, test.testcase.family, recipe.command or "", place)
    if not contents:
        return facts
    return replace(
        facts, input=_start(test.input, store), answer=_start(test.answer, store)
    )


def _start(digest: str | None, store: Store) -> FileStart | None:
    if digest is None:
        return None
    with store.blob(digest).open("rb") as file:
        content = file.read(SHOWN_BYTES)
    return FileStart(content, store.blob(digest).stat().st_size)
