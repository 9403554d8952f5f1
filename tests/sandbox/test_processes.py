"""Every tier: nothing that a program starts outlives its run, and runs are ended from outside."""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from conftest import BOUNDED, PROMPT_S, SLEEP_S, Bench, CompileC, alive

from judging.results import Ending, Execution
from judging.sandbox import Command, Sandbox, open_sandbox, streams
from judging.store import Store

# Each starts processes that carry the program's arguments, says so through a pipe, and exits.
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


@pytest.fixture
def token() -> str:
    """A word that no other process has on its command line."""
    return f"judge-test-{uuid.uuid4()}"


@pytest.mark.parametrize("what", LEFT_BEHIND)
def test_nothing_is_left_behind(bench: Bench, c_program: CompileC, token: str, what: str) -> None:
    body = LEFT_BEHIND[what] % SLEEP_S
    program = c_program(SAY + HEAR + f"int main(void) {{ int p[2]; pipe(p); {body} }}")
    execution = bench.run(program, token).execution
    assert alive(token) == []
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert execution.wall_s < PROMPT_S


def test_a_stopped_run_takes_its_children_with_it(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    program = c_program(f"int main(void) {{ fork(); fork(); sleep({SLEEP_S}); return 0; }}")
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
def test_time_of_descendants_is_counted(bench: Bench, c_program: CompileC, how: str) -> None:
    program = c_program(
        BURN + SAY + HEAR + f"int main(void) {{ int p[2]; pipe(p); {WORKERS[how]} }}"
    )
    execution = bench.run(program).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 0)
    assert 0.28 <= execution.cpu_s < 2


def test_computing_in_a_child_does_not_get_around_the_limit(
    bench: Bench, c_program: CompileC
) -> None:
    program = c_program("int main(void) { if (!fork()) for (;;); wait(NULL); return 0; }")
    execution = bench.run(program, limits=replace(BOUNDED, cpu_s=0.3, wall_s=1.0)).execution
    assert execution.stopped
    assert execution.cpu_s >= 0.25
    assert execution.wall_s < PROMPT_S


# ---- from outside


def sleeper(c_program: CompileC, children: int = 0) -> str:
    return c_program(f"""int main(void) {{
        for (int i = 0; i < {children}; i++) if (!fork()) {{ setsid(); break; }}
        write(1, "here", 4); sleep({SLEEP_S}); return 0; }}""")


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PROMPT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def ended_by(sandbox: Sandbox, program: str, token: str, end: Callable[[], None]) -> Execution:
    """Runs a sleeper and, once it is there, `end` in another thread."""

    def ender() -> None:
        wait_until(lambda: alive(token) != [])
        end()

    with streams() as (given, out, err), sandbox.box() as box:
        thread = threading.Thread(target=ender)
        thread.start()
        command = Command((program, token), box, given.fd, out.fd, err.fd, BOUNDED)
        execution = sandbox.run(command)
        thread.join()
    return execution


