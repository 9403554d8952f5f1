"""Checks of who gets the tier: root, and users with and without a group of their own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sandbox.vm.bench import CHECKS, JUDGE, TIER, TOP, Failure, expect, judge

from judging.core.errors import MachineError
from judging.sandbox import TIERS, choose, missing
from judging.store import Store

DELEGATED = TOP / "user-1000"
USER = 1000


def nothing_left() -> Iterator[str]:
    left = [str(p.relative_to(TOP)) for p in TOP.rglob("*/") if p.is_dir()]
    expect(not left, f"left in {TOP}: {left}")
    yield f"no group is left in {TOP}"


def _again(
    part: str, group: Path | None, *wrapper: str, uid: int = USER
) -> tuple[int, str]:
    """Starts the checks again as a user, in a group of its own where one is given."""
    return _start(f"{CHECKS} --as {part}", group, *wrapper, uid=uid)


def _start(
    program: str, group: Path | None, *wrapper: str, uid: int = USER
) -> tuple[int, str]:
    home = Path(tempfile.gettempdir(), f"home-{uid}")
    home.mkdir(exist_ok=True)
    os.chown(home, uid, uid)
    enter = f"echo $$ > {group}/cgroup.procs && " if group else ""
    drop = f"setpriv --reuid={uid} --regid={uid} --clear-groups" if uid else ""
    words = " ".join(wrapper)
    line = f"{enter} exec {words} {drop} env HOME={home} {sys.executable} {program}"
    done = subprocess.run(
        ["sh", "-c", line],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@contextlib.contextmanager
def delegated(*controllers: str) -> Iterator[Path]:
    (TOP / "cgroup.subtree_control").write_text(
        " ".join(f"+{name}" for name in controllers)
    )
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
        (TOP / "cgroup.subtree_control").write_text(
            " ".join(f"-{name}" for name in offered)
        )


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
                code == 0 and "sandbox   tier cgroup2" in text,
                f"doctor ends with {code}: {text}",
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
    yield from _relayed(
        *_again("weaker", None, "unshare", "--mount", "sh", str(script), uid=0)
    )


def weaker() -> Iterator[str]:
    """The tier is not there, for a reason that is said."""
    store = Store()
    reason = missing(TIER, store)
    yield f"{TIER}: {reason}"
    expect(
        reason and "[Errno" not in reason,
        "no reason, or one that does not say what to do",
    )
    tier = choose("auto", store)
    expect(
        tier == "namespaces",
        f"the tier is {tier}: {[(t, missing(t, store)) for t in TIERS]}",
    )
    try:
        choose("auto", store, TIER)
    except MachineError as problem:
        yield f"--require-sandbox {TIER}: {problem}"
    else:
        raise Failure(f"--require-sandbox {TIER} was accepted")
    code, text = judge("doctor")
    yield from text.splitlines()[:6]
    expect(
        code == 0 and "sandbox   tier namespaces" in text,
        f"doctor ends with {code}: {text}",
    )


def reset() -> Iterator[str]:
    """As at boot: no controller is handed down."""
    offered = (TOP / "cgroup.subtree_control").read_text().split()
    yield f"{TOP}/cgroup.subtree_control is {' '.join(offered)}"
    if offered:
        (TOP / "cgroup.subtree_control").write_text(
            " ".join(f"-{name}" for name in offered)
        )
