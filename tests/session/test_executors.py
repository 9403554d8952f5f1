"""Executors: equal reports, jobs that can be pickled, and how they stop."""

from __future__ import annotations

import os
import pickle
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, wait
from contextlib import closing
from pathlib import Path

import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, visible
from support.waiting import PROMPT_S, SLEEP_S, alive

from judging import judge, load, package, programs
from judging.core.errors import MachineError, UsageError
from judging.core.limits import MIB, ProblemLimits
from judging.core.problem import Problem, Source
from judging.core.results import RunReport
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.features.transfer.scaffold import create_package
from judging.files import Below
from judging.jobs import Job, run_job
from judging.jobs.checkers import Checker
from judging.sandbox import Command, choose, streams
from judging.sandbox.worker import Worker
from judging.session import WorkExecutor
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store
from judging.values import replace

LIMITS = ProblemLimits(time_s=5.0, memory_bytes=256 * MIB)


# The cluster's own tests are in test_cluster.py.
@pytest.fixture(params=[1, 2])
def executor(request: pytest.FixtureRequest, store: Store) -> Iterator[WorkExecutor]:
    opened = open_executor(ExecutorSpec(request.param, choose("auto", store), store))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    """Return the package that `judge new` makes."""
    folder = tmp_path_factory.mktemp("package") / "sums"
    create_package(folder, "sums")
    return load(folder)


def essence(report: RunReport) -> tuple[object, ...]:
    """Return the parts of a report that do not depend on the speed of the machine."""
    submissions = [
        (
            replace(submission, testcases=(), why=""),
            [(t.name, t.verdict, t.check, t.diff) for t in submission.testcases],
        )
        for submission in report.submissions
    ]
    return report.exit_code, report.complete, report.diagnostics, submissions


@pytest.mark.slow
def test_one_worker_and_two_give_the_same_report(problem: Problem, store: Store) -> None:
    essences = []
    for jobs in (1, 2):
        executor = open_executor(ExecutorSpec(jobs, choose("auto", store), store))
        try:
            report = judge(problem, executor=executor, fresh=True)
        finally:
            executor.close()
        assert [s.met for s in report.submissions] == [True] * len(problem.submissions)
        assert report.exit_code == 0
        essences.append(essence(report))
    assert essences[0] == essences[1]


def test_an_unknown_executor_is_a_usage_error(store: Store) -> None:
    with pytest.raises(UsageError, match="known: threads"):
        open_executor(ExecutorSpec(1, choose("auto", store), store), "cluster")


# ---- jobs and results can be pickled


def program_of(
    text: str, name: str, worker: Worker, folder: Path
) -> programs.Executable:
    path = folder / name
    path.write_text(text)
    plan = programs.plan(Source(name, ((name, path),)), worker.store)
    assert isinstance(plan, programs.Plan)
    built = programs.build(plan, LIMITS, worker)
    assert isinstance(built, programs.Executable), built
    return built


def job_of(
    program: programs.Executable, store: Store, given: bytes, answer: bytes
) -> Job:
    return Job(
        submission="a.py",
        testcase="secret/1",
        program=program,
        input=store.add_bytes(given),
        answer=store.add_bytes(answer),
        limits=LIMITS.of_run(),
        checker=Checker((), LIMITS),
        checker_args=("float_tolerance", "1e-6"),
    )


@pytest.mark.parametrize(
    ("answer", "verdict"), [(b"Sum 3.0", Verdict.AC), (b"Sum 4", Verdict.WA)]
)
def test_a_job_and_its_result_survive_pickling(
    executor: WorkExecutor,
    worker: Worker,
    tmp_path: Path,
    answer: bytes,
    verdict: Verdict,
) -> None:
    program = program_of(
        "print('sum', sum(map(int, input().split())))\n", "a.py", worker, tmp_path
    )
    job = job_of(program, worker.store, b"1 2\n", answer)
    sent = pickle.loads(pickle.dumps(job))
    assert sent == job
    result: TestcaseResult = executor.start(run_job, sent).result()
    assert result.verdict is verdict
    assert result.name == "secret/1"
    assert result.execution.ending is Ending.EXITED
    assert bool(result.diff) == (verdict is Verdict.WA)
    assert pickle.loads(pickle.dumps(result)) == result
    assert len(pickle.dumps(job)) < 4096


def test_the_files_of_a_run_are_kept_on_request(worker: Worker, tmp_path: Path) -> None:
    program = program_of(
        "import sys\nprint(input())\nprint('why', file=sys.stderr)\n",
        "a.py",
        worker,
        tmp_path,
    )
    keep = tmp_path / "kept" / "a.py" / "1"
    job = replace(job_of(program, worker.store, b"x\n", b"x"), keep=Below(keep))
    assert run_job(job, worker).verdict is Verdict.AC
    assert (keep / "output").read_bytes() == b"x\n"
    assert (keep / "stderr").read_bytes() == b"why\n"


def test_a_job_with_missing_files_is_a_judge_error(
    worker: Worker, tmp_path: Path
) -> None:
    """`run_job` returns a result even if the judge itself fails."""
    program = program_of("print(1)\n", "a.py", worker, tmp_path)
    good = job_of(program, worker.store, b"", b"1")
    for bad in (
        replace(good, input="0" * 64),
        replace(good, answer="0" * 64),
        replace(good, program=replace(program, key="0" * 64)),
        replace(good, keep=Below(Path("/dev/null/impossible"))),
    ):
        result = run_job(bad, worker)
        assert result.verdict in (Verdict.JE, Verdict.RTE)
        assert result.verdict is Verdict.JE or bad.program != program
        assert result.message


