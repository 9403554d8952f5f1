"""Generators and strategies that import `shapes`: in the judge, with a copy, after an export."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from support.command import ROOT, Package, judge, sound
from support.hunting import Packages
from support.packages import file_names

from judging.shapes import Rng, write
from judging.store import Store

LIBRARY = ROOT / "shapes"
PARTS = (
    "adversarial",
    "catalogue",
    "graphs",
    "places",
    "points",
    "rng",
    "sequences",
    "strategies",
)
GENERATOR = """\
import sys
from shapes import Rng, write
print(write.line(*Rng(*sys.argv[1:]).many(2, 0, 100)), end="")
"""
RECIPES = """\
solution: /solutions/accepted/add.py
generators: {listed: [several.py, other.py]}
data:
  secret:
    data:
      alone: gen.py 1
      several: listed 2
      plain: plain.py 3
"""
STRATEGY = """\
from shapes import write
from shapes.strategies import shape
inputs = shape(lambda high, rng: write.line(*rng.many(2, 0, high)), (0, 100))
"""


def made(*seed: object) -> bytes:
    return write.line(*Rng(*seed).many(2, 0, 100)).encode()


@pytest.mark.slow
def test_generators_get_the_library_and_exports_a_copy(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write("generators/gen.py", GENERATOR)
    package.write("generators/several.py", "import other\n")
    package.write("generators/other.py", GENERATOR)
    package.write("generators/plain.py", "# It imports no shapes.\nprint(1, 2)\n")
    package.write("generators/generators.yaml", RECIPES)
    done = package.judge("generate")
    assert done.code == 0, done.text
    data = "problem/data/secret"
    assert (package.root / data / "alone.in").read_bytes() == made(1)
    assert (package.root / data / "several.in").read_bytes() == made(2)
    assert not (package.root / "generators/shapes").exists()

    out = tmp_path / "exported"
    done = judge("export", "--problem", package.root, "--format", "kattis-2025-09", out)
    assert done.code == 0, done.text
    library = {p.relative_to(LIBRARY) for p in LIBRARY.rglob("*.py")}
    copied = {Path(name) for name in file_names(out / "generators/shapes")}
    # The library's own tests stand beside it, and are for those who change it.
    assert copied == {file for file in library if file.parts[0] != "tests"} < library
    run = [sys.executable, "-B", str(out / "generators/gen.py"), "1"]
    assert subprocess.run(
        run, cwd=tmp_path, capture_output=True, check=True
    ).stdout == made(1)

    # The copy counts, also when it changes, and is no generator.
    copy = Package(out)
    copy.replace("generators/shapes/rng.py", "[low + int(", "[high - int(")
    done = copy.judge("generate", "--check")
    assert done.says("alone.in")
    assert done.says("several.in")
    assert not done.says("plain.in")


def test_generate_freezes_the_library_in_a_package(tmp_path: Path) -> None:
    package = sound(tmp_path)
    assert package.judge("generate", "--copy-shapes").says(
        "generators/shapes: not written", "no generator imports it"
    )
    package.write("generators/gen.py", GENERATOR)
    package.write(
        "generators/generators.yaml", 'data: {secret: {data: {a: "gen.py 1"}}}'
    )
    assert package.judge("generate").code == 0
    before = package.files()
    done = package.judge("generate", "--copy-shapes", "--check")
    assert (done.code, done.says("--check writes nothing, --copy-shapes")) == (2, True)
    assert package.files() == before

    done = package.judge("generate", "--copy-shapes")
    assert done.says("generators/shapes: wrote", "generators use this copy")
    after = package.files()
    added = {name for name in after if name not in before}
    assert "generators/shapes/__init__.py" in added
    assert all(name.startswith("generators/shapes/") for name in added)
    # The copy makes the same bytes.
    assert {name: after[name] for name in before} == before
    assert package.judge("generate", "--check").code == 0

    # A copy that is there counts, also where the judge's differs, and is never replaced.
    package.replace("generators/shapes/rng.py", "[low + int(", "[high - int(")
    changed = package.files()
    assert package.judge("generate", "--copy-shapes").says("generators/shapes stays")
    kept = package.files()
    assert kept["generators/shapes/rng.py"] == changed["generators/shapes/rng.py"]
    assert kept["problem/data/secret/a.in"] != before["problem/data/secret/a.in"]


def test_strategies_get_the_library(tmp_path: Path, store: Store) -> None:
    with closing(Packages(tmp_path, store)) as packages:
        stream = packages({"generators/strategies.py": STRATEGY}).stream(tests=False)
        drawn = [trial.content for trial in islice(stream.trials(), 9)]
        assert len(drawn) == 9
        assert all(0 <= int(v) <= 100 for content in drawn for v in content.split())
        fixed = "def line(*values): return '7 7\\n'\n"
        own = {"generators/shapes/write.py": fixed, "generators/shapes/__init__.py": ""}
        own |= {
            f"generators/shapes/{n}.py": (LIBRARY / f"{n}.py").read_text() for n in PARTS
        }
        stream = packages({"generators/strategies.py": STRATEGY, **own}).stream(
            tests=False
        )
        assert next(stream.trials()).content == b"7 7\n"
