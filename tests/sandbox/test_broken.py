"""Every tier, when a part of the sandbox is killed from outside: the run is repeated, or it gets no
verdict; it never hangs.

promise: fails-closed
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import psutil
import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench, Outcome, only_in, visible
from support.waiting import PROMPT_S, SLEEP_S, alive, wait_until

from judging.core.runs import Ending, Execution
from judging.sandbox import TIERS, Command, streams
from judging.sandbox.frames import Isolation
from judging.sandbox.local import Sandbox
from judging.store import Store
from judging.values import replace

# Reads its input, leaves a file behind, writes "here", and later writes its input.
READER = """
int main(void) {
    char text[64]; ssize_t got = read(0, text, sizeof text);
    if (got < 0 || open("left", O_CREAT | O_EXCL, 0600) < 0) return 1;
    write(1, "here", 4); write(2, "warned", 6);
    usleep(700000);
    write(1, text, got);
    return 7; }"""


def launchers(bench: Bench) -> tuple[int, ...]:
    return bench.sandbox.launchers


def kill_launchers(bench: Bench) -> None:
    for pid in launchers(bench):
        os.kill(pid, 9)


def interrupted(
    bench: Bench,
    program: str,
    token: str,
    interrupt: Callable[[], None],
    run: Callable[[Command], Execution],
) -> Outcome:
    """A run in which `interrupt` is called once, when the program has written something."""
    with streams(b"given") as (given, out, err), bench.sandbox.box() as box:

        def wait_and_interrupt() -> None:
            wait_until(lambda: out.read() != b"")
            interrupt()

        thread = threading.Thread(target=wait_and_interrupt)
        thread.start()
        command = Command((program, token), box, given.fd, out.fd, err.fd, BOUNDED)
        execution = run(replace(command, read_only=visible(program)))
        thread.join()
        return Outcome(execution, out.read(), err.read())


@pytest.mark.slow
def test_a_run_whose_launcher_died_is_made_again_as_if_nothing_had_been(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    program = c_program(READER)
    for _ in range(3):
        outcome = interrupted(
            bench, program, token, lambda: kill_launchers(bench), bench.sandbox.run
        )
        assert (outcome.execution.ending, outcome.execution.exit_code) == (
            Ending.EXITED,
            7,
        )
        assert (outcome.stdout, outcome.stderr) == (b"heregiven", b"warned")
        wait_until(lambda: alive(token) == [])


def test_a_started_command_whose_launcher_died_is_no_verdict(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    program = c_program(
        f'int main(void) {{ write(1, "here", 4); sleep({SLEEP_S}); return 0; }}'
    )
    for _ in range(3):
        outcome = interrupted(
            bench,
            program,
            token,
            lambda: kill_launchers(bench),
            lambda command: bench.sandbox.start(command).wait(),
        )
        assert outcome.execution.ending is Ending.SANDBOX_ERROR
        assert outcome.execution.error
        assert outcome.execution.exit_code is None
        wait_until(lambda: alive(token) == [])
        fine = bench.run(c_program("int main(void) { return 7; }")).execution
        assert (fine.ending, fine.exit_code) == (Ending.EXITED, 7)


def test_what_was_written_to_a_pipe_cannot_be_taken_back(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    """Then the run is not repeated: the other end may have read some output."""
    program = c_program(READER)
    read_end, write_end = os.pipe()

    def run(command: Command) -> Execution:
        execution = bench.sandbox.run(replace(command, stderr=write_end))
        os.close(write_end)
        return execution

    with open(read_end, "rb") as pipe:
        outcome = interrupted(bench, program, token, lambda: kill_launchers(bench), run)
        assert pipe.read() in (b"", b"warned")
    assert outcome.execution.ending is Ending.SANDBOX_ERROR


def test_an_idle_launcher_that_died_is_replaced(
    bench: Bench, c_program: CompileC
) -> None:
    program = c_program("int main(void) { return 7; }")
    for _ in range(3):
        assert bench.run(program).execution.exit_code == 7
        (before,) = launchers(bench)
        kill_launchers(bench)
        assert bench.run(program).execution.exit_code == 7
        assert launchers(bench) != (before,)


def test_a_stopped_launcher_is_still_killed_by_closing(
    tier: str, store: Store, c_program: CompileC
) -> None:
    """Closing waits a moment, then kills the launcher."""
    impatient = replace(TIERS[tier], end_s=0.2)
    bench = Bench(Sandbox(impatient, store))
    bench.run(c_program("int main(void) { return 0; }"))
    (pid,) = launchers(bench)
    os.kill(pid, 19)
    bench.sandbox.close()
    assert not psutil.pid_exists(pid)


def test_when_the_namespace_dies_the_run_is_no_verdict(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    only_in(bench, Isolation.NAMESPACES, "it has no namespace")
    program = c_program(
        f'int main(void) {{ write(1, "here", 4); sleep({SLEEP_S}); return 0; }}'
    )

    def kill_init() -> None:
        (keeper,) = launchers(bench)
        (init,) = psutil.Process(keeper).children()
        init.kill()

    outcome = interrupted(bench, program, token, kill_init, bench.sandbox.run)
    assert outcome.execution.ending is Ending.SANDBOX_ERROR
    assert "namespace" in (outcome.execution.error or "")
    assert outcome.execution.wall_s < PROMPT_S
    wait_until(lambda: alive(token) == [])
    assert bench.run(c_program("int main(void) { return 7; }")).execution.exit_code == 7


@pytest.mark.parametrize("number", [9, 15])
def test_a_program_that_is_killed_from_outside_ended_by_that_signal(
    bench: Bench, c_program: CompileC, token: str, number: int
) -> None:
    program = c_program(
        f'int main(void) {{ write(1, "here", 4); sleep({SLEEP_S}); return 0; }}'
    )

    def kill_program() -> None:
        (pid,) = alive(token)
        os.kill(pid, number)

    outcome = interrupted(bench, program, token, kill_program, bench.sandbox.run)
    assert (outcome.execution.ending, outcome.execution.signal) == (
        Ending.SIGNALED,
        number,
    )
