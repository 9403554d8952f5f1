"""Find the data files that are not what the recipes of the package make now."""

from collections.abc import Collection, Iterable, Mapping

from judging.core.diagnostics import Diagnostic, Severity, first_of
from judging.core.problem import Problem
from judging.data.generation.prepared import PreparedTest
from judging.package.groups import manifest
from judging.package.groups.data_folder import is_picture, split
from judging.package.yaml.documents import same_values
from judging.store import digest_of, digest_of_file


def stale_tests(problem: Problem, tests: Iterable[PreparedTest]) -> list[Diagnostic]:
    """Return warnings that name files of `tests`, and settings, that the judge does not use."""
    made: dict[str, str] = {}
    for test in tests:
        if test.testcase.recipe is None:
            continue  # the package's own files are used
        for extension, digest in test.files.items():
            made[f"{test.name}{extension}"] = digest
    for name, recipe in problem.recipes.items():
        content = dict(recipe.files).get(".yaml")
        if isinstance(content, bytes):
            made[f"{name}.yaml"] = digest_of(content)
    return stale_files(problem, made, Severity.WARNING)


def stale_files(
    problem: Problem, made: Mapping[str, str], severity: Severity
) -> list[Diagnostic]:
    """Return findings that name the data files that differ from `made`, digests by name,
    and those that only former recipes made."""
    paths = problem.paths
    data = paths.relative_path(paths.data)
    recipes = paths.relative_path(paths.generators_yaml)
    found = []

    differing = []
    for name, digest in made.items():
        path = paths.data / name
        if not path.is_file() or digest_of_file(path) == digest:
            continue
        if not has_same_settings(problem, name):
            differing.append(name)
    if differing:
        # As a warning it comes from a run, which goes on with what the recipes make.
        used = ", and the judge uses those" if severity is Severity.WARNING else ""
        message = (
            f"out of date: {first_of(differing)}; {recipes} makes other files{used}; "
            "run `judge generate` to write them"
        )
        found.append(Diagnostic(severity, message, data))

    in_use = []
    for name in problem.generated:
        # No verdict depends on a picture, so nobody has tried to draw them.
        if split(name)[0] in problem.recipes or is_picture(name):
            in_use.append(name)
    left = leftovers(problem, in_use)
    if left:
        message = (
            f"files that {recipes} no longer makes: {first_of(left)}; "
            "run `judge generate --prune` to remove them"
        )
        found.append(Diagnostic(severity, message, data))
    return found


def has_same_settings(problem: Problem, name: str) -> bool:
    """Return whether the YAML file `name` of the data has the values that its recipe states.

    Another tool may have written it, with other spaces and quotes.
    """
    path = problem.paths.data / name
    recipe = problem.recipes.get(name.removesuffix(".yaml"))
    if recipe is None or path.suffix != ".yaml" or not path.is_file():
        return False
    stated = dict(recipe.files).get(".yaml")
    if not isinstance(stated, bytes):
        return False
    return same_values(path.read_bytes(), stated, problem.constants)


def leftovers(problem: Problem, made: Collection[str]) -> list[str]:
    """Return the names of the data files, except `made`, that the manifest calls
    generated: pictures, and files of tests in which nobody has changed or added a file.

    A test whose recipe has a fault is stated still: its files may be all that there is of it.
    """
    candidates = set(problem.generated - set(made))
    if not problem.recipes:
        candidates = {name for name in candidates if is_picture(name)}
    # If its `count` is the fault, the names of its tests begin with that of the entry.
    stated = tuple(problem.unread_recipes)
    candidates = {name for name in candidates if not name.startswith(stated)}
    if not candidates:
        return []  # without reading every file of the data
    known = problem.manifest or {}
    actual = manifest.digests(problem.paths.data)
    left = {name for name in candidates if actual.get(name, "") == known.get(name)}
    by_hand = {split(name)[0] for name in actual.keys() - left - set(made)}
    # A picture may be drawn of a test by hand, and is left over nevertheless.
    return sorted(n for n in left if is_picture(n) or split(n)[0] not in by_hand)
