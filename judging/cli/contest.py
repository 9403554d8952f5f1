"""`--contest DIR`: a command on every package of a folder, with one exit code."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from judging import package, pipeline
from judging.cli import changes, opening, output, run, screen
from judging.cli.changes import Changes
from judging.cli.commands import Export, Run, View
from judging.core.diagnostics import errors_in
from judging.core.errors import MachineError, NothingToJudge, PackageError, UsageError
from judging.core.exit_codes import ExitCode, gravest
from judging.core.results import ContestReport, ProblemRun, RunReport
from judging.package.contest_folder import Contest, Entry, read
from judging.package.files.layout import CONTEST_FILES
from judging.package.files.links import surroundings
from judging.reports.contest import FORMATS, summary_markdown
from judging.reports.run import views
from judging.session import Session
from judging.store import default_root, key_of


def run_package_or_contest(request: Run) -> int:
    """Judge one package, or with `--contest` every package of a folder."""
    if request.contest is None:
        return run.judge_package(request).exit_code
    found, directory = packages(request), request.contest
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    changed = changes.asked(request, directory.resolve())
    if changed and any(
        changed.within(directory.resolve() / name) for name in CONTEST_FILES
    ):
        changed = None
    report = _judged(found, request, changed)
    output.write(
        report, wanted, FORMATS, directory, views.chosen(request), summary_markdown
    )
    return report.exit_code


def view(request: View) -> int:
    """Judge, write the page into the cache and open it; return the exit code of the run."""
    import webbrowser

    root = request.contest or opening.find_package(request.problem, request.paths)
    key = key_of(str(root.resolve()))
    page = default_root() / "pages" / key[:2] / key / "page.html"
    page.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    code = run_package_or_contest(replace(request, report=[f"html:{page}"]))
    if request.print_path or not webbrowser.open(page.as_uri()):
        output.say(page)
    return code


def packages(request: Any) -> Contest:
    """Return the packages of the folder that `--contest` names."""
    directory: Path = request.contest
    if request.problem or getattr(request, "paths", ()):
        raise UsageError(
            "--contest takes a whole folder: give neither paths nor --problem"
        )
    if not directory.is_dir():
        raise UsageError(f"--contest {directory}: no such folder")
    if package.is_package(directory):
        raise UsageError(
            f"--contest {directory}: is a single package: use --problem DIR"
        )
    found = read(directory)
    if not found.entries and not found.diagnostics:
        raise NothingToJudge(f"no package in {found.name} or below it")
    return found


def each(command: Callable[[Any], int], request: Any) -> int:
    """Run a command on every package, each under a heading; then list how they ended."""
    for option in ("add", "minimize", "report", "json"):
        if getattr(request, option, None):
            raise UsageError(
                f"--{option} is for one package: give --problem, not --contest"
            )
    found, ends = packages(request), dict[str, int]()
    for entry in found.entries:
        within = surroundings(entry.root, request.links_within, request.contest)
        own = replace(request, contest=None, problem=entry.root, links_within=within)
        if isinstance(own, Export):
            own = replace(own, out=own.out / f"{entry.folder}.zip")
        title = f"{entry.label} {entry.folder}".strip()
        output.say(f"== {title}")
        try:
            ends[title] = command(own)
        except (PackageError, MachineError, NothingToJudge) as failure:
            output.complain(str(failure))
            ends[title] = failure.exit_code
        output.say("")
        if ends[title] == ExitCode.INTERRUPTED:
            break
    for title, code in ends.items():
        output.say(f"FAIL  {title}: exit code {code}" if code else f"ok    {title}")
    for fault in found.diagnostics:
        output.say(fault)
    codes = list(ends.values())
    if errors_in(found.diagnostics):
        codes.append(ExitCode.BROKEN_PACKAGE)
    return gravest(codes)


def _judged(found: Contest, request: Run, changed: Changes | None) -> ContestReport:
    options, problems = run.options(request), list[ProblemRun]()
    tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    with opening.cluster(tier, request) as (executor, store):
        options = run.with_factor(options, request.time_factor, executor)

        def judged(entry: Entry) -> RunReport:
            if changed and not changed.within(entry.root.resolve()):
                return changed.unchanged(entry.folder)
            try:
                problem = package.load(entry.root, request.links_within, request.contest)
            except PackageError as broken:
                return RunReport(
                    entry.folder, diagnostics=broken.diagnostics, complete=False
                )
            if not problem.submissions and not problem.broken:
                return RunReport(
                    problem.name, nothing_judged="no submission", complete=False
                )
            own = (
                replace(options, keep=options.keep / entry.folder)
                if options.keep
                else options
            )
            chosen = changed.submissions(problem) if changed else problem.submissions
            with screen.Screen(f"{entry.label or entry.folder} ") as listener:
                session = Session(
                    executor, store, problem.limits, listener, request.fresh
                )
                return pipeline.run(problem, chosen, session, own)

        for entry in found.entries:
            problems.append(ProblemRun(entry.label, entry.folder, judged(entry)))
            if problems[-1].report.interrupted:
                break
    rest = tuple(entry.folder for entry in found.entries[len(problems) :])
    return ContestReport(found.name, tuple(problems), found.diagnostics, rest)
