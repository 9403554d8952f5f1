"""Every tier: the surroundings of a program are exactly what its command says.

promise: required-tier named-tier clean-start
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest
from support.c_programs import CompileC
from support.sandboxes import BOUNDED, Bench, not_in

from judging.core.errors import MachineError, UsageError
from judging.core.runs import Ending
from judging.sandbox import (
    ADVICE,
    TIERS,
    Command,
    choose,
    missing,
    open_sandbox,
    streams,
)
from judging.sandbox.frames import Isolation
from judging.store import Store

pytestmark = pytest.mark.smoke

ENVIRON = "extern char **environ; int main(void) { for (char **e = environ; *e; e++) puts(*e); }"
CORES = """int main(void) {
    cpu_set_t s; sched_getaffinity(0, sizeof s, &s);
    for (int i = 0; i < CPU_SETSIZE; i++) if (CPU_ISSET(i, &s)) printf("%d\\n", i); }"""


def test_the_environment_is_what_was_given(
    bench: Bench, c_program: CompileC, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "of the judge")
    program = c_program(ENVIRON)
    assert bench.run(program).stdout == b""
    env = (("HOME", "/box"), ("LANG", "C.UTF-8"), ("EMPTY", ""), ("TWO", "a=b c\n"))
    outcome = bench.run(program, env=env)
    assert outcome.execution.ending is Ending.EXITED, outcome.execution
    assert outcome.stdout == "".join(f"{name}={value}\n" for name, value in env).encode()


def test_arguments_arrive_as_they_are(bench: Bench, c_program: CompileC) -> None:
    program = c_program(
        "int main(int c, char **v) { for (int i = 1; i < c; i++) puts(v[i]); }"
    )
    words = ["", "a b", "*", "$HOME", "\u00e4", os.fsdecode(b"\xff"), "x" * 50_000]
    output = bench.run(program, *words).stdout
    assert output == b"".join(os.fsencode(word) + b"\n" for word in words)


def test_a_command_too_long_to_hand_over_is_a_sandbox_error(
    bench: Bench, c_program: CompileC
) -> None:
    program = c_program("int main(void) { return 0; }")
    execution = bench.run(program, "x" * 2**22).execution
    assert execution.ending is Ending.SANDBOX_ERROR
    assert execution.error
    assert bench.run(program).execution.ending is Ending.EXITED


def test_descriptors_of_the_judge_are_closed(
    bench: Bench, tier: str, store: Store, c_program: CompileC
) -> None:
    program = c_program("""
    int main(void) {
        for (int fd = 0; fd < 4096; fd++) if (fcntl(fd, F_GETFD) >= 0) printf("%d ", fd); }""")
    leaky = [os.open("/", os.O_RDONLY) for _ in range(5)]
    for fd in leaky:
        os.set_inheritable(fd, True)
    try:
        fresh = open_sandbox(tier, store, number=1)
        for one in (bench, Bench(fresh)):
            for _ in range(2):
                assert one.run(program).stdout == b"0 1 2 "
        fresh.close()
    finally:
        for fd in leaky:
            os.close(fd)


def test_signals_are_as_new(
    tier: str, store: Store, c_program: CompileC, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signals that the judge ignores or blocks are at their default in the program."""
    program = c_program("""
    int main(void) {
        char line[256]; FILE *f = fopen("/proc/self/status", "r");
        while (fgets(line, sizeof line, f))
            if (!strncmp(line, "SigIgn", 6) || !strncmp(line, "SigBlk", 6)) fputs(line + 8, stdout);
    }""")
    blocked = {signal.SIGUSR1, signal.SIGTERM}
    earlier = signal.signal(signal.SIGUSR2, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    try:
        sandbox = open_sandbox(tier, store)
        output = Bench(sandbox).run(program).stdout
        sandbox.close()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, blocked)
        signal.signal(signal.SIGUSR2, earlier)
    assert output.split() == [b"0" * 16, b"0" * 16]


