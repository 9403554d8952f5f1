"""Every attack of the escape suite on every sandbox tier.

A few run by default, on each tier; the rest are slow tests, a minute of a core on each tier. Each
limit and each wall has quick tests of its own beside this file. Where the tests run as root, all of
the attacks run again as an ordinary user.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator

import pytest
from support.escapes.arena import Arena
from support.escapes.entries import ESCAPES, FAMILIES, Entry, load
from support.escapes.staging import as_user
from support.escapes.suite import attack

from judging.sandbox import TIERS

ENTRIES = load()
ROOT = os.geteuid() == 0

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
            name = f"{entry.family}-{entry.name}-{tier}"
            mark = pytest.mark.smoke if "smoke" in entry.fields else SLOW
            yield pytest.param(entry, tier, id=name, marks=mark)


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
    flags = [
        "-fsyntax-only",
        "-std=gnu17",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"-I{ESCAPES}",
    ]
    done = subprocess.run(
        ["gcc", *flags, *sources], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# ---- the same as an ordinary user


@pytest.mark.skipif(not ROOT, reason="these tests already run as an ordinary user")
@pytest.mark.parametrize(
    ("tier", "names"),
    [
        pytest.param("namespaces", ("smoke",), id="namespaces-smoke"),
        *(
            pytest.param(tier, (), marks=SLOW, id=f"{tier}-all")
            for tier in ("cgroup2", "namespaces")
        ),
        # Each attack runs on these tiers in the other tests too, there as root.
        *(
            pytest.param(tier, (), marks=[SLOW, pytest.mark.long], id=f"{tier}-all")
            for tier in ("landlock", "rlimits")
        ),
    ],
)
def test_attacks_on_the_judge_of_an_ordinary_user(
    tier: str, names: tuple[str, ...]
) -> None:
    lines = as_user("support.escapes.suite", tier, *names)
    if "missing" in lines[0]:
        pytest.skip(f"sandbox tier {tier} as an ordinary user: {lines[0]['missing']}")
    bad = [
        line for line in lines if line["failures"] or (line["holds"] and line["escapes"])
    ]
    assert not bad
