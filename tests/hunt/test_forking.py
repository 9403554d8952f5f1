"""Validators in Python, which are started once for many inputs: each input gets the answer
that the validator gives when it is started for this input alone."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from support.hunting import HuntedPackage, Packages, sum_with

from judging.core.verdicts import Verdict
from judging.features.hack.hunt.running.trials import Trial, TrialOutcome, try_inputs
from judging.jobs.checkers import validation_limits
from judging.jobs.validating import ask_validator
from judging.relay.relay import (
    RelayInput,
    RelayProgram,
    RelayRun,
    run_in_relay,
)
from judging.values import replace

# Accepts two integers from 0 to 100 on one line.
DECIDES = """\
import sys
def decide(text):
    words = text.split()
    valid = len(words) == 2 and all(word.isdigit() and int(word) <= 100 for word in words)
    return 42 if valid and text == " ".join(words) + "\\n" else 43
"""
INPUTS = (b"1 2\n", b"101 2\n", b"1 2", b"100 100\n", b"", b"x\n", b"0 0\n")
EXPECTED = (42, 43, 43, 42, 43, 43, 42)

ENDINGS = {
    "exits": "sys.exit(decide(sys.stdin.read()))",
    "exits-at-once": "import os\nos._exit(decide(sys.stdin.read()))",
    "reads-bytes": "sys.exit(decide(sys.stdin.buffer.read().decode()))",
    "reads-the-descriptor": "import os\nsys.exit(decide(os.read(0, 1000).decode()))",
    "seeks": "sys.stdin.read()\nsys.stdin.seek(0)\nsys.exit(decide(sys.stdin.read()))",
    "prints-much": "print('x' * 100000)\nsys.exit(decide(sys.stdin.read()))",
    "threads": """\
import threading
found = []
def read():
    found.append(decide(sys.stdin.read()))
thread = threading.Thread(target=read)
thread.start()
thread.join()
sys.exit(found[0])
""",
    "a-thread-that-outlives-it": """\
import os, threading, time
text = sys.stdin.read()
def end():
    time.sleep(0.05)
    os._exit(decide(text))
threading.Thread(target=end).start()
sys.exit(1)
""",
    "at-exit": """\
import atexit, os
text = sys.stdin.read()
atexit.register(lambda: os._exit(decide(text)))
""",
    "processes": """\
import multiprocessing
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(1) as pool:
        sys.exit(pool.apply(decide, (sys.stdin.read(),)))
""",
    "new-interpreters": """\
import subprocess
text = sys.stdin.read()
if sys.argv[1:] != ["again"]:
    again = [sys.executable, __file__, "again"]
    sys.exit(subprocess.run(again, input=text, text=True).returncode)
sys.exit(decide(text))
""",
    "is-main": """\
import __main__
if __name__ != "__main__" or __main__.decide is not decide or sys.modules["__main__"] is not __main__:
    sys.exit(1)
sys.exit(decide(sys.stdin.read()))
""",
    "changes-modules": """\
import re
if hasattr(re, "seen") or "seen" in globals():
    sys.exit(1)
re.seen = seen = True
sys.path.insert(0, "/")
sys.exit(decide(sys.stdin.read()))
""",
    "leaves-a-process": """\
import os, time
text = sys.stdin.read()
if os.fork() == 0:
    time.sleep(100)
sys.exit(decide(text))
""",
    "recurses": """\
def deep(n):
    return n and deep(n - 1)
