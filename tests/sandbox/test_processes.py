"""Every tier: no process outlives its run, and a run can be ended from outside.

promise: nothing-left cpu-time
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench, landing, run_pair, visible
from support.waiting import PROMPT_S, SLEEP_S, alive, wait_until

from judging.core.runs import Ending, Execution
from judging.sandbox import Command, Sandbox, open_sandbox, streams
from judging.store import Store
from judging.values import replace

# Each starts processes with the program's arguments, waits until a pipe reports them, and exits.
SAY = 'static void say(int fd) { write(fd, "here", 4); close(fd); }\n'
HEAR = (
    "static int hear(int fd, int n) { char b[4]; while (n--) if (read(fd, b, 4) != 4) return 1;"
    " return 0; }\n"
)
LEFT_BEHIND = {
    "a child": "if (!fork()) { say(p[1]); sleep(%d); _exit(0); } return hear(p[0], 1);",
    "a whole group": """
        for (int i = 0; i < 5; i++)
            if (!fork()) { fork(); say(p[1]); sleep(%d); _exit(0); }
        return hear(p[0], 10);""",
    "a daemon": """
        if (!fork()) {
            setsid();
            if (fork()) _exit(0);
            close(0); close(1); close(2); say(p[1]); sleep(%d); _exit(0); }
        return hear(p[0], 1);""",
    "a daemon that ignores every signal": """
        if (!fork()) {
            setsid();
            if (fork()) _exit(0);
            for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
            say(p[1]); sleep(%d); _exit(0); }
        return hear(p[0], 1);""",
    "a stopped child": """
        pid_t child = fork();
        if (!child) { setsid(); say(p[1]); raise(SIGSTOP); sleep(%d); _exit(0); }
        int failed = hear(p[0], 1); waitpid(child, NULL, WUNTRACED); return failed;""",
    "a chain that forks and dies": """
        if (!fork()) {
            setsid();
            for (int i = 0; i < 300; i++) { if (fork()) _exit(0); if (i == 20) say(p[1]); }
            sleep(%d); _exit(0); }
        return hear(p[0], 1);""",
}


@pytest.mark.parametrize("what", LEFT_BEHIND)
def test_nothing_is_left_behind(
    bench: Bench, c_program: CompileC, token: str, what: str
) -> None:
    body = LEFT_BEHIND[what] % SLEEP_S
    program = c_program(SAY + HEAR + f"int main(void) {{ int p[2]; pipe(p); {body} }}")
    execution = bench.run(program, token).execution
    assert alive(token) == []
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert execution.wall_s < PROMPT_S


def test_a_stopped_run_takes_its_children_with_it(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    program = c_program(
        f"int main(void) {{ fork(); fork(); sleep({SLEEP_S}); return 0; }}"
    )
    execution = bench.run(program, token, limits=replace(BOUNDED, wall_s=0.4)).execution
    assert alive(token) == []
    assert execution.ending is Ending.WALL_LIMIT
    assert execution.wall_s < PROMPT_S


BURN = """
static void burn(void) {
    struct timespec t; volatile unsigned long n;
    do { for (int i = 0; i < 1000; i++) n++; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); }
    while (t.tv_nsec < 300000000); }
