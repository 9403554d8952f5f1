"""Checks the sandbox tier `cgroup2` for real. Runs as root on a machine with control groups version
2 alone, whose first process is nobody's systemd: the virtual machine that run.sh starts.

    checks.py [NAME]...   everything, or what is named, as root; starts itself again as a user
    checks.py --as PART   one of the parts, as whoever calls
"""

# ruff: noqa: T201
from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

JUDGE = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(JUDGE))

from judging.core.errors import MachineError  # noqa: E402
from judging.core.results import Ending, Execution  # noqa: E402
from judging.sandbox import (  # noqa: E402
    TIERS,
    Command,
    ResourceLimits,
    Sandbox,
    choose,
    missing,
    open_sandbox,
    streams,
)
from judging.store import Store  # noqa: E402

MIB = 2**20
# The launcher holds the limit itself; the group's lies above it, as judging/sandbox/local.py says.
HEADROOM_MIB = 16
TIER = "cgroup2"
TOP = Path("/sys/fs/cgroup")
DELEGATED = TOP / "user-1000"
USER = 1000

SOURCE = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void spin(int ms) {
    struct timespec t;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < ms);
}
static void nap(int ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}
static void fill(int mib) {
    size_t size = (size_t)mib << 20;
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) exit(9);
    for (size_t i = 0; i < size; i += 4096) p[i] = 1;
}
static void put(int fd, int mib) {
    static char block[1 << 20];
    while (mib-- > 0)
        for (size_t done = 0; done < sizeof block;) {
            ssize_t put = write(fd, block + done, sizeof block - done);
            if (put <= 0) exit(errno == ENOSPC ? 8 : 7);
            done += (size_t)put;
        }
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    int a = argc > 2 ? atoi(argv[2]) : 0, b = argc > 3 ? atoi(argv[3]) : 0;
    int c = argc > 4 ? atoi(argv[4]) : 0;
    if (!strcmp(mode, "exit")) return a;
    if (!strcmp(mode, "signal")) raise(a);
    if (!strcmp(mode, "spin")) spin(a);
    if (!strcmp(mode, "hold")) for (;;) pause();
    if (!strcmp(mode, "fill")) fill(a);
    if (!strcmp(mode, "memfd")) put(memfd_create("m", 0), a);
    if (!strcmp(mode, "file")) put(open("file", O_WRONLY | O_CREAT, 0600), a);
    if (!strcmp(mode, "out")) put(1, a);
    if (!strcmp(mode, "in")) {
        static char block[1 << 16];
        long total = 0;
        for (ssize_t got; (got = read(0, block, sizeof block)) > 0;) total += got;
        printf("%ld\n", total);
    }
    /* a processes that use b ms each; the first one waits for them, or ends after c ms */
    if (!strcmp(mode, "wait") || !strcmp(mode, "nowait")) {
        for (int i = 0; i < a; i++) if (fork() == 0) spin(b), _exit(0);
        if (mode[0] == 'w') while (wait(NULL) > 0) {}
        else nap(c);
    }
    if (!strcmp(mode, "orphan") || !strcmp(mode, "setsid")) {
        for (int i = 0; i < a; i++)
            if (fork() == 0) {
                if (mode[0] == 's') setsid();
                if (fork() == 0) spin(b);
                _exit(0);
            }
        while (wait(NULL) > 0) {}
        nap(c);
    }
    /* the child goes over the limit, the parent does not mind */
    if (!strcmp(mode, "childfill")) {
        if (fork() == 0) fill(a), _exit(0);
        wait(NULL);
        puts("survived");
    }
    /* two children, each below the limit */
    if (!strcmp(mode, "two")) {
        for (int i = 0; i < 2; i++) if (fork() == 0) fill(a), nap(b), _exit(0);
        while (wait(NULL) > 0) {}
        puts("survived");
    }
    if (!strcmp(mode, "bomb")) {
        int count = 0;
        for (; count < a && count < 300; count++) {
            pid_t pid = fork();
            if (pid < 0) break;
            if (pid == 0) for (;;) pause();
        }
        printf("%d\n", count);
    }
    if (!strcmp(mode, "leave")) { /* children stay when it ends */
        for (int i = 0; i < a; i++) if (fork() == 0) { setsid(); nap(60000); _exit(0); }
    }
    return 0;
}
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    execution: Execution
    stdout: bytes

    @property
    def ending(self) -> Ending:
        return self.execution.ending

    @property
    def short(self) -> str:
        e = self.execution
        end = {Ending.EXITED: f" {e.exit_code}", Ending.SIGNALED: f" {e.signal}"}.get(e.ending, "")
        said = f", wrote {self.stdout[:40]!r}" if self.stdout else ""
        error = f", {e.error}" if e.error else ""
        return (
            f"{e.ending}{end}, cpu {e.cpu_s * 1000:.0f} ms, wall {e.wall_s * 1000:.0f} ms, "
            f"{e.memory_bytes / MIB:.2f} MiB{said}{error}"
        )


