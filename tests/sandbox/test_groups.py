"""Tiers with control groups: limits hold for a whole run, and no group is left behind.

promise: memory-limit process-limit fails-closed
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench
from support.waiting import PROMPT_S

from judging.core.limits import MIB
from judging.core.runs import Ending
from judging.sandbox import TIERS, missing, open_sandbox
from judging.sandbox.cgroup1 import Version1
from judging.store import Store
from judging.values import replace

GROUPED = [name for name, tier in TIERS.items() if tier.group is not None]
NUMBER = 20  # a worker number that no other test uses
SMALL = replace(BOUNDED, memory_bytes=64 * MIB)


@pytest.fixture(params=GROUPED)
def grouped(request: pytest.FixtureRequest, store: Store) -> Iterator[Bench]:
    reason = missing(request.param, store)
    if reason is not None:
        pytest.skip(f"sandbox tier {request.param}: {reason}")
    sandbox = open_sandbox(request.param, store, NUMBER)
    yield Bench(sandbox)
    sandbox.close()


def groups() -> list[Path]:
    """The groups of this process's workers, in every hierarchy."""
    name = re.compile(rf"/judge-{os.getpid()}[-/][0-9]+$")
    folders = (Path(base) for base, _, _ in os.walk("/sys/fs/cgroup"))
    return [folder for folder in folders if name.search(str(folder))]


FAMILY = """
int main(int c, char **v) {
    int each = atoi(v[1]), status, bad = 0, ready[2], go[2]; char byte;
    pipe(ready); pipe(go);
    for (int i = 0; i < 2; i++) if (!fork()) {
        memset(malloc(each << 20), 1, each << 20);
        close(go[1]); write(ready[1], "x", 1); close(ready[1]); read(go[0], &byte, 1);
        _exit(0); }
    close(ready[1]);
    for (int i = 0; i < 2; i++) bad |= read(ready[0], &byte, 1) != 1;
    close(go[1]);
    for (int i = 0; i < 2; i++) { wait(&status); bad |= status; }
    return bad != 0; }"""


def test_two_children_share_one_limit(grouped: Bench, c_program: CompileC) -> None:
    program = c_program(FAMILY)
    within = grouped.run(program, "20", limits=SMALL).execution
    assert (within.ending, within.exit_code) == (Ending.EXITED, 0)
    over = grouped.run(program, "48", limits=SMALL).execution
    assert over.ending is Ending.MEMORY_LIMIT
    assert over.exit_code is None
    assert over.signal is None


def test_what_was_over_the_limit_does_not_weigh_on_the_next_run(
    grouped: Bench, c_program: CompileC
) -> None:
    hog = c_program("""
    int main(int c, char **v) {
        size_t size = (size_t)atoi(v[1]) << 20; memset(malloc(size), 1, size); return 0; }""")
    for _ in range(3):
        assert (
            grouped.run(hog, "200", limits=SMALL).execution.ending is Ending.MEMORY_LIMIT
        )
        fine = grouped.run(hog, "40", limits=SMALL).execution
        assert (fine.ending, fine.exit_code) == (Ending.EXITED, 0)
        wide = grouped.run(hog, "200").execution
        assert (wide.ending, wide.exit_code) == (Ending.EXITED, 0)


def test_files_in_the_box_are_memory_too(grouped: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(int c, char **v) {
        static char block[1 << 20]; int fd = creat("file", 0600);
        for (int i = 0; i < atoi(v[1]); i++) if (write(fd, block, sizeof block) < 0) return 5;
        return 0; }""")
    assert (
        grouped.run(program, "150", limits=SMALL).execution.ending is Ending.MEMORY_LIMIT
    )
    for _ in range(3):
        fine = grouped.run(program, "40", limits=SMALL).execution
        assert (fine.ending, fine.exit_code) == (Ending.EXITED, 0)


def test_processes_are_counted_together(grouped: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) {
        int made = 0;
        for (int i = 0; i < 100; i++) {
            pid_t child = fork();
            if (!child) { setsid(); pause(); }
            made += child > 0; }
        printf("%d", made);
        return 0; }""")
    outcome = grouped.run(program, limits=replace(BOUNDED, processes=20))
    assert outcome.execution.exit_code == 0
    assert 10 <= int(outcome.stdout) < 20
    assert (
        int(grouped.run(program, limits=replace(BOUNDED, processes=None)).stdout) == 100
    )


