"""The executor of a command that judges on a cluster.

Functions that are spread run on the nodes; everything else runs on this machine as
without a cluster. Each has a thread here that waits for its result, takes it, and lets
the cluster forget it: what a lost node has done or begun is done again elsewhere, and counts once.
"""

import contextlib
import pickle
import platform
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from distributed import Client
from distributed.scheduler import KilledWorker, NoValidWorkerError
from distributed.security import Security

from judging.core.errors import MachineError, UsageError
from judging.core.limits import MIB
from judging.core.results import NodeInfo
from judging.programs import Executable
from judging.session.executors.cluster import node, serving
from judging.session.executors.contract import ExecutorSpec
from judging.session.executors.threads import ThreadsExecutor
from judging.session.kept import code_digest
from judging.store import Store

# How old what is known of the nodes may be: asking costs a round trip to the scheduler.
_LOOK_S = 1.0
# Files are sent in parcels of about this size. Chosen, not measured: small enough that
# several fit into a node's memory, large enough that small files share a round trip.
_PARCEL_BYTES = 16 * MIB
# Functions that wait for the cluster at once; each has a thread here, which does nothing but wait.
_MOST_WAITING = 2000
_CONNECT_S = 10
_DISCONNECT_S = 5
_WHY = {
    NoValidWorkerError: "no node answers any more",
    KilledWorker: "several processes of nodes ended while they did the same work",
}
_LOST = (CancelledError, OSError, RuntimeError, *_WHY)


