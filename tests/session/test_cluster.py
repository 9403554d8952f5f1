"""A cluster judges as one machine does, whatever happens to its processes."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import psutil
import pytest
from distributed import Client
from support.clusters import (
    admits,
    asked,
    essence,
    fault_of_ours,
    free_address,
    make_keys,
    node_processes,
    nothing_to_build,
    ports_of,
    results_of_nothing,
    signalled,
    sums,
    two_networks,
    work_without_end,
    worker,
)
from support.command import TESTS, Package, argv, ended, environment, sound, spawn
from support.command import judge as command
from support.disks import fill, small_disk
from support.waiting import wait_until

from judging import judge
from judging.core.events import Event, TestcaseDone
from judging.core.limits import MIB
from judging.core.problem import Problem
from judging.core.results import RunReport
from judging.programs import Executable
from judging.programs.executable import Recipe
from judging.sandbox import choose
from judging.session import WorkExecutor
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

KILLS, MANY_KILLS = 4, 500


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    """A package whose runs take some seconds."""
    return sums(tmp_path_factory.mktemp("package"), 40, slow=True)


@pytest.fixture(scope="module")
def alone(problem: Problem) -> RunReport:
    """The report of one machine."""
    return judge(problem, fresh=True)


@pytest.fixture
def cluster(store: Store) -> Iterator[WorkExecutor]:
    """Two processes of this machine."""
    opened = open_executor(ExecutorSpec(2, choose("auto", store), store), "dask:local=2")
    yield opened
    opened.close()


@pytest.mark.slow
def test_two_processes_judge_as_one_when_one_is_killed(
    tmp_path: Path, cluster: WorkExecutor
) -> None:
    problem = sums(tmp_path, 10, slow=False)
    killed: list[int] = []

    def kill_once(event: Event) -> None:
        if isinstance(event, TestcaseDone) and not killed:
            (victim, *_) = node_processes()
            victim.kill()
            killed.append(victim.pid)

    report = judge(problem, executor=cluster, fresh=True, on_event=kill_once)
    assert killed
    assert essence(report) == essence(judge(problem, fresh=True))
    (node,) = report.nodes
    assert {t.node for s in report.submissions for t in s.testcases} == {node.name}


@pytest.mark.slow
def test_an_exception_of_a_function_is_not_a_lost_scheduler(
    cluster: WorkExecutor,
) -> None:
    """Dask raises RuntimeErrors too: those of a function are passed on as they are."""
    with pytest.raises(RuntimeError, match="a fault of ours") as caught:
        cluster.spread((), (), fault_of_ours).result()
    (note,) = caught.value.__notes__
    assert "in fault_of_ours" in note


@pytest.mark.slow
def test_a_node_gets_large_trees_in_several_parcels(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parcel is full at 16 MiB, whether it holds files or trees."""
    sizes: list[int] = []
    run = Client.run

    def weighed(
        client: Client, function: object, payload: bytes, **where: object
    ) -> Any:
        sizes.append(len(payload))
        return run(client, function, payload, **where)

    monkeypatch.setattr(Client, "run", weighed)
    trees: list[str] = []
    for number in range(6):
        content = bytes([number]) * (3 * MIB)
        trees.append(store.add_tree([("a", content), ("b", content)]))
    program = Executable(
        "p",
        "none",
        "0" * 64,
        (),
        working_files=tuple(trees),
        recipe=Recipe((), nothing_to_build),
    )
    address = free_address()
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(TESTS)}
    spec = ExecutorSpec(1, choose("auto", store), store, any_node=True)
    with (
        worker(address, "--scheduler", "--jobs", 1, env=env),
        contextlib.closing(open_executor(spec, f"dask:{address}")) as cluster,
    ):
        call = cluster.spread([program], (), results_of_nothing, 1)
        assert len(call.result()) == 1
    assert len(sizes) == 2  # 18 MiB each
    assert max(sizes) < 19 * MIB


