"""`judge generate` and `judge validate`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from judging import pipeline
from judging.cli import opening, output, run
from judging.core.diagnostics import errors_in, first_of
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.package.groups import manifest
from judging.sandbox import describe
from judging.session import Findings, Session
from judging.testdata.generation import expected_files

BROKEN = 3


def generate(problem: Path | None, jobs: int | None, sandbox: str, check: bool) -> int:
    """Makes what generators.yaml describes; with `check`, only says what differs (exit code 3)."""
    tier = opening.sandbox_tier(sandbox)
    package = opening.load(problem)
    if package.broken:
        raise PackageError(errors_in(package.diagnostics))
    with opening.workers(tier, jobs) as (executor, store), run.progress() as listener:
        session, findings = Session(executor, store, package.limits, listener), Findings()
        digests = expected_files(package, session, findings)
        findings.raise_errors()
        for warning in findings.diagnostics:
            print(warning)
        contents = {name: store.blob(digest).read_bytes() for name, digest in digests.items()}
    return _check(package, contents) if check else write(package, contents)


def write(package: Problem, contents: Mapping[str, bytes]) -> int:
    """Each file appears whole; the manifest comes last, when all it names is there."""
    data = package.paths.data
    changed = 0
    for name, content in contents.items():
        path = data / name
        if not path.is_file() or path.read_bytes() != content:
            _replace(path, content)
            print(f"wrote {package.paths.relative_path(path)}")
            changed += 1
    path = package.paths.manifest
    # The formats of others have no manifest: one that is there is kept up all the same.
    if package.manifest is not None or not package.paths.foreign:
        text = manifest.render(manifest.digests(data)).encode()
        if not path.is_file() or path.read_bytes() != text:
            _replace(path, text)
            print(f"wrote {package.paths.relative_path(path)}")
    print(f"{len(contents)} files are as generators.yaml says, {changed} of them written")
    return 0


def _check(package: Problem, contents: Mapping[str, bytes]) -> int:
    data = package.paths.data
    problems = []
    for name, content in contents.items():
        path = data / name
        if not path.is_file():
            problems.append(f"{package.paths.relative_path(path)}: missing")
        elif path.read_bytes() != content:
            file = package.paths.relative_path(path)
            problems.append(f"{file}: differs from what generators.yaml says")
    if package.manifest is None and not package.paths.foreign:
        problems.append(f"{package.paths.relative_path(package.paths.manifest)}: missing")
    elif package.manifest is not None:
        pinned = manifest.differences(package.manifest, manifest.digests(data))
        problems += [
            f"{package.paths.relative_path(data / name)}: {kind}, by the manifest"
            for name, kind in pinned
        ]
    for line in problems:
        print(line)
    cases = (
        *package.testcases,
        *package.invalid_inputs,
        *package.invalid_outputs,
        *package.valid_outputs,
    )
    existing = [case.name for case in cases if case.recipe is None] if package.recipes else []
    if existing:
        message = "no recipe in generators.yaml; the existing file is used"
        print(f"{package.paths.relative_path(data)}: {message}: {first_of(existing)}")
    if problems:
        print("`judge generate` writes them anew")
        return BROKEN
    too = "" if package.manifest is None else ", and all as the manifest pins them"
    print(f"{len(contents)} files are as generators.yaml says{too}")
    return 0


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def validate(
    problem: Path | None,
    jobs: int | None,
    sandbox: str,
    reports: tuple[str, ...],
    *,
    junk: bool = False,
) -> int:
    """Checks the data without judging anything; 0 when it is sound, 3 when not. With `junk` the
    validators and the checker are tried out too."""
    wanted = output.targets(reports)
    tier = opening.sandbox_tier(sandbox)
    root = opening.find_package(problem, ())
    try:
        package = opening.load(root)
    except PackageError as broken:
        report = RunReport(root.name, diagnostics=broken.diagnostics, complete=False)
    else:
        with opening.workers(tier, jobs) as (executor, store), run.progress() as listener:
            session = Session(executor, store, package.limits, listener)
            report = pipeline.check_data(package, session, describe(tier), junk=junk)
    output.write(report, wanted, root)
    return report.exit_code
