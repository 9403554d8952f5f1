"""The launcher itself, built with sanitizers, with good requests and with nonsense."""

from __future__ import annotations

import array
import contextlib
import os
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.c_programs import CompileC
from support.examples import examples
from support.sandboxes import BOUNDED, landing, visible

from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.sandbox import SYSTEM, Command, ResourceLimits, missing, streams
from judging.sandbox.frames import Isolation, Setting, encode
from judging.sandbox.launcher_build import compile_to, sources
from judging.sandbox.local import BOX
from judging.store import Store
from judging.values import replace

TIMEOUT_S = 20.0
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-O1", "-g"]

# The order of `enum ending` in launcher/run.h.
ENDINGS = (
    "exited",
    "signaled",
    "cpu",
    "wall",
    "memory",
    "output",
    "cancelled",
    "failed",
)
# In namespaces, root needs another uid for programs; an ordinary user has only its own.
SLOT = 2**31 + 77 if os.geteuid() == 0 else 0
PLAIN = Setting()
NAMESPACES = Setting(Isolation.NAMESPACES | Isolation.SECCOMP, SLOT)
LANDLOCK = Setting(Isolation.LANDLOCK | Isolation.SECCOMP | Isolation.NO_SOCKETS)
SETTINGS = {"rlimits": PLAIN, "namespaces": NAMESPACES, "landlock": LANDLOCK}

# One worker runs all of them, so that the sanitized launcher is compiled once.
pytestmark = pytest.mark.xdist_group("launcher")


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
        ancillary = (
            [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)] if descriptors else []
        )
        try:
            self.ours.sendmsg([frame], ancillary)
            return self.ours.recv(4096)
        except (BrokenPipeError, ConnectionResetError):
            return b""

    def finish(self) -> tuple[int, bytes]:
        """Closes the socket; returns (exit code, stderr)."""
        self.ours.close()
        _, stderr = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, stderr


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> str:
    executable = tmp_path_factory.mktemp("sanitized") / "launcher"
    try:
        compile_to(executable, sources(), *SANITIZE)
    except MachineError as problem:
        if "cannot find" in str(problem):
            pytest.skip("the sanitizers' libraries are not installed")
        raise
    return str(executable)


@pytest.fixture(params=list(SETTINGS))
def setting(request: pytest.FixtureRequest, store: Store) -> Setting:
    """Each isolation that the machine has; control groups are the judge's part."""
    reason = missing(request.param, store)
    if reason is not None:
        pytest.skip(f"sandbox tier {request.param}: {reason}")
    return SETTINGS[request.param]


def box_in(folder: Path, setting: Setting) -> Path:
    return BOX if setting.isolation & Isolation.NAMESPACES else folder


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The frame of a harmless command, which always ends."""
    true = shutil.which("true") or "/bin/true"
    box = tmp_path_factory.mktemp("valid")
    command = Command((true, "a", "b"), box, 0, 1, 2, BOUNDED, (("NAME", "value"),))
    return encode(command, PLAIN)


@contextlib.contextmanager
def memory_files(count: int) -> Iterator[list[int]]:
    made = [os.memfd_create("stream") for _ in range(count)]
    try:
        yield made
    finally:
        for fd in made:
            os.close(fd)


def ending(answer: bytes) -> str:
    """The ending: the third word of a result, after two that are the same as in a request."""
    return ENDINGS[struct.unpack_from("<I", answer, 8)[0]]


@pytest.fixture(scope="module")
def error_frame(sanitized: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The answer to a command that cannot be started."""
    box = tmp_path_factory.mktemp("error")
    command = Command(("/nonexistent",), box, 0, 1, 2, BOUNDED)
    wire = Wire(sanitized)
    with memory_files(3) as files:
        answer = wire.ask(encode(command, PLAIN), files)
    assert wire.finish() == (0, b"")
    return answer


CRASH = "abort();"
DAEMON = "if (!fork()) { setsid(); if (!fork()) sleep(20); } return 0;"
SMALL = replace(BOUNDED, memory_bytes=64 * MIB, output_bytes=MIB)
EVERY = replace(
    SMALL,
    stack_bytes=MIB,
    file_bytes=MIB,
)
HOG = "char *p = malloc(200 << 20); memset(p, 1, 200 << 20); pause();"
FLOOD = "static char b[1 << 16]; for (;;) write(1, b, sizeof b);"
COMPLAINT = 'for (int i = 0; i < 9000; i++) write(2, "0123456789abcde", 16);'
PLAN: list[tuple[str, ResourceLimits, str]] = [
    ("for (;;);", replace(SMALL, cpu_s=0.2), "cpu"),
    (HOG, SMALL, "memory"),
    (FLOOD, SMALL, "output"),
    (DAEMON, EVERY, "exited"),
    (CRASH, EVERY, "signaled"),
    (COMPLAINT, SMALL, "exited"),
    ("sleep(20);", replace(SMALL, wall_s=0.5), "wall"),
    (DAEMON, BOUNDED, "exited"),
]