def _judge_under_kills(
    kills: int, problem: Problem, alone: RunReport, cluster: WorkExecutor
) -> None:
    expected = {"first-error": alone, "all": judge(problem, fresh=True, until="all")}
    for seed in range(kills):
        until = "all" if seed % 2 else "first-error"
        with signalled(seed, within_s=2.0):
            report = judge(problem, executor=cluster, fresh=True, until=until)
        assert essence(report) == essence(expected[until]), seed


@pytest.mark.slow
def test_reports_are_equal_under_kills_at_random_moments(
    problem: Problem, alone: RunReport, cluster: WorkExecutor
) -> None:
    _judge_under_kills(KILLS, problem, alone, cluster)


@pytest.mark.slow
@pytest.mark.long
def test_reports_are_equal_under_many_kills(
    problem: Problem, alone: RunReport, cluster: WorkExecutor
) -> None:
    _judge_under_kills(MANY_KILLS, problem, alone, cluster)


@pytest.mark.slow
def test_a_process_that_hangs_is_replaced(
    problem: Problem, alone: RunReport, cluster: WorkExecutor
) -> None:
    stopped: list[int] = []

    def stop_once(event: Event) -> None:
        if isinstance(event, TestcaseDone) and not stopped:
            (victim, *_) = node_processes()
            victim.send_signal(signal.SIGSTOP)
            stopped.append(victim.pid)

    report = judge(problem, executor=cluster, fresh=True, on_event=stop_once)
    assert stopped
    assert essence(report) == essence(alone)


@pytest.mark.slow
@pytest.mark.long
def test_the_client_forgets_results(cluster: WorkExecutor) -> None:
    """A million results, which would take more than 500 MB, go through a client of 300 MB."""
    calls = (cluster.spread((), (), results_of_nothing, 50) for _ in range(20_000))
    running = deque(islice(calls, 8))
    counted, sizes = 0, []
    while running:
        counted += len(running.popleft().result())
        if counted % 100_000 == 0:
            sizes.append(psutil.Process().memory_info().rss)
        running.extend(islice(calls, 1))
    assert counted == 1_000_000
    assert max(sizes) - sizes[0] < 50 * MIB


