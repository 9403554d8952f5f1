"""A program can see, reach and become only what its command allows.

promise: listed-files read-only own-box box-limits named-tier
promise: no-network no-other-processes no-privileges
"""

from __future__ import annotations

import os
import socket
import threading
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench, not_in, only_in, visible
from support.waiting import SLEEP_S, alive, wait_until

from judging.core.limits import MIB
from judging.core.runs import Ending
from judging.sandbox import Command, open_sandbox, streams
from judging.sandbox.frames import Isolation
from judging.store import Store
from judging.values import replace

pytestmark = pytest.mark.smoke

FILES = Isolation.NAMESPACES | Isolation.LANDLOCK
UNSANDBOXED = "it does not keep files apart, and says so"
LIST = """
#include <dirent.h>
int main(int c, char **v) {
    DIR *folder = opendir(v[1]);
    if (!folder) return 1;
    for (struct dirent *e; (e = readdir(folder));) if (e->d_name[0] != '.') puts(e->d_name);
    return 0; }"""
# Exit code 0: the file can be read; 1: it exists; 2: nothing is there.
LOOK = """
int main(int c, char **v) {
    char byte; struct stat s;
    int fd = open(v[1], O_RDONLY);
    if (fd >= 0) return 0;
    return stat(v[1], &s) ? 2 : 1; }"""


# ---- files


@pytest.fixture
def material(tmp_path: Path) -> Path:
    """A readable folder next to an unreadable secret."""
    folder = tmp_path / "shown"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").write_text("shown")
    (tmp_path / "secret").write_text("secret")
    (folder / "link").symlink_to("../secret")
    return folder


def test_what_may_be_read_is_where_it_is_outside_and_cannot_be_changed(
    bench: Bench, c_program: CompileC, material: Path
) -> None:
    only_in(bench, FILES, UNSANDBOXED)
    program = c_program("""
    int main(int c, char **v) {
        int done = 0, tries = 0; char text[8] = {0};
        #define TRY(x) tries++; if (x) done |= 1 << tries
        if (chdir(v[1])) return 1;
        int fd = open("inner/file", O_RDONLY);
        if (read(fd, text, 5) != 5) return 2;
        TRY(open("inner/file", O_WRONLY) >= 0);
        TRY(open("inner/file", O_RDWR | O_APPEND) >= 0);
        TRY(creat("inner/new", 0666) >= 0);
        TRY(!truncate("inner/file", 0) );
        TRY(!mkdir("new", 0777));
        TRY(!unlink("inner/file"));
        TRY(!rename("inner/file", "inner/other"));
        TRY(!symlink("x", "inner/link"));
        TRY(!link("inner/file", "inner/link"));
        TRY(!mkfifo("inner/pipe", 0666));
        TRY(!rmdir("inner"));
        printf("%s %x of %d", text, done, tries);
        return 0; }""")
    if not bench.isolation & Isolation.NAMESPACES and os.geteuid() == 0:
        material.chmod(0o777)
    outcome = bench.run(program, str(material), read_only=(material,))
    assert outcome.stdout == b"shown 0 of 11"
    assert (material / "inner" / "file").read_text() == "shown"
    assert sorted(path.name for path in material.rglob("*")) == ["file", "inner", "link"]


def test_modes_and_times_of_what_may_be_read_stay(
    bench: Bench, c_program: CompileC, material: Path
) -> None:
    only_in(bench, Isolation.NAMESPACES, "Landlock does not cover modes and times")
    program = c_program("""
    int main(int c, char **v) {
        struct timespec t[2] = {{1, 0}, {1, 0}};
        return chmod(v[1], 0777) && utimensat(AT_FDCWD, v[1], t, 0) && chown(v[1], 1000, 1000) ? 0
            : 1; }""")
    file = material / "inner" / "file"
    before = file.stat()
    assert bench.run(program, str(file), read_only=(material,)).execution.exit_code == 0
    assert file.stat() == before or file.stat().st_mtime == before.st_mtime
    assert file.stat().st_mode == before.st_mode


def test_nothing_else_of_the_host_can_be_read(
    bench: Bench, c_program: CompileC, material: Path, store: Store
) -> None:
    program = c_program(LOOK)
    secrets = [
        material.parent / "secret",
        material / "link",
        Path("/etc/passwd"),
        Path("/etc/hostname"),
        Path("/root"),
        Path("/home"),
        Path("/sys"),
        Path("/var"),
        Path.home(),
        store.root,
        Path(__file__),
        Path(f"/proc/{os.getpid()}/cmdline"),
        Path(f"/proc/{os.getpid()}/environ"),
    ]
    seen = {
        path: bench.run(program, str(path), read_only=(material,)).execution.exit_code
        for path in secrets
        if path.exists()
    }
    assert len(seen) >= 8
    if not bench.isolation & FILES:
        # Without isolation, the same attempts find everything.
        assert seen[Path(__file__)] == seen[material.parent / "secret"] == 0
        return
    assert [path for path, code in seen.items() if code == 0] == []
    assert (
        bench.run(
            program, str(material / "inner" / "file"), read_only=(material,)
        ).execution.exit_code
        == 0
    )


