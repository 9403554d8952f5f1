"""`judge run` on programs of every kind: verdicts and messages, the order of runs at each number of
jobs, and the files that are left."""

from __future__ import annotations

import json
import os
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from support.command import C_SUM, Package, Report, sound
from support.waiting import PROMPT_S, SLEEP_S

CONFIG = "problem/problem.yaml"
ADD = "print(sum(map(int, input().split())))\n"
HEAD = (
    "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n"
)
BURN = """\
static void burn(double seconds) {
    struct timespec now;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while (now.tv_sec + now.tv_nsec / 1e9 < seconds);
}
"""


def one(tmp_path: Path, name: str, content: str, *args: object) -> dict[str, Any]:
    """Judge one submission without an expectation on the sound package; return its result."""
    package = sound(tmp_path)
    package.replace(CONFIG, "time_limit: 1.0", "time_limit: 0.5")
    place = package.write(f"elsewhere/{name}", content)
    report = package.run(place, *args)
    assert report.code == 0
    (result,) = report.json["submissions"]
    assert (result["met"], result["permitted"]) == (None, None)
    part: dict[str, Any] = result
    return part


def test_a_submission_is_judged_in_the_language_that_is_asked_for(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    who = "import sys\nprint(sys.implementation.name)\n"
    place = package.write("elsewhere/who.py", who)
    for wanted, language in (("pypy3=python3", "python3"), ("python3=pypy3", "pypy3")):
        report = package.run(place, "--language", wanted, "--allow-missing-language")
        (result,) = report.json["submissions"]
        assert result["language"] == language
        assert [run["message"].rpartition(" ")[2] for run in result["testcases"]] == (
            [{"python3": "'cpython'", "pypy3": "'pypy'"}[language]]
            if which(language)
            else []
        )


@pytest.mark.slow
def test_a_sleeper_is_tle_by_wall_time_and_the_message_says_so(tmp_path: Path) -> None:
    result = one(tmp_path, "sleeper.py", f"import time\ntime.sleep({SLEEP_S})\n")
    assert (result["verdict"], result["deciding_testcase"]) == ("TLE", "sample/1")
    (run,) = result["testcases"]
    assert run["ending"] == "wall limit"
    assert run["wall_s"] < PROMPT_S
    assert run["cpu_s"] < 0.5
    assert "wall limit" in run["message"]
    assert "it slept or waited" in run["message"]


def test_a_spinner_is_stopped_at_the_kill_limit_and_never_run_again(
    tmp_path: Path,
) -> None:
    result = one(tmp_path, "spinner.c", "int main(void) { for (;;); }\n")
    assert (result["verdict"], result["tests_run"]) == ("TLE", 1)
    (run,) = result["testcases"]
    assert run["cpu_s"] < 1.5
    # On a very busy machine, the wall limit stops it before the kill limit.
    if run["ending"] == "cpu limit":
        assert run["cpu_s"] >= 0.75
        assert run["reruns"] == 0
        assert "0.75 s of CPU time, the limit is 0.50 s" in run["message"]
    else:
        assert run["ending"] == "wall limit"
        assert run["wall_s"] >= 0.75


def test_endless_output_is_ole_and_leaves_nothing_on_disk(
    tmp_path: Path, own_cache: Path
) -> None:
    loop = "    for (;;) fwrite(block, 1, sizeof block, stdout);\n"
    text = f"{HEAD}static char block[65536];\nint main(void) {{\n{loop}}}\n"
    before = size_of(own_cache)
    result = one(tmp_path, "talker.c", text)
    assert result["verdict"] == "OLE"
    (run,) = result["testcases"]
    assert "output limit of 1.0 MiB" in run["message"]
    assert size_of(own_cache) - before < 8 * 2**20
    assert size_of(tmp_path) < 2**20


def test_tests_that_were_not_chosen_leave_a_required_verdict_undecided(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    late = "a, b = map(int, input().split())\nprint(a + b if a < 5 else 0)\n"
    package.write("solutions/wrong_answer/late.py", late)
    package.write("solutions/time_limit_exceeded/late.py", late)
    report = package.run("--tests", "sample*")
    assert report.code == 0
    found = [(s["met"], s["undecided"]) for s in report.json["submissions"]]
    assert found == [(True, False), (None, True), (True, False), (None, True)]
    assert report.done.says("late.py: must be TLE on at least one test")
    assert report.done.says("2 undecided: not all tests were chosen")
    # What the chosen tests decide stays decided: a verdict that is not permitted, a rule for them.
    late_rule = "wrong_answer/late.py: {sample: {required: [WA]}}\n"
    package.write("solutions/submissions.yaml", late_rule)
    assert package.run("--tests", "sample*", "solutions/wrong_answer/late.py").code == 1
    report = package.run("--tests", "secret*", "solutions/time_limit_exceeded")
    assert report.code == 1
    assert report.done.says("got WA, permitted AC or TLE")


def test_a_fault_after_the_test_that_settles_a_submission_names_that_test(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write(
        "solutions/wrong_answer/crash.py", "print(1 // (int(input()[0]) == 1))\n"
    )
    assert package.run().code == 0
    for command in (("run", "--until", "all"), ("strength",)):
        done = package.judge(*command)
        assert done.code == 1
        assert done.says("secret/1: got RTE", "stops after sample/1")


def test_endless_output_counts_as_too_slow_and_bounds_no_limit(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "  time_limit: 1.0\n", "")
    package.write(
        "solutions/time_limit_exceeded/flood.py", "while True: print('x' * 9999)\n"
    )
    report = package.run()
    assert report.code == 0, report.done.text
    flood = report.json["submissions"][1]
    assert (flood["verdict"], flood["met"]) == ("OLE", True)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_a_child_that_holds_the_pipes_does_not_stretch_the_run(tmp_path: Path) -> None:
    text = f"""\
import os, time
if os.fork() == 0:
    time.sleep({SLEEP_S})
else:
    {ADD}"""
    result = one(tmp_path, "parent.py", text)
    assert result["verdict"] == "AC"
    assert all(run["wall_s"] < PROMPT_S for run in result["testcases"])


def test_a_memory_hog_is_mle(tmp_path: Path) -> None:
    text = f"""{HEAD}
int main(void) {{
    for (int i = 0; i < 600; i++) {{
        char *block = malloc(1 << 20);
        if (!block) abort();
        for (int j = 0; j < 1 << 20; j += 512) block[j] = 1;
    }}
    puts("3");
}}
"""
    result = one(tmp_path, "hog.c", text)
    assert result["verdict"] == "MLE"
    (run,) = result["testcases"]
    assert run["memory_bytes"] > 100 * 2**20
    assert "memory" in run["message"]


@pytest.mark.parametrize(
    ("text", "code", "signal", "message"),
    [
        ("exit(7);", 7, None, "exit code 7"),
        ("abort();", None, "SIGABRT", "killed by SIGABRT"),
        ("*(volatile int *)8 = 1;", None, "SIGSEGV", "killed by SIGSEGV"),
    ],
)
def test_a_run_time_error_names_its_exit_code_or_signal(
    text: str, code: int | None, signal: str | None, message: str, tmp_path: Path
) -> None:
    result = one(tmp_path, "crash.c", f"{HEAD}int main(void) {{ {text} }}\n")
    (run,) = result["testcases"]
    assert (result["verdict"], run["exit_code"], run["signal"]) == ("RTE", code, signal)
    assert run["message"] == message


def test_a_run_time_error_shows_what_it_wrote_to_stderr(tmp_path: Path) -> None:
    package = sound(tmp_path)
    raises = "def deeper(n):\n    return deeper(n - 1) if n else [][0]\n\ndeeper(30)\n"
    package.write("solutions/accepted/raises.py", raises)
    package.write("solutions/run_time_error/quiet.py", "import sys\nsys.exit(3)\n")
    said = "import sys\nsys.stderr.write('looking\\n')\nprint(sum(map(int, input().split())) + 1)\n"
    package.write("solutions/wrong_answer/says.py", said)
    report = package.run()
    runs = {s["path"]: s["testcases"][0]["stderr"] for s in report.json["submissions"]}
    assert runs["solutions/run_time_error/quiet.py"] == ""
    assert runs["solutions/wrong_answer/says.py"] == ""  # it did not fail
    lines = runs["solutions/accepted/raises.py"].splitlines()
    assert lines[1] == '  File "raises.py", line 4, in <module>'
    assert lines[-1] == "IndexError: list index out of range"
    assert lines.count("...") == 1
    shown = [f"    | {line}".rstrip() for line in lines]
    assert "\n".join(["    stderr:", *shown]) in report.done.out


@pytest.mark.parametrize("until", ["first-error", "all"])
def test_the_first_test_in_order_that_is_not_ac_decides(
    until: str, tmp_path: Path
) -> None:
    """Another test fails earlier in time, because the test before it takes longer."""
    package = sound(tmp_path)
    for number in range(2, 7):
        package.test(f"secret/{number}", f"{number} 0\n", f"{number}\n")
    text = (
        "import sys, time\na, b = map(int, input().split())\n"
        "if a == 3: time.sleep(0.6); sys.exit(1)\n"
        "print(a + b if a < 4 or a > 10 else 0)\n"
    )
    package.write("solutions/wrong_answer/first.py", text)
    package.write("solutions/rejected/late.py", text)
    package.remove("solutions/wrong_answer")
    report = package.run("--until", until, "--jobs", 2)
    assert report.code == 0
    late = report.submission("rejected/late.py")
    assert (late["verdict"], late["deciding_testcase"]) == ("RTE", "secret/3")
    # sample/1, secret/1, secret/2 and secret/3; or all of the seven.
    assert (late["tests_run"], late["tests_total"]) == (
        4 if until == "first-error" else 7,
        7,
    )
    assert report.done.says("late.py", "RTE", "secret/3")


def mixed(tmp_path: Path) -> Package:
    package = sound(tmp_path)
    package.replace(CONFIG, "time_limit: 1.0", "time_limit: 0.5")
    for number in range(2, 6):
        package.test(f"secret/{number}", f"{number} {number}\n", f"{2 * number}\n")
    when = C_SUM.replace("    printf", "    if (a == {}) {{ {} }}\n    printf")
    when = when.replace("main(void) {", "main(void) {{").replace(";\n}\n", ";\n}}\n")
    bad = {
        "accepted/add.c": C_SUM,
        "accepted/not_on_4.c": when.format(4, "b = 0;"),
        "rejected/at_5.c": when.format(5, "__builtin_trap();"),
        "run_time_error/at_4.c": when.format(4, "return 1;"),
        "time_limit_exceeded/at_once.c": "int main(void) { for (;;); }\n",
        "wrong_answer/at_3.c": when.format(3, "b = 9;"),
        "wrong_answer/not_at_all.c": C_SUM,
    }
    package.remove("solutions")
    for name, text in bad.items():
        package.write(f"solutions/{name}", text)
    return package


def outcome(report: Report) -> list[tuple[object, ...]]:
    keys = (
        "path",
        "status",
        "verdict",
        "met",
        "deciding_testcase",
        "tests_run",
        "tests_total",
    )
    return [
        (
            *(s[key] for key in keys),
            tuple((t["name"], t["verdict"]) for t in s["testcases"]),
        )
        for s in report.json["submissions"]
    ]


@pytest.mark.slow
def test_verdicts_do_not_depend_on_the_number_of_jobs(tmp_path: Path) -> None:
    package = mixed(tmp_path)
    first = package.run("--jobs", 1)
    assert first.code == 1
    found = {s["path"].removeprefix("solutions/"): s for s in first.json["submissions"]}
    expected = {
        "accepted/add.c": ("AC", None, 6),
        "accepted/not_on_4.c": ("WA", "secret/4", 5),
        "rejected/at_5.c": ("RTE", "secret/5", 6),
        "run_time_error/at_4.c": ("RTE", "secret/4", 5),
        # It costs one kill limit, not one per test.
        "time_limit_exceeded/at_once.c": ("TLE", "sample/1", 1),
        "wrong_answer/at_3.c": ("WA", "secret/3", 4),
        "wrong_answer/not_at_all.c": ("AC", None, 6),
    }
    keys = ("verdict", "deciding_testcase", "tests_run")
    assert {name: tuple(s[key] for key in keys) for name, s in found.items()} == expected
    unmet = {name for name, s in found.items() if s["met"] is False}
    assert unmet == {"accepted/not_on_4.c", "wrong_answer/not_at_all.c"}
    assert first.done.says("not_on_4.c", "got WA", "expected AC")
    assert first.done.says("must be WA on at least one test", "but all 6 gave AC")
    for jobs in (2, 4):
        assert outcome(package.run("--jobs", jobs, "--fresh")) == outcome(first)


def test_the_next_step_after_a_mistake_that_no_test_catches(tmp_path: Path) -> None:
    package = sound(tmp_path)
    missed = "solutions/wrong_answer/missed.py"
    package.write(missed, "print(sum(map(int, input().split())) % 1000)\n")
    done = package.judge("run")
    assert done.code == 1
    command = f"judge hack {missed}"
    assert done.says("but both gave AC")
    assert done.says(f"`{command}", "looks for an input that shows the fault")
    # What some test catches needs no hunt, nor what must be accepted.
    wrong = "print(0)\n"
    package.write(missed, wrong)
    package.write("solutions/accepted/wrong.py", wrong)
    done = package.judge("run")
    assert done.code == 1
    assert "judge hack" not in done.text


def test_until_all_runs_every_test(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.test("secret/2", "1 1\n", "2\n")
    report = package.run("--until", "all")
    assert report.json["until"] == "all"
    assert [s["tests_run"] for s in report.json["submissions"]] == [3, 3]


@pytest.mark.slow
def test_a_test_that_is_not_permitted_after_the_first_error_needs_until_all(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write(
        "solutions/wrong_answer/first.py", "print([1, 1 / (5 - len(input()))][0])\n"
    )
    assert package.run().code == 0
    report = package.run("--until", "all")
    assert report.code == 1
    why = report.submission("wrong_answer/first.py")["why"]
    assert why.startswith("secret/1: got RTE, permitted AC or WA")


def test_a_run_near_the_limit_is_timed_again_and_reported(tmp_path: Path) -> None:
    main = "int main(void) {\n    burn(0.4);\n    return sum();\n}\n"
    summing = C_SUM.replace("int main(void)", "int sum(void)").replace(
        "a + b);", "a + b);\nreturn 0;"
    )
    package = sound(tmp_path)
    package.replace(CONFIG, "time_limit: 1.0", "time_limit: 0.5")
    package.write("elsewhere/near.c", HEAD + BURN + summing + main)
    report = package.run(package.root / "elsewhere/near.c", "--tests", "sample/1")
    (result,) = report.json["submissions"]
    (run,) = result["testcases"]
    assert run["reruns"] >= 1
    assert run["cpu_s"] >= 0.39  # a control group counts from when the program joins it
    assert report.done.says("repeated alone")


def test_only_the_tests_asked_for(tmp_path: Path) -> None:
    package = sound(tmp_path)
    for name in ("2", "10", "11"):
        package.test(f"secret/{name}", "1 1\n", "2\n")
    report = package.run("--tests", "secret/1?", "--tests", "sample/*", "--until", "all")
    names = [t["name"] for t in report.submission("accepted/add.py")["testcases"]]
    assert names == ["sample/1", "secret/10", "secret/11"]


def test_a_time_limit_of_the_command_line_and_its_factor(tmp_path: Path) -> None:
    package = sound(tmp_path)
    report = package.run("--time-limit", 2, "--time-factor", 1.5)
    assert report.code == 0
    assert report.json["time_factor"] == 1.5
    assert report.json["limits"]["time_s"] == pytest.approx(3)
    assert report.json["limits"]["kill_s"] == pytest.approx(4.5)
    assert report.done.says("time limit 3.00 s (stopped at 4.50 s), time factor 1.5")


@pytest.mark.slow
def test_a_time_factor_that_is_measured(tmp_path: Path) -> None:
    done = sound(tmp_path).judge(
        "run", "--time-factor", "auto", "--json", tmp_path / "report"
    )
    if done.code == 4:  # the machine is busy
        assert done.says("--time-factor auto: equal runs differ", "or give a number")
        return
    assert done.code == 0
    report = json.loads((tmp_path / "report").read_text())
    assert report["time_factor"] >= 1
    assert 0 <= report["time_factor_spread"] <= 0.15
    assert done.says(f"time factor {report['time_factor']:g} (spread ")


def test_the_working_folder_stays_clean(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("elsewhere/litter.py", "open('litter', 'w').write('x')\n" + ADD)
    cwd = tmp_path / "cwd"
    cwd.mkdir()
    before = package.files()
    done = package.judge("run", package.root / "elsewhere/litter.py", cwd=cwd)
    assert done.code == 0
    assert os.listdir(cwd) == []
    assert package.files() == before
