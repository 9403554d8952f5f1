"""The launcher itself: built with sanitizers, and asked nonsense."""

from __future__ import annotations

import array
import contextlib
import importlib.resources
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import BOUNDED, CompileC
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judging.errors import MachineError
from judging.limits import MIB
from judging.sandbox import Command, ResourceLimits, launcher, streams
from judging.store import Store

TIMEOUT_S = 20.0
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
WARN = ["-Wall", "-Wextra", "-Werror"]
SOURCE = importlib.resources.files("judging.sandbox").joinpath("launcher.c").read_bytes()

RECORDER = """#!{python}
import socket, sys
messages = socket.socket(fileno=int(sys.argv[1]))
with open({target!r}, "ab") as file:
    while message := messages.recv(1 << 20):
        file.write(len(message).to_bytes(4, "little") + message)
"""


class Wire:
    """A launcher and our end of the socket to it."""

    def __init__(self, executable: str, *inherited: int) -> None:
        self.ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.ours.settimeout(TIMEOUT_S)
        with theirs:
            self.process = subprocess.Popen(
                [executable, str(theirs.fileno())],
                pass_fds=[theirs.fileno(), *inherited],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={},
            )

    def ask(self, frame: bytes, descriptors: Sequence[int]) -> bytes:
        """The answer; empty when the launcher has ended. TimeoutError when it hangs."""
        rights = array.array("i", descriptors)
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)] if descriptors else []
        try:
            self.ours.sendmsg([frame], ancillary)
            return self.ours.recv(4096)
        except (BrokenPipeError, ConnectionResetError):
            return b""

    def finish(self) -> tuple[int, bytes]:
        """Hangs up; (exit code, what it said on stderr)."""
        self.ours.close()
        _, said = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, said


def frames(commands: Sequence[Command], folder: Path) -> list[bytes]:
    """What the judge sends for these commands, written down by a recorder in the launcher's
    place."""
    target = folder / "frames"
    recorder = folder / "recorder"
    recorder.write_text(RECORDER.format(python=sys.executable, target=str(target)))
    recorder.chmod(0o755)
    server = launcher.Server(recorder)
    refused = [server.send(command) for command in commands]
    server.close()
    assert refused == [None] * len(commands)
    data = target.read_bytes()
    found = []
    while data:
        size = int.from_bytes(data[:4], "little")
        found.append(data[4 : 4 + size])
        data = data[4 + size :]
    assert len(found) == len(commands)
    return found


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("sanitized")
    code = folder / "launcher.c"
    code.write_bytes(SOURCE)
    compiler = shutil.which("cc") or "gcc"
    base = [compiler, "-std=gnu17", "-O1", "-g", *WARN, "-o", str(folder / "launcher"), str(code)]
    done = subprocess.run([*base, *SANITIZE], capture_output=True, text=True, check=False)
    if done.returncode != 0 and "cannot find" in done.stderr:
        pytest.skip("the sanitizers' libraries are not installed")
    assert done.stderr == ""
    assert done.returncode == 0
    return str(folder / "launcher")


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The frame of a harmless command: whatever becomes of it, it ends."""
    true = shutil.which("true") or "/bin/true"
    command = Command((true, "a", "b"), Path("/"), 0, 1, 2, BOUNDED, (("NAME", "value"),))
    return frames([command], tmp_path_factory.mktemp("valid"))[0]


@contextlib.contextmanager
def memory_files(count: int) -> Iterator[list[int]]:
    made = [os.memfd_create("stream") for _ in range(count)]
    try:
        yield made
    finally:
        for fd in made:
            os.close(fd)


def ending(answer: bytes) -> int:
    """The third word of a result; the first two are the same as in every request."""
    return int(struct.unpack_from("<I", answer, 8)[0])


@pytest.fixture(scope="module")
def error_frame(sanitized: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What is answered for a command that cannot be started."""
    command = Command(("/nonexistent",), Path("/"), 0, 1, 2, BOUNDED)
    frame = frames([command], tmp_path_factory.mktemp("error"))[0]
    wire = Wire(sanitized)
    with memory_files(3) as files:
        answer = wire.ask(frame, files)
    assert wire.finish() == (0, b"")
    return answer


