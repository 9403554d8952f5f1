"""Starts a scheduler and the processes of a node, and says how to reach them safely.

Whoever can connect to a port of Dask can run code as its user, outside of the sandbox.
So every connection to another machine has TLS with a certificate on both sides, and so
have the processes that a client starts for itself, with a key that lives as long as they do.
"""

import asyncio
import contextlib
import ipaddress
import logging
import os
import signal
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from pathlib import Path

import dask
from distributed import Nanny, Scheduler
from distributed.security import Security
from distributed.utils import get_ip

from judging.core.errors import MachineError, UsageError
from judging.core.machines import NodeInfo
from judging.files import temporary_folder
from judging.session.executors.cluster.node import Node

_STARTS = 5  # of a process that ends before it is ready
# What does not answer for so long is lost. A node that swaps, or a switch that starts
# again, comes back within it; a command that waits for a lost node still ends soon.
SILENT_S = 30
# A process of a node whose scheduler runs beside it has so long to start. It cannot wait for a
# lost scheduler, only for a core: with 25 busy processes on two cores, Python and Dask needed
# more than 30 s.
_START_S = 180
_CONFIG = {
    "distributed.scheduler.allowed-failures": 10,  # deaths of processes with the same work
    "distributed.scheduler.worker-ttl": f"{SILENT_S}s",
    "distributed.scheduler.no-workers-timeout": f"{SILENT_S}s",
    "distributed.comm.timeouts.connect": "10s",
    "distributed.comm.timeouts.tcp": f"{SILENT_S}s",
    # Dask always opens a port for HTTP. It is on loopback, and nothing is there.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}


def security(place: str, *files: str | None) -> Security:
    """Return how to talk to a `host:port`. Raise UsageError if that would not be safe.

    files: the certificates of the authority and of this machine, and its key, unless the
    environment names them. Without any, only loopback is safe.
    """
    host = place.rpartition(":")[0].strip("[]")
    names = ("ca", "cert", "key")
    by_default = (os.environ.get(f"JUDGE_TLS_{name.upper()}") for name in names)
    given = zip(files, by_default, strict=True)
    known = [file or default for file, default in given]
    if not any(known):
        with contextlib.suppress(ValueError):
            if host == "localhost" or ipaddress.ip_address(host).is_loopback:
                return Security()
        raise UsageError(
            f"{place}: whoever can connect to it can run code here, so it needs TLS: give --tls-ca, "
            "--tls-cert and --tls-key, or set JUDGE_TLS_CA, JUDGE_TLS_CERT and JUDGE_TLS_KEY; "
            "docs/cluster.md says how to make the files"
        )
    for file, name in zip(known, names, strict=True):
        if file is None or not os.access(file, os.R_OK):
            raise UsageError(f"--tls-{name} {file or ''}: expected a readable file")
    ca, cert, key = map(str, known)
    _check(ca, cert, key)
    own = {}
    for role in ("client", "scheduler", "worker"):
        own[f"tls_{role}_cert"] = cert
        own[f"tls_{role}_key"] = key
    return Security(require_encryption=True, tls_ca_file=ca, **own)


def _check(ca: str, cert: str, key: str) -> None:
    """Raise UsageError if no machine with the same files would take a certificate."""
    here = ssl.MemoryBIO()
    there = ssl.MemoryBIO()
    try:
        client = ssl.create_default_context(cafile=ca)
        client.check_hostname = False
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(cert, key, password="")
        ends = (
            client.wrap_bio(here, there),
            server.wrap_bio(there, here, server_side=True),
        )
        # In memory: each end speaks twice until both have seen the other's certificate.
        for end in (*ends, *ends):
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
    except ssl.SSLError as problem:
        why = getattr(
            problem, "verify_message", problem.reason or "expected PEM, not encrypted"
        )
        why = why.replace("_", " ").lower()
        wrong = f"--tls-cert {cert} --tls-key {key}: no certificate of the authority --tls-ca {ca}"
        raise UsageError(f"{wrong} ({why}); see docs/cluster.md") from problem


def unreachable(place: str, security: Security, problem: BaseException) -> MachineError:
    """Return the error for a scheduler at a `host:port` that this machine cannot talk to."""
    lost = _cause(problem, OSError)
    if _cause(problem, ssl.SSLError):
        ca = security.tls_ca_file
        what = f"has no certificate of the authority --tls-ca {ca}: give the files of its cluster"
    elif lost:
        what = f"does not answer: {lost}"
    else:
        what = f"ended, or already has a node of this name: {problem}"
    return MachineError(f"the scheduler at {place} {what}")


def _cause(problem: BaseException | None, kind: type[Exception]) -> BaseException | None:
    """Return the exception of this kind in a chain of causes, or None."""
    while problem is not None and not isinstance(problem, kind):
        problem = problem.__cause__
    return problem


def _shield_processes() -> None:
    """Keep the signals of a terminal from the processes that this thread and its
    threads start: they inherit what is blocked.

    The judge ends its processes. One that a signal reached while it starts would print
    a traceback.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    # A process of the library, which runs as long as this one. Whoever starts it no
    # longer blocks SIGINT, so it starts first.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


@contextlib.contextmanager
def configured() -> Iterator[None]:
    """Apply the settings of a cluster to what is opened in the block. Dask's log is
    shut: the judge says what is lost."""
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)
    with dask.config.set(_CONFIG):
        yield


@dataclass(slots=True)
class Serving:
    """A node with its store at `root`, with `scheduler` also the scheduler at `place`; in a thread.

    address: the scheduler's, once all are ready. ended: MachineError if the scheduler is lost.
    """

    place: str
    security: Security
    info: NodeInfo
    root: Path
    resources: dict[str, float]
    scheduler: bool
    address: Future[str] = field(default_factory=Future)
    ended: Future[None] = field(default_factory=Future)
    _stop: Future[None] = field(default_factory=Future)

    def start(self) -> None:
        """Start everything; return at once."""
        threading.Thread(target=self._run, name="judge-cluster", daemon=True).start()

    def stop(self) -> None:
        """End everything; return when it has ended."""
        if not self._stop.done():
            self._stop.set_result(None)
        self.ended.exception()

    def _run(self) -> None:
        _shield_processes()
        try:
            with configured():
                asyncio.run(self._serve())
            self.ended.set_result(None)
        except Exception as problem:
            for future in (self.address, self.ended):
                if not future.done():
                    future.set_exception(unreachable(self.place, self.security, problem))

    async def _serve(self) -> None:
        protocol = "tcp://"
        if self.security.require_encryption:
            protocol = "tls://"
        address = protocol + self.place
        host, _, port = self.place.rpartition(":")
        host = host.strip("[]")
        common = {
            "security": self.security,
            "dashboard_address": "127.0.0.1:0",
            "dashboard": False,
        }
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(temporary_folder("judge-"))
            folder.chmod(0o711)  # programs have other user ids
            # Dask leaves a folder behind wherever it may write.
            common["local_directory"] = str(folder)
            if self.scheduler:
                place = {"protocol": protocol, "host": host, "port": int(port), **common}
                scheduler = Scheduler(**place)
                address = (await stack.enter_async_context(scheduler)).address
            # Dask must not write results to the disk, end a process for its memory, or
            # listen on every interface.
            common |= {"nthreads": 1, "memory_limit": 0, "host": get_ip(host)}
            common |= {"resources": self.resources}
            common |= {"env": {"TMPDIR": str(folder)}, "silence_logs": logging.CRITICAL}
            common["death_timeout"] = _START_S if self.scheduler else SILENT_S

            async def process(node: Node, starts: int = _STARTS) -> Nanny:
                name = f"{node.info.name}-{node.number}"
                try:
                    nanny = Nanny(address, name=name, plugins=(node,), **common)
                    return await stack.enter_async_context(nanny)
                except RuntimeError as problem:
                    # Unless the certificate is wrong, somebody has killed the process.
                    if starts == 1 or _cause(problem, ssl.SSLError):
                        raise
                return await process(node, starts - 1)

            nodes = [
                Node(self.info, self.root, number) for number in range(self.info.cores)
            ]
            nannies = await asyncio.gather(*map(process, nodes))
            self.address.set_result(address)
            stopped = asyncio.wrap_future(self._stop)
            lost = [asyncio.ensure_future(nanny.finished()) for nanny in nannies]
            await asyncio.wait([stopped, *lost], return_when=asyncio.FIRST_COMPLETED)
            if not stopped.done():
                raise RuntimeError("the scheduler dropped a worker process")
