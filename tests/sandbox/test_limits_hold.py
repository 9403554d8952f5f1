"""Every tier: limits on time, memory and files, and what programs do to evade them.

promise: cpu-time wall-limit memory-limit no-core-dump
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench, landing
from support.waiting import PROMPT_S, SLEEP_S

from judging.core.limits import MIB
from judging.core.runs import Ending
from judging.sandbox import ResourceLimits, open_sandbox
from judging.store import Store
from judging.values import replace

SPIN = "volatile unsigned long n; static void *spin(void *x) { for (;;) n++; }\n"
QUARTER = replace(BOUNDED, cpu_s=0.3, wall_s=8.0)
# RLIMIT_CPU counts whole seconds and would end these after more than one: the limit is sooner.
NEAR_S = 1.0


# ---- time


@pytest.mark.parametrize("code", [0, 1, 3, 42, 255])
def test_exit_code(bench: Bench, c_program: CompileC, code: int) -> None:
    program = c_program("int main(int c, char **v) { return atoi(v[1]); }")
    execution = bench.run(program, str(code)).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, code)
    assert execution.signal is None
    assert execution.error is None
    assert 0 < execution.wall_s < PROMPT_S


@pytest.mark.parametrize(
    "number", [signal.SIGSEGV, signal.SIGFPE, signal.SIGABRT, signal.SIGTERM]
)
def test_signal(bench: Bench, c_program: CompileC, number: signal.Signals) -> None:
    program = c_program("int main(int c, char **v) { raise(atoi(v[1])); return 0; }")
    execution = bench.run(program, str(int(number))).execution
    assert (execution.ending, execution.signal) == (Ending.SIGNALED, number)
    assert execution.exit_code is None


def test_the_kernels_own_limit_of_cpu_time_is_far_above_that_of_the_run(
    bench: Bench, c_program: CompileC
) -> None:
    """The kernel counts ticks for it, on a busy virtual machine a tenth more than the program
    got, and ends the program with SIGKILL."""
    program = c_program("""int main(void) {
        struct rlimit limit; getrlimit(RLIMIT_CPU, &limit);
        return limit.rlim_cur >= 90 && limit.rlim_cur < 600 ? 0 : 1; }""")
    run = bench.run(program, limits=replace(BOUNDED, cpu_s=60.0, wall_s=8.0))
    assert run.execution.exit_code == 0


SLEEPERS = {
    "sleep": f"int main(void) {{ sleep({SLEEP_S}); return 0; }}",
    "naps": "int main(void) { for (int i = 0; i < 20000; i++) usleep(1000); return 0; }",
    "stops itself": "int main(void) { raise(SIGSTOP); return 0; }",
    "waits for a signal, all blocked": """int main(void) {
        sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, NULL);
        struct timespec t = {20, 0}; nanosleep(&t, NULL); return 0; }""",
}


@pytest.mark.parametrize("how", SLEEPERS)
def test_a_sleeper_meets_the_wall_limit(
    bench: Bench, c_program: CompileC, how: str
) -> None:
    limits = replace(BOUNDED, cpu_s=2.0, wall_s=0.4)
    execution = bench.run(c_program(SLEEPERS[how]), limits=limits).execution
    assert execution.ending is Ending.WALL_LIMIT
    assert execution.stopped
    assert 0.4 <= execution.wall_s < PROMPT_S
    assert execution.cpu_s < 0.35


@pytest.mark.slow
def test_waiting_for_a_core_is_not_wall_time(
    tier: str, store: Store, c_program: CompileC, tmp_path: Path
) -> None:
    """Others on its core leave the program a tenth of the time; it still ends by itself. One of
    five runs must: tests on the same core may leave it less."""
    core = min(os.sched_getaffinity(0))
    computes = "int main(void) { while (clock() < CLOCKS_PER_SEC / 20) {} return 7; }"
    limits = replace(BOUNDED, cpu_s=0.3, wall_s=0.4)
    with contextlib.ExitStack() as stack:
        bench = Bench(
            stack.enter_context(contextlib.closing(open_sandbox(tier, store, 0, core)))
        )
        for _ in range(9):
            # In a session of its own, as some kernels share time out by session.
            other = subprocess.Popen(
                ["sh", "-c", "while :; do :; done"], start_new_session=True
            )
            stack.callback(other.wait)
            stack.callback(other.kill)
            os.sched_setaffinity(other.pid, {core})
        runs = (
            bench.run(c_program(computes), limits=limits).execution for _ in range(5)
        )
        assert any((run.ending, run.exit_code) == (Ending.EXITED, 7) for run in runs)


SPINNERS = {
    "spin": SPIN + "int main(void) { spin(0); }",
    "ignores every signal": SPIN
    + "int main(void) { for (int i = 1; i < 65; i++) signal(i, SIG_IGN); spin(0); }",
    "handles SIGXCPU and SIGTERM": SPIN + "static void no(int s) {}\n"
    "int main(void) { signal(SIGXCPU, no); signal(SIGTERM, no); spin(0); }",
    "in a thread": SPIN
    + "int main(void) { pthread_t t; pthread_create(&t, 0, spin, 0); pthread_join(t, 0); }",
    "in the kernel": "int main(void) { for (;;) getppid(), lseek(0, 0, SEEK_SET); }",
}


@pytest.mark.parametrize("how", SPINNERS)
def test_a_spinner_meets_the_cpu_limit(
    bench: Bench, c_program: CompileC, how: str
) -> None:
    execution = bench.run(c_program(SPINNERS[how]), limits=QUARTER).execution
    assert execution.ending is Ending.CPU_LIMIT
    assert execution.stopped
    assert 0.29 <= execution.cpu_s < NEAR_S


def test_a_second_thread_is_counted(bench: Bench, c_program: CompileC) -> None:
    program = c_program(
        SPIN + "int main(void) { pthread_t t; pthread_create(&t, 0, spin, 0); spin(0); }"
    )
    execution = bench.run(program, limits=QUARTER).execution
    assert execution.ending is Ending.CPU_LIMIT
    assert 0.29 <= execution.cpu_s < NEAR_S


def test_a_program_within_its_time_ends_by_itself(
    bench: Bench, c_program: CompileC
) -> None:
    """The reported CPU time is what the program used, not the elapsed time."""
    program = c_program("""
    int main(void) {
        struct timespec t; volatile unsigned long n;
        do { for (int i = 0; i < 1000; i++) n++; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); }
        while (t.tv_nsec < 200000000);
        usleep(300000);
        return 0; }""")
    execution = bench.run(program, limits=replace(QUARTER, cpu_s=5.0)).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert 0.2 <= execution.cpu_s < 0.45
    assert execution.wall_s >= 0.5


# ---- memory

HOG = """int main(int c, char **v) {
    size_t size = (size_t)atoi(v[1]) << 20;
    for (size_t done = 0; done < size; done += 1 << 20) {
        char *p = malloc(1 << 20);
        if (!p) { usleep(100000); return 3; }
        memset(p, 1, 1 << 20);
    }
    usleep(atoi(v[2]) * 1000);
    return 0; }"""


def test_a_hog_is_stopped(bench: Bench, c_program: CompileC) -> None:
    limits = replace(BOUNDED, memory_bytes=64 * MIB)
    execution = bench.run(c_program(HOG), "400", "8000", limits=limits).execution
    assert execution.ending is Ending.MEMORY_LIMIT
    # A control group stops the program at the limit; sampling sees it above the limit.
    assert execution.memory_bytes > (60 if bench.grouped else 64) * MIB
    assert execution.wall_s < 5


def test_a_peak_is_seen_however_short(bench: Bench, c_program: CompileC) -> None:
    for _ in range(5):
        execution = bench.run(c_program(HOG), "40", "0").execution
        assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
        assert 40 * MIB <= execution.memory_bytes < 44 * MIB


def test_memory_of_a_child_is_seen(bench: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) {
        if (!fork()) { char *p = malloc(50 << 20); memset(p, 1, 50 << 20); return p[123] - 1; }
        int status; wait(&status); return status; }""")
    execution = bench.run(program).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert execution.memory_bytes >= 50 * MIB


