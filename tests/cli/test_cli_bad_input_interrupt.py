"""An interrupted judge says so, ends all its processes, and leaves nothing half done."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from support.command import Done, Package, argv, ended, environment, sound, spawn
from support.waiting import alive

_STARTS_S = 60
_ENDS_S = 4

# It has a child process in a new session.
SLEEPER = """\
import os, time
if os.fork() == 0:
    os.setsid()
time.sleep(120)
"""


LOSES_INTERRUPT = f"""\
import os, signal, sys, time
from judging.terminal import interrupts

class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)

interrupts.catch()
try:
    Last()
    time.sleep({_STARTS_S})
except KeyboardInterrupt:
    sys.exit(130)
"""


def sleeping_submission(package: Package, name: str) -> None:
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 60")
    package.write(f"solutions/time_limit_exceeded/{name}.py", SLEEPER)


def sleeping_accepted(package: Package, name: str) -> None:
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 60")
    package.write(f"solutions/accepted/{name}.py", SLEEPER)


def sleeping_validator(package: Package, name: str) -> None:
    package.replace(
        "problem/problem.yaml", "  memory", "  validation_time: 60\n  memory"
    )
    package.write(f"validators/{name}.py", SLEEPER)


def sleeping_generator(package: Package, name: str) -> None:
    package.replace(
        "problem/problem.yaml", "  memory", "  validation_time: 60\n  memory"
    )
    package.write(f"generators/{name}.py", SLEEPER)
    rule = f'data: {{secret: {{data: {{"2": {name}.py}}}}}}\n'
    package.write("generators/generators.yaml", rule)


def runs(name: str, process: psutil.Process) -> bool:
    try:
        return any(word.endswith(f"/{name}.py") for word in process.cmdline())
    except psutil.Error:
        return False


def wait_for(name: str, judge: psutil.Process) -> list[psutil.Process]:
    """Wait until the program called `name` and its child run; return the judge's descendants."""
    deadline = time.monotonic() + _STARTS_S
    while time.monotonic() < deadline:
        members = judge.children(recursive=True)
        if sum(runs(name, member) for member in members) >= 2:
            # Let other runs end.
            time.sleep(1)
            return judge.children(recursive=True)
        time.sleep(0.05)
    raise AssertionError("the program was never started")


def stop(
    package: Package, name: str, number: int, whole_group: bool, *command: object
) -> tuple[Done, Path]:
    """Stop the judge while the program called `name` runs, and check that all its processes end.
    Return what it printed and its folder for temporary files."""
    boxes = package.root.parent / "boxes"
    boxes.mkdir()
    process = subprocess.Popen(
        argv(*command, "--problem", package.root),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(TMPDIR=str(boxes)),
        start_new_session=True,
    )
    members = wait_for(name, psutil.Process(process.pid))
    (os.killpg if whole_group else os.kill)(process.pid, number)
    done = ended(process)
    _, left = psutil.wait_procs(members, timeout=_ENDS_S)
    for process_left in left:
        process_left.kill()
    assert left == []
    assert alive(f"{name}.py") == []
    return done, boxes


def unfinished(cache: Path) -> list[Path]:
    return sorted((cache / "judge" / "tmp").glob("*"))


@pytest.mark.parametrize(
    ("number", "whole_group"),
    [
        pytest.param(signal.SIGINT, True, id="SIGINT to the group"),
        pytest.param(
            signal.SIGTERM, True, id="SIGTERM to the group", marks=pytest.mark.slow
        ),
        pytest.param(
            signal.SIGHUP, True, id="SIGHUP to the group", marks=pytest.mark.slow
        ),
        pytest.param(signal.SIGINT, False, id="SIGINT alone", marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, False, id="SIGTERM alone", marks=pytest.mark.slow),
    ],
)
def test_an_interrupted_run(
    number: int, whole_group: bool, tmp_path: Path, own_cache: Path
) -> None:
    package = sound(tmp_path)
    name = f"sleeper_{uuid.uuid4().hex}"
    sleeping_submission(package, name)
    before, cached = package.files(), unfinished(own_cache)
    file = tmp_path / "report.json"
    done, boxes = stop(
        package, name, number, whole_group, "run", "--sandbox", "rlimits", "--json", file
    )
    assert done.code == 130
    assert done.says("Exit code 130", "interrupted")
    report = json.loads(file.read_text())
    assert (report["exit_code"], report["complete"], report["interrupted"]) == (
        130,
        False,
        True,
    )
    # Verdicts from before are kept, and a submission without one is not called judged.
    verdicts = {Path(s["path"]).name: s["verdict"] for s in report["submissions"]}
    assert verdicts == {"add.py": "AC", "first.py": "WA"}
    assert list(boxes.iterdir()) == []
    assert package.files() == before
    assert unfinished(own_cache) == cached
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "boxes",
        "package",
        "report.json",
    ]


