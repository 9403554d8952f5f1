"""Constants of problem.yaml: they reach every part of a package."""

from __future__ import annotations

from pathlib import Path

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