def test_a_new_session_without_a_terminal(bench: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) { return getsid(0) == getpid() && open("/dev/tty", O_RDWR) < 0 ? 0 : 1; }""")
    assert bench.run(program).execution.exit_code == 0


def test_the_umask_is_the_usual_one(bench: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) {
        struct stat s; close(creat("file", 0666)); stat("file", &s); printf("%o", s.st_mode); }""")
    earlier = os.umask(0o077)
    try:
        output = bench.run(program).stdout
    finally:
        os.umask(earlier)
    assert output == b"100644"


def test_it_cannot_gain_privileges(bench: Bench, c_program: CompileC) -> None:
    program = c_program("""
    int main(void) {
        char line[256]; FILE *f = fopen("/proc/self/status", "r");
        while (fgets(line, sizeof line, f))
            if (!strncmp(line, "NoNewPrivs", 10)) fputs(line, stdout);
    }""")
    assert bench.run(program).stdout.split() == [b"NoNewPrivs:", b"1"]


# ---- boxes


def test_a_program_starts_in_its_box_and_may_write_there(
    bench: Bench, c_program: CompileC
) -> None:
    program = c_program("""
    int main(void) {
        char here[4096]; puts(getcwd(here, sizeof here));
        mkdir("folder", 0700);
        return creat("folder/file", 0600) < 0; }""")
    outcome = bench.run(program)
    assert outcome.execution.exit_code == 0
    assert not os.path.exists(outcome.stdout.strip())


def test_every_box_is_empty_apart_and_removed(bench: Bench, c_program: CompileC) -> None:
    """Whether or not two boxes have the same path."""
    program = c_program("""
    int main(void) { return open("left", O_CREAT | O_EXCL, 0600) < 0 ? 1 : 7; }""")
    for _ in range(3):
        assert bench.run(program).execution.exit_code == 7
    with bench.sandbox.box() as one, bench.sandbox.box() as two:
        if not bench.isolation & Isolation.NAMESPACES:
            assert one != two
            (one / "left").touch()
            assert list(two.iterdir()) == []
    assert not one.exists()
    assert not two.exists()


STUBBORN = """
int main(void) {
    mkdir("locked", 0700); mkdir("locked/inner", 0700); close(creat("locked/inner/file", 0));
    symlink("/", "locked/link"); symlink("nowhere", "dangling"); mkfifo("pipe", 0);
    chmod("locked/inner", 0); chmod("locked", 0555); chmod(".", 0500);
    return 7; }"""
DEEP = """
int main(void) {
    for (int i = 0; i < 1500; i++) if (mkdir("d", 0700) || chdir("d")) return 1;
    return 7; }"""


@pytest.mark.parametrize("what", [STUBBORN, DEEP], ids=["stubborn", "deep"])
def test_a_box_goes_away_with_whatever_is_in_it(
    tier: str,
    store: Store,
    c_program: CompileC,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sandbox = open_sandbox(tier, store)
    try:
        made = Bench(sandbox).run(c_program(what)).execution
        (home,) = tmp_path.iterdir()
        left = list(home.iterdir())
        sandbox.close()
        at_the_end = list(tmp_path.iterdir())
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path)], check=True)
    assert made.exit_code == 7
    assert left == []
    assert at_the_end == []


def test_closing_removes_every_box(bench: Bench) -> None:
    not_in(bench, Isolation.NAMESPACES, "its boxes are nowhere outside")
    with bench.sandbox.box() as box:
        (box / "file").touch()
        bench.sandbox.close()
        assert not box.exists()


# ---- what cannot be started


@pytest.mark.parametrize("kind", ["missing", "folder", "no permission", "no program"])
def test_what_cannot_be_executed_is_named(
    bench: Bench, tmp_path: Path, kind: str
) -> None:
    target = tmp_path / "program"
    if kind == "folder":
        target.mkdir()
    elif kind != "missing":
        target.write_bytes(b"\x7fELF garbage")
        target.chmod(0o644 if kind == "no permission" else 0o755)
    execution = bench.run(str(target)).execution
    assert execution.ending is Ending.SANDBOX_ERROR
    assert execution.exit_code is None
    assert str(target) in (execution.error or "")