def test_the_root_holds_what_was_said_and_no_more(
    bench: Bench, c_program: CompileC, material: Path
) -> None:
    only_in(bench, Isolation.NAMESPACES, "it has no root of its own")
    program = c_program(LIST)
    expected = {path.parts[1] for path in visible(program, material)}
    expected |= {"box", "dev", "proc", "tmp"}
    output = bench.run(program, "/", read_only=(material,)).stdout.decode().split()
    assert set(output) == expected
    inside = bench.run(
        program, str(material.parent), read_only=(material,)
    ).stdout.split()
    assert inside == [b"shown"]
    devices = bench.run(program, "/dev").stdout.decode().split()
    files = {"null", "zero", "full", "random", "urandom", "shm"}
    assert set(devices) == files | {"fd", "stdin", "stdout", "stderr"}


def test_nothing_but_the_box_can_be_written(bench: Bench, c_program: CompileC) -> None:
    only_in(bench, Isolation.NAMESPACES, "it has no root of its own")
    program = c_program("""
    int main(void) {
        const char *places[] = {"/x", "/dev/x", "/proc/x", "/usr/x", "/etc/x", "/box/../x"};
        for (int i = 0; i < 6; i++) if (creat(places[i], 0600) >= 0) return 1 + i;
        return creat("/dev/shm/y", 0600) < 0 || access("/box/y", F_OK) ? 9 : 0; }""")
    assert bench.run(program).execution.exit_code == 0


def test_what_may_be_read_may_lie_in_what_may_be_read(
    bench: Bench, c_program: CompileC, material: Path
) -> None:
    program = c_program(LOOK)
    file = material / "inner" / "file"
    for read_only in (
        (material, file),
        (file, material),
        (material, material / "inner", file),
    ):
        assert (
            bench.run(program, str(file), read_only=read_only).execution.exit_code == 0
        )


def test_the_box_is_bounded_in_bytes_and_files(
    bench: Bench, c_program: CompileC
) -> None:
    only_in(bench, Isolation.NAMESPACES, "files in the box are bounded one by one only")
    fill = c_program("""
    int main(void) {
        static char block[4096]; long written = 0; ssize_t put;
        int fd = creat("file", 0600);
        while ((put = write(fd, block, sizeof block)) > 0) written += put;
        int full = errno == ENOSPC;
        printf("%ld", written);
        return !full; }""")
    limits = replace(BOUNDED, box_bytes=2 * MIB)
    outcome = bench.run(fill, limits=limits)
    assert outcome.execution.exit_code == 0
    assert MIB < int(outcome.stdout) <= 2 * MIB
    many = c_program("""
    int main(void) {
        char name[32]; int n = 0;
        do sprintf(name, "%d", n++); while (n < 5000 && !mkdir(name, 0700));
        printf("%d", n - 1);
        return errno != ENOSPC; }""")
    outcome = bench.run(many, limits=replace(BOUNDED, box_files=100))
    assert outcome.execution.exit_code == 0
    assert 80 < int(outcome.stdout) <= 100


# ---- the network


CONNECT = """
#include <sys/socket.h>
#include <sys/un.h>
#include <netinet/in.h>
int main(int c, char **v) {
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(atoi(v[1])),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un un = {.sun_family = AF_UNIX};
    strcpy(un.sun_path + 1, v[2]);
    int a = socket(AF_INET, SOCK_STREAM, 0), b = socket(AF_UNIX, SOCK_STREAM, 0);
    int joined = !connect(a, (void *)&in, sizeof in);
    int named = !connect(b, (void *)&un, sizeof(sa_family_t) + 1 + strlen(v[2]));
    return joined + 2 * named; }"""


def test_no_listener_of_the_machine_can_be_reached(
    bench: Bench, c_program: CompileC, token: str
) -> None:
    program = c_program(CONNECT)
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listener,
        closing(socket.socket(socket.AF_UNIX)) as abstract,
    ):
        abstract.bind(f"\0{token}")
        abstract.listen()
        port = listener.getsockname()[1]
        reached = bench.run(program, str(port), token).execution.exit_code
    # Without isolation the program reaches both, so the listeners work.
    assert reached == (0 if bench.isolation & FILES else 3)


# ---- processes


