"""Writes test data into a package: the files of recipes, and new tests."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from judging import package
from judging.cli import interrupts, opening, output
from judging.core.diagnostics import error, errors_in
from judging.core.errors import PackageError
from judging.core.problem import Paths, Problem
from judging.data.generation.files import prepare_tests
from judging.data.validation.inputs import check_inputs
from judging.files import whole_file
from judging.package.generators import adding
from judging.package.groups import manifest
from judging.package.groups.data_folder import split
from judging.reports.wording import counted
from judging.session import Findings, Session


def write(problem: Problem, contents: Mapping[str, bytes], log: TextIO) -> None:
    """Write the files that differ from `contents`, and the manifest after them; each file appears
    whole. Their names go to `log`."""
    paths, data = problem.paths, problem.paths.data
    changed = sum(
        _update(data / name, content, paths, log) for name, content in contents.items()
    )
    # Packages of other formats need no manifest, but one that exists is kept up to date.
    if problem.manifest is not None or not paths.foreign:
        known, digests = problem.manifest or {}, manifest.digests(data)
        # A file that was changed by hand is a generated one no longer.
        made = {
            name for name in problem.generated if digests.get(name) == known.get(name)
        }
        made |= {name for name in contents if split(name)[0] in problem.recipes}
        _update(paths.manifest, manifest.render(digests, made).encode(), paths, log)
    output.say(
        f"{counted(len(contents), 'file')} up to date, {changed} just written", log
    )


def _update(path: Path, content: bytes, paths: Paths, log: TextIO) -> bool:
    """Write a file unless it has this content; return whether it was written."""
    if path.is_file() and path.read_bytes() == content:
        return False
    if path.is_dir():
        raise PackageError([error("is a folder, expected a file: remove it", str(path))])
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as fresh:
        fresh.write_bytes(content)
    output.say(f"wrote {paths.relative_path(path)}", log)
    return True


def keep(
    problem: Problem,
    place: tuple[str, ...],
    content: bytes | str,
    answer: bytes | None,
    comment: str,
    tier: str,
    log: TextIO,
) -> None:
    """Add an input to the package as a test: its recipe, its files, the manifest.

    content: the input, or the generator command that makes it.
    answer: None for the answer that the model solution gives.
    log: gets the names of written files.
    Raise PackageError, and leave the package as it was, if the new test is faulty.
    """
    paths = problem.paths
    recipes = paths.generators_yaml
    before = recipes.read_bytes() if recipes.is_file() else None
    written: list[Path] = []
    try:
        with interrupts.delayed():
            written = adding.add_test(paths, place, content, answer, comment)
        contents = _contents(problem, tier)
    except BaseException:
        for path in written:
            path.unlink()
        if before is not None:
            recipes.write_bytes(before)
        raise
    for path in written:
        output.say(f"wrote {paths.relative_path(path)}", log)
    if answer is None or before is not None or problem.manifest is not None:
        write(package.load(paths.root, paths.links_within), contents, log)


def _contents(problem: Problem, tier: str) -> dict[str, bytes]:
    """Return the files of the one test that `problem` does not have yet, by name."""
    fresh = package.load(problem.paths.root, problem.paths.links_within)
    known = {case.name for case in problem.testcases}
    added = [case for case in fresh.testcases if case.name not in known]
    faults = errors_in(fresh.diagnostics)
    # The manifest does not have the new files yet; everything else was sound before.
    if len(added) != 1:
        faults.append(error("the new test would rename others: add it by hand"))
    if faults:
        raise PackageError(faults)
    with opening.workers(tier, 1) as (executor, store):
        session, findings = Session(executor, store, fresh.limits), Findings()
        ready = prepare_tests(fresh, added, session, findings)
        check_inputs(fresh, ready, session, findings)
        findings.raise_errors()
        digests = {".in": ready[0].input, ".ans": ready[0].answer or ""}
        return {
            f"{added[0].name}{extension}": store.blob(digest).read_bytes()
            for extension, digest in digests.items()
        }
