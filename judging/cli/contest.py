"""`judge run --contest`: judge every package of a folder."""

from dataclasses import replace
from pathlib import Path

from judging import package, pipeline
from judging.cli import changes, opening, output, run, screen
from judging.cli.changes import Changes
from judging.cli.commands import Run
from judging.core.errors import NothingToJudge, PackageError, UsageError
from judging.core.results import ContestReport, ProblemRun, RunReport
from judging.package.contest import LIST_FILES, Contest, Entry, read
from judging.reports.contest import FORMATS
from judging.reports.run import views
from judging.sandbox import describe
from judging.session import Session, WorkExecutor
from judging.store import Store


def run_package_or_contest(request: Run) -> int:
    """Judge one package, or with `--contest` every package of a folder."""
    if request.contest is None:
        return run.judge_package(request).exit_code
    return judge(request.contest, request)


def judge(directory: Path, request: Run) -> int:
    """Judge every submission of every package in `directory`, and return the exit code."""
    if request.paths or request.problem:
        raise UsageError("--contest judges a whole folder: give neither paths nor --problem")
    if not directory.is_dir():
        raise UsageError(f"--contest {directory}: no such folder")
    if package.is_package(directory):
        raise UsageError(f"--contest {directory}: is a single package: use --problem DIR")
    found = read(directory, package.is_package)
    wanted = output.targets(request.reports, FORMATS)
    changed = changes.asked(request, directory.resolve())
    if changed and any(changed.within(directory.resolve() / name) for name in LIST_FILES):
        changed = None
    report = _judged(found, request, changed)
    output.write(report, wanted, FORMATS, directory, views.chosen(request))
    return report.exit_code


def _judged(found: Contest, request: Run, changed: Changes | None) -> ContestReport:
    if not found.entries and not found.diagnostics:
        raise NothingToJudge(f"no package in {found.name} or below it")
    options = run.options(request)
    tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    problems: list[ProblemRun] = []
    with opening.cluster(tier, request) as (executor, store):
        options = run.with_factor(options, request.time_factor, executor)
        for entry in found.entries:
            report = _one(entry, request, options, tier, executor, store, changed)
            problems.append(ProblemRun(entry.label, entry.folder, report))
            if report.interrupted:
                break
    rest = tuple(entry.folder for entry in found.entries[len(problems) :])
    return ContestReport(found.name, tuple(problems), found.diagnostics, rest)


def _one(
    entry: Entry,
    request: Run,
    options: pipeline.Options,
    tier: str,
    executor: WorkExecutor,
    store: Store,
    changed: Changes | None,
) -> RunReport:
    if changed and not changed.within(entry.root.resolve()):
        return changed.unchanged(entry.folder)
    try:
        problem = package.load(entry.root, request.links_within, request.contest)
    except PackageError as broken:
        return RunReport(entry.folder, diagnostics=broken.diagnostics, complete=False)
    if options.keep is not None:
        options = replace(options, keep=options.keep / entry.folder)
    if not problem.submissions and not problem.broken:
        return RunReport(problem.name, nothing_judged="no submission", complete=False)
    chosen = changed.submissions(problem) if changed else problem.submissions
    with screen.progress(f"{entry.label or entry.folder} ") as listener:
        session = Session(executor, store, problem.limits, listener, request.fresh)
        return pipeline.run(problem, chosen, session, describe(tier), options)
