"""Pictures that visualizers draw: of tests with `judge generate`, of outputs with `judge run`."""

from __future__ import annotations

import base64
import json
import os
import shutil
from pathlib import Path

import pytest
from support import kattis, pages
from support.command import TESTS, Package, sound

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
QUICK = ("it fails",)


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


@pytest.mark.slow
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
    assert done.says("warning", "stopped twice at a limit", "were not drawn")


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


DRAW_OUTPUT = """\
import sys
from pathlib import Path

_, answer, feedback, *args = sys.argv[1:]
expected = Path(answer).read_text().strip()
known = sorted(path.name for path in Path(feedback).iterdir())
text = f"{sys.stdin.read().strip()} for {expected} {known} {args}"
svg = f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20">{text}</text></svg>'
Path(feedback, "judgeimage.svg").write_text(svg)
Path(feedback, "judgemessage.txt").write_text("changed")
Path(feedback, "other.svg").write_text(svg)
"""
OUTPUT_PROGRAM = "output_visualizer/draw.py"
CHECKER = """\
import sys
from pathlib import Path

feedback = Path(sys.argv[3])
(feedback / "judgemessage.txt").write_text("the checker's words")
(feedback / "teamimage-1.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
right = sys.stdin.read().split() == Path(sys.argv[2]).read_text().split()
sys.exit(42 if right else 43)
"""
RIGHT = "solutions/accepted/add.py"
WRONG = "solutions/wrong_answer/first.py"


def visualizing(folder: Path) -> Package:
    """The sound package with a checker and an output visualizer."""
    package = sound(folder)
    package.write("checker/check.py", CHECKER)
    package.write(OUTPUT_PROGRAM, DRAW_OUTPUT)
    return package


def shown_pictures(page: Path) -> dict[str, bytes]:
    """The pictures that a page holds, by the name that it shows."""
    data = pages.data(page.read_text("ascii"))
    found = {}
    for part in data.values():
        for each in _entries(part):
            if each["part"] is not None:
                address = data[f"later-0-{each['part']}"]
                found[str(each["name"])] = base64.b64decode(address.partition(",")[2])
    return found


def _entries(value: object) -> list[dict[str, object]]:
    """Everything in the data of a page that names a picture."""
    if isinstance(value, dict):
        if "why_not" in value:
            return [value]
        return [each for inner in value.values() for each in _entries(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in _entries(inner)]
    return []


def test_run_draws_what_each_submission_did(tmp_path: Path) -> None:
    package = visualizing(tmp_path)
    package.write(f"{DATA}/secret/test_group.yaml", "output_visualizer_args: [large]\n")
    runs, page = tmp_path / "runs", tmp_path / "page.html"
    plain = package.run("--until", "all")
    options = ("--keep", runs, "--until", "all", "--report", f"html:{page}")
    report = package.run("--visualize", *options)
    assert report.code == plain.code == 0
    feedback = runs / WRONG / "secret/1/feedback"
    words = "20 for 42 ['judgemessage.txt', 'teamimage-1.svg'] ['large']"
    assert f">{words}<" in (feedback / "judgeimage.svg").read_text()
    # Of the visualizer, pictures alone count.
    assert (feedback / "judgemessage.txt").read_text() == "the checker's words"
    assert not (feedback / "other.svg").exists()
    for path in (RIGHT, WRONG):
        drawn = report.submission(path)["testcases"]
        former = plain.submission(path)["testcases"]
        assert [t["verdict"] for t in drawn] == [t["verdict"] for t in former]
        assert [t["message"] for t in drawn] == [t["message"] for t in former]
        names = ["judgeimage.svg", "teamimage-1.svg"]
        assert [t["pictures"] for t in drawn] == [names] * len(drawn)
        assert [t["pictures"] for t in former] == [[]] * len(former)
    assert set(shown_pictures(page)) == {"judgeimage.svg", "teamimage-1.svg"}


@pytest.mark.slow
def test_pictures_of_an_earlier_run_are_not_mixed_with_those_of_this_one(
    tmp_path: Path,
) -> None:
    package = visualizing(tmp_path)
    runs, page = tmp_path / "runs", tmp_path / "page.html"
    options = (RIGHT, "--keep", runs, "--report", f"html:{page}")
    assert package.run("--visualize", "--no-contents", *options).code == 0
    assert shown_pictures(page) == {}
    kept = runs / RIGHT / "sample/1/feedback"
    assert (kept / "judgeimage.svg").exists()
    # Without the option, those that the checker leaves.
    report = package.run(*options)
    assert report.submission(RIGHT)["testcases"][0]["pictures"] == ["teamimage-1.svg"]
    assert not (kept / "judgeimage.svg").exists()
    assert set(shown_pictures(page)) == {"teamimage-1.svg"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "submission", "shown"),
    [
        # There is no output to draw: the picture is made from the feedback.
        ("interactive_guess", "solutions/wrong_answer/says_more.c", "> for  "),
        # The output of the last pass.
        ("multi_pass_code", "solutions/accepted/binary.py", None),
    ],
)
def test_dialogues_and_passes_are_drawn(
    name: str, submission: str, shown: str | None, tmp_path: Path
) -> None:
    package = Package(tmp_path / name)
    shutil.copytree(TESTS / "packages" / name, package.root)
    package.write(OUTPUT_PROGRAM, DRAW_OUTPUT)
    runs = tmp_path / "runs"
    options = ("--visualize", "--keep", runs, "--tests", "sample/*")
    assert package.run(submission, *options).code == 0
    kept = runs / submission / "sample/1"
    picture = (kept / "feedback/judgeimage.svg").read_text()
    if shown is None:
        output = (kept / "output").read_text().strip()
        assert output
        shown = f">{output} for "
    assert shown in picture