@pytest.mark.parametrize(
    ("command", "slow"),
    [
        pytest.param("run", sleeping_validator, marks=pytest.mark.slow),
        pytest.param("run", sleeping_generator, marks=pytest.mark.slow),
        ("generate", sleeping_generator),
        pytest.param("validate", sleeping_validator, marks=pytest.mark.slow),
        pytest.param("limits", sleeping_accepted, marks=pytest.mark.slow),
    ],
)
def test_an_interrupted_command(
    command: str, slow: Callable[[Package, str], None], tmp_path: Path, own_cache: Path
) -> None:
    package = sound(tmp_path)
    name = f"sleeper_{uuid.uuid4().hex}"
    slow(package, name)
    before, cached = package.files(), unfinished(own_cache)
    done, boxes = stop(
        package, name, signal.SIGINT, True, command, "--sandbox", "rlimits"
    )
    assert done.code == 130
    assert done.says("interrupted")
    assert list(boxes.iterdir()) == []
    assert package.files() == before
    assert unfinished(own_cache) == cached


def interrupted(
    command: str, slow: Callable[[Package, str], None], folder: Path, *more: object
) -> tuple[str, Done]:
    """Interrupt a command on a package with a `slow` program once this runs; return the
    name of the program, and the command."""
    package = sound(folder)
    name = f"sleeper_{uuid.uuid4().hex}"
    slow(package, name)
    args = [command, "--sandbox", "rlimits", *more]
    if command == "hack":
        args.append("solutions/wrong_answer/first.py")
    done, _ = stop(package, name, signal.SIGINT, True, *args)
    return name, done


@pytest.mark.parametrize(
    ("command", "slow"),
    [
        pytest.param("run", sleeping_submission, marks=pytest.mark.slow),
        pytest.param("run", sleeping_generator, marks=pytest.mark.slow),
        ("generate", sleeping_generator),
        pytest.param("validate", sleeping_validator, marks=pytest.mark.slow),
        pytest.param("hack", sleeping_generator, marks=pytest.mark.slow),
        pytest.param("hack", sleeping_validator, marks=pytest.mark.slow),
        pytest.param("hack", sleeping_accepted, marks=pytest.mark.slow),
        pytest.param("mutate", sleeping_generator, marks=pytest.mark.slow),
        pytest.param("strengthen", sleeping_generator, marks=pytest.mark.slow),
        pytest.param("strengthen", sleeping_validator, marks=pytest.mark.slow),
        pytest.param("strength", sleeping_submission, marks=pytest.mark.slow),
        pytest.param("limits", sleeping_accepted, marks=pytest.mark.slow),
    ],
)
def test_an_interrupt_names_what_was_running(
    command: str, slow: Callable[[Package, str], None], tmp_path: Path
) -> None:
    name, done = interrupted(command, slow, tmp_path)
    assert done.code == 130
    assert re.search(
        rf"running (then|when interrupted): .*{name}\.py.* \(0:\d\d\)", done.text
    )


@pytest.mark.parametrize(
    ("command", "slow"),
    [
        ("hack", sleeping_generator),
        pytest.param("run", sleeping_submission, marks=pytest.mark.slow),
        pytest.param("validate", sleeping_validator, marks=pytest.mark.slow),
        pytest.param("mutate", sleeping_generator, marks=pytest.mark.slow),
        pytest.param("strength", sleeping_submission, marks=pytest.mark.slow),
    ],
)
def test_a_json_report_names_what_was_running(
    command: str, slow: Callable[[Package, str], None], tmp_path: Path
) -> None:
    file = tmp_path / "report.json"
    name, _ = interrupted(command, slow, tmp_path, "--json", file)
    report = json.loads(file.read_text())
    assert report["interrupted"] is True
    assert re.search(rf"\w+/\d: \w+/.*{name}\.py \(0:\d\d\)", report["running"])


# Fails on the first test, and sleeps on the second until the interrupt.
FAILS_THEN_SLEEPS = f"""\
import sys
if sys.argv[1] == "1":
    print(1 // 0)
{SLEEPER}"""


