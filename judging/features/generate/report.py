"""What `judge generate` says about the data that generators.yaml describes."""

from collections.abc import Sequence

from judging.core.diagnostics import first_of
from judging.core.problem import Problem
from judging.package.groups.manifest import Difference
from judging.reports.wording import counted


def render_check(problem: Problem, total: int, wrong: Sequence[str]) -> str:
    """Return a line for each of the `total` files that is `wrong`, as
    `difference_in_words` says it, one for all tests that generators.yaml does not
    describe, and the conclusion."""
    lines = list(wrong)
    handmade = problem.tests_without_recipe
    # Without generators.yaml, every test is made by hand.
    if problem.recipes and handmade:
        folder = problem.paths.relative_path(problem.paths.data)
        message = "no recipe in generators.yaml, so the existing files are used"
        lines.append(f"{folder}: {message}: {first_of(handmade)}")
    if wrong:
        lines.append("run `judge generate` to write these files")
    elif problem.manifest is not None:
        files = counted(total, "file")
        lines.append(f"{files} up to date, all as recorded in the manifest")
    else:
        lines.append(f"{counted(total, 'file')} up to date")
    return "\n".join(lines) + "\n"


def difference_in_words(path: str, difference: Difference, source: str) -> str:
    """Return how a file differs from its `source`: generators.yaml or the manifest, or
    empty."""
    if difference is Difference.MISSING:
        return f"{path}: missing, but in {source}" if source else f"{path}: missing"
    if difference is Difference.EXTRA:
        return f"{path}: not in {source}"
    return f"{path}: differs from {source}"
