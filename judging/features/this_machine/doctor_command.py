"""`judge doctor`: what this machine can do."""

from judging.core.exit_codes import ExitCode
from judging.core.timings import Tally
from judging.features.this_machine.doctor import examine
from judging.features.this_machine.options import Doctor
from judging.features.this_machine.report import FORMATS
from judging.terminal import opening, output


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