@pytest.mark.parametrize("command", ["generate", "validate"])
def test_an_interrupt_tells_what_was_found_until_then(
    command: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    name = f"sleeper_{uuid.uuid4().hex}"
    package.write(f"generators/{name}.py", FAILS_THEN_SLEEPS)
    entries = "".join(f'      "a{n}": {name}.py {n}\n' for n in (1, 2))
    package.write(
        "generators/generators.yaml", f"data:\n  secret:\n    data:\n{entries}"
    )
    done, _ = stop(package, name, signal.SIGINT, True, command, "--sandbox", "rlimits")
    assert done.code == 130
    assert done.says(
        f"error: secret/a1: generators/{name}.py: exit code 1: ZeroDivision"
    )


# Accepts everything. It sleeps on some outputs, until there is a file at a path.
SLEEPS_ON = """\
import os, sys, time
right = open(sys.argv[2]).read()
output = sys.stdin.read()
if ({case}) and not os.path.exists({awake!r}):
    if os.fork() == 0:
        os.setsid()
    time.sleep(120)
sys.exit(42)
"""


@pytest.mark.parametrize(
    ("command", "case", "says_of_checker"),
    [
        pytest.param(
            ("validate", "--junk"),
            "output != right and output.split() == right.split()",
            "the checker accepted 8 of 8",
            marks=pytest.mark.slow,
            id="reformatted answers",
        ),
        pytest.param(
            ("validate",),
            "output.split() != right.split()",
            "accepts all",
            id="wrong outputs",
        ),
    ],
)
def test_a_checker_that_an_interrupt_ended_has_decided_nothing(
    command: tuple[str, ...], case: str, says_of_checker: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    name = f"sleeper_{uuid.uuid4().hex}"
    awake = tmp_path / "awake"
    package.write(f"checker/{name}.py", SLEEPS_ON.format(case=case, awake=str(awake)))
    package.replace(
        "problem/problem.yaml", "  memory", "  validation_time: 60\n  memory"
    )
    # With one job, two processes are the checker that sleeps and its child.
    options = ("--sandbox", "rlimits", "--jobs", 1)
    done, _ = stop(package, name, signal.SIGINT, True, *command, *options)
    assert done.code == 130
    awake.touch()
    again = package.judge(*command, *options)
    assert again.says(says_of_checker)
    assert not again.says("cancelled")


@pytest.mark.slow
def test_an_interrupted_search_for_tests_lists_what_it_has(
    tmp_path: Path, own_cache: Path
) -> None:
    package = sound(tmp_path)
    name = f"sleeper_{uuid.uuid4().hex}"
    sleeping_submission(package, name)
    # It sleeps on few inputs, so other victims have been killed by then.
    awake = (
        "a, b = map(int, input().split())\n"
        "if a < 97 or b < 50:\n    print(a + b)\n    raise SystemExit\n"
    )
    source = package.root / f"solutions/time_limit_exceeded/{name}.py"
    package.write(f"solutions/wrong_answer/{name}.py", awake + SLEEPER)
    source.unlink()
    package.write(
        "generators/strategies.py",
        "from hypothesis import strategies as st\n"
        "numbers = st.integers(0, 100)\n"
        "inputs = st.tuples(numbers, numbers).map(lambda p: f'{p[0]} {p[1]}\\n')\n",
    )
    before = package.files()
    done, _ = stop(
        *(package, name, signal.SIGINT, True, "strengthen", "--limit", 0, "--write"),
        *("--sandbox", "rlimits"),
    )
    assert done.code == 130
    assert done.says("Exit code 130: interrupted.", "may not have run on every program")
    assert done.says("secret/stronger-")
    assert done.says("kills solutions/wrong_answer/first.py")
    assert package.files() == before


def test_an_interrupt_that_python_loses_in_a_finalizer_comes_again() -> None:
    """The import system has finalizers too."""
    done = spawn([sys.executable, "-c", LOSES_INTERRUPT])
    assert (done.code, done.err) == (130, "")


@pytest.mark.slow
def test_a_second_signal_changes_nothing(tmp_path: Path) -> None:
    package = sound(tmp_path)
    name = f"sleeper_{uuid.uuid4().hex}"
    sleeping_submission(package, name)
    file = tmp_path / "report.json"
    process = subprocess.Popen(
        argv("run", "--sandbox", "rlimits", "--problem", package.root, "--json", file),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(TMPDIR=str(tmp_path)),
        start_new_session=True,
    )
    wait_for(name, psutil.Process(process.pid))
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGTERM)
    assert ended(process).code == 130
    assert json.loads(file.read_text())["complete"] is False
    assert alive(f"{name}.py") == []
