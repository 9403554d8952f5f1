"""`language_factors`: the time limit of a language, in every command that has one."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.command import TESTS, Package, Report, judge, sound
from support.repositories import Repository

# A run takes so much CPU time by itself, however fast the machine is.
SPIN_S = 0.3
SPIN = f"import time\nwhile time.process_time() < {SPIN_S}:\n    pass\n"
ADD = "print(sum(map(int, input().split())))\n"
C_SPIN = """\
#include <stdio.h>
#include <time.h>
int main(void) {
    int a, b;
    while (clock() < %s * CLOCKS_PER_SEC) {}
    scanf("%%d%%d", &a, &b);
    printf("%%d\\n", a + b);
}
"""
SLOW = "solutions/accepted/add.py"
SLOW_IN_C = "solutions/accepted/add.c"
SETTINGS = "problem/judge.yaml"
STRATEGY = """\
from hypothesis import strategies as st
inputs = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda p: f"{p[0]} {p[1]}\\n")
"""


def slow(folder: Path, limits: str = "time_limit: 0.15") -> Package:
    """The sound package, whose accepted submission takes three times the time limit."""
    package = sound(folder)
    package.write(SLOW, SPIN + ADD)
    package.replace("problem/problem.yaml", "time_limit: 1.0", limits)
    return package


def state(package: Package, factors: str) -> None:
    package.write(SETTINGS, f"language_factors: {{{factors}}}\n")


def verdict(report: Report, path: str = SLOW) -> str:
    found: str = report.submission(path)["verdict"]
    return found


def copied(name: str, folder: Path) -> Package:
    root = folder / name
    shutil.copytree(TESTS / "packages" / name, root)
    return Package(root)


@pytest.mark.slow
def test_the_limit_of_a_language_is_multiplied_and_every_report_shows_it(
    tmp_path: Path,
) -> None:
    package = slow(tmp_path)
    package.write("solutions/time_limit_exceeded/add.c", C_SPIN % SPIN_S)
    before = package.run()
    assert verdict(before) == "TLE"
    assert before.json["language_factors"] == {}
    state(package, "python3: 20")
    page = package.root.parent / "page.html"
    suite = package.root.parent / "suite.xml"
    report = package.run("--report", f"html:{page}", "--report", f"junit:{suite}")
    assert (report.code, verdict(report)) == (0, "AC")
    assert report.done.says("time limit 0.15 s", "Python 3.00 s (factor 20)")
    assert report.json["language_factors"] == {"python3": 20}
    assert report.json["limits"]["time_s"] == 0.15
    limits = report.submission(SLOW)["limits"]
    assert (limits["time_s"], limits["kill_s"]) == (3, 4.5)
    in_c = report.submission("time_limit_exceeded/add.c")
    assert in_c["limits"] == report.json["limits"]
    assert (in_c["verdict"], in_c["met"]) == ("TLE", True)
    assert "Python 3.00 s (factor 20)" in suite.read_text()
    assert page.stat().st_size > 0


def test_a_factor_below_one_shortens_the_limit(tmp_path: Path) -> None:
    package = slow(tmp_path, "time_limit: 10")
    assert verdict(package.run()) == "AC"
    state(package, "python3: 0.01")
    report = package.run()
    assert verdict(report) == "TLE"
    assert report.done.says("the limit is 0.10 s")


def test_the_factor_of_the_machine_multiplies_it_further(tmp_path: Path) -> None:
    package = slow(tmp_path)
    state(package, "python3: 10")
    report = package.run("--time-factor", 3, "--time-limit", 0.3)
    assert report.submission(SLOW)["limits"]["time_s"] == pytest.approx(9)
    assert report.json["limits"]["time_s"] == pytest.approx(0.9)
    assert report.json["time_factor"] == 3


@pytest.mark.slow
def test_each_language_has_its_own_factor(tmp_path: Path) -> None:
    package = slow(tmp_path)
    in_bash = "solutions/accepted/add.sh"
    package.write(in_bash, "read a b; echo $((a + b))\n")
    state(package, "python3: 20, bash: 30")
    report = package.run()
    assert report.submission(SLOW)["limits"]["time_s"] == pytest.approx(3)
    assert report.submission(in_bash)["limits"]["time_s"] == pytest.approx(4.5)
    assert report.done.says("Bash 4.50 s (factor 30)", "Python 3.00 s (factor 20)")


def test_a_kept_run_is_judged_again_when_the_factor_changes(
    tmp_path: Path, token: str
) -> None:
    """A run that ended well within both limits is not made again."""
    package = slow(tmp_path, "time_limit: 0.001")
    # Short runs: on a busy machine, only these are kept.
    package.write(SLOW_IN_C, f"// {token}\n{C_SPIN % 0.004}")
    state(package, "c: 100")
    only = ("--until", "all", SLOW_IN_C)
    for _ in range(60):
        report = package.run(*only)
        if report.json["recalled"] == 2:
            break
    assert (report.json["recalled"], verdict(report, SLOW_IN_C)) == (2, "AC")
    state(package, "c: 50")
    report = package.run(*only)
    assert (report.json["recalled"], verdict(report, SLOW_IN_C)) == (2, "AC")
    for factors, limit_s, expected in (
        ("c: 0.5", 0.0005, "TLE"),
        ("python3: 20", 0.001, "TLE"),
        ("python3: 20, c: 90", 0.09, "AC"),
    ):
        state(package, factors)
        report = package.run(*only)
        assert report.submission(SLOW_IN_C)["limits"]["time_s"] == pytest.approx(limit_s)
        assert verdict(report, SLOW_IN_C) == expected


@pytest.mark.slow
def test_a_kept_run_that_was_stopped_is_made_again_under_a_larger_factor(
    tmp_path: Path, token: str
) -> None:
    package = slow(tmp_path)
    package.write(SLOW, f"{SPIN}{ADD}# {token}\n")
    only = ("--until", "all", SLOW)
    first = package.run(*only)
    assert verdict(first) == "TLE"
    state(package, "python3: 20")
    report = package.run(*only)
    assert (report.json["recalled"], verdict(report)) == (0, "AC")


def inferred(report: Report) -> dict[str, Any]:
    found: dict[str, Any] = report.json["inferred_time_limit"]
    return found


@pytest.mark.slow
def test_inference_divides_times_by_the_factor_of_their_language(tmp_path: Path) -> None:
    package = slow(tmp_path, "time_resolution: 0.001")
    package.write(SLOW_IN_C, C_SPIN % (SPIN_S / 2))
    package.write("solutions/time_limit_exceeded/forever.py", "while True:\n    pass\n")
    first = package.run()
    assert (first.code, inferred(first)["submission"]) == (0, SLOW)
    assert inferred(first)["language_factor"] == 1

    state(package, "python3: 4")
    second = package.run()
    limit = inferred(second)
    assert (second.code, limit["submission"]) == (0, SLOW_IN_C)
    assert limit["time_s"] >= SPIN_S
    of_python = second.submission("time_limit_exceeded/forever.py")["limits"]
    assert of_python["time_s"] == pytest.approx(4 * limit["time_s"])
    again = package.run("--tests", "sample/*")
    assert inferred(again) == {**limit, "recalled": True}

    # Without the program in C, the one in Python decides: its time is divided.
    package.remove(SLOW_IN_C)
    third = package.run()
    limit = inferred(third)
    assert (third.code, limit["submission"], limit["language_factor"]) == (0, SLOW, 4)
    steps = math.ceil(round(2 * limit["cpu_s"] / 4 / 0.001, 3))
    assert limit["time_s"] == pytest.approx(steps * 0.001, abs=0.0011)
    assert third.done.says("divided by the factor 4 of its language")
    again = package.run("--tests", "sample/*")
    assert inferred(again) == {**limit, "recalled": True}

    # A limit that was measured under other factors is not recalled.
    state(package, "python3: 2")
    assert not inferred(package.run("--tests", "sample/*"))["recalled"]


@pytest.mark.slow
def test_a_submission_must_exceed_the_limit_of_its_own_language(tmp_path: Path) -> None:
    """`time_limit_to_tle` counts from the limit of the language."""
    package = slow(
        tmp_path, "time_limit: 0.15\n  time_multipliers: {ac_to_time_limit: 1}"
    )
    package.replace(
        "problem/problem.yaml", "time_limit: 0.15\n", "time_resolution: 0.1\n"
    )
    package.replace(
        "problem/problem.yaml",
        "{ac_to_time_limit: 1}",
        "{ac_to_time_limit: 1, time_limit_to_tle: 99}",
    )
    package.write("solutions/time_limit_exceeded/two.py", SPIN.replace("0.3", "1") + ADD)
    state(package, "python3: 5")
    report = package.run()
    assert report.code == 3
    assert report.done.says(
        "two.py: it must time out", "times the factor 5 of its language", "no time limit"
    )


@pytest.mark.slow
def test_limits_compares_times_that_are_divided(tmp_path: Path) -> None:
    package = slow(tmp_path)
    state(package, "python3: 20")
    forever = "solutions/time_limit_exceeded/forever.py"
    package.write(forever, "while True:\n    pass\n")
    file = tmp_path / "limits.json"
    page = tmp_path / "limits.html"
    done = package.judge("limits", "--json", file, "--report", f"html:{page}")
    found = json.loads(file.read_text())
    assert (done.code, found["limit_s"]) == (0, 0.15)
    slowest = found["slowest_accepted"]
    assert (slowest["path"], slowest["language_factor"]) == (SLOW, 20)
    assert found["ac_ratio"] == pytest.approx(3 / slowest["cpu_s"], rel=1e-4)
    fastest = found["fastest_too_slow"]
    assert (fastest["path"], fastest["stopped"]) == (forever, True)
    assert found["tle_ratio"] == pytest.approx(fastest["cpu_s"] / 3, rel=1e-4)
    assert done.says("limit of its language", "3.000 s, factor 20")
    assert package.judge("limits", "--write").code == 0
    assert "time_limit: 1.0" in (package.root / "problem/problem.yaml").read_text()


@pytest.mark.slow
def test_strength_compares_times_that_are_divided(tmp_path: Path) -> None:
    package = slow(tmp_path)
    state(package, "python3: 20")
    file = tmp_path / "strength.json"
    done = package.judge("strength", "--json", file)
    time = json.loads(file.read_text())["time_limit"]
    assert (done.code, time["ok"]) == (0, True)
    assert time["slowest_accepted"]["language_factor"] == 20
    assert done.says("(factor 20 of its language)")


@pytest.mark.slow
def test_try_uses_the_limit_of_the_language(tmp_path: Path) -> None:
    package = slow(tmp_path)
    program = package.root / SLOW
    assert judge("try", program, given=b"1 2\n").code == 1
    state(package, "python3: 20")
    assert judge("try", program, given=b"1 2\n").code == 0


@pytest.mark.slow
def test_a_hunt_gives_the_submission_the_limit_of_its_language(tmp_path: Path) -> None:
    package = slow(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    package.write(SLOW_IN_C, C_SPIN % 0)
    victim = "solutions/wrong_answer/slow.py"
    package.write(victim, SPIN + ADD)
    package.remove(SLOW)
    file = tmp_path / "hunts.json"

    def found() -> Any:
        args = ("--tries", 2, "--time", 60, "--json", file)
        assert package.judge("hack", victim, *args).code in (0, 1)
        [hunt] = json.loads(file.read_text())["hunts"]
        return hunt["verdict"] if hunt["found"] else None

    assert found() == "TLE"
    state(package, "python3: 20")
    assert found() is None


@pytest.mark.slow
def test_a_hunt_gives_the_reference_the_limit_of_its_language(tmp_path: Path) -> None:
    package = slow(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    file = tmp_path / "hunts.json"
    args = ("solutions/wrong_answer/first.py", "--tries", 20, "--time", 60)
    before = package.judge("hack", *args, "--json", file)
    assert before.says("solutions/accepted/add.py", "TLE")
    state(package, "python3: 20")
    done = package.judge("hack", *args, "--json", file)
    [hunt] = json.loads(file.read_text())["hunts"]
    assert (done.code, hunt["found"], hunt["verdict"]) == (0, True, "WA")


@pytest.mark.slow
def test_mutants_get_the_limit_of_their_language(tmp_path: Path) -> None:
    package = slow(tmp_path)
    state(package, "python3: 20")
    file = tmp_path / "mutants.json"
    done = package.judge("mutate", SLOW, "--no-hunt", "--limit", 3, "--json", file)
    assert done.code in (0, 1)
    [part] = json.loads(file.read_text())["submissions"]
    assert part["mutants"]
    state(package, "cpp: 20")
    assert package.judge("mutate", SLOW, "--no-hunt", "--limit", 3).says("TLE")


@pytest.mark.slow
def test_a_search_for_tests_uses_the_limit_of_the_language(tmp_path: Path) -> None:
    package = slow(tmp_path)
    package.write("generators/strategies.py", STRATEGY)
    package.write("solutions/wrong_answer/last.py", "print(input().split()[-1])\n")
    args = ("--tries", 4, "--limit", 1)
    done = package.judge("strengthen", *args)
    assert done.says(SLOW, "TLE")
    state(package, "python3: 20")
    assert package.judge("strengthen", *args).code in (0, 1)


@pytest.mark.slow
def test_a_dialogue_has_the_limit_of_the_language(tmp_path: Path) -> None:
    package = copied("interactive_guess", tmp_path)
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 0.15")
    halves = "solutions/accepted/halves.py"
    package.write(halves, SPIN + (package.root / halves).read_text())
    assert verdict(package.run(halves), halves) == "TLE"
    state(package, "python3: 20")
    report = package.run(halves)
    assert (report.code, verdict(report, halves)) == (0, "AC")
    assert report.submission(halves)["limits"]["time_s"] == pytest.approx(3)


@pytest.mark.slow
def test_scores_follow_the_limit_of_the_language(tmp_path: Path) -> None:
    package = copied("scoring_groups", tmp_path)
    package.replace("problem.yaml", "time_limit: 10", "time_limit: 0.15")
    formula = "submissions/accepted/formula.py"
    package.write(formula, SPIN + (package.root / formula).read_text())
    assert package.run(formula).submission(formula)["score"] == 0
    package.write("judge.yaml", "language_factors: {python3: 20}\n")
    report = package.run(formula)
    assert report.code == 0
    assert report.submission(formula)["score"] == report.json["best_score"]


def contest(folder: Path, listed: str, name: str = "contest.yaml") -> dict[str, Package]:
    """Two slow packages in a contest with this file."""
    made = {}
    for each in ("alpha", "beta"):
        (folder / each).mkdir(parents=True)
        package = slow(folder / each)
        package.root.rename(folder / "moved")
        (folder / each).rmdir()
        (folder / "moved").rename(folder / each)
        made[each] = Package(folder / each)
    (folder / name).write_text(listed)
    return made


FACTORS = "language_factors: {python3: 20, cpp: 2}\n"


@pytest.mark.parametrize(
    "name", ["contest.yaml", pytest.param("problems.yaml", marks=pytest.mark.slow)]
)
@pytest.mark.slow
def test_a_contest_states_factors_for_all_and_a_package_its_own(
    name: str, tmp_path: Path
) -> None:
    place = tmp_path / "finals"
    listed = f"name: Finals\n{FACTORS}problems: [{{id: alpha}}, {{id: beta}}]\n"
    made = contest(place, listed, name)
    state(made["beta"], "python3: 1, java: 3")
    file = tmp_path / "contest.json"
    done = judge("run", "--contest", place, "--json", file, cwd=tmp_path)
    alpha, beta = json.loads(file.read_text())["problems"]
    # The model solution of beta is too slow.
    assert (done.code, alpha["exit_code"], beta["exit_code"]) == (3, 0, 3)
    assert alpha["language_factors"] == {"python3": 20, "cpp": 2}
    assert beta["language_factors"] == {"python3": 1, "cpp": 2, "java": 3}
    # A package that is judged alone has the same limits.
    alone = made["alpha"].run()
    assert alone.json["language_factors"] == alpha["language_factors"]
    assert verdict(alone) == "AC"
    checked = judge("limits", "--contest", place, cwd=tmp_path)
    assert checked.out.splitlines()[-2:] == ["ok    alpha", "FAIL  beta: exit code 1"]


def test_a_wrong_factor_of_a_contest_is_one_line(tmp_path: Path) -> None:
    place = tmp_path / "finals"
    made = contest(place, "name: Finals\nlanguage_factors:\n  pyhton3: 20\n")
    line = "contest.yaml:3: language_factors.pyhton3: unknown language 'pyhton3'"
    for command in ("run", "limits", "validate"):
        done = judge(command, "--contest", place, cwd=tmp_path)
        assert (done.code, done.out) == (3, "")
        [message] = done.err.splitlines()
        assert message.startswith(f"error: {line}; did you mean 'python3'?")
    alone = made["alpha"].run()
    assert (alone.code, len(alone.errors())) == (3, 1)
    assert alone.done.says(f"../{line}")


def test_other_faults_of_a_list_do_not_concern_a_package_alone(tmp_path: Path) -> None:
    made = contest(tmp_path / "finals", "- {id: alpha\n", "problems.yaml")
    state(made["alpha"], "python3: 20")
    assert made["alpha"].run().code == 0


def test_changed_since_judges_all_when_the_list_of_the_contest_changes(
    tmp_path: Path,
) -> None:
    place = tmp_path / "finals"
    made = contest(place, FACTORS)
    repository = Repository(place)
    repository.git("init", "--quiet", "--initial-branch", "main")
    repository.commit()
    report = made["alpha"].run("--changed-since", "HEAD")
    assert (report.code, report.json["submissions"]) == (0, [])
    (place / "contest.yaml").write_text("language_factors: {python3: 30}\n")
    report = made["alpha"].run("--changed-since", "HEAD")
    assert len(report.json["submissions"]) == 2


def _in_problem_yaml(package: Package) -> None:
    config = (package.root / "problem/problem.yaml").read_text()
    package.write("problem/problem.yaml", f"{config}language_factors: {{cpp: 2}}\n")


def _in_limits(package: Package) -> None:
    limit = "time_limit: 0.15\n"
    stated = f"{limit}  language_factors: {{cpp: 2}}\n"
    package.replace("problem/problem.yaml", limit, stated)


def settings(text: str) -> Callable[[Package], object]:
    return lambda package: package.write(SETTINGS, f"language_factors:{text}\n")


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (
            settings("\n  cpp: 2\n  pyton3: 2"),
            f"{SETTINGS}:3: unknown language 'pyton3'; did you mean 'python3'?",
        ),
        (
            settings(" {brainfuck: 2}"),
            f"{SETTINGS}:1: unknown language 'brainfuck'; known: ",
        ),
        (settings(" {swift: 2}"), f"{SETTINGS}:1: unknown language 'swift'; known: "),
        (settings(" {cpp: 0}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" {cpp: -1}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" {cpp: 101}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" {cpp: .nan}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" {cpp: .inf}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" {cpp: true}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" {cpp: '2'}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" {cpp: [2]}"), f"{SETTINGS}:1: expected a number from 0.01 to 100"),
        (settings(" [cpp, 2]"), f"{SETTINGS}:1: expected a mapping of languages"),
        (settings(" twice"), f"{SETTINGS}:1: expected a mapping of languages"),
        (settings(" 2"), f"{SETTINGS}:1: expected a mapping of languages"),
        (
            lambda p: p.write(SETTINGS, "\nlanguage_factor: {cpp: 2}\n"),
            f"{SETTINGS}:2: unknown key 'language_factor'; did you mean 'language_factors'?",
        ),
        (lambda p: p.write(SETTINGS, "[cpp]\n"), f"{SETTINGS}: expected a mapping"),
        (lambda p: p.write(SETTINGS, "a: [\n"), f"{SETTINGS}:"),
        (
            _in_problem_yaml,
            "problem/problem.yaml:8: not read here: move it to judge.yaml",
        ),
        (_in_limits, "problem/problem.yaml:6: not read here: move it to judge.yaml"),
        (
            lambda p: p.write("problem/judge.yml", "language_factors: {cpp: 2}\n"),
            "problem/judge.yml: not read: call it judge.yaml",
        ),
        (
            lambda p: p.write("judge.yaml", "language_factors: {cpp: 2}\n"),
            "judge.yaml: not read: move it to problem/judge.yaml",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    damage: Callable[[Package], object], line: str, tmp_path: Path
) -> None:
    package = slow(tmp_path)
    damage(package)
    report = package.run()
    [message] = report.errors()
    assert (report.code, message.startswith(line)) == (3, True)
    assert report.json["submissions"] == []


@pytest.mark.parametrize(
    "name", ["kattis_2025_09", pytest.param("kattis_legacy", marks=pytest.mark.slow)]
)
@pytest.mark.slow
def test_packages_of_other_formats_have_the_file_beside_problem_yaml(
    name: str, tmp_path: Path
) -> None:
    package = copied(name, tmp_path)
    package.write("judge.yaml", "language_factors: {cpp: 3}\n")
    done = package.judge("run", "--json", tmp_path / "run.json")
    report = json.loads((tmp_path / "run.json").read_text())
    assert report["language_factors"] == {"cpp": 3}
    assert not done.says("judge.yaml")
    package.write("problem.yaml", "language_factors: {cpp: 3}\n")
    done = package.judge("validate")
    assert done.code == 3
    assert done.says("problem.yaml:1: language_factors: not read here: move it")


@pytest.mark.slow
def test_exports_carry_factors_or_say_that_they_cannot(tmp_path: Path) -> None:
    package = slow(tmp_path)
    state(package, "python3: 20, c: 1, cpp: 1.5")
    factors = "language_factors: cpp 1.5, python3 20"
    lines = {
        "kattis-2025-09": f"kept but unused: {factors} (only `judge` reads judge.yaml)",
        "kattis-legacy": f"kept but unused: {factors} (only `judge` reads judge.yaml)",
        "domjudge": f"to fix: {factors} (DOMjudge has one time factor per language",
        "polygon": f"dropped: {factors} (problem.xml has no place for them)",
    }
    for format, line in lines.items():
        out = tmp_path / format.replace("-", "")
        done = package.judge("export", "--format", format, out, "--unchecked")
        assert done.code == 0
        [said] = [text for text in done.out.splitlines() if "language_factors" in text]
        assert said.strip().startswith(line)
        if format == "polygon":
            continue
        report = Package(out).run("submissions/accepted/add.py")
        assert report.submission("submissions/accepted/add.py")["verdict"] == "AC"
        assert report.json["language_factors"] == {"python3": 20, "c": 1, "cpp": 1.5}
    imported = tmp_path / "imported"
    assert judge("import", tmp_path / "kattis202509", imported).code == 0
    report = Package(imported).run(SLOW)
    assert report.json["language_factors"] == {"python3": 20, "c": 1, "cpp": 1.5}
    assert (imported / SETTINGS).is_file()
