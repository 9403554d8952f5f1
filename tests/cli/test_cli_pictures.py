"""Pictures of tests, which `judge generate` draws with the input visualizer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import kattis
from support.command import Package, sound

DRAW = """\
import sys
from pathlib import Path

input, answer = (Path(path).read_text().strip() for path in sys.argv[1:3])
text = f"{input} = {answer} {' '.join(sys.argv[3:])}"
svg = f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20">{text}</text></svg>'
Path("testcase.svg").write_text(svg)
"""
PROGRAM = "input_visualizer/draw.py"
DATA = "problem/data"
SAMPLE = f"{DATA}/sample/1.svg"
SECRET = f"{DATA}/secret/1.svg"
PNG = b"\x89PNG\r\n\x1a\n0"


def drawing(folder: Path, program: str = DRAW) -> Package:
    """The sound package, whose tests are by hand, with an input visualizer."""
    package = sound(folder)
    package.write(PROGRAM, program)
    package.write("input_visualizer/README.md", "Draws the sum.\n")
    return package


def manifest(package: Package) -> list[str]:
    """The files that the manifest calls generated."""
    content = json.loads((package.root / DATA / "manifest.json").read_text())
    return list(content.get("generated", []))


def test_generate_draws_each_test_and_keeps_the_pictures_fresh(tmp_path: Path) -> None:
    package = drawing(tmp_path)
    package.write(f"{DATA}/secret/test_group.yaml", "input_visualizer_args: [large]\n")
    assert package.judge("generate").code == 0
    assert ">1 2 = 3 <" in (package.root / SAMPLE).read_text()
    assert "large<" in (package.root / SECRET).read_text()
    # A test of the input validators is not judged, and has no answer to draw.
    assert not list((package.root / DATA / "invalid_input").glob("*.svg"))
    assert manifest(package) == ["sample/1.svg", "secret/1.svg"]
    assert package.judge("generate", "--check").says("all as recorded")
    assert package.judge("validate").code == 0

    before = package.files()
    package.write(f"{DATA}/sample/1.in", "2 1\n")
    package.write(SECRET, "<svg/>")
    done = package.judge("generate", "--check")
    assert done.code == 3
    named = "differs from what input_visualizer draws"
    assert done.says(SAMPLE, named)
    assert done.says(SECRET, named)
    assert package.judge("generate").code == 0
    assert ">2 1 = 3 <" in (package.root / SAMPLE).read_text()
    assert (package.root / SECRET).read_bytes() == before[SECRET]


def test_former_pictures_are_left_over(tmp_path: Path) -> None:
    package = drawing(tmp_path)
    assert package.judge("generate").code == 0
    package.remove("input_visualizer")
    done = package.judge("generate", "--check")
    assert done.code == 3
    assert done.says(SAMPLE, "no visualizer draws it any more", "--prune")
    # Neither validate nor run tries to draw: to them, no picture is out of date.
    assert not package.judge("validate").says("svg")
    assert package.judge("generate", "--prune").says(f"removed {SECRET}")
    assert not (package.root / SAMPLE).exists()


@pytest.mark.slow
def test_a_picture_made_by_hand_stays_beside_the_drawn_one(tmp_path: Path) -> None:
    package = drawing(tmp_path)
    package.write(f"{DATA}/sample/1.png", PNG)
    done = package.judge("generate")
    assert done.code == 0
    assert done.says("warning", f"{DATA}/sample/1.png", "draws .svg", "remove one")
    assert (package.root / f"{DATA}/sample/1.png").read_bytes() == PNG
    package.remove("input_visualizer")
    assert package.judge("generate", "--prune").code == 0
    assert (package.root / f"{DATA}/sample/1.png").exists()


TIMED = DRAW.replace("{text}", "{text} {time_ns()}")
FAULTS = {
    "it fails": ("import sys\nsys.exit('no numbers')\n", "exit code 1: no numbers"),
    "no file": ("pass\n", "wrote no picture; expected testcase with one of the endings"),
    "two files": (
        "for name in ('svg', 'png'):\n    open(f'testcase.{name}', 'w').close()\n",
        "wrote testcase.png, testcase.svg; expected one picture",
    ),
    "another type": ("open('testcase.png', 'w').write('<svg>')\n", "is not image/png"),
    "an empty file": ("open('testcase.jpg', 'w').close()\n", "testcase.jpg is empty"),
    "a clock": (
        f"from time import time_ns\n{TIMED}",
        "two runs draw different pictures",
    ),
    "no program": ("import", "does not compile"),
    "no language": (None, "no known language for this file name"),
}
QUICK = ("it fails", "no language")


@pytest.mark.parametrize(
    "fault",
    [pytest.param(f, marks=[] if f in QUICK else [pytest.mark.slow]) for f in FAULTS],
)
def test_a_visualizer_that_fails_is_a_warning(fault: str, tmp_path: Path) -> None:
    program, named = FAULTS[fault]
    package = drawing(tmp_path)
    assert package.judge("generate").code == 0
    before = package.files()
    package.remove(PROGRAM)
    package.write(PROGRAM if program else "input_visualizer/draw.xyz", program or "?")
    done = package.judge("generate", "--prune")
    assert done.code == 0
    assert done.says("warning", "input_visualizer", named)
    # Earlier pictures may be out of date, but nothing else is known of these tests.
    for name in (SAMPLE, SECRET):
        assert (package.root / name).read_bytes() == before[name]


def test_an_svg_that_browsers_do_not_show_is_written_with_a_warning(
    tmp_path: Path,
) -> None:
    namespace = 'xmlns="http://www.w3.org/2000/svg"'
    package = drawing(tmp_path, DRAW.replace(f" {namespace}", ""))
    done = package.judge("generate")
    assert done.code == 0
    assert done.says("warning", PROGRAM, "sample/1", f"write <svg {namespace}>")
    assert (package.root / SAMPLE).read_text().startswith("<svg>")


@pytest.mark.slow
def test_a_visualizer_that_loops_is_given_up(tmp_path: Path) -> None:
    package = drawing(tmp_path, "while True: pass\n")
    package.replace(
        "problem/problem.yaml", "  output: 1", "  output: 1\n  validation_time: 1"
    )
    for number in (2, 3, 4):
        package.test(f"secret/{number}", f"{number} 2\n", f"{number + 2}\n")
    done = package.judge("generate")
    assert done.code == 0
    assert done.says("warning", PROGRAM, "1 s")
    assert done.says("warning", "stopped twice at its time limit", "were not drawn")


@pytest.mark.slow
def test_a_picture_of_each_recipe_in_a_package_of_2025_09(tmp_path: Path) -> None:
    recipes = "data: {secret: {data: {two: {in: '5 6'}}}}\n"
    changes = {
        PROGRAM: DRAW,
        "generators/generators.yaml": recipes,
        "input_validators/check.py": "exit(42)\n",
    }
    package = Package(kattis.package(tmp_path / "sums", kattis.CURRENT, changes))
    done = package.judge("generate")
    assert done.code == 0
    assert ">5 6 = 11 <" in (package.root / "data/secret/two.svg").read_text()
    assert package.judge("generate", "--check").code == 0
    out = tmp_path / "native"
    assert package.judge("export", "--format", "kattis-2025-09", out).code == 0
    assert (out / PROGRAM).read_text() == DRAW
    assert (out / "data/secret/two.svg").exists()
