"""`judge worker`: a node of a cluster."""

import contextlib
import platform
import sys
from collections.abc import Iterable

from judging.core.errors import MachineError, UsageError
from judging.core.exit_codes import ExitCode
from judging.core.machines import NodeInfo
from judging.features.this_machine.options import Worker
from judging.machine.calibration import calibrate
from judging.session.executors import ExecutorSpec, open_executor
from judging.session.executors.cluster.node import announcement
from judging.session.executors.cluster.serving import Serving, security
from judging.store import Store, default_root
from judging.terminal import interrupts, opening, output
from judging.values import replace

_FACTS = ("node", "tier", "toolchain")  # of what a node announces, what a person reads


def worker(request: Worker) -> ExitCode:
    """Serve until an interrupt; raise MachineError if the scheduler is lost."""
    place = request.address
    if not place.rpartition(":")[2].isdecimal():
        raise UsageError(f"{place}: expected HOST:PORT")
    trusted = security(place, request.tls_ca, request.tls_cert, request.tls_key)
    count = opening.job_count(request.jobs)
    tier = opening.sandbox_tier(request.sandbox)
    with contextlib.ExitStack() as stack:
        # Not the store of this machine's own judge: clients say under which key a
        # program is kept.
        store = Store(default_root().with_name("judge-node"))
        stack.callback(store.close)
        store.trim_if_due()
        info = _measured(NodeInfo(request.name or platform.node(), tier, count), store)
        resources = announcement(info, store, remote=True)
        _introduce(info, resources)
        served = Serving(place, trusted, info, store.root, resources, request.scheduler)
        # Its processes must not be lost before the stack knows of them.
        with interrupts.delayed():
            served.start()
            # A process that still works then is killed.
            stack.callback(store.remove_unfinished)
            stack.callback(served.stop)
        output.say(f"ready at {served.address.result()}")
        served.ended.result()
    return ExitCode.SUCCESS


def _introduce(info: NodeInfo, resources: Iterable[str]) -> None:
    facts = sorted(name for name in resources if name.startswith(_FACTS))
    rest = [f"cores: {info.cores}", f"time factor: {info.factor}"]
    output.say("\n".join([*facts, *rest]))


def _measured(info: NodeInfo, store: Store) -> NodeInfo:
    """Return a node with its speed, unless the machine is too busy to measure it."""
    spec = ExecutorSpec(1, info.tier, store)
    with contextlib.closing(open_executor(spec)) as executor:
        try:
            measured = executor.start(calibrate).result()
        except MachineError as busy:
            output.say(f"judge: could not measure this node's speed: {busy}", sys.stderr)
            return info
    return replace(info, factor=measured.factor, spread=measured.spread)