class ClusterExecutor(ThreadsExecutor):
    """Spreads functions over the nodes of the scheduler at `place`, a `host:port`, or
    over N processes that it starts on this machine if that is `local=N`."""

    chunk_s = 1.0

    def __init__(self, spec: ExecutorSpec, place: str) -> None:
        super().__init__(spec)
        self._place = place
        self._known: dict[str, NodeInfo] = {}
        self._processes: list[dict[str, float]] = []  # the Dask resources of each
        self._looked_s = 0.0
        # The keys of the files that were sent, by node.
        self._sent: defaultdict[str, set[str]] = defaultdict(set)
        self._sending = threading.Lock()
        self._waiting = ThreadPoolExecutor(
            _MOST_WAITING, thread_name_prefix="judge-cluster"
        )
        self._own: serving.Serving | None = None
        if place.startswith("local"):
            # The processes take seconds to start: what runs on this machine need not wait.
            self._own = _start(spec, place)
            self._client = self._waiting.submit(self._connect, self._own.security)
        else:
            trusted = serving.security(place, None, None, None)
            self._client = self._waiting.submit(self._connect, trusted)
            self._client.result()  # a scheduler that does not answer is said at once

    def _connect(self, trust: Security) -> Client:
        try:
            with serving.configured():
                if self._own is not None:
                    address = self._own.address.result()
                else:
                    protocol = "tls" if trust.require_encryption else "tcp"
                    address = f"{protocol}://{self._place}"
                return Client(address, security=trust, timeout=_CONNECT_S)
        except OSError as problem:
            raise serving.unreachable(self._place, trust, problem) from problem

    @property
    def slots(self) -> int:
        # Two for each process: one that runs, and one that waits beside it, so that no
        # process is idle while its result travels.
        return 2 * max(1, len(self._look()))

    @property
    def nodes(self) -> Mapping[str, NodeInfo]:
        self._look()
        return self._known

    def _look(self) -> list[dict[str, float]]:
        """Return the Dask resources of every process; ask for them if the last answer is old."""
        if time.monotonic() - self._looked_s > _LOOK_S:
            self._looked_s = time.monotonic()
            # Whoever waits for work hears that the scheduler is lost.
            with contextlib.suppress(MachineError, *_LOST):
                workers = self._client.result().scheduler_info(n_workers=-1)["workers"]
                self._processes = [dict(each["resources"]) for each in workers.values()]
                for resources in self._processes:
                    info = node.info_of(resources)
                    self._known.setdefault(info.name, info)
        return self._processes

    def spread(
        self,
        programs: Iterable[Executable],
        files: Iterable[str],
        function: Callable[..., Any],
        /,
        *args: Any,
        decide: bool = False,
    ) -> Future[Any]:
        needed = {(program.key, program.working_files): program for program in programs}
        payload = pickle.dumps((list(needed.values()), list(files), function, args))
        demands = {"judge", f"version: {code_digest()}"}
        if not self._spec.any_node:
            demands.add(f"tier: {self.tier}")
            if self._own is None:  # processes of this machine have its toolchains
                demands |= self._toolchains(needed.values())
        return self._waiting.submit(self._do, payload, demands, decide)

    def _toolchains(self, programs: Iterable[Executable]) -> set[str]:
        """Return the resources that stand for the toolchains of these programs on this machine."""
        languages = {program.language for program in programs}
        resources = {node.toolchain(id, self._spec.store) for id in languages}
        return resources - {""}

    def _do(self, payload: bytes, demands: set[str], decide: bool) -> Any:
        """Have a function called on a node, and return its result.

        A node may lack files: it says so, gets them, and is asked again. If its process
        is lost meanwhile, any node may do the work.
        """
        client = self._client.result()
        chosen = ""  # the one node that may do the work; "": any that fits
        while True:
            fitting = self._fitting(demands)
            if decide and not chosen:
                chosen = min(fitting, default="")
            wanted = set(demands)
            if chosen:
                wanted.add(f"node: {chosen}")
            try:
                answer = self._call(client, payload, wanted)
            except NoValidWorkerError as lost:
                if not chosen:
                    raise self._lost(lost) from lost
                chosen = ""
                self._looked_s = 0.0  # what is known of the nodes is out of date
                continue
            except _LOST as lost:
                raise self._lost(lost) from lost
            if not isinstance(answer, node.Lacking):
                return answer
            # The chosen node has been sent its files: what it still lacks is sent again.
            chosen = self._send(client, answer, again=chosen == answer.node)

    def _call(self, client: Client, payload: bytes, resources: set[str]) -> Any:
        """Call a function on a node that has these resources, and let the cluster forget it."""
        sent = client.submit(
            node.work_on,
            payload,
            pure=False,
            resources=dict.fromkeys(resources, 1.0),
            key=f"judge-{uuid.uuid4().hex}",
        )
        try:
            return sent.result()
        finally:
            sent.release()

    def _lost(self, problem: BaseException) -> MachineError:
        why = _WHY.get(type(problem), f"the scheduler is lost ({problem!r})")
        return MachineError(f"{self._place}: {why}")

    def _fitting(self, demands: set[str]) -> set[str]:
        """Return the nodes that have what is demanded. Raise MachineError if there are
        only others."""
        processes = self._look()
        fitting = set()
        for resources in processes:
            name = node.info_of(resources).name
            reason = _misfit(demands, resources)
            if reason:
                refused = f"node {name} is refused: {reason}"
                self._known[name] = replace(self._known[name], refused=refused)
            else:
                fitting.add(name)
        if processes and not fitting:
            raise MachineError("\n".join(info.refused for info in self._known.values()))
        return fitting

    def _send(self, client: Client, lacking: node.Lacking, again: bool) -> str:
        """Send a node what its store lacks, each file once, unless it is lacking
        `again`. Return its name; empty if its process is lost."""
        with self._sending, contextlib.suppress(*_LOST):
            sent = self._sent[lacking.node]
            wanted = [key for key in lacking.keys if key not in sent or again]
            while wanted:
                parcel: list[tuple[str, node.Content]] = []
                size = 0
                while wanted and size < _PARCEL_BYTES:
                    key = wanted.pop()
                    content = _content(self._spec.store, key)
                    parcel.append((key, content))
                    size += len(content)
                payload = pickle.dumps(((), (), node.receive, (parcel,)))
                client.run(node.work_on, payload, workers=[lacking.address])
                sent.update(key for key, _ in parcel)
            return lacking.node
        return ""

    def kill(self) -> None:
        super().kill()
        self._disconnect()

    def close(self) -> None:
        super().close()
        self._disconnect()
        self._waiting.shutdown(wait=False, cancel_futures=True)
        if self._own is not None:
            self._own.stop()

    def _disconnect(self) -> None:
        """Give up everything that waits for the cluster."""
        with contextlib.suppress(MachineError, *_LOST):
            self._client.result().close(timeout=_DISCONNECT_S)


def _start(spec: ExecutorSpec, place: str) -> serving.Serving:
    """Start the N processes of `local=N`, and a scheduler for them."""
    count = place.removeprefix("local=")
    if not count.isdecimal() or not 1 <= int(count) <= 512:
        raise UsageError(
            f"--executor dask:{place}: expected dask:local=N with N from 1 to 512"
        )
    info = NodeInfo(platform.node(), spec.tier, int(count))
    resources = node.announcement(info, spec.store, remote=False)
    trusted = Security.temporary()
    own = serving.Serving("127.0.0.1:0", trusted, info, spec.store.root, resources, True)
    own.start()
    return own


def _misfit(demands: set[str], resources: Mapping[str, float]) -> str:
    """Return why a node may not do work with these demands; empty if it may."""
    for wanted in sorted(demands - resources.keys()):
        topic = wanted.partition(":")[0]
        if topic == "version":
            return "it runs another version of judge"
        of_topic = [name for name in resources if name.startswith(f"{topic}:")]
        there = of_topic[0] if of_topic else "nothing"
        return f"it has {there}; this machine has {wanted}"
    return ""


def _content(store: Store, key: str) -> node.Content:
    if store.has(key):
        return store.blob(key).read_bytes()
    folder = store.tree(key)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in files]
