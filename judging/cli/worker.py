"""`judge worker`: a node of a cluster."""

import contextlib
import platform
import sys
from dataclasses import replace

from judging.cli import opening, output
from judging.cli.commands import Worker
from judging.core.errors import MachineError, UsageError
from judging.core.exit_codes import ExitCode
from judging.core.results import NodeInfo
from judging.machine.calibration import calibrate
from judging.session.executors import ExecutorSpec, open_executor
from judging.session.executors.cluster.node import announcement
from judging.session.executors.cluster.serving import Serving, security
from judging.store import Store, default_root


def worker(request: Worker) -> int:
    """Serve until an interrupt; raise MachineError if the scheduler is lost."""
    place = request.address
    if not place.rpartition(":")[2].isdecimal():
        raise UsageError(f"{place}: expected HOST:PORT")
    trusted = security(place, request.tls_ca, request.tls_cert, request.tls_key)
    count = opening.job_count(request.jobs)
    tier = opening.sandbox_tier(request.sandbox)
    # Not the store of this machine's own judge: clients say under which key a program is kept.
    store = Store(default_root().with_name("judge-node"))
    store.trim_if_due()
    info = _measured(NodeInfo(request.name or platform.node(), tier, count), store)
    resources = announcement(info, store, remote=True)
    facts = (
        name for name in resources if name.startswith(("node", "tier", "toolchain"))
    )
    output.say(
        "\n".join([*sorted(facts), f"cores: {count}", f"time factor: {info.factor}"])
    )
    served = Serving(place, trusted, info, store.root, resources, request.scheduler)
    served.start()
    try:
        output.say(f"ready at {served.address.result()}")
        served.ended.result()
    finally:
        served.stop()
        store.close()
    return ExitCode.SUCCESS


def _measured(info: NodeInfo, store: Store) -> NodeInfo:
    """Return a node with its speed, unless the machine is too busy to measure it."""
    with contextlib.closing(
        open_executor(ExecutorSpec(1, info.tier, store))
    ) as executor:
        try:
            measured = executor.start(calibrate).result()
        except MachineError as busy:
            output.say(f"judge: its speed is not known: {busy}", sys.stderr)
            return info
    return replace(info, factor=measured.factor, spread=measured.spread)
