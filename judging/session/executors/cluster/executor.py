"""The executor of a command that judges on a cluster.

Functions that are spread run on the nodes; everything else runs on this machine as
without a cluster. Each call that is spread has a thread here, which waits for its result
and takes it; the cluster then forgets the call. What a lost node has done or begun is
done again elsewhere, and counts once.
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
from typing import Any

from distributed import Client
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker, NoValidWorkerError
from distributed.security import Security

from judging.core.errors import MachineError, UsageError
from judging.core.limits import MIB
from judging.core.machines import NodeInfo
from judging.programs import Executable
from judging.session.executors.cluster import node, serving
from judging.session.executors.contract import ExecutorSpec
from judging.session.executors.threads import ThreadsExecutor
from judging.session.own_code import whole_code
from judging.store import Store
from judging.values import replace

# How old what is known of the nodes may be: asking costs a round trip to the scheduler.
_LOOK_S = 1.0
# Files are sent in parcels of about this size. Small enough that several fit into a
# node's memory, large enough that small files share a round trip.
_PARCEL_BYTES = 16 * MIB
# Calls that wait for the cluster at once; each has a thread here, which does nothing but
# wait. Far more than two for each of the cores that one scheduler keeps busy
# (docs/cluster.md). A thread is made only when a call needs one.
_MOST_WAITING = 2000
# A scheduler answers within milliseconds, so these are spent only where there is none,
# or none any more.
_CONNECT_S = 10
_DISCONNECT_S = 5
# Why a call was lost, by the exception of Dask's scheduler.
_REASONS = {
    NoValidWorkerError: "no node answers any longer",
    KilledWorker: "several node processes ended during the same piece of work",
}
# What Dask raises if the scheduler or a process is lost. It is a RuntimeError if the
# loop of the client ("IOLoop is closed") or its connections ("ConnectionPool is closed")
# were closed meanwhile. What a function raises on a node never comes this way:
# `node.work_on` returns it.
_DASK_ERRORS = (CancelledError, ClosedClientError, OSError, RuntimeError, *_REASONS)


class ClusterExecutor(ThreadsExecutor):
    """Spreads functions over the nodes of the scheduler at `place`, a `host:port`, or
    over N processes that it starts on this machine if that is `local=N`."""

    # A chunk costs the client 11 ms (docs/cluster.md), so these are 1 % of its time.
    # Longer ones would gain little, and more would be lost with a process.
    chunk_s = 1.0

    def __init__(self, spec: ExecutorSpec, place: str) -> None:
        super().__init__(spec)
        self._place = place
        # Every node that was ever seen, by name, and why it is refused.
        self._nodes: dict[str, NodeInfo] = {}
        # The Dask resources of each process, as `node.announcement` writes them.
        self._processes: list[dict[str, float]] = []
        self._looked_at_s = 0.0  # when the scheduler was last asked for them
        # The keys of the files that were sent, by node.
        self._sent: defaultdict[str, set[str]] = defaultdict(set)
        self._sending = threading.Lock()
        self._waiting = ThreadPoolExecutor(
            _MOST_WAITING, thread_name_prefix="judge-cluster"
        )
        self._own: serving.Serving | None = None
        # `localhost:8786` is the address of a scheduler.
        if place == "local" or place.startswith("local="):
            self._own = _start(spec, place)
            trusted = self._own.security
        else:
            trusted = serving.security(place, None, None, None)
        self._client = self._waiting.submit(self._open_client, trusted)

    def connect(self) -> None:
        # The processes of `local=N` take seconds to start: what runs on this machine
        # need not wait for them.
        if self._own is None:
            self._client.result()

    def _open_client(self, trust: Security) -> Client:
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
        return self._nodes

    def _look(self) -> list[dict[str, float]]:
        """Return the Dask resources of every process; ask for them if the last answer is old."""
        if time.monotonic() - self._looked_at_s > _LOOK_S:
            self._looked_at_s = time.monotonic()
            # Callers that wait for work learn that the scheduler is lost.
            with contextlib.suppress(MachineError, *_DASK_ERRORS):
                workers = self._client.result().scheduler_info(n_workers=-1)["workers"]
                self._processes = [dict(each["resources"]) for each in workers.values()]
                for resources in self._processes:
                    self._note_node(node.info_of(resources))
        return self._processes

    def _note_node(self, info: NodeInfo) -> None:
        """Note what a node announces. If it was started again and announces something
        else, it is a new node, which was not refused."""
        seen = self._nodes.get(info.name)
        if seen is None or replace(seen, refused="") != info:
            self._nodes[info.name] = info

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
        demands = {"judge", f"version: {whole_code(self._spec.store)}"}
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
        served = ""  # the node that was sent its files; "": none
        while True:
            fitting = self._fitting_nodes(demands)
            if decide and not chosen:
                # Always the same one. If none is known yet, it is the first that comes.
                chosen = min(fitting, default="")
            resources = set(demands)
            if chosen:
                resources.add(f"node: {chosen}")
            try:
                answer = self._call(client, payload, resources)
            except NoValidWorkerError as problem:
                if not chosen:
                    raise self._machine_error(problem) from problem
                chosen = ""
                self._looked_at_s = 0.0  # what is known of the nodes is out of date
                continue
            except _DASK_ERRORS as problem:
                raise self._machine_error(problem) from problem
            if not isinstance(answer, node.Lacking):
                return _result_of(answer)
            # A node that was sent its files and lacks some has lost its store: what it
            # got earlier is sent again.
            served = self._send(client, answer, again=answer.node == served)
            chosen = served

    def _call(self, client: Client, payload: bytes, resources: set[str]) -> Any:
        """Call a function on a node that has these resources, and let the cluster forget
        it. Return the answer of `node.work_on`."""
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

    def _machine_error(self, problem: BaseException) -> MachineError:
        """Return the error for an exception of Dask."""
        why = _REASONS.get(type(problem), f"the scheduler is lost ({problem!r})")
        return MachineError(f"{self._place}: {why}")

    def _fitting_nodes(self, demands: set[str]) -> set[str]:
        """Return the nodes that have what is demanded, and note of the others that they
        are refused, which the report says.

        Raise MachineError with the reasons if there are only others.
        """
        processes = self._look()
        fitting: set[str] = set()
        reasons: dict[str, str] = {}
        for resources in processes:
            name = node.info_of(resources).name
            misfit = _misfit(demands, resources)
            if misfit:
                reasons[name] = f"node {name} is refused: {misfit}"
            else:
                fitting.add(name)
        # A node that is refused stays so if other work fits: the report says that it
        # could not do all of it.
        for name, reason in reasons.items():
            self._nodes[name] = replace(self._nodes[name], refused=reason)
        if processes and not fitting:
            raise MachineError("\n".join(reasons.values()))
        return fitting

    def _send(self, client: Client, lacking: node.Lacking, again: bool) -> str:
        """Send a node what its store lacks, each file once, unless it is lacking
        `again`. Return its name; empty if its process is lost."""
        # One lock for all nodes: two calls must not send a node the same file, and the
        # parcels for several nodes share the memory here and the way through the
        # scheduler, so they would not arrive sooner side by side.
        with self._sending:
            sent = self._sent[lacking.node]
            wanted = [key for key in lacking.keys if key not in sent or again]
            while wanted:
                parcel = self._next_parcel(wanted)
                payload = pickle.dumps(((), (), node.receive, (parcel,)))
                try:
                    answers = client.run(
                        node.work_on, payload, workers=[lacking.address]
                    )
                except _DASK_ERRORS:
                    return ""
                for answer in answers.values():
                    _result_of(answer)
                sent.update(key for key, _ in parcel)
        return lacking.node

    def _next_parcel(self, wanted: list[str]) -> list[tuple[str, node.Content]]:
        """Take keys off `wanted` until their contents fill a parcel; return both."""
        parcel: list[tuple[str, node.Content]] = []
        size = 0
        while wanted and size < _PARCEL_BYTES:
            key = wanted.pop()
            content = _content(self._spec.store, key)
            parcel.append((key, content))
            size += _bytes_of(content)
        return parcel

    def kill(self) -> None:
        super().kill()
        self._disconnect()

    def close(self) -> None:
        super().close()
        self._disconnect()
        self._waiting.shutdown(wait=False, cancel_futures=True)
        if self._own is not None:
            self._own.stop()
            # A process that still worked was killed.
            self._spec.store.remove_unfinished()

    def _disconnect(self) -> None:
        """Give up everything that waits for the cluster."""
        with contextlib.suppress(MachineError, *_DASK_ERRORS):
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


def _result_of(answer: Any) -> Any:
    """Return what a function returned on a node, or raise what it raised."""
    if isinstance(answer, node.Raised):
        raise answer.problem
    return answer


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


def _bytes_of(content: node.Content) -> int:
    if isinstance(content, bytes):
        return len(content)
    return sum(len(data) for _name, data in content)
