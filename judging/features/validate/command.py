"""`judge validate`: check the test data without judging anything."""

from judging.core.errors import PackageError
from judging.core.exit_codes import ExitCode
from judging.core.results import RunReport
from judging.features.validate.data_check import check_data
from judging.features.validate.options import Validate
from judging.reports.run import FORMATS, summary_markdown
from judging.terminal import opening, output
from judging.terminal.screen import Screen


def validate(request: Validate) -> ExitCode:
    """Check the data, with `--junk` the validators and the checker too; return SUCCESS
    if all is sound, else BROKEN_PACKAGE."""
    wanted = output.targets(request.reports, FORMATS, contents=False)
    tier = opening.sandbox_tier(request.sandbox)
    root = opening.find_package(request.problem, ())
    try:
        package = opening.load(root, request.links_within)
    except PackageError as broken:
        report = RunReport.unread(root.name, broken)
    else:
        with (
            opening.workers(tier, request.jobs, request.tally) as workers,
            Screen() as listener,
        ):
            session = workers.session(package.limits, listener)
            report = check_data(package, session, junk=request.junk)
    output.write(report, wanted, FORMATS, root, markdown=summary_markdown)
    return report.exit_code
