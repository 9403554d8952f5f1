"""`judge run`, and the settings that other commands share with it."""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from judging import package, pipeline
from judging.cli import changes, opening, output, screen
from judging.cli.commands import Run
from judging.core.diagnostics import did_you_mean
from judging.core.errors import MachineError, NothingToJudge, PackageError, UsageError
from judging.core.events import Listener, PhaseStarted, StepDone
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.languages import languages
from judging.machine.calibration import calibrate
from judging.reports.run import FORMATS, github, views
from judging.session import Session, WorkExecutor


def judge_package(
    request: Run, first: Collection[str] = (), loaded: Problem | None = None
) -> RunReport:
    """Judge, the submissions `first` before all others, and write and return the report. `loaded`
    is the package, if it was just read."""
    chosen = replace(options(request), first=frozenset(first))
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    root = opening.find_package(request.problem, request.paths)
    with screen.Screen(wanted=wanted) as listener:
        listener(PhaseStarted("load", 1))
        try:
            problem = loaded or package.load(root, request.links_within)
        except PackageError as broken:
            report = RunReport(root.name, diagnostics=broken.diagnostics, complete=False)
        else:
            if request.interaction and problem.answers_are_outputs:
                raise UsageError(
                    "--interaction: the problem is neither interactive nor multi-pass"
                )
            listener(StepDone("load", problem.name))
            report = judge(problem, request, chosen, listener)
    output.write(
        report, wanted, FORMATS, root, views.chosen(request), github.summary_markdown
    )
    return report


def options(request: Run) -> pipeline.Options:
    """Return how to judge, and create the folder for `--keep`."""
    if request.until not in ("first-error", "all"):
        raise UsageError(f"--until {request.until}: expected first-error or all")
    if request.keep is not None:
        if request.executor.startswith("dask:") and "local=" not in request.executor:
            raise UsageError("--keep: runs on other machines leave no files on this one")
        _make_folder(request.keep)
    return pipeline.Options(
        until=request.until,
        tests=tuple(request.tests),
        time_s=seconds("--time-limit", request.time_limit),
        allow_missing=request.allow_missing,
        keep=request.keep.absolute() if request.keep else None,
        interaction=request.interaction,
        read_as=toolchains(request.language),
        facts=bool(request.pages),
        contents=not request.no_contents,
    )


def judge(
    problem: Problem, request: Run, options: pipeline.Options, listener: Listener
) -> RunReport:
    changed = changes.asked(request, problem.paths.root)
    if changed and not changed.within(problem.paths.root):
        return changed.unchanged(problem.name)
    try:
        submissions = package.select(problem, request.paths)
        submissions = changed.submissions(problem) if changed else submissions
        tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    except NothingToJudge as nothing:
        return RunReport(problem.name, nothing_judged=str(nothing), complete=False)
    except MachineError as lacking:
        return RunReport(problem.name, machine_errors=(str(lacking),), complete=False)
    with opening.cluster(tier, request) as (executor, store):
        options = with_factor(options, request.time_factor, executor)
        session = Session(executor, store, problem.limits, listener, request.fresh)
        return pipeline.run(problem, submissions, session, options)


def _make_folder(keep: Path) -> None:
    if keep.exists() and not keep.is_dir():
        raise UsageError(f"--keep {keep}: is a file, expected a folder")
    try:
        keep.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise UsageError(
            f"--keep {keep}: cannot be created: {failure.strerror}"
        ) from failure


def toolchains(pairs: Sequence[str]) -> dict[str, str]:
    """Return the values of `--language`: from a language's id to the id of the language whose
    toolchain runs it. Raise UsageError for a pair that does not share its file names."""
    files = {
        id: set(entry.files) for id, entry in languages().items() if entry.submissions
    }
    known = sorted(
        f"{a}={b}" for a in files for b in files if a != b and files[a] & files[b]
    )
    for pair in pairs:
        if pair not in known:
            hint = did_you_mean(pair, known) or f"; known: {' '.join(known)}"
            raise UsageError(
                f"--language {pair}: expected two languages with the same file names{hint}"
            )
    return dict(pair.split("=") for pair in pairs)


def seconds(option: str, value: float | None) -> float | None:
    """Return a positive number of seconds, or None; raise UsageError for any other."""
    if value is not None and not (0 < value < math.inf):
        raise UsageError(f"{option} {value:g}: expected a positive number of seconds")
    return value


def with_factor(
    options: pipeline.Options, factor: str, executor: WorkExecutor
) -> pipeline.Options:
    """Return the options with the value of `--time-factor`; `auto` measures this machine."""
    if factor == "auto":
        measured = executor.start(calibrate).result()
        return replace(
            options, time_factor=measured.factor, time_factor_spread=measured.spread
        )
    try:
        value = float(factor)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise UsageError(f"--time-factor {factor}: expected a positive number, or auto")
    return replace(options, time_factor=value)
