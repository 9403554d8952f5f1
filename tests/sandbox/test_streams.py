"""Every tier: what a program reads and writes, and what it cannot do with its descriptors.

promise: output-limit sealed-input
"""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench, run_pair, visible
from support.waiting import PROMPT_S, SLEEP_S

from judging.core.limits import MIB
from judging.core.runs import Ending
from judging.sandbox import Command, open_sandbox, streams
from judging.sandbox.command import STDERR_KEPT_BYTES, MemoryFile
from judging.store import Store
from judging.values import replace

pytestmark = pytest.mark.smoke

COPY = """int main(int c, char **v) {
    static char block[1 << 16];
    for (ssize_t got; (got = read(0, block, sizeof block)) > 0;)
        for (int fd = 1; fd <= c; fd++)
            for (ssize_t done = 0; done < got;) done += write(fd, block + done, got - done);
    return 0; }"""
FLOOD = """int main(int c, char **v) {
    static char block[1 << 16]; memset(block, 'x', sizeof block);
    int fd = atoi(v[1]); long count = atol(v[2]);
    while (count-- > 0) if (write(fd, block, sizeof block) < 0) return 9;
    return 0; }"""
ENDLESS = str(10**9)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=2000))
@example(b"")
@example(bytes(range(256)) * 40)
def test_bytes_pass_unchanged(bench: Bench, c_program: CompileC, data: bytes) -> None:
    outcome = bench.run(c_program(COPY), "stderr too", stdin=data)
    assert (outcome.execution.ending, outcome.execution.exit_code) == (Ending.EXITED, 0)
    assert outcome.stdout == data
    assert outcome.stderr == data
    assert outcome.execution.output_bytes == len(data)


# Copies its input and what it says on stderr by the names of its streams.
BY_NAME = """int main(int c, char **v) {
    int in = open(v[1], O_RDONLY), out = open(v[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int err = open(v[3], O_WRONLY | O_APPEND);
    char text[64];
    if (in < 0 || out < 0 || err < 0) return 2;
    if (open("/dev/tty", O_RDWR) >= 0) return 3;
    ssize_t got = read(in, text, sizeof text);
    return write(out, text, got) == got && write(err, "noted", 5) == 5 ? 0 : 4; }"""
NAMES = ("/dev/std", "/dev/fd/", "/proc/self/fd/")


def _names(kind: str) -> tuple[str, ...]:
    """Return how a program names stdin, stdout and stderr."""
    words = ("in", "out", "err") if kind == "/dev/std" else ("0", "1", "2")
    return tuple(kind + word for word in words)


@pytest.mark.parametrize("kind", NAMES)
def test_a_program_opens_its_streams_by_name(
    bench: Bench, c_program: CompileC, kind: str
) -> None:
    outcome = bench.run(c_program(BY_NAME), *_names(kind), stdin=b"5 7\n")
    assert outcome.execution.exit_code == 0
    assert outcome.stdout == b"5 7\n"
    assert outcome.stderr == b"noted"


@pytest.mark.parametrize("kind", NAMES)
def test_a_pair_opens_its_streams_by_name(
    bench: Bench, c_program: CompileC, kind: str
) -> None:
    """Each of the two writes, and then reads what the other one wrote."""
    program = c_program("""int main(int c, char **v) {
        int out = open(v[2], O_WRONLY), in = open(v[1], O_RDONLY), err = open(v[3], O_WRONLY);
        char text[8];
        if (in < 0 || out < 0 || err < 0) return 2;
        return write(out, "here\\n", 5) == 5 && read(in, text, 5) == 5 ? 0 : 4; }""")
    there, back = os.pipe(), os.pipe()
    with (
        bench.sandbox.box() as one,
        bench.sandbox.box() as two,
        streams() as (_, _, err),
    ):
        argv = (program, *_names(kind))
        first = Command(argv, one, back[0], there[1], err.fd, BOUNDED)
        first = replace(first, read_only=visible(program))
        second = replace(first, box=two, stdin=there[0], stdout=back[1])
        *both, _ = run_pair(bench.sandbox, first, second)
    for fd in (*there, *back):
        os.close(fd)
    assert [execution.exit_code for execution in both] == [0, 0]