def test_addresses_that_are_not_safe_are_refused(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for place, why in {
        "10.213.0.9:8786": "it needs TLS: give --tls-ca",
        "local=0": "expected dask:local=N with N from 1 to 512",
        "local=x": "expected dask:local=N with N from 1 to 512",
        "local": "expected dask:local=N with N from 1 to 512",
        "nonsense": "it needs TLS",
    }.items():
        done = package.judge("run", "--executor", f"dask:{place}")
        assert (done.code, why in done.err) == (2, True)
    done = command("worker", "10.213.0.9:8786", "--scheduler")
    assert (done.code, "whoever can connect to it can run code here" in done.err) == (
        2,
        True,
    )


@pytest.mark.slow
def test_an_address_where_nothing_listens_is_given_up(tmp_path: Path) -> None:
    package = sound(tmp_path)
    address = free_address()
    for place in (address, address.replace("127.0.0.1", "localhost")):
        done = package.judge("run", "--executor", f"dask:{place}")
        assert (done.code, "does not answer" in done.err) == (4, True)


@pytest.mark.slow
def test_a_lost_scheduler_ends_the_run_and_keeps_what_was_finished(
    tmp_path: Path, problem: Problem
) -> None:
    address, env = free_address(), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    options = ["--scheduler", "--name", "node"]
    done: list[Event] = []
    with worker(address, *options, env=env) as process:

        def end_scheduler(event: Event) -> None:
            done.extend([event] if isinstance(event, TestcaseDone) else [])
            if len(done) > 60:
                process.kill()

        lost = judge(
            problem, executor=f"dask:{address}", until="all", on_event=end_scheduler
        )
    assert lost.exit_code == 4
    assert "the scheduler is lost" in lost.machine_errors[0]
    with worker(address, *options, env=env):
        again = judge(problem, executor=f"dask:{address}", until="all")
    assert again.exit_code == 0
    assert again.recalled > 0  # not all that was done: a busy machine keeps less
    assert [node.name for node in again.nodes] == ["node"]


@pytest.mark.slow
def test_a_full_disk_of_a_node_ends_the_run_and_keeps_what_was_finished(
    tmp_path: Path,
) -> None:
    problem = sums(tmp_path / "package", 10, slow=False)
    address, done = free_address(), list[Event]()
    options = ["--scheduler", "--name", "small", "--jobs", 1]
    with small_disk(tmp_path / "disk", 4) as disk:

        def fill_once(event: Event) -> None:
            if isinstance(event, TestcaseDone) and not done:
                fill(disk / "filler")
                done.append(event)

        with worker(address, *options, env={"XDG_CACHE_HOME": str(disk)}):
            full = judge(
                problem, executor=f"dask:{address}", until="all", on_event=fill_once
            )
            (disk / "filler").unlink()
            again = judge(problem, executor=f"dask:{address}", until="all")
    assert full.exit_code == 4
    assert full.machine_errors[0].startswith("node small, ")
    assert "No space left on device" in full.machine_errors[0]
    assert (
        full.submissions
    )  # those that had ended; whether they are recalled, the load decides
    assert again.exit_code == 0
    assert len(again.submissions) > len(full.submissions)


@pytest.mark.slow
def test_a_full_disk_of_the_client_ends_no_run_that_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = sums(tmp_path / "package", 10, slow=False)
    alone = judge(problem, fresh=True)
    address, env = free_address(), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with (
        small_disk(tmp_path / "disk", 4) as disk,
        worker(address, "--scheduler", env=env),
    ):
        monkeypatch.setenv("XDG_CACHE_HOME", str(disk))

        def fill_disk(event: Event) -> None:
            if isinstance(event, TestcaseDone):
                fill(disk / "filler")

        report = judge(problem, executor=f"dask:{address}", on_event=fill_disk)
        assert essence(report) == essence(alone)
        package = sound(tmp_path / "sound")
        done = package.judge("run", "--executor", f"dask:{address}")
        assert (done.code, done.says("disk is full")) == (4, True)
        (disk / "filler").unlink()
        assert package.judge("run", "--executor", f"dask:{address}").code == 0


@pytest.mark.slow
def test_certificates_of_another_authority_are_refused_on_both_sides(
    tmp_path: Path,
) -> None:
    for name in ("ours", "theirs", "package"):
        (tmp_path / name).mkdir()
    ours, theirs = (
        make_keys(tmp_path / name, "left", "client") for name in ("ours", "theirs")
    )
    address, cache = free_address(), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    run = [
        "run",
        "--problem",
        sound(tmp_path / "package").root,
        "--executor",
        f"dask:{address}",
    ]
    with worker(
        address, "--scheduler", "--jobs", 1, env={**ours["left"], **cache}
    ) as process:
        for words in (run, ["worker", address, "--name", "right"]):
            refused = spawn(argv(*words), env={**theirs["client"], **cache})
            assert refused.code == 4
            assert refused.says(
                address, "has no certificate of", theirs["client"]["JUDGE_TLS_CA"]
            )
            mixed = {**theirs["client"], "JUDGE_TLS_CA": ours["client"]["JUDGE_TLS_CA"]}
            refused = spawn(argv(*words), env={**mixed, **cache})
            assert refused.code == 2
            assert refused.says(
                mixed["JUDGE_TLS_CERT"], "no certificate of the authority"
            )
        ports = ports_of(process)
        free = {
            port for port in ports if admits(port, {}) or admits(port, theirs["client"])
        }
        assert {asked(port, path) for port in free for path in ("/", "/status")} == {404}
        assert len([port for port in ports - free if admits(port, ours["client"])]) == 3
        assert spawn(argv(*run), env={**ours["client"], **cache}).code == 0


@pytest.mark.slow
def test_a_node_that_differs_is_refused_by_name_unless_allowed(tmp_path: Path) -> None:
    address, env = free_address(), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    package = sound(tmp_path)
    options = ["--executor", f"dask:{address}", "--fresh"]
    with worker(
        address, "--scheduler", "--sandbox", "rlimits", "--name", "weak", env=env
    ):
        refused = package.run(*options)
        assert refused.code == 4
        assert refused.done.says("node weak is refused", "tier: rlimits")
        allowed = package.run(*options, "--any-node")
        assert allowed.code == 0
    tests = [test for s in allowed.json["submissions"] for test in s["testcases"]]
    assert {test["node"] for test in tests} == {"weak"}


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="network namespaces need root")
@pytest.mark.skipif(not shutil.which("ip"), reason="network namespaces need iproute2")
def test_two_machines_judge_over_tls_and_go_on_when_one_is_cut_off(
    tmp_path: Path,
) -> None:
    keys = make_keys(tmp_path, "left", "right", "client")
    caches = {name: {"XDG_CACHE_HOME": str(tmp_path / name)} for name in keys}
    package = Package(sums(tmp_path / "package", 40, slow=True).paths.root)
    alone = package.run("--fresh")
    at = "10.213.0.1:8786"
    with contextlib.ExitStack() as stack:
        within = stack.enter_context(two_networks())
        for name, more in (("left", ["--scheduler"]), ("right", [])):
            env = {**keys[name], **caches[name]}
            arguments = ["--name", name, "--jobs", 1, *more]
            stack.enter_context(worker(at, *arguments, env=env, within=within[name]))
        file = tmp_path / "report.json"
        run = [
            "run",
            "--problem",
            package.root,
            "--executor",
            f"dask:{at}",
            "--json",
            file,
        ]
        words = [*within["right"], *argv(*run, "--fresh")]
        both = spawn(words, env={**keys["client"], **caches["client"]})
        report = json.loads(file.read_text())
        stranger = spawn(words, env=caches["client"])
        cut = threading.Timer(
            4.0,
            lambda: subprocess.run(
                [*within["right"], "ip", "link", "set", "veth0", "down"], check=True
            ),
        )
        on_left = [*within["left"], *argv(*run, "--fresh", "--until", "all")]
        cut.start()
        left = spawn(on_left, env={**keys["client"], **caches["client"]})
        cut.join()
    assert (both.code, stranger.code, left.code) == (0, 2, 0)
    verdicts = [
        [
            (s["path"], [(t["name"], t["verdict"]) for t in s["testcases"]])
            for s in r["submissions"]
        ]
        for r in (report, alone.json)
    ]
    assert verdicts[0] == verdicts[1]
    nodes = {t["node"] for s in report["submissions"] for t in s["testcases"]}
    assert nodes == {"left", "right"}