def test_time_of_one_run_is_not_that_of_the_next(
    grouped: Bench, c_program: CompileC
) -> None:
    spin = c_program("int main(void) { for (;;); }")
    nothing = c_program("int main(void) { return 0; }")
    for _ in range(3):
        limits = replace(BOUNDED, cpu_s=0.3)
        spun = grouped.run(spin, limits=limits).execution
        assert spun.ending is Ending.CPU_LIMIT
        assert 0.29 <= spun.cpu_s < 1
        assert grouped.run(nothing).execution.cpu_s < 0.2


def test_groups_are_gone_after_closing(grouped: Bench, c_program: CompileC) -> None:
    program = c_program(
        "int main(void) { if (!fork()) { setsid(); pause(); } return 0; }"
    )
    assert grouped.run(program).execution.exit_code == 0
    assert groups() != []
    assert [g for g in groups() if (g / "cgroup.procs").read_text()] == []
    grouped.sandbox.close()
    assert groups() == []


def one_run(bench: Bench, program: str, store: Store) -> str:
    """The code of another judge that runs the program once, and prints how it ended and its id."""
    return f"""
import os
from pathlib import Path
from judging.sandbox import SYSTEM, Command, ResourceLimits, open_sandbox, streams
from judging.store import Store
sandbox = open_sandbox({bench.sandbox.info.tier!r}, Store(Path({str(store.root)!r})))
with streams() as (given, out, err), sandbox.box() as box:
    program = Path({program!r})
    read_only = (*SYSTEM, program)
    limits = ResourceLimits(wall_s=10.0)
    command = Command((str(program),), box, given.fd, out.fd, err.fd, limits, read_only=read_only)
    print(sandbox.run(command).ending, os.getpid(), flush=True)
"""


def test_groups_of_a_judge_that_was_killed_are_removed_by_the_next(
    grouped: Bench, c_program: CompileC, store: Store
) -> None:
    program = c_program("int main(void) { return 0; }")
    code = one_run(grouped, program, store) + "os.kill(os.getpid(), 9)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    ending, pid = done.stdout.rsplit(maxsplit=1)
    assert (ending, done.returncode) == ("exited", -9)

    def left() -> list[str]:
        return [
            base for base, _, _ in os.walk("/sys/fs/cgroup") if f"/judge-{pid}" in base
        ]

    assert left() != []
    assert grouped.run(program).execution.exit_code == 0
    assert left() == []