def test_devices_are_as_elsewhere(bench: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) {
        char bytes[4] = "xxx";
        const char *const random[] = {"/dev/random", "/dev/urandom"};
        for (int i = 0; i < 2; i++)
            if (read(open(random[i], O_RDONLY), bytes, 4) != 4) return 1;
        if (read(open("/dev/zero", O_RDONLY), bytes, 4) != 4 || bytes[3]) return 2;
        if (read(open("/dev/full", O_RDONLY), bytes, 4) != 4 || bytes[3]) return 3;
        if (write(open("/dev/full", O_WRONLY), bytes, 4) != -1 || errno != ENOSPC) return 4;
        if (write(open("/dev/null", O_WRONLY), bytes, 4) != 4) return 5;
        return read(open("/dev/null", O_RDONLY), bytes, 4); }""")
    assert bench.run(program).execution.exit_code == 0


def test_megabytes_pass_unchanged(bench: Bench, c_program: CompileC) -> None:
    data = bytes(range(256)) * (6 * MIB // 256)
    outcome = bench.run(c_program(COPY), stdin=data)
    assert outcome.stdout == data
    assert outcome.execution.memory_bytes < 2 * MIB


def test_input_that_nobody_reads(bench: Bench, c_program: CompileC) -> None:
    outcome = bench.run(c_program("int main(void) { return 4; }"), stdin=b"x" * 8 * MIB)
    assert outcome.execution.exit_code == 4


def test_endless_output_is_cut(
    tier: str,
    store: Store,
    c_program: CompileC,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Output up to the limit is kept, the rest is counted, and nothing touches the disk."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sandbox = open_sandbox(tier, store)
    limits = replace(BOUNDED, output_bytes=MIB)
    outcome = Bench(sandbox).run(c_program(FLOOD), "1", ENDLESS, limits=limits)
    assert sum(p.stat().st_size for p in tmp_path.rglob("*") if p.is_file()) == 0
    sandbox.close()
    assert list(tmp_path.iterdir()) == []
    assert outcome.execution.ending is Ending.OUTPUT_LIMIT
    assert outcome.execution.output_bytes > MIB
    assert outcome.stdout == b"x" * MIB
    assert outcome.execution.wall_s < PROMPT_S


@pytest.mark.parametrize("blocks", [16, 17])
def test_a_little_too_much_output_is_noticed_after_the_end_too(
    bench: Bench, c_program: CompileC, blocks: int
) -> None:
    limits = replace(BOUNDED, output_bytes=MIB)
    outcome = bench.run(c_program(FLOOD), "1", str(blocks), limits=limits)
    expected = Ending.EXITED if blocks == 16 else Ending.OUTPUT_LIMIT
    assert outcome.execution.ending is expected
    assert len(outcome.stdout) == MIB


def test_a_flood_on_stderr_is_cut_and_no_fault(
    bench: Bench, c_program: CompileC
) -> None:
    outcome = bench.run(c_program(FLOOD), "2", "128")
    assert (outcome.execution.ending, outcome.execution.exit_code) == (Ending.EXITED, 0)
    assert outcome.stderr == b"x" * STDERR_KEPT_BYTES
    assert STDERR_KEPT_BYTES == 64 * 1024
    assert outcome.stdout == b""
    assert outcome.execution.output_bytes == 0


def test_a_child_that_holds_the_pipes_does_not_stretch_the_run(
    bench: Bench, c_program: CompileC
) -> None:
    program = c_program(f"""
    int main(void) {{
        if (!fork()) {{ setsid(); sleep({SLEEP_S}); return 0; }}
        write(1, "said", 4); write(2, "too", 3); return 6; }}""")
    outcome = bench.run(program)
    assert (outcome.execution.ending, outcome.execution.exit_code) == (Ending.EXITED, 6)
    assert (outcome.stdout, outcome.stderr) == (b"said", b"too")
    assert outcome.execution.wall_s < PROMPT_S


def test_closed_streams_are_the_programs_own_affair(
    bench: Bench, c_program: CompileC
) -> None:
    program = c_program("""
    int main(void) {
        write(1, "before", 6); close(0); close(1); close(2); usleep(200000);
        return write(1, "after", 5) < 0 ? 5 : 0; }""")
    outcome = bench.run(program)
    assert (outcome.execution.ending, outcome.execution.exit_code) == (Ending.EXITED, 5)
    assert outcome.stdout == b"before"
    assert outcome.execution.cpu_s < 0.1


def test_a_broken_pipe_kills_as_it_does_in_a_shell(
    bench: Bench, c_program: CompileC
) -> None:
    """Python ignores SIGPIPE and would pass this on."""
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
    program = c_program("""
    int main(void) { int p[2]; pipe(p); close(p[0]); write(p[1], "x", 1); return 0; }""")
    execution = bench.run(program).execution
    assert (execution.ending, execution.signal) == (Ending.SIGNALED, signal.SIGPIPE)


ATTACKS = """int main(void) {
    int tries = 0, done = 0;
    char *map; int fd;
    #define TRY(x) tries++; if (x) done++
    TRY(write(0, "evil", 4) >= 0);
    TRY(pwrite(0, "evil", 4, 0) >= 0);
    TRY(ftruncate(0, 0) == 0);
    TRY(ftruncate(0, 1 << 20) == 0);
    TRY(fallocate(0, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096) == 0);
    TRY(fcntl(0, F_ADD_SEALS, F_SEAL_FUTURE_WRITE) == 0);
    map = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0);
    TRY(map != MAP_FAILED && (map[0] = 'e'));
    fchmod(0, 0777);
    fd = open("/proc/self/fd/0", O_RDWR);
    TRY(fd >= 0 && write(fd, "evil", 4) >= 0);
    fd = open("/proc/self/fd/0", O_WRONLY | O_TRUNC);
    TRY(fd >= 0 && (lseek(fd, 0, SEEK_END) == 0 || write(fd, "evil", 4) >= 0));
    printf("%d of %d", done, tries);
    return 0; }"""


def test_a_program_cannot_rewrite_its_input(bench: Bench, c_program: CompileC) -> None:
    """Otherwise a program could leave a message in descriptor 0 for its run on the next test."""
    content = b"the test input\n" * 1000
    with streams(content) as (given, out, err), bench.sandbox.box() as box:
        attack, copy = c_program(ATTACKS), c_program(COPY)
        command = Command((attack,), box, given.fd, out.fd, err.fd, BOUNDED)
        command = replace(command, read_only=visible(attack, copy))
        bench.sandbox.run(command)
        assert out.read() == b"0 of 9"
        assert given.read() == content
        # Another program reads the same input from its start.
        with (
            streams() as (_, second, _),
            open(f"/proc/self/fd/{given.fd}", "rb") as again,
        ):
            bench.sandbox.run(
                replace(command, argv=(copy,), stdin=again.fileno(), stdout=second.fd)
            )
            assert second.read() == content


def test_a_file_that_cannot_be_read_leaves_no_descriptor(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        MemoryFile(tmp_path / "missing")
    assert len(os.listdir("/proc/self/fd")) == before
