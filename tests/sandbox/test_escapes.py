"""Every attack of the escape suite on every sandbox tier.

On the strongest tier of the machine all of it runs; on the others a smoke subset, and the rest as
slow tests. Where the tests run as root, all of it runs again as an ordinary user.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.escapes.arena import Arena
from support.escapes.entries import ESCAPES, FAMILIES, Entry, load
from support.escapes.suite import attack

from judging.sandbox import TIERS

ENTRIES = load()
ROOT = os.geteuid() == 0
REPOSITORY = Path(__file__).resolve().parents[2]
HANGS_S = 900

# Every attack that the sandbox's specification names, so that a lost entry is noticed.
NAMED = re.findall(
    r"\w+",
    """
cpu_spin threads2 children_wait children_nowait children_orphan children_sigchld_ignored sleep
pause select sigstop_self ignore_all_signals sigxcpu_ignored slow_output limit_minus_10
limit_plus_10 heap static_bss stack_recursion mmap_shared memfd tmpfs_write shmget
fork_sum_over_limit child_oom_parent_survives java_heap node_heap python_heap
big_stdin_is_not_mle big_stdout_is_not_mle parent_rss_floor fork_bomb daemon_setsid
daemon_holds_stdout hydra kill_minus1 kill_ppid stop_ppid ptrace_ppid proc_mem_write thread_bomb
read_answer read_other_test read_checker read_home write_usr box_limit inode_flood deep_tree
sparse_1T output_symlink output_symlinked_dir output_fifo output_device output_hardlink
fd0_reopen_rw fd0_fchmod dev_shm_left_over tmp_left_over between_testcases chroot_escape setuid
tcp udp loopback_other_box abstract_unix vsock netlink sysv_shm_left_over keyring flock inotify
flood_stdout flood_stderr close_stdout close_stdin unread_big_input nul_bytes invalid_utf8
no_final_newline fake_judge_message inherited_fds env signal_mask umask rlimits_raise
clock_settime sched_fifo mlock oom_score_adj affinity_widen nested_userns mount bpf io_uring
syscalls_32bit dev_zero dev_stdin include_answer incbin_answer include_self template_recursion
macro_bomb huge_array error_flood daemon symlink_binary
interactive_submission_exits_early interactive_submission_closes_pipe
interactive_submission_loops interactive_submission_writes_nothing interactive_submission_sigpipe
interactive_judge_exits_early interactive_judge_closes_pipe interactive_judge_loops
interactive_judge_writes_nothing interactive_judge_sigpipe
""",
)


SLOW = pytest.mark.slow


def _cases() -> Iterator[object]:
    for tier in TIERS:
        for entry in ENTRIES:
            marks = [getattr(pytest.mark, way) for way in ("smoke", "slow") if way in entry.fields]
            yield pytest.param(entry, tier, id=f"{entry.family}-{entry.name}-{tier}", marks=marks)


# ---- the entries


@pytest.mark.parametrize(("entry", "tier"), list(_cases()))
def test_attack(entry: Entry, tier: str, arenas: Callable[[str], Arena]) -> None:
    outcome = attack(arenas(tier), entry)
    if outcome.skipped is not None:
        pytest.skip(f"{entry.name} on {tier}: {outcome.skipped}")
    assert not outcome.failures, entry.tries
    if entry.holds_on(tier, ROOT):
        assert not outcome.escapes, entry.tries


def test_every_attack_that_the_specification_names_is_there() -> None:
    names = [entry.name for entry in ENTRIES]
    assert not set(NAMED) - set(names)
    assert len(names) == len(set(names))
    assert {entry.family for entry in ENTRIES} == set(FAMILIES)


@pytest.mark.parametrize("who", ["root", "user"])
def test_what_a_tier_holds_every_stronger_one_holds(who: str) -> None:
    order = list(TIERS)
    for entry in ENTRIES:
        held = [entry.holds_on(tier, who == "root") for tier in order]
        assert held == sorted(held, reverse=True), entry.path
        for tier in order:
            if entry.never_on(tier, who == "root"):
                assert not entry.holds_on(tier, who == "root"), entry.path


@pytest.mark.slow
def test_the_attacks_compile_without_a_warning() -> None:
    sources = [path for path in ESCAPES.rglob("*.c") if path.parent.name != "compile"]
    flags = ["-fsyntax-only", "-std=gnu17", "-Wall", "-Wextra", "-Werror", f"-I{ESCAPES}"]
    done = subprocess.run(["gcc", *flags, *sources], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# ---- the same as an ordinary user

_STAGE = """
set -e
stage=$1 base=$2 site=$3 code=$4 user=$5
shift 5
mount -t tmpfs -o mode=755,size=1g stage "$stage"
cd "$stage"
mkdir base site code code/tests home tmp
mount --bind "$base" base
mount --bind "$site" site
cp -r "$code/judging" code/
cp -r "$code/tests/sandbox" "$code/tests/support" code/tests/
chmod -R a+rX code
chown "$user:$user" home tmp
cd code
ulimit -Sn 1024  # as for most users
exec setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all env -i \\
    PATH=/usr/local/bin:/usr/bin:/bin HOME="$stage/home" XDG_CACHE_HOME="$stage/home/cache" \\
    TMPDIR="$stage/tmp" LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 \\
    PYTHONPATH="$stage/code:$stage/code/tests:$stage/site" \\
    "$stage/base/bin/python3" -m support.escapes.suite "$@"
"""


def as_user(*words: str) -> list[dict[str, object]]:
    """Runs the suite as a user that owns nothing, in a mount namespace where everyone can read this
    Python and a copy of the judge."""
    for tool in ("unshare", "setpriv"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} to become an ordinary user by")
    tried = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    if tried.returncode != 0:
        pytest.skip(f"no mount namespace to become an ordinary user in: {tried.stderr.decode()}")
    stage = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="judge-stage-"))
    site = next(Path(path) for path in sys.path if path.endswith("-packages"))
    user = str(2**29 + os.getpid() % 2**20)
    argv = ["unshare", "--mount", "--propagation", "private", "sh", "-c", _STAGE, "stage"]
    places = [str(stage), sys.base_prefix, str(site), str(REPOSITORY), user]
    try:
        done = subprocess.run(
            [*argv, *places, *words], capture_output=True, text=True, timeout=HANGS_S, check=False
        )
    finally:
        stage.rmdir()
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode in (0, 1), done.stderr
    assert lines, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return lines


@pytest.mark.skipif(not ROOT, reason="these tests already run as an ordinary user")
@pytest.mark.parametrize(
    ("tier", "names"),
    [
        pytest.param("namespaces", ("smoke",), id="namespaces-smoke"),
        *(
            pytest.param(tier, (), marks=SLOW, id=f"{tier}-all")
            for tier in ("cgroup2", "namespaces", "landlock", "rlimits")
        ),
    ],
)
def test_attacks_on_the_judge_of_an_ordinary_user(tier: str, names: tuple[str, ...]) -> None:
    lines = as_user(tier, *names)
    if "missing" in lines[0]:
        pytest.skip(f"sandbox tier {tier} as an ordinary user: {lines[0]['missing']}")
    bad = [line for line in lines if line["failures"] or (line["holds"] and line["escapes"])]
    assert not bad