# ---- any function


def number_of(value: int, worker: Worker) -> tuple[int, int]:
    return value, id(worker)


def fail(worker: Worker) -> None:
    raise RuntimeError("a fault of ours")


def test_functions_get_a_worker_and_return_their_result(executor: WorkExecutor) -> None:
    futures = [executor.start(number_of, value) for value in range(30)]
    results = [future.result() for future in futures]
    assert [value for value, _ in results] == list(range(30))
    assert 1 <= len({worker for _, worker in results}) <= executor.jobs


def test_an_exception_is_passed_on(executor: WorkExecutor) -> None:
    with pytest.raises(RuntimeError, match="a fault of ours"):
        executor.start(fail).result()
    assert executor.start(number_of, 1).result()[0] == 1


def test_simultaneous_runs_never_share_a_worker(store: Store) -> None:
    busy: set[int] = set()
    clashes: list[int] = []
    lock = threading.Lock()

    def use(worker: Worker) -> None:
        with lock:
            if id(worker) in busy:
                clashes.append(id(worker))
            busy.add(id(worker))
        time.sleep(0.002)
        with lock:
            busy.discard(id(worker))

    executor = open_executor(ExecutorSpec(4, choose("auto", store), store))
    try:
        wait([executor.start(use) for _ in range(60)])
    finally:
        executor.close()
    assert clashes == []


def test_what_can_wait_starts_last(store: Store) -> None:
    order: list[str] = []
    begin = threading.Event()
    executor = open_executor(ExecutorSpec(1, choose("auto", store), store))
    try:
        executor.start(lambda _: begin.wait(PROMPT_S))
        later = [
            executor.start_later(lambda _, n=n: order.append(n)) for n in ("c", "d", "e")
        ]
        first = [executor.start(lambda _, n=n: order.append(n)) for n in ("a", "b")]
        assert later[1].cancel()
        begin.set()
        wait([*first, later[0], later[2]])
    finally:
        executor.close()
    assert order == ["a", "b", "c", "e"]


# ---- stopping


def sleep_in_the_sandbox(program: str, token: str, worker: Worker) -> Execution:
    with streams() as (given, out, err), worker.sandbox.box() as box:
        command = Command((program, token), box, given.fd, out.fd, err.fd, BOUNDED)
        return worker.sandbox.run(replace(command, read_only=visible(program)))


def test_kill_ends_all_runs_and_starts_no_more(
    store: Store, c_program: CompileC, tmp_path: Path
) -> None:
    program = c_program(f"int main(void) {{ sleep({SLEEP_S}); return 0; }}")
    marked = c_program("int main(int c, char **v) { return creat(v[1], 0600) < 0; }")
    token = f"judge-test-{os.getpid()}-{time.monotonic_ns()}"
    executor = open_executor(ExecutorSpec(2, choose("auto", store), store))
    running = [executor.start(sleep_in_the_sandbox, program, token) for _ in range(2)]
    waiting = [
        executor.start(sleep_in_the_sandbox, marked, str(tmp_path / f"ran{n}"))
        for n in range(5)
    ]
    end = time.monotonic() + PROMPT_S
    while len(alive(token)) < 2:
        assert time.monotonic() < end
        time.sleep(0.01)
    started = time.monotonic()
    executor.kill()
    for future in running:
        ending = future.result(timeout=PROMPT_S).ending
        assert ending in (Ending.CANCELLED, Ending.SANDBOX_ERROR)
    for future in waiting:
        with pytest.raises(CancelledError):
            future.result(timeout=PROMPT_S)
    executor.close()
    assert time.monotonic() - started < PROMPT_S
    assert alive(token) == []
    assert list(tmp_path.iterdir()) == []


def free_cores(store: Store) -> int:
    """Return how many cores of this machine no worker has claimed."""
    claims = [store.claim(f"core-{core}") for core in os.sched_getaffinity(0)]
    found = [claim for claim in claims if claim is not None]
    for claim in found:
        os.close(claim)
    return len(found)


@pytest.fixture
def own_store(tmp_path: Path) -> Iterator[Store]:
    """A store whose cores no worker of another test claims."""
    with closing(Store(tmp_path / "cache")) as opened:
        yield opened


def test_a_worker_that_cannot_remove_its_files_frees_its_core(
    own_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = own_store
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    all_cores = free_cores(store)
    worker = ExecutorSpec(1, choose("auto", store), store).open_worker(0)
    assert free_cores(store) == all_cores - 1
    (home,) = tmp_path.glob("judge-*")
    home.rmdir()
    home.write_text("no folder")
    with pytest.raises(NotADirectoryError):
        worker.close()
    assert free_cores(store) == all_cores


def test_a_worker_that_cannot_be_opened_claims_no_core(
    own_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = own_store
    spec = ExecutorSpec(1, choose("auto", store), store)
    all_cores = free_cores(store)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(MachineError):
        spec.open_worker(0)
    assert free_cores(store) == all_cores


def test_an_executor_can_be_closed_twice(store: Store) -> None:
    executor = open_executor(ExecutorSpec(2, choose("auto", store), store))
    executor.start(number_of, 1).result()
    executor.close()
    executor.close()


def test_a_package_from_elsewhere_is_judged_from_anywhere(
    problem: Problem, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert package.load(problem.paths.root).diagnostics == ()
    assert judge(problem, problem.submissions[:1]).exit_code == 0
    assert list(tmp_path.iterdir()) == []