def test_a_running_command_is_killed_from_another_thread(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    """`wait` says so, comes back only when all is gone, and the sandbox goes on working."""
    for _ in range(3):
        with streams() as (given, out, err), bench.sandbox.box() as box:
            argv = (sleeper(c_program, children=2), token)
            running = bench.sandbox.start(
                Command(argv, box, given.fd, out.fd, err.fd, replace(BOUNDED, wall_s=15.0))
            )
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


def test_a_sandbox_that_was_killed_before_its_first_command_starts_none(
    bench: Bench, c_program: CompileC, tmp_path: Path
) -> None:
    bench.sandbox.kill()
    program = c_program('int main(void) { close(creat("ran", 0600)); return 0; }')
    execution = bench.run(program, cwd=tmp_path).execution
    assert execution.ending in (Ending.CANCELLED, Ending.SANDBOX_ERROR)
    assert list(tmp_path.iterdir()) == []


def test_when_the_launcher_dies_the_run_is_no_verdict_and_the_next_works(
    tier: str, store: Store, c_program: CompileC, token: str
) -> None:
    """The launcher is known by being a child that was not there before."""
    mine = psutil.Process()
    before = {child.pid for child in mine.children()}
    sandbox = open_sandbox(tier, store)
    try:
        for _ in range(5):
            fine = Bench(sandbox).run(c_program("int main(void) { return 7; }")).execution
            assert (fine.ending, fine.exit_code) == (Ending.EXITED, 7)

            def kill_launchers() -> None:
                for child in mine.children():
                    if child.pid not in before and child.status() != psutil.STATUS_ZOMBIE:
                        os.kill(child.pid, 9)

            execution = ended_by(sandbox, sleeper(c_program), token, kill_launchers)
            assert execution.ending is Ending.SANDBOX_ERROR
            assert execution.error
            assert execution.exit_code is None
            wait_until(lambda: alive(token) == [])
    finally:
        sandbox.close()


def test_closing_ends_the_launcher(tier: str, store: Store, c_program: CompileC) -> None:
    before = {child.pid for child in psutil.Process().children()}
    sandbox = open_sandbox(tier, store)
    Bench(sandbox).run(c_program("int main(void) { return 0; }"))
    sandbox.close()
    assert {child.pid for child in psutil.Process().children()} <= before


def test_two_sandboxes_at_once_do_not_touch_each_other(
    bench: Bench, tier: str, store: Store, c_program: CompileC, token: str
) -> None:
    other = open_sandbox(tier, store)
    results: list[Execution] = []
    program = c_program("int main(void) { usleep(700000); return 8; }")
    thread = threading.Thread(target=lambda: results.append(Bench(other).run(program).execution))
    thread.start()
    limits = replace(BOUNDED, wall_s=0.2)
    assert bench.run(sleeper(c_program), token, limits=limits).execution.stopped
    bench.sandbox.kill()
    thread.join()
    other.close()
    assert [(run.ending, run.exit_code) for run in results] == [(Ending.EXITED, 8)]


# ---- pairs


def pair(
    bench: Bench, first: tuple[str, ...], second: tuple[str, ...], box: Path
) -> tuple[Execution, Execution, int]:
    with streams() as (in1, out1, err1), streams() as (in2, out2, err2):
        limits = replace(BOUNDED, wall_s=6.0)
        return bench.sandbox.run_pair(
            Command(first, box, in1.fd, out1.fd, err1.fd, limits),
            Command(second, box, in2.fd, out2.fd, err2.fd, limits),
        )


@pytest.mark.parametrize("quick", [0, 1])
def test_a_pair_runs_side_by_side_and_says_who_ended_first(
    bench: Bench, c_program: CompileC, tmp_path: Path, quick: int
) -> None:
    """Each waits for the other at a named pipe: one after the other, neither would end."""
    program = c_program("""
    int main(int c, char **v) {
        int fd = open("meeting", atoi(v[1]) ? O_WRONLY : O_RDONLY);
        if (fd < 0) return 1;
        usleep(atoi(v[2]) * 1000);
        return 3 + atoi(v[1]); }""")
    os.mkfifo(tmp_path / "meeting")
    naps = ["0", "0"]
    naps[1 - quick] = "500"
    first, second, ended = pair(bench, (program, "0", naps[0]), (program, "1", naps[1]), tmp_path)
    assert (first.ending, first.exit_code) == (Ending.EXITED, 3)
    assert (second.ending, second.exit_code) == (Ending.EXITED, 4)
    assert ended == quick
    assert (first.ended_at_s < second.ended_at_s) == (quick == 0)


def test_in_a_pair_one_may_fail_alone(bench: Bench, c_program: CompileC, tmp_path: Path) -> None:
    good = c_program("int main(void) { usleep(100000); return 5; }")
    first, second, _ = pair(bench, (str(tmp_path / "missing"),), (good,), tmp_path)
    assert first.ending is Ending.SANDBOX_ERROR
    assert (second.ending, second.exit_code) == (Ending.EXITED, 5)


def test_end_stamps_are_on_the_judges_own_clock(bench: Bench, c_program: CompileC) -> None:
    before = time.monotonic()
    execution = bench.run(c_program("int main(void) { return 0; }")).execution
    assert before <= execution.ended_at_s <= time.monotonic()