deep(900)
sys.exit(decide(sys.stdin.read()))
""",
}
OTHER_ENDINGS = {
    "a-text": ("sys.exit('no')", 1),
    "raises": ("raise ValueError('no')", 1),
    "asserts": ("assert decide(sys.stdin.read()) == 42", None),
    "nothing": ("sys.stdin.read()", 0),
    "exit-of-none": ("sys.exit()", 0),
    "a-large-code": ("sys.exit(256 + 42)", 42),
    "a-signal": ("import os\nos.kill(os.getpid(), 9)", -1),
    "an-interrupt": ("raise KeyboardInterrupt", -1),
    "closed-stdout": ("print('x')\nimport os\nos.close(1)", 120),
    "a-syntax-error": ("exec('1 +')", 1),
}


def with_validator(package: Packages, code: str, **more: str) -> HuntedPackage:
    """Return the package with a validator in Python, and files beside it."""
    files: dict[str, str | None] = {"validators/check.c": None}
    files["validators/check/main.py"] = code
    files |= {f"validators/check/{name}": text for name, text in more.items()}
    return package(files)


def relayed(hunted: HuntedPackage, inputs: Sequence[bytes] = INPUTS) -> list[RelayRun]:
    """Return the runs of the validator in one relay."""
    programs = hunted.setup().programs
    validator = programs.validators[0]
    limits = validation_limits(hunted.problem.limits)
    program = RelayProgram(validator, limits, is_validator=True)
    asked = [RelayInput(content, (0,)) for content in inputs]
    start = hunted.session.executor.start
    runs = start(run_in_relay, programs.relay, [program], asked).result()
    return [of_one[0] for of_one in runs if of_one]


def asked_alone(
    hunted: HuntedPackage, inputs: Sequence[bytes] = INPUTS
) -> list[int | None]:
    """Return the exit codes of the validator in boxes of its own."""
    validator = hunted.setup().programs.validators[0]
    start = hunted.session.executor.start
    codes = []
    for content in inputs:
        limits = hunted.problem.limits
        answer = start(ask_validator, validator, content, (), limits).result()
        codes.append(answer.exit_code)
    return codes


def codes_of(runs: Sequence[RelayRun]) -> list[int | None]:
    # A run with a runner says whether the box is clean; without one nobody knows.
    assert None not in [run.box_is_clean for run in runs]
    return [run.exit_code for run in runs]


@pytest.mark.parametrize("name", ENDINGS)
def test_every_input_gets_the_answer_of_a_run_alone(
    package: Packages, name: str
) -> None:
    hunted = with_validator(package, DECIDES + ENDINGS[name])
    assert codes_of(relayed(hunted)) == list(EXPECTED)
    assert asked_alone(hunted) == list(EXPECTED)


@pytest.mark.parametrize("name", OTHER_ENDINGS)
def test_other_endings_are_those_of_a_run_alone(package: Packages, name: str) -> None:
    hunted = with_validator(package, DECIDES + OTHER_ENDINGS[name][0])
    inputs = INPUTS[:3]
    alone = asked_alone(hunted, inputs)
    assert codes_of(relayed(hunted, inputs)) == alone
    expected = OTHER_ENDINGS[name][1]
    if expected is not None:
        assert alone == [None if expected < 0 else expected] * 3


def test_the_program_sees_what_it_would_see_alone(package: Packages) -> None:
    shows = """\
