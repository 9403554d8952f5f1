"""Write test data into a package: files of recipes and new tests, the manifest."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from judging.core.diagnostics import error, errors_in
from judging.core.errors import PackageError, raise_errors
from judging.core.problem import Problem, Testcase
from judging.data.generation.prepared import prepare_tests
from judging.data.generation.stale import has_same_settings
from judging.data.validation.inputs import check_inputs
from judging.data.validation.outputs import check_answers_as_outputs
from judging.files import below
from judging.package.groups import manifest
from judging.package.groups.data_folder import is_picture, split
from judging.session import Findings, Session


def write_data(
    problem: Problem, contents: Mapping[str, bytes], tell: Callable[[Path], None]
) -> int:
    """Write the data files that differ from `contents`, and the manifest after them;
    each file appears whole. `tell` gets each path that was written; return how many of
    `contents` were.

    Raise PackageError if a folder or a link is in the place of a file, before anything
    is written.
    """
    paths = problem.paths
    changed = _changed(problem, contents)
    for name in changed:
        path = paths.data / name
        below(paths.root, path).write(contents[name])
        tell(path)
    # Packages of other formats need no manifest, but one that exists is kept up to
    # date.
    if problem.manifest is not None or not paths.foreign:
        content = _manifest(problem, contents)
        if _differs(paths.manifest, content):
            below(paths.root, paths.manifest).write(content)
            tell(paths.manifest)
    return len(changed)


def check_places(problem: Problem, contents: Mapping[str, bytes]) -> None:
    """Raise PackageError if `write_data` would refuse to write these files."""
    _changed(problem, contents)


def _changed(problem: Problem, contents: Mapping[str, bytes]) -> list[str]:
    """Return the names of the files to write. Raise PackageError if one cannot be."""
    changed = []
    for name, content in contents.items():
        path = problem.paths.data / name
        if not _differs(path, content) or has_same_settings(problem, name):
            continue
        _check(problem, path)
        changed.append(name)
    if problem.manifest is not None or not problem.paths.foreign:
        _check(problem, problem.paths.manifest)
    return changed


def _differs(path: Path, content: bytes) -> bool:
    return not path.is_file() or path.read_bytes() != content


def _check(problem: Problem, path: Path) -> None:
    """Raise PackageError if a folder or a link is in the place of a file."""
    below(problem.paths.root, path).check()
    if path.is_dir():
        name = problem.paths.relative_path(path)
        raise PackageError([error("is a folder, expected a file: remove it", name)])


def _manifest(problem: Problem, contents: Collection[str]) -> bytes:
    """Return the manifest of the data as they are, with `contents` as generated."""
    known = problem.manifest or {}
    digests = manifest.digests(problem.paths.data)
    made = set()
    for name in problem.generated:
        # A file that was changed by hand is a generated one no longer.
        if digests.get(name) == known.get(name):
            made.add(name)
    for name in contents:
        if split(name)[0] in problem.recipes or is_picture(name):
            made.add(name)
    return manifest.render(digests, made).encode()


def added_tests(before: Problem, after: Problem) -> list[Testcase]:
    """Return the test that a package has gained, and the same test in each folder that
    includes its own. Raise PackageError if the package has gained none, has lost others,
    or is broken now."""
    known = {case.name for case in before.testcases}
    added = [case for case in after.testcases if case.name not in known]
    kept = known & {case.name for case in after.testcases}
    is_one_test = bool(added) and all(_is_same(case, added[0]) for case in added)
    # The manifest does not have the new files yet; everything else was sound before.
    faults = errors_in(after.diagnostics)
    if not is_one_test or kept != known:
        faults.append(error("the new test would rename others: add it by hand"))
    if faults:
        raise PackageError(faults)
    return added


def _is_same(case: Testcase, other: Testcase) -> bool:
    """Return True if `case` is `other`, or repeats it in another folder by `include`."""
    if case.name == other.name:
        return True
    return case.recipe is not None and case.recipe == other.recipe


def files_of_tests(
    problem: Problem, cases: Sequence[Testcase], session: Session, warnings: Findings
) -> dict[str, bytes]:
    """Make and check the inputs and the answers of tests; return them by file name.

    warnings: gets what the checker says about the answers, unless it is an error.
    Raise PackageError if a test is faulty.
    """
    findings = Findings()
    ready = prepare_tests(problem, cases, session, findings)
    check_inputs(problem, ready, session, findings)
    findings.raise_errors()
    check_answers_as_outputs(problem, ready, session, warnings)
    raise_errors(warnings.diagnostics)
    contents = {}
    for test in ready:
        digests = {".in": test.input, ".ans": test.answer or ""}
        for extension, digest in digests.items():
            content = session.store.blob(digest).read_bytes()
            contents[f"{test.name}{extension}"] = content
    return contents