def test_a_judge_that_does_not_see_the_process_of_another_leaves_its_groups(
    grouped: Bench, c_program: CompileC, store: Store
) -> None:
    program = c_program("int main(void) { return 0; }")
    assert grouped.run(program).execution.exit_code == 0
    before = groups()
    assert before != []
    apart = ["unshare", "--pid", "--fork", "--mount-proc"]
    tried = subprocess.run([*apart, "true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"no pid namespace: {tried.stderr}")
    code = one_run(grouped, program, store) + "sandbox.close()"
    done = subprocess.run(
        [*apart, sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.stdout == "exited 1\n", done.stderr
    assert groups() == before


def test_a_group_that_was_removed_gives_no_verdict(
    grouped: Bench, c_program: CompileC
) -> None:
    """After the group was removed, the next run fails or gets a new group, and ends."""
    program = c_program("int main(void) { return 7; }")
    assert grouped.run(program).execution.exit_code == 7
    for folder in groups():
        folder.rmdir()
    execution = grouped.run(program).execution
    assert execution.wall_s < PROMPT_S
    if execution.ending is Ending.SANDBOX_ERROR:
        assert execution.error
    else:
        assert (execution.ending, execution.exit_code) == (Ending.EXITED, 7)


def test_a_part_of_a_group_that_was_removed_is_made_again(
    grouped: Bench, c_program: CompileC
) -> None:
    """The group is removed from one hierarchy between two runs."""
    program = c_program("int main(void) { return 7; }")
    assert grouped.run(program).execution.exit_code == 7
    for number in range(len(groups())):
        sorted(groups())[number].rmdir()
        for _ in range(2):
            execution = grouped.run(program).execution
            assert (execution.ending, execution.exit_code) == (Ending.EXITED, 7), (
                execution.error
            )


def test_a_worker_that_replaces_a_removed_group_leaves_the_others_alone(
    grouped: Bench, c_program: CompileC, store: Store
) -> None:
    program = c_program("int main(void) { return 7; }")
    assert grouped.run(program).execution.exit_code == 7
    for folder in groups():
        folder.rmdir()
    with closing(open_sandbox(grouped.sandbox.info.tier, store, NUMBER + 1)) as sandbox:
        other = Bench(sandbox)
        assert other.run(program).execution.exit_code == 7
        made = set(groups())
        assert grouped.run(program).execution.exit_code == 7
        assert made < set(groups())


# Removes abandoned groups for some seconds.
SWEEPER = """
import sys, time
from pathlib import Path
from judging.sandbox import groups
end = time.monotonic() + 3
while time.monotonic() < end:
    for parent in sys.argv[1:]:
        groups.sweep(Path(parent))
"""
NO_PROCESS = 2**22 + 1  # above the largest number that a process can have


@pytest.mark.slow
def test_judges_that_remove_the_same_groups_do_not_disturb_each_other(
    grouped: Bench, store: Store
) -> None:
    grouped.run("/bin/true")
    parent = groups()[0].parent
    command = [sys.executable, "-c", SWEEPER, str(parent)]
    sweepers = [subprocess.Popen(command) for _ in range(2)]
    abandoned = 0
    while any(sweeper.poll() is None for sweeper in sweepers):
        (parent / f"judge-{NO_PROCESS}-{abandoned}").mkdir()
        abandoned += 1
    assert [sweeper.returncode for sweeper in sweepers] == [0, 0]
    assert abandoned > 100
    # The next judge removes what is left.
    with closing(open_sandbox(grouped.sandbox.info.tier, store, NUMBER + 1)) as next_one:
        Bench(next_one).run("/bin/true")
        assert list(parent.glob(f"judge-{NO_PROCESS}-*")) == []


def test_a_limit_below_what_is_in_use_waits_until_that_is_freed(
    store: Store, c_program: CompileC
) -> None:
    """What an earlier run left may take a while, such as pages on their way to a disk."""
    reason = missing("cgroup1", store)
    if reason is not None:
        pytest.skip(f"sandbox tier cgroup1: {reason}")
    holder = c_program("""
    int main(void) {
        size_t size = 64u << 20; char *block = malloc(size);
        getchar(); memset(block, 1, size); puts("ready"); fflush(stdout); getchar(); return 0; }""")
    with closing(Version1(None)) as group:
        group.begin(None, None)
        pipe = subprocess.PIPE
        with subprocess.Popen([holder], stdin=pipe, stdout=pipe) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for descriptor in group.procs():
                os.pwrite(descriptor, str(process.pid).encode(), 0)
            # The memory that it uses from here on counts.
            process.stdin.write(b"x")
            process.stdin.flush()
            process.stdout.read(1)
            thread = threading.Timer(0.5, process.stdin.close)
            thread.start()
            group.begin(16 * MIB, None)
            assert process.wait() == 0
            thread.join()