import os, sys
names = sorted(name for name in globals() if name != "__builtins__")
print(sys.argv, sys.orig_argv, sys.path, __file__, __name__, names, os.getcwd())
print(sorted(os.listdir(".")), sorted(os.listdir("/proc/self/fd"))[:3], sys.flags)
print(type(__loader__), __spec__, __package__, __doc__, sys.stdin.seekable())
print(os.environ, sys.stdout.line_buffering, sys.getrecursionlimit())
sys.exit(43)
"""
    hunted = with_validator(package, shows)
    once = relayed(hunted, [b"1\n"])
    first = relayed(hunted, [b"1\n", b"2\n", b"3\n"])
    assert once[0].box_is_clean is None  # it was started for this input
    assert once[0].output.startswith(b"['/")
    assert [run.output for run in first] == [once[0].output] * 3


def test_it_imports_the_modules_beside_it(package: Packages) -> None:
    code = "import re\nfrom bounds import MOST\nimport statistics\n" + DECIDES
    code += "assert MOST == 100 and statistics.OWN\n" + ENDINGS["exits"]
    more = {"bounds.py": "MOST = 100\n", "statistics.py": "OWN = True\n"}
    hunted = with_validator(package, code, **more)
    assert codes_of(relayed(hunted)) == list(EXPECTED)


def test_random_numbers_differ(package: Packages) -> None:
    code = "import random\nprint(random.random())\n"
    outputs = [run.output for run in relayed(with_validator(package, code))]
    assert len(set(outputs)) == len(INPUTS)


def test_files_that_a_run_leaves_are_noticed(package: Packages) -> None:
    code = DECIDES + "import os\nif os.path.exists('seen'):\n    sys.exit(43)\n"
    code += "os.mkdir('seen')\n" + ENDINGS["exits"]
    hunted = with_validator(package, code)
    runs = relayed(hunted)
    assert [run.box_is_clean for run in runs] == [True] + [False] * (len(INPUTS) - 1)
    assert asked_alone(hunted) == list(EXPECTED)


def try_all(
    hunted: HuntedPackage, code: str, late: bool, *contents: bytes
) -> list[TrialOutcome]:
    programs = replace(hunted.programs(code), validates_late=late)
    trials = [Trial(content, "here", index=1) for content in contents]
    unknown = [None] * len(trials)
    start = hunted.session.executor.start
    tried = start(try_inputs, programs, trials, unknown, None, math.inf).result()
    return [each.outcome for each in tried]


# Where the validators are asked late, they are asked about many inputs after a first rejection.
LATE = pytest.mark.parametrize("late", [False, True], ids=["first", "late"])
WRONG = sum_with("if (a == 3 || a > 100) sum++;")


@LATE
def test_a_rejection_after_files_were_left_is_asked_again(
    package: Packages, late: bool
) -> None:
    """Else no other input of the same box would be tried."""
    code = DECIDES + "import os\nif os.path.exists('seen'):\n    sys.exit(43)\n"
    code += "os.mkdir('seen')\n" + ENDINGS["exits"]
    hunted = with_validator(package, code)
    contents = (b"101 2\n", b"102 2\n", b"3 4\n")
    outcomes = try_all(hunted, WRONG, late, *contents)
    assert [each.verdict for each in outcomes] == [None, None, Verdict.WA]


@LATE
def test_no_find_rests_on_a_relay_alone(package: Packages, late: bool) -> None:
    """A validator that accepts everything once a file is there."""
    code = DECIDES + "import os\nif os.path.exists('seen'):\n    sys.exit(42)\n"
    code += "os.mkdir('seen')\n" + ENDINGS["exits"]
    hunted = with_validator(package, code)
    contents = (b"101 2\n", b"102 2\n", b"103 2\n", b"3 4\n", b"5 6\n")
    outcomes = try_all(hunted, WRONG, late, *contents)
    assert [each.verdict for each in outcomes] == [None, None, None, Verdict.WA]


@LATE
def test_failed_assertions_reject(package: Packages, late: bool) -> None:
    code = DECIDES + "assert decide(sys.stdin.read()) == 42\nsys.exit(42)\n"
    hunted = with_validator(package, code)
    contents = (b"101 2\n", b"102 2\n", b"103 2\n", b"3 4\n")
    outcomes = try_all(hunted, WRONG, late, *contents)
    assert [each.verdict for each in outcomes] == [None, None, None, Verdict.WA]
    for outcome in outcomes[:3]:
        assert "validators/check: exit code 1" in outcome.message


def test_it_is_started_for_each_input_if_it_cannot_be_started_once(
    package: Packages,
) -> None:
    """It ends the process that has started it once for all inputs."""
    ends_its_runner = """\
import os
text = sys.stdin.read()
with open(f"/proc/{os.getppid()}/cmdline") as file:
    if file.read().split(chr(0))[1] == "-c":
        os.kill(os.getppid(), 9)
sys.exit(decide(text))
"""
    hunted = with_validator(package, DECIDES + ends_its_runner)
    runs = relayed(hunted)
    assert [run.exit_code for run in runs] == list(EXPECTED)
    assert [run.box_is_clean for run in runs] == [None] * len(INPUTS)


def test_a_run_that_takes_too_long_is_the_last(package: Packages) -> None:
    code = DECIDES + "text = sys.stdin.read()\nwhile text == 'x\\n': pass\n"
    hunted = with_validator(package, code + "sys.exit(decide(text))\n")
    limits = replace(hunted.problem.limits, validation_s=0.5)
    hunted = replace(hunted, problem=replace(hunted.problem, limits=limits))
    runs = relayed(hunted, [b"1 2\n", b"x\n", b"3 4\n"])
    assert [run.exit_code for run in runs] == [42, None]