def test_a_hog_in_a_child_is_stopped(bench: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) {
        if (!fork()) { char *p = malloc(200 << 20); memset(p, 1, 200 << 20); sleep(8); _exit(0); }
        wait(NULL); return 0; }""")
    execution = bench.run(
        program, limits=replace(BOUNDED, memory_bytes=64 * MIB)
    ).execution
    assert execution.ending is Ending.MEMORY_LIMIT
    # A control group stops the program at the limit; sampling sees it above the limit.
    assert execution.memory_bytes > (60 if bench.grouped else 64) * MIB
    assert execution.wall_s < 5


def test_what_the_judge_holds_is_not_counted(
    tier: str, store: Store, c_program: CompileC
) -> None:
    """Without care, the peak of a child includes the parent's memory from before exec."""
    ballast = b"\x01" * (300 * MIB)
    sandbox = open_sandbox(tier, store)
    try:
        execution = (
            Bench(sandbox).run(c_program("int main(void) { return 0; }")).execution
        )
    finally:
        sandbox.close()
    assert execution.ending is Ending.EXITED
    assert 0 < execution.memory_bytes < 2 * MIB < len(ballast)


def test_what_is_reserved_is_not_used(bench: Bench, c_program: CompileC) -> None:
    """Addresses have no limit on any tier: threads reserve a stack as large as the limit
    on stacks, and some programs a table that they hardly fill."""
    program = c_program("""
        #include <pthread.h>
        #include <sys/mman.h>
        static void *work(void *place) { usleep(30000); return place; }
        int main(void) {
            int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
            char *table = mmap(0, 64ul << 30, PROT_READ | PROT_WRITE, flags, -1, 0);
            if (table == MAP_FAILED) return 2;
            table[40ul << 30] = 1;
            pthread_t threads[4];
            for (int i = 0; i < 4; i++)
                if (pthread_create(threads + i, 0, work, 0)) return 3;
            for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
            return 0;
        }
    """)
    limits = replace(BOUNDED, memory_bytes=64 * MIB, stack_bytes=2048 * MIB)
    execution = bench.run(program, limits=limits).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert execution.memory_bytes < 16 * MIB
    assert execution.out_of_memory is None


