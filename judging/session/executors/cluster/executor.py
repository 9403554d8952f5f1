"""The executor of a command that judges on a cluster.

Functions that are spread run on the nodes; everything else runs on this machine as without a
cluster. Each has a thread here that waits for its result, takes it, and lets the cluster forget it:
what a lost node has done or begun is done again elsewhere, and counts once.
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
from judging.core.results import NodeInfo
from judging.programs import Executable
from judging.session.executors.cluster import node, serving
from judging.session.executors.contract import ExecutorSpec
from judging.session.executors.local import ThreadsExecutor
from judging.session.kept import code_digest
from judging.store import Store

_LOOK_S = 1.0  # how old what is known of the nodes may be
_PARCEL_BYTES = 2**24
_MOST_WAITING = 2000
_WHY = {
    NoValidWorkerError: "no node answers any more",
    KilledWorker: "several processes of nodes ended while they did the same work",
}
_LOST = (CancelledError, OSError, RuntimeError, *_WHY)


class ClusterExecutor(ThreadsExecutor):
    """Spreads functions over the nodes of the scheduler at `place`, a `host:port`, or over N
    processes that it starts on this machine if that is `local=N`."""

    chunk_s = 1.0

    def __init__(self, spec: ExecutorSpec, place: str) -> None:
        super().__init__(spec)
        self._place = place
        self._known: dict[str, NodeInfo] = {}
        self._processes: list[dict[str, float]] = []  # the Dask resources of each
        self._looked_s = 0.0
        self._sent: defaultdict[str, set[str]] = defaultdict(
            set
        )  # keys of files, by node
        self._sending = threading.Lock()
        self._waiting = ThreadPoolExecutor(
            _MOST_WAITING, thread_name_prefix="judge-cluster"
        )
        self._own = _start(spec, place) if place.startswith("local") else None
        trusted = (
            self._own.security
            if self._own
            else serving.security(place, None, None, None)
        )
        self._client = self._waiting.submit(self._connect, trusted)
        if self._own is None:
            self._client.result()

    def _connect(self, trust: Security) -> Client:
        try:
            with serving.configured():
                own = self._own and self._own.address.result()
                address = (
                    own
                    or f"{'tls' if trust.require_encryption else 'tcp'}://{self._place}"
                )
                return Client(address, security=trust, timeout=10)
        except OSError as problem:
            raise serving.unreachable(self._place, trust, problem) from problem

    @property
    def slots(self) -> int:
        return 2 * max(1, len(self._look()))

    @property
    def nodes(self) -> Mapping[str, NodeInfo]:
        self._look()
        return self._known

    def _look(self) -> list[dict[str, float]]:
        """Return the Dask resources of every process; ask for them if the last answer is old."""
        if time.monotonic() - self._looked_s > _LOOK_S:
            self._looked_s = time.monotonic()
            with contextlib.suppress(
                MachineError, *_LOST
            ):  # whoever waits for work hears of it
                workers = self._client.result().scheduler_info(n_workers=-1)["workers"]
                self._processes = [dict(each["resources"]) for each in workers.values()]
                for info in map(node.info_of, self._processes):
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
            ids = (
                {program.language for program in needed.values()}
                if self._own is None
                else ()
            )
            demands |= {node.toolchain(id, self._spec.store) for id in ids} - {""}
        return self._waiting.submit(self._do, payload, demands, decide)

    def _do(self, payload: bytes, demands: set[str], decide: bool) -> Any:
        """Have a function called on a node, and return its result."""
        client, on = self._client.result(), ""
        while True:
            fitting = self._fitting(demands)
            on = on or (min(fitting, default="") if decide else "")
            wanted = {*demands, f"node: {on}"} if on else demands
            how = {
                "resources": dict.fromkeys(wanted, 1.0),
                "key": f"judge-{uuid.uuid4().hex}",
            }
            try:
                sent = client.submit(node.work_on, payload, pure=False, **how)
                try:
                    answer = sent.result()
                finally:
                    sent.release()
                if not isinstance(answer, node.Lacking):
                    return answer
                on = self._send(client, answer, again=on == answer.node)
            except _LOST as lost:
                if not (on and isinstance(lost, NoValidWorkerError)):
                    why = _WHY.get(type(lost), f"the scheduler is lost ({lost!r})")
                    raise MachineError(f"{self._place}: {why}") from lost
                on, self._looked_s = "", 0.0

    def _fitting(self, demands: set[str]) -> set[str]:
        """Return the nodes that have what is demanded. Raise MachineError if there are only
        others."""
        processes, fitting = self._look(), set()
        for resources in processes:
            name = node.info_of(resources).name
            if reason := _misfit(demands, resources):
                refused = f"node {name} is refused: {reason}"
                self._known[name] = replace(self._known[name], refused=refused)
            else:
                fitting.add(name)
        if processes and not fitting:
            raise MachineError("\n".join(info.refused for info in self._known.values()))
        return fitting

    def _send(self, client: Client, lacking: node.Lacking, again: bool) -> str:
        """Send a node what its store lacks, each file once, unless it is lacking `again`. Return
        its name; empty if its process is lost."""
        with self._sending, contextlib.suppress(*_LOST):
            sent = self._sent[lacking.node]
            wanted = [key for key in lacking.keys if key not in sent or again]
            while wanted:
                parcel: list[tuple[str, node.Content]] = []
                while (
                    wanted and sum(len(content) for _, content in parcel) < _PARCEL_BYTES
                ):
                    parcel.append((key := wanted.pop(), _content(self._spec.store, key)))
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
            self._client.result().close(timeout=5)


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
        there = next(
            (name for name in resources if name.startswith(f"{topic}:")), "nothing"
        )
        return f"it has {there}; this machine has {wanted}"
    return ""


def _content(store: Store, key: str) -> node.Content:
    if store.has(key):
        return store.blob(key).read_bytes()
    folder = store.tree(key)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in files]