class Failure(Exception):
    """What a check found wrong."""


def expect(holds: object, said: str) -> None:
    if not holds:
        raise Failure(said)


class Bench:
    """A sandbox of the tier and the one program of all checks."""

    def __init__(self, core: int | None = None, number: int = 0) -> None:
        self.program = compiled()
        self.store = Store()
        self.sandbox: Sandbox = open_sandbox(TIER, self.store, number, core)

    def close(self) -> None:
        self.sandbox.close()
        self.store.close()

    @contextlib.contextmanager
    def command(
        self, *words: object, stdin: bytes = b"", **limits: float | int
    ) -> Iterator[Command]:
        base = ResourceLimits(cpu_s=20, wall_s=60, memory_bytes=256 * MIB, output_bytes=64 * MIB)
        with streams(stdin) as (given, out, err), self.sandbox.box() as box:
            yield Command(
                (str(self.program), *map(str, words)),
                box,
                given.fd,
                out.fd,
                err.fd,
                replace(base, **limits),  # type: ignore[arg-type]
                read_only=(self.program,),
            )
            self.stdout = out.read()

    def run(self, *words: object, stdin: bytes = b"", **limits: float | int) -> Outcome:
        with self.command(*words, stdin=stdin, **limits) as command:
            execution = self.sandbox.run(command)
        return Outcome(execution, self.stdout)


def compiled() -> Path:
    folder = Path(tempfile.gettempdir(), f"checks-{os.geteuid()}")
    program = folder / "program"
    if not program.exists():
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        (folder / "program.c").write_text(SOURCE)
        argv = ["gcc", "-O1", "-w", "-static", "-o", str(program), str(folder / "program.c")]
        subprocess.run(argv, check=True)
    return program


@contextlib.contextmanager
def bench(core: int | None = None) -> Iterator[Bench]:
    opened = Bench(core)
    try:
        yield opened
    finally:
        opened.close()


def groups() -> list[Path]:
    """Every group that a judge made."""
    return sorted(TOP.rglob("judge-*"))


def judge(*words: str, folder: Path | None = None) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(JUDGE / "judge.py"), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=folder,
    )
    return done.returncode, done.stdout + done.stderr


# ---- what every user of the tier must have


def ends() -> Iterator[str]:
    with bench() as b:
        for word, number, ending in (
            ("exit", 0, Ending.EXITED),
            ("exit", 7, Ending.EXITED),
            ("signal", signal.SIGSEGV, Ending.SIGNALED),
        ):
            got = b.run(word, int(number))
            code = got.execution.exit_code if word == "exit" else got.execution.signal
            expect(got.ending is ending and code == number, f"{word} {number}: {got.short}")
            yield f"{word} {number}: {got.short}"


def cpu_limits() -> Iterator[str]:
    for core in (None, 0):
        with bench(core) as b:
            for words in (
                ("spin", 9000),
                ("wait", 3, 3000),
                ("nowait", 3, 3000, 30000),
                ("orphan", 3, 3000, 30000),
                ("setsid", 3, 3000, 30000),
            ):
                got = b.run(*words, cpu_s=0.5)
                said = f"core {core}, {' '.join(map(str, words))}, limit 0.5 s: {got.short}"
                expect(got.ending is Ending.CPU_LIMIT, said)
                expect(0.5 <= got.execution.cpu_s < 0.7, said)
                yield said


