"""Checks the sandbox tier `cgroup2` for real. Runs as root on a machine with control groups version
2 alone, whose first process is nobody's systemd: the virtual machine that run.sh starts.

    checks.py [NAME]...   everything, or what is named, as root; starts itself again as a user
    checks.py --as PART   one of the parts, as whoever calls
"""

# ruff: noqa: T201
from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

JUDGE = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(JUDGE), str(JUDGE / "tests")]

from sandbox.vm.bench import Failure  # noqa: E402
from sandbox.vm.commands import (  # noqa: E402
    doctor,
    interrupted,
    runs_a_package,
    stale_groups,
    victim,
)
from sandbox.vm.runs import (  # noqa: E402
    cpu_is_counted,
    cpu_limits,
    ends,
    limits_read_back,
    memory_floor,
    memory_limits,
    no_core_dump,
    nothing_is_kept,
    process_limit,
    runs_do_not_add_up,
    side_by_side,
    streams_are_not_memory,
    time_per_run,
)
from sandbox.vm.users import (  # noqa: E402
    nothing_left,
    reset,
    root_in_a_container,
    root_read_only,
    user_judge_alone,
    user_with_a_group,
    user_with_company,
    user_without_a_group,
    user_without_controllers,
    user_without_cpuset,
    weaker,
)

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


def as_root(names: list[str]) -> bool:
    own = Path("/proc/self/cgroup").read_text().strip()
    print(f"kernel {os.uname().release}, in group {own}", flush=True)
    for line in Path("/proc/mounts").read_text().splitlines():
        if "cgroup" in line:
            print(line)
    parts = (
        *COMMON,
        no_core_dump,
        reset,
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
    return _all(tuple(p for p in parts if not names or p.__name__ in (*names, "reset")))


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
        message = "ok" if problem is None else f"FAIL: {problem}"
        print(f"  {message}   ({name}, {time.monotonic() - started:.1f} s)", flush=True)
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