STACK = """
static int down(int n) { volatile char a[1024]; a[n % 1024] = n; return n ? down(n - 1) + a[0] : 0;}
int main(int c, char **v) { volatile int x = down(atoi(v[1])); return 0; }"""


def test_the_stack_is_as_large_as_asked(bench: Bench, c_program: CompileC) -> None:
    program = c_program(STACK)
    deep = str(32 * 1024)  # 32 MiB: four times the usual limit
    wide = bench.run(
        program, deep, limits=replace(BOUNDED, stack_bytes=64 * MIB)
    ).execution
    assert (wide.ending, wide.exit_code) == (Ending.EXITED, 0)
    narrow = bench.run(
        program, deep, limits=replace(BOUNDED, stack_bytes=4 * MIB)
    ).execution
    assert (narrow.ending, narrow.signal) == (Ending.SIGNALED, signal.SIGSEGV)


# ---- files


def test_a_large_file_is_cut_by_a_signal(
    bench: Bench, c_program: CompileC, tmp_path: Path
) -> None:
    program = c_program("""
    int main(void) {
        static char block[1 << 16];
        int fd = open("file", O_CREAT | O_WRONLY, 0600);
        for (int i = 0; i < 256; i++) if (write(fd, block, sizeof block) <= 0) return 5;
        return 0; }""")
    limits = replace(BOUNDED, file_bytes=MIB)
    out = landing(tmp_path / "out")
    execution = bench.run(program, limits=limits, copy_out=((".", out),)).execution
    assert (execution.ending, execution.signal) == (Ending.SIGNALED, signal.SIGXFSZ)
    assert (out / "file").stat().st_size == MIB
    assert bench.run(program).execution.exit_code == 0


def test_the_limits_that_a_program_sees(bench: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) {
        int which[] = {RLIMIT_CORE, RLIMIT_STACK, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_AS};
        for (int i = 0; i < 5; i++) {
            struct rlimit l; getrlimit(which[i], &l);
            printf("%lld %lld\\n", (long long)l.rlim_cur, (long long)l.rlim_max); }
        return 0; }""")
    limits = ResourceLimits(
        cpu_s=5,
        wall_s=10,
        stack_bytes=3 * MIB,
        file_bytes=5,
    )
    output = bench.run(program, limits=limits).stdout.decode().splitlines()
    core = int(
        resource.getrlimit(resource.RLIMIT_CORE)[1] != 0
    )  # a judge cannot leave 0
    expected = [core, 3 * MIB, 5, 1024, -1]
    assert output == [f"{value} {value}" for value in expected]


def test_a_crash_leaves_no_core(
    bench: Bench, c_program: CompileC, tmp_path: Path
) -> None:
    program = c_program('int main(void) { close(creat("file", 0600)); abort(); }')
    out = landing(tmp_path / "out")
    assert bench.run(program, copy_out=((".", out),)).execution.ending is Ending.SIGNALED
    assert [path.name for path in out.iterdir()] == ["file"]


LEAVES = """#include <sys/shm.h>
    int main(void) { for (int i = 0; i < 5; i++) {
        char *p = shmat(shmget(IPC_PRIVATE, 14 << 20, IPC_CREAT | 0600), 0, 0);
        if (p == (char *)-1) return 1;
        memset(p, 1, 14 << 20); shmdt(p); } return 0; }"""
FILLS = "int main(void) { char *p = malloc(56 << 20); memset(p, 1, 56 << 20); return p[9] - 1; }"


def test_memory_that_a_run_leaves_is_not_that_of_the_next(
    bench: Bench, c_program: CompileC
) -> None:
    """The kernel frees System V memory a little after the run."""
    limits = replace(BOUNDED, memory_bytes=64 * MIB)
    leaves, fills = c_program(LEAVES), c_program(FILLS)
    for tool in (False, True) * 4:
        bench.run(leaves, limits=limits, tool=tool)
        execution = bench.run(fills, limits=limits).execution
        assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