def cpu_is_counted() -> Iterator[str]:
    with bench() as b:
        for words in (("wait", 2, 200), ("orphan", 2, 200, 3000), ("setsid", 2, 200, 3000)):
            got = b.run(*words)
            said = f"{' '.join(map(str, words))}: {got.short}"
            expect(got.ending is Ending.EXITED and 0.4 <= got.execution.cpu_s < 0.8, said)
            yield said


def runs_do_not_add_up() -> Iterator[str]:
    """The CPU time of earlier runs is not held against a later one."""
    for core in (None, 0):
        with bench(core) as b:
            for number in range(6):
                got = b.run("spin", 150, cpu_s=0.5)
                said = f"core {core}, run {number + 1} of 150 ms, limit 0.5 s: {got.short}"
                expect(got.ending is Ending.EXITED and got.execution.cpu_s < 0.5, said)
            yield said


def memory_limits() -> Iterator[str]:
    with bench() as b:
        for words, over in (
            (("fill", 32), False),
            (("fill", 128), True),
            (("childfill", 128), True),
            (("two", 40, 1500), True),
            (("two", 20, 300), False),
            (("memfd", 128), True),
            (("file", 128), True),
            (("file", 32), False),
            (("exit", 0), False),
        ):
            got = b.run(*words, memory_bytes=64 * MIB)
            said = f"{' '.join(map(str, words))}, limit 64 MiB: {got.short}"
            expect(got.ending is (Ending.MEMORY_LIMIT if over else Ending.EXITED), said)
            expect(not over or b"survived" not in got.stdout, said)
            yield said


def streams_are_not_memory() -> Iterator[str]:
    with bench() as b:
        got = b.run("in", stdin=bytes(80 * MIB), memory_bytes=16 * MIB)
        expect(got.ending is Ending.EXITED, f"80 MiB of input: {got.short}")
        yield f"80 MiB of input, limit 16 MiB: {got.short}"
        got = b.run("out", 40, memory_bytes=16 * MIB)
        got = Outcome(got.execution, b"")
        expect(got.ending is Ending.EXITED, f"40 MiB of output: {got.short}")
        yield f"40 MiB of output, limit 16 MiB: {got.short}"


def memory_floor() -> Iterator[str]:
    ballast = bytearray(b"x") * (300 * MIB)
    with bench() as b:
        got = b.run("exit", 0)
    said = f"with {len(ballast) // MIB} MiB in the judge: {got.short}"
    expect(got.execution.memory_bytes < 2 * MIB, said)
    yield said


def process_limit() -> Iterator[str]:
    with bench() as b:
        for most, wanted in ((20, (15, 20)), (100, (95, 100)), (300, (250, 300))):
            got = b.run("bomb", 300, processes=most)
            said = f"bomb of 300, limit {most}: {got.short}"
            count = int(got.stdout or b"-1")
            expect(got.ending is Ending.EXITED and wanted[0] <= count <= wanted[1], said)
            yield said
        got = b.run("leave", 30)
        expect(got.ending is Ending.EXITED, got.short)
        left = [pid for pid in processes() if "checks-" in command_line(pid)]
        expect(not left, f"30 daemons: still there: {left}")
        yield f"30 daemons: {got.short}; none is left"


def processes() -> list[int]:
    return [int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit()]


def command_line(pid: int) -> str:
    try:
        text = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
        return text if "/program" in text else ""
    except OSError:
        return ""