def test_outputs_are_drawn_without_a_checker_too(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.write(OUTPUT_PROGRAM, DRAW_OUTPUT)
    report = package.run(RIGHT, "--visualize", "--keep", tmp_path / "runs")
    assert report.code == 0
    picture = tmp_path / "runs" / RIGHT / "sample/1/feedback/judgeimage.svg"
    assert ">3 for 3 [] []<" in picture.read_text()


@pytest.mark.parametrize(
    ("program", "named"),
    [
        ("import sys\nsys.exit('no colours')\n", "exit code 1: no colours"),
        pytest.param("import", "does not compile", marks=pytest.mark.slow),
    ],
)
def test_an_output_visualizer_that_fails_changes_no_verdict(
    program: str, named: str, tmp_path: Path
) -> None:
    package = visualizing(tmp_path)
    package.write(OUTPUT_PROGRAM, program)
    report = package.run("--visualize", "--keep", tmp_path / "runs")
    assert report.code == 0
    assert report.done.says("warning", OUTPUT_PROGRAM, named)
    first = report.submission(RIGHT)["testcases"][0]
    assert first["pictures"] == ["teamimage-1.svg"]


def test_an_output_visualizer_sees_the_feedback_under_any_umask(
    tmp_path: Path,
) -> None:
    package = visualizing(tmp_path)
    former = os.umask(0o077)
    try:
        report = package.run(RIGHT, "--visualize", "--keep", tmp_path / "runs")
    finally:
        os.umask(former)
    assert report.code == 0
    picture = tmp_path / "runs" / RIGHT / "secret/1/feedback/judgeimage.svg"
    assert "['judgemessage.txt', 'teamimage-1.svg']" in picture.read_text()


@pytest.mark.slow
def test_drawing_outputs_measures_no_limit_again(tmp_path: Path) -> None:
    """An inferred limit does not depend on pictures."""
    package = visualizing(tmp_path)
    package.replace("problem/problem.yaml", "  time_limit: 1.0\n", "")
    assert not package.run().json["inferred_time_limit"]["recalled"]
    # One submission alone is judged under the limit that is known.
    again = package.run(RIGHT, "--visualize", "--keep", tmp_path / "runs")
    assert again.json["inferred_time_limit"]["recalled"]


@pytest.mark.slow
def test_an_output_visualizer_that_loops_is_given_up(tmp_path: Path) -> None:
    package = visualizing(tmp_path)
    package.write(OUTPUT_PROGRAM, "while True: pass\n")
    limit = "  output: 1\n  validation_time: 1"
    package.replace("problem/problem.yaml", "  output: 1", limit)
    for number in range(2, 9):
        package.test(f"secret/{number}", f"{number} 2\n", f"{number + 2}\n")
    options = ("--visualize", "--keep", tmp_path / "runs", "--jobs", 1)
    report = package.run(RIGHT, *options)
    assert report.code == 0
    faults = [d for d in report.json["diagnostics"] if d["file"] == OUTPUT_PROGRAM]
    assert len(faults) == 3
    assert all("stopped" in fault["message"] for fault in faults)
    assert faults[-1]["message"].endswith("no more outputs were drawn")


def test_visualize_needs_a_folder_and_a_visualizer(tmp_path: Path) -> None:
    package = sound(tmp_path)
    done = package.judge("run", "--visualize")
    assert done.code == 2
    assert done.says("--visualize: add --keep DIR")
    done = package.judge("run", "--visualize", "--keep", tmp_path / "runs")
    assert done.code == 2
    assert done.says("--visualize: the package has no output_visualizer")


def test_the_page_of_a_run_shows_the_pictures_of_tests(tmp_path: Path) -> None:
    package = drawing(tmp_path)
    assert package.judge("generate").code == 0
    package.write(f"{DATA}/sample/1.svg", "<svg/>")
    package.test("secret/2", "1 1\n", "2\n")
    package.write(f"{DATA}/secret/2.png", PNG + bytes(600_000))
    package.remove(f"{DATA}/manifest.json")
    page = tmp_path / "page.html"
    options = ("--report", f"html:{page}")
    assert package.judge("run", *options).code == 0
    picture = (package.root / SECRET).read_bytes()
    assert shown_pictures(page) == {"secret/1.svg": picture}
    entries = _entries(list(pages.data(page.read_text("ascii")).values()))
    why_not = {entry["name"]: entry["why_not"] for entry in entries}
    assert str(why_not["sample/1.svg"]).startswith("write <svg xmlns=")
    assert why_not["secret/2.png"] == "it has 585 KiB, more than 512 KiB"
    assert package.judge("run", "--no-contents", *options).code == 0
    assert shown_pictures(page) == {}
    assert "img-src" not in page.read_text("ascii")


@pytest.mark.slow
def test_a_page_has_room_for_some_pictures(tmp_path: Path) -> None:
    package = sound(tmp_path)
    # Bytes that no packing makes small: what counts is the size of the files.
    for number in range(10, 28):
        package.test(f"secret/{number}", f"{number} 1\n", f"{number + 1}\n")
        package.write(f"{DATA}/secret/{number}.png", PNG + bytes(510_000))
    page = tmp_path / "page.html"
    assert package.judge("run", RIGHT, "--report", f"html:{page}").code == 0
    assert len(shown_pictures(page)) == 16
    entries = _entries(list(pages.data(page.read_text("ascii")).values()))
    full = [entry["name"] for entry in entries if entry["why_not"]]
    assert full == ["secret/26.png", "secret/27.png"]
