"""A verdict is never stale: after any edit, judging with kept results gives what judging without
them gives."""

from __future__ import annotations

import json
import random
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.command import ROOT, TESTS, Package, spawn

import judging

pytestmark = pytest.mark.slow

SEED = 20261122
VOLATILE = {"cpu_s", "wall_s", "memory_bytes", "message", "reruns", "recalled"}
CHECKER = """\
import sys
from pathlib import Path
from rules import allowed
answer, given = Path(sys.argv[2]).read_text().split(), sys.stdin.read().split()
sys.exit(42 if allowed(given, answer, sys.argv[4:], 1) else 43)
"""
RULES = """\
def allowed(given, answer, flags, least):
    return given == answer or "any" in flags and len(given) >= least
"""


@pytest.fixture
def package(tmp_path: Path, own_cache: Path) -> Package:
    """A package with constants, includes, arguments, files of tests, settings of groups, and an
    output validator whose module is a link that leads out of the package."""
    package = Package(tmp_path / "contest" / "scaled")
    shutil.copytree(TESTS / "packages" / "kattis_2025_09", package.root)
    package.write("output_validator/main.py", CHECKER)
    shared = tmp_path / "contest" / "shared" / "rules.py"
    shared.parent.mkdir()
    shared.write_text(RULES)
    (package.root / "output_validator" / "rules.py").symlink_to(shared)
    return package


def swap_digit(text: str, chance: random.Random) -> str:
    """Replace a digit."""
    places = [match.start() for match in re.finditer(r"\d", text)]
    place = chance.choice(places) if places else 0
    return text[:place] + str(chance.randrange(10)) + text[place + 1 :]


def drop_line(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return "".join(lines)


def double_line(text: str, chance: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    return "".join([*lines[:place], lines[place], *lines[place:]])


def swap_letter(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text))
    return text[:place] + chance.choice("+-*<>01 any") + text[place + 1 :]


EDITS: tuple[Callable[[str, random.Random], str], ...] = (
    swap_digit,
    swap_digit,
    drop_line,
    double_line,
    swap_letter,
)


def judged(package: Package, *args: object) -> dict[str, Any]:
    """Judge; return the report without times and sizes."""
    within = package.root.parent
    report = package.run("--links-within", within, "--until", "all", *args)
    submissions = [
        {
            **{key: s[key] for key in ("path", "status", "verdict", "met", "why")},
            "testcases": [
                {key: value for key, value in test.items() if key not in VOLATILE}
                for test in s["testcases"]
            ],
        }
        for s in report.json["submissions"]
    ]
    return {
        "code": report.code,
        "diagnostics": report.json["diagnostics"],
        "submissions": submissions,
        "recalled": report.json["recalled"],
    }


@pytest.mark.parametrize("edits", [100, pytest.param(5000, marks=pytest.mark.long)])
def test_no_edit_leaves_a_stale_verdict(package: Package, edits: int) -> None:
    chance = random.Random(SEED)
    files = sorted(path for path in package.root.parent.rglob("*") if path.is_file())
    originals = {path: path.read_text() for path in files if not path.is_symlink()}
    recalled = judged_runs = 0
    for _ in range(edits):
        path = chance.choice(list(originals))
        # Half of the edits undo an earlier one: what was kept before them holds again.
        undo = path.read_text() != originals[path] or chance.random() < 0.2
        text = originals[path]
        path.write_text(text if undo else chance.choice(EDITS)(text, chance))
        kept = judged(package)
        recalled += kept.pop("recalled")
        fresh = judged(package, "--fresh")
        assert fresh.pop("recalled") == 0
        assert kept == fresh, f"after an edit of {path.name}"
        judged_runs += sum(len(s["testcases"]) for s in fresh["submissions"])
    assert 0.2 * judged_runs < recalled < judged_runs


def test_an_edit_of_a_language_makes_every_result_of_it_new(
    package: Package, tmp_path: Path
) -> None:
    """A copy of the engine, because no package can change its languages."""
    engine = tmp_path / "engine"
    shutil.copytree(Path(judging.__file__).parent, engine / "judging")
    shutil.copy(ROOT / "judge.py", engine)

    def recalled() -> int:
        file = tmp_path / "report.json"
        command = [
            sys.executable,
            engine / "judge.py",
            "run",
            "--problem",
            package.root,
            "--json",
            file,
        ]
        spawn([*command, "--json", file, "--links-within", package.root.parent])
        count: int = json.loads(file.read_text())["recalled"]
        return count

    assert any(recalled() for _ in range(30))
    languages = engine / "judging" / "languages" / "languages.yaml"
    text = languages.read_text().replace("overhead_bytes: ", "overhead_bytes: 1")
    languages.write_text(text)
    assert recalled() == 0
