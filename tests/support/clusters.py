"""Packages, processes and reports for tests of a cluster."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path

import psutil
from support.command import ROOT, argv, environment
from support.packages import make_package

from judging import load
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.sandbox.worker import Worker
from judging.values import replace

# What stands in front of `print(a + b)` of a submission: nothing, or how it fails on some tests.
_SUBMISSIONS = {
    "accepted/add.py": "",
    "wrong_answer/late.py": "a += a == 9\n",
    "wrong_answer/first.py": "a += 1\n",
    "run_time_error/dies.py": "assert a != 5\n",
}
_SLOW = {
    "accepted/slow.py": "sum(range(400_000))\n",
    "time_limit_exceeded/hangs.py": "while a == 11: pass\n",
}


def sums(root: Path, tests: int, *, slow: bool) -> Problem:
    """Write and load a package of sums, with submissions that fail early, late and never, and with
    `slow` ones."""
    changes: dict[str, str] = {
        "solutions/accepted/sum.py": "a, b = map(int, input().split())\nprint(a + b)\n",
        "validators/check.py": "import sys\nsys.exit(42)\n",
    }
    for number in range(tests):
        changes[f"problem/data/secret/t{number:03}.in"] = f"{number} 1\n"
        changes[f"problem/data/secret/t{number:03}.ans"] = f"{number + 1}\n"
    for name, fault in {**_SUBMISSIONS, **(_SLOW if slow else {})}.items():
        code = f"a, b = map(int, input().split())\n{fault}print(a + b)\n"
        changes[f"solutions/{name}"] = code
    return load(make_package(root, changes))


def essence(report: RunReport) -> tuple[object, ...]:
    """Return the parts of a report that depend on neither times nor nodes."""
    submissions = [
        (
            replace(submission, testcases=(), why=""),
            [
                (t.name, t.verdict, t.check, t.diff, t.score)
                for t in submission.testcases
            ],
        )
        for submission in report.submissions
    ]
    return report.exit_code, report.complete, report.diagnostics, submissions


def results_of_nothing(count: int, worker: Worker) -> list[TestcaseResult]:
    """Return results as a chunk of jobs does, without a run."""
    execution = Execution(Ending.EXITED, 0.01, 0.01, 2**20, 0)
    made = TestcaseResult("secret/a-test", Verdict.AC, execution, node=worker.node)
    return [replace(made, name=f"secret/{number:06}") for number in range(count)]


def fault_of_ours(worker: Worker) -> None:
    """Raise what Dask raises too when a scheduler is lost."""
    raise RuntimeError("a fault of ours")


def work_without_end(worker: Worker) -> None:
    """Fill a folder of the store until the process is killed."""
    with worker.store.workspace():
        time.sleep(600)


def nothing_to_build(worker: Worker) -> None:
    """Build a program that exists as soon as its working files do."""


def node_processes(parent: int | None = None) -> list[psutil.Process]:
    """Return the processes of nodes that this process, or `parent`, has started."""
    found = []
    for child in psutil.Process(parent).children():
        with contextlib.suppress(psutil.Error):
            if any("spawn_main" in word for word in child.cmdline()):
                found.append(child)
    return found


@contextlib.contextmanager
def signalled(
    seed: int, within_s: float, number: int = signal.SIGKILL
) -> Iterator[None]:
    """Send a signal to a node process of this process, at a random moment of the next seconds."""
    draw = random.Random(seed)
    ended = threading.Event()

    def strike() -> None:
        if not ended.wait(draw.uniform(0, within_s)) and (running := node_processes()):
            with contextlib.suppress(psutil.Error):
                draw.choice(running).send_signal(number)

    thread = threading.Thread(target=strike)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def free_address() -> str:
    """Return a loopback address where nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


@contextlib.contextmanager
def worker(
    address: str,
    *args: object,
    env: Mapping[str, str] | None = None,
    within: Sequence[str] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `judge worker` once it is ready, and kill it with its processes at the end.

    within: words in front of the command, such as those that enter a network namespace.
    """
    process = subprocess.Popen(
        [*within, *argv("worker", address, *args)],
        env=environment(**(env or {})),
        stdout=subprocess.PIPE,
        process_group=0,
    )
    assert process.stdout is not None
    try:
        said = b""
        while b"ready at" not in said:
            line = process.stdout.readline()
            assert line, f"judge worker ended: {said!r}"
            said += line
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def make_keys(folder: Path, *names: str) -> dict[str, dict[str, str]]:
    """Make an authority and keys as docs/cluster.md says; return variables for each name."""
    text = (ROOT / "docs" / "cluster.md").read_text()
    lines = [line.strip() for line in text.splitlines() if "openssl " in line]
    first, *each = (line.replace("rsa:3072", "rsa:2048") for line in lines)
    loop = f"for name in {' '.join(names)}; do {'; '.join(each)}; done"
    script = f"set -e; {first}; {loop}"
    subprocess.run(["sh", "-c", script], cwd=folder, check=True, capture_output=True)
    return {
        name: {
            "JUDGE_TLS_CA": str(folder / "ca.pem"),
            "JUDGE_TLS_CERT": str(folder / f"{name}.pem"),
            "JUDGE_TLS_KEY": str(folder / f"{name}.key"),
        }
        for name in names
    }


def ports_of(process: subprocess.Popen[bytes]) -> set[int]:
    """Return the ports where a process and those that it has started listen."""
    root = psutil.Process(process.pid)
    found = (
        each.net_connections("tcp") for each in (root, *root.children(recursive=True))
    )
    return {c.laddr.port for of in found for c in of if c.status == psutil.CONN_LISTEN}


def admits(port: int, keys: Mapping[str, str]) -> bool:
    """Return whether somebody who trusts everybody is let in with these keys, or without any. A
    port without TLS lets everybody in."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if keys:
        context.load_cert_chain(keys["JUDGE_TLS_CERT"], keys["JUDGE_TLS_KEY"])
    try:
        plain = socket.create_connection(("127.0.0.1", port), timeout=2)
        with context.wrap_socket(plain) as connection:
            return connection.recv(1) != b""
    except TimeoutError:  # it waits for a request
        return True
    except OSError:
        return False


def asked(port: int, path: str) -> int:
    """Return the status of the answer to a request by HTTP."""
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


@contextlib.contextmanager
def two_networks() -> Iterator[dict[str, list[str]]]:
    """Make two network namespaces that reach each other, `left` at 10.213.0.1 and `right` at
    10.213.0.2; yield the words that run a command in each."""
    token = f"judge{os.getpid()}"
    names = {side: f"{token}{side}" for side in ("left", "right")}
    left, right = names.values()
    commands = [f"netns add {left}", f"netns add {right}"]
    commands.append(
        f"link add veth0 netns {left} type veth peer name veth0 netns {right}"
    )
    for number, name in enumerate((left, right), 1):
        commands += [f"-n {name} addr add 10.213.0.{number}/24 dev veth0"]
        commands += [f"-n {name} link set {link} up" for link in ("veth0", "lo")]
    try:
        for command in commands:
            subprocess.run(["ip", *command.split()], check=True)
        yield {side: ["ip", "netns", "exec", name] for side, name in names.items()}
    finally:
        for name in names.values():
            subprocess.run(["ip", "netns", "del", name], check=False)
