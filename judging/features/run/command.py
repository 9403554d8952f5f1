"""`judge run`: judge one package, and write the report."""

from collections.abc import Collection
from pathlib import Path

from judging import package, pipeline
from judging.core.errors import MachineError, NothingToJudge, PackageError, UsageError
from judging.core.events import Listener, PhaseStarted, StepDone
from judging.core.options import Options
from judging.core.problem import Problem
from judging.core.results import PackageContents, RunReport
from judging.features.compare.earlier import earlier_report
from judging.features.run import changes
from judging.features.run.options import RunOptions
from judging.package.named_places import check_folder, named_folder
from judging.reports.run import FORMATS, summary_markdown
from judging.terminal import opening, output
from judging.terminal.screen import Screen
from judging.terminal.settings import judging_options, with_time_factor
from judging.values import replace


def judge_package(
    request: RunOptions, first: Collection[str] = (), loaded: Problem | None = None
) -> RunReport:
    """Judge, the submissions `first` before all others, and write and return the
    report. `loaded` is the package, if it was just read."""
    options = replace(pipeline_options(request), first=frozenset(first))
    wanted = output.targets(request.reports, FORMATS, contents=not request.no_contents)
    root = opening.find_package(request.problem, request.paths)
    earlier = earlier_report(request.compare)
    with Screen(wanted=wanted) as listener:
        listener(PhaseStarted("load", 1))
        try:
            problem = loaded or package.load(root, request.links_within)
        except PackageError as broken:
            report = RunReport.unread(root.name, broken)
        else:
            if request.interaction and problem.answers_are_outputs:
                raise UsageError(
                    "--interaction: the problem is neither interactive nor multi-pass"
                )
            if request.visualize and problem.output_visualizer is None:
                raise UsageError("--visualize: the package has no output_visualizer")
            listener(StepDone("load", problem.name))
            report = _judge(problem, request, options, listener)
    report = earlier.compared(report)
    output.write(report, wanted, FORMATS, root, request.views, summary_markdown)
    return report


def _judge(
    problem: Problem, request: RunOptions, options: Options, listener: Listener
) -> RunReport:
    changed = changes.asked(request, problem.paths.root)
    if changed and changes.factors_may_differ(changed, problem.paths.root):
        changed = None
    if changed and not changed.within(problem.paths.root):
        return changed.unchanged(problem.name)
    try:
        submissions = package.select(problem, request.paths)
        if changed:
            submissions = changed.submissions(problem)
        tier = opening.sandbox_tier(request.sandbox, request.require_sandbox)
    # The report says why, since a CI service may read nothing else.
    except NothingToJudge as nothing:
        return RunReport(
            problem=problem.name,
            nothing_judged=str(nothing),
            complete=False,
            contents=PackageContents.of(problem),
        )
    except MachineError as lacking:
        return RunReport(
            problem=problem.name,
            machine_errors=(str(lacking),),
            complete=False,
            contents=PackageContents.of(problem),
        )
    with opening.cluster(tier, request) as workers:
        options = with_time_factor(options, request.time_factor, workers.executor)
        session = workers.session(problem.limits, listener, fresh=request.fresh)
        return pipeline.run(problem, submissions, session, options)


def pipeline_options(request: RunOptions) -> Options:
    """Return how to judge, and create the folder for `--keep`."""
    if request.visualize and request.keep is None:
        raise UsageError("--visualize: add --keep DIR, where the pictures are written")
    if request.keep is not None:
        if request.executor.startswith("dask:") and "local=" not in request.executor:
            raise UsageError("--keep: runs on other machines leave no files on this one")
        _make_folder(request.keep)
    options = judging_options(request)
    if options.keep is not None:
        options = replace(options, keep=options.keep.absolute())
    return options


def _make_folder(keep: Path) -> None:
    if keep.exists() and not keep.is_dir():
        raise UsageError(f"--keep {keep}: is a file, expected a folder")
    check_folder(keep)
    try:
        named_folder(keep).make_folder()
    except OSError as failure:
        raise UsageError(
            f"--keep {keep}: cannot be created: {failure.strerror}"
        ) from failure