@pytest.mark.slow
def test_many_commands_under_sanitizers(
    sanitized: str, c_program: CompileC, tmp_path: Path, setting: Setting
) -> None:
    """Every ending, one after another in one launcher, and the sanitizers report nothing."""
    env = tuple((f"NAME{n}", "v" * n) for n in range(200))
    words = ["x"] * 1000
    box = box_in(tmp_path, setting)
    base = Command(("/nonexistent", *words), box, 0, 1, 2, SMALL, env, read_only=SYSTEM)
    commands = []
    for body, limits, _ in PLAN:
        program = c_program(f"int main(void) {{ {body} }}")
        core = min(os.sched_getaffinity(0)) if limits.cpu_s == 0.2 else None
        read_only = visible(program)
        commands.append(
            replace(
                base,
                argv=(program, *words),
                limits=limits,
                core=core,
                read_only=read_only,
            )
        )
    crash = commands[4]
    elsewhere = tmp_path / "missing"
    commands += [
        base,
        replace(crash, core=100_000),
        replace(crash, read_only=(*crash.read_only, elsewhere)),
        replace(crash, copy_in=(elsewhere,)),
        replace(crash, folders=("a/b",)),
    ]
    wire = Wire(sanitized)
    answers = []
    with streams(b"1 2\n") as (given, out, err):
        for command in commands:
            frame = encode(command, setting)
            answers.append(wire.ask(frame, [given.fd, out.fd, err.fd]))
    assert wire.finish() == (0, b"")
    expected = [kind for *_, kind in PLAN] + ["failed"] * 5
    # Without its own root, a run ignores a missing read-only path.
    if not setting.isolation & Isolation.NAMESPACES:
        expected[-3] = "signaled"
    assert [ending(answer) for answer in answers] == expected


@pytest.mark.slow
def test_copying_under_sanitizers(
    sanitized: str, c_program: CompileC, tmp_path: Path, setting: Setting
) -> None:
    """Copies folders in and out, with everything that copying leaves behind."""
    program = c_program("""
    int main(void) {
        mkdir("out/d", 0700); symlink("/", "out/l"); mkfifo("out/p", 0600);
        for (int i = 0; i < 30 && !mkdir("deep", 0700) && !chdir("deep"); i++) creat("f", 0600);
        return 0; }""")
    given_folder, box = tmp_path / "given", tmp_path / "box"
    (given_folder / "inner").mkdir(parents=True)
    (given_folder / "inner" / "file").write_bytes(b"x" * 100_000)
    box.mkdir()
    everything, deep = landing(tmp_path / "all"), landing(tmp_path / "deep")
    command = Command(
        (program,), box_in(box, setting), 0, 1, 2, BOUNDED, read_only=visible(program),
        copy_in=(given_folder,), folders=("out",),
        copy_out=((".", everything), ("deep/deep", deep), ("nowhere", deep)),
    )  # fmt: skip
    wire = Wire(sanitized)
    with streams() as (given, out, err):
        answer = wire.ask(encode(command, setting), [given.fd, out.fd, err.fd])
    assert wire.finish() == (0, b"")
    assert ending(answer) == "exited"
    assert (everything / "inner" / "file").stat().st_size == 100_000
    assert (deep / "f").exists()
    assert sorted(path.name for path in (everything / "out").iterdir()) == ["d"]


def test_what_the_launcher_itself_inherited_is_closed(
    sanitized: str, c_program: CompileC, tmp_path: Path, setting: Setting
) -> None:
    lister = c_program("""
    int main(void) {
        for (int fd = 0; fd < 4096; fd++) if (fcntl(fd, F_GETFD) >= 0) printf("%d ", fd); }""")
    box = box_in(tmp_path, setting)
    command = Command((lister,), box, 0, 1, 2, BOUNDED, read_only=visible(lister))
    with memory_files(2) as leaked, streams() as (given, out, err):
        wire = Wire(sanitized, *leaked)
        assert wire.ask(encode(command, setting), [given.fd, out.fd, err.fd])
        assert wire.finish() == (0, b"")
        assert out.read() == b"0 1 2 "


