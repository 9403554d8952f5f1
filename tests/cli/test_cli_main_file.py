"""Submissions of several files in packages of each format, judged, exported and imported."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from support.command import Package, judge
from support.kattis import CURRENT, LEGACY
from support.kattis import package as kattis_package

VALIDATOR = {"input_validators/check.py": "import sys\nsys.exit(42)\n"}
RIGHT = "print(sum(map(int, input().split())))\n"
WRONG = "if __name__ == '__main__':\n    print(-1)\n"
NODE_RIGHT = (
    "const words = require('fs').readFileSync(0, 'utf8').split(/\\s+/);\n"
    "console.log(Number(words[0]) + Number(words[1]));\n"
)

# What a legacy package starts -> the other file.
PAIRS = {
    ("Main.py", "helper.py"): ("first", (RIGHT, "")),
    ("MAIN.py", "aa.py"): ("second", (RIGHT, WRONG)),
    ("aa.py", "zz.py"): ("third", (RIGHT, WRONG)),
    ("__main__.py", "Alpha.py"): ("fourth", (RIGHT, WRONG)),
    ("main.py", "__main__.py"): ("fifth", (RIGHT, WRONG)),
}
SUBMISSIONS = {}
for (main, other), (folder, (main_text, other_text)) in PAIRS.items():
    SUBMISSIONS[f"submissions/accepted/{folder}/{main}"] = main_text
    SUBMISSIONS[f"submissions/accepted/{folder}/{other}"] = other_text


def test_a_legacy_package(tmp_path: Path) -> None:
    changes = {**VALIDATOR, **SUBMISSIONS}
    package = Package(kattis_package(tmp_path / "legacy", LEGACY, changes))
    report = package.run()
    assert report.code == 0
    assert len(report.json["submissions"]) == 1 + len(PAIRS)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is missing")
def test_a_legacy_package_in_another_language(tmp_path: Path) -> None:
    changes = {
        **VALIDATOR,
        "submissions/accepted/parts/a.js": NODE_RIGHT,
        "submissions/accepted/parts/z.js": "console.log(-1);\n",
    }
    package = Package(kattis_package(tmp_path / "legacy", LEGACY, changes))
    assert package.run().code == 0


def test_validators_of_a_legacy_package(tmp_path: Path) -> None:
    changes = {
        "input_validators/check.py": None,
        "input_validators/check/aa.py": "import sys\nimport zz\nsys.exit(zz.VALID)\n",
        "input_validators/check/zz.py": "VALID = 42\nif __name__ == '__main__': 1\n",
    }
    package = Package(kattis_package(tmp_path / "legacy", LEGACY, changes))
    assert package.run().code == 0


def test_a_package_of_2025_09(tmp_path: Path) -> None:
    changes = {
        **VALIDATOR,
        "submissions/accepted/table/__main__.py": RIGHT,
        "submissions/accepted/table/main.py": WRONG,
        "submissions/accepted/case/Main.py": RIGHT,
        "submissions/accepted/case/helper.py": "",
        "submissions/accepted/unclear/aa.py": RIGHT,
        "submissions/accepted/unclear/zz.py": "",
    }
    package = Package(kattis_package(tmp_path / "current", CURRENT, changes))
    report = package.run()
    assert report.code == 1
    verdicts = {s["path"]: s["verdict"] for s in report.json["submissions"]}
    assert verdicts == {
        "submissions/accepted/case": "AC",
        "submissions/accepted/sum.py": "AC",
        "submissions/accepted/table": "AC",
        "submissions/accepted/unclear": "CE",
    }


@pytest.mark.parametrize("command", ["import", "export"])
def test_programs_of_a_legacy_package_start_alike_elsewhere(
    tmp_path: Path, command: str
) -> None:
    changes = {**VALIDATOR, **SUBMISSIONS}
    root = kattis_package(tmp_path / "legacy", LEGACY, changes)
    out = tmp_path / "out"
    if command == "import":
        done = judge("import", root, out)
        rules = out / "solutions/submissions.yaml"
    else:
        done = judge("export", "--problem", root, "--format", "kattis-2025-09", out)
        rules = out / "submissions/submissions.yaml"
    assert done.code == 0
    # In 2025-09, `__main__.py` is the main file, and nothing says which of two others is.
    assert yaml.safe_load(rules.read_text()) == {
        "accepted/fifth": {"entrypoint": "main.py"},
        "accepted/third": {"entrypoint": "aa.py"},
    }
    assert Package(out).run().code == 0


def test_an_export_to_a_legacy_format_names_what_starts_with_another_file(
    tmp_path: Path,
) -> None:
    changes = {
        **VALIDATOR,
        "submissions/accepted/parts/aa.py": "",
        "submissions/accepted/parts/zz.py": f"if __name__ == '__main__':\n    {RIGHT}",
    }
    root = kattis_package(tmp_path / "current", CURRENT, changes)
    out = tmp_path / "out"
    done = judge(
        "export", "--unchecked", "--problem", root, "--format", "kattis-legacy", out
    )
    assert done.says("dropped: submissions/accepted/parts: entrypoint zz.py")


@pytest.mark.slow
def test_a_program_outside_of_a_legacy_package(tmp_path: Path) -> None:
    package = Package(kattis_package(tmp_path / "legacy", LEGACY, VALIDATOR))
    mine = Package(tmp_path / "mine")
    mine.write("accepted/parts/aa.py", RIGHT)
    mine.write("accepted/parts/zz.py", WRONG)
    done = package.judge("try", mine.root / "accepted", given=b"1 2\n")
    assert (done.code, done.out) == (0, "3\n")