def test_proc_shows_only_processes_of_the_run(bench: Bench, c_program: CompileC) -> None:
    only_in(bench, Isolation.NAMESPACES, "it has no process ids of its own")
    output = bench.run(c_program(LIST), "/proc").stdout.decode().split()
    assert [name for name in output if not name.isdigit() and "self" not in name] == []
    assert {int(name) for name in output if name.isdigit()} <= {1, 2}


def test_pid_1_keeps_what_is_its_own(bench: Bench, c_program: CompileC) -> None:
    only_in(bench, Isolation.NAMESPACES, "it has no process ids of its own")
    program = c_program(LOOK)
    for name in ("environ", "mem", "fd", "maps", "ns/mnt", "root/usr", "cwd/usr"):
        execution = bench.run(program, f"/proc/1/{name}").execution
        assert (execution.ending, execution.exit_code != 0) == (Ending.EXITED, True), (
            name
        )
    killer = c_program("""
    int main(void) { kill(1, SIGKILL); kill(1, SIGSTOP); kill(1, SIGTERM); return 3; }""")
    execution = bench.run(killer).execution
    assert (execution.ending, execution.exit_code) == (Ending.EXITED, 3)


def test_the_program_cannot_signal_the_judge_or_its_launcher(
    bench: Bench, c_program: CompileC
) -> None:
    only_in(
        bench, Isolation.NAMESPACES, "programs of the same user can signal each other"
    )
    program = c_program(
        "int main(int c, char **v) { return kill(atoi(v[1]), 0) ? 0 : 1; }"
    )
    assert bench.run(program, str(os.getpid())).execution.exit_code == 0


# ---- privileges

STATUS = """
int main(void) {
    char line[256]; FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f)) fputs(line, stdout);
    return 0; }"""


def status(bench: Bench, c_program: CompileC) -> dict[str, str]:
    lines = bench.run(c_program(STATUS)).stdout.decode().splitlines()
    return {
        name: value.strip() for name, _, value in (line.partition(":") for line in lines)
    }


def test_a_program_has_no_capability_and_gains_none(
    bench: Bench, c_program: CompileC
) -> None:
    only_in(bench, FILES, UNSANDBOXED)
    found = status(bench, c_program)
    names = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]
    # An ordinary user without namespaces cannot drop capabilities from the bounding set.
    if not bench.isolation & Isolation.NAMESPACES and os.geteuid() != 0:
        names.remove("CapBnd")
    assert {name: int(found[name], 16) for name in names} == dict.fromkeys(names, 0)
    assert found["NoNewPrivs"] == "1"
    assert found["Seccomp"] == "2"
    assert found["Groups"] == "" or os.geteuid() != 0


def test_a_new_namespace_cannot_be_made(bench: Bench, c_program: CompileC) -> None:
    only_in(bench, FILES, UNSANDBOXED)
    program = c_program("""
    #include <sys/syscall.h>
    int main(void) {
        int made = !unshare(CLONE_NEWUSER) + 2 * !unshare(CLONE_NEWNS);
        long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
        if (child == 0) _exit(0);
        return made + 4 * (child > 0); }""")
    assert bench.run(program).execution.exit_code == 0


def test_ids_inside_are_1000_and_outside_not_those_of_root(
    bench: Bench, c_program: CompileC, token: str, store: Store
) -> None:
    only_in(bench, Isolation.NAMESPACES, "programs keep the judge's user id")
    program = c_program(f"""
    int main(void) {{ printf("%d %d %d %d", getuid(), geteuid(), getgid(), getegid());
        fflush(stdout); sleep({SLEEP_S}); return 0; }}""")
    other = Bench(open_sandbox(bench.sandbox.info.tier, store, number=1))
    outside: list[tuple[int, int]] = []

    def look() -> None:
        wait_until(lambda: alive(token) != [])
        (pid,) = alive(token)
        process = psutil.Process(pid)
        outside.append((process.uids().real, process.gids().real))
        one.sandbox.kill()

    for one in (bench, other):
        with streams() as (given, out, err), one.sandbox.box() as box:
            thread = threading.Thread(target=look)
            command = Command((program, token), box, given.fd, out.fd, err.fd, BOUNDED)
            thread.start()
            one.sandbox.run(replace(command, read_only=visible(program)))
            thread.join()
            assert out.read() == b"1000 1000 1000 1000"
    other.sandbox.close()
    assert len(outside) == 2
    if os.geteuid() == 0:
        assert all(0 not in ids for ids in outside)
        assert outside[0] != outside[1]
    else:
        assert outside == [(os.geteuid(), os.getegid())] * 2


def test_a_tier_without_isolation_is_the_one_that_shares(bench: Bench) -> None:
    """The tier that the tests above skip warns that it is no sandbox."""
    not_in(bench, FILES, "it keeps files apart")
    assert any("UNSANDBOXED" in warning for warning in bench.sandbox.info.warnings)
