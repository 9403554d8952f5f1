"""`--contest DIR`: a command on every package of a folder, with one exit code."""

from collections.abc import Callable
from pathlib import Path

from judging import package, pipeline
from judging.core.diagnostics import errors_in
from judging.core.errors import MachineError, NothingToJudge, PackageError, UsageError
from judging.core.exit_codes import ExitCode, gravest
from judging.core.options import Options
from judging.core.results import ContestReport, PackageContents, ProblemRun, RunReport
from judging.features.compare.earlier import earlier_report
from judging.features.contest.report import FORMATS, summary_markdown, title
from judging.features.run import changes
from judging.features.run import command as run
from judging.features.run.changes import Changes
from judging.features.run.options import RunOptions
from judging.package.contest_folder import Contest, Entry, read
from judging.package.files.layout import CONTEST_FILES
from judging.package.files.links import surroundings
from judging.terminal import opening, output
from judging.terminal.kinds import Command, OnContest
from judging.terminal.opening import Workers
from judging.terminal.screen import Screen
from judging.terminal.settings import with_time_factor
from judging.values import replace


def judge_contest(request: RunOptions, directory: Path) -> ExitCode:
    """Judge every package of the folder that `--contest` names."""
    found = packages(request, directory)
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    changed = changes.asked(request, directory.resolve())
    if changed is not None and _contest_files_changed(changed, directory):
        changed = None  # every package may be affected
    earlier = earlier_report(request.compare)
    report = earlier.compared_contest(_judged(found, request, changed))
    output.write(report, wanted, FORMATS, directory, request.views, summary_markdown)
    return report.exit_code


def _contest_files_changed(changed: Changes, directory: Path) -> bool:
    return any(changed.within(directory.resolve() / name) for name in CONTEST_FILES)


def _not_a_folder(file: Path) -> str:
    """Return the message for a file that `--contest` names, and what to do with it."""
    from judging.features.transfer.archives import is_archive, unpacking

    message = f"--contest {file}: is a file, expected a folder"
    if is_archive(file):
        message += f": unpack it ({unpacking(file)})"
    return message


def packages(request: OnContest, directory: Path) -> Contest:
    """Return the packages of the folder that `--contest` names."""
    if request.problem or request.chosen_paths:
        raise UsageError(
            "--contest takes a whole folder: give neither paths nor --problem"
        )
    if directory.is_file():
        raise UsageError(_not_a_folder(directory))
    if not directory.is_dir():
        raise UsageError(f"--contest {directory}: no such folder")
    if package.is_package(directory):
        raise UsageError(
            f"--contest {directory}: is a single package: use --problem DIR"
        )
    found = read(directory)
    if found.factors_unknown:
        # Otherwise every package would report the same fault of the list.
        raise PackageError(errors_in(found.diagnostics))
    if not found.entries and not found.diagnostics:
        raise NothingToJudge(f"no package in {found.name} or below it")
    return found


def execute_on_each(
    request: OnContest, directory: Path, execute: Callable[[Command], ExitCode]
) -> ExitCode:
    """Execute a command on every package, then list how each ended."""
    single = request.one_package_options
    if single:
        raise UsageError(
            f"{single[0]} is for one package: give --problem, not --contest"
        )
    found = packages(request, directory)
    codes: dict[str, ExitCode] = {}
    for entry in found.entries:
        within = surroundings(entry.root, request.links_within, directory)
        own = request.for_package(entry.root, within, entry.folder)
        name = title(entry.label, entry.folder)
        output.say(f"== {name}")
        codes[name] = _executed(own, execute)
        output.say("")
        # Ctrl-C means the contest, not this one package.
        if codes[name] is ExitCode.INTERRUPTED:
            break
    for name, code in codes.items():
        output.say(f"FAIL  {name}: exit code {code}" if code else f"ok    {name}")
    output.say_found(found.diagnostics)
    all_codes = list(codes.values())
    if errors_in(found.diagnostics):
        all_codes.append(ExitCode.BROKEN_PACKAGE)
    return gravest(all_codes)


def _executed(request: OnContest, execute: Callable[[Command], ExitCode]) -> ExitCode:
    """Execute a command on one package; its faults must not stop the others."""
    try:
        return execute(request)
    except (PackageError, MachineError, NothingToJudge) as failure:
        output.complain(str(failure))
        return failure.exit_code


def _judged(
    found: Contest, request: RunOptions, changed: Changes | None
) -> ContestReport:
    options = run.pipeline_options(request)
    problems: list[ProblemRun] = []
    tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    # One executor for all packages: nodes of a cluster start once,
    # and the machine is measured once.
    with opening.cluster(tier, request) as workers:
        options = with_time_factor(options, request.time_factor, workers.executor)
        for entry in found.entries:
            report = _judged_problem(entry, request, options, changed, workers)
            problems.append(ProblemRun(entry.label, entry.folder, report))
            if report.interrupted:
                break
    rest = tuple(entry.folder for entry in found.entries[len(problems) :])
    return ContestReport(found.name, tuple(problems), found.diagnostics, rest)


def _judged_problem(
    entry: Entry,
    request: RunOptions,
    options: Options,
    changed: Changes | None,
    workers: Workers,
) -> RunReport:
    if changed is not None and not changed.within(entry.root.resolve()):
        return changed.unchanged(entry.folder)
    try:
        problem = package.load(entry.root, request.links_within, request.contest)
    except PackageError as broken:
        return RunReport.unread(entry.folder, broken)
    if not problem.submissions and not problem.broken:
        # A problem of a contest in the making is reported, and does not end the others.
        return RunReport(
            problem=problem.name,
            nothing_judged="no submission",
            complete=False,
            contents=PackageContents.of(problem),
        )
    if options.keep is not None:
        options = replace(options, keep_in=entry.folder)
    submissions = problem.submissions
    if changed is not None:
        submissions = changed.submissions(problem)
    with Screen(f"{entry.label or entry.folder} ") as listener:
        session = workers.session(problem.limits, listener, fresh=request.fresh)
        return pipeline.run(problem, submissions, session, options)