def in_new_session(
    package: Package, boxes: Path, *args: object
) -> subprocess.Popen[bytes]:
    """Start `judge run` on two processes of this machine; temporary files are in `boxes`."""
    boxes.mkdir()
    return subprocess.Popen(
        argv("run", "--problem", package.root, "--executor", "dask:local=2", *args),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(TMPDIR=str(boxes)),
        start_new_session=True,
    )


@pytest.mark.slow
def test_a_process_that_is_killed_while_it_works_leaves_nothing_in_the_store(
    tmp_path: Path, store: Store
) -> None:
    # A store of its own: nothing is removed while another judge uses it.
    with contextlib.closing(Store(tmp_path / "own")) as own:
        spec = ExecutorSpec(2, choose("auto", store), own)
        cluster = open_executor(spec, "dask:local=2")
        cluster.spread((), (), work_without_end)
        wait_until(lambda: any((own.root / "tmp").iterdir()))
        cluster.close()
        assert list((own.root / "tmp").iterdir()) == []


@pytest.mark.slow
def test_processes_of_this_machine_leave_no_temporary_file(tmp_path: Path) -> None:
    boxes = tmp_path / "boxes"
    assert ended(in_new_session(sound(tmp_path), boxes)).code == 0
    assert list(boxes.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_a_signal_to_the_group_while_processes_start_leaves_nothing(
    number: signal.Signals, tmp_path: Path
) -> None:
    boxes = tmp_path / "boxes"
    process = in_new_session(sound(tmp_path), boxes, "--fresh", "--until", "all")
    while not node_processes(process.pid):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, number)
    done = ended(process)
    assert done.code == 130
    assert done.says("interrupted")
    assert "Traceback" not in done.text
    assert list(boxes.iterdir()) == []
