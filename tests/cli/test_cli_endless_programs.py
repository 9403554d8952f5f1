"""Programs of a package that loop: a limit stops each twice, then it is given up."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Package, sound

LOOP = "while True:\n    pass\n"
STOPPED = "stopped after 1 s of CPU time (validation_time)"
TESTS = 6


def _impatient(folder: Path) -> Package:
    """Return the sound package with more tests, whose own programs may run for 1 s."""
    package = sound(folder)
    package.replace(
        "problem/problem.yaml", "limits:\n", "limits:\n  validation_time: 1\n"
    )
    for number in range(TESTS):
        package.test(f"secret/more-{number}", f"{number} 7\n", f"{number + 7}\n")
    return package


def _data_errors(package: Package, *args: object) -> list[str]:
    done = package.judge("validate", *args)
    assert done.code == 3
    lines = [line.strip() for line in done.text.splitlines()]
    return [line for line in lines if line.startswith("error:")]


@pytest.mark.slow
def test_a_validator_that_loops_is_asked_twice(tmp_path: Path) -> None:
    package = _impatient(tmp_path)
    package.write("validators/validate.py", LOOP)
    every = TESTS + 2  # and the tests of the package as it was
    assert _data_errors(package) == [
        f"error: problem/data/sample/1.in: validators/validate.py: {STOPPED}",
        f"error: problem/data/secret/1.in: validators/validate.py: {STOPPED}",
        "error: validators/validate.py: stopped twice at a limit: "
        f"{every - 2} more inputs were not checked",
        "error: validators/validate.py: stopped twice at a limit: "
        "1 more invalid inputs were not checked",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 3])
def test_what_is_asked_before_the_second_stop_counts(jobs: int, tmp_path: Path) -> None:
    package = _impatient(tmp_path)
    package.write(
        "validators/validate.py",
        "a, b = map(int, input().split())\n"
        "while a in (1, 3):\n    pass\n"
        "raise SystemExit(43 if a in (0, 2, 4) else 42)\n",
    )
    package.remove("problem/data/sample", "problem/data/invalid_input")
    package.test("sample/1", "7 7\n", "14\n")
    package.test("secret/1", "7 7\n", "14\n")
    errors = _data_errors(package, "--jobs", jobs)
    tests = sorted(
        error.partition("data/")[2].partition(".in")[0] for error in errors[:-1]
    )
    assert tests == [f"secret/more-{number}" for number in range(4)]
    assert errors[-1].endswith("2 more inputs were not checked")


@pytest.mark.slow
def test_a_checker_that_loops_judges_nothing(tmp_path: Path) -> None:
    package = _impatient(tmp_path)
    package.write("checker/check.py", LOOP)
    report = package.run()
    assert report.code == 3
    assert report.errors() == [
        f"problem/data/sample/1.ans: the checker checker/check.py failed: {STOPPED}",
        f"problem/data/secret/1.ans: the checker checker/check.py failed: {STOPPED}",
        "checker/check.py: stopped twice at a limit: "
        f"{TESTS} more answers and outputs were not checked",
        "checker/check.py: stopped twice at a limit: 2 submissions were not judged",
    ]
    assert report.json["submissions"] == []
    assert not report.json["complete"]


# It loops on every output but the right one.
PICKY = """\
import sys
a, b = map(int, open(sys.argv[1]).read().split())
said = int(sys.stdin.read())
while said != a + b:
    pass