def test_a_missing_box_is_a_sandbox_error(
    bench: Bench, c_program: CompileC, tmp_path: Path
) -> None:
    not_in(bench, Isolation.NAMESPACES, "its boxes are nowhere outside")
    program = c_program("int main(void) { return 0; }")
    with streams() as (given, out, err):
        command = Command(
            (program,), tmp_path / "missing", given.fd, out.fd, err.fd, BOUNDED
        )
        execution = bench.sandbox.run(command)
    assert execution.ending is Ending.SANDBOX_ERROR
    assert "box" in (execution.error or "")
    assert bench.run(program).execution.exit_code == 0


# ---- cores


def test_a_run_is_pinned_to_one_core(
    tier: str, store: Store, c_program: CompileC
) -> None:
    for core in os.sched_getaffinity(0):
        sandbox = open_sandbox(tier, store, core=core)
        output = Bench(sandbox).run(c_program(CORES)).stdout
        sandbox.close()
        assert output.split() == [str(core).encode()]


def test_a_command_may_name_its_own_core(bench: Bench, c_program: CompileC) -> None:
    cores = sorted(os.sched_getaffinity(0))
    assert bench.run(c_program(CORES), core=cores[-1]).stdout.split() == [
        str(cores[-1]).encode()
    ]
    assert bench.run(c_program(CORES)).stdout.split() == [
        str(core).encode() for core in cores
    ]


def test_a_core_that_does_not_exist_is_a_sandbox_error(
    bench: Bench, c_program: CompileC
) -> None:
    for core in (4000, 10**6):
        execution = bench.run(c_program(CORES), core=core).execution
        assert execution.ending is Ending.SANDBOX_ERROR


# ---- the choice of a tier


def test_the_strongest_tier_that_is_there_is_chosen(store: Store) -> None:
    there = [name for name in TIERS if missing(name, store) is None]
    assert choose("auto", store) == there[0]
    assert all(choose(name, store) == name for name in there)
    for name in TIERS.keys() - set(there):
        with pytest.raises(MachineError, match=name):
            choose(name, store)


def test_a_weaker_tier_than_is_required_is_refused(store: Store) -> None:
    there = [name for name in TIERS if missing(name, store) is None]
    for index, name in enumerate(there):
        for required in there[index:]:
            assert choose(name, store, required) == name
        for required in there[:index]:
            with pytest.raises(MachineError, match=f"--require-sandbox {required}"):
                choose(name, store, required)
    for name in list(TIERS)[: list(TIERS).index(there[0])]:
        with pytest.raises(MachineError, match="judge doctor"):
            choose("auto", store, name)


@pytest.mark.parametrize("place", [0, 1])
def test_an_unknown_tier_is_a_usage_error(store: Store, place: int) -> None:
    names = ["auto", "auto"]
    names[place] = "namespace"
    with pytest.raises(UsageError, match="did you mean 'namespaces'"):
        choose(names[0], store, names[1])


def test_every_tier_that_is_missing_says_why_and_how_to_get_it(store: Store) -> None:
    assert set(ADVICE) >= set(TIERS) - {"rlimits"}
    assert missing("rlimits", store) is None
    assert all(missing(name, store) != "" for name in TIERS)


def test_a_tier_without_isolation_says_so(
    tier: str, c_program: CompileC, bench: Bench
) -> None:
    """A tier whose programs can read the judge's files must warn about that."""
    program = c_program("int main(int c, char **v) { return open(v[1], O_RDONLY) < 0; }")
    reads = bench.run(program, __file__).execution.exit_code == 0
    assert not reads or any(
        "UNSANDBOXED" in warning for warning in TIERS[tier].info.warnings
    )
    assert TIERS[tier].info.tier == tier


@pytest.mark.parametrize(("user", "warned"), [(0, True), (1000, False)])
def test_only_a_root_judge_is_warned_of_programs_that_keep_its_user_id(
    monkeypatch: pytest.MonkeyPatch, user: int, warned: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert (
        any("user id 0" in warning for warning in TIERS["landlock"].info.warnings)
        == warned
    )