def test_many_commands_under_sanitizers(
    sanitized: str, c_program: CompileC, tmp_path: Path
) -> None:
    """Every way to end, one after another in one launcher, which then has nothing to report."""

    def c(body: str) -> str:
        return c_program(f"int main(void) {{ {body} }}")

    crash = c("abort();")
    daemon = c("if (!fork()) { setsid(); if (!fork()) sleep(20); } return 0;")
    small = replace(BOUNDED, memory_bytes=64 * MIB, output_bytes=MIB)
    every = replace(
        small, stack_bytes=MIB, data_bytes=512 * MIB, address_space_bytes=2**46, file_bytes=MIB
    )
    plan: list[tuple[str, ResourceLimits, Path, int | None]] = [
        (c("for (;;);"), replace(small, cpu_s=0.2), tmp_path, min(os.sched_getaffinity(0))),
        (
            c("char *p = malloc(200 << 20); memset(p, 1, 200 << 20); pause();"),
            small,
            tmp_path,
            None,
        ),
        (c("static char b[1 << 16]; for (;;) write(1, b, sizeof b);"), small, tmp_path, None),
        (daemon, every, tmp_path, None),
        (crash, every, tmp_path, None),
        (
            c('for (int i = 0; i < 9000; i++) write(2, "0123456789abcde", 16);'),
            small,
            tmp_path,
            None,
        ),
        (c("sleep(20);"), replace(small, wall_s=0.5), tmp_path, None),
        ("/nonexistent", small, tmp_path, None),
        (crash, small, tmp_path / "missing", None),
        (crash, small, tmp_path, 100_000),
        (daemon, BOUNDED, tmp_path, None),
    ]
    env = tuple((f"NAME{n}", "v" * n) for n in range(200))
    commands = [
        Command((program, *["x"] * 1000), cwd, 0, 1, 2, limits, env, core)
        for program, limits, cwd, core in plan
    ]
    wire = Wire(sanitized)
    answers = []
    with streams(b"1 2\n") as (given, out, err):
        for frame in frames(commands, tmp_path):
            answers.append(wire.ask(frame, [given.fd, out.fd, err.fd]))
    assert wire.finish() == (0, b"")
    assert all(answers)
    # CPU, memory and output limit, exit, signal, exit, wall limit, three set-up errors, exit.
    kinds = [ending(answer) for answer in answers]
    assert len(set(kinds[:5])) == 5
    assert kinds[3] == kinds[5] == kinds[10]
    assert kinds[7] == kinds[8] == kinds[9]
    assert len(set(kinds)) == 7


def test_what_the_launcher_itself_inherited_is_closed(
    sanitized: str, c_program: CompileC, tmp_path: Path
) -> None:
    lister = c_program("""
    int main(void) {
        for (int fd = 0; fd < 4096; fd++) if (fcntl(fd, F_GETFD) >= 0) printf("%d ", fd); }""")
    (frame,) = frames([Command((lister,), tmp_path, 0, 1, 2, BOUNDED)], tmp_path)
    with memory_files(2) as leaked, streams() as (given, out, err):
        wire = Wire(sanitized, *leaked)
        assert wire.ask(frame, [given.fd, out.fd, err.fd])
        assert wire.finish() == (0, b"")
        assert out.read() == b"0 1 2 "


