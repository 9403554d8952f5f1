"""`judge doctor` and `judge cache`: what this machine can do, and what is kept on it."""

import contextlib

from judging.core.exit_codes import ExitCode
from judging.core.timings import Tally
from judging.features.this_machine.doctor import examine
from judging.features.this_machine.options import Cache, Doctor
from judging.features.this_machine.report import FORMATS
from judging.store import SIZE_CAP_BYTES, Store
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


def cache(request: Cache) -> ExitCode:
    """Show or clear the cache."""
    with contextlib.closing(Store()) as store:
        if request.clear:
            output.say(f"{store.root}: removed {store.clear() / 2**20:.1f} MiB")
        elif request.size:
            output.say(store.size())
        else:
            size = f"{store.size() / 2**20:.1f} MiB"
            cap = f"{SIZE_CAP_BYTES / 2**20:.0f} MiB"
            output.say(f"{store.root}: {size}, kept below {cap}")
    return ExitCode.SUCCESS