sys.exit(42)
"""


@pytest.mark.slow
@pytest.mark.parametrize("until", ["first-error", "all"])
@pytest.mark.parametrize("jobs", [1, 3])
def test_submissions_after_the_second_stop_are_not_judged(
    until: str, jobs: int, tmp_path: Path
) -> None:
    package = _impatient(tmp_path)
    package.write("checker/check.py", PICKY)
    right = (package.root / "solutions/accepted/add.py").read_text()
    package.write("solutions/wrong_answer/second.py", "print(int(input().split()[1]))\n")
    package.write("solutions/wrong_answer/third.py", "print(-1)\n")
    package.write("solutions/wrong_answer/z_right.py", right)
    report = package.run("--until", until, "--jobs", jobs)
    assert report.code == 3
    judged = {
        part["path"]: [test["verdict"] for test in part["testcases"]]
        for part in report.json["submissions"]
    }
    expected = {
        "first-error": {
            "solutions/accepted/add.py": ["AC"] * (TESTS + 2),
            "solutions/wrong_answer/first.py": ["JE"],
            "solutions/wrong_answer/second.py": ["JE"],
        },
        "all": {
            "solutions/accepted/add.py": ["AC"] * (TESTS + 2),
            "solutions/wrong_answer/first.py": ["JE", "JE"],
        },
    }
    assert judged == expected[until]
    left = 5 - len(judged)
    assert report.errors()[-1] == (
        f"checker/check.py: stopped twice at a limit: {left} submissions were not judged"
    )


@pytest.mark.slow
def test_a_generator_that_loops_is_run_twice(tmp_path: Path) -> None:
    package = _impatient(tmp_path)
    package.write("generators/endless.py", LOOP)
    entries = "".join(f"      - made-{n}: endless.py {n}\n" for n in range(5))
    package.write(
        "generators/generators.yaml",
        f"solution: /solutions/accepted/add.py\ndata:\n  secret:\n    data:\n{entries}",
    )
    done = package.judge("generate")
    assert done.code == 3
    assert done.text.count(STOPPED) == 2
    assert done.says(
        "generators/endless.py: stopped twice at a limit: "
        "3 more tests were not generated"
    )


LIMIT_OF_1_MIB = "stopped at its output limit of 1.0 MiB (validation_output)"
PRINTS = "while True:\n    print('0 ' * 999)\n"


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("validators/validate.py", f"{TESTS} more inputs were not checked"),
        ("checker/check.py", f"{TESTS} more answers and outputs were not checked"),
    ],
)
def test_a_program_that_prints_forever_is_asked_twice(
    program: str, said: str, tmp_path: Path
) -> None:
    package = _impatient(tmp_path)
    package.replace(
        "problem/problem.yaml", "limits:\n", "limits:\n  validation_output: 1\n"
    )
    package.replace(
        "problem/problem.yaml", "validation_time: 1\n", "validation_time: 60\n"
    )
    package.write(program, PRINTS)
    errors = _data_errors(package)
    assert sum(LIMIT_OF_1_MIB in error for error in errors) == 2
    assert f"error: {program}: stopped twice at a limit: {said}" in errors


# It prints forever on two tests, and sleeps on all others.
FLOODS_THEN_SLEEPS = """\
import time
a = int(input().split()[0])
while a in (0, 1):
    print("0 " * 999)