MUTATIONS = st.lists(
    st.tuples(st.integers(0, 400), st.sampled_from([0, 1, 0x7F, 0x80, 0xFF]) | st.integers(0, 255)),
    max_size=6,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.binary(max_size=400) | MUTATIONS,
    st.sampled_from([3, 3, 3, 0, 1, 2, 4, 8]),
    st.integers(-150, 150),
)
def test_nonsense_gets_an_error_or_a_clean_end(
    sanitized: str,
    valid: bytes,
    error_frame: bytes,
    nonsense: bytes | list[tuple[int, int]],
    files: int,
    resize: int,
) -> None:
    """Random bytes, and a good request with some bytes changed, cut off or added."""
    if isinstance(nonsense, bytes):
        frame = nonsense
    else:
        changed = bytearray(valid)
        for place, value in nonsense:
            changed[place % len(changed)] = value
        frame = bytes(changed[:resize]) if resize < 0 else bytes(changed) + b"\0" * (resize // 3)
    wire = Wire(sanitized)
    with memory_files(files) as descriptors:
        answer = wire.ask(frame, descriptors)
    code, said = wire.finish()
    assert said == b""
    assert code == 0
    assert len(answer) in (0, len(error_frame))
    if answer and frame != valid:
        assert answer[:8] == error_frame[:8]
    if isinstance(nonsense, bytes) and answer:
        assert ending(answer) == ending(error_frame)


def header_fields(frame: bytes, valid: bytes) -> int:
    """Where the four last words of the fixed part begin: core, argc, envc, strings."""
    strings = valid.index(b"/\0")
    return strings - 16


@pytest.mark.parametrize(
    ("argc", "envc", "strings"),
    [
        (0, 0, None),
        (2**32 - 1, 2**32 - 1, None),
        (4096, 4096, None),
        (4097, 1, None),
        (4, 1, None),  # one argument more than there are strings
        (3, 2, None),
        (3, 1, 0),
        (3, 1, 2**32 - 1),
    ],
)
def test_counts_that_do_not_fit_are_refused_and_the_next_request_works(
    sanitized: str,
    valid: bytes,
    error_frame: bytes,
    argc: int,
    envc: int,
    strings: int | None,
) -> None:
    place = header_fields(valid, valid)
    core, true_argc, true_envc, size = struct.unpack_from("<i3I", valid, place)
    assert (core, true_argc, true_envc) == (-1, 3, 1)
    bad = bytearray(valid)
    struct.pack_into("<i3I", bad, place, core, argc, envc, size if strings is None else strings)
    wire = Wire(sanitized)
    with memory_files(3) as files:
        refused = wire.ask(bytes(bad), files)
        good = wire.ask(valid, files)
    assert wire.finish() == (0, b"")
    assert ending(refused) == ending(error_frame)
    assert len(good) == len(error_frame)
    assert ending(good) != ending(error_frame)


def test_a_last_string_without_its_end_is_refused(
    sanitized: str, valid: bytes, error_frame: bytes
) -> None:
    wire = Wire(sanitized)
    with memory_files(3) as files:
        answer = wire.ask(valid[:-1] + b"x", files)
    assert wire.finish() == (0, b"")
    assert ending(answer) == ending(error_frame)


def test_a_request_longer_than_any_is_refused(
    sanitized: str, valid: bytes, error_frame: bytes
) -> None:
    wire = Wire(sanitized)
    wire.ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**20)
    with memory_files(3) as files:
        answer = wire.ask(valid + b"x" * 400_000, files)
    assert wire.finish() == (0, b"")
    assert ending(answer) == ending(error_frame)


@pytest.mark.parametrize("argv", [[], ["999"], ["word"], ["-1"], ["3", "4"]])
def test_a_launcher_that_nobody_talks_to_ends(sanitized: str, argv: list[str]) -> None:
    done = subprocess.run(
        [sanitized, *argv],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode in (0, 2)
    assert done.stderr == b""


def test_it_is_built_once(store: Store) -> None:
    first = launcher.build(store)
    stamp = first.stat().st_mtime_ns
    assert launcher.build(store) == first
    assert first.stat().st_mtime_ns == stamp
    assert os.access(first, os.X_OK)


def test_without_a_compiler_the_error_says_what_to_install(
    empty_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match="C compiler"):
        launcher.build(empty_store)


def test_a_compiler_that_fails_is_quoted(
    empty_store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'no such header' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match="no such header"):
        launcher.build(empty_store)


def test_an_answer_that_is_no_frame_is_a_sandbox_error(tmp_path: Path) -> None:
    for answer in (b"", b"short", b"x" * 88, b"x" * 500):
        false = tmp_path / "false"
        false.write_text(
            f"#!{sys.executable}\nimport socket, sys\n"
            "wire = socket.socket(fileno=int(sys.argv[1]))\nwire.recv(1 << 20)\n"
            f"wire.send({answer!r})\n"
        )
        false.chmod(0o755)
        server = launcher.Server(false)
        with streams() as (given, out, err):
            command = Command(("/bin/true",), tmp_path, given.fd, out.fd, err.fd, BOUNDED)
            assert server.send(command) is None
            execution = server.receive(command)
        server.close()
        assert execution.ending == "sandbox error"
        assert execution.error
