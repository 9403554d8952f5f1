"""`judge doctor`: what this machine can do."""

from judging.cli import output
from judging.cli.commands import Doctor
from judging.machine.doctor import examine
from judging.reports.doctor import FORMATS
from judging.store import Store


def doctor(request: Doctor) -> int:
    """Examine the machine and write the reports; return 0 if at least one language works."""
    wanted = output.targets(request.reports, FORMATS)
    store = Store()
    try:
        health = examine(store)
    finally:
        store.close()
    output.write(health, wanted, FORMATS)
    return 0 if any(check.problem is None for check in health.languages) else 4
