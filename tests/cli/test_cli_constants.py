"""Constants of problem.yaml: they reach every part of a package."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Package
from support.packages import CONFIG, make_package

PARTS = {
    "problem/problem.yaml": f"{CONFIG}constants: {{seven: {{value: 7, word: seven}}}}\n",
    "problem/statement.en.md": "Print {{seven.word}}.\n",
    "problem/data/sample/1.in": "7 7\n",
    "problem/data/secret/1.in": None,
    "problem/data/secret/1.ans": None,
    "problem/data/sample/1.ans": "7\n",
    "generators/generators.yaml": """\
solution: /solutions/accepted/seven.py
data:
  secret:
    test_group.yaml: {input_validator_args: ["{{seven}}"]}
    data: {"1": "give.py {{seven}}"}
""",
    "generators/give.py": "import sys\n\nprint(sys.argv[1], '{{seven}}')\n",
    "generators/strategies.py": """\
from hypothesis import strategies
from values import SEVEN

inputs = strategies.just(SEVEN + " {{seven}}\\n")
""",
    "generators/values.py": "SEVEN = '{{seven}}'\n",
    "validators/check.py": """\
import sys

words = [*sys.stdin.read().split(), *sys.argv[1:2], "{{seven}}"]
sys.exit(42 if set(words) <= {"7", "--constraints_file"} else 43)
""",
    "checker/check.py": """\
import sys

sys.exit(42 if sys.stdin.read().split() == ["{{seven}}"] else 43)
""",
    "include/python3/given.py": "SEVEN = '{{seven}}'\n",
    "solutions/accepted/sum.py": None,
    "solutions/accepted/seven.py": "import given\n\nprint(given.SEVEN)\n",
    "solutions/wrong_answer/eight.py": "print({{seven}} + 1)\n",
}


@pytest.mark.slow
def test_constants_reach_every_part(tmp_path: Path) -> None:
    package = Package(make_package(tmp_path / "package", PARTS))
    report = package.run()
    assert report.errors() == []
    assert report.code == 0
    # The validator rejects a draw with the name of a constant, and the draws come first.
    done = package.judge(
        "hack", package.root / "solutions/wrong_answer/eight.py", "--tries", 1
    )
    assert done.code == 0
    assert done.says("found by", "strategies.py")
    assert (
        package.judge("export", tmp_path / "out", "--format", "kattis-legacy").code == 0
    )
    statement = tmp_path / "out/problem_statement/problem.en.md"
    assert statement.read_text() == "Print seven.\n"
    assert (tmp_path / "out/data/secret/1.in").read_text() == "7 7\n"


def test_a_text_of_a_recipe_has_the_values_of_constants(tmp_path: Path) -> None:
    package = Package(make_package(tmp_path / "package", PARTS))
    package.replace(
        "generators/generators.yaml",
        '"1": "give.py {{seven}}"',
        '"1": {in: "{{seven}} 7"}',
    )
    assert package.run().code == 0
    assert package.judge("generate").code == 0
    assert (package.root / "problem/data/secret/1.in").read_text() == "7 7\n"


def test_the_settings_of_a_test_have_the_values_of_constants(tmp_path: Path) -> None:
    package = Package(make_package(tmp_path / "package", PARTS))
    package.replace(
        "generators/generators.yaml",
        '"give.py {{seven}}"',
        '{generate: give.py 7, yaml: {input_validator_args: ["{{seven}}"]}}',
    )
    # The validator rejects every argument that is not 7.
    assert package.judge("generate").code == 0
    done = package.judge("validate")
    assert done.code == 0, done.text
    settings = (package.root / "problem/data/secret/1.yaml").read_text()
    assert "{{" not in settings
    assert "7" in settings


@pytest.mark.parametrize(
    ("file", "old", "new", "where"),
    [
        (
            "generators/generators.yaml",
            '"give.py {{seven}}"',
            '"give.py {{sevn}}"',
            "error: generators/generators.yaml:5: data.secret.data.1.generate: ",
        ),
        (
            "generators/generators.yaml",
            '"give.py {{seven}}"',
            '{in: "{{sevn}} 7"}',
            "error: generators/generators.yaml:5: data.secret.data.1.in: ",
        ),
        (
            "generators/generators.yaml",
            '["{{seven}}"]',
            '["{{sevn}}"]',
            "error: generators/generators.yaml:4: data.secret.test_group.yaml: ",
        ),
        (
            "generators/generators.yaml",
            '"give.py {{seven}}"',
            '{generate: give.py 7, yaml: {input_validator_args: ["{{sevn}}"]}}',
            "error: generators/generators.yaml:5: data.secret.data.1.yaml: ",
        ),
        (
            "problem/statement.en.md",
            "Print {{seven.word}}.",
            "Print\n\n{{sevn}}.",
            "error: problem/statement.en.md:3: ",
        ),
    ],
)
def test_a_misspelt_constant_is_an_error_with_its_line(
    file: str, old: str, new: str, where: str, tmp_path: Path
) -> None:
    package = Package(make_package(tmp_path / "package", PARTS))
    package.replace(file, old, new)
    done = package.judge("validate")
    assert done.code == 3
    assert done.says(f"{where}no constant 'sevn' in problem.yaml; did you mean 'seven'?")


def test_other_names_in_braces_are_warnings_where_only_constants_are_meant(
    tmp_path: Path,
) -> None:
    package = Package(make_package(tmp_path / "package", PARTS))
    package.replace("problem/statement.en.md", "Print", "{{nextsample}} {{other}} Print")
    package.write("problem/statement.de.tex", "$\\frac{{a}}{b}$ \\constant{missing}\n")
    package.replace("generators/give.py", "import sys", "import sys  # {{other}}")
    done = package.judge("validate")
    assert done.code == 0
    lines = [line.strip() for line in done.text.splitlines() if "no constant" in line]
    assert lines == [
        "warning: problem/statement.en.md:1: no constant 'other' in problem.yaml: "
        "it stays as it is",
        "warning: problem/statement.de.tex:1: no constant 'missing' in problem.yaml: "
        "it stays as it is",
    ]