MUTATIONS = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.sampled_from([0, 1, 0x7F, 0x80, 0xFF]) | st.integers(0, 255),
    ),
    max_size=6,
)


@examples(30, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
    """Random bytes, and a good request with bytes changed, cut off or added."""
    if isinstance(nonsense, bytes):
        frame = nonsense
    else:
        changed = bytearray(valid)
        for place, value in nonsense:
            changed[place % len(changed)] = value
        frame = (
            bytes(changed[:resize])
            if resize < 0
            else bytes(changed) + b"\0" * (resize // 3)
        )
    wire = Wire(sanitized)
    with memory_files(files) as descriptors:
        answer = wire.ask(frame, descriptors)
    code, stderr = wire.finish()
    assert stderr == b""
    assert code == 0
    assert len(answer) in (0, len(error_frame))
    if answer and frame != valid:
        assert answer[:8] == error_frame[:8]
    if isinstance(nonsense, bytes) and answer:
        assert ending(answer) == "failed"


# argc, envc, read_only, copy_in, folders, copy_out, strings
COUNTS_AT = struct.calcsize("<2I12Qi3I")


@pytest.mark.parametrize(
    "changed",
    [
        {0: 0, 1: 0},
        {0: 2**32 - 1, 1: 2**32 - 1},
        {0: 4096, 1: 4096},
        {0: 4},  # one argument more than there are strings
        {1: 2},
        {2: 1},
        {2: 65},
        {2: 2**31},  # twice that is 0
        {3: 1},
        {3: 65},
        {4: 1},
        {4: 2**32 - 1},
        {5: 1},
        {5: 2**31},  # twice that is 0
        {6: 0},
        {6: 2**32 - 1},
        {0: 2, 2: 1},  # a read-only path has two strings
        {
            0: 1,
            2: 1,
        },  # the last two arguments become a read-only path, which is not absolute
    ],
    ids=str,
)
def test_counts_that_do_not_fit_are_refused_and_the_next_request_works(
    sanitized: str, valid: bytes, error_frame: bytes, changed: dict[int, int]
) -> None:
    counts = list(struct.unpack_from("<7I", valid, COUNTS_AT))
    assert counts[:6] == [3, 1, 0, 0, 0, 0]
    for place, value in changed.items():
        counts[place] = value
    bad = bytearray(valid)
    struct.pack_into("<7I", bad, COUNTS_AT, *counts)
    wire = Wire(sanitized)
    with memory_files(3) as files:
        refused = wire.ask(bytes(bad), files)
        good = wire.ask(valid, files)
    assert wire.finish() == (0, b"")
    assert ending(refused) == "failed"
    assert len(good) == len(error_frame)
    assert ending(good) == "exited"


def test_root_is_never_what_a_namespace_maps(sanitized: str, valid: bytes) -> None:
    """The launcher of a root judge refuses a request without a user id."""
    if os.geteuid() != 0:
        pytest.skip("not root: there is no privilege to refuse")
    command = Command(("/bin/true",), BOX, 0, 1, 2, BOUNDED, read_only=SYSTEM)
    frame = encode(command, Setting(Isolation.NAMESPACES))
    wire = Wire(sanitized)
    with memory_files(3) as files:
        assert ending(wire.ask(frame, files)) == "failed"
        assert ending(wire.ask(valid, files)) == "exited"
    assert wire.finish() == (0, b"")


def test_a_last_string_without_its_end_is_refused(
    sanitized: str, valid: bytes, error_frame: bytes
) -> None:
    wire = Wire(sanitized)
    with memory_files(3) as files:
        answer = wire.ask(valid[:-1] + b"x", files)
    assert wire.finish() == (0, b"")
    assert ending(answer) == "failed"


def test_a_request_longer_than_any_is_refused(
    sanitized: str, valid: bytes, error_frame: bytes
) -> None:
    wire = Wire(sanitized)
    wire.ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**20)
    with memory_files(3) as files:
        answer = wire.ask(valid + b"x" * 400_000, files)
    assert wire.finish() == (0, b"")
    assert ending(answer) == "failed"


@pytest.mark.parametrize(
    "argv",
    [[], ["999"], ["word"], ["-1"], ["0", "999"], ["0", "", "999"], ["0", "", "0", "0"]],
)
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