time.sleep(3600)
"""


@pytest.mark.slow
def test_nobody_waits_for_a_program_that_was_given_up(tmp_path: Path) -> None:
    package = _impatient(tmp_path)
    package.replace(
        "problem/problem.yaml", "validation_time: 1\n", "validation_time: 3600\n"
    )
    package.write("validators/validate.py", FLOODS_THEN_SLEEPS)
    package.remove("problem/data/sample", "problem/data/secret/1.in")
    package.remove("problem/data/secret/1.ans")
    errors = _data_errors(package, "--jobs", 3)
    assert any(error.endswith("more inputs were not checked") for error in errors)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 3])
def test_workers_are_free_again_when_a_program_was_given_up(
    jobs: int, tmp_path: Path
) -> None:
    package = _impatient(tmp_path)
    package.replace(
        "problem/problem.yaml", "validation_time: 1\n", "validation_time: 3600\n"
    )
    package.write("validators/validate.py", FLOODS_THEN_SLEEPS)
    package.remove("problem/data/sample", "problem/data/secret/1.in")
    package.remove("problem/data/secret/1.ans")
    package.write("checker/check.py", "raise SystemExit(43)\n")
    errors = _data_errors(package, "--jobs", jobs)
    assert any("checker/check.py" in error for error in errors)


@pytest.mark.slow
@pytest.mark.parametrize("into", ["", ", file=open('testcase.in', 'a')"])
@pytest.mark.parametrize(
    ("stated", "limit"),
    [
        ("", "512 MiB (a larger validation_output raises it)"),
        ("520", "520 MiB (validation_output)"),
    ],
)
def test_a_generator_that_writes_forever_is_run_twice(
    stated: str, limit: str, into: str, tmp_path: Path
) -> None:
    package = _impatient(tmp_path)
    limits = "validation_time: 60\n"
    if stated:
        limits += f"  validation_output: {stated}\n"
    package.replace("problem/problem.yaml", "validation_time: 1\n", limits)
    package.write("generators/endless.py", f"text = '7 ' * 99999\n{PRINTS}")
    package.replace("generators/endless.py", "'0 ' * 999", f"text{into}")
    entries = "".join(f"      - made-{n}: endless.py {n}\n" for n in range(5))
    package.write(
        "generators/generators.yaml",
        f"solution: /solutions/accepted/add.py\ndata:\n  secret:\n    data:\n{entries}",
    )
    done = package.judge("generate")
    assert done.code == 3
    assert done.text.count(f"stopped at its output limit of {limit}") == 2
    assert done.says("stopped twice at a limit: 3 more tests were not generated")


@pytest.mark.slow
def test_a_generator_may_write_a_file_as_large_as_its_output(tmp_path: Path) -> None:
    """Also above what a box holds by default, and what is copied out of one."""
    package = sound(tmp_path)
    package.replace(
        "problem/problem.yaml", "limits:\n", "limits:\n  validation_output: 1100\n"
    )
    package.write("validators/validate.py", "raise SystemExit(42)\n")
    package.write(
        "generators/large.py",
        "with open('testcase.in', 'w') as file:\n"
        "    file.write('1 2\\n')\n"
        "    for _ in range(1050):\n        file.write('\\n' * 2**20)\n",
    )
    package.write(
        "generators/generators.yaml",
        "solution: /solutions/accepted/add.py\n"
        "data: {secret: {data: {large: large.py}}}\n",
    )
    assert package.judge("generate").code == 0
    made = package.root / "problem/data/secret/large.in"
    assert made.stat().st_size == 4 + 1050 * 2**20
    made.unlink()


@pytest.mark.slow
def test_a_solution_that_prints_forever_has_its_own_limit_named(tmp_path: Path) -> None:
    package = _impatient(tmp_path)
    package.replace("problem/problem.yaml", "  output: 1\n", "  output: 1\n")
    package.write("solutions/accepted/add.py", PRINTS)
    package.write("generators/small.py", "print(1, 2)\n")
    package.write(
        "generators/generators.yaml",
        "solution: /solutions/accepted/add.py\n"
        "data: {secret: {data: {small: small.py}}}\n",
    )
    done = package.judge("generate")
    assert done.says("add.py", "stopped at its output limit of 1.0 MiB (output)")


@pytest.mark.slow
def test_an_interactor_that_loops_is_run_twice(tmp_path: Path) -> None:
    package = _impatient(tmp_path)
    package.replace("problem/problem.yaml", "name:", "type: interactive\nname:")
    package.write("checker/interact.py", "print(input)\n" + LOOP)
    for name in ("second", "third", "fourth"):
        package.write(f"solutions/wrong_answer/{name}.py", "print(input())\n")
    report = package.run()
    assert report.code == 3
    messages = [
        test["message"]
        for part in report.json["submissions"]
        for test in part["testcases"]
    ]
    assert messages == [f"the checker checker/interact.py failed: {STOPPED}"] * 2
    assert report.errors()[-1].endswith("3 submissions were not judged")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "sys.stderr.write('first\\nFAIL a better cover: 2 < 2\\n')",
            "FAIL a better cover",
        ),
        (
            "open(sys.argv[3] + 'judgeerror.txt', 'w').write('a better cover: 2')",
            "a better",
        ),
        ("print('a better cover: 2 < 2')", "a better cover: 2 < 2"),
        ("raise ValueError('a better cover')", "ValueError: a better cover"),
    ],
)
def test_what_a_failing_checker_says_is_shown_once(
    body: str, said: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.write("checker/check.py", f"import sys\n{body}\nsys.exit(1)\n")
    package.write(
        "solutions/accepted/again.py", "print(sum(map(int, input().split())))\n"
    )
    report = package.run()
    assert report.code == 3
    error = report.errors()[0]
    assert f"checker/check.py failed: exit code 1, expected 42 or 43: {said}" in error
    # Once for each of the two answers that it fails on: the submissions fail on them too.
    assert report.done.text.count(said) == 2
    assert report.done.text.partition("Package errors")[2].count(said) == 2