def limits_read_back() -> Iterator[str]:
    with bench(core=1) as b:
        with b.command("hold", memory_bytes=96 * MIB, processes=33) as command:
            running = b.sandbox.start(command)
            try:
                deadline = time.monotonic() + 20
                while not (inside := _members()) and time.monotonic() < deadline:
                    time.sleep(0.01)
                expect(len(inside) == 1, f"in groups of this judge: {inside}")
                (folder,) = inside
                found = {
                    name: (folder / name).read_text().strip()
                    for name in (
                        "memory.max",
                        "memory.swap.max",
                        "memory.oom.group",
                        "pids.max",
                        "cpuset.cpus",
                        "cpuset.cpus.effective",
                    )
                    if (folder / name).exists()
                }
            finally:
                running.kill()
            ended = running.wait()
        wanted = {
            "memory.max": str((96 + HEADROOM_MIB) * MIB),
            "memory.oom.group": "1",
            "pids.max": "33",
            "cpuset.cpus": "1",
            "cpuset.cpus.effective": "1",
        }
        if "memory.swap.max" in found:
            wanted["memory.swap.max"] = "0"
        expect(found == wanted, f"{folder}: {found}, not {wanted}")
        expect(ended.ending is Ending.CANCELLED, f"killed: {ended.ending}")
        yield f"{folder}: {found}"
        got = b.run("exit", 0)
        expect(got.ending is Ending.EXITED, f"after a kill: {got.short}")


def _members() -> dict[Path, str]:
    """The groups of this judge that hold processes of runs."""
    found = {}
    for folder in TOP.rglob(f"judge-{os.getpid()}/*/"):
        text = (folder / "cgroup.procs").read_text().split()
        if text:
            found[folder] = " ".join(text)
    return found


def side_by_side() -> Iterator[str]:
    """Workers that open at once, run, and close at once."""
    compiled()
    problems: list[str] = []
    started = time.monotonic()

    def work(number: int) -> None:
        try:
            opened = Bench(core=number % 2, number=number)
            try:
                for _ in range(3):
                    got = opened.run("spin", 5)
                    if got.ending is not Ending.EXITED:
                        problems.append(got.short)
            finally:
                opened.close()
        except Exception as problem:
            problems.append(f"{type(problem).__name__}: {problem}")

    for _ in range(12):
        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    expect(not problems, f"{len(problems)} problems: {sorted(set(problems))[:4]}")
    mine = [str(g) for g in groups() if str(os.getpid()) in g.name]
    expect(not mine, f"left: {mine}")
    yield f"12 times 4 workers in {time.monotonic() - started:.1f} s"


def nothing_is_kept() -> Iterator[str]:
    """What a run leaves in memory is not the next one's, and a shrunk limit finds room."""
    with bench() as b:
        for _ in range(3):
            got = b.run("file", 120, memory_bytes=250 * MIB, box_bytes=200 * MIB)
            expect(got.ending is Ending.EXITED, f"120 MiB in the box: {got.short}")
            got = b.run("fill", 8, memory_bytes=16 * MIB)
            expect(got.ending is Ending.EXITED, f"8 MiB after 120 MiB in the box: {got.short}")
        current = next(
            int((f / "memory.current").read_text())
            for f in TOP.rglob(f"judge-{os.getpid()}/*/")
            if f.is_dir()
        )
    expect(current < 4 * MIB, f"{current / MIB:.2f} MiB are still charged after a run")
    yield f"{current / MIB:.2f} MiB are still charged after a run"


def time_per_run() -> Iterator[str]:
    taken = {}
    for tier in (TIER, "namespaces"):
        store = Store()
        sandbox = open_sandbox(tier, store, core=1)
        b = Bench.__new__(Bench)
        b.program, b.store, b.sandbox = compiled(), store, sandbox
        walls = []
        for _ in range(60):
            started = time.monotonic()
            got = b.run("exit", 0)
            walls.append((time.monotonic() - started) * 1000)
            expect(got.ending is Ending.EXITED, got.short)
        b.close()
        taken[tier] = statistics.median(walls[5:])
    yield ", ".join(f"{tier} {ms:.1f} ms" for tier, ms in taken.items()) + " (median of 55 runs)"


