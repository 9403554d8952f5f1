"""Find the data files that are not what the recipes of the package make now."""

from collections.abc import Collection, Iterable, Mapping

from judging.core.diagnostics import Diagnostic, Severity, first_of
from judging.core.problem import Problem
from judging.data.generation.files import PreparedTest
from judging.package.groups import manifest
from judging.package.groups.data_folder import split
from judging.store import digest_of, digest_of_file


def stale_tests(problem: Problem, tests: Iterable[PreparedTest]) -> list[Diagnostic]:
    """Return warnings that name files of `tests`, and settings, that the judge does not use."""
    made = {
        f"{test.name}{extension}": digest
        for test in tests
        for extension, digest in (
            (".in", test.input),
            (".ans", test.answer),
            (".out", test.output),
        )
        if digest is not None and test.testcase.recipe
    }
    for name, recipe in problem.recipes.items():
        content = dict(recipe.files).get(".yaml")
        if isinstance(content, bytes):
            made[f"{name}.yaml"] = digest_of(content)
    return stale_files(problem, made, Severity.WARNING)


def stale_files(
    problem: Problem, made: Mapping[str, str], severity: Severity
) -> list[Diagnostic]:
    """Return findings that name the data files that differ from `made`, digests by name, and those
    that only former recipes made."""
    paths = problem.paths
    data, recipes = (
        paths.relative_path(paths.data),
        paths.relative_path(paths.generators_yaml),
    )
    names = {name: paths.data / name for name in made}
    stale = [
        n
        for n, path in names.items()
        if path.is_file() and digest_of_file(path) != made[n]
    ]
    left = leftovers(
        problem, [n for n in problem.generated if split(n)[0] in problem.recipes]
    )
    unused = ", and are not used" if severity is Severity.WARNING else ""
    differ = f"files differ from what {recipes} makes{unused}: {first_of(stale)}; run "
    more = f"files that {recipes} no longer makes: {first_of(left)}; run "
    found = (
        [Diagnostic(severity, f"{differ}`judge generate` to write them", data)]
        if stale
        else []
    )
    if left:
        found.append(
            Diagnostic(severity, f"{more}`judge generate --prune` to remove them", data)
        )
    return found


def leftovers(problem: Problem, made: Collection[str]) -> list[str]:
    """Return the names of the data files, except `made`, that the manifest calls generated, of
    tests in which nobody has changed or added a file since."""
    known = problem.manifest or {}
    candidates = problem.generated - set(made) if problem.recipes else ()
    # Without candidates no file is read.
    actual = manifest.digests(problem.paths.data) if candidates else {}
    left = {name for name in candidates if actual.get(name, "") == known.get(name)}
    by_hand = {split(name)[0] for name in actual.keys() - left - set(made)}
    return sorted(name for name in left if split(name)[0] not in by_hand)
