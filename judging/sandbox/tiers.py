"""The tiers, strongest first, and the probe that tells which of them this machine has.

A tier is probed by really running a command in it: the launcher itself, which ends with 2 when it
is started without arguments.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.results import Ending
from judging.sandbox import cgroup1, cgroup2, launcher
from judging.sandbox.contract import Command, ResourceLimits, streams
from judging.sandbox.launcher import Isolation
from judging.sandbox.local import LocalSandbox, Tier
from judging.store import Store

# What programs of the system need to run; all of it is public and shown read-only.
SYSTEM = tuple(
    path
    for path in map(
        Path,
        (
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib32",
            "/lib64",
            "/libx32",
            "/etc/alternatives",
            "/etc/ld.so.cache",
            "/etc/localtime",
        ),
    )
    if path.exists()
)

_ISOLATED = Isolation.NAMESPACES | Isolation.SECCOMP

TIERS: dict[str, Tier] = {
    tier.name: tier
    for tier in (
        Tier("cgroup2", _ISOLATED, group=cgroup2.Version2, slot_uid=True),
        Tier("cgroup1", _ISOLATED, group=cgroup1.Version1, slot_uid=True),
        Tier(
            "namespaces",
            _ISOLATED,
            (
                "no control group: memory is sampled every 10 ms, so a short peak of several "
                "processes together can pass; a limit that only the runtime saw is inferred",
            ),
            slot_uid=True,
        ),
        Tier(
            "landlock",
            Isolation.LANDLOCK | Isolation.SECCOMP | Isolation.NO_SOCKETS,
            (
                "no namespaces: programs see the names of other processes and, where they run as "
                "the same user, can signal them; System V memory is shared; files in the box are "
                "bounded one by one only; memory is sampled every 10 ms",
                "a root judge's programs keep user id 0, without any capability",
            ),
        ),
        Tier(
            "rlimits",
            Isolation.NONE,
            (
                "UNSANDBOXED: programs are limited and measured, but can read and write what the "
                "judge can; judge only code that you would run yourself",
            ),
        ),
    )
}

# How to get a tier that is missing, for `judge doctor`.
ADVICE = {
    "cgroup2": "run as root on a machine with control groups version 2 alone, or as a user by "
    "`systemd-run --user --scope -p Delegate=yes judge ...`",
    "cgroup1": "run as root on a machine with version 1 memory and pids controllers",
    "namespaces": "allow unprivileged user namespaces: `sysctl -w "
    "kernel.apparmor_restrict_unprivileged_userns=0` on Ubuntu, `sysctl -w "
    "kernel.unprivileged_userns_clone=1` on older Debian; in a container, give it "
    "--security-opt seccomp=unconfined --security-opt systempaths=unconfined",
    "landlock": "a kernel from 5.13 on with `landlock` among its security modules",
}

_MISSING: dict[str, Callable[[], str | None]] = {
    "cgroup2": cgroup2.version2_missing,
    "cgroup1": cgroup1.version1_missing,
}


def missing(name: str, store: Store) -> str | None:
    """Why this machine lacks a tier; None when a command really ran in it."""
    return _missing(name, str(store.root))


@functools.cache
def _missing(name: str, root: str) -> str | None:
    known = _MISSING.get(name, lambda: None)()
    if known is not None:
        return known
    store = Store(Path(root))
    try:
        executable = launcher.build(store)
        sandbox = LocalSandbox(TIERS[name], store)
        try:
            return _try_out(sandbox, executable)
        except MachineError as problem:
            return str(problem)
        finally:
            sandbox.close()
    except OSError as problem:
        return str(problem)
    finally:
        store.close()


def _try_out(sandbox: LocalSandbox, executable: Path) -> str | None:
    """Runs the launcher without arguments."""
    with streams() as (stdin, stdout, stderr), sandbox.box() as box:
        execution = sandbox.run(
            Command(
                argv=(str(executable),),
                box=box,
                stdin=stdin.fd,
                stdout=stdout.fd,
                stderr=stderr.fd,
                limits=ResourceLimits(cpu_s=5, wall_s=10, memory_bytes=64 * 2**20),
                read_only=(*SYSTEM, executable),
            )
        )
    if execution.ending is Ending.EXITED and execution.exit_code == 2:
        return None
    return execution.error or f"a trial run ended by {execution.ending}"


def open_tier(name: str, store: Store, number: int = 0, core: int | None = None) -> LocalSandbox:
    """One worker's sandbox of the named tier; MachineError where it cannot be made."""
    try:
        return LocalSandbox(TIERS[name], store, number, core)
    except OSError as problem:
        raise MachineError(f"sandbox tier '{name}': {problem}") from problem
