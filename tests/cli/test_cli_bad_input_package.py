"""`judge run` on broken packages: exit code 3, and for each defect a line that says what is wrong,
where, and what was expected.

promise: broken-package
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import Package, sound

CONFIG = "problem/problem.yaml"
RULES = "generators/generators.yaml"
Change = Callable[[Package], object]


def write(name: str, content: str) -> Change:
    return lambda package: package.write(name, content)


def remove(*names: str) -> Change:
    return lambda package: package.remove(*names)


def edit(name: str, old: str, new: str) -> Change:
    return lambda package: package.replace(name, old, new)


def generator(program: str, rule: str = "gen.py {seed}") -> Change:
    """Add a test `secret/2` that `generators/gen.py` generates."""

    def change(package: Package) -> None:
        package.write("generators/gen.py", program)
        package.write(RULES, f'data:\n  secret:\n    data:\n      "2": {rule}\n')

    return change


def link(name: str, target: str) -> Change:
    return lambda package: (package.root / name).symlink_to(target)


def together(*changes: Change) -> Change:
    return lambda package: [change(package) for change in changes]


def manifest_of_another_sample(package: Package) -> None:
    package.judge("generate")
    package.write("problem/data/sample/1.ans", "4\n")
    package.write(
        "solutions/accepted/add.py", "a, b = input().split()\nprint(int(a) + int(b))\n"
    )


# Defect -> (how a sound package gets it, parts of the one error).
UNREADABLE: dict[str, tuple[Change, tuple[str, ...]]] = {
    "no problem.yaml": (remove(CONFIG), ("no problem.yaml", CONFIG, "judge new")),
    "not YAML": (
        edit(CONFIG, "name: Sum", "name: [Sum"),
        (f"{CONFIG}:3: ", "not YAML", "the [ in line 2 is still open"),
    ),
    "unknown key": (
        edit(CONFIG, "  memory", "  memroy"),
        (f"{CONFIG}:6: ", "unknown key 'memroy'", "did you mean 'memory'?"),
    ),
    "limit of 0": (
        edit(CONFIG, "time_limit: 1.0", "time_limit: 0"),
        (f"{CONFIG}:5: ", "expected a number from", "found the number 0"),
    ),
    "negative limit": (
        edit(CONFIG, "time_limit: 1.0", "time_limit: -1"),
        (f"{CONFIG}:5: ", "expected a number from", "found the number -1"),
    ),
    "limit in words": (
        edit(CONFIG, "time_limit: 1.0", "time_limit: fast"),
        (f"{CONFIG}:5: ", "expected a number from", "found text 'fast'"),
    ),
    "limit that is no number": (
        edit(CONFIG, "time_limit: 1.0", "time_limit: .nan"),
        (f"{CONFIG}:5: ", "expected a number from", "nan"),
    ),
    "memory of 0": (
        edit(CONFIG, "memory: 128", "memory: 0"),
        (f"{CONFIG}:6: ", "expected a whole number of MiB", "found the number 0"),
    ),
    "memory with a unit": (
        edit(CONFIG, "memory: 128", "memory: 128 MB"),
        (f"{CONFIG}:6: ", "expected a whole number of MiB", "found text '128 MB'"),
    ),
    "answer without a test": (
        remove("problem/data/secret/1.in"),
        ("problem/data/secret/1.ans: ", "expected secret/1.in"),
    ),
    "link out of the package": (
        link("problem/data/secret/2.in", "/etc/passwd"),
        (
            "problem/data/secret/2.in: ",
            "symbolic link that leaves the package",
            "/etc/passwd",
        ),
    ),
    "link that leads nowhere": (
        link("problem/data/secret/2.in", "nowhere"),
        ("problem/data/secret/2.in: ", "broken symbolic link"),
    ),
    "name with a line break": (
        write("problem/data/secret/a\nb.in", "1 2\n"),
        ("problem/data/secret/a\\nb.in: ", "control characters", "rename it"),
    ),
    "name in capitals": (
        write("problem/data/secret/2.IN", "1 2\n"),
        ("problem/data/secret/2.IN: ", "tests are NAME.in with NAME.ans"),
    ),
    "unknown generator": (
        generator("print(1, 2)", "gne.py 1"),
        (f"{RULES}:4: ", "no generator 'gne.py'", "did you mean 'gen.py'?"),
    ),
    "recipes that are not YAML": (write(RULES, "data: [\n"), (f"{RULES}:", "not YAML")),
    "generator that fails": (
        generator("import sys\nsys.exit('no luck')\n"),
        (f"{RULES}:4: ", "secret/2", "generators/gen.py", "exit code 1", "no luck"),
    ),
    "generator that raises": (
        generator("1 / 0\n"),
        (f"{RULES}:4: ", "secret/2", "exit code 1", "ZeroDivisionError"),
    ),
    "generator that hangs": (
        together(
            generator("import time\ntime.sleep(60)\n"),
            edit(CONFIG, "  memory", "  validation_time: 1\n  memory"),
        ),
        (f"{RULES}:4: ", "secret/2", "generators/gen.py", "wall limit"),
    ),
    "generator that differs": (
        generator("import os\nprint(*os.urandom(8))\n"),
        (f"{RULES}:4: ", "secret/2", "two runs of", "draw random numbers from {seed}"),
    ),
    "model solution that fails on a generated test": (
        together(
            generator("print(1, 2)\n"),
            write("solutions/accepted/add.py", "import sys; sys.exit(7)"),
        ),
        (
            "secret/2",
            "cannot make the answer",
            "solutions/accepted/add.py",
            "exit code 7",
        ),
    ),
    "checker that does not compile": (
        write("checker/check.c", "int main(\n"),
        ("checker/check.c: ", "does not compile", "error: expected"),
    ),
}


@pytest.mark.parametrize("defect", UNREADABLE)
def test_a_package_that_cannot_be_judged_names_its_defect(
    defect: str, tmp_path: Path
) -> None:
    change, parts = UNREADABLE[defect]
    package = sound(tmp_path)
    change(package)
    report = package.run()
    assert report.code == 3
    (error,) = report.errors()
    # The name of a test may stand in the message, or be the key.
    (key,) = [d["key"] for d in report.json["diagnostics"] if d["severity"] == "error"]
    assert all(part in f"{error} {key}" for part in parts), error
    assert report.done.says(*(part.rstrip() for part in parts))
    assert report.json["complete"] is False
    assert report.json["submissions"] == []


# Defects with which the submissions can still be judged, and are.
# The digest of the answer of the sample.
ANSWER = hashlib.sha256(b"3\n").hexdigest()
DISTRUSTED: dict[str, tuple[Change, tuple[str, ...]]] = {
    "generator of an invalid input": (
        generator("print(1, 600)\n"),
        (
            f"{RULES}:4: ",
            "validators/validate.py rejects this input",
            "line 1, column 3",
            "found 600",
        ),
    ),
    "input that the validator rejects": (
        write("problem/data/secret/1.in", "20  22\n"),
        (
            "problem/data/secret/1.in: ",
            "validators/validate.py rejects this input",
            "line 1, column 1",
        ),
    ),
    "invalid input that is accepted": (
        write("problem/data/invalid_input/too_large.in", "1 100\n"),
        (
            "problem/data/invalid_input/too_large.in: ",
            "no input validator rejects this invalid input",
        ),
    ),
    "invalid input rejected elsewhere": (
        write("problem/data/invalid_input/too_large.in", "101 1\n"),
        (
            "problem/data/invalid_input/too_large.in: ",
            "not at line 1, column 3",
            "line 1, column 1: expected at most 100, found 101",
        ),
    ),
    "validator that does not compile": (
        write("validators/validate.c", "int main(\n"),
        ("validators/validate.c: ", "does not compile"),
    ),
    "data file that differs from the manifest": (
        together(
            # It names the answer of the sample alone.
            write(
                "problem/data/manifest.json",
                json.dumps({"files": {"sample/1.ans": ANSWER}}),
            ),
            remove("problem/data/secret", "problem/data/invalid_input"),
            generator("print(20, 22)"),
            write(RULES, 'data: {secret: {data: {"2": gen.py}}}'),
        ),
        ("problem/data/sample/1.in: ", "is new", "`judge generate` records it"),
    ),
}


@pytest.mark.parametrize("defect", DISTRUSTED)
def test_a_package_that_cannot_be_trusted_names_its_defect(
    defect: str, tmp_path: Path
) -> None:
    change, parts = DISTRUSTED[defect]
    package = sound(tmp_path)
    change(package)
    report = package.run()
    assert report.code == 3
    (error,) = report.errors()
    assert all(part in error for part in parts), error
    assert report.done.says(*(part.rstrip() for part in parts))
    assert [s["met"] for s in report.json["submissions"]] == [True, True]


@pytest.mark.parametrize(
    ("program", "how"),
    [
        pytest.param(
            "import os; os.abort()", "killed by SIGABRT", marks=pytest.mark.slow
        ),
        pytest.param("import sys; sys.exit(1)", "exit code 1", marks=pytest.mark.slow),
        ("import sys; sys.exit(0)", "exit code 0"),
        ("raise ValueError('bang')", "exit code 1: ValueError: bang"),
    ],
)
def test_a_validator_outside_its_protocol_is_named_for_every_input(
    program: str, how: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.write("validators/validate.py", program)
    report = package.run()
    assert report.code == 3
    assert report.errors() == [
        f"problem/data/{name}.in: validators/validate.py: {how}; expected exit code 42 or 43"
        for name in ("sample/1", "secret/1", "invalid_input/too_large")
    ]


@pytest.mark.parametrize(
    ("program", "how"),
    [
        ("sys.exit(0)", "exit code 0, expected 42 or 43"),
        pytest.param(
            "sys.exit(1)", "exit code 1, expected 42 or 43", marks=pytest.mark.slow
        ),
        ("os.abort()", "SIGABRT"),
    ],
)
def test_a_checker_outside_its_protocol_is_a_judge_error(
    program: str, how: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.write("checker/check.py", f"import os, sys; {program}")
    report = package.run()
    assert report.code == 3
    for submission in report.json["submissions"]:
        assert (submission["verdict"], submission["met"]) == ("JE", False)
        assert how in submission["testcases"][0]["message"]
    assert report.done.says("the checker checker/check.py failed", how)
    # The checker is at fault, not the model solution.
    assert not any("model solution" in error for error in report.errors())


def test_an_answer_that_the_checker_rejects(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write(
        "checker/check.py",
        "import sys\n"
        "given, said = open(sys.argv[1]).read(), sys.stdin.read()\n"
        "if int(said) == sum(map(int, given.split())):\n"
        "    sys.exit(42)\n"
        "open(sys.argv[3] + 'judgemessage.txt', 'w').write('that is not the sum')\n"
        "sys.exit(43)\n",
    )
    assert package.run().code == 0
    package.write("problem/data/secret/1.ans", "43\n")
    report = package.run()
    assert report.code == 3
    assert report.errors() == [
        "problem/data/secret/1.ans: checker/check.py rejects this answer: that is not the sum"
    ]


def test_a_checker_that_fails_without_a_word_on_stderr_explains_itself_in_its_message(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write(
        "checker/check.py",
        "import sys\n"
        "with open(sys.argv[3] + 'judgemessage.txt', 'w') as file:\n"
        "    file.write('participant has a better cover\\nby 3\\n')\n"
        "sys.exit(1)\n",
    )
    report = package.run()
    for submission in report.json["submissions"]:
        assert submission["testcases"][0]["message"] == (
            "the checker checker/check.py failed: exit code 1, expected 42 or 43: "
            "participant has a better cover"
        )


def test_a_model_solution_that_is_not_ac_though_every_expectation_is_met(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("solutions/own/model.py", "print(sum(map(int, input().split())))\n")
    package.write(
        "solutions/submissions.yaml",
        "own/model.py: {permitted: [AC, WA], required: [AC, WA], model_solution: true}\n",
    )
    package.remove("solutions/accepted")
    assert package.run().code == 0
    package.write("problem/data/secret/1.ans", "43\n")
    report = package.run()
    assert report.code == 3
    assert [s["met"] for s in report.json["submissions"]] == [True, True]
    (error,) = report.errors()
    assert error.startswith(
        "solutions/own/model.py: the model solution is WA on secret/1"
    )
    assert "expected '43', read '42'" in error


def test_a_model_solution_that_does_not_compile_distrusts_no_answer(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("solutions/accepted/a.py", "print(\n")
    report = package.run()
    assert report.code == 1
    assert report.errors() == []
    verdicts = [(s["verdict"], s["met"]) for s in report.json["submissions"]]
    assert verdicts == [("CE", False), ("AC", True), ("WA", True)]
    # But it cannot make an answer that the package lacks.
    package.remove("problem/data/secret/1.ans")
    report = package.run()
    assert report.code == 3
    (error,) = report.errors()
    assert error.startswith("solutions/accepted/a.py: does not compile")


def test_a_test_that_every_accepted_submission_fails(tmp_path: Path) -> None:
    """The model solution, which is not among them, cannot show it."""
    package = sound(tmp_path)
    package.write(
        "solutions/accepted/again.py", "print(sum(map(int, input().split())))\n"
    )
    package.write("problem/data/secret/1.ans", "43\n")
    package.write("solutions/own/model.py", "print([3, 43]['20' in input()])\n")
    package.write(
        "solutions/submissions.yaml",
        "own/model.py: {permitted: [AC], required: [AC], model_solution: true}\n",
    )
    report = package.run("solutions/accepted")
    assert report.code == 3
    assert report.errors() == [
        "every accepted submission fails on secret/1: the data of this test is wrong"
    ]


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "memory: 128", "memory: lots")
    package.remove("problem/data/secret/1.in")
    package.write("solutions/submissions.yaml", "accepted/add.py: {permited: [AC]}\n")
    package.write("problem/data/manifest.json", "{")
    errors = package.run().errors()
    places = (
        "problem/problem.yaml:6",
        "secret/1.ans",
        "submissions.yaml:1",
        "manifest.json:1",
    )
    assert len(errors) == len(places)
    assert all(any(place in error for error in errors) for place in places)


def test_the_title_counts_what_a_broken_package_has(tmp_path: Path) -> None:
    package = sound(tmp_path)
    judged = package.judge("run").out.splitlines()[0]
    assert judged == "Sum: 2 submissions, 2 tests"
    package.replace("problem/problem.yaml", "memory: 128", "memory: 128\n  speed: 3")
    broken = package.judge("run")
    assert broken.code == 3
    assert broken.out.splitlines()[0] == judged
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: soon")
    unread = package.judge("run").out.splitlines()[0]
    assert unread == f"{package.root.name}: cannot be read"


@pytest.mark.slow
def test_a_data_file_that_differs_from_the_manifest_is_not_rewritten(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    assert package.judge("generate").code == 0
    package.write("problem/data/sample/1.in", "2 1\n")
    before = package.files()
    report = package.run()
    assert report.code == 3
    (error,) = report.errors()
    assert error.startswith("problem/data/sample/1.in: differs from manifest.json")
    assert package.files() == before


@pytest.mark.parametrize("command", ["generate", "validate", "limits", "run"])
def test_every_command_names_the_defect_of_the_package(
    command: str, tmp_path: Path
) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: soon")
    done = package.judge(command)
    assert done.code == 3
    assert done.says("problem/problem.yaml:5", "expected a number", "found text 'soon'")


def test_an_invalid_input_is_the_fault_not_the_answer_that_it_prevents(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    package.write("generators/make.py", "print('1 2 3')\n")
    package.write(
        "generators/generators.yaml",
        "solution: /solutions/accepted/picky.py\n"
        "data:\n  secret:\n    data:\n      - made: make.py\n",
    )
    package.write(
        "solutions/accepted/picky.py", "a, b = input().split()\nprint(int(a)+int(b))\n"
    )
    report = package.run()
    assert report.code == 3
    assert report.errors() == [
        "generators/generators.yaml:5: "
        "validators/validate.py rejects this input: line 1, column 1: expected two numbers"
    ]
    # On a valid input the solution is the fault.
    package.write("generators/make.py", "print('1 2')\n")
    package.write("solutions/accepted/picky.py", "print(1 / 0)\n")
    [error] = package.run().errors()
    assert "cannot make the answer: solutions/accepted/picky.py: exit code 1" in error
