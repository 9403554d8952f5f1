"""The tiers, strongest first, and the probe that finds out which tiers this machine has.

The probe of a tier runs a command in it: the launcher itself, which exits with 2 when it
gets no arguments.
"""

import functools
from contextlib import closing
from pathlib import Path

from judging.core.errors import MachineError
from judging.core.limits import MIB
from judging.core.runs import Ending
from judging.core.timings import Tally
from judging.sandbox import cgroup1, cgroup2
from judging.sandbox.command import Command, ResourceLimits, streams
from judging.sandbox.frames import Isolation
from judging.sandbox.launcher_build import build
from judging.sandbox.local import Sandbox, Tier
from judging.store import Store

# What the system's programs need to run: public files, which sandboxes see read-only.
_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime")
SYSTEM = tuple(path for path in map(Path, (*_FOLDERS, *_SETTINGS)) if path.exists())

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
                "processes together can go unnoticed",
            ),
            slot_uid=True,
        ),
        Tier(
            "landlock",
            Isolation.LANDLOCK | Isolation.SECCOMP | Isolation.NO_SOCKETS,
            (
                "no namespaces: programs see the names of other processes and may signal those of "
                "the same user; only the size of each file in the box is limited, not their sum; "
                "memory is sampled every 10 ms",
            ),
            (
                "the judge runs as root, so programs keep user id 0, but without any capability",
            ),
        ),
        Tier(
            "rlimits",
            Isolation.NONE,
            (
                "UNSANDBOXED: programs are limited and measured, but can read and write whatever "
                "the judge can; judge only code that you would run yourself",
            ),
        ),
    )
}

# How to get a missing tier, for `judge doctor`.
ADVICE = {
    "cgroup2": "run as root on a machine that has only control groups version 2, or run "
    "`systemd-run --user --scope -p Delegate=yes judge ...` as a user",
    "cgroup1": "run as root on a machine with the version 1 controllers memory, pids and cpuacct",
    "namespaces": "allow unprivileged user namespaces: `sysctl -w "
    "kernel.apparmor_restrict_unprivileged_userns=0` on Ubuntu, `sysctl -w "
    "kernel.unprivileged_userns_clone=1` on older Debian; start a container with "
    "--security-opt seccomp=unconfined --security-opt systempaths=unconfined",
    "landlock": "use Linux 5.13 or newer with `landlock` among its security modules",
}


def missing(name: str, store: Store) -> str | None:
    """Why this machine lacks a tier; None when a command has run in it."""
    return _missing(name, str(store.root))


@functools.cache
def _missing(name: str, root: str) -> str | None:
    tier = TIERS[name]
    if tier.group is not None and (reason := tier.group.missing()) is not None:
        return reason
    with closing(Store(Path(root))) as store:
        try:
            executable = build(store)
            with closing(Sandbox(tier, store)) as sandbox:
                return _try_out(sandbox, executable)
        except OSError as problem:
            return str(problem)


def _try_out(sandbox: Sandbox, executable: Path) -> str | None:
    with streams() as (stdin, stdout, stderr), sandbox.box() as box:
        execution = sandbox.run(
            Command(
                argv=(str(executable),),
                box=box,
                stdin=stdin.fd,
                stdout=stdout.fd,
                stderr=stderr.fd,
                limits=ResourceLimits(cpu_s=5, wall_s=10, memory_bytes=64 * MIB),
                read_only=(*SYSTEM, executable),
            )
        )
    if execution.ending is Ending.EXITED and execution.exit_code == 2:
        return None
    # Without the launcher's path in the cache, which says nothing to people.
    reason = (execution.error or "").removesuffix(f" ({executable})")
    return reason or f"a trial run ended with: {execution.ending}"


def open_sandbox(
    tier: str,
    store: Store,
    number: int = 0,
    core: int | None = None,
    tally: Tally | None = None,
) -> Sandbox:
    """One worker's sandbox of the named tier, pinned to `core` if that is given.
    `number` differs from the other workers' of the same judge. Runs are added to `tally`.
    MachineError when the sandbox cannot be opened."""
    try:
        return Sandbox(TIERS[tier], store, number, core, tally)
    except OSError as problem:
        raise MachineError(f"sandbox tier '{tier}': {problem}") from problem
