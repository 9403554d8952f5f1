"""`judge doctor`: what this machine can do."""

from judging.cli.commands import Doctor
from judging.cli.common import opening, output
from judging.core.exit_codes import ExitCode
from judging.core.timings import Tally
from judging.machine.doctor import examine
from judging.reports.doctor import FORMATS


def doctor(request: Doctor) -> ExitCode:
    """Examine the machine; return SUCCESS if at least one language works."""
    wanted = output.targets(request.reports, FORMATS)
    tier = opening.sandbox_tier("auto")
    with opening.workers(tier, 1, Tally()) as workers:
        health = examine(workers.executor, workers.store)
    output.write(health, wanted, FORMATS)
    if any(check.problem is None for check in health.languages):
        return ExitCode.SUCCESS
    return ExitCode.MACHINE