"""
WORKERS = {
    "waited for": "if (!fork()) { burn(); _exit(0); } wait(NULL); return 0;",
    "not waited for": "if (!fork()) { burn(); say(p[1]); _exit(0); } return hear(p[0], 1);",
    "orphaned": """
        if (!fork()) { if (fork()) _exit(0); setsid(); burn(); say(p[1]); _exit(0); }
        wait(NULL); return hear(p[0], 1);""",
    "children ignored": """
        signal(SIGCHLD, SIG_IGN);
        if (!fork()) { if (fork()) _exit(0); burn(); say(p[1]); _exit(0); }
        return hear(p[0], 1);""",
}


@pytest.mark.parametrize("how", WORKERS)
def test_time_of_descendants_is_counted(
    bench: Bench, c_program: CompileC, how: str
) -> None:
    program = c_program(
        BURN + SAY + HEAR + f"int main(void) {{ int p[2]; pipe(p); {WORKERS[how]} }}"
    )
    execution = bench.run(program).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert 0.28 <= execution.cpu_s < 2


def test_time_of_an_orphan_that_never_ends_is_counted(
    bench: Bench, c_program: CompileC
) -> None:
    """The child computes while the program itself only watches the clock."""
    program = c_program("""
    int main(void) {
        pid_t child = fork();
        if (!child) { setsid(); for (;;); }
        clockid_t clock; struct timespec t;
        if (clock_getcpuclockid(child, &clock)) return 1;
        do { usleep(1000); clock_gettime(clock, &t); } while (t.tv_nsec < 300000000);
        return 0; }""")
    execution = bench.run(program).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert 0.28 <= execution.cpu_s < 2


def test_computing_in_a_child_does_not_get_around_the_limit(
    bench: Bench, c_program: CompileC
) -> None:
    program = c_program(
        "int main(void) { if (!fork()) for (;;); wait(NULL); return 0; }"
    )
    execution = bench.run(program, limits=replace(BOUNDED, cpu_s=0.3)).execution
    assert execution.ending is Ending.CPU_LIMIT
    assert execution.cpu_s >= 0.3


# ---- from outside


def sleeper(c_program: CompileC, children: int = 0) -> str:
    return c_program(f"""int main(void) {{
        for (int i = 0; i < {children}; i++) if (!fork()) {{ setsid(); break; }}
        write(1, "here", 4); sleep({SLEEP_S}); return 0; }}""")


def ended_by(
    sandbox: Sandbox, program: str, token: str, end: Callable[[], None]
) -> Execution:
    """Runs a sleeper and, once it runs, calls `end` in another thread."""

    def ender() -> None:
        wait_until(lambda: alive(token) != [])
        end()

    with streams() as (given, out, err), sandbox.box() as box:
        thread = threading.Thread(target=ender)
        thread.start()
        command = Command((program, token), box, given.fd, out.fd, err.fd, BOUNDED)
        execution = sandbox.run(replace(command, read_only=visible(program)))
        thread.join()
    return execution


def test_a_running_command_is_killed_from_another_thread(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    """`wait` reports it, returns only when all processes are gone, and the sandbox still works."""
    for _ in range(3):
        with streams() as (given, out, err), bench.sandbox.box() as box:
            program = sleeper(c_program, children=2)
            command = Command((program, token), box, given.fd, out.fd, err.fd, BOUNDED)
            running = bench.sandbox.start(replace(command, read_only=visible(program)))
            thread = threading.Timer(0.2, running.kill)
            thread.start()
            started = time.monotonic()
            execution = running.wait()
            took = time.monotonic() - started
            left = alive(token)
            thread.join()
        assert left == []
        assert took < PROMPT_S
        assert execution.ending is Ending.CANCELLED
        after = bench.run(c_program("int main(void) { return 7; }")).execution
        assert (after.ending, after.exit_code) == (Ending.EXITED, 7)


def test_a_killed_sandbox_ends_at_once_and_starts_nothing_more(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    sandbox = bench.sandbox
    execution = ended_by(sandbox, sleeper(c_program), token, sandbox.kill)
    assert execution.ending in (Ending.CANCELLED, Ending.SANDBOX_ERROR)
    wait_until(lambda: alive(token) == [])
    after = bench.run(c_program("int main(void) { return 0; }")).execution
    assert after.ending in (Ending.CANCELLED, Ending.SANDBOX_ERROR)


def test_a_sandbox_that_was_killed_starts_no_command(
    bench: Bench, c_program: CompileC, tmp_path: Path
) -> None:
    program = c_program('int main(void) { close(creat("ran", 0600)); return 0; }')
    before, after = landing(tmp_path / "before"), landing(tmp_path / "after")
    assert bench.run(program, copy_out=((".", before),)).execution.exit_code == 0
    bench.sandbox.kill()
    execution = bench.run(program, copy_out=((".", after),)).execution
    assert execution.ending in (Ending.CANCELLED, Ending.SANDBOX_ERROR)
    assert len(list(before.iterdir())) == 1
    assert list(after.iterdir()) == []


def test_closing_ends_the_launcher(tier: str, store: Store, c_program: CompileC) -> None:
    before = {child.pid for child in psutil.Process().children()}
    sandbox = open_sandbox(tier, store)
    Bench(sandbox).run(c_program("int main(void) { return 0; }"))
    assert {child.pid for child in psutil.Process().children()} > before
    sandbox.close()
    assert {child.pid for child in psutil.Process().children()} <= before


def test_two_sandboxes_at_once_do_not_touch_each_other(
    bench: Bench, tier: str, store: Store, c_program: CompileC, token: str
) -> None:
    other = open_sandbox(tier, store, number=1)
    results: list[Execution] = []
    program = c_program("int main(void) { usleep(700000); return 8; }")
    thread = threading.Thread(
        target=lambda: results.append(Bench(other).run(program).execution)
    )
    thread.start()
    limits = replace(BOUNDED, wall_s=0.2)
    assert bench.run(sleeper(c_program), token, limits=limits).execution.stopped
    bench.sandbox.kill()
    thread.join()
    other.close()
    assert [(run.ending, run.exit_code) for run in results] == [(Ending.EXITED, 8)]


# ---- pairs


MEET = """
int main(int c, char **v) {
    char other;
    if (write(1, "x", 1) != 1 || read(0, &other, 1) != 1) return 1;
    usleep(atoi(v[1]) * 1000);
    return atoi(v[2]); }"""


@pytest.mark.parametrize("quick", [0, 1])
def test_a_pair_runs_side_by_side_and_says_who_ended_first(
    bench: Bench, c_program: CompileC, quick: int
) -> None:
    """Each waits for a message from the other: one after the other, neither would end."""
    program = c_program(MEET)
    naps = ["0", "0"]
    naps[1 - quick] = "500"
    there, back = os.pipe(), os.pipe()
    with (
        bench.sandbox.box() as one,
        bench.sandbox.box() as two,
        streams() as (_, _, err),
    ):
        limits = replace(BOUNDED, wall_s=6.0)
        first = Command((program, naps[0], "3"), one, back[0], there[1], err.fd, limits)
        first = replace(first, read_only=visible(program))
        second = replace(
            first, argv=(program, naps[1], "4"), box=two, stdin=there[0], stdout=back[1]
        )
        a, b, ended = run_pair(bench.sandbox, first, second)
    for fd in (*there, *back):
        os.close(fd)
    assert (a.ending, a.exit_code) == (Ending.EXITED, 3)
    assert (b.ending, b.exit_code) == (Ending.EXITED, 4)
    assert ended == quick
    assert (a.ended_at_s < b.ended_at_s) == (quick == 0)


def test_in_a_pair_one_may_fail_alone(
    bench: Bench, c_program: CompileC, tmp_path: Path
) -> None:
    good = c_program("int main(void) { usleep(100000); return 5; }")
    with bench.sandbox.box() as box, streams() as (given, out, err):
        second = Command(
            (good,), box, given.fd, out.fd, err.fd, BOUNDED, read_only=visible(good)
        )
        missing = tmp_path / "missing"
        first = replace(second, argv=(str(missing),), read_only=visible(missing))
        bad, fine, _ = run_pair(bench.sandbox, first, second)
    assert bad.ending is Ending.SANDBOX_ERROR
    assert (fine.ending, fine.exit_code) == (Ending.EXITED, 5)


def test_end_stamps_are_on_the_judges_own_clock(
    bench: Bench, c_program: CompileC
) -> None:
    before = time.monotonic()
    execution = bench.run(c_program("int main(void) { return 0; }")).execution
    assert before <= execution.ended_at_s <= time.monotonic()