def stale_groups() -> Iterator[str]:
    """A judge that is killed leaves groups; the next one removes them."""
    for whom in ("judge", "judge and launcher"):
        child = subprocess.Popen(
            [sys.executable, __file__, "--as", "victim"], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        line = child.stdout.readline()
        expect(line.strip(), "the victim did not start")
        pid, *launchers = map(int, line.split())
        before = [str(g) for g in groups()]
        expect(any(f"judge-{pid}" in g for g in before), f"no group of {pid}: {before}")
        for number in (pid, *(launchers if "launcher" in whom else [])):
            os.kill(number, signal.SIGKILL)
        child.wait()
        started = time.monotonic()
        with bench() as b:
            got = b.run("exit", 0)
        wall = time.monotonic() - started
        expect(got.ending is Ending.EXITED, got.short)
        left = [str(g) for g in groups() if f"judge-{pid}" in g.name]
        expect(not left, f"{whom} killed; still there: {left}")
        alive = [pid for pid in processes() if command_line(pid)]
        expect(not alive, f"{whom} killed; processes still there: {alive}")
        yield f"{whom} killed: its groups were swept; the next judge took {wall:.2f} s for one run"


def victim() -> None:
    b = Bench()
    with b.command("hold") as command:
        b.sandbox.start(command)
        time.sleep(0.5)
        print(os.getpid(), *b.sandbox.launchers, flush=True)  # type: ignore[attr-defined]
        time.sleep(600)


def doctor() -> Iterator[str]:
    code, text = judge("doctor")
    yield from text.rstrip().splitlines()
    expect(code == 0 and "sandbox   tier cgroup2" in text, f"ends with {code}")


def runs_a_package() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as home:
        package = Path(home, "fresh")
        code, text = judge("new", str(package))
        expect(code == 0, f"judge new: {code}: {text}")
        report = Path(home, "report.json")
        code, text = judge(
            *("run", "--problem", str(package), "--require-sandbox", TIER),
            *("--allow-missing-language", "--time-limit", "6", "--json", str(report)),
            folder=package,
        )
        yield from text.rstrip().splitlines()
        expect(code == 0, f"judge run ends with {code}")
        sandbox = json.loads(report.read_text()).get("sandbox")
        expect("cgroup2" in json.dumps(sandbox), f"the report says {sandbox}")
    expect(not [g for g in groups() if g.name != "judge-main"], f"left: {groups()}")


def interrupted() -> Iterator[str]:
    """Ctrl-C in the middle of `judge run` leaves no process and no group."""
    with tempfile.TemporaryDirectory() as home:
        package = Path(home, "fresh")
        judge("new", str(package))
        slow = package / "solutions" / "accepted" / "slow.cpp"
        slow.write_text("int main() { for (volatile int i = 0;; i = i + 1) {} }\n")
        child = subprocess.Popen(
            [sys.executable, str(JUDGE / "judge.py"), "run", str(slow), "--time-limit", "60"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=package,
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not _spinning(child.pid):
            time.sleep(0.1)
        found = _spinning(child.pid)
        expect(found, "the submission did not start")
        child.send_signal(signal.SIGINT)
        text = child.communicate(timeout=60)[0]
        expect(not _spinning(child.pid), f"groups of it are still there: {groups()}")
        expect(not [g for g in groups() if f"judge-{child.pid}" in g.name], f"left: {groups()}")
        yield f"ended with {child.returncode}: {' | '.join(text.strip().splitlines()[-2:])}"


def _spinning(pid: int) -> list[str]:
    """Groups of the judge `pid` that have used more than a second."""
    found = []
    for folder in TOP.rglob(f"judge-{pid}/*/"):
        with contextlib.suppress(OSError):
            usage = (folder / "cpu.stat").read_text().split()[1]
            if int(usage) > 1_000_000 and (folder / "cgroup.procs").read_text().split():
                found.append(str(folder))
    return found


COMMON: tuple[Callable[[], Iterator[str]], ...] = (
    ends,
    doctor,
    cpu_limits,
    cpu_is_counted,
    runs_do_not_add_up,
    memory_limits,
    streams_are_not_memory,
    memory_floor,
    process_limit,
    limits_read_back,
    nothing_is_kept,
    side_by_side,
    stale_groups,
    runs_a_package,
    interrupted,
    time_per_run,
)


# ---- root, and users with and without a group of their own


def nothing_left() -> Iterator[str]:
    left = [str(p.relative_to(TOP)) for p in TOP.rglob("*/") if p.is_dir()]
    expect(not left, f"left in {TOP}: {left}")
    yield f"no group is left in {TOP}"


def _again(part: str, group: Path | None, *wrapper: str, uid: int = USER) -> tuple[int, str]:
    """Starts this file again as a user, in a group of its own where one is given."""
    return _start(f"{Path(__file__).resolve()} --as {part}", group, *wrapper, uid=uid)


def _start(program: str, group: Path | None, *wrapper: str, uid: int = USER) -> tuple[int, str]:
    home = Path(tempfile.gettempdir(), f"home-{uid}")
    home.mkdir(exist_ok=True)
    os.chown(home, uid, uid)
    enter = f"echo $$ > {group}/cgroup.procs && " if group else ""
    drop = f"setpriv --reuid={uid} --regid={uid} --clear-groups" if uid else ""
    words = " ".join(wrapper)
    line = f"{enter} exec {words} {drop} env HOME={home} {sys.executable} {program}"
    done = subprocess.run(
        ["sh", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


@contextlib.contextmanager
def delegated(*controllers: str) -> Iterator[Path]:
    (TOP / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in controllers))
    DELEGATED.mkdir()
    for name in (".", "cgroup.procs", "cgroup.subtree_control", "cgroup.threads"):
        os.chown(DELEGATED / name, USER, USER)
    try:
        yield DELEGATED
    finally:
        for folder in sorted(TOP.rglob("*/"), reverse=True):
            with contextlib.suppress(OSError):
                folder.rmdir()
        offered = (TOP / "cgroup.subtree_control").read_text().split()
        (TOP / "cgroup.subtree_control").write_text(" ".join(f"-{name}" for name in offered))


def _relayed(code: int, text: str) -> Iterator[str]:
    yield from text.rstrip().splitlines()
    expect(code == 0, f"ended with {code}")


def user_without_a_group() -> Iterator[str]:
    yield from _relayed(*_again("weaker", None))


def user_judge_alone() -> Iterator[str]:
    """The judge itself as the only process of the group: it leaves it as it found it."""
    with delegated("memory", "pids", "cpuset") as group:
        for _ in range(2):
            code, text = _start(f"{JUDGE / 'judge.py'} doctor", group)
            yield from text.splitlines()[:3]
            expect(
                code == 0 and "sandbox   tier cgroup2" in text, f"doctor ends with {code}: {text}"
            )
            left = [str(p.relative_to(TOP)) for p in group.rglob("*/") if p.is_dir()]
            expect(not left, f"left in {group}: {left}")


def user_with_a_group() -> Iterator[str]:
    with delegated("memory", "pids", "cpuset") as group:
        yield from _relayed(*_again("common", group))
        left = [str(p.relative_to(TOP)) for p in group.rglob("*/") if p.is_dir()]
        expect(not left, f"left in {group}: {left}")


def user_without_cpuset() -> Iterator[str]:
    with delegated("memory", "pids") as group:
        yield from _relayed(*_again("ends", group))


def user_without_controllers() -> Iterator[str]:
    with delegated("cpuset") as group:
        yield from _relayed(*_again("weaker", group))


def user_with_company() -> Iterator[str]:
    """Another process in the group: it could not hand its controllers down."""
    with delegated("memory", "pids", "cpuset") as group:
        other = subprocess.Popen(["sleep", "600"])
        (group / "cgroup.procs").write_text(str(other.pid))
        try:
            yield from _relayed(*_again("weaker", group))
            inside = (group / "cgroup.procs").read_text().split()
            expect(inside == [str(other.pid)], f"in the group afterwards: {inside}")
            left = [str(p.relative_to(TOP)) for p in group.rglob("*/") if p.is_dir()]
            expect(not left, f"left in {group}: {left}")
        finally:
            other.kill()
            other.wait()


def root_in_a_container() -> Iterator[str]:
    """A group of its own as the top of what it sees, as in a privileged container."""
    with delegated("memory", "pids", "cpuset") as group:
        script = Path(tempfile.gettempdir(), "container.sh")
        script.write_text(
            f'umount {TOP} && mount -t cgroup2 none {TOP} && cat /proc/self/cgroup && exec "$@"\n'
        )
        wrapper = ("unshare", "--mount", "--cgroup", "sh", str(script))
        yield from _relayed(*_again("ends", group, *wrapper, uid=0))


def root_read_only() -> Iterator[str]:
    """As in a container that is not privileged."""
    script = Path(tempfile.gettempdir(), "readonly.sh")
    script.write_text(f'mount -o remount,ro,bind {TOP} && exec "$@"\n')
    yield from _relayed(*_again("weaker", None, "unshare", "--mount", "sh", str(script), uid=0))


def weaker() -> Iterator[str]:
    """The tier is not there, for a reason that is said."""
    store = Store()
    reason = missing(TIER, store)
    yield f"{TIER}: {reason}"
    expect(reason and "[Errno" not in reason, "no reason, or one that does not say what to do")
    tier = choose("auto", store)
    expect(tier == "namespaces", f"the tier is {tier}: {[(t, missing(t, store)) for t in TIERS]}")
    try:
        choose("auto", store, TIER)
    except MachineError as problem:
        yield f"--require-sandbox {TIER}: {problem}"
    else:
        raise Failure(f"--require-sandbox {TIER} was accepted")
    code, text = judge("doctor")
    yield from text.splitlines()[:6]
    expect(code == 0 and "sandbox   tier namespaces" in text, f"doctor ends with {code}: {text}")


def as_root(names: list[str]) -> bool:
    own = Path("/proc/self/cgroup").read_text().strip()
    print(f"kernel {os.uname().release}, in group {own}", flush=True)
    for line in Path("/proc/mounts").read_text().splitlines():
        if "cgroup" in line:
            print(line)
    parts = (
        *COMMON,
        _reset,
        nothing_left,
        user_without_a_group,
        user_judge_alone,
        user_with_a_group,
        user_without_cpuset,
        user_without_controllers,
        user_with_company,
        root_in_a_container,
        root_read_only,
        nothing_left,
    )
    return _all(tuple(p for p in parts if not names or p.__name__ in (*names, "_reset")))


def _reset() -> Iterator[str]:
    """As at boot: no controller is handed down."""
    offered = (TOP / "cgroup.subtree_control").read_text().split()
    yield f"{TOP}/cgroup.subtree_control is {' '.join(offered)}"
    if offered:
        (TOP / "cgroup.subtree_control").write_text(" ".join(f"-{name}" for name in offered))


def _all(parts: tuple[Callable[[], Iterator[str]], ...]) -> bool:
    fails = 0
    for part in parts:
        name = part.__name__.lstrip("_").replace("_", " ")
        started = time.monotonic()
        problem = None
        print(f"---- {name}", flush=True)
        try:
            for line in part():
                print(f"     {line}", flush=True)
        except Failure as found:
            problem = str(found)
        except Exception:
            problem = traceback.format_exc()
        fails += problem is not None
        said = "ok" if problem is None else f"FAIL: {problem}"
        print(f"  {said}   ({name}, {time.monotonic() - started:.1f} s)", flush=True)
    print(f"{len(parts)} checks, {fails} failed", flush=True)
    return fails == 0


def main(words: list[str]) -> int:
    if not words or words[0] != "--as":
        shutil.rmtree(Path(tempfile.gettempdir(), "checks-0"), ignore_errors=True)
        return 0 if as_root(words) else 1
    part = words[1]
    if part == "victim":
        victim()
        return 0
    sets = {"common": COMMON, "ends": (ends, doctor, process_limit), "weaker": (weaker,)}
    return 0 if _all(sets[part]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
