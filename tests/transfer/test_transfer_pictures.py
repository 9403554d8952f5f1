"""Pictures in SVG that a LaTeX statement shows: an export has a PDF beside each."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from support.command import Done, judge
from support.kattis import CURRENT, package

from judging.features.transfer.exporting import export_package
from judging.package import load

INSTALLED = importlib.util.find_spec("typst") and importlib.util.find_spec("pypandoc")
needs_extra = pytest.mark.skipif(not INSTALLED, reason="without the extra `statements`")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>'
TEX = r"""\problemname{Sums}
\includegraphics[width=3cm]{chart.svg} \includegraphics{plain} \includegraphics{both}
\illustration{0.3}{pics/deep.svg}{A caption}
"""
FILES: dict[str, str | None] = {
    **CURRENT,
    "statement/problem.en.md": None,
    "statement/problem.en.tex": TEX,
    "statement/chart.svg": SVG,
    "statement/plain.svg": SVG,
    "statement/both.svg": SVG,
    "statement/both.pdf": "%PDF-1.4 of the setter",
    "statement/pics/deep.svg": SVG,
    "statement/unused.svg": SVG,
}
WHY = "LaTeX reads no SVG"


def written(folder: Path, out: str, format: str) -> Done:
    root = package(folder / "sums", {}, FILES)
    arguments = ("--unchecked", "--format", format, "--problem", root, folder / out)
    done = judge("export", *arguments)
    assert done.code == 0, done.text
    return done


@needs_extra
@pytest.mark.parametrize(
    ("format", "folder", "statement", "deep"),
    [
        ("kattis-legacy", "problem_statement", "problem.en.tex", "pics/deep"),
        ("kattis-2025-09", "statement", "problem.en.tex", "pics/deep"),
        ("polygon", "statement-sections/english", "legend.tex", "deep"),
        ("polygon", "statements/english", "problem.tex", "deep"),
    ],
)
def test_an_export_has_a_pdf_beside_each_svg_that_latex_shows(
    tmp_path: Path, format: str, folder: str, statement: str, deep: str
) -> None:
    done = written(tmp_path, "out", format)
    place = tmp_path / "out" / folder
    text = (place / statement).read_text()
    assert r"\includegraphics[width=3cm]{chart.pdf}" in text
    assert f"{{{deep}.pdf}}" in text
    assert ".svg" not in text
    for name in ("chart", "plain", deep):
        assert (place / f"{name}.pdf").read_bytes().startswith(b"%PDF-1."), name
    assert (place / "both.pdf").read_text() == FILES["statement/both.pdf"]
    assert not (place / "unused.pdf").exists()
    first = folder.replace("statements/", "statement-sections/")
    assert done.text.count(WHY) == 3
    assert done.says(f"changed: {first}/chart.svg: a PDF of it is beside it ({WHY})")


@needs_extra
def test_the_pdf_of_a_picture_has_the_same_bytes_each_time(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "two"):
        written(tmp_path, name, "kattis-legacy")
        contents.append((tmp_path / name / "problem_statement/chart.pdf").read_bytes())
    assert contents[0] == contents[1]


@needs_extra
def test_a_broken_picture_is_to_be_fixed(tmp_path: Path) -> None:
    package(tmp_path / "sums", {}, FILES)
    broken = {**FILES, "statement/chart.svg": "<svg"}
    root = package(tmp_path / "sums", {}, broken)
    done = judge(
        *("export", "--unchecked", "--format", "kattis-legacy"),
        *("--problem", root, tmp_path / "out"),
    )
    place = "problem_statement/chart.svg"
    assert done.says(
        f"to fix: {place}: no PDF of it, which the statement must show ({WHY})"
    )
    text = (tmp_path / "out/problem_statement/problem.en.tex").read_text()
    assert "{chart.svg}" in text


@pytest.mark.parametrize("format", ["kattis-legacy", "kattis-2025-09", "polygon"])
def test_a_picture_that_this_machine_cannot_convert_is_to_be_fixed(
    tmp_path: Path, format: str
) -> None:
    problem = load(package(tmp_path / "sums", {}, FILES))
    notes = [str(note) for note in export_package(problem, tmp_path / "out", format)]
    asked = [note for note in notes if WHY in note]
    assert len(asked) == 3
    assert all(note.startswith("to fix: ") for note in asked)


def test_markdown_keeps_its_svg(tmp_path: Path) -> None:
    files = {"statement/problem.en.md": "![A chart](chart.svg)\n"}
    changes = {**FILES, "statement/problem.en.tex": None, **files}
    problem = load(package(tmp_path / "sums", {}, changes))
    notes = export_package(problem, tmp_path / "out", "kattis-2025-09")
    assert not any(WHY in str(note) for note in notes)
    assert "(chart.svg)" in (tmp_path / "out/statement/problem.en.md").read_text()
